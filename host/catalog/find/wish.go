package find

import (
	"slices"
	"strings"
)

// term is one word of a wish, as a stem, with what else it may mean.
type term struct {
	word     string
	others   []string // stems of words that mean the same here
	services []string // services that it speaks of
	weight   float64
}

// vocabulary is what a search knows of words.
type vocabulary struct {
	fillers  map[string]bool
	phrases  []phrase
	foreign  map[string][]string // words without accents, to English words
	synonyms map[string][]string // by stem, as stems
	services map[string][]string // by stem
	known    map[string]bool     // stems that mean something here
}

// phrase is several words that mean what one does.
type phrase struct {
	words []string
	means []string
}

func newVocabulary() vocabulary {
	v := vocabulary{
		fillers: map[string]bool{}, foreign: map[string][]string{}, synonyms: map[string][]string{},
		services: map[string][]string{}, known: map[string]bool{},
	}
	for _, w := range split(fillers) {
		v.fillers[w] = true
	}
	entries(synonyms, func(word string, means []string) {
		at := stem(word)
		for _, m := range means {
			v.synonyms[at] = append(v.synonyms[at], stem(m))
		}
	})
	entries(speaksOf, func(service string, words []string) {
		for _, w := range words {
			v.services[stem(w)] = append(v.services[stem(w)], service)
		}
	})
	entries(phrases, func(words string, means []string) {
		v.phrases = append(v.phrases, phrase{split(words), means})
	})
	entries(foreign, func(english string, words []string) {
		for _, w := range words {
			v.foreign[w] = append(v.foreign[w], split(english)...)
		}
	})
	for stem := range v.synonyms {
		v.known[stem] = true
	}
	for stem := range v.services {
		v.known[stem] = true
	}
	return v
}

// entries reads a table: a line each, "word: other other". Blank lines and those
// without a colon are none.
func entries(table string, each func(word string, others []string)) {
	for line := range strings.Lines(table) {
		if word, others, ok := strings.Cut(line, ":"); ok {
			each(strings.TrimSpace(word), split(others))
		}
	}
}

// learn takes in the words of a tool, so that slips of the finger can be told
// from words.
func (v vocabulary) learn(p page) {
	for w := range p.name {
		v.known[w] = true
	}
	for w := range p.description {
		v.known[w] = true
	}
}

// read makes the terms of a wish, each once. Words that say nothing are left
// out; a wish of nothing else keeps them all.
func (v vocabulary) read(wish string) []term {
	var all, kept []term
	add := func(list *[]term, t term) {
		if !slices.ContainsFunc(*list, func(o term) bool { return o.word == t.word }) {
			*list = append(*list, t)
		}
	}
	for _, w := range v.plain(split(wish)) {
		t := v.term(w)
		add(&all, t)
		if !v.fillers[w] {
			add(&kept, t)
		}
	}
	if len(kept) == 0 {
		return all
	}
	if asks(wish) {
		add(&kept, v.question())
	}
	return kept
}

// asks says whether a wish is a question, which wants to see something.
func asks(wish string) bool {
	words := split(wish)
	return strings.Contains(wish, "?") || len(words) > 0 && slices.Contains(split(askers), words[0])
}

// question is what every question wants besides, with little weight.
func (v vocabulary) question() term {
	return term{word: stem("list"), others: []string{stem("get"), stem("read"), stem("search"), stem("show")}, weight: 0.5}
}

// plain puts phrases and words of other languages into the words that the
// catalogs use.
func (v vocabulary) plain(words []string) (out []string) {
	for i := 0; i < len(words); {
		if p, n := v.phraseAt(words[i:]); n > 0 {
			out = append(out, p.means...)
			i += n
			continue
		}
		w := words[i]
		if english, ok := v.foreign[w]; ok && !v.known[stem(w)] && !v.fillers[w] {
			out = append(out, english...)
		} else {
			out = append(out, w)
		}
		i++
	}
	return out
}

// phraseAt finds the phrase at the beginning of words, with gaps of up to four
// words in it ("bring it back"), and how many words it takes. What fills a gap is
// kept: it is mostly what the wish is about.
func (v vocabulary) phraseAt(words []string) (phrase, int) {
	for _, p := range v.phrases {
		if p.words[0] != words[0] {
			continue
		}
		at, ok := 0, true
		var between []string
		for _, want := range p.words[1:] {
			next := slices.Index(words[at+1:min(len(words), at+5)], want)
			if ok = next >= 0; !ok {
				break
			}
			between = append(between, words[at+1:at+1+next]...)
			at += 1 + next
		}
		if ok {
			return phrase{means: slices.Concat(p.means, between)}, at + 1
		}
	}
	return phrase{}, 0
}

// term is a word with what it may mean. One that nobody knows is taken for the
// known word that it is a slip of.
func (v vocabulary) term(w string) term {
	s, weight := stem(w), 1.0
	if !v.known[s] && !v.fillers[w] {
		if near, ok := v.nearest(s); ok {
			s, weight = near, 0.9
		}
	}
	return term{word: s, others: v.synonyms[s], services: v.services[s], weight: weight}
}
