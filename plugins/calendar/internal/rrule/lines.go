package rrule

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
)

// Line is one line of a recurrence: a rule of repetition (RRULE), or another line
// that stands as it was written (EXRULE, RDATE, EXDATE).
type Line struct {
	Rule  Rule
	Other string
}

// Lines reads the lines of a recurrence. The word RRULE may be left out where
// there is one rule alone. problem is as in [Parse].
func Lines(s string) (lines []Line, problem string) {
	repeats := false
	for rest := text.Trim(s); rest != ""; {
		var line string
		line, rest = cut(rest, "\n")
		if line = text.Trim(line); line == "" {
			continue
		}
		head, value := cut(line, ":")
		name, options := cut(text.Upper(head), ";")
		if name == "FREQ" || text.HasPrefix(name, "FREQ=") {
			name, value = "RRULE", line
		} else if options != "" && (name == "RRULE" || name == "EXRULE") {
			return nil, "the word " + name + " must be followed by a colon"
		}
		switch name {
		case "RRULE", "EXRULE":
			r, problem := Parse(value)
			if problem != "" {
				return nil, problem
			}
			if name == "RRULE" {
				repeats = true
				lines = append(lines, Line{Rule: r})
				continue
			}
			lines = append(lines, Line{Other: "EXRULE:" + r.String()})
		case "RDATE", "EXDATE":
			if !datesOf(options, text.Upper(value)) {
				return nil, "the dates of " + name + " must be written as 20310504 or 20310504T090000Z"
			}
			repeats = repeats || name == "RDATE"
			lines = append(lines, Line{Other: name + line[len(name):len(head)] + ":" + text.Upper(value)})
		case "DTSTART", "DTEND":
			return nil, "start and end of the event are startTime and endTime, not lines of the rule"
		default:
			return nil, "it has a line that is none of RRULE, EXRULE, RDATE and EXDATE"
		}
	}
	if !repeats {
		return nil, "it has no RRULE"
	}
	return lines, ""
}

// datesOf tells whether a list of dates is well formed. Its options are TZID or
// VALUE; what zone they name is the service's to know.
func datesOf(options, dates string) bool {
	for options != "" {
		var option string
		option, options = cut(options, ";")
		if name, value := cut(option, "="); value == "" || name != "TZID" && option != "VALUE=DATE" && option != "VALUE=DATE-TIME" {
			return false
		}
	}
	return listOf(isStamp)(dates)
}

func isStamp(s string) bool {
	_, ok := Stamp(s)
	return ok
}

// Stamp reads RFC 5545's dates (20310504) and times (20310504T090000, with a Z
// for UTC).
func Stamp(s string) (t date.Time, ok bool) {
	if len(s) != 8 && (len(s) != 15 && len(s) != 16 || s[8] != 'T') {
		return date.Time{}, false
	}
	written := s[:4] + "-" + s[4:6] + "-" + s[6:8]
	if len(s) > 8 {
		written += "T" + s[9:11] + ":" + s[11:13] + ":" + s[13:15]
	}
	if len(s) == 16 {
		if s[15] != 'Z' {
			return date.Time{}, false
		}
		written += "Z"
	}
	return date.Parse(written)
}

// WriteStamp is the inverse of [Stamp]. An offset other than UTC can't be
// written; the caller has turned it into UTC.
func WriteStamp(t date.Time) string {
	day := t.Date.String()
	out := day[:4] + day[5:7] + day[8:]
	if !t.HasClock {
		return out
	}
	full := t.RFC3339()
	out += "T" + full[11:13] + full[14:16] + full[17:19]
	if t.HasOffset {
		out += "Z"
	}
	return out
}
