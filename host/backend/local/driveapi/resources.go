package driveapi

// The resources as Discovery has them; a test compares every name with the
// document. Texts and numbers that are empty, and booleans that are nil, are
// left out of an answer. 64-bit numbers are texts, as Google writes them.

// About is the resource of that name.
type About struct {
	AppInstalled        *bool                   `json:"appInstalled,omitempty"`
	CanCreateDrives     *bool                   `json:"canCreateDrives,omitempty"`
	CanCreateTeamDrives *bool                   `json:"canCreateTeamDrives,omitempty"`
	DriveThemes         []*AboutDriveThemes     `json:"driveThemes,omitempty"`
	ExportFormats       map[string][]string     `json:"exportFormats,omitempty"`
	FolderColorPalette  []string                `json:"folderColorPalette,omitempty"`
	ImportFormats       map[string][]string     `json:"importFormats,omitempty"`
	Kind                string                  `json:"kind,omitempty"`
	MaxImportSizes      map[string]string       `json:"maxImportSizes,omitempty"`
	MaxUploadSize       string                  `json:"maxUploadSize,omitempty"`
	StorageQuota        *AboutStorageQuota      `json:"storageQuota,omitempty"`
	TeamDriveThemes     []*AboutTeamDriveThemes `json:"teamDriveThemes,omitempty"`
	User                *User                   `json:"user,omitempty"`
}

// AboutDriveThemes is a part of a resource.
type AboutDriveThemes struct {
	BackgroundImageLink string `json:"backgroundImageLink,omitempty"`
	ColorRGB            string `json:"colorRgb,omitempty"`
	ID                  string `json:"id,omitempty"`
}

// AboutStorageQuota is a part of a resource.
type AboutStorageQuota struct {
	Limit             string `json:"limit,omitempty"`
	Usage             string `json:"usage,omitempty"`
	UsageInDrive      string `json:"usageInDrive,omitempty"`
	UsageInDriveTrash string `json:"usageInDriveTrash,omitempty"`
}

// AboutTeamDriveThemes is a part of a resource.
type AboutTeamDriveThemes struct {
	BackgroundImageLink string `json:"backgroundImageLink,omitempty"`
	ColorRGB            string `json:"colorRgb,omitempty"`
	ID                  string `json:"id,omitempty"`
}

// User is the resource of that name.
type User struct {
	DisplayName  string `json:"displayName,omitempty"`
	EmailAddress string `json:"emailAddress,omitempty"`
	Kind         string `json:"kind,omitempty"`
	Me           *bool  `json:"me,omitempty"`
	PermissionID string `json:"permissionId,omitempty"`
	PhotoLink    string `json:"photoLink,omitempty"`
}

