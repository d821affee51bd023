package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// Bounds of what shrinking does.
const (
	// maxRounds is how many parts of a document are made smaller at most, before
	// the document is left out as a whole.
	maxRounds = 40
	// leastText is how many units of a text stay at least: less tells nothing.
	leastText = 200
)

// loss tells what was left out of a document.
type loss struct {
	// Lists are those that lost items from their end, in the order in which they
	// did.
	Lists []lostItems
	// Texts are those that were cut.
	Texts []lostText
	// All says that nothing of the document is left.
	All bool
}

type lostItems struct {
	// Place is where the list stands, with dots; "" is the document itself.
	Place     string
	Shown, Of int
}

type lostText struct {
	Place     string
	Shown, Of int // UTF-16 units; Shown is 0 for encoded bytes, which are useless in part
}

func (l loss) some() bool { return l.All || len(l.Lists)+len(l.Texts) > 0 }

// shrink makes a JSON value small enough that its document, which write gives,
// has at most room UTF-16 units. Whole items of lists go first, from the end,
// then texts are cut; nothing is cut within a document or a character. The value
// itself is not changed.
func shrink(v any, room int, write func(any) string) (string, any, loss) {
	doc := write(v)
	if units(doc) <= room {
		return doc, v, loss{}
	}
	s := shrinker{room: room, write: write, root: copied(v)}
	for range maxRounds {
		part := s.biggest()
		if part == nil || !s.reduce(part) {
			break
		}
		if doc = write(s.root); units(doc) <= room {
			return doc, s.root, s.lost
		}
	}
	return "null", nil, loss{All: true}
}

type shrinker struct {
	room  int
	write func(any) string
	root  any
	lost  loss
	done  map[string]bool // places that can't get smaller
}

// part is a list or a text within a document.
type part struct {
	place string
	value any
	size  int // of its JSON, about
	set   func(any)
}

// biggest finds what to make smaller: the outermost list that holds most of the
// document, else the longest text. nil is nothing.
func (s *shrinker) biggest() *part {
	total, best := roughly(s.root), (*part)(nil)
	var walk func(p part)
	walk = func(p part) {
		if best != nil && p.size <= best.size {
			return
		}
		switch v := p.value.(type) {
		case string:
			if !s.done[p.place] && len(v) > leastText {
				best = &p
			}
		case []any:
			if len(v) > 1 && !s.done[p.place] && p.size > total/2 {
				best = &p // what is in it is smaller
				return
			}
			for i := range v {
				walk(part{join(p.place, fmt.Sprint(i)), v[i], roughly(v[i]), func(n any) { v[i] = n }})
			}
			if len(v) > 1 && !s.done[p.place] && (best == nil || p.size > best.size) {
				best = &p
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(part{join(p.place, key), v[key], roughly(v[key]), func(n any) { v[key] = n }})
			}
		}
	}
	walk(part{"", s.root, total, func(n any) { s.root = n }})
	return best
}

// reduce makes a part smaller, as far as is needed; false where it can't.
func (s *shrinker) reduce(p *part) bool {
	if s.done == nil {
		s.done = map[string]bool{}
	}
	switch v := p.value.(type) {
	case []any:
		s.items(p, v)
	case string:
		s.text(p, v)
	}
	return true
}

// items drops items from a list's end, all but one at most.
func (s *shrinker) items(p *part, list []any) {
	most, sum := 0, 0
	for most < len(list) && sum <= s.room { // what is surely too much is not written
		sum += roughly(list[most])
		most++
	}
	fits := func(n int) bool {
		p.set(list[:n])
		return units(s.write(s.root)) <= s.room
	}
	keep := max(1, sort.Search(most, func(i int) bool { return !fits(i + 1) }))
	keep = min(keep, len(list)-1)
	p.set(slices.Clip(list[:keep]))
	if keep == 1 {
		s.done[p.place] = true
	}
	s.lost.Lists = append(s.lost.Lists, lostItems{p.place, keep, len(list)})
}

// text cuts a text at a paragraph. Encoded bytes are worth nothing in part.
func (s *shrinker) text(p *part, v string) {
	all := units(v)
	s.done[p.place] = true
	if encoded(v) {
		p.set(fmt.Sprintf("[left out: %d characters of encoded content]", all))
		s.lost.Texts = append(s.lost.Texts, lostText{p.place, 0, all})
		return
	}
	p.set("")
	room := s.room - units(s.write(s.root)) - 60 // the note stands within
	keep := max(leastText, min(room, all-1))
	for {
		short, shown := cutText(v, keep)
		p.set(short + fmt.Sprintf("\n[cut here: %d of %d characters are shown]", shown, all))
		over := units(s.write(s.root)) - s.room
		if over <= 0 || keep == leastText {
			s.lost.Texts = append(s.lost.Texts, lostText{p.place, shown, all})
			return
		}
		keep = max(leastText, min(keep-over, keep*9/10))
	}
}

// cutText keeps at most n units, up to the end of a paragraph, a line or a word
// where one ends in the last fifth of them.
func cutText(v string, n int) (string, int) {
	short := cut(v, n)
	if len(short) == len(v) {
		return v, units(v)
	}
	for _, end := range []string{"\n\n", "\n", " "} {
		if at := strings.LastIndex(short, end); at > len(short)*4/5 {
			short = short[:at]
			break
		}
	}
	return short, units(short)
}

// encoded says whether a text is bytes in base64: nothing but its characters,
// of all kinds.
func encoded(v string) bool {
	var upper, lower, digit bool
	for i := range len(v) {
		switch c := v[i]; {
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= 'a' && c <= 'z':
			lower = true
		case c >= '0' && c <= '9':
			digit = true
		case c == '+' || c == '/' || c == '-' || c == '_' || c == '=':
		default:
			return false
		}
	}
	return upper && lower && digit
}

// roughly is about how many units a value's JSON has, and never more than it has
// when it is written with indents.
func roughly(v any) int {
	switch v := v.(type) {
	case nil:
		return 4
	case string:
		return units(v) + 2
	case json.Number:
		return len(v)
	case []any:
		n := 2
		for _, item := range v {
			n += roughly(item) + 1
		}
		return n
	case map[string]any:
		n := 2
		for key, item := range v {
			n += units(key) + 4 + roughly(item)
		}
		return n
	}
	return 4
}

// copied is a copy whose objects and lists are its own.
func copied(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copied(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[key] = copied(v[key])
		}
		return out
	}
	return v
}

func join(place, step string) string {
	if place == "" {
		return step
	}
	return place + "." + step
}

// indented writes a value for a reader: two spaces, nothing hidden.
func indented(v any) string { return text.Clean(document(v, "  ")) }

// dense writes a value for a program: what is hidden is escaped.
func dense(v any) string { return string(text.EscapeJSON([]byte(document(v, "")))) }

func document(v any, indent string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if e.Encode(v) != nil {
		return "null"
	}
	return strings.TrimRight(b.String(), "\n")
}
