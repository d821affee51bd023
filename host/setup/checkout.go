package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// Names in a checkout of workspace-lite.
const (
	envName      = ".env"
	claspName    = ".clasp.json"
	secretName   = "BootstrapSecret.gs"
	manifestName = "appsscript.json"
)

// maxFile bounds what is read of a checkout's file, in bytes: they are some
// kilobytes at most.
const maxFile = 1 << 20

// Checkout is a working copy of workspace-lite: the scripts of its proxies lie
// under packages/<service>/apps-script, the variables in .env at its root.
type Checkout struct{ Root string }

// FindCheckout looks in dir and the folders above it for the nearest checkout:
// one that has a script folder for one of the services. It gives nil where
// there is none.
func FindCheckout(dir string, services []string) *Checkout {
	for {
		c := &Checkout{Root: dir}
		for _, s := range services {
			if c.HasScript(s) {
				return c
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
	}
}

// ScriptDir is the folder of a service's script, and what messages call it.
func (c *Checkout) ScriptDir(service string) string {
	return filepath.Join(c.Root, "packages", service, "apps-script")
}

func shownDir(service string) string { return "packages/" + service + "/apps-script" }

// HasScript says whether the folder of a service's script is there. A
// checkout that is nil has none.
func (c *Checkout) HasScript(service string) bool {
	if c == nil {
		return false
	}
	info, err := os.Stat(c.ScriptDir(service))
	return err == nil && info.IsDir()
}

// HasClasp says whether clasp knows which script the folder belongs to.
func (c *Checkout) HasClasp(service string) bool { return c.has(service, claspName) }

// HasSecret says whether the service's setup key lies in the checkout.
func (c *Checkout) HasSecret(service string) bool { return c.has(service, secretName) }

func (c *Checkout) has(service, name string) bool {
	if c == nil {
		return false
	}
	info, err := os.Stat(filepath.Join(c.ScriptDir(service), name))
	return err == nil && info.Mode().IsRegular()
}

var secretLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bBOOTSTRAP_SETUP_SECRET\s*=\s*(?:'([^'\\\n]+)'|"([^"\\\n]+)")`)
})

// Secret reads a service's setup key. It is a secret: no message may hold it.
func (c *Checkout) Secret(service string) (string, error) {
	text, err := safefile.ReadAny(filepath.Join(c.ScriptDir(service), secretName), maxFile)
	if err != nil {
		return "", err
	}
	m := secretLine().FindSubmatch(text)
	if m == nil {
		return "", fault.New(fault.Client, "%s/%s holds no BOOTSTRAP_SETUP_SECRET", shownDir(service), secretName)
	}
	return string(m[1]) + string(m[2]), nil
}

// Env reads the .env file; one that does not exist is empty.
func (c *Checkout) Env() (EnvFile, error) {
	if c == nil {
		return "", nil
	}
	text, err := safefile.ReadAny(c.envPath(), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return EnvFile(text), err
}

func (c *Checkout) envPath() string { return filepath.Join(c.Root, envName) }

// CanWriteEnv says whether secrets may be written to the .env file: nobody
// else may be able to change what leads to it, and it must be no link, which
// in a hostile checkout could point at any file of the user's.
func (c *Checkout) CanWriteEnv() error { return writable(c.Root, envName) }

// WriteEnv replaces the .env file, readable by this user alone since it holds
// tokens. A reader sees the old text or the new one.
func (c *Checkout) WriteEnv(f EnvFile) error {
	if err := c.CanWriteEnv(); err != nil {
		return err
	}
	return safefile.Write(c.envPath(), []byte(f))
}

// WriteClasp writes the .clasp.json of a service's script. It replaces
// nothing.
func (c *Checkout) WriteClasp(service string, text []byte) error {
	dir := c.ScriptDir(service)
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return fault.Wrap(err, fault.Client, "%s can't be found any more", shownDir(service))
	}
	root, err := filepath.EvalSymlinks(c.Root)
	if err != nil || !strings.HasPrefix(real, root+string(filepath.Separator)) {
		return fault.New(fault.Client, "%s leads out of the checkout; nothing is written there", shownDir(service))
	}
	if err := writable(dir, claspName); err != nil {
		return err
	}
	path := filepath.Join(dir, claspName)
	if _, err := os.Lstat(path); err == nil {
		return fault.New(fault.Client, "%s/%s is there by now; it was let alone", shownDir(service), claspName)
	}
	return safefile.Write(path, text)
}

func writable(dir, name string) error {
	if err := safefile.Check(dir); err != nil {
		return err
	}
	info, err := os.Lstat(filepath.Join(dir, name))
	if err == nil && !info.Mode().IsRegular() {
		return fault.New(fault.Client, "%s is no regular file; nothing is written through a link", name)
	}
	return nil
}
