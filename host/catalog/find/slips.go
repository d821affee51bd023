package find

// nearest finds the known word that differs from s by one slip, or by two in a
// long word. Of several the first by alphabet counts, so that a search finds the
// same each time.
func (v vocabulary) nearest(s string) (string, bool) {
	best, least := "", 0
	for known := range v.known {
		allowed := 1
		switch n := min(len(s), len(known)); {
		case n < 4:
			continue
		case n >= 7:
			allowed = 2
		}
		if d := slips(s, known, allowed); d <= allowed && (best == "" || d < least || d == least && known < best) {
			best, least = known, d
		}
	}
	return best, best != ""
}

// slips counts how many letters are wrong, missing, too many or in the wrong
// order, up to limit; above it any larger number.
func slips(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > limit || len(y)-len(x) > limit {
		return limit + 1
	}
	before, last, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		now[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}
