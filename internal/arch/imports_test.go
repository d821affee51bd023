// Package arch holds the rules of the layout as tests.
package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/wslite/wslite/"

// rule forbids imports. from and to are path prefixes inside the module; a
// trailing slash is added to both when compared, so host/risk does not match
// host/riskier.
type rule struct {
	from   string
	to     []string
	except []string
	why    string
}

var rules = []rule{
	{from: "sdk", to: []string{"host", "plugins", "cmd", "internal"}, why: "a plugin author imports sdk alone; it must not drag the host along"},
	{from: "plugins", to: []string{"host", "cmd", "internal"}, why: "plugins are untrusted and import only sdk and what they share, plugins/internal"},
	{from: "host", to: []string{"plugins", "cmd"}, why: "the host knows plugins only as modules"},
	{from: "host", to: []string{"host/cli"}, except: []string{"host/cli"}, why: "front ends are on top; nothing below may know them"},
	{from: "host", to: []string{"host/invoke"}, except: []string{"host/cli", "host/mcp", "host/invoke"}, why: "only front ends call the pipeline"},
	{from: "host/fault", to: []string{"host", "sdk"}, except: nil, why: "every package returns its errors, so it imports none"},
	{from: "host/sandbox/wasm", to: []string{"host"}, except: nil, why: "reading a module needs no host"},
	{from: "host/backend", to: []string{"host/catalog", "host/schema", "host/confirm", "host/sandbox", "host/guest", "host/plugin", "host/config"}, why: "backends get a checked call; checking is done before them"},
	{from: "host/backend", to: []string{"host/auth"}, why: "a backend gets a token for a call; it must not choose whose"},
	{from: "host/backend/local", to: []string{"host/backend/rest", "host/backend/appsscript", "host/blob", "host/route", "host/risk", "sdk"}, why: "the embedded workspace stands for the service: it knows no plan, route or plugin"},
	{from: "host/backend/local/gapi", to: []string{"host/backend/local"}, why: "the wire format knows no API and no storage"},
	{from: "host/backend/local/store", to: []string{"host/backend/local"}, why: "the file knows no API"},
	{from: "host/blob", to: []string{"host/backend", "host/auth", "host/risk", "host/route", "host/catalog", "host/config", "host/sandbox"}, why: "who may have which bytes is decided before they are asked for"},
	{from: "host/keep", to: []string{"host", "sdk"}, why: "a field mask knows neither where JSON comes from nor where it goes"},
	{from: "host/catalog/find", to: []string{"host", "sdk"}, why: "a search knows words, and neither plugins nor schemas"},
	{from: "host/output", to: []string{"host/backend", "host/catalog", "host/risk", "host/sandbox", "sdk"}, why: "the shapes of output know no tool and no backend"},
	{from: "host", to: []string{"host/backend/local/gapi/discoverytest", "internal/loopback", "internal/recorder", "internal/ptytest", "internal/npmtest"}, why: "what is made for tests stays with tests"},
	{from: "host/auth", to: []string{"host/backend", "host/config", "host/invoke", "host/catalog", "host/sandbox", "host/plugin", "host/policy"}, why: "accounts know neither calls nor configuration; the front end brings them together"},
	{from: "host/auth/oauth", to: []string{"host/auth"}, why: "the wire stores nothing and knows no account"},
	{from: "host/auth/secret", to: []string{"host/auth"}, why: "a store of secrets knows neither accounts nor OAuth"},
	{from: "host/auth/scope", to: []string{"host/auth"}, why: "what is asked for follows from tables alone"},
	{from: "host/audit", to: []string{"host/store", "host/idempotency", "host/draft", "host/policy", "host/confirm", "host/risk", "host/backend", "host/config", "host/invoke", "host/catalog", "sdk"}, why: "the log writes words that it is given; it decides nothing and knows no call"},
	{from: "host/idempotency", to: []string{"host/backend", "host/draft", "host/policy", "host/confirm", "host/audit", "host/config", "host/invoke", "host/catalog", "host/store/sqlite", "host/store/postgres", "host/store/memory"}, why: "a key knows what an answer means for it, and neither who answers nor where records lie"},
	{from: "host/draft", to: []string{"host/idempotency", "host/policy", "host/confirm", "host/audit", "host/config", "host/invoke", "host/catalog", "host/sandbox", "host/backend/rest", "host/backend/local", "host/store/sqlite", "host/store/postgres", "host/store/memory"}, why: "a draft is kept and compared here; who judges it, who runs it and where it lies is decided elsewhere"},
	{from: "host/policy", to: []string{"host/backend", "host/config", "host/store", "host/idempotency", "host/draft", "host/audit", "host/confirm", "host/invoke", "host/catalog", "host/sandbox"}, why: "a decision follows from the policy, the tables and the call alone; it asks, counts and sends nothing"},
	{from: "host/store", to: []string{"host/draft", "host/idempotency", "host/audit", "host/policy", "host/risk", "host/backend", "host/config", "host/auth", "sdk"}, why: "records know no tool, no payload and no policy"},
	{from: "host", to: []string{"host/store/pgtest", "host/store/storetest"}, except: []string{"host/store/pgtest", "host/store/storetest"}, why: "what is made for tests stays with tests"},
	{from: "host/risk", to: []string{"host/backend", "host/catalog", "host/sandbox", "host/policy", "host/confirm"}, why: "classes are data at the bottom of the host"},
	{from: "internal/mcpfixture", to: []string{"host", "sdk"}, why: "what the conformance suite wants to find knows nothing of the program"},
	{from: "internal/crash", to: []string{"host", "sdk"}, why: "a place in a program knows nothing of the program"},
	{from: "host/cli/review", to: []string{"host/audit", "host/backend", "host/catalog", "host/config", "host/confirm", "host/invoke", "host/policy", "host/sandbox", "host/store"}, why: "the screen shows drafts and hears decisions; what a decision does is given to it"},
	{from: "host/draft/describe", to: []string{"host/audit", "host/backend", "host/catalog", "host/config", "host/policy", "host/sandbox", "host/store"}, why: "words about a draft need nothing but the draft"},
	{from: "host/bearer", to: []string{"host/cli", "host/mcp", "host/auth", "host/config", "host/backend", "host/store", "host/policy", "host/invoke", "host/catalog", "sdk"}, why: "whom a token stands for is told here; what that user may do, and as which account, is decided elsewhere"},
	{from: "host/mcp/web", to: []string{"host/mcp", "host/invoke", "host/catalog", "host/policy", "host/risk", "host/config", "host/store", "host/backend"}, why: "who may come in over HTTP hangs on tokens, not on tools"},
	{from: "host/mcp", to: []string{"host/bearer/jwt"}, why: "the protocol asks whom a token stands for; which kinds of tokens count is the front end's choice"},
	{from: "internal/tools/mcpload", to: []string{"host", "sdk", "plugins"}, why: "what puts load on a server sees of it what clients and the system see"},
	{from: "test/mcp/plugins", to: []string{"host", "cmd", "internal"}, why: "plugins for tests are plugins: they import only sdk"},
	{from: "cmd", to: []string{"host"}, except: nil, why: "main builds the app and runs it: only host/cli"},
}

// allowed are edges that a rule would forbid and that are right all the same.
var allowed = map[string]string{
	"host/sandbox/wasm -> host/fault": "refusals are errors like all others",
	"cmd/wslite -> host/cli":          "the front end",
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func TestImportDirections(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		for _, imp := range p.Imports {
			check(t, p.ImportPath, imp)
		}
	}
	if seen < 20 {
		t.Errorf("go list gave %d packages only; the test looks at the wrong place", seen)
	}
}

func check(t *testing.T, from, to string) {
	f, ok1 := strings.CutPrefix(from, module)
	to2, ok2 := strings.CutPrefix(to, module)
	if !ok1 || !ok2 {
		return
	}
	if _, ok := allowed[f+" -> "+to2]; ok {
		return
	}
	for _, r := range rules {
		if !under(f, r.from) || under(to2, r.from) && r.from != "host" || underAny(f, r.except) {
			continue
		}
		if underAny(to2, r.to) {
			t.Errorf("%s imports %s: %s", f, to2, r.why)
		}
	}
}

func under(path, prefix string) bool { return strings.HasPrefix(path+"/", prefix+"/") }

func underAny(path string, prefixes []string) bool {
	for _, p := range prefixes {
		if under(path, p) {
			return true
		}
	}
	return false
}
