package driveapi

import (
	"net/http"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// named shows an id as Google does, and anything that is no id in quotes.
func named(id string) string {
	if id != "" && len(id) <= 128 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == "" {
		return id
	}
	return gapi.Quote(id)
}

func fileNotFound(id string) *gapi.Error { return missing("fileId", "File not found: %s.", id) }

func missing(parameter, format, id string) *gapi.Error {
	e := gapi.NotFound(format, named(id))
	e.Location, e.LocationType = parameter, "parameter"
	return e
}

// forbidden is a request that the rules or the user's role don't allow (403).
func forbidden(reason, message string) *gapi.Error {
	return &gapi.Error{HTTP: http.StatusForbidden, Status: "PERMISSION_DENIED", Reason: reason, Message: message}
}

func noPermission(id string) *gapi.Error {
	return forbidden("insufficientFilePermissions", "The user does not have sufficient permissions for file "+named(id)+".")
}

func notWritable(message string) *gapi.Error { return forbidden("fieldNotWritable", message) }

// unsupported is a part of Drive that this workspace has not.
func unsupported(what string) *gapi.Error {
	return forbidden("notSupported", "The embedded workspace has no "+what+".")
}

func conflict(reason, message string) *gapi.Error {
	return &gapi.Error{HTTP: http.StatusConflict, Status: "ALREADY_EXISTS", Reason: reason, Message: message}
}

func invalid(reason, message string) *gapi.Error {
	e := gapi.Invalid("%s", message)
	e.Reason = reason
	return e
}
