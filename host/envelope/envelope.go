// Package envelope is the answer of a backend: one shape for Apps Script
// proxies, REST services and the local workspace. It checks what a proxy
// sends (Parse) and holds no transport.
package envelope

// Response is a checked answer. Numbers in Data and Results are json.Number,
// so no digit is lost.
type Response struct {
	Success bool
	// Data is the result of a success; it may be nil (JSON null).
	Data any
	// Error is set exactly when Success is false.
	Error *Error
	// Partial says that a batch succeeded in part; Results then tells which.
	Partial bool
	// Results holds one entry per batch operation; nil where absent.
	Results    []any
	Pagination *Pagination
	Warnings   []string
}

// Error is a failure that the service reported.
type Error struct {
	Code          string
	Message       string
	CorrelationID string
}

// Pagination tells whether there is more. A nil HasMore was absent.
type Pagination struct {
	NextPageToken *string
	HasMore       *bool
}
