package config

import (
	"bytes"
	"errors"
	"regexp"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/wslite/wslite/host/text"
)

// maxFile is the largest configuration that is read, in bytes. A real one has
// a few kilobytes; the bound keeps a mistake (a data file given to --config)
// from being parsed for seconds.
const maxFile = 256 << 10

// maxDepth bounds how deep arrays and inline tables may nest. The parser calls
// itself for each level, and no key of ours needs more than three.
const maxDepth = 32

// entry is one key of the file with its value, or one table header. Values are
// string, int64, float64, bool, time.Time, []any or []map[string]any; a table
// has the value nil.
type entry struct {
	path  toml.Key
	value any
	table bool
	line  int // from 1
	col   int // in bytes, from 1
}

// parse reads TOML into its keys, in the order of the file. A byte order mark
// and CRLF line ends are read like their absence. The problems name a line and
// a column.
func parse(data []byte) ([]entry, []problem) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if line, col, ok := tooDeep(data); ok {
		return nil, []problem{{line, col, "brackets nest too deep"}}
	}
	var top map[string]toml.Primitive
	md, err := toml.Decode(string(data), &top)
	if err != nil {
		return nil, []problem{syntax(data, err)}
	}
	w := walker{md: md, data: data}
	w.walk(nil, top, 1, 1)
	sort.SliceStable(w.out, func(i, j int) bool {
		a, b := w.out[i], w.out[j]
		if a.line != b.line {
			return a.line < b.line
		}
		return a.col < b.col
	})
	return w.out, nil
}

// walker collects entries. The library keeps positions to itself, except in
// the errors of a custom decoder; so each key is decoded once into one that
// always fails, and the position is read off its error.
type walker struct {
	md   toml.MetaData
	data []byte
	out  []entry
}

// walk collects what stands in the table at, which begins at the given place.
func (w *walker) walk(at toml.Key, m map[string]toml.Primitive, line, col int) {
	for name, prim := range m {
		e := entry{path: append(append(toml.Key{}, at...), name), line: line, col: col}
		if w.md.PrimitiveDecode(prim, &e.value) != nil {
			continue // decoding into any can't fail
		}
		own := w.position(prim, name, &e)
		var sub map[string]toml.Primitive
		if _, ok := e.value.(map[string]any); ok && w.md.PrimitiveDecode(prim, &sub) == nil {
			e.table, e.value = true, nil
			before := len(w.out)
			w.walk(e.path, sub, e.line, e.col)
			if !own && len(w.out) > before {
				e.line, e.col = earliest(w.out[before:])
			}
		}
		w.out = append(w.out, e)
	}
}

// earliest is where a table begins that has no header of its own, as the table
// a in "a.b = 1".
func earliest(es []entry) (line, col int) {
	line, col = es[0].line, es[0].col
	for _, e := range es {
		if e.line < line || e.line == line && e.col < col {
			line, col = e.line, e.col
		}
	}
	return line, col
}

type probe struct{}

var errProbe = errors.New("position")

func (probe) UnmarshalTOML(any) error { return errProbe }

// position sets where the key of prim stands; false where the library does
// not know. It counts from the offset: the library's own column is that of the
// line before where a key starts its line.
func (w *walker) position(prim toml.Primitive, name string, e *entry) bool {
	var p probe
	var pe toml.ParseError
	if !errors.As(w.md.PrimitiveDecode(prim, &p), &pe) || pe.Position.Line < 1 || pe.Position.Start > len(w.data) {
		return false
	}
	start := bytes.LastIndexByte(w.data[:pe.Position.Start], '\n') + 1
	line, _, _ := bytes.Cut(w.data[start:], []byte("\n"))
	at := pe.Position.Start - start
	// The library points at the value, or at the bracket of a table's header;
	// people look for the name.
	if i := bytes.LastIndex(line[:at], []byte(name)); i >= 0 && name != "" {
		at = i
	} else if i := bytes.Index(line[at:], []byte(name)); i >= 0 {
		at += i
	}
	e.line, e.col = pe.Position.Line, at+1
	return true
}

// tooDeep finds the first place where brackets nest deeper than maxDepth.
// Brackets inside strings and comments count too: no honest file comes near.
func tooDeep(data []byte) (line, col int, deep bool) {
	depth, line, start := 0, 1, 0
	for i, b := range data {
		switch b {
		case '[', '{':
			if depth++; depth > maxDepth {
				return line, i - start + 1, true
			}
		case ']', '}':
			depth = max(depth-1, 0)
		case '\n':
			line, start = line+1, i+1
		}
	}
	return 0, 0, false
}

// echoes matches what the library repeats of the file between quotes. It could
// be part of a secret that someone put there without quotes of their own; a
// piece of grammar or a single character is no longer than three.
var echoes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:[^"\\]|\\.){4,}"|'[^']{4,}'`)
})

// syntax turns the library's error into a problem that repeats no value.
func syntax(data []byte, err error) problem {
	var pe toml.ParseError
	if !errors.As(err, &pe) {
		return problem{1, 1, "the file is not TOML"}
	}
	msg := pe.Message
	switch {
	case !utf8.Valid(data):
		msg = "the file is not UTF-8"
	case strings.HasPrefix(msg, "Key '"):
	case strings.Contains(msg, "out of"):
		msg = "the number is out of range"
	default:
		msg = text.Line(echoes().ReplaceAllString(msg, "…"))
	}
	if pe.LastKey != "" && !strings.HasPrefix(msg, "Key '") {
		msg += " (at the key " + quote(pe.LastKey) + ")"
	}
	line, col := max(pe.Position.Line, 1), 1
	if at := pe.Position.Start; at > 0 && at <= len(data) {
		col = at - bytes.LastIndexByte(data[:at], '\n')
	}
	return problem{line, col, text.Line(msg)}
}
