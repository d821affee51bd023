package cli

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// search keeps the tools that a wish in everyday words is likely to mean, the
// likeliest first. A word counts for more the fewer tools have it, and in a
// tool's name or title more than in its description. Where one tool fits, those
// that fit less than half as well are left out.
func search(tools []listed, wish string) []listed {
	words := newVocabulary()
	pages := make([]page, len(tools))
	for i, t := range tools {
		pages[i] = pageOf(t)
	}
	scores := make([]float64, len(tools))
	for _, word := range words.asked(wish) {
		var hits []float64
		found := 0
		for _, p := range pages {
			hit := p.hit(word, words.synonyms[word])
			if hit > 0 {
				found++
			}
			hits = append(hits, hit)
		}
		rarity := math.Log(1 + float64(len(tools))/float64(1+found))
		for i, hit := range hits {
			scores[i] += hit * rarity
		}
	}
	var kept []int
	for i := range tools {
		if scores[i] > 0 && scores[i]*2 >= slices.Max(scores) {
			kept = append(kept, i)
		}
	}
	slices.SortStableFunc(kept, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	out := make([]listed, 0, len(kept))
	for _, i := range kept {
		out = append(out, tools[i])
	}
	return out
}

// How much a word counts where it stands. A title is short, so a word that
// fills half of it says more than one of five.
const (
	inTitle       = 4.0
	inDescription = 1.0
	forSynonym    = 0.7
)

// page is what is known of a tool, as stems.
type page struct {
	title       map[string]bool
	description map[string]bool
}

func pageOf(t listed) page {
	return page{
		title:       stems(strings.Join([]string{t.Name, t.Sub, t.Title, t.Class}, " ")),
		description: stems(t.Description),
	}
}

// hit says how well one word fits: itself, or a word that means the same here.
func (p page) hit(word string, synonyms []string) float64 {
	best := p.place(word)
	for _, other := range synonyms {
		best = max(best, forSynonym*p.place(other))
	}
	return best
}

func (p page) place(word string) float64 {
	switch {
	case p.title[word]:
		return inTitle + 2/math.Sqrt(float64(len(p.title)))
	case p.description[word]:
		return inDescription
	}
	return 0
}

// asked are the stems of a wish without the words that say nothing; a wish
// of nothing else keeps them all.
func (v vocabulary) asked(wish string) []string {
	var all, kept []string
	for _, w := range split(wish) {
		all = append(all, stem(w))
		if !v.fillers[w] {
			kept = append(kept, stem(w))
		}
	}
	if len(kept) == 0 {
		kept = all
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

func stems(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range split(s) {
		set[stem(w)] = true
	}
	return set
}

func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// stem takes the endings off an English word that change between a wish and a
// description: "shared", "sharing" and "shares" are "shar".
func stem(w string) string {
	for _, end := range []string{"ies", "ing", "ed", "es", "s", "e", "y"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 {
			return s
		}
	}
	return w
}
