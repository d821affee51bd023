package discoverytest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// Fatal is what testing.T and rapid.T share of what a bench needs.
type Fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Answer is an API's answer; Body is nil where Raw is empty.
type Answer struct {
	Status int
	Header http.Header
	Body   map[string]any
	Raw    []byte
}

// Ask sends a request to an API within the process, decodes the answer and holds
// it against the document. path has no leading slash; headers are name, value.
func (d *Document) Ask(t Fatal, api http.Handler, method, path, body string, headers ...string) Answer {
	t.Helper()
	a := Exchange(api, method, path, strings.NewReader(body), headers...)
	a.Decode(t, method, path)
	d.Hold(t, method, path, a)
	return a
}

// Exchange sends a request and gives the answer as it came: for requests whose
// answer is content.
func Exchange(api http.Handler, method, path string, body io.Reader, headers ...string) Answer {
	req := httptest.NewRequest(method, "https://www.googleapis.com/"+path, body)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	api.ServeHTTP(rec, req)
	return Answer{Status: rec.Code, Header: rec.Header(), Raw: rec.Body.Bytes()}
}

// Decode reads the answer's JSON, where there is any.
func (a *Answer) Decode(t Fatal, method, path string) {
	t.Helper()
	if len(a.Raw) == 0 {
		return
	}
	if err := json.Unmarshal(a.Raw, &a.Body); err != nil {
		t.Fatalf("%s %s: the answer is not JSON: %v", method, path, err)
	}
}

// Hold ends the test where the document does not allow the answer.
func (d *Document) Hold(t Fatal, method, path string, a Answer) {
	t.Helper()
	var body any
	if a.Body != nil {
		body = a.Body
	}
	if err := d.Conform(method, path, a.Status, body); err != nil {
		t.Fatalf("%v: %s", err, a.Raw)
	}
}
