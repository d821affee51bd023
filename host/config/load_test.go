package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// machine is a user's machine in a temporary directory.
type machine struct {
	t    *testing.T
	home string
	env  map[string]string
}

func newMachine(t *testing.T) *machine {
	return &machine{t, t.TempDir(), map[string]string{}}
}

func (m *machine) options() Options {
	dir := func(sub string) func() (string, error) {
		return func() (string, error) {
			if m.home == "" {
				return "", errors.New("no home")
			}
			return filepath.Join(m.home, sub), nil
		}
	}
	return Options{
		Getenv:      func(k string) string { return m.env[k] },
		UserHomeDir: dir(""), UserConfigDir: dir(".config"), UserCacheDir: dir(".cache"),
	}
}

// write puts a configuration where it is looked for.
func (m *machine) write(content string) string {
	m.t.Helper()
	dir := filepath.Join(m.home, ".config", "wslite")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		m.t.Fatal(err)
	}
	path := filepath.Join(dir, FileName)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
	return path
}

func (m *machine) load() *Config {
	m.t.Helper()
	c, err := Load(m.options())
	if err != nil {
		m.t.Fatal(err)
	}
	return c
}

func (c *Config) entry(t *testing.T, key string) Entry {
	t.Helper()
	for _, e := range c.Entries() {
		if e.Key == key {
			return e
		}
	}
	t.Fatalf("no entry %s", key)
	return Entry{}
}

func TestNoFileMeansDefaults(t *testing.T) {
	m := newMachine(t)
	c := m.load()
	if c.File != "" || c.Profile != (Profile{Name: "default", Backend: AppsScript}) {
		t.Errorf("%q %+v", c.File, c.Profile)
	}
	if want := filepath.Join(m.home, ".config/wslite/wslite.toml"); c.DefaultFile != want {
		t.Errorf("default file %q", c.DefaultFile)
	}
	if c.CacheDir != filepath.Join(m.home, ".cache/wslite") || c.StateDir != filepath.Join(m.home, ".local/state/wslite") {
		t.Errorf("cache %q state %q", c.CacheDir, c.StateDir)
	}
	if c.PluginsDir != filepath.Join(c.StateDir, "plugins") || c.LocalFile != filepath.Join(c.StateDir, "workspace.db") {
		t.Errorf("plugins %q local %q", c.PluginsDir, c.LocalFile)
	}
	if len(c.Warnings) != 0 {
		t.Errorf("warnings %q", c.Warnings)
	}
	// Loading makes nothing.
	if left, _ := os.ReadDir(m.home); len(left) != 0 {
		t.Errorf("made %v", left)
	}
}

func TestNoHome(t *testing.T) {
	m := newMachine(t)
	m.home = ""
	c := m.load()
	if c.CacheDir != "" || c.StateDir != "" || c.PluginsDir != "" || c.LocalFile != "" || c.DefaultFile != "" {
		t.Errorf("%+v", c)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], EnvCacheDir) || !strings.Contains(c.Warnings[0], EnvStateDir) {
		t.Errorf("warnings %q", c.Warnings)
	}
	if _, err := c.RequireState(); err == nil || !strings.Contains(err.Error(), EnvStateDir) {
		t.Errorf("state: %v", err)
	}
	m.env = map[string]string{EnvCacheDir: "/c", EnvStateDir: "/s"}
	c = m.load()
	if c.CacheDir != "/c" || c.StateDir != "/s" || c.LocalFile != "/s/workspace.db" || len(c.Warnings) != 0 {
		t.Errorf("%+v", c)
	}
}

