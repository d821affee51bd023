package main

import (
	"github.com/wslite/wslite/plugins/calendar/internal/rrule"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

// recurrenceOf reads how an event repeats: a few words, or a rule of RFC 5545.
func recurrenceOf(s string) (lines []rrule.Line, warning string, err error) {
	rule, warning := wordRule(text.Upper(text.Trim(s)))
	if rule == "" {
		rule = s
	}
	lines, problem := rrule.Lines(rule)
	if problem != "" {
		return nil, "", plugin.Invalid("recurrence", "The recurrence can't be read: "+problem+
			". Write DAILY, WEEKLY, MONTHLY, YEARLY, EVERY MONDAY (or other days), EVERY WEEKDAY, or a rule such as RRULE:FREQ=WEEKLY;COUNT=5.")
	}
	return lines, warning, nil
}

// wordRule is the rule that words stand for; "" where they are none that are
// known.
func wordRule(words string) (rule, warning string) {
	for _, freq := range [...]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY"} {
		if !text.HasPrefix(words, freq) {
			continue
		}
		if words != freq {
			return "FREQ=" + freq, "Of the recurrence only the word " + freq + " was read. For more write a rule such as RRULE:FREQ=" + freq + ";INTERVAL=2."
		}
		if freq == "WEEKLY" {
			warning = "WEEKLY repeats on the weekday of the start. For every day from Monday to Friday write EVERY WEEKDAY."
		}
		return "FREQ=" + freq, warning
	}
	if !text.HasPrefix(words, "EVERY ") {
		return "", ""
	}
	switch rest := text.Trim(words[len("EVERY "):]); rest {
	case "DAY":
		return "FREQ=DAILY", ""
	case "WEEK":
		return "FREQ=WEEKLY", ""
	case "MONTH":
		return "FREQ=MONTHLY", ""
	case "YEAR":
		return "FREQ=YEARLY", ""
	case "WEEKDAY":
		return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", ""
	default:
		if days := weekdaysOf(rest); days != "" {
			return "FREQ=WEEKLY;BYDAY=" + days, ""
		}
	}
	return "", ""
}

// weekdaysOf reads "MONDAY", "MONDAY AND FRIDAY", "MONDAY, TUESDAY"; "" where a
// word is no day.
func weekdaysOf(words string) string {
	days, word := "", ""
	for i := 0; i <= len(words); i++ {
		if i < len(words) && words[i] != ' ' && words[i] != ',' {
			if word += words[i : i+1]; len(word) > len("WEDNESDAY") {
				return ""
			}
			continue
		}
		if word != "" && word != "AND" {
			if len(word) < len("MONDAY") || !weekday(word) || text.HasPrefix(days, word[:2]) || text.Index(days, ","+word[:2]) >= 0 {
				return ""
			}
			days = text.Join(days, ",", word[:2])
		}
		word = ""
	}
	return days
}
