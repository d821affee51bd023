package calendarapi

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// world is a calendar that random writes change, and a client's copy of it
// that is kept by syncs alone.
type world struct {
	*bench
	rt     *rapid.T
	ids    []string          // of single events and series
	mirror map[string]string // etag by id
	token  string
}

// short lists what the checks compare, and no more.
func (w *world) short(query ...string) answerTo {
	w.t.Helper()
	return w.list(append(query, "fields", "items(id,etag,status,start,end),nextPageToken,nextSyncToken", "prettyPrint", "false")...)
}

func (w *world) hour(label string) string {
	start := time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC) // the clocks change on the 29th
	return start.Add(time.Duration(rapid.IntRange(0, 96).Draw(w.rt, label)) * time.Hour).Format("2006-01-02T15:04:05Z")
}

func (w *world) times() string {
	if rapid.Bool().Draw(w.rt, "all-day") {
		day := rapid.IntRange(26, 29).Draw(w.rt, "day")
		return fmt.Sprintf(`"start":{"date":"2026-03-%d","dateTime":null},"end":{"date":"2026-03-%d","dateTime":null}`, day, day+rapid.IntRange(1, 2).Draw(w.rt, "days"))
	}
	from, err := time.Parse(time.RFC3339, w.hour("start"))
	if err != nil {
		w.rt.Fatalf("%v", err)
	}
	to := from.Add(time.Duration(rapid.IntRange(0, 30).Draw(w.rt, "hours")) * time.Hour)
	return fmt.Sprintf(`"start":{"date":null,"dateTime":%q,"timeZone":"Europe/Berlin"},"end":{"date":null,"dateTime":%q,"timeZone":"Europe/Berlin"}`,
		from.Format(time.RFC3339), to.Format(time.RFC3339))
}

func (w *world) insert(*rapid.T) {
	rule := rapid.SampledFrom([]string{"", "", `"recurrence":["RRULE:FREQ=DAILY;COUNT=5"],`, `"recurrence":["RRULE:FREQ=WEEKLY;COUNT=3","RDATE;VALUE=DATE:20260330"],`,
		`"recurrence":["RRULE:FREQ=DAILY;UNTIL=20260405","EXDATE;VALUE=DATE:20260329"],`}).Draw(w.rt, "rule")
	w.ids = append(w.ids, w.must(200, "POST", events, `{"summary":"new",`+rule+w.times()+`}`).str("id"))
}

// any gives an event, a series or an instance; "" where there is none.
func (w *world) any() string {
	if len(w.ids) == 0 {
		return ""
	}
	if rapid.Bool().Draw(w.rt, "instance") {
		if items := w.short("singleEvents", "true").items(); len(items) > 0 {
			return rapid.SampledFrom(items).Draw(w.rt, "item")["id"].(string)
		}
	}
	return rapid.SampledFrom(w.ids).Draw(w.rt, "id")
}

func (w *world) rename(*rapid.T) {
	if id := w.any(); id != "" {
		w.must(200, "PATCH", events+"/"+id, fmt.Sprintf(`{"summary":"name %d"}`, rapid.IntRange(0, 9).Draw(w.rt, "name")))
	}
}

func (w *world) reschedule(*rapid.T) {
	id := w.any()
	if id == "" {
		return
	}
	// An all-day series has no time of day for its rule, and the reverse: then
	// the change may be refused, and changes nothing.
	r := w.send("PATCH", events+"/"+id, "{"+w.times()+"}")
	if r.status != 200 && r.status != 400 {
		w.rt.Fatalf("status %d: %s", r.status, r.raw)
	}
}

func (w *world) remove(*rapid.T) {
	if id := w.any(); id != "" {
		if r := w.send("DELETE", events+"/"+id, ""); r.status != 204 && r.status != 410 {
			w.rt.Fatalf("status %d: %s", r.status, r.raw)
		}
	}
}

func (w *world) tick(*rapid.T) { w.now = w.now.Add(time.Second) }

