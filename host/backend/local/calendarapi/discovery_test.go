package calendarapi

import (
	_ "embed"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi/discoverytest"
)

//go:embed testdata/calendar-api.json
var discoveryJSON []byte

var document = sync.OnceValue(func() *discoverytest.Document { return discoverytest.Read(discoveryJSON) })

// unserved are the methods that a workspace does not have: push channels need
// a server that can be called back, and the transfer of a calendar needs a
// second user and an administrator.
var unserved = []string{"calendar.acl.watch", "calendar.calendarList.watch", "calendar.events.watch", "calendar.settings.watch",
	"calendar.channels.stop", "calendar.calendars.transferOwnership"}

func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	document().CompareMethods(t, (&API{}).Methods(), unserved...)
}

func TestTypesHaveTheFieldsOfDiscovery(t *testing.T) {
	document().CompareTypes(t, []any{Acl{}, Calendar{}, CalendarList{}, Colors{}, Events{}, FreeBusyRequest{}, FreeBusyResponse{}, Settings{}}, "Channel")
}

// TestLimitsAreThoseOfDiscovery reads the numbers in the descriptions.
func TestLimitsAreThoseOfDiscovery(t *testing.T) {
	d, m := document(), document().Methods
	list, page := m["calendar.events.list"].Parameters["maxResults"].Description, m["calendar.calendarList.list"].Parameters["maxResults"].Description
	event, busy := d.Schemas["Event"].Properties, d.Schemas["FreeBusyRequest"].Properties
	equal(t, "events page", eventsPageSize, discoverytest.Number(t, list, `default the value is (\d+)`))
	equal(t, "events page maximum", maxEventsPage, discoverytest.Number(t, list, `larger than (\d+)`))
	equal(t, "list page", listPageSize, discoverytest.Number(t, page, `default the value is (\d+)`))
	equal(t, "list page maximum", maxListPage, discoverytest.Number(t, page, `larger than (\d+)`))
	equal(t, "attachments", maxAttachments, discoverytest.Number(t, event["attachments"].Description, `at most (\d+)`))
	equal(t, "overrides", maxOverrides, discoverytest.Number(t, event["reminders"].Properties["overrides"].Description, `reminders is (\d+)`))
	equal(t, "reminder", maxReminder, discoverytest.Number(t, d.Schemas["EventReminder"].Properties["minutes"].Description, `between 0 and (\d+)`))
	equal(t, "id minimum", minEventID, discoverytest.Number(t, event["id"].Description, `between (\d+) and`))
	equal(t, "id maximum", maxEventID, discoverytest.Number(t, event["id"].Description, `between \d+ and (\d+)`))
	equal(t, "free/busy calendars", maxFreeBusy, discoverytest.Number(t, busy["calendarExpansionMax"].Description, `Maximum value is (\d+)`))
	equal(t, "group members", maxGroupMembers, discoverytest.Number(t, busy["groupExpansionMax"].Description, `Maximum value is (\d+)`))
	equal(t, "labels", maxLabels, discoverytest.Number(t, d.Schemas["LabelProperties"].Properties["eventLabels"].Description, `maximum of (\d+)`))
	equal(t, "label name", maxLabelName, discoverytest.Number(t, d.Schemas["EventLabel"].Properties["name"].Description, `at most (\d+)`))
	equal(t, "notes", maxNotes, discoverytest.Number(t, d.Schemas["ConferenceData"].Properties["notes"].Description, `length is (\d+)`))
	entry := d.Schemas["EntryPoint"].Properties
	equal(t, "uri", maxURI, discoverytest.Number(t, entry["uri"].Description, `length is (\d+)`))
	equal(t, "label", maxEntryLabel, discoverytest.Number(t, entry["label"].Description, `length is (\d+)`))
	equal(t, "code", maxCode, discoverytest.Number(t, entry["pin"].Description, `length is (\d+)`))
}
