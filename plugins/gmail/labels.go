package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// labelSet are a mailbox's labels, as labels.list gives them.
type labelSet []value.Value

func labelsOf(answer value.Value) labelSet { return answer.Get("labels").Items() }

// find gives the id of the label that a person means: the one with this id, the
// one with exactly this name, else the only one of that name in another case.
// Ids are never compared without case: an id may be another label's name.
func (set labelSet) find(word string) (id string, found bool) {
	word = text.Trim(word)
	for _, key := range [...]string{"id", "name"} {
		for _, l := range set {
			if l.Get(key).Text() == word {
				return l.Get("id").Text(), true
			}
		}
	}
	for _, l := range set {
		if fold(l.Get("name").Text()) != fold(word) {
			continue
		}
		if found {
			return "", false // two of them: the caller must say which
		}
		id, found = l.Get("id").Text(), true
	}
	return id, found
}

// name gives a label's name by its id, and the id where there is none.
func (set labelSet) name(id string) string {
	for _, l := range set {
		if l.Get("id").Text() == id {
			return l.Get("name").Text()
		}
	}
	return id
}

const (
	maxNear = 3
	// maxCompared is how long a name may be to be compared letter by letter: a
	// mailbox may have ten thousand labels.
	maxCompared = 40
)

// near are the user's labels that look like a word, as a sentence for an error;
// "" where none does.
func (set labelSet) near(word string) string {
	word = fold(text.Trim(word))
	out, n := "", 0
	for _, l := range set {
		name := l.Get("name").Text()
		low := fold(name)
		if n < maxNear && (low == word || len(word) > 2 && (text.Index(low, word) >= 0 || text.Index(word, low) >= 0) || distance(low, word) <= 2) {
			out = text.Join(out, ", ", text.OneLine(name))
			n++
		}
	}
	if out == "" {
		return ""
	}
	return " There is " + out + "."
}

// distance is how many characters have to be changed to make b of a. Texts that
// differ much in length, and long ones, are not compared.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > 2 || len(y)-len(x) > 2 || len(x) > maxCompared {
		return 3
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		corner := row[0]
		row[0] = i + 1
		for j := range y {
			cost := corner
			if x[i] != y[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(y)]
}

// fold makes small letters of the capital ones that labels in European
// languages have.
func fold(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		switch {
		case r >= 'A' && r <= 'Z', r >= 0xc0 && r <= 0xde && r != 0xd7, r >= 0x391 && r <= 0x3a9, r >= 0x410 && r <= 0x42f:
			r += 32
		case r >= 0x400 && r <= 0x40f:
			r += 80
		case r >= 0x100 && r <= 0x137 || r >= 0x14a && r <= 0x177:
			r |= 1
		}
		out = append(out, r)
	}
	return string(out)
}

// resolved are labels that a call names, by what becomes of them.
type resolved struct {
	// ids are in the order of the call; "" is one that does not exist yet.
	ids []string
	// missing are the names of those.
	missing []string
}

// resolve finds the labels of a list. Blank ones are left out, and so are
// repetitions. Where create is false, one that does not exist is refused.
func (set labelSet) resolve(list value.Value, field string, create bool) (r resolved, err error) {
	for i, item := range list.Items() {
		word := text.Trim(item.Text())
		if word == "" {
			continue
		}
		at := field + "." + text.Int(i)
		id, found := set.find(word)
		switch {
		case found && contains(r.ids, id), !found && contains(r.missing, word):
			continue
		case found:
		case !create || set.ambiguous(word):
			return r, plugin.Invalid(at, "There is no label "+text.OneLine(word)+"."+set.near(word)+" Nothing was changed.")
		default:
			r.missing = append(r.missing, word)
		}
		if create && takesAway(id) {
			return r, plugin.Invalid(at, "A label can't be TRASH or SPAM here: that would remove mail without asking. Nothing was changed.")
		}
		r.ids = append(r.ids, id)
	}
	return r, nil
}

// ambiguous tells whether several labels have a name in other cases.
func (set labelSet) ambiguous(word string) bool {
	for _, l := range set {
		if fold(l.Get("name").Text()) == fold(word) {
			return true
		}
	}
	return false
}

// takesAway tells whether a label's id takes mail away: what is only named like
// one is the user's own label.
func takesAway(id string) bool { return id == "TRASH" || id == "SPAM" }

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// fill puts the ids of created labels in the places of the missing ones.
func (r resolved) fill(created []string) []string {
	out := append([]string{}, r.ids...)
	for i := range out {
		if out[i] == "" && len(created) > 0 {
			out[i], created = created[0], created[1:]
		}
	}
	return out
}

// createLabel asks for a label that is shown everywhere. The API wants both
// settings. A name that is taken meanwhile is no failure: see [createdIDs].
func createLabel(name string) plugin.Request {
	return mine(routeLabelCreate).Body(value.Object(
		value.M("name", value.String(name)),
		value.M("labelListVisibility", value.String("labelShow")),
		value.M("messageListVisibility", value.String("show")),
	)).Keep("id,name").Tolerate(conflict)
}

const conflict = 409
