package htmltext

import "unicode/utf8"

const (
	// maxText bounds the output in bytes: quoting and lists can make it longer
	// than the input.
	maxText = 400_000
	// maxPrefix bounds what stands before each line in nested lists and
	// quotes.
	maxPrefix = 24
)

// writer lays text out in lines: white space collapses, and blank lines never
// pile up.
type writer struct {
	out []byte
	// breaks is how many line ends come before the next text, space whether a
	// blank does.
	breaks int
	space  bool
	// prefix stands before each line; marker takes the place of its end once,
	// at the beginning of a list's item.
	prefix, marker string
	// last is the prefix of the line that was written last.
	last string
	full bool
}

// block asks for n line ends before what follows.
func (w *writer) block(n int) {
	if n > 0 {
		w.breaks, w.space = max(w.breaks, n), false
	}
}

// atStart tells whether the next text begins a line.
func (w *writer) atStart() bool { return w.breaks > 0 || len(w.out) == 0 }

// rune writes one character. pre keeps white space as it is.
func (w *writer) rune(r rune, pre bool) {
	if w.full {
		return
	}
	switch {
	case r == '\n' && pre:
		w.flush()
		w.breaks = min(w.breaks+1, 2)
		return
	case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == 0xa0:
		if !pre {
			w.space = w.space || !w.atStart()
			return
		}
		if r == '\r' {
			return
		}
	}
	w.flush()
	w.out = utf8.AppendRune(w.out, r)
	w.full = len(w.out) >= maxText
}

// text writes text that is no HTML, on the line that was begun.
func (w *writer) text(s string) {
	for _, r := range s {
		w.rune(r, false)
	}
}

// behind writes text right behind the last one, before line ends that were
// asked for.
func (w *writer) behind(s string) {
	breaks := w.breaks
	w.breaks, w.space = 0, len(w.out) > 0
	w.text(s)
	w.breaks = breaks
}

// flush writes what comes before the next character.
func (w *writer) flush() {
	start := len(w.out) == 0
	gap := w.prefix // before a blank line, which is in a quote or list if both its neighbours are
	if len(w.last) < len(gap) {
		gap = w.last
	}
	for ; w.breaks > 0 && !start; w.breaks-- {
		if w.breaks == 1 {
			w.out = append(w.out, '\n')
			start = true
			continue
		}
		w.out = append(w.out, '\n')
		w.out = append(w.out, trimRight(gap)...)
	}
	w.breaks = 0
	if start {
		lead := w.prefix
		if w.marker != "" {
			if n := len(lead) - len(w.marker); n >= 0 {
				lead = lead[:n] + w.marker
			}
			w.marker = ""
		}
		w.out = append(w.out, lead...)
		w.space, w.last = false, w.prefix
	}
	if w.space {
		w.out = append(w.out, ' ')
		w.space = false
	}
}

// indent makes the prefix of lines longer; too deep a nesting stays as it is.
func (w *writer) indent(by string) {
	if len(w.prefix)+len(by) <= maxPrefix {
		w.prefix += by
	}
}

func trimRight(s string) string {
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}
