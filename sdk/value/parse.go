package value

import (
	"strconv"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may be nested. Google's own answers
// stay under 40; the limit keeps a hostile text from using up the stack.
const MaxDepth = 128

// SyntaxError says why a text is not acceptable JSON and at which byte.
type SyntaxError struct {
	Offset int
	Reason string
}

func (e *SyntaxError) Error() string {
	return e.Reason + " at byte " + strconv.Itoa(e.Offset)
}

// Parse reads one JSON value. It accepts what RFC 8259 calls JSON text in
// UTF-8, less three things that different readers understand differently: a
// member named twice in one object, an escaped lone surrogate, and nesting
// deeper than [MaxDepth]. The error is a *[SyntaxError].
func Parse(text string) (Value, error) {
	if !utf8.ValidString(text) {
		return Value{}, &SyntaxError{invalidAt(text), "the text is not UTF-8"}
	}
	p := parser{text: text}
	v := p.value(0)
	p.space()
	if p.err == nil && p.at < len(text) {
		p.fail("text behind the value")
	}
	if p.err != nil {
		return Value{}, p.err
	}
	return v, nil
}

func invalidAt(text string) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

// parser reads text from at on. After the first fault err is set, and every
// method returns at once.
type parser struct {
	text string
	at   int
	err  *SyntaxError
	// nodes are reserved in blocks: an allocation each would cost more than
	// the reading.
	nodes []node
}

const nodeBlock = 32

func (p *parser) scalar(k Kind, text string) Value {
	if len(p.nodes) == 0 {
		p.nodes = make([]node, nodeBlock)
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.kind, n.text, n.list = k, text, &none
	return Value{n}
}

//go:noinline
func (p *parser) fail(reason string) {
	if p.err == nil {
		p.err = &SyntaxError{p.at, reason}
	}
}

//go:noinline
func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek gives the next byte, 0 at the end. A NUL byte is never valid JSON, so
// the two need not be told apart.
//
//go:noinline
func (p *parser) peek() byte {
	if p.err != nil || p.at >= len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// take skips c where it comes next.
//
//go:noinline
func (p *parser) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *parser) value(depth int) Value {
	p.space()
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.scalar(KindString, p.str())
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == 't':
		return p.word("true", KindBool)
	case c == 'f':
		return p.word("false", KindBool)
	case c == 'n':
		return p.word("null", KindNull)
	}
	p.fail("a value is missing")
	return Value{}
}

func (p *parser) word(w string, k Kind) Value {
	if len(p.text)-p.at < len(w) || p.text[p.at:p.at+len(w)] != w {
		p.fail("a value is missing")
		return Value{}
	}
	p.at += len(w)
	if k == KindNull {
		w = ""
	}
	return p.scalar(k, w)
}

func (p *parser) array(depth int) Value {
	if depth == MaxDepth {
		p.fail("the value is nested too deeply")
		return Value{}
	}
	p.at++
	p.space()
	if p.take(']') {
		return Array()
	}
	items := make([]Value, 0, 8)
	for p.err == nil {
		items = append(items, p.value(depth+1))
		p.space()
		if p.take(']') {
			break
		}
		if !p.take(',') {
			p.fail("a comma or ] is missing")
		}
	}
	return Array(items...)
}

func (p *parser) object(depth int) Value {
	if depth == MaxDepth {
		p.fail("the value is nested too deeply")
		return Value{}
	}
	p.at++
	var keys keySet
	p.space()
	if p.take('}') {
		return object(nil)
	}
	members := make([]Member, 0, 8)
	for p.err == nil {
		p.space()
		if p.peek() != '"' {
			p.fail("a member's name is missing")
			break
		}
		start := p.at
		key := p.str()
		if p.err == nil && !keys.add(key, members) {
			p.at = start
			p.fail("a member is named twice")
			break
		}
		p.space()
		if !p.take(':') {
			p.fail("a colon is missing")
			break
		}
		members = append(members, Member{key, p.value(depth + 1)})
		p.space()
		if p.take('}') {
			break
		}
		if !p.take(',') {
			p.fail("a comma or } is missing")
		}
	}
	return object(members)
}

// keySet finds a name that comes twice. Small objects are searched; large ones
// get a map, so that an object with many names does not cost their square.
type keySet struct{ seen map[string]struct{} }

const searchedKeys = 16

// add tells whether key is new; members are those read so far.
func (s *keySet) add(key string, members []Member) bool {
	if s.seen == nil {
		for i := range members {
			if members[i].Key == key {
				return false
			}
		}
		if len(members) < searchedKeys {
			return true
		}
		s.seen = make(map[string]struct{}, 4*searchedKeys)
		for i := range members {
			s.seen[members[i].Key] = struct{}{}
		}
	}
	if _, twice := s.seen[key]; twice {
		return false
	}
	s.seen[key] = struct{}{}
	return true
}
