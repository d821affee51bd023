package audit

import (
	"bytes"
	"errors"
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// Entry is a line of the log: the record and its place in the chain.
type Entry struct {
	Record
	// Seq counts the lines of the whole log, from 1.
	Seq int64 `json:"seq"`
	// Prev is the hash of the line before, Hash that of this one.
	Prev string `json:"prev"`
	Hash string `json:"hash"`
	// File is the name of its file, Line its number there, from 1.
	File string `json:"file"`
	Line int    `json:"line"`
}

// Filter narrows what Entries gives. The zero value gives all, the oldest first.
type Filter struct {
	// Since is the first instant, Until the first that is too late; zero is no
	// bound.
	Since, Until time.Time
	// The others, where not empty, must be equal; Tool may hold * for any run of
	// characters, and of Draft and Claim the beginning is enough.
	Event, Service, Tool, Class, Status, Actor, Draft, Claim string
	// Newest gives the newest first.
	Newest bool
}

// Check says whether the pattern of tools can be read; the error is USAGE.
func (f Filter) Check() error {
	if _, err := path.Match(f.Tool, ""); err != nil {
		return fault.New(fault.Usage, "%q is no tool name or pattern", f.Tool).WithHint("* stands for any run of characters, as gmail_*")
	}
	return nil
}

func (f Filter) fits(r Record) bool {
	if !f.Since.IsZero() && r.Time.Before(f.Since) || !f.Until.IsZero() && !r.Time.Before(f.Until) {
		return false
	}
	for _, p := range [][2]string{{f.Event, r.Event}, {f.Service, r.Service}, {f.Class, r.Class}, {f.Status, r.Status},
		{f.Actor, r.Actor}} {
		if p[0] != "" && p[0] != p[1] {
			return false
		}
	}
	if !strings.HasPrefix(r.Draft, f.Draft) || !strings.HasPrefix(r.Claim, f.Claim) {
		return false
	}
	if f.Tool == "" {
		return true
	}
	ok, _ := path.Match(f.Tool, r.Tool)
	return ok
}

// Entries gives the lines of the log in dir, without the headers of its files.
// It takes no lock: a line that is being written is not there yet. A directory
// that does not exist has no lines.
//
// An error of code CLIENT_ERROR stands for a line that is damaged, or a file
// that can't be read, and the rest follows.
func Entries(dir string, f Filter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		list, err := numbers(dir)
		if err != nil {
			yield(Entry{}, unreadable(err, dir))
			return
		}
		if f.Newest {
			slices.Reverse(list)
		}
		for _, n := range list {
			data, err := content(filepath.Join(dir, fileName(n)), -1)
			if errors.Is(err, fs.ErrNotExist) {
				continue // too old since the list was made
			}
			if err != nil {
				if !yield(Entry{File: fileName(n)}, unreadable(err, filepath.Join(dir, fileName(n)))) {
					return
				}
				continue
			}
			if !entriesOf(fileName(n), data, f, yield) {
				return
			}
		}
	}
}

// entriesOf gives those of one file; false where the reader has enough.
func entriesOf(file string, data []byte, f Filter, yield func(Entry, error) bool) bool {
	lines := split(data)
	if f.Newest {
		slices.Reverse(lines)
	}
	for _, p := range lines {
		if p.torn || !p.ended {
			continue
		}
		l, err := parse(p.raw)
		if err != nil {
			err = fault.Wrap(err, fault.Client, "line %d of %s is damaged: %s", p.number, file, err.Error())
			if !yield(Entry{File: file, Line: p.number}, err) {
				return false
			}
			continue
		}
		if l.Event == headerEvent || !f.fits(l.Record) {
			continue
		}
		if !yield(Entry{l.Record, l.Seq, l.Prev, l.Hash, file, p.number}, nil) {
			return false
		}
	}
	return true
}

// piece is what stands between two newlines of a file.
type piece struct {
	raw    []byte
	start  int
	number int  // from 1
	ended  bool // by a newline
	// torn says that a recovery behind it names it: it is no line.
	torn bool
}

var recoveredMark = []byte(`"event":` + strconv.Quote(recoveredEvent))

// split cuts a file into pieces and marks those that were torn.
func split(data []byte) []piece {
	var out []piece
	for at := 0; at < len(data); {
		raw, _, ended := bytes.Cut(data[at:], []byte{'\n'})
		out = append(out, piece{raw: raw, start: at, number: len(out) + 1, ended: ended})
		at += len(raw) + 1
	}
	for i, p := range out {
		if !bytes.Contains(p.raw, recoveredMark) {
			continue
		}
		l, err := parse(p.raw)
		// The newline before this line is no part of what was torn.
		end := int64(p.start) - 1
		if err != nil || l.TornDigest == "" || l.TornBytes < 0 || l.TornBytes > end ||
			digestOf(data[end-l.TornBytes:end]) != l.TornDigest {
			continue
		}
		for j := i - 1; j >= 0 && int64(out[j].start) >= end-l.TornBytes; j-- {
			out[j].torn = true
		}
	}
	return out
}

func unreadable(err error, path string) error {
	return fault.Wrap(err, fault.Client, "the audit log can't be read: %q: %s", path, reason(err)).
		WithHint("it belongs to the user who wrote it")
}
