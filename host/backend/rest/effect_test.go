package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// ownChange is a request of wslite's own plans that changes something.
type ownChange struct {
	name string
	call backend.Call
	req  abi.Request
}

// ownChanges are those of all cases of the plugins.
func ownChanges(t *testing.T, b *Backend) []ownChange {
	t.Helper()
	files, err := filepath.Glob("../../../plugins/*/testdata/cases/plan_*.json")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	var all []ownChange
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases struct {
			Plan []struct {
				Name, Action string
				Params       map[string]any
				Steps        [][]struct{ Request abi.Request }
			}
		}
		if err := json.Unmarshal(text, &cases); err != nil {
			t.Fatal(file, err)
		}
		service := strings.Split(filepath.ToSlash(file), "/")[4]
		for _, c := range cases.Plan {
			call := backend.Call{Service: service, Action: c.Action, Params: c.Params}
			for _, step := range c.Steps {
				for _, s := range step {
					if r, ok := b.o.Routes.Get(s.Request.Route); ok && r.Mutates {
						all = append(all, ownChange{service + ", " + c.Name, call, s.Request})
					}
				}
			}
		}
	}
	if len(all) < 200 {
		t.Fatalf("only %d changes", len(all))
	}
	return all
}

func ownBackend(t *testing.T) *Backend {
	t.Helper()
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{Routes: routes, Risk: tables, Limits: limits.Default()})
}

// ready prepares a request of a plan; each name of a blob in it stands for a
// local file.
func ready(t *testing.T, b *Backend, c ownChange, files map[string]*blob.Blob) prepared {
	t.Helper()
	p := newProgress(c.call, 0)
	c.call.Blobs = blob.New(blob.Options{})
	req := c.req
	if req.Media != nil {
		media := *req.Media
		media.Segments = slices.Clone(media.Segments)
		for i, s := range media.Segments {
			if s.Blob != "" {
				media.Segments[i] = abi.Segment{Text: "\x00" + s.Blob, Encoding: ""} // put in its place below
			}
		}
		req.Media = &media
	}
	r, err := b.prepare(c.call, req, p)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	if r.media != nil {
		for i, s := range c.req.Media.Segments {
			if s.Blob != "" {
				if files[s.Blob] == nil {
					files[s.Blob] = localBlob(t, "the file "+s.Blob)
				}
				r.media.runs[i] = run{blob: files[s.Blob], base64: s.Encoding != ""}
			}
		}
		r.media = contentOf(r.media.mimeType, r.media.runs...)
	}
	return r
}

