package scope

import "strings"

// known is one scope that wslite may ask for. Scopes that are not listed are
// never chosen: those for administrators, for deleting mail for good, and
// those that show only a part (files that the app itself created, mail without
// its text), with which tools would fail or show half of the truth.
type known struct {
	name string
	// breadth orders scopes by how much they open. What is chosen has the
	// least sum, so a broad scope must cost more than the narrow ones that
	// together do the same work.
	breadth int
	says    string
}

const prefix = "https://www.googleapis.com/auth/"

// The texts follow Google's own list of OAuth 2.0 scopes.
var scopes = []known{
	{"openid", 0, "know which account this is"},
	{"email", 0, "see the account's mail address"},
	{"offline_access", 0, "stay signed in"},
	{"profile", 0, "see the account's name"},

	{prefix + "gmail.send", 8, "send mail; read none"},
	{prefix + "gmail.labels", 5, "see and change labels"},
	{prefix + "gmail.settings.basic", 10, "see and change mail settings, filters and the vacation responder"},
	{prefix + "gmail.compose", 15, "write, change and send drafts"},
	{prefix + "gmail.readonly", 20, "read all mail and mail settings"},
	{prefix + "gmail.modify", 40, "read, write, send, label and trash mail; delete none for good"},

	{prefix + "calendar.settings.readonly", 1, "see calendar settings"},
	{prefix + "calendar.freebusy", 1, "see when people are busy"},
	{prefix + "calendar.calendarlist.readonly", 3, "see the list of calendars"},
	{prefix + "calendar.calendars.readonly", 3, "see titles and zones of calendars"},
	{prefix + "calendar.events.readonly", 6, "see events of all calendars"},
	{prefix + "calendar.calendarlist", 6, "change the list of calendars"},
	{prefix + "calendar.calendars", 8, "create, change and delete calendars"},
	{prefix + "calendar.events", 12, "see, change and delete events of all calendars"},
	{prefix + "calendar.readonly", 30, "see all calendars, events and sharing"},
	{prefix + "calendar", 60, "see, change, share and delete all calendars"},

	{prefix + "drive.readonly", 20, "see and download all files"},
	{prefix + "drive", 50, "see, change, share and delete all files"},

	{prefix + "tasks.readonly", 4, "see tasks"},
	{prefix + "tasks", 10, "see, change and delete tasks"},

	{prefix + "documents.readonly", 8, "see all documents"},
	{prefix + "documents", 18, "see, change and delete documents"},
	{prefix + "spreadsheets.readonly", 8, "see all spreadsheets"},
	{prefix + "spreadsheets", 18, "see, change and delete spreadsheets"},
	{prefix + "presentations.readonly", 8, "see all presentations"},
	{prefix + "presentations", 18, "see, change and delete presentations"},
	{prefix + "forms.body.readonly", 4, "see forms"},
	{prefix + "forms.responses.readonly", 4, "see answers to forms"},
	{prefix + "forms.body", 10, "see, change and delete forms"},
}

func find(name string) (known, bool) {
	for _, k := range scopes {
		if k.name == name {
			return k, true
		}
	}
	return known{}, false
}

// Short leaves out what all of Google's scopes begin with.
func Short(s string) string { return strings.TrimPrefix(s, prefix) }
