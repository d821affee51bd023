package config

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// MCP is [mcp].
type MCP struct {
	// UploadRoots are the directories whose files an agent may name, absolute;
	// empty means that it may name none.
	UploadRoots []string
	// Users are those whom one server over HTTP can serve, by name.
	Users []MCPUser
	// OAuth is the authorization server whose tokens stand for users; nil where
	// there is none.
	OAuth *OAuth
}

// MCPUser is [mcp.users.NAME]: somebody whom a server serves as an account and
// under a policy of their own.
type MCPUser struct {
	Name string
	// Profile is the one of the user's calls; "" is the one that is chosen without
	// a word.
	Profile string
	// Account is the alias or address of the user's account; "" leaves it to the
	// profile.
	Account string
	// Subject is what the authorization server of [mcp.oauth] calls the user, to the
	// letter; "" where none of its tokens stands for the user.
	Subject string
	// UploadRoots are those of the user's agents, as in MCP.
	UploadRoots []string
}

// User finds a user by name; nil where there is none.
func (m MCP) User(name string) *MCPUser {
	for i, u := range m.Users {
		if u.Name == name {
			return &m.Users[i]
		}
	}
	return nil
}

// mcp settles [mcp].
func (b *builder) mcp(c *Config) {
	c.MCP.UploadRoots = b.roots("mcp.upload_roots")
	b.oauth(c)
	// Names that differ in case alone would be one person to the log's readers, and
	// a subject of two would be nobody's.
	names, subjects := map[string]string{}, map[string]string{}
	for _, name := range b.settings.below("mcp.users.") {
		key := "mcp.users." + name
		u := MCPUser{
			Name: name, Profile: b.settings.text(key + ".profile"), Account: b.settings.text(key + ".account"),
			Subject: b.settings.text(key + ".subject"), UploadRoots: b.roots(key + ".upload_roots"),
		}
		if u.Profile != "" {
			if msg := oneOf("profile", u.Profile, c.Profiles); msg != "" {
				b.bad(key+".profile", key+".profile: "+msg)
			}
		}
		if other := names[strings.ToLower(name)]; other != "" {
			b.bad(firstSet(b.settings, key), fmt.Sprintf("the users %s and %s differ in case alone", quote(other), quote(name)))
		}
		names[strings.ToLower(name)] = name
		if other := subjects[strings.ToLower(u.Subject)]; u.Subject != "" && other != "" {
			b.bad(key+".subject", fmt.Sprintf("%s.subject: the user %s has the same one", key, quote(other)))
		}
		subjects[strings.ToLower(u.Subject)] = name
		c.MCP.Users = append(c.MCP.Users, u)
	}
}

// firstSet is a key at or below one that stands in the file.
func firstSet(s settings, key string) string {
	if _, ok := s[key]; ok {
		return key
	}
	for _, name := range s.below(key + ".") {
		return key + "." + name
	}
	return key
}

// roots settles a list of directories.
func (b *builder) roots(key string) (out []string) {
	for _, root := range b.settings.words(key) {
		path, msg := b.dirs.place(root, b.file)
		if msg != "" {
			b.bad(key, key+": "+msg)
			continue
		}
		out = append(out, path)
	}
	return out
}

func checkSubject(s string) string {
	if len(s) > 320 || text.Line(s) != s {
		return "a subject has at most 320 bytes and no control characters"
	}
	return ""
}

// checkRoot says what is wrong with a directory that files may be sent from.
func checkRoot(s string) string {
	switch {
	case text.Line(s) != s:
		return "a path has no control characters"
	case !filepath.IsAbs(s) && !strings.HasPrefix(s, "~/"):
		return quote(s) + " must start with / or ~/: a relative path would mean another directory in each place"
	case filepath.IsAbs(s) && filepath.Dir(filepath.Clean(s)) == filepath.Clean(s):
		return "that is the whole machine; name the directory that files may be sent from"
	}
	return ""
}
