package audit

import (
	"cmp"
	"fmt"
	"slices"
)

// check walks along the chain. It goes on behind what is wrong, so that one
// change is one finding and a second one is found, too.
type check struct {
	snapshot
	rep Report

	// number is the file that was looked at last; oldest the first that is
	// kept, as the newest header says.
	number, oldest int
	// started says that a line was seen; seq is the largest number so far, and
	// hash that line's; "" where it is not known.
	started bool
	seq     int64
	hash    string
	// unread counts the pieces since then that are no lines.
	unread int
	// gaps are the numbers that were missed so far.
	gaps []gap
	// headMet says that the line that the head names was seen.
	headMet bool
	// last is where the last line stands.
	lastFile string
	lastLine int
}

// gap is a run of missing numbers. Where they turn up later the lines were not
// dropped but moved.
type gap struct {
	from, to int64
	file     string
	line     int
}

func (c *check) file(number int, data []byte, last bool) {
	name := fileName(number)
	c.rep.Files++
	if c.number > 0 && number != c.number+1 {
		c.missing(c.number+1, number-1)
		c.pass(number)
	}
	c.number = number
	for i, p := range split(data) {
		if p.torn {
			continue // the line that says so is noted
		}
		if !p.ended {
			c.tornEnd(name, p, last)
			continue
		}
		l, err := parseStrict(p.raw)
		if i == 0 && err == nil && (l.Event != headerEvent || l.File != number) {
			c.find(name, p.number, Reordered, "the first line is not the header of this file")
		}
		c.line(name, p, l, err)
	}
}

// pass goes on behind lines that were not seen: the next one is held against
// nothing.
func (c *check) pass(number int) {
	c.number, c.hash, c.unread, c.started = number, "", 0, false
}

func (c *check) missing(from, to int) {
	what := "the file is missing"
	if to > from {
		what = fmt.Sprintf("the files up to %s are missing", fileName(to))
	}
	c.find(fileName(from), 0, MissingFile, "%s", what)
}

func (c *check) tornEnd(name string, p piece, last bool) {
	switch {
	case last && c.noHead == "" && c.head.File == c.number && c.head.Size > int64(p.start):
		c.find(name, p.number, CutOff, "the end of this line is missing")
	case last:
		c.find(name, p.number, Torn, "the last write was cut short (%d bytes); the next line will note it", len(p.raw))
	default:
		c.find(name, p.number, Edited, "the file ends in the middle of a line")
	}
	c.unread++
}

func (c *check) line(name string, p piece, l line, err error) {
	c.rep.Lines++
	if err != nil {
		c.find(name, p.number, Edited, "%s", err.Error())
		if l.Seq != c.seq+1 || err != errHash {
			c.unread++
			return
		}
		// The line claims its place: its neighbours are held against what it
		// claims, so that only this line is found.
		c.advance(name, p, l, "")
		return
	}
	switch {
	case !c.started:
		c.start(name, p, l)
	case l.Seq <= c.seq:
		c.back(name, p, l)
		return
	case l.Seq > c.seq+1+int64(c.unread):
		c.gaps = append(c.gaps, gap{c.seq + 1, l.Seq - 1, name, p.number})
	case l.Seq == c.seq+1 && c.hash != "" && l.Prev != c.hash:
		c.find(name, p.number, Edited, "it is chained to another line than the one before it: that one, or this, was replaced")
	}
	c.advance(name, p, l, l.Hash)
}

// start begins the chain, at the first line of the log or behind missing files.
func (c *check) start(name string, p piece, l line) {
	if c.seq == 0 && l.Event == headerEvent && l.File == 1 && (l.Seq != 1 || l.Prev != noHash) {
		c.find(name, p.number, Edited, "the log does not begin with this line")
	}
	if c.seq > 0 && l.Seq <= c.seq {
		c.find(name, p.number, Reordered, "line %d of the log stands behind line %d", l.Seq, c.seq)
	}
}

// back looks at a line whose number was passed already.
func (c *check) back(name string, p piece, l line) {
	for i, g := range c.gaps {
		if l.Seq < g.from || l.Seq > g.to {
			continue
		}
		c.find(name, p.number, Reordered, "line %d of the log stands behind line %d", l.Seq, c.seq)
		rest := []gap{{g.from, l.Seq - 1, g.file, g.line}, {l.Seq + 1, g.to, g.file, g.line}}
		rest = slices.DeleteFunc(rest, func(g gap) bool { return g.from > g.to })
		c.gaps = slices.Replace(c.gaps, i, i+1, rest...)
		return
	}
	c.find(name, p.number, Reordered, "line %d of the log stands here once more, behind line %d", l.Seq, c.seq)
}

// advance moves behind a line. hash is what the next one is held against; ""
// where that line's own was wrong.
func (c *check) advance(name string, p piece, l line, hash string) {
	if l.Seq == c.head.Seq && c.noHead == "" {
		c.headMet = true
		if hash != "" && hash != c.head.Hash {
			c.find(name, p.number, Edited, "it is not the line that %s names as the last", headName)
		}
	}
	if l.Seq == c.head.Synced.Seq && c.noHead == "" && hash != "" && hash != c.head.Synced.Hash {
		c.find(headName, 0, Edited, "it names another line %d than that of the log", l.Seq)
	}
	c.started, c.seq, c.hash, c.unread = true, l.Seq, hash, 0
	c.lastFile, c.lastLine = name, p.number
	if l.Event == headerEvent {
		c.oldest = max(c.oldest, l.Oldest)
	}
	if l.Event != recoveredEvent || hash == "" {
		return
	}
	if l.TornDigest != "" {
		c.note(name, p.number, "a write before this line was cut short; its %d bytes are kept", l.TornBytes)
	}
	if l.LostLines > 0 {
		c.note(name, p.number, "%d lines before this one were lost when the machine stopped; no attempt was among them", l.LostLines)
	}
	if l.Head != "" {
		c.find(name, p.number, CutOff, "%s was %s when this line was written: lines may be missing before it", headName, l.Head)
	}
}

// end tells what only the whole log shows.
func (c *check) end() {
	for _, g := range c.gaps {
		what := fmt.Sprintf("line %d of the log is missing before this one", g.from)
		if g.to > g.from {
			what = fmt.Sprintf("the lines %d to %d of the log are missing before this one", g.from, g.to)
		}
		c.find(g.file, g.line, Dropped, "%s", what)
	}
	if first := max(c.oldest, 1); len(c.numbers) > 0 && c.numbers[0] > first {
		c.missing(first, c.numbers[0]-1)
	}
	c.rep.LastSeq, c.rep.LastHash = c.seq, c.hash
	switch {
	case c.noHead == "missing" && len(c.numbers) == 0:
	case c.noHead != "":
		c.find(headName, 0, CutOff, "it is %s: nothing tells whether lines are missing at the end", c.noHead)
	case c.number < c.head.File:
		c.missing(max(c.number+1, c.head.Oldest), c.head.File)
	case c.seq < c.head.Seq-int64(c.unread):
		c.find(cmp.Or(c.lastFile, fileName(c.head.File)), c.lastLine, CutOff, "the last line is %d; the lines behind it, up to %d, are missing", c.seq, c.head.Seq)
	case !c.headMet && c.unread == 0 && c.head.Seq > 0:
		c.find(headName, 0, Edited, "the line %d, which it names as the last, is not there", c.head.Seq)
	}
	slices.SortStableFunc(c.rep.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
}
