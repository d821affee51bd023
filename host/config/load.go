package config

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/safefile"
)

// Load reads the configuration: defaults, then the file, then the environment,
// then the flags in Options. The file is the one of --config, of WSLITE_CONFIG
// or "wslite/wslite.toml" in the user's configuration directory; only the last
// may be missing.
//
// Errors are *fault.Error: USAGE where a flag is wrong, CLIENT_ERROR where the
// file or the environment is. An error about the file's content lists every
// mistake with its line and column.
func Load(o Options) (*Config, error) {
	o.fill()
	d := machineDirs(o)
	c := &Config{}
	if d.config != "" {
		c.DefaultFile = filepath.Join(d.config, FileName)
	}
	file, data, err := readFile(o, c.DefaultFile)
	if err != nil {
		return nil, err
	}
	c.File = file
	b := builder{opts: o, dirs: d, file: file, settings: settings{}}
	if file != "" {
		b.settings, b.problems = decode(file, data)
		if err := report(file, b.problems); err != nil {
			return nil, err
		}
	}
	return c, b.build(c)
}

// readFile finds the file and reads it; no file gives an empty name.
func readFile(o Options, fallback string) (string, []byte, error) {
	path, source := o.Path, "--config"
	if path == "" {
		path, source = o.Getenv(EnvConfig), EnvConfig
		if path != "" && !filepath.IsAbs(path) {
			return "", nil, fault.New(fault.Client, "%s must be an absolute path", EnvConfig).
				WithHint("a relative one would mean another file in each directory; --config takes both")
		}
	}
	if path == "" {
		if fallback == "" {
			return "", nil, nil
		}
		data, err := safefile.Read(fallback, maxFile)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil, nil
		}
		return fallback, data, explain(err, "the configuration")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", nil, fault.Wrap(err, fault.Usage, "%s: the current directory is gone", source)
	}
	data, err := safefile.Read(path, maxFile)
	if err = explain(err, "the configuration of "+source); err != nil && source == "--config" {
		fault.Of(err).Code = fault.Usage
	}
	return path, data, err
}

// explain says what the file was wanted for.
func explain(err error, what string) error {
	if err == nil {
		return nil
	}
	e := *fault.Of(err)
	e.Message = what + " was not read: " + e.Message
	return &e
}

// builder turns settings into a Config.
type builder struct {
	opts     Options
	dirs     dirs
	file     string
	settings settings
	problems []problem
}

func (b *builder) build(c *Config) error {
	for _, key := range []string{"plugins.dir", "store.path", "local.path", "audit.dir"} {
		b.place(key)
	}
	for _, name := range b.settings.below("profile.") {
		b.place(localPath(name))
	}
	if err := b.environment(c); err != nil {
		return err
	}
	if err := b.profile(c); err != nil {
		return err
	}
	b.mcp(c)
	b.policy(c)
	b.limits(c)
	b.auth(c)
	b.audit(c)
	b.records(c)
	for _, prefix := range []string{"policy.", "profile." + c.Profile.Name + ".policy."} {
		b.fallback(prefix+"read_only", false)
		b.fallback(prefix+"forbid_admin_token", false)
	}
	b.fallback("policy.public_sharing", policy.PublicDeny)
	if err := report(b.file, b.problems); err != nil {
		return err
	}
	c.settings = b.settings
	return nil
}

// bad records a mistake at the place where key stands in the file.
func (b *builder) bad(key, msg string) {
	s := b.settings[key]
	b.problems = append(b.problems, problem{max(s.line, 1), max(s.col, 1), msg})
}

// place makes a path of the file absolute.
func (b *builder) place(key string) {
	s, ok := b.settings[key]
	if !ok {
		return
	}
	path, msg := b.dirs.place(s.value.(string), b.file)
	if msg != "" {
		b.bad(key, key+": "+msg)
		return
	}
	s.value = path
	b.settings[key] = s
}

