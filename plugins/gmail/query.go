package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// searchQuery writes the search of a list of messages or conversations in
// Gmail's own words. A value stays one value: it can add no operator.
func searchQuery(p value.Value) string {
	q := text.Trim(p.Get("query").Text())
	add := func(term string) { q = text.Join(q, " ", term) }
	if isOn(p.Get("isUnread")) {
		add("is:unread")
	}
	if isOn(p.Get("isStarred")) {
		add("is:starred")
	}
	for _, key := range [...]string{"from", "to", "subject", "before", "after", "label"} {
		if s := text.Trim(p.Get(key).Text()); s != "" {
			add(key + ":" + term(s))
		}
	}
	if p.Get("hasAttachment").IsTrue() {
		add("has:attachment")
	}
	return text.Or(q, "in:inbox")
}

// isOn takes true, and the text that proxies want in its place.
func isOn(v value.Value) bool { return v.IsTrue() || v.Text() == "true" }

// term quotes a value that would be more than one word otherwise.
func term(s string) string {
	plain := s[0] != '-'
	out := make([]byte, 0, len(s)+2)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c < ' ' || c == 0x7f:
			plain = false
			out = append(out, ' ')
			continue
		case c >= 0x80 || text.IsLetter(c) || text.IsDigit(c) || text.Index("@._+-/=~'&!#*%", string(rune(c))) >= 0:
		default:
			plain = false
		}
		out = append(out, s[i])
	}
	if plain && !isWord(s) {
		return s
	}
	return `"` + text.Trim(string(out)) + `"`
}

// isWord tells whether s is a word that joins terms.
func isWord(s string) bool {
	upper := text.Upper(s)
	return upper == "OR" || upper == "AND" || upper == "AROUND"
}

// stateTerms are search terms that a message's labels can be checked against.
// Gmail has been seen to leave such a term out of account where the search names
// spam or trash.
var stateTerms = [...]struct {
	term, label string
	lacks       bool
}{
	{"is:unread", "UNREAD", false}, {"is:read", "UNREAD", true}, {"is:starred", "STARRED", false},
	{"in:spam", "SPAM", false}, {"in:trash", "TRASH", false},
}

// fits tells whether a message's labels agree with the search, as far as terms
// that hold for the whole of it say. A search with alternatives says nothing.
func fits(query string, message value.Value) bool {
	words, simple := split(query)
	if !simple {
		return true
	}
	labels := message.Get("labelIds")
	for _, w := range words {
		for _, t := range stateTerms {
			switch {
			case w == t.term && has(labels, t.label) == t.lacks,
				w == "-"+t.term && has(labels, t.label) != t.lacks:
				return false
			}
		}
	}
	return true
}

// split gives the words of a search in small letters, quoted ones left out;
// simple is false where some of them are alternatives.
func split(query string) (words []string, simple bool) {
	word, quoted := "", false
	for i := 0; i <= len(query); i++ {
		if i == len(query) || !quoted && (query[i] == ' ' || query[i] == '\t') {
			if isWord(word) {
				return nil, false
			}
			if word != "" {
				words = append(words, text.Lower(word))
			}
			word = ""
			continue
		}
		switch c := query[i]; {
		case c == '"':
			quoted = !quoted
			word += `"`
		case !quoted && (c == '(' || c == ')' || c == '{' || c == '}' || c == '|'):
			return nil, false
		default:
			word += string(rune(c))
		}
	}
	return words, !quoted
}
