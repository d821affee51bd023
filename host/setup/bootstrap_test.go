//go:build unix

package setup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
)

// person answers questions in order and keeps them.
type person struct {
	answers []bool
	asked   []string
}

func (p *person) Confirm(_ context.Context, question string) (bool, error) {
	p.asked = append(p.asked, question)
	if len(p.asked) > len(p.answers) {
		return false, errors.New("one question too many")
	}
	return p.answers[len(p.asked)-1], nil
}

type noClasp struct{}

func (noClasp) Run(context.Context, string, ...string) ([]byte, error) {
	return nil, fault.New(fault.Client, "clasp is not installed")
}

// bootstrapWorld has a tasks proxy without a token, and its setup key.
func bootstrapWorld(t *testing.T, p proxy) World {
	t.Helper()
	if p.health == nil {
		p.health = answering(healthyTasks)
	}
	return World{
		Getenv: func(name string) string {
			return map[string]string{tasksURL: "https://proxy.example/exec"}[name]
		},
		Checkout: checkout(t, map[string]string{
			tasksDir + ".clasp.json": "{}", tasksDir + "BootstrapSecret.gs": "const BOOTSTRAP_SETUP_SECRET = 'setup-key'",
			".env": "A=1\n",
		}),
		Proxy: p, Clasp: noClasp{},
	}
}

// repairTasks inspects and applies, and gives the finding on the token.
func repairTasks(t *testing.T, ctx context.Context, r Repair) (*Finding, error) {
	t.Helper()
	found, err := r.Inspect(t.Context(), []string{"tasks"})
	if err != nil {
		t.Fatal(err)
	}
	err = r.Apply(ctx, found)
	for _, f := range found {
		if strings.Contains(f.Summary+f.Proposal+f.Outcome, "setup-key") || strings.Contains(f.Summary+f.Proposal+f.Outcome, "new-token") {
			t.Errorf("a secret is in %+v", f)
		}
		if f.Kind == TokenMissing {
			return f, err
		}
	}
	t.Fatalf("no finding on the token: %+v", found)
	return nil, nil
}

func envText(t *testing.T, r Repair) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.Checkout.Root, ".env"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func issuing(token any) func(string, bool) (*envelope.Response, error) {
	return func(string, bool) (*envelope.Response, error) {
		return &envelope.Response{Success: true, Data: map[string]any{"token": token}}, nil
	}
}

// What answers there may be anybody: the setup key is not sent.
func TestSetupKeyGoesToHealthyProxiesAlone(t *testing.T) {
	for _, health := range []string{"<html>", `{"data":{"status":"healthy","service":"google-workspace-proxy-gmail"}}`} {
		p := proxy{health: answering(health), bootstrap: func(string, bool) (*envelope.Response, error) {
			t.Error("the setup key was sent")
			return nil, errors.New("x")
		}}
		f, _ := repairTasks(t, t.Context(), Repair{World: bootstrapWorld(t, p), Yes: true})
		if f.Applied || !strings.Contains(f.Outcome, "setup key was not sent") {
			t.Errorf("%+v", f)
		}
	}
}

// Nothing is asked of the proxy if the token could not be stored afterwards.
func TestTokenIsNotFetchedInVain(t *testing.T) {
	w := bootstrapWorld(t, proxy{bootstrap: func(string, bool) (*envelope.Response, error) {
		t.Error("the setup key was sent")
		return nil, errors.New("x")
	}})
	if err := os.Chmod(w.Checkout.Root, 0o777); err != nil {
		t.Fatal(err)
	}
	if f, _ := repairTasks(t, t.Context(), Repair{World: w, Yes: true}); f.Applied {
		t.Errorf("%+v", f)
	}
}

// A proxy's answer that a shell would run, or that is none, is not stored.
func TestOddTokensAreRefused(t *testing.T) {
	for _, token := range []any{"$(touch x)", "a\nexport PATH=.", "", nil, 5.0, map[string]any{}, strings.Repeat(" ", 3)} {
		r := Repair{World: bootstrapWorld(t, proxy{bootstrap: issuing(token)}), Yes: true}
		f, _ := repairTasks(t, t.Context(), r)
		if f.Applied || f.Outcome == "" || envText(t, r) != "A=1\n" {
			t.Errorf("%v: %+v", token, f)
		}
	}
}

