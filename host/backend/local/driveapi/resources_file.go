package driveapi

// File is a file, a folder or a shortcut.
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

// FileCapabilities says what the user may do with a file.
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

// FileContentHints is what an app tells of content that Drive can't read.
type FileContentHints struct {
	IndexableText string                     `json:"indexableText,omitempty"`
	Thumbnail     *FileContentHintsThumbnail `json:"thumbnail,omitempty"`
}

// FileImageMediaMetadata is what a picture's file says of it.
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

// FileLabelInfo holds the labels that a client asked for.
type FileLabelInfo struct {
	Labels []*Label `json:"labels,omitempty"`
}

// FileLinkShareMetadata says whether the link to a file needs its resource key.
type FileLinkShareMetadata struct {
	SecurityUpdateEligible *bool `json:"securityUpdateEligible,omitempty"`
	SecurityUpdateEnabled  *bool `json:"securityUpdateEnabled,omitempty"`
}

// FileShortcutDetails is what a shortcut leads to.
type FileShortcutDetails struct {
	TargetID          string `json:"targetId,omitempty"`
	TargetMimeType    string `json:"targetMimeType,omitempty"`
	TargetResourceKey string `json:"targetResourceKey,omitempty"`
}

// FileVideoMediaMetadata is what a video's file says of it.
type FileVideoMediaMetadata struct {
	DurationMillis string `json:"durationMillis,omitempty"`
	Height         *int64 `json:"height,omitempty"`
	Width          *int64 `json:"width,omitempty"`
}

// FileContentHintsThumbnail is a small picture that an app made.
type FileContentHintsThumbnail struct {
	Image    string `json:"image,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
}

// FileImageMediaMetadataLocation is where a picture was taken.
type FileImageMediaMetadataLocation struct {
	Altitude  *float64 `json:"altitude,omitempty"`
	Latitude  *float64 `json:"latitude,omitempty"`
	Longitude *float64 `json:"longitude,omitempty"`
}

// FileList is a page of files.
type FileList struct {
	Files            []*File `json:"files"`
	IncompleteSearch *bool   `json:"incompleteSearch,omitempty"`
	Kind             string  `json:"kind,omitempty"`
	NextPageToken    string  `json:"nextPageToken,omitempty"`
}

// ContentRestriction keeps the content of a file as it is.
type ContentRestriction struct {
	OwnerRestricted  *bool  `json:"ownerRestricted,omitempty"`
	ReadOnly         *bool  `json:"readOnly,omitempty"`
	Reason           string `json:"reason,omitempty"`
	RestrictingUser  *User  `json:"restrictingUser,omitempty"`
	RestrictionTime  string `json:"restrictionTime,omitempty"`
	SystemRestricted *bool  `json:"systemRestricted,omitempty"`
	Type             string `json:"type,omitempty"`
}

// ClientEncryptionDetails is how an encrypted file can be read.
type ClientEncryptionDetails struct {
	DecryptionMetadata *DecryptionMetadata `json:"decryptionMetadata,omitempty"`
	EncryptionState    string              `json:"encryptionState,omitempty"`
}

// DecryptionMetadata is the key of an encrypted file, itself encrypted.
type DecryptionMetadata struct {
	Aes256GcmChunkSize        string `json:"aes256GcmChunkSize,omitempty"`
	EncryptionResourceKeyHash string `json:"encryptionResourceKeyHash,omitempty"`
	Jwt                       string `json:"jwt,omitempty"`
	KaclsID                   string `json:"kaclsId,omitempty"`
	KaclsName                 string `json:"kaclsName,omitempty"`
	KeyFormat                 string `json:"keyFormat,omitempty"`
	WrappedKey                string `json:"wrappedKey,omitempty"`
}

// DownloadRestrictionsMetadata says who may not copy, print or download a file.
type DownloadRestrictionsMetadata struct {
	EffectiveDownloadRestrictionWithContext *DownloadRestriction `json:"effectiveDownloadRestrictionWithContext,omitempty"`
	ItemDownloadRestriction                 *DownloadRestriction `json:"itemDownloadRestriction,omitempty"`
}

// DownloadRestriction keeps roles from copying, printing and downloading.
type DownloadRestriction struct {
	RestrictedForReaders *bool `json:"restrictedForReaders,omitempty"`
	RestrictedForWriters *bool `json:"restrictedForWriters,omitempty"`
}

// Label is a label that an administrator defined, as a file has it.
type Label struct {
	Fields     map[string]*LabelField `json:"fields,omitempty"`
	ID         string                 `json:"id,omitempty"`
	Kind       string                 `json:"kind,omitempty"`
	RevisionID string                 `json:"revisionId,omitempty"`
}

// LabelField is a value of a label.
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
