// Package find finds tools by a wish in everyday words.
//
// It owns the ranking and its vocabulary. It knows no plugin, runs nothing and
// decides nothing: what it finds is a proposal. Start reading at Index.Search.
package find

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Doc is what is known of one tool.
type Doc struct {
	// Name is the tool's name, as gmail_send; Title its label; Class its class.
	Name, Title, Class string
	// Description tells when to choose the tool.
	Description string
}

// Index holds tools ready to be searched. It is read-only after New, so any
// number of goroutines may use it.
type Index struct {
	words vocabulary
	pages []page
}

// New makes an index of tools. Search names them by their place in docs.
func New(docs []Doc) *Index {
	x := &Index{words: newVocabulary(), pages: make([]page, len(docs))}
	for i, d := range docs {
		x.pages[i] = pageOf(d)
	}
	return x
}

// Search gives the places of the tools that a wish is likely to mean, the
// likeliest first, at most limit of them; 0 is no limit. Where one tool fits,
// those that fit less than half as well are left out. A wish that says nothing
// finds nothing.
func (x *Index) Search(wish string, limit int) []int {
	scores := make([]float64, len(x.pages))
	for _, word := range x.words.asked(wish) {
		var hits []float64
		found := 0
		for _, p := range x.pages {
			hit := p.hit(word, x.words.synonyms[word])
			if hit > 0 {
				found++
			}
			hits = append(hits, hit)
		}
		rarity := math.Log(1 + float64(len(x.pages))/float64(1+found))
		for i, hit := range hits {
			scores[i] += hit * rarity
		}
	}
	var kept []int
	for i := range scores {
		if scores[i] > 0 && scores[i]*2 >= slices.Max(scores) {
			kept = append(kept, i)
		}
	}
	slices.SortStableFunc(kept, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	if limit > 0 && len(kept) > limit {
		kept = kept[:limit]
	}
	return kept
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

func pageOf(d Doc) page {
	return page{
		title:       stems(strings.Join([]string{d.Name, d.Title, d.Class}, " ")),
		description: stems(d.Description),
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
