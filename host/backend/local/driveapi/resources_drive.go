package driveapi

// Drive is a shared drive.
type Drive struct {
	BackgroundImageFile *DriveBackgroundImageFile `json:"backgroundImageFile,omitempty"`
	BackgroundImageLink string                    `json:"backgroundImageLink,omitempty"`
	Capabilities        *DriveCapabilities        `json:"capabilities,omitempty"`
	ColorRGB            string                    `json:"colorRgb,omitempty"`
	CreatedTime         string                    `json:"createdTime,omitempty"`
	Hidden              *bool                     `json:"hidden,omitempty"`
	ID                  string                    `json:"id,omitempty"`
	Kind                string                    `json:"kind,omitempty"`
	Name                string                    `json:"name,omitempty"`
	OrgUnitID           string                    `json:"orgUnitId,omitempty"`
	Restrictions        *DriveRestrictions        `json:"restrictions,omitempty"`
	ThemeID             string                    `json:"themeId,omitempty"`
}

// DriveBackgroundImageFile is the part of a picture behind a shared drive's name.
type DriveBackgroundImageFile struct {
	ID          string   `json:"id,omitempty"`
	Width       *float64 `json:"width,omitempty"`
	XCoordinate *float64 `json:"xCoordinate,omitempty"`
	YCoordinate *float64 `json:"yCoordinate,omitempty"`
}

// DriveCapabilities says what the user may do with a shared drive.
type DriveCapabilities struct {
	CanAddChildren                                                *bool `json:"canAddChildren,omitempty"`
	CanChangeCopyRequiresWriterPermissionRestriction              *bool `json:"canChangeCopyRequiresWriterPermissionRestriction,omitempty"`
	CanChangeDomainUsersOnlyRestriction                           *bool `json:"canChangeDomainUsersOnlyRestriction,omitempty"`
	CanChangeDownloadRestriction                                  *bool `json:"canChangeDownloadRestriction,omitempty"`
	CanChangeDriveBackground                                      *bool `json:"canChangeDriveBackground,omitempty"`
	CanChangeDriveMembersOnlyRestriction                          *bool `json:"canChangeDriveMembersOnlyRestriction,omitempty"`
	CanChangeSharingFoldersRequiresOrganizerPermissionRestriction *bool `json:"canChangeSharingFoldersRequiresOrganizerPermissionRestriction,omitempty"`
	CanComment                                                    *bool `json:"canComment,omitempty"`
	CanCopy                                                       *bool `json:"canCopy,omitempty"`
	CanDeleteChildren                                             *bool `json:"canDeleteChildren,omitempty"`
	CanDeleteDrive                                                *bool `json:"canDeleteDrive,omitempty"`
	CanDownload                                                   *bool `json:"canDownload,omitempty"`
	CanEdit                                                       *bool `json:"canEdit,omitempty"`
	CanListChildren                                               *bool `json:"canListChildren,omitempty"`
	CanManageMembers                                              *bool `json:"canManageMembers,omitempty"`
	CanReadRevisions                                              *bool `json:"canReadRevisions,omitempty"`
	CanRename                                                     *bool `json:"canRename,omitempty"`
	CanRenameDrive                                                *bool `json:"canRenameDrive,omitempty"`
	CanResetDriveRestrictions                                     *bool `json:"canResetDriveRestrictions,omitempty"`
	CanShare                                                      *bool `json:"canShare,omitempty"`
	CanTrashChildren                                              *bool `json:"canTrashChildren,omitempty"`
}

// DriveRestrictions is what a shared drive forbids.
type DriveRestrictions struct {
	AdminManagedRestrictions                  *bool                `json:"adminManagedRestrictions,omitempty"`
	CopyRequiresWriterPermission              *bool                `json:"copyRequiresWriterPermission,omitempty"`
	DomainUsersOnly                           *bool                `json:"domainUsersOnly,omitempty"`
	DownloadRestriction                       *DownloadRestriction `json:"downloadRestriction,omitempty"`
	DriveMembersOnly                          *bool                `json:"driveMembersOnly,omitempty"`
	SharingFoldersRequiresOrganizerPermission *bool                `json:"sharingFoldersRequiresOrganizerPermission,omitempty"`
}

