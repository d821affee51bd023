package date

// Seconds is how many seconds the instant t lies after 1970 began in UTC, its
// fraction left out: the inverse of [Unix]. A bare date is midnight UTC, a
// missing offset is UTC.
func (t Time) Seconds() int64 { return t.unix() }

// Weekday is the day of the week, 0 for Monday to 6 for Sunday.
func (d Date) Weekday() int {
	n := d.days() + 3 // 1970 began on a Thursday
	return int(n - 7*floor(n, 7))
}
