package rrule

import "github.com/wslite/wslite/sdk/text"

const weekdays = "MOTUWETHFRSASU"

// checks gives what tells whether a value is one that the part may have. Google
// Calendar repeats nothing more often than daily.
func checks(name string) (ok func(string) bool, known bool) {
	switch name {
	case "FREQ":
		return func(s string) bool { return has("DAILY,WEEKLY,MONTHLY,YEARLY", s) }, true
	case "COUNT", "INTERVAL":
		return func(s string) bool { return between(s, 1, 9999) }, true
	case "UNTIL":
		return isStamp, true
	case "WKST":
		return isWeekday, true
	case "BYDAY":
		return listOf(isNumberedWeekday), true
	case "BYMONTH":
		return listOf(func(s string) bool { return between(s, 1, 12) }), true
	case "BYMONTHDAY":
		return listOf(signed(31)), true
	case "BYYEARDAY", "BYSETPOS":
		return listOf(signed(366)), true
	case "BYWEEKNO":
		return listOf(signed(53)), true
	}
	return nil, false
}

// between wants a number as a program writes it: no sign, no zero before it.
func between(s string, low, high int64) bool {
	n, ok := text.Digits(s)
	return ok && s[0] != '0' && n >= low && n <= high
}

func signed(high int64) func(string) bool {
	return func(s string) bool {
		if text.HasPrefix(s, "-") {
			s = s[1:]
		}
		return between(s, 1, high)
	}
}

func isWeekday(s string) bool {
	for i := 0; i < len(weekdays); i += 2 {
		if weekdays[i:i+2] == s {
			return true
		}
	}
	return false
}

// isNumberedWeekday: MO, 2MO for the second Monday, -1MO for the last.
func isNumberedWeekday(s string) bool {
	at := len(s) - 2
	return at >= 0 && isWeekday(s[at:]) && (at == 0 || signed(53)(s[:at]))
}

// listOf wants values with commas between them, at least one.
func listOf(ok func(string) bool) func(string) bool {
	return func(list string) bool { return !contains(list, func(s string) bool { return !ok(s) }) }
}

// has tells whether the value stands in the list.
func has(list, want string) bool {
	return contains(list, func(s string) bool { return s == want })
}

// contains tells whether a value of the list is as asked.
func contains(list string, is func(string) bool) bool {
	for {
		value, rest := cut(list, ",")
		if is(value) {
			return true
		}
		if len(value) == len(list) {
			return false
		}
		list = rest
	}
}

// cut takes what stands before the first mark off s; all of it where there is
// none.
func cut(s, mark string) (before, after string) {
	if at := text.Index(s, mark); at >= 0 {
		return s[:at], s[at+len(mark):]
	}
	return s, ""
}
