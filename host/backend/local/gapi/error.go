package gapi

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// Error is a failure as the client sees it.
type Error struct {
	// HTTP is the status code.
	HTTP int
	// Status is Google's canonical name of the kind, such as NOT_FOUND.
	Status string
	// Reason is the older, finer name, such as notFound.
	Reason string
	// Message is for a person.
	Message string
	// Location names the parameter or header at fault; may be empty.
	Location, LocationType string

	// Domain is where the reason is from, such as calendar; "" means global.
	Domain string

	allow string // the Allow header of a 405
}

func (e *Error) Error() string { return e.Message }

// Invalid is an argument that the method refuses (400).
func Invalid(format string, args ...any) *Error {
	return &Error{HTTP: http.StatusBadRequest, Status: "INVALID_ARGUMENT", Reason: "invalid", Message: fmt.Sprintf(format, args...)}
}

// Limit is a write that would go over a limit of the account (400, so that
// no client repeats it by itself).
func Limit(format string, args ...any) *Error {
	return &Error{HTTP: http.StatusBadRequest, Status: "FAILED_PRECONDITION", Reason: "limitExceeded", Message: fmt.Sprintf(format, args...)}
}

// NotFound is a thing that does not exist (404).
func NotFound(format string, args ...any) *Error {
	return &Error{HTTP: http.StatusNotFound, Status: "NOT_FOUND", Reason: "notFound", Message: fmt.Sprintf(format, args...)}
}

func parseError(format string, args ...any) *Error {
	e := Invalid("Invalid JSON payload received. "+format, args...)
	e.Reason = "parseError"
	return e
}

func badParameter(name, format string, args ...any) *Error {
	e := Invalid(format, args...)
	e.Reason, e.Location, e.LocationType = "invalidParameter", name, "parameter"
	return e
}

// InvalidParameter is a query parameter whose value the method refuses (400).
func InvalidParameter(name, format string, args ...any) *Error {
	return badParameter(name, format, args...)
}

// Internal is a failure of the workspace itself (500).
func Internal(message string) *Error {
	return &Error{HTTP: http.StatusInternalServerError, Status: "INTERNAL", Reason: "backendError", Message: message}
}

// Unavailable is a failure that may pass by itself (503).
func Unavailable(message string) *Error {
	return &Error{HTTP: http.StatusServiceUnavailable, Status: "UNAVAILABLE", Reason: "backendError", Message: message}
}

func preconditionFailed() *Error {
	return &Error{HTTP: http.StatusPreconditionFailed, Status: "FAILED_PRECONDITION", Reason: "conditionNotMet",
		Message: "Precondition Failed", Location: "If-Match", LocationType: "header"}
}

func methodNotAllowed(method, allow string) *Error {
	return &Error{allow: allow, HTTP: http.StatusMethodNotAllowed, Status: "UNIMPLEMENTED", Reason: "httpMethodNotAllowed",
		Message: fmt.Sprintf("The HTTP method %s is not allowed for this resource.", Quote(method))}
}

func tooLarge(limit int64) *Error {
	return &Error{HTTP: http.StatusRequestEntityTooLarge, Status: "INVALID_ARGUMENT", Reason: "uploadTooLarge",
		Message: fmt.Sprintf("Request payload size exceeds the limit: %d bytes.", limit)}
}

// body is the error's JSON form.
func (e *Error) body() any {
	item := map[string]any{"message": e.Message, "domain": "global", "reason": e.Reason}
	if e.Domain != "" {
		item["domain"] = e.Domain
	}
	if e.Location != "" {
		item["location"], item["locationType"] = e.Location, e.LocationType
	}
	return map[string]any{"error": map[string]any{
		"code": e.HTTP, "message": e.Message, "status": e.Status, "errors": []any{item},
	}}
}

// maxQuoted is how many characters of the client's own text a message shows.
const maxQuoted = 64

// Quote shows a client's text in a message: cut, and with every control,
// invisible and malformed character escaped.
func Quote(s string) string {
	if utf8.RuneCountInString(s) > maxQuoted {
		s = strings.ToValidUTF8(string([]rune(s)[:maxQuoted]), "\uFFFD") + "..."
	}
	return fmt.Sprintf("%q", s)
}
