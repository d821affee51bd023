package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"
)

// services are all that one server has, each with a read tool whose answer is
// small.
var services = []struct{ name, tool, args string }{
	{"tasks", "tasks_list_tasklists", `{"maxResults":20}`},
	{"gmail", "gmail_profile", `{}`},
	{"calendar", "calendar_get_colors", `{}`},
	{"drive", "drive_get_start_page_token", `{}`},
	{"docs", "docs_get_document", `{"documentId":"d1"}`},
	{"sheets", "sheets_get_spreadsheet", `{"spreadsheetId":"s1"}`},
	{"slides", "slides_get_presentation", `{"presentationId":"p1"}`},
	{"forms", "forms_get_form", `{"formId":"f1"}`},
}

// mark stands in every answer of the proxies: an answer without it is none.
const mark = "Garden"

// proxies answers as the Apps Script proxies of all services do, at once.
func (w *world) proxies() *httptest.Server {
	small := fmt.Appendf(nil, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks","updated":"2026-01-01T00:00:00.000Z"},{"id":"l2","title":%q,"updated":"2026-01-02T00:00:00.000Z"}]},"pagination":{"hasMore":false}}`, mark)
	large := largeAnswer()
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		rw.Header().Set("Content-Type", "application/json")
		if bytes.Contains(asked, []byte(`"tasklistId":"large"`)) {
			rw.Write(large)
			return
		}
		rw.Write(small)
	}))
	for _, service := range services {
		name := "GOOGLE_WORKSPACE_" + strings.ToUpper(service.name) + "_PROXY_"
		w.env = append(w.env, name+"URL="+s.URL+"/"+service.name, name+"TOKEN=bench")
	}
	return s
}

// largeAnswer has 400 KB in a hundred tasks.
func largeAnswer() []byte {
	type task struct {
		ID      string    `json:"id"`
		Title   string    `json:"title"`
		Notes   string    `json:"notes"`
		Status  string    `json:"status"`
		Updated time.Time `json:"updated"`
	}
	var items []task
	for i := range 100 {
		items = append(items, task{fmt.Sprintf("t%d", i), fmt.Sprintf("%s %d", mark, i), strings.Repeat("water the beds, ", 245), "needsAction", time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC)})
	}
	raw, err := json.Marshal(map[string]any{"success": true, "data": map[string]any{"items": items}, "pagination": map[string]any{"hasMore": false}})
	if err != nil {
		panic(err) // a literal
	}
	return raw
}
