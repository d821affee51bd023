package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

func checkFormula(p *actions.Params) {
	r, ok := onRange(p, "written")
	formula := p.Get("formula").Text()
	if n := text.Units(formula); n > maxContent {
		p.Fail(plugin.LimitExceeded, "formula", "formula has "+text.Int(n)+" characters; a cell holds "+text.Int(maxContent)+".")
	}
	if ok && !r.IsCell() && refersRelatively(formula) {
		p.Warn("Every cell of " + r.Local() + " gets this very formula: its references do not shift from cell to cell.")
	}
}

// refersRelatively tells whether a formula holds a reference to a cell of which
// a column or row is not fixed by a dollar sign. Text in quotes and names of
// sheets do not count, nor do functions such as LOG10( and names such as X1Y.
func refersRelatively(formula string) bool {
	for i := 0; i < len(formula); {
		switch c := formula[i]; {
		case c == '"' || c == '\'':
			i = closing(formula, i) + 1
		case isWord(c):
			end := i
			for end < len(formula) && isWord(formula[end]) {
				end++
			}
			call := end < len(formula) && (formula[end] == '(' || formula[end] == '!')
			if !call && isRelative(formula[i:end]) {
				return true
			}
			i = end
		default:
			i++
		}
	}
	return false
}

// closing is the place of the quote that ends what the one at i begins; a
// doubled quote ends one text and begins the next, which comes to the same.
func closing(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		if s[j] == s[i] {
			return j
		}
	}
	return len(s)
}

func isWord(c byte) bool {
	return c == '$' || c == '_' || c == '.' || c >= 0x80 || text.IsDigit(c) || text.IsLetter(c)
}

// isRelative tells whether a word is a cell (B5, $B5, B$5 but not $B$5).
func isRelative(word string) bool {
	i := 0
	dollar := func() bool {
		if i < len(word) && word[i] == '$' {
			i++
			return true
		}
		return false
	}
	fixedColumn := dollar()
	letters := i
	for i < len(word) && text.IsLetter(word[i]) {
		i++
	}
	if n := i - letters; n < 1 || n > 3 {
		return false
	}
	fixedRow := dollar()
	digits := i
	for i < len(word) && text.IsDigit(word[i]) {
		i++
	}
	return i > digits && i == len(word) && !(fixedColumn && fixedRow)
}
