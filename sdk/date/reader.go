package date

// reader takes a text apart from the front; bad is set by the first part that
// is not as it must be.
type reader struct {
	s   string
	bad bool
}

// next skips one of the characters in set where it comes next.
func (r *reader) next(set string) bool {
	if r.bad || r.s == "" {
		return false
	}
	for i := range len(set) {
		if r.s[0] == set[i] {
			r.s = r.s[1:]
			return true
		}
	}
	return false
}

// digits reads exactly n digits.
func (r *reader) digits(n int) (x int) {
	if r.bad || len(r.s) < n {
		r.bad = true
		return 0
	}
	for i := range n {
		c := r.s[i]
		if c < '0' || c > '9' {
			r.bad = true
			return 0
		}
		x = 10*x + int(c-'0')
	}
	r.s = r.s[n:]
	return x
}

// sep reads one of the characters in set, then n digits.
func (r *reader) sep(set string, n int) int {
	if !r.next(set) {
		r.bad = true
	}
	return r.digits(n)
}

// fraction reads one digit or more.
func (r *reader) fraction() string {
	n := 0
	for n < len(r.s) && r.s[n] >= '0' && r.s[n] <= '9' {
		n++
	}
	f := r.s[:n]
	r.s = r.s[n:]
	r.bad = r.bad || n == 0
	return f
}

// offset reads Z, +hh:mm, -hh:mm or nothing.
func (r *reader) offset() (has bool, minutes int) {
	if r.next("Zz") {
		return true, 0
	}
	sign := 1
	switch {
	case r.next("+"):
	case r.next("-"):
		sign = -1
	default:
		return false, 0
	}
	h := r.digits(2)
	r.next(":")
	m := r.digits(2)
	r.bad = r.bad || h > 23 || m > 59
	return true, sign * (60*h + m)
}
