package driveapi

import (
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// wish is the permission that a body asks for.
type wish struct {
	kind, grantee string
	role          role
	discovery     *bool
	expires       *int64
	pending       *bool
}

func readWish(b gapi.Body) (*wish, error) {
	tree, err := b.Tree()
	if err != nil {
		return nil, err
	}
	for name, v := range tree {
		switch name {
		case "kind", "id", "type", "role", "emailAddress", "domain", "allowFileDiscovery", "expirationTime", "pendingOwner":
		case "view", "inheritedPermissionsDisabled":
			if v != nil && v != false {
				return nil, unsupported("views and limited access of permissions")
			}
		default:
			if v != nil {
				return nil, notWritable("The resource body includes fields which are not directly writable.")
			}
		}
	}
	w := &wish{kind: value(text(tree, "type")), discovery: flag(tree, "allowFileDiscovery"), pending: flag(tree, "pendingOwner")}
	if name := text(tree, "role"); name != nil {
		var ok bool
		if w.role, ok = roleOf(*name); !ok {
			return nil, gapi.Invalid("The specified role is invalid or not supported: %s.", gapi.Quote(*name))
		}
	}
	w.grantee = strings.ToLower(value(text(tree, "emailAddress")))
	if w.kind == "domain" {
		w.grantee = strings.ToLower(value(text(tree, "domain")))
	}
	w.expires, err = moment(tree, "permission", "expirationTime")
	return w, err
}

// check checks a new permission by itself.
func (w *wish) check() error {
	switch w.kind {
	case "user", "group":
		if !validAddress(w.grantee) {
			return invalid("invalidSharingRequest", "The specified emailAddress is invalid or not applicable for the given permission type.")
		}
		if w.discovery != nil && *w.discovery {
			return gapi.Invalid("The field allowFileDiscovery is only applicable to permissions of type domain or anyone.")
		}
	case "domain":
		if !validDomain(w.grantee) {
			return invalid("invalidSharingRequest", "The specified domain is invalid or not applicable for the given permission type.")
		}
	case "anyone":
		if w.grantee != "" {
			return invalid("invalidSharingRequest", "The specified emailAddress is invalid or not applicable for the given permission type.")
		}
	default:
		return gapi.Invalid("The permission type field is required, and one of user, group, domain and anyone.")
	}
	if w.role == noRole {
		return gapi.Invalid("The permission role field is required.")
	}
	if w.role > writer && w.kind != "user" && !(w.kind == "group" && w.role < owner) {
		return gapi.Invalid("The specified role is invalid for permissions of type %s.", w.kind)
	}
	return nil
}

// suits checks a role against the kind of drive.
func (w *wish) suits(f *fileRow, have role) error {
	switch shared := f.drive.Valid; {
	case shared && w.role == owner:
		return forbidden("ownerOnTeamDriveItemNotSupported", "Files in shared drives have no owner.")
	case !shared && (w.role == organizer || w.role == fileOrganizer):
		return forbidden("organizerOnNonTeamDriveNotSupported", "The specified role is only for items of shared drives.")
	case shared && w.role == organizer && f.top != topShared:
		return forbidden("organizerOnNonTeamDriveItemNotSupported", "Organizers are only appointed for a whole shared drive.")
	case shared && f.top == topShared && have < organizer:
		return noPermission(f.id)
	case w.pending != nil && *w.pending && (shared || w.kind != "user"):
		return gapi.Invalid("The field pendingOwner is only applicable to users, and not in shared drives.")
	}
	return nil
}

const maxExpiry = 366 * 24 * 3600 * 1000 // milliseconds

func (w *wish) checkExpiry(tx *store.Tx, kind string) error {
	switch {
	case w.expires == nil:
		return nil
	case kind != "user" && kind != "group":
		return gapi.Invalid("Expiration dates can only be set on user and group permissions.")
	case *w.expires <= tx.Now || *w.expires > tx.Now+maxExpiry:
		return gapi.Invalid("The expiration time must be in the future, and not more than a year from now.")
	}
	return nil
}

// identify gives the id of the grantee.
func (w *wish) identify() string {
	switch {
	case w.kind == "anyone" && w.discovery != nil && *w.discovery:
		return "anyone"
	case w.kind == "anyone":
		return "anyoneWithLink"
	case w.kind == "domain" && (w.discovery == nil || !*w.discovery):
		return permissionID("domain", w.grantee) + "k"
	case w.kind == "domain":
		return permissionID("domain", w.grantee)
	}
	return permissionID("user", w.grantee) // people and groups share their addresses
}
