package gmailapi

import (
	"net/http"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

func notFound() error { return gapi.NotFound("Requested entity was not found.") }

// invalid is an argument that the method refuses, with the reason that Gmail
// gives.
func invalid(format string, args ...any) *gapi.Error {
	e := gapi.Invalid(format, args...)
	e.Reason = "invalidArgument"
	return e
}

func invalidID() error { return invalid("Invalid id value") }

func invalidLabel(id string) error { return invalid("Invalid label: %s", gapi.Quote(id)) }

func conflict(format string, args ...any) error {
	e := gapi.Invalid(format, args...)
	e.HTTP, e.Status, e.Reason = http.StatusConflict, "ABORTED", "aborted"
	return e
}

func precondition(format string, args ...any) error {
	e := gapi.Invalid(format, args...)
	e.Status, e.Reason = "FAILED_PRECONDITION", "failedPrecondition"
	return e
}

func delegationDenied(owner string) error {
	return &gapi.Error{HTTP: http.StatusForbidden, Status: "PERMISSION_DENIED", Reason: "forbidden",
		Message: "Delegation denied for " + owner + ": userId must be me or that address."}
}
