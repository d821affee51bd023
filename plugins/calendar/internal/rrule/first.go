package rrule

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
)

// horizon is how many days are looked through for the first of a rule: five years,
// for the 29th of February.
const horizon = 366 * 5

// First is how many days after start, where the caller would have the series begin,
// the first day of the rule is; false where there is none in five years. What the
// rule leaves open follows from start, as for the service: a rule of months alone
// keeps the day of the month.
func (r Rule) First(start date.Date) (shift int, found bool) {
	list := r.Get("BYSETPOS")
	var last span
	var days []date.Date // those of the rule in that span
	for shift := range horizon {
		d := start.AddDays(shift)
		switch {
		case !r.fits(d, start):
			continue
		case list == "":
			return shift, true
		}
		if s := r.period(d); s != last {
			last, days = s, r.daysIn(s, start)
		}
		for i, one := range days {
			if one == d && allows(list, i+1, len(days)) {
				return shift, true
			}
		}
	}
	return 0, false
}

// period is the week, month or year out of whose days BYSETPOS picks.
func (r Rule) period(d date.Date) span {
	switch r.Get("FREQ") {
	case "WEEKLY":
		return span{r.weekStart(d), 7}
	case "MONTHLY":
		return monthOf(d)
	case "YEARLY":
		return yearOf(d)
	}
	return span{d, 1}
}

func (r Rule) daysIn(s span, start date.Date) (days []date.Date) {
	for i := range s.length {
		if d := s.first.AddDays(i); r.fits(d, start) {
			days = append(days, d)
		}
	}
	return days
}

// fits tells whether the day is in all lists of the rule, BYSETPOS aside.
func (r Rule) fits(d, start date.Date) bool {
	year, month := yearOf(d), monthOf(d)
	if !allows(r.Get("BYMONTH"), d.Month, 12) ||
		!allows(r.Get("BYMONTHDAY"), d.Day, month.length) ||
		!allows(r.Get("BYYEARDAY"), year.place(d), year.length) {
		return false
	}
	if list := r.Get("BYWEEKNO"); list != "" && !allows(list, r.week(d), r.weeks(d)) {
		return false
	}
	if list := r.Get("BYDAY"); list != "" {
		if r.Get("FREQ") == "YEARLY" && r.Get("BYMONTH") == "" {
			return year.weekday(list, d)
		}
		return month.weekday(list, d)
	}
	return r.keeps(d, start)
}

// keeps tells whether a day has what a rule without weekdays takes from the start.
func (r Rule) keeps(d, start date.Date) bool {
	freq := r.Get("FREQ")
	switch {
	case r.Get("BYMONTHDAY") != "" || r.Get("BYYEARDAY") != "":
		return true
	case freq == "WEEKLY" || r.Get("BYWEEKNO") != "":
		return d.Weekday() == start.Weekday()
	case freq == "MONTHLY" || freq == "YEARLY" && r.Get("BYMONTH") != "":
		return d.Day == start.Day
	}
	return freq == "DAILY" || d.Day == start.Day && d.Month == start.Month
}

// allows tells whether a list of numbers has the place, counted from the first of
// all or, below 0, from the last. Every place is in no list at all.
func allows(list string, place, all int) bool {
	return list == "" || has(list, text.Int(place)) || has(list, text.Int(place-all-1))
}

// span is a run of days: a week, a month, a year.
type span struct {
	first  date.Date
	length int
}

func monthOf(d date.Date) span {
	first := date.Date{Year: d.Year, Month: d.Month, Day: 1}
	next := first.AddDays(31)
	next.Day = 1
	return span{first, number(next) - number(first)}
}

func yearOf(d date.Date) span {
	first := date.Date{Year: d.Year, Month: 1, Day: 1}
	return span{first, number(date.Date{Year: d.Year, Month: 12, Day: 31}) - number(first) + 1}
}

// place is where the day stands in the span, from 1.
func (s span) place(d date.Date) int { return number(d) - number(s.first) + 1 }

// weekday tells whether the day is one of the weekdays, of which some may be
// numbered within the span: MO, 2MO, -1MO.
func (s span) weekday(list string, d date.Date) bool {
	name := weekdays[2*d.Weekday() : 2*d.Weekday()+2]
	nth, last := (s.place(d)-1)/7+1, (s.length-s.place(d))/7+1
	return has(list, name) || has(list, text.Int(nth)+name) || has(list, "-"+text.Int(last)+name)
}

// weekStart is the first day of the day's week, by the rule's WKST.
func (r Rule) weekStart(d date.Date) date.Date {
	first := 0
	for i := range 7 {
		if r.Get("WKST") == weekdays[2*i:2*i+2] {
			first = i
		}
	}
	return d.AddDays(-((d.Weekday() - first + 7) % 7))
}

// week is the number of the day's week. A week is of the year in which its fourth
// day is.
func (r Rule) week(d date.Date) int {
	fourth := r.weekStart(d).AddDays(3)
	return (yearOf(fourth).place(fourth)-1)/7 + 1
}

// weeks is how many the year has to which the day's week belongs.
func (r Rule) weeks(d date.Date) int {
	year := r.weekStart(d).AddDays(3).Year
	return r.week(date.Date{Year: year, Month: 12, Day: 28}) // the fourth day of its week is the 31st at the latest
}

// number counts days, so that two can be compared.
func number(d date.Date) int { return int(date.Time{Date: d}.Seconds() / (24 * 3600)) }
