// Package date reads and writes calendar dates and RFC 3339 date-times.
//
// The standard package time adds 400 KB to a module, and it turns a text into
// an instant at once. Here the parts stay as they were written: a service that
// keeps only the day needs the day that the user wrote, not the day that the
// instant falls on in UTC. Start at [Parse].
package date

import "strconv"

// Date is a day of the proleptic Gregorian calendar, years 0001 to 9999.
type Date struct{ Year, Month, Day int }

// String gives yyyy-mm-dd.
func (d Date) String() string {
	return string(appendDate(nil, d))
}

func appendDate(b []byte, d Date) []byte {
	b = pad(b, d.Year, 4)
	b = append(b, '-')
	b = pad(b, d.Month, 2)
	b = append(b, '-')
	return pad(b, d.Day, 2)
}

// pad appends n with at least width digits.
func pad(b []byte, n, width int) []byte {
	s := strconv.Itoa(n)
	for i := len(s); i < width; i++ {
		b = append(b, '0')
	}
	return append(b, s...)
}

// Valid tells whether the day exists.
func (d Date) Valid() bool {
	return d.Year >= 1 && d.Year <= 9999 && d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= daysIn(d.Year, d.Month)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// days counts from 1970-01-01. The year is taken to start in March, so that
// the leap day is its last (Howard Hinnant, "days_from_civil").
func (d Date) days() int64 {
	y, m := int64(d.Year), int64(d.Month)
	if m <= 2 {
		y--
		m += 12
	}
	era := y / 400
	if y < 0 {
		era = (y - 399) / 400
	}
	yoe := y - era*400
	doy := (153*(m-3)+2)/5 + int64(d.Day) - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468
}

// Time is a date, a date and a time of day, or an instant: what was written.
type Time struct {
	Date Date
	// HasClock says that a time of day was written.
	HasClock             bool
	Hour, Minute, Second int
	// Fraction is the digits behind the decimal point.
	Fraction string
	// HasOffset says that an offset from UTC was written; Offset is in
	// minutes, positive east of Greenwich.
	HasOffset bool
	Offset    int
}

// Parse reads a calendar date (2031-05-04) or an RFC 3339 date-time. Beyond
// RFC 3339 the seconds and the offset may be missing, a space may stand for
// the T, and the offset's colon may be left out. A day that does not exist is
// refused, and so are 24:00 and a 61st second.
func Parse(s string) (Time, bool) {
	r := reader{s: s}
	var t Time
	t.Date = Date{r.digits(4), r.sep("-", 2), r.sep("-", 2)}
	if r.bad || !t.Date.Valid() {
		return Time{}, false
	}
	if r.s == "" {
		return t, true
	}
	t.HasClock = true
	t.Hour = r.sep("Tt ", 2)
	t.Minute = r.sep(":", 2)
	if r.next(":") {
		t.Second = r.digits(2)
		if r.next(".") {
			t.Fraction = r.fraction()
		}
	}
	t.HasOffset, t.Offset = r.offset()
	if r.bad || r.s != "" || t.Hour > 23 || t.Minute > 59 || t.Second > 59 {
		return Time{}, false
	}
	return t, true
}

// RFC3339 writes t as a full date-time. A bare date is midnight, a missing
// offset is UTC.
func (t Time) RFC3339() string {
	b := appendDate(nil, t.Date)
	b = pad(append(b, 'T'), t.Hour, 2)
	b = pad(append(b, ':'), t.Minute, 2)
	b = pad(append(b, ':'), t.Second, 2)
	if t.Fraction != "" {
		b = append(append(b, '.'), t.Fraction...)
	}
	if t.Offset == 0 {
		return string(append(b, 'Z'))
	}
	sign, o := byte('+'), t.Offset
	if o < 0 {
		sign, o = '-', -o
	}
	b = pad(append(b, sign), o/60, 2)
	return string(pad(append(b, ':'), o%60, 2))
}

// Midnight tells whether the time of day is 00:00:00 or was not written.
func (t Time) Midnight() bool {
	for i := range t.Fraction {
		if t.Fraction[i] != '0' {
			return false
		}
	}
	return t.Hour == 0 && t.Minute == 0 && t.Second == 0
}

// Before tells whether t is an earlier instant than u. A bare date is midnight
// UTC, a missing offset is UTC.
func (t Time) Before(u Time) bool {
	a, b := t.unix(), u.unix()
	if a != b {
		return a < b
	}
	return fractionLess(t.Fraction, u.Fraction)
}

func (t Time) unix() int64 {
	minutes := int64(t.Hour*60 + t.Minute - t.Offset)
	return t.Date.days()*86400 + minutes*60 + int64(t.Second)
}

// fractionLess compares digits behind a decimal point: .5 is .500.
func fractionLess(a, b string) bool {
	for i := 0; i < len(a) || i < len(b); i++ {
		x, y := byte('0'), byte('0')
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return x < y
		}
	}
	return false
}

// UTCDate is the day that the instant falls on in UTC.
func (t Time) UTCDate() Date {
	if t.Offset == 0 {
		return t.Date
	}
	return fromDays(floor(t.unix(), 86400))
}

// Unix is the instant that lies so many seconds after 1970 began in UTC, in
// UTC. An instant beyond the ends of the calendar is on its first or last day.
func Unix(seconds int64) Time {
	day := floor(seconds, 86400)
	rest := int(seconds - day*86400)
	return Time{Date: within(day), HasClock: true, Hour: rest / 3600, Minute: rest / 60 % 60, Second: rest % 60, HasOffset: true}
}

// AddDays is the day that lies so many days after d, or before it. The ends of
// the calendar, 0001-01-01 and 9999-12-31, are not left.
func (d Date) AddDays(n int) Date { return within(d.days() + int64(n)) }

// Before tells whether d is an earlier day than e.
func (d Date) Before(e Date) bool { return d.days() < e.days() }

// The ends of the calendar, in days since 1970.
const firstDay, lastDay = -719162, 2932896

func within(day int64) Date { return fromDays(min(max(day, firstDay), lastDay)) }

// floor divides and rounds down, where Go's own division rounds towards 0.
func floor(n, by int64) int64 {
	if n%by < 0 {
		return n/by - 1
	}
	return n / by
}

// fromDays is the inverse of days (Howard Hinnant, "civil_from_days").
func fromDays(n int64) Date {
	n += 719468
	era := n / 146097
	doe := n - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d := Date{int(yoe + era*400), int(mp) + 3, int(doy - (153*mp+2)/5 + 1)}
	if d.Month > 12 {
		d.Month -= 12
		d.Year++
	}
	return d
}