// A home directory that is relative would mean the current directory.
func TestRelativeDirectoriesAreNone(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.MkdirAll("wslite", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("wslite/wslite.toml", []byte("default_profile = 3"), 0o600); err != nil {
		t.Fatal(err)
	}
	rel := func() (string, error) { return ".", nil }
	c, err := Load(Options{Getenv: func(string) string { return "" }, UserHomeDir: rel, UserConfigDir: rel, UserCacheDir: rel})
	if err != nil || c.CacheDir != "" || c.StateDir != "" || c.DefaultFile != "" {
		t.Errorf("%+v %v", c, err)
	}
	for _, name := range []string{EnvConfig, EnvCacheDir, EnvStateDir} {
		m := newMachine(t)
		m.env[name] = "wslite/wslite.toml"
		if _, err := Load(m.options()); err == nil || !strings.Contains(err.Error(), name+" must be an absolute path") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The file in the current directory counts for nothing, wherever one is.
func TestCurrentDirectoryIsNotRead(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{FileName, "." + FileName, ".wslite"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("broken = "), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if c := newMachine(t).load(); c.File != "" {
		t.Errorf("read %q", c.File)
	}
}

func TestWhichFile(t *testing.T) {
	m := newMachine(t)
	def := m.write("default_profile = \"a\"\n[profile.a]\n")
	other := filepath.Join(m.home, "other.toml")
	if err := os.WriteFile(other, []byte("[profile.b]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c := m.load(); c.File != def || c.Profile.Name != "a" {
		t.Errorf("%q %+v", c.File, c.Profile)
	}
	m.env[EnvConfig] = other
	if c := m.load(); c.File != other || !slices.Equal(c.Profiles, []string{"b", "default"}) {
		t.Errorf("%q %v", c.File, c.Profiles)
	}
	o := m.options()
	o.Path = def
	if c, err := Load(o); err != nil || c.File != def {
		t.Errorf("%v %v", c, err)
	}
	// A person may name a file relative to where they are.
	t.Chdir(m.home)
	o.Path = "other.toml"
	if c, err := Load(o); err != nil || c.File != other {
		t.Errorf("%v %v", c, err)
	}
	o.Path = "missing.toml"
	_, err := Load(o)
	if fault.CodeOf(err) != fault.Usage || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "--config") {
		t.Errorf("missing --config: %v", err)
	}
	m.env[EnvConfig] = filepath.Join(m.home, "missing.toml")
	_, err = Load(m.options())
	if fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), EnvConfig) {
		t.Errorf("missing WSLITE_CONFIG: %v", err)
	}
}

func TestOthersMayNotWrite(t *testing.T) {
	m := newMachine(t)
	path := m.write("")
	for _, p := range []string{path, filepath.Dir(path), m.home} {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, bit := range []os.FileMode{0o020, 0o002} {
			if err := os.Chmod(p, info.Mode().Perm()|bit); err != nil {
				t.Fatal(err)
			}
			_, err := Load(m.options())
			if fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), "chmod go-w") {
				t.Errorf("%s with %o: %v", p, bit, err)
			}
		}
		if err := os.Chmod(p, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	m.load()
}

func TestOrigins(t *testing.T) {
	m := newMachine(t)
	path := m.write("\n[profile.w]\nbackend = \"local\"\n[store]\npath = \"kept\"\n")
	m.env[EnvProfile] = "w"
	c := m.load()
	for key, want := range map[string]Entry{
		"profile":           {Value: "w", Origin: Origin{Kind: "environment", Name: EnvProfile}},
		"profile.w.backend": {Value: "local", Origin: Origin{Kind: "file", Name: path, Line: 3}},
		"profile.w.account": {Origin: Origin{Kind: "default"}},
		"store.path":        {Value: filepath.Join(filepath.Dir(path), "kept"), Origin: Origin{Kind: "file", Name: path, Line: 5}},
		"local.path":        {Value: filepath.Join(filepath.Dir(path), "kept/workspace.db"), Origin: Origin{Kind: "default"}},
		"default_profile":   {Value: "default", Origin: Origin{Kind: "default"}},
	} {
		got := c.entry(t, key)
		if got.Value != want.Value || got.Origin != want.Origin {
			t.Errorf("%s: %+v, want %+v", key, got, want)
		}
	}
	m.env[EnvStateDir] = "/elsewhere"
	if e := m.load().entry(t, "store.path"); e.Value != "/elsewhere" || e.Origin.Name != EnvStateDir {
		t.Errorf("%+v", e)
	}
	o := m.options()
	o.Profile, o.Local = "default", true
	c, err := Load(o)
	if err != nil || c.Profile.Backend != Local || c.entry(t, "profile").Origin.Name != "--profile" ||
		c.entry(t, "profile.default.backend").Origin != (Origin{Kind: "flag", Name: "--local"}) {
		t.Errorf("%+v %v", c, err)
	}
}

func TestUnknownProfile(t *testing.T) {
	m := newMachine(t)
	m.write("[profile.work]\n")
	o := m.options()
	o.Profile = "wrok"
	if _, err := Load(o); fault.CodeOf(err) != fault.Usage || !strings.Contains(err.Error(), `did you mean "work"`) {
		t.Errorf("flag: %v", err)
	}
	m.env[EnvProfile] = "nowhere"
	if _, err := Load(m.options()); fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), "default, work") {
		t.Errorf("environment: %v", err)
	}
	delete(m.env, EnvProfile)
	path := m.write("default_profile = \"home\"\n")
	if _, err := Load(m.options()); err == nil || !strings.HasPrefix(err.Error(), path+":1:1: ") {
		t.Errorf("file: %v", err)
	}
}

func TestPlaces(t *testing.T) {
	m := newMachine(t)
	path := m.write("[plugins]\ndir = \"~/p\"\n[local]\npath = \"../w.db\"\n[store]\npath = \"/abs/./x\"")
	c := m.load()
	if c.PluginsDir != filepath.Join(m.home, "p") || c.LocalFile != filepath.Join(m.home, ".config/w.db") || c.StateDir != "/abs/x" {
		t.Errorf("%+v", c)
	}
	o := m.options()
	o.Path = path
	o.UserHomeDir = func() (string, error) { return "", errors.New("none") }
	if _, err := Load(o); err == nil || !strings.HasPrefix(err.Error(), path+":2:1: plugins.dir") {
		t.Errorf("~ without a home: %v", err)
	}
}

func BenchmarkLoad(b *testing.B) {
	data, err := os.ReadFile("../../wslite.toml")
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), FileName)
	if err := os.WriteFile(path, uncomment(data), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Load(Options{Path: path}); err != nil {
			b.Fatal(err)
		}
	}
}
