package main

import (
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// maxModule is the budget of the module. Raise it only with a reason here: the
// last one was the plans of 22 actions, with the zones of the world (60 KB) and the
// rules of series.
const maxModule = 2_850_000

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(calendar()), os.DirFS("testdata/cases"))
}

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, calendar()) }

// TestToolsAreThePeers: the peer's free/busy looks for a key that no server
// sends, and calls every calendar an event.
func TestToolsAreThePeers(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "calendar", paritytest.Options{
		Output: map[string]abi.Output{
			"calendar_find_freebusy":  {Kind: "list", ItemsKey: "busySlots", Noun: "busy time"},
			"calendar_list_calendars": {Kind: "list", ItemsKey: "items", Noun: "calendar"},
		},
		Ours: map[string][]string{
			"createEvent":       {"timeZone", "reminders", "visibility", "transparency", "optionalGuests"},
			"createEventSeries": {"timeZone", "reminders", "visibility", "transparency"},
			"updateEvent":       {"timeZone", "reminders", "visibility", "transparency"},
			"respondToEvent":    {"comment"},
			"getEvent":          {"timeZone"},
			"listEvents":        {"pageToken", "timeZone"},
			"searchEvents":      {"pageToken", "timeZone", "calendarId"},
			"eventInstances":    {"pageToken", "timeZone"},
			"findFreeBusy":      {"calendarId", "calendarIds", "timeZone"},
		},
	})
}

// TestVectors: 30 February is refused, see host/vectors/table.go.
func TestVectors(t *testing.T) {
	paritytest.Vectors(t, calendar(), "calendar", "calendar_create_event/validate-10")
}
