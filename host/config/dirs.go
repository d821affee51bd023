package config

import (
	"path/filepath"
	"runtime"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// app is the name of wslite's directory inside each of the user's.
const app = "wslite"

// dirs are the directories that the machine gives; empty where it has none.
type dirs struct {
	home, config, cache, state string
}

// machineDirs asks the machine. What is not absolute is dropped: it would make
// the current directory decide, and that may be someone else's repository.
func machineDirs(o Options) dirs {
	ask := func(f func() (string, error), sub ...string) string {
		dir, err := f()
		if err != nil || !filepath.IsAbs(dir) {
			return ""
		}
		return filepath.Join(append([]string{dir}, sub...)...)
	}
	d := dirs{
		home:   ask(o.UserHomeDir),
		config: ask(o.UserConfigDir, app),
		cache:  ask(o.UserCacheDir, app),
	}
	switch xdg := o.Getenv("XDG_STATE_HOME"); {
	case filepath.IsAbs(xdg):
		d.state = filepath.Join(xdg, app)
	case runtime.GOOS == "windows" && d.cache != "":
		d.state = filepath.Join(d.cache, "state")
	case d.home != "":
		d.state = filepath.Join(d.home, ".local", "state", app)
	}
	return d
}

// envDir reads a variable that names a directory; empty where it is not set.
func envDir(o Options, name string) (string, error) {
	dir := o.Getenv(name)
	if dir == "" {
		return "", nil
	}
	if !filepath.IsAbs(dir) {
		return "", fault.New(fault.Client, "%s must be an absolute path", name).
			WithHint("a relative one would mean another directory in each place")
	}
	return filepath.Clean(dir), nil
}

// place makes a path of the file absolute: "~/" is the home directory, and a
// relative one starts at the file's own directory.
func (d dirs) place(path, file string) (string, string) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if d.home == "" {
			return "", "~ has no meaning without a home directory; write the path in full"
		}
		return filepath.Join(d.home, rest), ""
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(file), path)
	}
	return filepath.Clean(path), ""
}

// RequireState gives StateDir, or an error that says how to get one.
func (c *Config) RequireState() (string, error) {
	if c.StateDir == "" {
		return "", fault.New(fault.Client, "there is no place to keep anything: the user has no home directory").
			WithHint("set HOME, or %s to a directory of your own", EnvStateDir)
	}
	return c.StateDir, nil
}