// File is the resource of that name.
type File struct {
	AppProperties                map[string]string             `json:"appProperties,omitempty"`
	Capabilities                 *FileCapabilities             `json:"capabilities,omitempty"`
	ClientEncryptionDetails      *ClientEncryptionDetails      `json:"clientEncryptionDetails,omitempty"`
	ContentHints                 *FileContentHints             `json:"contentHints,omitempty"`
	ContentRestrictions          []*ContentRestriction         `json:"contentRestrictions,omitempty"`
	CopyRequiresWriterPermission *bool                         `json:"copyRequiresWriterPermission,omitempty"`
	CreatedTime                  string                        `json:"createdTime,omitempty"`
	Description                  string                        `json:"description,omitempty"`
	DownloadRestrictions         *DownloadRestrictionsMetadata `json:"downloadRestrictions,omitempty"`
	DriveID                      string                        `json:"driveId,omitempty"`
	ExplicitlyTrashed            *bool                         `json:"explicitlyTrashed,omitempty"`
	ExportLinks                  map[string]string             `json:"exportLinks,omitempty"`
	FileExtension                string                        `json:"fileExtension,omitempty"`
	FolderColorRGB               string                        `json:"folderColorRgb,omitempty"`
	FullFileExtension            string                        `json:"fullFileExtension,omitempty"`
	HasAugmentedPermissions      *bool                         `json:"hasAugmentedPermissions,omitempty"`
	HasThumbnail                 *bool                         `json:"hasThumbnail,omitempty"`
	HeadRevisionID               string                        `json:"headRevisionId,omitempty"`
	IconLink                     string                        `json:"iconLink,omitempty"`
	ID                           string                        `json:"id,omitempty"`
	ImageMediaMetadata           *FileImageMediaMetadata       `json:"imageMediaMetadata,omitempty"`
	InheritedPermissionsDisabled *bool                         `json:"inheritedPermissionsDisabled,omitempty"`
	IsAppAuthorized              *bool                         `json:"isAppAuthorized,omitempty"`
	Kind                         string                        `json:"kind,omitempty"`
	LabelInfo                    *FileLabelInfo                `json:"labelInfo,omitempty"`
	LastModifyingUser            *User                         `json:"lastModifyingUser,omitempty"`
	LinkShareMetadata            *FileLinkShareMetadata        `json:"linkShareMetadata,omitempty"`
	MD5Checksum                  string                        `json:"md5Checksum,omitempty"`
	MimeType                     string                        `json:"mimeType,omitempty"`
	ModifiedByMe                 *bool                         `json:"modifiedByMe,omitempty"`
	ModifiedByMeTime             string                        `json:"modifiedByMeTime,omitempty"`
	ModifiedTime                 string                        `json:"modifiedTime,omitempty"`
	Name                         string                        `json:"name,omitempty"`
	OriginalFilename             string                        `json:"originalFilename,omitempty"`
	OwnedByMe                    *bool                         `json:"ownedByMe,omitempty"`
	Owners                       []*User                       `json:"owners,omitempty"`
	Parents                      []string                      `json:"parents,omitempty"`
	PermissionIDs                []string                      `json:"permissionIds,omitempty"`
	Permissions                  []*Permission                 `json:"permissions,omitempty"`
	Properties                   map[string]string             `json:"properties,omitempty"`
	QuotaBytesUsed               string                        `json:"quotaBytesUsed,omitempty"`
	ResourceKey                  string                        `json:"resourceKey,omitempty"`
	SHA1Checksum                 string                        `json:"sha1Checksum,omitempty"`
	SHA256Checksum               string                        `json:"sha256Checksum,omitempty"`
	Shared                       *bool                         `json:"shared,omitempty"`
	SharedWithMeTime             string                        `json:"sharedWithMeTime,omitempty"`
	SharingUser                  *User                         `json:"sharingUser,omitempty"`
	ShortcutDetails              *FileShortcutDetails          `json:"shortcutDetails,omitempty"`
	Size                         string                        `json:"size,omitempty"`
	Spaces                       []string                      `json:"spaces,omitempty"`
	Starred                      *bool                         `json:"starred,omitempty"`
	TeamDriveID                  string                        `json:"teamDriveId,omitempty"`
	ThumbnailLink                string                        `json:"thumbnailLink,omitempty"`
	ThumbnailVersion             string                        `json:"thumbnailVersion,omitempty"`
	Trashed                      *bool                         `json:"trashed,omitempty"`
	TrashedTime                  string                        `json:"trashedTime,omitempty"`
	TrashingUser                 *User                         `json:"trashingUser,omitempty"`
	Version                      string                        `json:"version,omitempty"`
	VideoMediaMetadata           *FileVideoMediaMetadata       `json:"videoMediaMetadata,omitempty"`
	ViewedByMe                   *bool                         `json:"viewedByMe,omitempty"`
	ViewedByMeTime               string                        `json:"viewedByMeTime,omitempty"`
	ViewersCanCopyContent        *bool                         `json:"viewersCanCopyContent,omitempty"`
	WebContentLink               string                        `json:"webContentLink,omitempty"`
	WebViewLink                  string                        `json:"webViewLink,omitempty"`
	WritersCanShare              *bool                         `json:"writersCanShare,omitempty"`
}

