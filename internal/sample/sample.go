// Package sample is a workspace of a usual size for measurements: made up, and the
// same each time.
package sample

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What there is.
const (
	Mails    = 50
	Files    = 100
	Events   = single + weekly
	WeekFrom = "2031-05-05"
	WeekTo   = "2031-05-11"

	single = 18 // events of the week that stand for themselves
	weekly = 12 // series with one occurrence in the week
)

// Write writes the sample to a folder that is there and gives the paths to
// import: the mails, the calendar, and each file.
func Write(dir string) ([]string, error) {
	paths := []string{filepath.Join(dir, "mails.mbox"), filepath.Join(dir, "week.ics")}
	texts := []string{Mbox(), Calendar()}
	for i := range Files {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("note %03d.txt", i)))
		texts = append(texts, strings.Repeat(fmt.Sprintf("Line of note %d.\n", i), 20))
	}
	for i, text := range texts {
		if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// Mbox is an mbox file of Mails mails, each with a text and its HTML.
func Mbox() string {
	var m strings.Builder
	start := time.Date(2031, 5, 1, 8, 0, 0, 0, time.UTC)
	for i := range Mails {
		at := start.Add(time.Duration(i) * 37 * time.Minute)
		fmt.Fprintf(&m, "From sender%d@example.org %s\n", i%7, at.Format(time.ANSIC))
		fmt.Fprintf(&m, "From: Sender %d <sender%d@example.org>\nTo: me@example.com\nSubject: Report %d of the week\nDate: %s\nMessage-ID: <bench-%d@example.org>\n",
			i%7, i%7, i, at.Format(time.RFC1123Z), i)
		m.WriteString("MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=bound\n\n--bound\nContent-Type: text/plain; charset=utf-8\n\n")
		m.WriteString(strings.Repeat(fmt.Sprintf("Figures of day %d, as they were agreed on.\n", i), 30))
		m.WriteString("\n--bound\nContent-Type: text/html; charset=utf-8\n\n<p>")
		m.WriteString(strings.Repeat(fmt.Sprintf("<b>Figures</b> of day %d, as they were agreed on.<br>\n", i), 30))
		m.WriteString("</p>\n--bound--\n\n")
	}
	return m.String()
}

// Calendar is an .ics file of Events events in the week from WeekFrom to WeekTo.
func Calendar() string {
	var c strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&c, format+"\r\n", args...) }
	line("BEGIN:VCALENDAR")
	line("VERSION:2.0")
	line("PRODID:-//wslite//bench//EN")
	for i := range single + weekly {
		at := time.Date(2031, 5, 5+i%7, 8+i%9, 0, 0, 0, time.UTC)
		line("BEGIN:VEVENT")
		line("UID:bench-%d@example.org", i)
		line("DTSTAMP:20310101T000000Z")
		line("SUMMARY:Meeting %d", i)
		if i < weekly {
			at = at.AddDate(0, 0, -7*30) // the series is half a year old
			line("RRULE:FREQ=WEEKLY")
		}
		line("DTSTART:%s", at.Format("20060102T150405Z"))
		line("DTEND:%s", at.Add(time.Hour).Format("20060102T150405Z"))
		line("END:VEVENT")
	}
	line("END:VCALENDAR")
	return c.String()
}