// --yes alone never rotates, nor does a no; a person's yes does.
func TestRotationNeedsAPerson(t *testing.T) {
	for _, c := range []struct {
		name    string
		person  *person
		rotated bool
	}{{"nobody there", nil, false}, {"no", &person{answers: []bool{false}}, false}, {"yes", &person{answers: []bool{true}}, true}} {
		rotations := 0
		r := Repair{Yes: true, World: bootstrapWorld(t, proxy{bootstrap: func(_ string, rotate bool) (*envelope.Response, error) {
			if !rotate {
				return failing("FORBIDDEN"), nil
			}
			rotations++
			return issuing("new-token")("", true)
		}})}
		if c.person != nil {
			r.Prompter = c.person
		}
		f, err := repairTasks(t, t.Context(), r)
		if err != nil || f.Applied != c.rotated || (rotations == 1) != c.rotated {
			t.Errorf("%s: %+v, %v, %d rotations", c.name, f, err, rotations)
		}
		if c.person != nil && (len(c.person.asked) != 1 || !strings.Contains(c.person.asked[0], "void")) {
			t.Errorf("%s: asked %q", c.name, c.person.asked)
		}
	}
}

func TestDryRunChangesAndAsksNothing(t *testing.T) {
	someone := &person{answers: []bool{true, true}}
	r := Repair{Yes: true, DryRun: true, Prompter: someone, World: bootstrapWorld(t, proxy{bootstrap: issuing("new-token")})}
	f, err := repairTasks(t, t.Context(), r)
	if err != nil || f.Applied || len(someone.asked) > 0 || envText(t, r) != "A=1\n" {
		t.Errorf("%+v, %v, %q", f, err, someone.asked)
	}
}

// A lost answer is told as what it may be: a token that nobody holds. If an
// interrupt was the cause, it ends the run.
func TestLostToken(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := Repair{Yes: true, World: bootstrapWorld(t, proxy{bootstrap: func(string, bool) (*envelope.Response, error) {
		return nil, fault.New(fault.OutcomeUnknown, "lost")
	}})}
	f, err := repairTasks(t, ctx, r)
	if err != nil || f.Applied || !strings.Contains(f.Outcome, "may have issued") {
		t.Errorf("%+v, %v", f, err)
	}
	r.Proxy = proxy{health: answering(healthyTasks), bootstrap: func(string, bool) (*envelope.Response, error) {
		cancel()
		return nil, fault.New(fault.OutcomeUnknown, "lost")
	}}
	if _, err := repairTasks(t, ctx, r); fault.CodeOf(err) != fault.Interrupted || !strings.Contains(err.Error(), "may have issued") {
		t.Errorf("got %v", err)
	}
}

// A token that arrived is stored, even if an interrupt came meanwhile: the
// proxy gives it once.
func TestTokenIsStoredDespiteAnInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := Repair{Yes: true, World: bootstrapWorld(t, proxy{bootstrap: func(string, bool) (*envelope.Response, error) {
		cancel()
		return issuing("new-token")("", false)
	}})}
	f, err := repairTasks(t, ctx, r)
	want := "A=1\nexport " + tasksURL + "=\"https://proxy.example/exec\"\nexport " + tasksToken + "=\"new-token\"\n"
	if err != nil || !f.Applied || envText(t, r) != want {
		t.Errorf("%+v, %v, %q", f, err, envText(t, r))
	}
}

// Defect 25, as a whole: a set-up that starts from the sample file ends with
// one line for each variable, and a second run finds nothing.
func TestDefect25SampleFile(t *testing.T) {
	sample := "# tasks\nexport " + tasksURL + "=\nexport " + tasksToken + "=\nexport GOOGLE_WORKSPACE_TASKS_PROXY_READ_TOKEN=\n"
	r := Repair{Yes: true, World: bootstrapWorld(t, proxy{bootstrap: issuing("new-token")})}
	if err := r.Checkout.WriteEnv(EnvFile(sample)); err != nil {
		t.Fatal(err)
	}
	if f, err := repairTasks(t, t.Context(), r); err != nil || !f.Applied {
		t.Fatalf("%+v, %v", f, err)
	}
	want := "# tasks\nexport " + tasksURL + "=\"https://proxy.example/exec\"\nexport " + tasksToken + "=\"new-token\"\nexport GOOGLE_WORKSPACE_TASKS_PROXY_READ_TOKEN=\n"
	if got := envText(t, r); got != want {
		t.Errorf("got\n%s", got)
	}
	env, _ := r.Checkout.Env()
	r.Getenv = func(name string) string { v, _ := env.Value(name); return v }
	if found, err := r.Inspect(t.Context(), []string{"tasks"}); err != nil || len(found) > 0 {
		t.Errorf("%+v, %v", found, err)
	}
}