// check holds after every step.
func (w *world) check(*rapid.T) {
	all := w.short("singleEvents", "true", "maxResults", "2500").items()
	switch rapid.IntRange(0, 2).Draw(w.rt, "look") {
	case 0:
		w.windows(all)
	case 1:
		w.pages(all)
	default:
		w.read(all)
	}
	w.sync()
}

// read: an event is read as it is listed.
func (w *world) read(all []map[string]any) {
	if len(all) == 0 {
		return
	}
	it := rapid.SampledFrom(all).Draw(w.rt, "read")
	got := w.must(200, "GET", events+"/"+it["id"].(string), "")
	if got.str("etag") != it["etag"] || fmt.Sprint(got.body["start"]) != fmt.Sprint(it["start"]) || got.str("status") == "cancelled" {
		w.rt.Fatalf("listed as %v, read as %s", it, got.raw)
	}
}

// instant reads an end of an event; the calendar is in UTC.
func instant(v any) string {
	if date, ok := at(v, "date").(string); ok {
		return date + "T00:00:00Z"
	}
	return at(v, "dateTime").(string)
}

// windows: a window has what overlaps it, in order of start.
func (w *world) windows(all []map[string]any) {
	from, to := w.hour("from"), w.hour("to")
	if from >= to {
		return
	}
	var want []string
	last := ""
	for _, it := range all {
		start, end := instant(it["start"]), instant(it["end"])
		if start < last {
			w.rt.Fatalf("%s starts before the one listed before it", it["id"])
		}
		last = start
		if end > from && start < to {
			want = append(want, it["id"].(string))
		}
	}
	if got := w.short("singleEvents", "true", "timeMin", from, "timeMax", to).each("id"); got != strings.Join(want, " ") {
		w.rt.Fatalf("from %s to %s: got %s, want %s", from, to, got, want)
	}
}

func (w *world) pages(all []map[string]any) {
	size := rapid.IntRange(2, 20).Draw(w.rt, "page size")
	n, token := 0, ""
	for {
		r := w.short("singleEvents", "true", "maxResults", fmt.Sprint(size), "pageToken", token)
		for _, it := range r.items() {
			if n >= len(all) || all[n]["id"] != it["id"] {
				w.rt.Fatalf("page item %d is %v", n, it["id"])
			}
			n++
		}
		if token = r.str("nextPageToken"); token == "" {
			break
		}
	}
	if n != len(all) {
		w.rt.Fatalf("pages of %d hold %d of %d events", size, n, len(all))
	}
}

// sync: the copy that is kept by changes alone is the list.
func (w *world) sync() {
	r := w.short("syncToken", w.token, "maxResults", "2500")
	if w.token = r.str("nextSyncToken"); w.token == "" {
		w.rt.Fatalf("no sync token: %s", r.raw)
	}
	for _, it := range r.items() {
		w.mirror[it["id"].(string)] = it["etag"].(string)
		if it["status"] == "cancelled" {
			delete(w.mirror, it["id"].(string))
		}
	}
	n := 0
	for _, it := range w.short("maxResults", "2500").items() {
		if it["status"] == "cancelled" {
			continue
		}
		n++
		if w.mirror[it["id"].(string)] != it["etag"] {
			w.rt.Fatalf("the copy lacks or has an old %v", it)
		}
	}
	if n != len(w.mirror) {
		w.rt.Fatalf("the copy has %d events, the list %d", len(w.mirror), n)
	}
}

// TestModel changes a calendar at random and checks that all ways to read it
// agree.
func TestModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{bench: openBench(rt), rt: rt, mirror: map[string]string{}}
		defer w.close()
		w.token = w.short().str("nextSyncToken")
		rt.Repeat(map[string]func(*rapid.T){
			"insert": w.insert, "rename": w.rename, "reschedule": w.reschedule, "remove": w.remove, "tick": w.tick, "": w.check,
		})
	})
}
