package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What the local workspace is filled with.
const (
	mails    = 50
	files    = 100
	weekFrom = "2031-05-05"
	weekTo   = "2031-05-11"
	single   = 18 // events of the week that stand for themselves
	weekly   = 12 // series with one occurrence in the week
)

// fill imports mails, events and files into the local workspace, once: as a
// user's own would come.
func (b bench) fill() error {
	dir := filepath.Join(b.home, "sample")
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	paths := []string{filepath.Join(dir, "mails.mbox"), filepath.Join(dir, "week.ics")}
	texts := []string{mbox(), calendar()}
	for i := range files {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("note %03d.txt", i)))
		texts = append(texts, strings.Repeat(fmt.Sprintf("Line of note %d.\n", i), 20))
	}
	for i, text := range texts {
		if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
			return err
		}
	}
	if _, _, err := b.wslite(nil, append([]string{"local", "import", "--label", "Inbox"}, paths...)...); err != nil {
		return err
	}
	return b.filled()
}

// filled makes sure that the commands find what was imported: a fast answer to
// a search that finds nothing says little.
func (b bench) filled() error {
	want := map[string]int{"gmail": mails, "calendar": single + weekly, "drive": files}
	for _, s := range scenarios {
		n, ok := want[s.args[min(1, len(s.args)-1)]]
		if !ok || s.args[0] != "--local" {
			continue
		}
		_, out, err := b.wslite(nil, append(s.args, "--jq", `[.. | objects | select(has("id") and (has("subject") or has("title") or has("name")))] | length`)...)
		if err != nil {
			return err
		}
		var got int
		if err := json.Unmarshal([]byte(out), &got); err != nil || got < n {
			return fmt.Errorf("%s finds %d of %d", s.name, got, n)
		}
	}
	return nil
}

func mbox() string {
	var m strings.Builder
	start := time.Date(2031, 5, 1, 8, 0, 0, 0, time.UTC)
	for i := range mails {
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

func calendar() string {
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