// DriveList is a page of shared drives.
type DriveList struct {
	Drives        []*Drive `json:"drives"`
	Kind          string   `json:"kind,omitempty"`
	NextPageToken string   `json:"nextPageToken,omitempty"`
}

// TeamDrive is a shared drive under the old name.
type TeamDrive struct {
	BackgroundImageFile *DriveBackgroundImageFile `json:"backgroundImageFile,omitempty"`
	BackgroundImageLink string                    `json:"backgroundImageLink,omitempty"`
	Capabilities        *TeamDriveCapabilities    `json:"capabilities,omitempty"`
	ColorRGB            string                    `json:"colorRgb,omitempty"`
	CreatedTime         string                    `json:"createdTime,omitempty"`
	ID                  string                    `json:"id,omitempty"`
	Kind                string                    `json:"kind,omitempty"`
	Name                string                    `json:"name,omitempty"`
	OrgUnitID           string                    `json:"orgUnitId,omitempty"`
	Restrictions        *TeamDriveRestrictions    `json:"restrictions,omitempty"`
	ThemeID             string                    `json:"themeId,omitempty"`
}

// TeamDriveCapabilities is DriveCapabilities under the old names.
type TeamDriveCapabilities struct {
	CanAddChildren                                                *bool `json:"canAddChildren,omitempty"`
	CanChangeCopyRequiresWriterPermissionRestriction              *bool `json:"canChangeCopyRequiresWriterPermissionRestriction,omitempty"`
	CanChangeDomainUsersOnlyRestriction                           *bool `json:"canChangeDomainUsersOnlyRestriction,omitempty"`
	CanChangeDownloadRestriction                                  *bool `json:"canChangeDownloadRestriction,omitempty"`
	CanChangeSharingFoldersRequiresOrganizerPermissionRestriction *bool `json:"canChangeSharingFoldersRequiresOrganizerPermissionRestriction,omitempty"`
	CanChangeTeamDriveBackground                                  *bool `json:"canChangeTeamDriveBackground,omitempty"`
	CanChangeTeamMembersOnlyRestriction                           *bool `json:"canChangeTeamMembersOnlyRestriction,omitempty"`
	CanComment                                                    *bool `json:"canComment,omitempty"`
	CanCopy                                                       *bool `json:"canCopy,omitempty"`
	CanDeleteChildren                                             *bool `json:"canDeleteChildren,omitempty"`
	CanDeleteTeamDrive                                            *bool `json:"canDeleteTeamDrive,omitempty"`
	CanDownload                                                   *bool `json:"canDownload,omitempty"`
	CanEdit                                                       *bool `json:"canEdit,omitempty"`
	CanListChildren                                               *bool `json:"canListChildren,omitempty"`
	CanManageMembers                                              *bool `json:"canManageMembers,omitempty"`
	CanReadRevisions                                              *bool `json:"canReadRevisions,omitempty"`
	CanRemoveChildren                                             *bool `json:"canRemoveChildren,omitempty"`
	CanRename                                                     *bool `json:"canRename,omitempty"`
	CanRenameTeamDrive                                            *bool `json:"canRenameTeamDrive,omitempty"`
	CanResetTeamDriveRestrictions                                 *bool `json:"canResetTeamDriveRestrictions,omitempty"`
	CanShare                                                      *bool `json:"canShare,omitempty"`
	CanTrashChildren                                              *bool `json:"canTrashChildren,omitempty"`
}

// TeamDriveRestrictions is DriveRestrictions under the old names.
type TeamDriveRestrictions struct {
	AdminManagedRestrictions                  *bool                `json:"adminManagedRestrictions,omitempty"`
	CopyRequiresWriterPermission              *bool                `json:"copyRequiresWriterPermission,omitempty"`
	DomainUsersOnly                           *bool                `json:"domainUsersOnly,omitempty"`
	DownloadRestriction                       *DownloadRestriction `json:"downloadRestriction,omitempty"`
	SharingFoldersRequiresOrganizerPermission *bool                `json:"sharingFoldersRequiresOrganizerPermission,omitempty"`
	TeamMembersOnly                           *bool                `json:"teamMembersOnly,omitempty"`
}
