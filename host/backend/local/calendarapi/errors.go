package calendarapi

import (
	"net/http"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// domain is what the service calls itself in some of its errors.
const domain = "calendar"

func notFound() *gapi.Error { return gapi.NotFound("Not Found") }

// required is a value that the method needs and did not get.
func required(format string, args ...any) *gapi.Error {
	e := gapi.Invalid(format, args...)
	e.Reason = "required"
	return e
}

// emptyRange is an end that is not after its start.
func emptyRange(parameter string) *gapi.Error {
	e := gapi.Invalid("The specified time range is empty.")
	e.Reason, e.Domain = "timeRangeEmpty", domain
	if parameter != "" {
		e.Location, e.LocationType = parameter, "parameter"
	}
	return e
}

func gone() *gapi.Error {
	return &gapi.Error{HTTP: http.StatusGone, Status: "FAILED_PRECONDITION", Reason: "deleted", Message: "Resource has been deleted"}
}

func duplicate() *gapi.Error {
	return &gapi.Error{HTTP: http.StatusConflict, Status: "ALREADY_EXISTS", Reason: "duplicate",
		Message: "The requested identifier already exists."}
}

// fullSync says that a client must begin anew.
func fullSync() *gapi.Error {
	return &gapi.Error{HTTP: http.StatusGone, Status: "FAILED_PRECONDITION", Reason: "fullSyncRequired", Domain: domain,
		Message: "Sync token is no longer valid, a full sync is required.", Location: "syncToken", LocationType: "parameter"}
}

func forbidden(reason, format string, args ...any) *gapi.Error {
	e := gapi.Invalid(format, args...)
	e.HTTP, e.Status, e.Reason, e.Domain = http.StatusForbidden, "PERMISSION_DENIED", reason, domain
	return e
}

// oneOf refuses a value that is not in the list; "" passes.
func oneOf(field, value string, allowed ...string) error {
	if value == "" {
		return nil
	}
	for _, a := range allowed {
		if a == value {
			return nil
		}
	}
	return gapi.Invalid("Invalid value at '%s': %s is not one of %v.", field, gapi.Quote(value), allowed)
}