// FileCapabilities is a part of a resource.
type FileCapabilities struct {
	CanAcceptOwnership                    *bool `json:"canAcceptOwnership,omitempty"`
	CanAccessViaGenAi                     *bool `json:"canAccessViaGenAi,omitempty"`
	CanAddChildren                        *bool `json:"canAddChildren,omitempty"`
	CanAddFolderFromAnotherDrive          *bool `json:"canAddFolderFromAnotherDrive,omitempty"`
	CanAddMyDriveParent                   *bool `json:"canAddMyDriveParent,omitempty"`
	CanChangeCopyRequiresWriterPermission *bool `json:"canChangeCopyRequiresWriterPermission,omitempty"`
	CanChangeItemDownloadRestriction      *bool `json:"canChangeItemDownloadRestriction,omitempty"`
	CanChangeSecurityUpdateEnabled        *bool `json:"canChangeSecurityUpdateEnabled,omitempty"`
	CanChangeViewersCanCopyContent        *bool `json:"canChangeViewersCanCopyContent,omitempty"`
	CanComment                            *bool `json:"canComment,omitempty"`
	CanCopy                               *bool `json:"canCopy,omitempty"`
	CanDelete                             *bool `json:"canDelete,omitempty"`
	CanDeleteChildren                     *bool `json:"canDeleteChildren,omitempty"`
	CanDisableInheritedPermissions        *bool `json:"canDisableInheritedPermissions,omitempty"`
	CanDownload                           *bool `json:"canDownload,omitempty"`
	CanEdit                               *bool `json:"canEdit,omitempty"`
	CanEnableInheritedPermissions         *bool `json:"canEnableInheritedPermissions,omitempty"`
	CanListChildren                       *bool `json:"canListChildren,omitempty"`
	CanModifyContent                      *bool `json:"canModifyContent,omitempty"`
	CanModifyContentRestriction           *bool `json:"canModifyContentRestriction,omitempty"`
	CanModifyEditorContentRestriction     *bool `json:"canModifyEditorContentRestriction,omitempty"`
	CanModifyLabels                       *bool `json:"canModifyLabels,omitempty"`
	CanModifyOwnerContentRestriction      *bool `json:"canModifyOwnerContentRestriction,omitempty"`
	CanMoveChildrenOutOfDrive             *bool `json:"canMoveChildrenOutOfDrive,omitempty"`
	CanMoveChildrenOutOfTeamDrive         *bool `json:"canMoveChildrenOutOfTeamDrive,omitempty"`
	CanMoveChildrenWithinDrive            *bool `json:"canMoveChildrenWithinDrive,omitempty"`
	CanMoveChildrenWithinTeamDrive        *bool `json:"canMoveChildrenWithinTeamDrive,omitempty"`
	CanMoveItemIntoTeamDrive              *bool `json:"canMoveItemIntoTeamDrive,omitempty"`
	CanMoveItemOutOfDrive                 *bool `json:"canMoveItemOutOfDrive,omitempty"`
	CanMoveItemOutOfTeamDrive             *bool `json:"canMoveItemOutOfTeamDrive,omitempty"`
	CanMoveItemWithinDrive                *bool `json:"canMoveItemWithinDrive,omitempty"`
	CanMoveItemWithinTeamDrive            *bool `json:"canMoveItemWithinTeamDrive,omitempty"`
	CanMoveTeamDriveItem                  *bool `json:"canMoveTeamDriveItem,omitempty"`
	CanReadDrive                          *bool `json:"canReadDrive,omitempty"`
	CanReadLabels                         *bool `json:"canReadLabels,omitempty"`
	CanReadRevisions                      *bool `json:"canReadRevisions,omitempty"`
	CanReadTeamDrive                      *bool `json:"canReadTeamDrive,omitempty"`
	CanRemoveChildren                     *bool `json:"canRemoveChildren,omitempty"`
	CanRemoveContentRestriction           *bool `json:"canRemoveContentRestriction,omitempty"`
	CanRemoveMyDriveParent                *bool `json:"canRemoveMyDriveParent,omitempty"`
	CanRename                             *bool `json:"canRename,omitempty"`
	CanShare                              *bool `json:"canShare,omitempty"`
	CanStartApproval                      *bool `json:"canStartApproval,omitempty"`
	CanTrash                              *bool `json:"canTrash,omitempty"`
	CanTrashChildren                      *bool `json:"canTrashChildren,omitempty"`
	CanUntrash                            *bool `json:"canUntrash,omitempty"`
}

// FileContentHints is a part of a resource.
type FileContentHints struct {
	IndexableText string                     `json:"indexableText,omitempty"`
	Thumbnail     *FileContentHintsThumbnail `json:"thumbnail,omitempty"`
}

