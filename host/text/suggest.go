package text

import "strings"

// maxSuggest bounds the length of words that are compared: the work grows
// with its square, and nobody mistypes longer names by one letter.
const maxSuggest = 64

// Suggest gives the known word that was probably meant, and whether one is
// near enough: the same but for case, dashes and underscores, or one to three
// typing mistakes away (a letter left out, added, changed or swapped with its
// neighbour), by the word's length. Of equally near words the first in known
// wins. Where none is near, it is the only one that begins with the word, from
// three letters on.
func Suggest(word string, known []string) (string, bool) {
	w := fold(word)
	if w == "" || len(w) > maxSuggest {
		return "", false
	}
	best, bestAt := limit(len(w))+1, -1
	for i, k := range known {
		f := fold(k)
		if f == "" || k == word || len(f) > maxSuggest {
			continue
		}
		if d := distance(w, f, best); d < best {
			best, bestAt = d, i
		}
	}
	if bestAt < 0 {
		return onlyBeginning(word, known)
	}
	return known[bestAt], true
}

// leastBeginning is how many letters tell what somebody began to type.
const leastBeginning = 3

// onlyBeginning gives the one known word that begins with word.
func onlyBeginning(word string, known []string) (string, bool) {
	w := fold(word)
	if len(w) < leastBeginning {
		return "", false
	}
	found := ""
	for _, k := range known {
		if strings.HasPrefix(fold(k), w) {
			if found != "" || k == word {
				return "", false
			}
			found = k
		}
	}
	return found, found != ""
}

// limit is how many mistakes a word of n letters may hold. Short words allow
// one only: with two, "get" would suggest "set" and "let" alike.
func limit(n int) int {
	switch {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	case n <= 10:
		return 2
	}
	return 3
}

// fold removes the differences between spellings of one name.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// distance counts the edits between a and b (optimal string alignment), or
// gives bound where there are that many or more.
func distance(a, b string, bound int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= bound || len(y)-len(x) >= bound {
		return bound
	}
	// Three rows suffice: this one, the one above, and the one above that
	// for swapped neighbours.
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return min(above[len(y)], bound)
}
