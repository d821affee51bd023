package rehearsal

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/itchyny/gojq"

	"github.com/wslite/wslite/internal/answerkeys"
)

// call is one line of a rehearsal.
type call struct {
	// line is what follows "wslite --local": words, some of them in quotes.
	// ${name} is a value that was kept before.
	line string
	// keep names values of the data for later lines: "draft=.draft.id".
	keep string
	// want is a jq expression on the JSON document that must be true.
	want string
	// exit is the wanted exit code.
	exit int
	// asks says that the call needs a yes although its tool by itself does not.
	asks bool
}

// gated are the classes that need a yes.
var gated = []string{"send", "share", "destructive"}

// tool is what "wslite tools --json" tells of a tool.
type tool struct {
	Name, Service, Risk, CLI string
	Actions                  []string
}

// rehearse runs the calls one after the other and then checks that each tool of
// the service was among them.
func rehearse(t *testing.T, service string, w *world, calls []call) {
	t.Helper()
	var doc struct{ Tools []tool }
	listed := w.run(w.home, false, "tools", "--service", service, "--json")
	if err := json.Unmarshal([]byte(listed.stdout), &doc); err != nil || len(doc.Tools) < 10 {
		t.Fatalf("no tools of %s (make plugins): %v %s", service, err, listed.stderr)
	}
	s := &script{world: w, keys: readKeys(t, service, doc.Tools)}
	succeeded := map[string]bool{}
	for _, c := range calls {
		words := w.words(c.line)
		i := slices.IndexFunc(doc.Tools, func(k tool) bool { return len(words) > 1 && k.CLI == words[0]+" "+words[1] })
		if i < 0 {
			t.Fatalf("%s: there is no such tool", c.line)
		}
		w.calls++
		s.call(c, doc.Tools[i], words)
		if c.exit == 0 {
			succeeded[doc.Tools[i].Name] = true
		}
		if t.Failed() {
			break // what follows builds on it
		}
	}
	if t.Failed() {
		return
	}
	for _, k := range doc.Tools {
		if !succeeded[k.Name] {
			t.Errorf("no call of %s", k.Name)
		}
	}
	for _, list := range s.keys.Unmet() {
		t.Errorf("no call gave a list with elements at %s", list)
	}
	s.compare(service)
}

// script is a rehearsal under way.
type script struct {
	*world
	keys  *answerkeys.Keys
	human strings.Builder
}

// call runs one call in each of its ways.
func (s *script) call(c call, k tool, words []string) {
	s.t.Helper()
	fail := func(what string, r run1) {
		s.t.Helper()
		s.t.Errorf("%s\n%s: exit %d\n%s%s", c.line, what, r.exit, r.stdout, r.stderr)
	}
	before := dump(s.t, s.workspace())
	unchanged := func(what string, r run1) {
		s.t.Helper()
		if d := changed(before, dump(s.t, s.workspace())); d != "" {
			fail(what+" changed the workspace:\n"+d, r)
		}
	}
	asJSON := append([]string{"--local", "--json"}, words...)
	asks := c.asks || slices.Contains(gated, k.Risk)
	if asks {
		r := s.run(s.home, false, asJSON...)
		if code := s.ask(r.stdout, ".error.code"); r.exit != 2 || code != "CONFIRMATION_REQUIRED" {
			fail("without a yes", r)
		}
		unchanged("without a yes", r)
	}
	if c.exit == 0 {
		r := s.run(s.home, false, append([]string{"--dry-run"}, asJSON...)...)
		if r.exit != 0 {
			fail("the dry run", r)
		}
		unchanged("the dry run", r)
	}
	// Where nothing should ask, no yes is given: it would hide a question.
	var yes []string
	if asks {
		yes = []string{"--yes"}
	}
	person := s.run(s.copied(), true, slices.Concat([]string{"--local"}, yes, words)...)
	if person.exit != c.exit {
		fail("for a person", person)
	}
	s.show(c, person)
	r := s.run(s.home, false, append(yes, asJSON...)...)
	if r.exit != c.exit || !strings.Contains(r.stderr, "local workspace") {
		fail("as JSON", r)
		return
	}
	if k.Risk == "read" && !strings.HasSuffix(k.Name, "_batch") || c.exit != 0 && c.exit != 3 {
		unchanged("the call", r)
	}
	if c.exit == 0 {
		if why := s.checkKeys(k.Name, r.stdout); why != "" {
			fail(why, r)
		}
	}
	if c.want != "" && s.ask(r.stdout, c.want) != true {
		fail("not so: "+c.want, r)
	}
	for _, kept := range strings.Fields(c.keep) {
		name, query, _ := strings.Cut(kept, "=")
		v, ok := s.ask(r.stdout, ".data|"+query).(string)
		if !ok || v == "" {
			fail("nothing to keep as "+name, r)
		}
		s.names[name] = v
	}
}

// ask runs a jq expression on a document.
func (s *script) ask(doc, query string) any {
	s.t.Helper()
	q, err := gojq.Parse(query)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	var v any
	if err := json.Unmarshal([]byte(doc), &v); err != nil {
		s.t.Errorf("not JSON: %s", doc)
		return nil
	}
	got, ok := q.Run(v).Next()
	if err, is := got.(error); !ok || is {
		s.t.Errorf("%s: %v", query, err)
		return nil
	}
	return got
}

// words splits a line as a shell does and puts in the values that were kept.
func (w *world) words(line string) (words []string) {
	w.t.Helper()
	var open rune // the quote that is not closed yet
	word, begun := "", false
	for _, r := range line + " " {
		switch {
		case open == 0 && (r == '\'' || r == '"'):
			open, begun = r, true
		case open != 0 && r == open:
			open = 0
		case r == ' ' && open == 0:
			if begun {
				words = append(words, w.filled(word))
			}
			word, begun = "", false
		default:
			word, begun = word+string(r), true
		}
	}
	if open != 0 {
		w.t.Fatalf("%s: the quotes are not closed", line)
	}
	return words
}

// filled puts kept values in a word.
func (w *world) filled(word string) string {
	for name, value := range w.names {
		word = strings.ReplaceAll(word, "${"+name+"}", value)
	}
	if strings.Contains(word, "${") {
		w.t.Fatalf("%q names what was not kept", word)
	}
	return word
}