func localBlob(t *testing.T, content string) *blob.Blob {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.bin")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s := blob.New(blob.Options{})
	t.Cleanup(func() { s.Close() })
	b, err := s.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustDigest(t *testing.T, r prepared) string {
	t.Helper()
	sum, err := r.digest()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// Whatever is changed in a request, its digest is another; and the same request
// has the same one.
func TestDigestOfAChangedRequest(t *testing.T) {
	b := ownBackend(t)
	looked, contents := 0, 0
	for _, c := range ownChanges(t, b) {
		files := map[string]*blob.Blob{}
		r := ready(t, b, c, files)
		was := mustDigest(t, r)
		if again := mustDigest(t, ready(t, b, c, files)); again != was {
			t.Errorf("%s: %s, then %s", c.name, was, again)
		}
		seen := map[string]string{was: "as it is"}
		for what, other := range changedRequests(t, r) {
			sum := mustDigest(t, other)
			if same, known := seen[sum]; known {
				t.Errorf("%s, %s: %q has the digest of %q", c.name, r.route.ID, what, same)
			}
			seen[sum] = what
			looked++
		}
		if r.media != nil {
			contents++
		}
	}
	if looked < 3000 || contents < 30 {
		t.Errorf("only %d changes, %d contents", looked, contents)
	}
}

// changedRequests are a request with one thing in it changed, each.
func changedRequests(t *testing.T, r prepared) map[string]prepared {
	t.Helper()
	out := map[string]prepared{}
	add := func(what string, change func(*prepared)) {
		again := r
		change(&again)
		out[what] = again
	}
	anotherRoute := *r.route
	anotherRoute.ID += "x"
	anotherMethod := *r.route
	anotherMethod.Method = "TRACE"
	add("route", func(p *prepared) { p.route = &anotherRoute })
	add("method", func(p *prepared) { p.route = &anotherMethod })
	withURL := func(what string, change func(*url.URL)) {
		u := *r.url
		change(&u)
		add("url "+what, func(p *prepared) { p.url = &u })
	}
	withURL("host", func(u *url.URL) { u.Host = "x" + u.Host })
	withURL("path", func(u *url.URL) { u.Path, u.RawPath = u.Path+"x", "" })
	withURL("more query", func(u *url.URL) { u.RawQuery += "&zz=1" })
	for name, values := range r.url.Query() {
		withURL("without "+name, func(u *url.URL) { q := u.Query(); q.Del(name); u.RawQuery = q.Encode() })
		withURL("another "+name, func(u *url.URL) { q := u.Query(); q.Set(name, values[0]+"x"); u.RawQuery = q.Encode() })
	}
	if r.body == nil {
		add("a body", func(p *prepared) { p.body = []byte(`{}`) })
	} else {
		add("no body", func(p *prepared) { p.body = nil })
		body, err := decode(r.body)
		if err != nil {
			t.Fatal(err)
		}
		for what, other := range changedValues(body) {
			raw, err := encode(other)
			if err != nil {
				t.Fatal(err)
			}
			add("body"+what, func(p *prepared) { p.body = raw })
		}
	}
	if r.media == nil {
		add("content", func(p *prepared) { p.media = contentOf("text/plain", run{text: ""}) })
		return out
	}
	add("no content", func(p *prepared) { p.media = nil })
	add("type of the content", func(p *prepared) { p.media = contentOf(r.media.mimeType+"x", r.media.runs...) })
	for i, run := range r.media.runs {
		withRun := func(what string, change func()) {
			runs := slices.Clone(r.media.runs)
			old := run
			change()
			runs[i], run = run, old
			add(fmt.Sprintf("%s of segment %d", what, i), func(p *prepared) { p.media = contentOf(r.media.mimeType, runs...) })
		}
		if run.blob == nil {
			withRun("another text", func() { run.text += "x" })
			continue
		}
		content := "another file"
		withRun("bytes", func() { run.blob = localBlob(t, content) })
		withRun("encoding", func() { run.base64 = !run.base64 })
		withRun("a text in the place", func() { run.blob, run.text = nil, "the file" })
	}
	return out
}

// changedValues are a JSON value with one thing in it changed, each.
func changedValues(v any) map[string]any {
	out := map[string]any{}
	switch x := v.(type) {
	case map[string]any:
		more := maps.Clone(x)
		more["zz"] = nil
		out["+zz"] = more
		for name, inner := range x {
			less := maps.Clone(x)
			delete(less, name)
			out["-"+name] = less
			renamed := maps.Clone(less)
			renamed[name+"x"] = inner
			out["~"+name] = renamed
			for what, changed := range changedValues(inner) {
				again := maps.Clone(x)
				again[name] = changed
				out["."+name+what] = again
			}
		}
	case []any:
		out["+"] = append(slices.Clone(x), nil)
		for i, inner := range x {
			if i == 0 || fmt.Sprint(x[i]) != fmt.Sprint(x[i-1]) { // which of two like ones is gone makes no difference
				out[fmt.Sprintf("-%d", i)] = slices.Delete(slices.Clone(x), i, i+1)
			}
			for what, changed := range changedValues(inner) {
				again := slices.Clone(x)
				again[i] = changed
				out[fmt.Sprintf(".%d%s", i, what)] = again
			}
		}
		if len(x) > 1 && fmt.Sprint(x[0]) != fmt.Sprint(x[1]) {
			swapped := slices.Clone(x)
			swapped[0], swapped[1] = x[1], x[0]
			out["swapped"] = swapped
		}
	case string:
		out["'"] = x + "x"
		out["'number"] = json.Number("1234567890123")
	case json.Number:
		out["'"] = json.Number("9" + x.String())
		out["'text"] = x.String()
	case bool:
		out["'"] = !x
		out["'text"] = fmt.Sprint(x)
	case nil:
		out["'"] = false
	}
	return out
}

// What does not change the effect does not change the digest: on which condition
// the request holds, who asks, how the bytes are carried and what is read of the
// answer.
func TestDigestLeavesOut(t *testing.T) {
	b := ownBackend(t)
	for _, c := range ownChanges(t, b) {
		files := map[string]*blob.Blob{}
		r := ready(t, b, c, files)
		was := mustDigest(t, r)
		r.ifMatch, r.resourceKeys, r.maxText, r.tolerate, r.save, r.decode = `"x"`, "a/b", 7, []int{404}, nil, nil
		if sum := mustDigest(t, r); sum != was {
			t.Errorf("%s: %s counts conditions", c.name, r.route.ID)
		}
		if r.media != nil {
			var runs []run
			for _, piece := range r.media.runs { // cut elsewhere, and with nothing in between
				if half := len(piece.text) / 2; piece.blob == nil {
					runs = append(runs, run{text: piece.text[:half]}, run{}, run{text: piece.text[half:]})
					continue
				}
				runs = append(runs, piece)
			}
			r.media = contentOf(r.media.mimeType, runs...)
			if sum := mustDigest(t, r); sum != was {
				t.Errorf("%s: %s counts where its text is cut", c.name, r.route.ID)
			}
		}
	}
}

// A file that is another by now has another digest or none.
func TestW148DigestBindsTheBytes(t *testing.T) {
	b := ownBackend(t)
	r, _ := b.o.Routes.Get("drive.files.create")
	u, err := r.UploadURL(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.bin")
	digest := func(content string) string {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Unix(1_700_000_000, 0)); err != nil {
			t.Fatal(err)
		}
		s := blob.New(blob.Options{})
		defer s.Close()
		file, err := s.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return mustDigest(t, prepared{route: r, url: u, media: contentOf("text/plain", run{blob: file})})
	}
	if one, two := digest("first"), digest("other"); one == two || one != digest("first") {
		t.Error(one, two)
	}
}
