package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Streams are the three streams of a run and what is known of them. Tests
// make their own; OS gives the process's.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY, ErrTTY say which of them is a terminal.
	InTTY, OutTTY, ErrTTY bool
	// Width is the terminal's width in cells; 0 where Out is no terminal.
	Width int
	// Color allows colour on Out. It follows OutTTY, NO_COLOR and TERM.
	Color bool
}

// OS gives the process's own streams.
func OS(getenv func(string) string) Streams {
	s := Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if s.OutTTY {
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			s.Width = w
		}
	}
	s.Color = s.OutTTY && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	return s
}

// CanPrompt says whether a person can be asked: the question goes to stderr
// and the answer comes from stdin, so both must be a terminal.
func (s Streams) CanPrompt() bool { return s.InTTY && s.ErrTTY }
