package driveapi

// Permission is the role that somebody has on a file.
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

// PermissionPermissionDetails says where a permission in a shared drive comes from.
type PermissionPermissionDetails struct {
	Inherited      *bool  `json:"inherited,omitempty"`
	InheritedFrom  string `json:"inheritedFrom,omitempty"`
	PermissionType string `json:"permissionType,omitempty"`
	Role           string `json:"role,omitempty"`
}

// PermissionTeamDrivePermissionDetails is PermissionPermissionDetails under the old name.
type PermissionTeamDrivePermissionDetails struct {
	Inherited               *bool  `json:"inherited,omitempty"`
	InheritedFrom           string `json:"inheritedFrom,omitempty"`
	Role                    string `json:"role,omitempty"`
	TeamDrivePermissionType string `json:"teamDrivePermissionType,omitempty"`
}

// PermissionList is a page of permissions.
type PermissionList struct {
	Kind          string        `json:"kind,omitempty"`
	NextPageToken string        `json:"nextPageToken,omitempty"`
	Permissions   []*Permission `json:"permissions"`
}