// fallback gives key a default where nobody set it.
func (b *builder) fallback(key string, v any) {
	if _, ok := b.settings[key]; !ok {
		b.settings[key] = setting{value: v, origin: Origin{Kind: "default"}}
	}
}

// environment takes the directories from the variables and settles what
// depends on them.
func (b *builder) environment(c *Config) error {
	state, err := envDir(b.opts, EnvStateDir)
	if err != nil {
		return err
	}
	if state != "" {
		b.settings["store.path"] = setting{value: state, origin: Origin{Kind: "environment", Name: EnvStateDir}}
	} else if b.dirs.state != "" {
		b.fallback("store.path", b.dirs.state)
	}
	c.StateDir = b.settings.text("store.path")
	if c.StateDir != "" {
		b.fallback("plugins.dir", filepath.Join(c.StateDir, "plugins"))
		b.fallback("local.path", filepath.Join(c.StateDir, "workspace.db"))
	}
	c.PluginsDir, c.LocalFile = b.settings.text("plugins.dir"), b.settings.text("local.path")

	c.CacheDir, err = envDir(b.opts, EnvCacheDir)
	if err != nil {
		return err
	}
	cache := Origin{Kind: "environment", Name: EnvCacheDir}
	if c.CacheDir == "" {
		c.CacheDir, cache = b.dirs.cache, Origin{Kind: "default"}
	}
	if c.CacheDir != "" {
		b.settings[cacheDir] = setting{value: c.CacheDir, origin: cache}
	}
	c.Warnings = homeless(c)
	return nil
}

// homeless is the one warning for a user without a home directory.
func homeless(c *Config) []string {
	var what, vars []string
	if c.CacheDir == "" {
		what, vars = append(what, "modules are prepared anew each time"), append(vars, EnvCacheDir)
	}
	if c.StateDir == "" {
		what, vars = append(what, "nothing is kept"), append(vars, EnvStateDir)
	}
	if len(what) == 0 {
		return nil
	}
	return []string{"no home directory: " + strings.Join(what, " and ") + " (set HOME, or " + strings.Join(vars, " and ") + ")"}
}

// profile chooses the profile and its backend.
func (b *builder) profile(c *Config) error {
	const builtIn = "default"
	b.fallback("profile."+builtIn, nil)
	b.fallback("default_profile", builtIn)
	c.Profiles = b.settings.below("profile.")
	name, origin := b.opts.Profile, Origin{Kind: "flag", Name: "--profile"}
	if name == "" {
		name, origin = b.opts.Getenv(EnvProfile), Origin{Kind: "environment", Name: EnvProfile}
	}
	if name == "" {
		name, origin = b.settings.text("default_profile"), b.settings["default_profile"].origin
	}
	msg := oneOf("profile", name, c.Profiles)
	if msg != "" {
		switch origin.Kind {
		case "flag":
			return fault.New(fault.Usage, "--profile: %s", msg)
		case "environment":
			return fault.New(fault.Client, "%s: %s", EnvProfile, msg)
		}
		b.bad("default_profile", "default_profile: "+msg)
	}
	b.settings[chosenProfile] = setting{value: name, origin: origin}
	for _, p := range c.Profiles {
		b.fallback("profile."+p+".backend", AppsScript)
	}
	if own := b.settings.text(localPath(name)); own != "" {
		c.LocalFile = own
	}
	backend := "profile." + name + ".backend"
	chosen := b.opts.Local || b.settings[backend].origin.Kind != "default"
	if b.opts.Local {
		b.settings[backend] = setting{value: Local, origin: Origin{Kind: "flag", Name: "--local"}}
	}
	c.Profile = Profile{Name: name, Backend: b.settings.text(backend), Chosen: chosen, Account: b.settings.text("profile." + name + ".account"),
		MCPConfirm: b.settings.text("profile." + name + ".mcp.confirm")}
	return nil
}

// localPath is the key of a profile's own embedded workspace.
func localPath(profile string) string { return "profile." + profile + ".local.path" }