// FileImageMediaMetadata is a part of a resource.
type FileImageMediaMetadata struct {
	Aperture         *float64                        `json:"aperture,omitempty"`
	CameraMake       string                          `json:"cameraMake,omitempty"`
	CameraModel      string                          `json:"cameraModel,omitempty"`
	ColorSpace       string                          `json:"colorSpace,omitempty"`
	ExposureBias     *float64                        `json:"exposureBias,omitempty"`
	ExposureMode     string                          `json:"exposureMode,omitempty"`
	ExposureTime     *float64                        `json:"exposureTime,omitempty"`
	FlashUsed        *bool                           `json:"flashUsed,omitempty"`
	FocalLength      *float64                        `json:"focalLength,omitempty"`
	Height           *int64                          `json:"height,omitempty"`
	ISOSpeed         *int64                          `json:"isoSpeed,omitempty"`
	Lens             string                          `json:"lens,omitempty"`
	Location         *FileImageMediaMetadataLocation `json:"location,omitempty"`
	MaxApertureValue *float64                        `json:"maxApertureValue,omitempty"`
	MeteringMode     string                          `json:"meteringMode,omitempty"`
	Rotation         *int64                          `json:"rotation,omitempty"`
	Sensor           string                          `json:"sensor,omitempty"`
	SubjectDistance  *int64                          `json:"subjectDistance,omitempty"`
	Time             string                          `json:"time,omitempty"`
	WhiteBalance     string                          `json:"whiteBalance,omitempty"`
	Width            *int64                          `json:"width,omitempty"`
}

// FileLabelInfo is a part of a resource.
type FileLabelInfo struct {
	Labels []*Label `json:"labels,omitempty"`
}

// FileLinkShareMetadata is a part of a resource.
type FileLinkShareMetadata struct {
	SecurityUpdateEligible *bool `json:"securityUpdateEligible,omitempty"`
	SecurityUpdateEnabled  *bool `json:"securityUpdateEnabled,omitempty"`
}

// FileShortcutDetails is a part of a resource.
type FileShortcutDetails struct {
	TargetID          string `json:"targetId,omitempty"`
	TargetMimeType    string `json:"targetMimeType,omitempty"`
	TargetResourceKey string `json:"targetResourceKey,omitempty"`
}

// FileVideoMediaMetadata is a part of a resource.
type FileVideoMediaMetadata struct {
	DurationMillis string `json:"durationMillis,omitempty"`
	Height         *int64 `json:"height,omitempty"`
	Width          *int64 `json:"width,omitempty"`
}

