package sandbox

import (
	"bytes"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/text"
)

// logbook holds what a guest logs and prints during one call.
type logbook struct {
	most  int64 // bytes
	size  int64
	lines []guest.Line
	open  []byte // a printed line that has no end yet
}

func (l *logbook) reset() { l.size, l.lines, l.open = 0, nil, nil }

// line notes a message of its own.
func (l *logbook) line(level, s string) error {
	if err := l.count(len(s)); err != nil {
		return err
	}
	l.lines = append(l.lines, guest.Line{Level: level, Text: text.Line(s)})
	return nil
}

// print notes output, which comes in pieces.
func (l *logbook) print(p []byte) error {
	if err := l.count(len(p)); err != nil {
		return err
	}
	l.open = append(l.open, p...)
	for {
		line, rest, found := bytes.Cut(l.open, []byte("\n"))
		if !found {
			return nil
		}
		l.lines = append(l.lines, guest.Line{Level: guest.LevelInfo, Text: text.Line(string(line))})
		l.open = rest
	}
}

// count charges a message; an empty one costs a byte too, since a line does.
func (l *logbook) count(n int) error {
	if l.size += int64(n) + 1; l.size > l.most {
		return fault.New(fault.PluginLimit, "it logs more than %d bytes", l.most)
	}
	return nil
}

// take gives the lines, with the open one.
func (l *logbook) take() []guest.Line {
	if len(l.open) > 0 {
		l.lines = append(l.lines, guest.Line{Level: guest.LevelInfo, Text: text.Line(string(l.open))})
	}
	out := l.lines
	l.reset()
	return out
}
