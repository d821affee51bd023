// Package find finds tools by a wish in everyday words.
//
// It owns the ranking and its vocabulary. It knows no plugin, runs nothing and
// decides nothing: what it finds is a proposal. Start reading at Index.Search;
// wish.go reads a wish, words.go, words_phrases.go and words_foreign.go are what
// it knows of language.
package find

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Doc is what is known of one tool.
type Doc struct {
	// Name is the tool's name, as gmail_send: the service stands in front. Title is
	// its label, Class its class.
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
		x.words.learn(x.pages[i])
	}
	return x
}

// enough is how well a tool must fit, of how well the best one does.
const enough = 0.5

// Search gives the places of the tools that a wish is likely to mean, the
// likeliest first, at most limit of them; 0 is no limit. Where one tool fits,
// those that fit less than half as well are left out. A wish that says nothing
// finds nothing.
func (x *Index) Search(wish string, limit int) []int { return x.SearchAmong(wish, limit, nil) }

// SearchAmong is Search of those places alone that among passes; nil passes all.
func (x *Index) SearchAmong(wish string, limit int, among func(int) bool) []int {
	scores := make([]float64, len(x.pages))
	for _, t := range x.words.read(wish) {
		x.add(scores, t)
	}
	if among != nil {
		for i := range scores {
			if !among(i) {
				scores[i] = 0
			}
		}
	}
	best := slices.Max(append(scores, 0))
	var kept []int
	for i, score := range scores {
		if score > 0 && score >= enough*best {
			kept = append(kept, i)
		}
	}
	slices.SortStableFunc(kept, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	if limit > 0 && len(kept) > limit {
		kept = kept[:limit]
	}
	return kept
}

// add counts one term of a wish for each tool. A term counts for more the fewer
// tools have it.
func (x *Index) add(scores []float64, t term) {
	hits := make([]float64, len(x.pages))
	var found float64
	for i, p := range x.pages {
		if hits[i] = p.hit(t); hits[i] > 0 {
			found += min(1, hits[i]/inName)
		}
	}
	rarity := math.Log(1 + float64(len(x.pages))/(1+found))
	for i, hit := range hits {
		scores[i] += hit * rarity * t.weight
	}
}

// How much a word counts where it stands. A name is short, so a word that is half
// of it says more than one of five.
const (
	inName        = 4.0
	inDescription = 1.0
	// ofService is for words that say which service is meant, and forSynonym for
	// those that mean the same here.
	ofService  = 2.0
	forSynonym = 0.75
	// briefly is what a name of one word gives besides.
	briefly = 2.5
)

// page is what is known of a tool, as stems.
type page struct {
	service     string
	name        map[string]bool // of name and title
	description map[string]bool
	brief       float64
}

func pageOf(d Doc) page {
	service, rest, _ := strings.Cut(d.Name, "_")
	p := page{
		service:     service,
		name:        stems(rest + " " + d.Title),
		description: stems(d.Description + " " + d.Class),
	}
	p.brief = briefly / math.Sqrt(float64(max(1, len(stems(rest)))))
	return p
}

// hit says how well a term fits: its word, or one that means the same here.
func (p page) hit(t term) float64 {
	best := p.place(t.word)
	for _, other := range t.others {
		best = max(best, forSynonym*p.place(other))
	}
	if slices.Contains(t.services, p.service) {
		best += ofService
	}
	return best
}

func (p page) place(word string) float64 {
	switch {
	case p.name[word]:
		return inName + p.brief
	case p.description[word]:
		return inDescription
	}
	return 0
}
