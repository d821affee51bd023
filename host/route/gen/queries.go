package main

// queries lists the methods that are not GET and yet change nothing: the
// filter is too large for a URL, so it travels in a body. A read action may
// reach them, so each entry needs a reason from the API's documentation.
// Methods that only seem harmless (watch, stop, download jobs) stay out.
var queries = map[string]string{
	"calendar.freebusy.query":                         "returns the busy times of calendars",
	"sheets.spreadsheets.getByDataFilter":             "spreadsheets.get with the ranges in the body",
	"sheets.spreadsheets.values.batchGetByDataFilter": "values.batchGet with the ranges in the body",
	"sheets.spreadsheets.developerMetadata.search":    "returns the developer metadata that match",
}
