package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// keepGrant is what is kept of a permission.
const keepGrant = "id,type,role,emailAddress,domain,displayName,allowFileDiscovery,deleted,pendingOwner,expirationTime,view," +
	"permissionDetails(role,inherited,inheritedFrom)"

// maxGrantPages bounds the pages of a file's permissions, at 100 each; Drive
// allows 600 on one item.
const maxGrantPages = 10

// grant is one permission of a file.
type grant struct{ v value.Value }

func (g grant) text(key string) string { return g.v.Get(key).Text() }

// rank orders roles by what they allow; 0 is none that is known.
func rank(role string) int {
	for i, r := range [...]string{"reader", "commenter", "writer", "fileOrganizer", "organizer", "owner"} {
		if r == role {
			return i + 1
		}
	}
	return 0
}

const (
	rankCommenter = 2
	rankWriter    = 3
	rankOwner     = 6
)

// counts leaves out accounts that are deleted, and grants that hold for a
// published view of the file alone.
func (g grant) counts() bool { return !g.v.Get("deleted").IsTrue() && g.text("view") == "" }

// personal tells whether somebody was added by address.
func (g grant) personal() bool { return g.text("type") == "user" || g.text("type") == "group" }

// byLink tells whether everybody, or everybody of a domain, has access.
func (g grant) byLink() bool { return g.text("type") == "anyone" || g.text("type") == "domain" }

// parts are what makes up a grant, whose role is the highest of them: own was
// given on the file itself, above comes from a folder above, which from names. ""
// is none. Only what is the file's own can be changed or taken away here.
func (g grant) parts() (own, above, from string) {
	details := g.v.Get("permissionDetails").Items()
	if len(details) == 0 {
		return g.text("role"), "", ""
	}
	for _, d := range details {
		switch role := text.Or(d.Get("role").Text(), g.text("role")); {
		case !d.Get("inherited").IsTrue():
			own = higher(own, role)
		case above == "" || rank(role) > rank(above):
			above, from = role, d.Get("inheritedFrom").Text()
		}
	}
	return own, above, from
}

// inherited tells whether the grant comes from a folder above alone; from names
// that folder.
func (g grant) inherited() (is bool, from string) {
	own, _, from := g.parts()
	return own == "", from
}

// as is the grant with another role.
func (g grant) as(role string) grant {
	g.v.Set("role", value.String(role))
	return g
}

// higher is the role that allows more.
func higher(a, b string) string {
	if a == "" || rank(b) > rank(a) {
		return b
	}
	return a
}

// audience orders who has access by link: nobody, the domain with the link, the
// domain, everyone with the link, everyone.
func (g grant) audience() int {
	n := 0
	switch g.text("type") {
	case "domain":
		n = 1
	case "anyone":
		n = 3
	default:
		return 0
	}
	if g.v.Get("allowFileDiscovery").IsTrue() {
		n++
	}
	return n
}

var accessWords = [...]string{"PRIVATE", "DOMAIN_WITH_LINK", "DOMAIN", "ANYONE_WITH_LINK", "ANYONE"}

// permissionWord is the answer's word for a role.
func permissionWord(role string) string {
	switch rank(role) {
	case 0:
		return "NONE"
	case 1:
		return "VIEW"
	case rankCommenter:
		return "COMMENT"
	case rankWriter:
		return "EDIT"
	case 4:
		return "FILE_ORGANIZER"
	case 5:
		return "ORGANIZER"
	}
	return "OWNER"
}

// widest is the access by link: of the widest audience the most that it may do.
func widest(grants []grant) (accessWord, permission string) {
	best := grant{}
	for _, g := range grants {
		if !g.counts() {
			continue
		}
		if a, b := g.audience(), best.audience(); a > b || a == b && a > 0 && rank(g.text("role")) > rank(best.text("role")) {
			best = g
		}
	}
	return accessWords[best.audience()], permissionWord(best.text("role"))
}

// grantsOf gathers all pages of the file's permissions, over the steps that
// are called "grants". next is what to ask before all are there.
func grantsOf(s *plugin.Step) (all []grant, next *plugin.Next, err error) {
	if s.Name == "" {
		return nil, s.Ask("grants", grantsPage(s.Params, value.Value{})), nil
	}
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, nil, err
	}
	gathered := append(append([]value.Value(nil), s.State.Get("grants").Items()...), body.Get("permissions").Items()...)
	pages, _ := s.State.Get("pages").AsInt()
	switch token := body.Get("nextPageToken"); {
	case token.Text() == "":
	case pages+1 == maxGrantPages:
		return nil, nil, plugin.Fail(plugin.LimitExceeded, "The file is shared with more than "+text.Int(100*maxGrantPages)+" people. Nothing was changed.")
	default:
		return nil, s.Ask("grants", grantsPage(s.Params, token)).Keep(value.Object(
			value.M("grants", value.Array(gathered...)), value.M("pages", value.Int(pages+1)))), nil
	}
	for _, v := range gathered {
		all = append(all, grant{v})
	}
	return all, nil, nil
}

func grantsPage(p value.Value, token value.Value) plugin.Request {
	return everywhere(onFile(routePermissionsList, p)).
		Query("pageSize", value.Int(100)).
		Query("pageToken", token).
		Keep("nextPageToken,permissions(" + keepGrant + ")")
}
