package draft

import "strings"

// SamePerson says whether an actor ("user@host") is one of others, as far as
// names tell. The same user on two machines is one person, so what stands behind
// the @ does not count, nor does case; who has no name can't be told from
// anybody. Empty others are nobody.
func SamePerson(actor string, others ...string) bool {
	me := person(actor)
	for _, other := range others {
		if other == "" {
			continue
		}
		if p := person(other); me == "" || p == "" || strings.EqualFold(p, me) {
			return true
		}
	}
	return false
}

func person(actor string) string {
	user, _, _ := strings.Cut(actor, "@")
	return strings.TrimSpace(user)
}

// makers are those who made the draft what it is: who stored it, and who edited
// it last.
func (dr *Draft) makers() []string { return []string{dr.Author, dr.Editor} }
