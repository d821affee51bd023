package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wslite/wslite/host/fault"
)

// Finding is one thing that is wrong with a log.
type Finding struct {
	// File and Line tell where; Line is 0 where it is about the whole file.
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// What is one of the words below; Message says more.
	What    string `json:"what"`
	Message string `json:"message"`
}

// What a finding is.
const (
	// Edited: a line's content, or the line before it, is not what was written.
	Edited = "edited"
	// Dropped: lines are missing before this one.
	Dropped = "dropped"
	// Reordered: a line or a file stands where it does not belong, or twice.
	Reordered = "reordered"
	// Torn: the last write was cut short. The next line will say so.
	Torn        = "torn"
	MissingFile = "missing_file"
	// CutOff: lines are missing at the end, or nothing tells whether they are.
	CutOff = "truncated_end"
	// LooseMode: others may read or change it, or it is no file of the log's.
	LooseMode = "loose_mode"
	// Recovered is the word of a note: the log itself tells of a write that was
	// cut short, or of lines that were lost with the machine.
	Recovered = "recovered"
)

// maxFindings bounds a report; a log that is wrong all over has said enough.
const maxFindings = 1000

// Report is what Verify found.
type Report struct {
	Files   int   `json:"files"`
	Lines   int   `json:"lines"`
	LastSeq int64 `json:"lastSeq"`
	// LastHash stands for the whole log: kept elsewhere, it shows later whether
	// the log up to LastSeq is the same.
	LastHash string `json:"lastHash,omitempty"`
	// Findings stand in the order of the files. More says that there are others.
	Findings []Finding `json:"findings"`
	More     bool      `json:"more,omitempty"`
	// Notes tell of what is out of the ordinary and explained.
	Notes []Finding `json:"notes"`
}

// Verify checks every line of the log in dir. What is wrong with the log is in
// the report; the error says that it could not be read. A log may grow
// meanwhile: what is checked is how it was at the beginning.
func Verify(dir string) (Report, error) {
	c := check{rep: Report{Findings: []Finding{}, Notes: []Finding{}}}
	s, err := look(dir)
	if err != nil {
		return c.rep, err
	}
	c.snapshot = s
	c.modes(dir)
	for i, n := range s.numbers {
		if n < s.head.Oldest {
			continue // its time was over; the turn that should have removed it ended first
		}
		if err := c.fileAt(dir, n, s.sizes[i], i == len(s.numbers)-1); err != nil {
			return c.rep, err
		}
	}
	c.end()
	return c.rep, nil
}

// snapshot is the extent of a log at one moment.
type snapshot struct {
	head    head
	noHead  string // "missing" or "damaged"
	numbers []int
	sizes   []int64
}

// look finds the extent of the log while nobody writes. Where the lock can't
// be had (a copy that belongs to somebody else) it does without.
func look(dir string) (snapshot, error) {
	var s snapshot
	if _, err := os.Lstat(filepath.Join(dir, lockName)); err == nil {
		f := newLock(dir)
		ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
		defer cancel()
		got, err := f.TryLockContext(ctx, lockPoll)
		if got {
			defer f.Unlock()
		} else if errors.Is(err, context.DeadlineExceeded) {
			return s, fault.New(fault.Client, "the audit log can't be checked: another process has held %q for %d seconds", f.Path(), int(lockPatience.Seconds())).
				WithHint("end the process that hangs, then repeat")
		}
	}
	var err error
	if s.numbers, err = numbers(dir); err != nil {
		return s, unreadable(err, dir)
	}
	for _, n := range s.numbers {
		info, err := os.Lstat(filepath.Join(dir, fileName(n)))
		if err != nil {
			return s, unreadable(err, filepath.Join(dir, fileName(n)))
		}
		s.sizes = append(s.sizes, info.Size())
	}
	raw, err := content(filepath.Join(dir, headName), headSize+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.noHead = "missing"
	case err != nil && !isFile(filepath.Join(dir, headName)):
		s.noHead = "damaged"
	case err != nil:
		return s, unreadable(err, filepath.Join(dir, headName))
	default:
		if s.head, err = readHead(bytes.NewReader(raw)); err != nil {
			s.noHead = "damaged"
		}
	}
	return s, nil
}

// modes looks at who may use the directory and its files.
func (c *check) modes(dir string) {
	names := []string{"", headName, lockName}
	for _, n := range c.numbers {
		names = append(names, fileName(n))
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if err == nil && name == "" {
			info, err = os.Stat(path) // the directory may be reached by a link
		}
		if err != nil {
			continue // a missing one is told where it is missed
		}
		if flaw := flawOf(info, name == ""); flaw != "" {
			if name == "" {
				name = "."
			}
			c.find(name, 0, LooseMode, "%s", flaw)
		}
	}
}

// fileAt checks one file up to the size that it had.
func (c *check) fileAt(dir string, number int, size int64, last bool) error {
	path := filepath.Join(dir, fileName(number))
	data, err := content(path, size)
	if errors.Is(err, fs.ErrNotExist) || err != nil && !isFile(path) {
		// It has become too old since we began, or it is no file, which modes
		// has told.
		c.pass(number)
		return nil
	}
	if err != nil {
		return unreadable(err, path)
	}
	c.file(number, data, last)
	return nil
}

func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

func (c *check) find(file string, line int, what, format string, args ...any) {
	if len(c.rep.Findings) < maxFindings {
		c.rep.Findings = append(c.rep.Findings, Finding{file, line, what, fmt.Sprintf(format, args...)})
	} else {
		c.rep.More = true
	}
}

func (c *check) note(file string, line int, format string, args ...any) {
	if len(c.rep.Notes) < maxFindings {
		c.rep.Notes = append(c.rep.Notes, Finding{file, line, Recovered, fmt.Sprintf(format, args...)})
	}
}
