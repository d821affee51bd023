package draft

import (
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// SamePerson says whether an actor ("user@host") is one of others, as far as
// names tell. The same user on two machines is one person, so what stands behind
// the @ does not count, nor does the domain before a backslash (CORP\ana), nor
// case; who has no name can't be told from anybody. Empty others are nobody.
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

// person is the name in an actor; "?" stands for none.
func person(actor string) string {
	user, _, _ := strings.Cut(actor, "@")
	return strings.Trim(user[strings.LastIndexByte(user, '\\')+1:], " ?")
}

// SecondPerson says whether the approver is somebody else than who stored the
// draft and whoever edited it: what stands in it may still be theirs, also after
// somebody else's edit. If not, the error is DRAFT_REFUSED.
func (dr *Draft) SecondPerson(approver string) error {
	if !SamePerson(approver, append([]string{dr.Author, dr.Editor}, dr.Editors...)...) {
		return nil
	}
	return fault.New(fault.DraftRefused, "draft %s needs the yes of a second person, and %s stored or edited it", dr.ID, text.Line(approver)).
		WithHint("somebody else has to approve it")
}
