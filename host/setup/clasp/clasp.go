// Package clasp runs Google's clasp program for wslite: with a fixed argv, no
// shell, a minimal environment that holds no token, no input, bounded output
// and bounded time. It understands nothing of what clasp prints. Start reading
// at Program.Run.
package clasp

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
)

const (
	// timeout bounds one run: clasp asks Google over the network.
	timeout = 60 * time.Second
	// grace is how long a run that was ended may keep its output open.
	grace = 2 * time.Second
	// maxOutput bounds what is read, in bytes; a long list is some 100 KB.
	maxOutput = 1 << 20
)

// passed are the variables that clasp gets: where programs and its own login
// are, and how the network is reached. No proxy token is among them.
var passed = []string{
	"PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "clasp_config_auth",
	"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy",
	"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE",
	"USERPROFILE", "APPDATA", "LOCALAPPDATA", "SystemRoot", "PATHEXT", "TEMP",
}

// Program is the clasp that the environment's PATH names.
type Program struct {
	getenv  func(string) string
	timeout time.Duration
}

// New makes a Program; nothing is looked for before it runs.
func New(getenv func(string) string) *Program { return &Program{getenv, timeout} }

// Run runs clasp with these words in a folder and gives its standard output.
// Errors are CLIENT_ERROR and say whether clasp is missing, failed, took too
// long or printed too much; what it printed is in none of them.
func (p *Program) Run(ctx context.Context, dir string, words ...string) ([]byte, error) {
	path, err := p.find()
	if err != nil {
		return nil, err
	}
	shown := "clasp " + strings.Join(words, " ")
	limited, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	out := &bounded{limit: maxOutput, full: cancel}
	cmd := exec.CommandContext(limited, path, words...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.WaitDelay = dir, p.environ(), out, grace
	err = cmd.Run()
	switch {
	case out.over:
		return nil, fault.New(fault.Client, "%s printed more than %d bytes", shown, maxOutput)
	case ctx.Err() != nil:
		return nil, fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while %s ran", shown)
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		return nil, fault.New(fault.Client, "%s took longer than %s", shown, p.timeout)
	case err != nil:
		return nil, fault.Wrap(err, fault.Client, "%s failed", shown).WithHint("run it in %s and see what it says", dir)
	}
	return out.kept.Bytes(), nil
}

// find looks for clasp in PATH. A relative folder there is passed over: what
// lies in the current directory must not run.
func (p *Program) find() (string, error) {
	for _, dir := range filepath.SplitList(p.getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, "clasp")); err == nil {
			return path, nil
		}
	}
	return "", fault.New(fault.Client, "clasp is not installed").WithHint("npm install -g @google/clasp, then clasp login")
}

func (p *Program) environ() []string {
	env := []string{"NO_COLOR=1", "CI=1"}
	for _, name := range passed {
		if v := p.getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// bounded keeps output up to a limit and ends the run beyond it. The buffer is
// no embedded field: its ReadFrom would pass the limit by.
type bounded struct {
	kept  bytes.Buffer
	limit int
	over  bool
	full  func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.kept.Len()+len(p) > b.limit {
		b.over = true
		b.full()
		return 0, errors.New("too much output")
	}
	return b.kept.Write(p)
}
