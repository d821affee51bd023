package driveapi

// The resources as Discovery has them; a test compares every name with the
// document. Texts and numbers that are empty, and booleans that are nil, are
// left out of an answer. 64-bit numbers are texts, as Google writes them.

// About is what there is to know of the account and of what Drive takes.
type About struct {
	AppInstalled        *bool               `json:"appInstalled,omitempty"`
	CanCreateDrives     *bool               `json:"canCreateDrives,omitempty"`
	CanCreateTeamDrives *bool               `json:"canCreateTeamDrives,omitempty"`
	DriveThemes         []*AboutDriveThemes `json:"driveThemes,omitempty"`
	ExportFormats       map[string][]string `json:"exportFormats,omitempty"`
	FolderColorPalette  []string            `json:"folderColorPalette,omitempty"`
	ImportFormats       map[string][]string `json:"importFormats,omitempty"`
	Kind                string              `json:"kind,omitempty"`
	MaxImportSizes      map[string]string   `json:"maxImportSizes,omitempty"`
	MaxUploadSize       string              `json:"maxUploadSize,omitempty"`
	StorageQuota        *AboutStorageQuota  `json:"storageQuota,omitempty"`
	TeamDriveThemes     []*AboutDriveThemes `json:"teamDriveThemes,omitempty"`
	User                *User               `json:"user,omitempty"`
}

// AboutDriveThemes is a look that a shared drive can have; the old name for shared drives is team drives.
type AboutDriveThemes struct {
	BackgroundImageLink string `json:"backgroundImageLink,omitempty"`
	ColorRGB            string `json:"colorRgb,omitempty"`
	ID                  string `json:"id,omitempty"`
}

// AboutStorageQuota is the account's storage, in bytes.
type AboutStorageQuota struct {
	Limit             string `json:"limit,omitempty"`
	Usage             string `json:"usage,omitempty"`
	UsageInDrive      string `json:"usageInDrive,omitempty"`
	UsageInDriveTrash string `json:"usageInDriveTrash,omitempty"`
}

// User is a person as others see them.
type User struct {
	DisplayName  string `json:"displayName,omitempty"`
	EmailAddress string `json:"emailAddress,omitempty"`
	Kind         string `json:"kind,omitempty"`
	Me           *bool  `json:"me,omitempty"`
	PermissionID string `json:"permissionId,omitempty"`
	PhotoLink    string `json:"photoLink,omitempty"`
}

// GeneratedIds are ids that new files can be given.
type GeneratedIds struct {
	IDs   []string `json:"ids"`
	Kind  string   `json:"kind,omitempty"`
	Space string   `json:"space,omitempty"`
}

// StartPageToken is the place from where on changes are listed.
type StartPageToken struct {
	Kind           string `json:"kind,omitempty"`
	StartPageToken string `json:"startPageToken,omitempty"`
}

// Change says that a file or a shared drive changed or is gone.
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

// ChangeList is a page of changes.
type ChangeList struct {
	Changes           []*Change `json:"changes"`
	Kind              string    `json:"kind,omitempty"`
	NewStartPageToken string    `json:"newStartPageToken,omitempty"`
	NextPageToken     string    `json:"nextPageToken,omitempty"`
}