// FileContentHintsThumbnail is a part of a resource.
type FileContentHintsThumbnail struct {
	Image    string `json:"image,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
}

// FileImageMediaMetadataLocation is a part of a resource.
type FileImageMediaMetadataLocation struct {
	Altitude  *float64 `json:"altitude,omitempty"`
	Latitude  *float64 `json:"latitude,omitempty"`
	Longitude *float64 `json:"longitude,omitempty"`
}

// FileList is the resource of that name.
type FileList struct {
	Files            []*File `json:"files"`
	IncompleteSearch *bool   `json:"incompleteSearch,omitempty"`
	Kind             string  `json:"kind,omitempty"`
	NextPageToken    string  `json:"nextPageToken,omitempty"`
}

// ContentRestriction is the resource of that name.
type ContentRestriction struct {
	OwnerRestricted  *bool  `json:"ownerRestricted,omitempty"`
	ReadOnly         *bool  `json:"readOnly,omitempty"`
	Reason           string `json:"reason,omitempty"`
	RestrictingUser  *User  `json:"restrictingUser,omitempty"`
	RestrictionTime  string `json:"restrictionTime,omitempty"`
	SystemRestricted *bool  `json:"systemRestricted,omitempty"`
	Type             string `json:"type,omitempty"`
}

// ClientEncryptionDetails is the resource of that name.
type ClientEncryptionDetails struct {
	DecryptionMetadata *DecryptionMetadata `json:"decryptionMetadata,omitempty"`
	EncryptionState    string              `json:"encryptionState,omitempty"`
}

// DecryptionMetadata is the resource of that name.
type DecryptionMetadata struct {
	Aes256GcmChunkSize        string `json:"aes256GcmChunkSize,omitempty"`
	EncryptionResourceKeyHash string `json:"encryptionResourceKeyHash,omitempty"`
	Jwt                       string `json:"jwt,omitempty"`
	KaclsID                   string `json:"kaclsId,omitempty"`
	KaclsName                 string `json:"kaclsName,omitempty"`
	KeyFormat                 string `json:"keyFormat,omitempty"`
	WrappedKey                string `json:"wrappedKey,omitempty"`
}

// DownloadRestrictionsMetadata is the resource of that name.
type DownloadRestrictionsMetadata struct {
	EffectiveDownloadRestrictionWithContext *DownloadRestriction `json:"effectiveDownloadRestrictionWithContext,omitempty"`
	ItemDownloadRestriction                 *DownloadRestriction `json:"itemDownloadRestriction,omitempty"`
}

// DownloadRestriction is the resource of that name.
type DownloadRestriction struct {
	RestrictedForReaders *bool `json:"restrictedForReaders,omitempty"`
	RestrictedForWriters *bool `json:"restrictedForWriters,omitempty"`
}

// Label is the resource of that name.
type Label struct {
	Fields     map[string]*LabelField `json:"fields,omitempty"`
	ID         string                 `json:"id,omitempty"`
	Kind       string                 `json:"kind,omitempty"`
	RevisionID string                 `json:"revisionId,omitempty"`
}

// LabelField is the resource of that name.
type LabelField struct {
	DateString []string `json:"dateString,omitempty"`
	ID         string   `json:"id,omitempty"`
	Integer    []string `json:"integer,omitempty"`
	Kind       string   `json:"kind,omitempty"`
	Selection  []string `json:"selection,omitempty"`
	Text       []string `json:"text,omitempty"`
	User       []*User  `json:"user,omitempty"`
	ValueType  string   `json:"valueType,omitempty"`
}

// GeneratedIds is the resource of that name.
type GeneratedIds struct {
	IDs   []string `json:"ids"`
	Kind  string   `json:"kind,omitempty"`
	Space string   `json:"space,omitempty"`
}

// Permission is the resource of that name.
type Permission struct {
	AllowFileDiscovery           *bool                                   `json:"allowFileDiscovery,omitempty"`
	Deleted                      *bool                                   `json:"deleted,omitempty"`
	DisplayName                  string                                  `json:"displayName,omitempty"`
	Domain                       string                                  `json:"domain,omitempty"`
	EmailAddress                 string                                  `json:"emailAddress,omitempty"`
	ExpirationTime               string                                  `json:"expirationTime,omitempty"`
	ID                           string                                  `json:"id,omitempty"`
	InheritedPermissionsDisabled *bool                                   `json:"inheritedPermissionsDisabled,omitempty"`
	Kind                         string                                  `json:"kind,omitempty"`
	PendingOwner                 *bool                                   `json:"pendingOwner,omitempty"`
	PermissionDetails            []*PermissionPermissionDetails          `json:"permissionDetails,omitempty"`
	PhotoLink                    string                                  `json:"photoLink,omitempty"`
	Role                         string                                  `json:"role,omitempty"`
	TeamDrivePermissionDetails   []*PermissionTeamDrivePermissionDetails `json:"teamDrivePermissionDetails,omitempty"`
	Type                         string                                  `json:"type,omitempty"`
	View                         string                                  `json:"view,omitempty"`
}

// PermissionPermissionDetails is a part of a resource.
type PermissionPermissionDetails struct {
	Inherited      *bool  `json:"inherited,omitempty"`
	InheritedFrom  string `json:"inheritedFrom,omitempty"`
	PermissionType string `json:"permissionType,omitempty"`
	Role           string `json:"role,omitempty"`
}

// PermissionTeamDrivePermissionDetails is a part of a resource.
type PermissionTeamDrivePermissionDetails struct {
	Inherited               *bool  `json:"inherited,omitempty"`
	InheritedFrom           string `json:"inheritedFrom,omitempty"`
	Role                    string `json:"role,omitempty"`
	TeamDrivePermissionType string `json:"teamDrivePermissionType,omitempty"`
}

// PermissionList is the resource of that name.
type PermissionList struct {
	Kind          string        `json:"kind,omitempty"`
	NextPageToken string        `json:"nextPageToken,omitempty"`
	Permissions   []*Permission `json:"permissions"`
}

// Comment is the resource of that name.
type Comment struct {
	Anchor                  string                    `json:"anchor,omitempty"`
	AssigneeEmailAddress    string                    `json:"assigneeEmailAddress,omitempty"`
	Author                  *User                     `json:"author,omitempty"`
	Content                 string                    `json:"content,omitempty"`
	CreatedTime             string                    `json:"createdTime,omitempty"`
	Deleted                 *bool                     `json:"deleted,omitempty"`
	HTMLContent             string                    `json:"htmlContent,omitempty"`
	ID                      string                    `json:"id,omitempty"`
	Kind                    string                    `json:"kind,omitempty"`
	MentionedEmailAddresses []string                  `json:"mentionedEmailAddresses,omitempty"`
	ModifiedTime            string                    `json:"modifiedTime,omitempty"`
	QuotedFileContent       *CommentQuotedFileContent `json:"quotedFileContent,omitempty"`
	Replies                 []*Reply                  `json:"replies"`
	Resolved                *bool                     `json:"resolved,omitempty"`
}

// CommentQuotedFileContent is a part of a resource.
type CommentQuotedFileContent struct {
	MimeType string `json:"mimeType,omitempty"`
	Value    string `json:"value,omitempty"`
}

// CommentList is the resource of that name.
type CommentList struct {
	Comments      []*Comment `json:"comments"`
	Kind          string     `json:"kind,omitempty"`
	NextPageToken string     `json:"nextPageToken,omitempty"`
}

// Reply is the resource of that name.
type Reply struct {
	Action                  string   `json:"action,omitempty"`
	AssigneeEmailAddress    string   `json:"assigneeEmailAddress,omitempty"`
	Author                  *User    `json:"author,omitempty"`
	Content                 string   `json:"content,omitempty"`
	CreatedTime             string   `json:"createdTime,omitempty"`
	Deleted                 *bool    `json:"deleted,omitempty"`
	HTMLContent             string   `json:"htmlContent,omitempty"`
	ID                      string   `json:"id,omitempty"`
	Kind                    string   `json:"kind,omitempty"`
	MentionedEmailAddresses []string `json:"mentionedEmailAddresses,omitempty"`
	ModifiedTime            string   `json:"modifiedTime,omitempty"`
}

// ReplyList is the resource of that name.
type ReplyList struct {
	Kind          string   `json:"kind,omitempty"`
	NextPageToken string   `json:"nextPageToken,omitempty"`
	Replies       []*Reply `json:"replies"`
}

// Revision is the resource of that name.
type Revision struct {
	ExportLinks            map[string]string `json:"exportLinks,omitempty"`
	ID                     string            `json:"id,omitempty"`
	KeepForever            *bool             `json:"keepForever,omitempty"`
	Kind                   string            `json:"kind,omitempty"`
	LastModifyingUser      *User             `json:"lastModifyingUser,omitempty"`
	MD5Checksum            string            `json:"md5Checksum,omitempty"`
	MimeType               string            `json:"mimeType,omitempty"`
	ModifiedTime           string            `json:"modifiedTime,omitempty"`
	OriginalFilename       string            `json:"originalFilename,omitempty"`
	PublishAuto            *bool             `json:"publishAuto,omitempty"`
	Published              *bool             `json:"published,omitempty"`
	PublishedLink          string            `json:"publishedLink,omitempty"`
	PublishedOutsideDomain *bool             `json:"publishedOutsideDomain,omitempty"`
	Size                   string            `json:"size,omitempty"`
}

// RevisionList is the resource of that name.
type RevisionList struct {
	Kind          string      `json:"kind,omitempty"`
	NextPageToken string      `json:"nextPageToken,omitempty"`
	Revisions     []*Revision `json:"revisions"`
}

// StartPageToken is the resource of that name.
type StartPageToken struct {
	Kind           string `json:"kind,omitempty"`
	StartPageToken string `json:"startPageToken,omitempty"`
}

// Change is the resource of that name.
type Change struct {
	ChangeType  string     `json:"changeType,omitempty"`
	Drive       *Drive     `json:"drive,omitempty"`
	DriveID     string     `json:"driveId,omitempty"`
	File        *File      `json:"file,omitempty"`
	FileID      string     `json:"fileId,omitempty"`
	Kind        string     `json:"kind,omitempty"`
	Removed     *bool      `json:"removed,omitempty"`
	TeamDrive   *TeamDrive `json:"teamDrive,omitempty"`
	TeamDriveID string     `json:"teamDriveId,omitempty"`
	Time        string     `json:"time,omitempty"`
	Type        string     `json:"type,omitempty"`
}

// ChangeList is the resource of that name.
type ChangeList struct {
	Changes           []*Change `json:"changes"`
	Kind              string    `json:"kind,omitempty"`
	NewStartPageToken string    `json:"newStartPageToken,omitempty"`
	NextPageToken     string    `json:"nextPageToken,omitempty"`
}

// Drive is the resource of that name.
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

// DriveBackgroundImageFile is a part of a resource.
type DriveBackgroundImageFile struct {
	ID          string   `json:"id,omitempty"`
	Width       *float64 `json:"width,omitempty"`
	XCoordinate *float64 `json:"xCoordinate,omitempty"`
	YCoordinate *float64 `json:"yCoordinate,omitempty"`
}

// DriveCapabilities is a part of a resource.
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

// DriveRestrictions is a part of a resource.
type DriveRestrictions struct {
	AdminManagedRestrictions                  *bool                `json:"adminManagedRestrictions,omitempty"`
	CopyRequiresWriterPermission              *bool                `json:"copyRequiresWriterPermission,omitempty"`
	DomainUsersOnly                           *bool                `json:"domainUsersOnly,omitempty"`
	DownloadRestriction                       *DownloadRestriction `json:"downloadRestriction,omitempty"`
	DriveMembersOnly                          *bool                `json:"driveMembersOnly,omitempty"`
	SharingFoldersRequiresOrganizerPermission *bool                `json:"sharingFoldersRequiresOrganizerPermission,omitempty"`
}

// DriveList is the resource of that name.
type DriveList struct {
	Drives        []*Drive `json:"drives"`
	Kind          string   `json:"kind,omitempty"`
	NextPageToken string   `json:"nextPageToken,omitempty"`
}

// TeamDrive is the resource of that name.
type TeamDrive struct {
	BackgroundImageFile *TeamDriveBackgroundImageFile `json:"backgroundImageFile,omitempty"`
	BackgroundImageLink string                        `json:"backgroundImageLink,omitempty"`
	Capabilities        *TeamDriveCapabilities        `json:"capabilities,omitempty"`
	ColorRGB            string                        `json:"colorRgb,omitempty"`
	CreatedTime         string                        `json:"createdTime,omitempty"`
	ID                  string                        `json:"id,omitempty"`
	Kind                string                        `json:"kind,omitempty"`
	Name                string                        `json:"name,omitempty"`
	OrgUnitID           string                        `json:"orgUnitId,omitempty"`
	Restrictions        *TeamDriveRestrictions        `json:"restrictions,omitempty"`
	ThemeID             string                        `json:"themeId,omitempty"`
}

// TeamDriveBackgroundImageFile is a part of a resource.
type TeamDriveBackgroundImageFile struct {
	ID          string   `json:"id,omitempty"`
	Width       *float64 `json:"width,omitempty"`
	XCoordinate *float64 `json:"xCoordinate,omitempty"`
	YCoordinate *float64 `json:"yCoordinate,omitempty"`
}

// TeamDriveCapabilities is a part of a resource.
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

// TeamDriveRestrictions is a part of a resource.
type TeamDriveRestrictions struct {
	AdminManagedRestrictions                  *bool                `json:"adminManagedRestrictions,omitempty"`
	CopyRequiresWriterPermission              *bool                `json:"copyRequiresWriterPermission,omitempty"`
	DomainUsersOnly                           *bool                `json:"domainUsersOnly,omitempty"`
	DownloadRestriction                       *DownloadRestriction `json:"downloadRestriction,omitempty"`
	SharingFoldersRequiresOrganizerPermission *bool                `json:"sharingFoldersRequiresOrganizerPermission,omitempty"`
	TeamMembersOnly                           *bool                `json:"teamMembersOnly,omitempty"`
}
