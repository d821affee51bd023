package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/wslite/wslite/host/text"
)

// decode turns the text of a file into settings. The problems come in the
// order of the file; where there are any, the settings are not to be used.
func decode(file string, data []byte) (settings, []problem) {
	entries, problems := parse(data)
	s := settings{}
	var done []string // tables that need no second word
	for _, e := range entries {
		if slices.ContainsFunc(done, func(d string) bool { return strings.HasPrefix(e.path.String()+".", d) }) {
			continue
		}
		bad := func(format string, args ...any) {
			problems = append(problems, problem{e.line, e.col, fmt.Sprintf(format, args...)})
		}
		k, at, known := find(e.path)
		switch {
		case at >= 0:
			done = append(done, e.path[:at+1].String()+".")
			bad("%s", unknownKey(e, at, known))
		case e.path[0] == "profile" && len(e.path) > 1 && checkName(e.path[1]) != "":
			done = append(done, e.path[:2].String()+".")
			bad("the profile name %s is not allowed: %s", quote(e.path[1]), checkName(e.path[1]))
		case isUser(e.path) && checkName(e.path[2]) != "":
			done = append(done, e.path[:3].String()+".")
			bad("the user name %s is not allowed: %s", quote(e.path[2]), checkName(e.path[2]))
		case !e.table && k.name != nil && k.name(e.path[len(e.path)-1]) != "":
			bad("%s: %s", strings.Join(e.path[:len(e.path)-1], "."), k.name(e.path[len(e.path)-1]))
		case e.table && k.path != "":
			done = append(done, e.path.String()+".")
			bad("%s must be %s, not a table", e.path, k.kind)
		case !e.table && k.path == "" && isTable(e.path):
			bad("%s must be a table: [%s]", e.path, e.path)
		case e.table:
			// A profile may have a header and nothing else, and so may a user.
			if len(e.path) == 2 && e.path[0] == "profile" || len(e.path) == 3 && isUser(e.path) {
				s.put(e, file, nil)
			}
		default:
			v, msg := k.read(e.value)
			if msg != "" {
				bad("%s: %s", e.path, msg)
				continue
			}
			s.put(e, file, v)
		}
	}
	return s, problems
}

// isUser says whether a path names a user of a server, or lies below one.
func isUser(path toml.Key) bool { return len(path) > 2 && path[0] == "mcp" && path[1] == "users" }

func (s settings) put(e entry, file string, v any) {
	s[strings.Join(e.path, ".")] = setting{v, Origin{"file", file, e.line}, e.line, e.col}
}

// secretWords are parts of names under which people keep secrets.
var secretWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)token|secret|passw|passphrase|credential|bearer|cookie|(api|private|access|auth|signing)[_-]?key|authorization`)
})

// unknownKey says what is wrong with the name at index at of the entry's path.
func unknownKey(e entry, at int, known []string) string {
	path := e.path[:at+1]
	name := path[at]
	_, isText := e.value.(string)
	if secretWords().MatchString(name) && (isText || e.table || at < len(e.path)-1) {
		return fmt.Sprintf("%s is refused: secrets never live in this file. Take it out, and set the token in the environment "+
			"(GOOGLE_WORKSPACE_<SERVICE>_PROXY_TOKEN and its kin)", quoteKey(path))
	}
	msg := "unknown key " + quoteKey(path)
	if like, ok := text.Suggest(name, known); ok {
		return msg + "; did you mean " + quote(like) + "?"
	}
	return msg + "; known here: " + strings.Join(known, ", ")
}

func quoteKey(path toml.Key) string { return quote(strings.Join(path, ".")) }

func (k kind) String() string {
	return [...]string{word: "a string", yesno: "true or false", count: "a whole number above zero", number: "a whole number, or 0 for none", words: "a list of strings"}[k]
}

// read checks a value of the file and gives it as a string, bool, int64 or
// []string; the message says what is wrong with it.
func (k key) read(v any) (any, string) {
	wrong := func() (any, string) {
		return nil, fmt.Sprintf("it must be %s, not %s", k.kind, typeName(v))
	}
	switch k.kind {
	case word:
		s, ok := v.(string)
		if !ok {
			return wrong()
		}
		return s, k.checkText(s)
	case yesno:
		b, ok := v.(bool)
		if !ok {
			return wrong()
		}
		return b, ""
	case count, number:
		n, ok := v.(int64)
		least := int64(1)
		if k.kind == number {
			least = 0
		}
		switch {
		case !ok:
			return wrong()
		case n < least:
			return nil, fmt.Sprintf("it must be %s, not %d", k.kind, n)
		case n > k.max:
			return nil, fmt.Sprintf("it may be at most %d, not %d", k.max, n)
		}
		return n, ""
	default:
		list, ok := v.([]any)
		if !ok {
			return wrong()
		}
		if k.filled && len(list) == 0 {
			return nil, "an empty list would allow nothing; name what is allowed, or leave the key out"
		}
		out := make([]string, 0, len(list))
		for i, item := range list {
			s, ok := item.(string)
			if !ok {
				return nil, fmt.Sprintf("entry %d must be a string, not %s", i+1, typeName(item))
			}
			if msg := k.checkText(s); msg != "" {
				return nil, fmt.Sprintf("entry %d: %s", i+1, msg)
			}
			out = append(out, s)
		}
		return out, ""
	}
}

func (k key) checkText(s string) string {
	switch {
	case s == "" && k.blank:
		return ""
	case strings.TrimSpace(s) == "":
		return "it must not be empty"
	case strings.ContainsRune(s, 0):
		return "it must not hold a null character"
	case k.check != nil:
		return k.check(s)
	}
	return ""
}

func typeName(v any) string {
	switch v := v.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case int64:
		return "a whole number"
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "infinite or no number"
		}
		return "a number with a fraction"
	case time.Time:
		return "a date"
	case []any:
		return "a list"
	case []map[string]any:
		return "a list of tables"
	}
	return "a table"
}
