package ics

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	ical "github.com/emersion/go-ical"
)

// ErrFormat says that an input is no calendar at all.
var ErrFormat = errors.New("this is no iCalendar file: it has no line BEGIN:VCALENDAR")

// block is the text of an event or zone.
type block struct {
	name string
	text []byte
	err  error
}

// split cuts a file into its events and zones without decoding them.
func (f *file) split(r io.Reader) ([]block, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	var blocks []block
	var open *block
	isCalendar, zones := false, 0
	for {
		line, err := readLine(br)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		atEnd := errors.Is(err, io.EOF)
		key := strings.ToUpper(string(bytes.TrimSpace(line)))
		switch {
		case key == "BEGIN:VCALENDAR":
			isCalendar = true
		case open == nil && isCalendar && (key == "BEGIN:VEVENT" || key == "BEGIN:VTIMEZONE"):
			open = &block{name: key[len("BEGIN:"):]}
		}
		if open != nil {
			open.add(line)
			if key == "END:"+open.name {
				blocks, open = append(blocks, *open), nil
			}
		}
		if n := len(blocks); n > 0 && blocks[n-1].name == ical.CompTimezone && key == "END:VTIMEZONE" {
			zones++
		}
		if len(blocks)-zones > MaxEvents || zones > maxZones {
			return nil, fmt.Errorf("the file has more than %d events or %d time zones", MaxEvents, maxZones)
		}
		if atEnd {
			break
		}
	}
	if !isCalendar {
		return nil, ErrFormat
	}
	if open != nil {
		open.err = errors.New("the file ends in the middle of it")
		blocks = append(blocks, *open)
	}
	return blocks, nil
}

func (b *block) add(line []byte) {
	if len(b.text)+len(line) > MaxComponent {
		b.err = fmt.Errorf("it is larger than %d bytes", MaxComponent)
		return
	}
	b.text = append(b.text, line...)
	b.text = append(b.text, '\r', '\n')
}

// readLine reads a line of any length, cut to what a block may hold.
func readLine(br *bufio.Reader) ([]byte, error) {
	var out []byte
	for {
		part, more, err := br.ReadLine()
		if len(out) <= MaxComponent {
			out = append(out, part...)
		}
		if err != nil || !more {
			return bytes.TrimPrefix(out, []byte("\uFEFF")), err
		}
	}
}

// decode reads the block with the library, which panics on some malformed
// lines (an index out of range after "X;P=") and recurses into components.
func (b *block) decode() (c *ical.Component, err error) {
	if b.err != nil {
		return nil, b.err
	}
	if bytes.Count(bytes.ToUpper(b.text), []byte("BEGIN:")) > maxParts {
		return nil, fmt.Errorf("it has more than %d parts", maxParts)
	}
	defer func() {
		if recover() != nil {
			c, err = nil, errors.New("a line of it can't be read")
		}
	}()
	text := append([]byte("BEGIN:VCALENDAR\r\n"), b.text...)
	text = append(text, "END:VCALENDAR\r\n"...)
	cal, err := ical.NewDecoder(bytes.NewReader(text)).Decode()
	if err != nil || len(cal.Children) != 1 {
		return nil, errors.New("a line of it can't be read")
	}
	return cal.Children[0], nil
}

// uid finds the UID of a block that can't be decoded.
func (b *block) uid() string {
	for line := range bytes.SplitSeq(b.text, []byte("\r\n")) {
		if name, value, ok := bytes.Cut(line, []byte(":")); ok && strings.EqualFold(string(name), "UID") {
			return cleanUID(string(value))
		}
	}
	return ""
}
