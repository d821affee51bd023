package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// How the text of a search is meant; the argument syntax says it where the
// text alone leaves doubt.
const (
	syntaxQuery = "query"
	syntaxWords = "words"
)

// searchQuery is what Drive is asked, and what the user must know of it.
//
// A text with a term of Drive's search language is sent as it is, but for the
// names that terms had in older programs. A text without any is taken for words
// to find, in names and in content. With syntax "query" nothing is changed;
// with syntax "words" everything is words. includeTrashed false leaves out what
// is in the trash; otherwise the query decides.
func searchQuery(p value.Value) (q, warning string) {
	q = p.Get("query").Text()
	syntax := p.Get("syntax").Text()
	switch {
	case syntax == syntaxQuery:
	case asWords(p):
		words := quoteText(text.Trim(q))
		q = "name contains " + words + " or fullText contains " + words
		if syntax == "" {
			warning = "The query has no term of Drive's search language, so it was looked for as words in names and content. " +
				"Set syntax to words to say so, or to query."
		}
	default:
		if today := renamedTerms(q); today != q {
			q = today
			warning = "The query uses names of an older search language; Drive was asked: " + q
		}
	}
	if trashed, given := p.Get("includeTrashed").AsBool(); given && !trashed {
		q = "(" + q + ") and trashed = false"
	}
	return q, warning
}

// asWords tells whether the text is looked for as words.
func asWords(p value.Value) bool {
	switch p.Get("syntax").Text() {
	case syntaxQuery:
		return false
	case syntaxWords:
		return true
	}
	return !readQuery(p.Get("query").Text()).terms
}

// oldTerms are the names of DriveApp's and version 2's search terms, and what
// version 3 calls them
// (https://developers.google.com/workspace/drive/api/guides/v2-to-v3-reference).
var oldTerms = [...][2]string{
	{"title", "name"},
	{"modifiedDate", "modifiedTime"},
	{"createdDate", "createdTime"},
	{"lastViewedByMeDate", "viewedByMeTime"},
}

// renamedTerms gives old terms their present names. Quoted texts stay as they
// are, and so do words of which an old name is only a part.
func renamedTerms(q string) string {
	out := make([]byte, 0, len(q))
	for i := 0; i < len(q); {
		end := i + 1
		switch c := q[i]; {
		case c == '\'' || c == '"':
			if end = literalEnd(q, i); end < 0 {
				end = len(q)
			}
			out = append(out, q[i:end]...)
		case isWord(c):
			word := firstWord(q[i:])
			end = i + len(word)
			out = append(out, todaysName(word)...)
		default:
			out = append(out, c)
		}
		i = end
	}
	return string(out)
}

func todaysName(word string) string {
	for _, t := range oldTerms {
		if word == t[0] {
			return t[1]
		}
	}
	return word
}
