package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderCalendar(c value.Value) string {
	hidden := ""
	if c.Get("hidden").IsTrue() {
		hidden = "yes"
	}
	return name(c) + "\n" + text.Details(
		text.Line{Label: "Location", Text: c.Get("location").Text()},
		text.Line{Label: "Time zone", Text: c.Get("timeZone").Text()},
		text.Line{Label: "Color", Text: c.Get("color").Text()},
		text.Line{Label: "Hidden", Text: hidden},
		text.Line{Label: "Id", Text: c.Get("id").Text()},
		text.Line{Label: "Description", Text: c.Get("description").Text()},
	)
}

func renderSettings(a *plugin.Answer) string {
	list := a.Data.Get("items")
	if list.Kind() != value.KindArray {
		return ""
	}
	var lines []text.Line
	for _, s := range list.Items() {
		lines = append(lines, text.Line{Label: s.Get("id").Text(), Text: s.Get("value").Text()})
	}
	return text.Count(list.Len(), "setting", "settings") + "\n" + text.Details(lines...)
}

// eventColors are the names of the event colors with the ids 1 to 11, as
// proxies know them.
var eventColors = [...]string{
	"PALE_BLUE", "PALE_GREEN", "MAUVE", "PALE_RED", "YELLOW", "ORANGE", "CYAN", "GRAY", "BLUE", "GREEN", "RED",
}

// colorName is the name of an event color; what is no id stays as it is.
func colorName(id string) string {
	for i, known := range eventColors {
		if id == text.Int(i+1) {
			return known
		}
	}
	return id
}

func renderColors(c value.Value) string {
	if c.Kind() != value.KindObject {
		return ""
	}
	return "Colors of events\n" + palette(c.Get("event"), colorName) +
		"Colors of calendars\n" + palette(c.Get("calendar"), func(id string) string { return id })
}

func palette(colors value.Value, named func(string) string) string {
	var lines []text.Line
	// The ids are numbers up to 24, in the order of words: the short ones go first.
	for _, two := range [...]bool{false, true} {
		for _, c := range colors.Members() {
			if (len(c.Key) > 1) == two {
				lines = append(lines, text.Line{Label: named(c.Key), Text: c.Value.Get("background").Text() + ", text " + c.Value.Get("foreground").Text()})
			}
		}
	}
	return text.Details(lines...)
}
