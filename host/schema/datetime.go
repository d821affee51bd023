package schema

import "time"

// isDateTime accepts YYYY-MM-DD, optionally followed by T or a blank and
// HH:MM, seconds, a fraction of them and an offset (Z, +HH:MM). The day must
// exist: what JavaScript makes of 30 February is another day than the one that
// was written.
func isDateTime(s string) bool {
	year, ok := number(&s, 4)
	month, ok1 := field(&s, '-')
	day, ok2 := field(&s, '-')
	if !ok || !ok1 || !ok2 || year == 0 || !isDay(year, month, day) {
		return false
	}
	if s == "" {
		return true
	}
	if s[0] != 'T' && s[0] != 't' && s[0] != ' ' {
		return false
	}
	return isTime(s[1:])
}

func isDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return day <= last
}

// isTime takes HH:MM[:SS[.fraction]][offset]. There is no 24:00 and no leap
// second: the APIs behind know neither.
func isTime(s string) bool {
	hour, ok := number(&s, 2)
	minute, ok1 := field(&s, ':')
	if !ok || !ok1 || hour > 23 || minute > 59 {
		return false
	}
	if s != "" && s[0] == ':' {
		second, ok := field(&s, ':')
		if !ok || second > 59 {
			return false
		}
		if s != "" && s[0] == '.' {
			d, rest := digits(s[1:])
			if d == "" {
				return false
			}
			s = rest
		}
	}
	return isOffset(s)
}

func isOffset(s string) bool {
	if s == "" || s == "Z" || s == "z" {
		return true
	}
	if s[0] != '+' && s[0] != '-' {
		return false
	}
	s = s[1:]
	hours, ok := number(&s, 2)
	minutes, ok1 := field(&s, ':')
	return ok && ok1 && s == "" && hours <= 23 && minutes <= 59
}

// field takes a separator and two digits.
func field(s *string, sep byte) (int, bool) {
	if *s == "" || (*s)[0] != sep {
		return 0, false
	}
	*s = (*s)[1:]
	return number(s, 2)
}

// number takes exactly n digits off the front.
func number(s *string, n int) (int, bool) {
	if len(*s) < n {
		return 0, false
	}
	v := 0
	for i := range n {
		c := (*s)[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int(c-'0')
	}
	*s = (*s)[n:]
	return v, true
}
