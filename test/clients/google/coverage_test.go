package google

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
)

// coverage is a transport that notes which routes of a service answered with
// success.
type coverage struct {
	next    http.RoundTripper
	service string
	routes  []*pattern

	mu      sync.Mutex
	used    map[string]int
	unknown []string
}

// pattern is a route as requests show it.
type pattern struct {
	*route.Route
	path *regexp.Regexp
}

var variable = regexp.MustCompile(`\\\{\w+\\\}`)

func newCoverage(t *testing.T, service string) *coverage {
	t.Helper()
	table, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := &coverage{service: service, used: map[string]int{}}
	for _, id := range table.IDs() {
		r, _ := table.Get(id)
		if r.Service != service {
			continue
		}
		path := regexp.MustCompile("^" + variable.ReplaceAllString(regexp.QuoteMeta(r.Path), "[^/]+") + "$")
		c.routes = append(c.routes, &pattern{r, path})
	}
	// Of two that fit, files/generateIds goes before files/{fileId}.
	slices.SortStableFunc(c.routes, func(a, b *pattern) int { return len(a.PathParams) - len(b.PathParams) })
	return c
}

// id names the route of a request, "" for none. The content of an upload goes
// to the same path below /upload.
func (c *coverage) id(r *http.Request) string {
	path := r.URL.EscapedPath()
	content, upload := strings.CutPrefix(path, "/upload/")
	if upload {
		path = "/" + content
	}
	for _, p := range c.routes {
		sent := p.Method == r.Method || upload && r.URL.Query().Has("upload_id") // chunks go by POST or PUT
		if sent && p.path.MatchString(path) && (!upload || p.Upload > 0) {
			return p.ID
		}
	}
	return ""
}

func (c *coverage) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if id := c.id(r); id == "" {
		c.unknown = append(c.unknown, r.Method+" "+r.URL.Path)
	} else if resp.StatusCode < 300 {
		c.used[id]++
	}
	return resp, nil
}

// complete fails the test for each route of the service's plans that nothing
// used, and for each request that is no route.
func (c *coverage) complete(t *testing.T) {
	t.Helper()
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, action := range tables.Actions(c.service) {
		row, _ := tables.Row(c.service, action)
		want = append(want, row.Routes...)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	if len(want) < 5 {
		t.Fatalf("the plans of %s use the routes %v only: the risk table was not read", c.service, want)
	}
	for _, id := range want {
		if c.used[id] == 0 {
			t.Errorf("no scenario used the route %s", id)
		}
	}
	for _, u := range c.unknown {
		t.Errorf("a client sent a request that no route stands for: %s", u)
	}
}

// TestCoverage is the test of the instrument: what it takes for which route.
func TestCoverage(t *testing.T) {
	c := newCoverage(t, "drive")
	for _, x := range []struct{ method, url, want string }{
		{"GET", "/drive/v3/files/generateIds", "drive.files.generateIds"},
		{"GET", "/drive/v3/files/a%2Fb?alt=media", "drive.files.get"},
		{"POST", "/upload/drive/v3/files?uploadType=multipart", "drive.files.create"},
		{"PUT", "/upload/drive/v3/files?upload_id=x", "drive.files.create"},
		{"PATCH", "/upload/drive/v3/files/a?uploadType=resumable", "drive.files.update"},
		{"POST", "/upload/drive/v3/files/a/copy", ""},
		{"GET", "/drive/v3/files/a/nothing", ""},
		{"GET", "/gmail/v1/users/me/profile", ""},
	} {
		r, err := http.NewRequest(x.method, "http://127.0.0.1"+x.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, x.method+" "+x.url, c.id(r), x.want)
	}
}
