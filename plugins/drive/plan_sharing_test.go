package main

import (
	"fmt"
	"testing"

	"github.com/wslite/wslite/sdk/value"
)

// levels is what each kind of person may do by link, as ranks of roles: a
// stranger who searches, one with the link, and the same of the domain.
type levels [4]int

func levelsOf(grants map[string]grant) (l levels) {
	for _, g := range grants {
		reaches := map[int][]int{1: {3}, 2: {2, 3}, 3: {1, 3}, 4: {0, 1, 2, 3}}[g.audience()]
		for _, who := range reaches {
			l[who] = max(l[who], rank(g.text("role")))
		}
	}
	return l
}

// linkGrant is the grant of an audience with a role, named as Drive does.
func linkGrant(audience int, role string) grant {
	g := wanted{audience: audience, role: role, domain: "example.com"}.asGrant()
	g.v.Set("id", value.String(fmt.Sprintf("g%d", audience)))
	return g
}

// apply carries out one change, as Drive does.
func apply(t *testing.T, grants map[string]grant, op value.Value) {
	t.Helper()
	id := op.Get("id").Text()
	switch op.Get("do").Text() {
	case doCreate:
		g := grant{op.Get("body")}
		grants[fmt.Sprintf("g%d", g.audience())] = linkGrant(g.audience(), g.text("role"))
	case doUpdate:
		g, ok := grants[id]
		if !ok {
			t.Fatalf("%s is changed and not there", id)
		}
		grants[id] = linkGrant(g.audience(), op.Get("body").Get("role").Text())
	case doDelete:
		if _, ok := grants[id]; !ok {
			t.Fatalf("%s is removed and not there", id)
		}
		delete(grants, id)
	default:
		t.Fatalf("%s is no change", op)
	}
}

// Every target is reached from every start; on the way nobody may do more than
// at both ends; and a file that is only opened further shuts nobody out.
func TestSharingNeverOpensFurtherOnTheWay(t *testing.T) {
	roles := []string{"", "reader", "commenter", "writer"}
	for start := range 256 {
		for target := range 13 {
			w := wanted{}
			if target > 0 {
				w = wanted{audience: (target-1)/3 + 1, role: roles[(target-1)%3+1]}
				if w.audience < 3 {
					w.domain = "example.com"
				}
			}
			grants := map[string]grant{}
			var all []grant
			covered := true
			for audience := 1; audience <= 4; audience++ {
				if role := roles[start>>(2*(audience-1))&3]; role != "" {
					g := linkGrant(audience, role)
					grants[fmt.Sprintf("g%d", audience)] = g
					all = append(all, g)
					covered = covered && w.covers(g)
				}
			}
			end := levels{}
			if w.audience > 0 {
				end = levelsOf(map[string]grant{"": w.asGrant()})
			}
			before := levelsOf(grants)
			ops, after, stays := changesTo(w, all)
			if stays != "" {
				t.Fatalf("start %d, target %+v: %s stays", start, w, stays)
			}
			for i, op := range ops {
				apply(t, grants, op)
				for who, now := range levelsOf(grants) {
					if now > max(before[who], end[who]) || covered && now < min(before[who], end[who]) {
						t.Fatalf("start %d, target %+v, change %d of %v: person %d has %d between %d and %d", start, w, i, ops, who, now, before[who], end[who])
					}
				}
			}
			word, permission := widest(after)
			if got := levelsOf(grants); got != end || len(grants) > 1 || word != accessWords[w.audience] || permission != permissionWord(w.role) {
				t.Fatalf("start %d, target %+v: %v gives %v, said to be %s / %s", start, w, ops, got, word, permission)
			}
		}
	}
}

// What a folder above gives stays, whatever was given on the file itself, and the
// answer says so.
func TestSharingTellsWhatStaysFromAbove(t *testing.T) {
	roles := []string{"", "reader", "commenter", "writer"}
	for _, own := range roles {
		for _, above := range roles[1:] {
			for _, target := range roles {
				w := wanted{audience: 3, role: target}
				if target == "" {
					w.audience = 0
				}
				g := linkGrant(3, higher(own, above))
				details := []value.Value{value.Object(value.M("role", value.String(above)), value.M("inherited", value.Bool(true)), value.M("inheritedFrom", value.String("p1")))}
				if own != "" {
					details = append(details, value.Object(value.M("role", value.String(own)), value.M("inherited", value.Bool(false))))
				}
				g.v.Set("permissionDetails", value.Array(details...))
				ops, after, stays := changesTo(w, []grant{g})
				now := own
				for _, op := range ops {
					switch op.Get("do").Text() {
					case doDelete:
						now = ""
					case doUpdate:
						now = op.Get("body").Get("role").Text()
					case doCreate:
						now = higher(now, op.Get("body").Get("role").Text())
					}
				}
				said, permission := widest(after)
				left := higher(now, above)
				if now != target && (now != "" || left != target) || said != "ANYONE_WITH_LINK" || permission != permissionWord(left) || (stays == "p1") != (left != target) {
					t.Errorf("own %q, above %q, target %q: %v leave %q, said to be %s / %s, stays %q", own, above, target, ops, left, said, permission, stays)
				}
			}
		}
	}
}

func TestDomainOf(t *testing.T) {
	for email, want := range map[string]string{
		"Ada@Example.com": "example.com", "ada@gmail.com": "", "ada@GoogleMail.com": "", "ada": "", "": "", "ada@": "",
	} {
		if got := domainOf(email); got != want {
			t.Errorf("%q is of %q, want %q", email, got, want)
		}
	}
}
