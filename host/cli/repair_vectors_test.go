//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/vectors"
)

// flowInput is a checkout, a clasp, a proxy and a person for one repair.
type flowInput struct {
	Service string            `json:"service"`
	Yes     bool              `json:"yes"`
	DryRun  bool              `json:"dryRun"`
	Answers []bool            `json:"answers"` // nil: no terminal
	Env     map[string]string `json:"env"`
	Files   map[string]string `json:"files"`
	Exec    map[string]struct {
		Code   int    `json:"code"`
		Stdout string `json:"stdout"`
	} `json:"exec"`
	Posts  []json.RawMessage `json:"posts"` // the answers, in order
	Health json.RawMessage   `json:"health"`
}

type flowWant struct {
	Exit     int               `json:"exit"`
	OK       bool              `json:"ok"`
	Findings []flowFinding     `json:"findings"`
	Prompts  []string          `json:"prompts"` // apply or rotate
	Posts    []flowPost        `json:"posts"`
	Execs    []string          `json:"execs"`
	Writes   map[string]string `json:"writes"`
}

type flowFinding struct {
	Kind    string `json:"kind"`
	Service string `json:"service,omitempty"`
	Action  string `json:"action"`
	Applied bool   `json:"applied"`
}

type flowPost struct {
	SetupKey string `json:"setupKey"`
	Rotate   bool   `json:"rotate"`
}

func TestRepairFlowVectors(t *testing.T) {
	vectors.Run(t, "exit", []string{"repairFlow"}, func(t *testing.T, v vectors.Vector) string {
		var in flowInput
		v.In(t, &in)
		var want flowWant
		v.Want(t, &want)
		got, _, _ := runFlow(t, in)
		return cmp.Diff(want, got)
	})
}

// runFlow runs wslite --json repair in a world of the vector's. No secret may
// come out of it.
func runFlow(t *testing.T, in flowInput) (got flowWant, stdout, stderr string) {
	t.Helper()
	home := t.TempDir()
	t.Chdir(home)
	for name, text := range in.Files {
		putFile(t, filepath.Join(home, name), text)
	}
	bin, execs := fakeClasp(t, in)
	var posts []flowPost
	transport := flowProxy(t, in, &posts)

	argv := []string{"--json", "repair", "--service", in.Service}
	if in.Yes {
		argv = append(argv, "--yes")
	}
	if in.DryRun {
		argv = append(argv, "--dry-run")
	}
	vars := map[string]string{"PATH": bin, "HOME": home}
	for k, val := range in.Env {
		vars[k] = val
	}
	answers := ""
	for _, yes := range in.Answers {
		answers += map[bool]string{true: "y\n", false: "n\n"}[yes]
	}
	var out, errs bytes.Buffer
	e := testEnv(t, home, vars)
	e.Transport = transport
	// A terminal gives a line at a time.
	e.Streams = Streams{In: iotest.OneByteReader(strings.NewReader(answers)), Out: &out, Err: &errs, InTTY: in.Answers != nil, ErrTTY: in.Answers != nil}
	got = flowWant{Findings: []flowFinding{}, Prompts: []string{}, Posts: []flowPost{}, Execs: []string{}, Writes: map[string]string{}}
	got.Exit = Main(context.Background(), argv, e)
	for _, secret := range []string{"sekret", "AKfyDEPLOYMENTone00", "1scriptIdFull", "tok-primary"} {
		if strings.Contains(out.String()+errs.String(), secret) {
			t.Errorf("%s is shown:\n%s\n%s", secret, out.String(), errs.String())
		}
	}
	var doc struct {
		OK       bool
		Findings []flowFinding
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v: %s %s", err, out.String(), errs.String())
	}
	got.OK = doc.OK
	got.Findings = append(got.Findings, doc.Findings...)
	for _, q := range strings.SplitAfter(errs.String(), "[y/N]") {
		switch {
		case strings.Contains(q, "Rotate the token? [y/N]"):
			got.Prompts = append(got.Prompts, "rotate")
		case strings.Contains(q, "[y/N]"):
			got.Prompts = append(got.Prompts, "apply")
		}
	}
	got.Posts = append(got.Posts, posts...)
	got.Execs = append(got.Execs, lines(t, execs)...)
	got.Writes = changed(t, home, in.Files)
	return got, out.String(), errs.String()
}

// fakeClasp puts a clasp into a folder that notes how it is called and
// answers as the vector says; what it does not know fails.
func fakeClasp(t *testing.T, in flowInput) (bin, log string) {
	t.Helper()
	bin = t.TempDir()
	log = filepath.Join(bin, "log")
	script := "#!/bin/sh\necho \"clasp $*\" >> '" + log + "'\nexport -p >> '" + log + ".env'\ncase \"clasp $*\" in\n"
	n := 0
	for words, answer := range in.Exec {
		n++
		file := filepath.Join(bin, fmt.Sprintf("out%d", n))
		putFile(t, file, answer.Stdout)
		script += fmt.Sprintf("'%s') while IFS= read -r l || [ -n \"$l\" ]; do printf '%%s\\n' \"$l\"; done < '%s'; exit %d;;\n", words, file, answer.Code)
	}
	script += "*) exit 1;;\nesac\n"
	putFile(t, filepath.Join(bin, "clasp"), script)
	if err := os.Chmod(filepath.Join(bin, "clasp"), 0o700); err != nil {
		t.Fatal(err)
	}
	return bin, log
}

// flowProxy answers in place of script.google.com.
func flowProxy(t *testing.T, in flowInput, posts *[]flowPost) http.RoundTripper {
	t.Helper()
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodGet {
			healthInput{Svc: in.Service, Health: in.Health}.answerHealth(w)
			return
		}
		var p flowPost
		d := json.NewDecoder(r.Body)
		d.DisallowUnknownFields()
		if err := d.Decode(&p); err != nil {
			t.Errorf("the proxy got what is no request for a token: %v", err)
		}
		*posts = append(*posts, p)
		if n := len(*posts); n <= len(in.Posts) {
			w.Write(in.Posts[n-1])
			return
		}
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, "sekret")
	}))
	t.Cleanup(server.Close)
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return redirected{target}
}

// redirected sends every request to a test server.
type redirected struct{ to *url.URL }

func (x redirected) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = x.to.Scheme, x.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

func putFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// changed are the files below dir that are not as they were.
func changed(t *testing.T, dir string, before map[string]string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		if old, ok := before[filepath.ToSlash(name)]; !ok || old != string(text) {
			out[filepath.ToSlash(name)] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
