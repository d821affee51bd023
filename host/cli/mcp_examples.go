package cli

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/schema"
)

// exampleArgs are the arguments that a tool's examples stand for, which are
// command lines. An example that names files of this machine has none: an agent
// can't give them.
func exampleArgs(t *catalog.Tool) []map[string]any {
	s, err := schema.Compile(t.Input)
	if err != nil {
		return nil
	}
	var out []map[string]any
	for _, line := range t.Examples {
		if args, err := argsOf(t, s, line); err == nil && !slices.ContainsFunc(t.FileArgs, func(key string) bool { return args[key] != nil }) {
			out = append(out, args)
		}
	}
	return out
}

func argsOf(t *catalog.Tool, s *schema.Schema, line string) (map[string]any, error) {
	words, err := shellWords(line)
	if err != nil {
		return nil, err
	}
	if len(words) < 3 {
		return nil, fault.New(fault.Usage, "the example %q runs no tool", line)
	}
	var none globals // what is for the command line alone, as --output, is no argument
	parsed, err := parseToolArgs(t, s.Properties(), words[3:], &none)
	if err != nil {
		return nil, err
	}
	args, err := s.Parse(t, parsed.flags, readsNone{})
	if err == nil && parsed.flags.ParamsJSON == nil {
		// What the schema fills in is no part of the example.
		maps.DeleteFunc(args, func(key string, _ any) bool { _, given := parsed.flags.Values[key]; return !given })
	}
	return args, err
}

// readsNone reads no file.
type readsNone struct{}

// ReadFile implements schema.Files.
func (readsNone) ReadFile(string) ([]byte, error) { return nil, fs.ErrPermission }

// shellWords splits a line as sh, bash, zsh and fish all do. What one of them
// would expand or read in another way is an error.
func shellWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	open, begun := rune(0), false
	for _, r := range line {
		switch {
		case open != 0 && r == open:
			open = 0
		case open == '"' && strings.ContainsRune("\\$`!", r):
			return nil, fmt.Errorf("%q in double quotes is not the same in all shells", r)
		case open != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			open, begun = r, true
		case r == ' ':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		case strings.ContainsRune("\\$`!#&|;<>()[]{}*?~^%", r):
			return nil, fmt.Errorf("%q needs quotes", r)
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	if open != 0 {
		return nil, fmt.Errorf("the quotes are not closed")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
