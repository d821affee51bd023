package policy

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
)

// The audiences of a file that are narrower than the whole world. Every other
// word counts as public, ANYONE and ANYONE_WITH_LINK among them.
var narrow = []string{"PRIVATE", "DOMAIN", "DOMAIN_WITH_LINK"}

// kindAccess is the kind of resource that holds an audience.
const kindAccess = "access"

// publishing names, by service and action, the parameters that make a thing
// public where they are true. A file's audience is no such switch: the tables
// mark it by the kind access.
var publishing = map[[2]string][]string{
	{"drive", "revisionsUpdate"}: {"published", "publishAuto", "publishedOutsideDomain"},
	{"forms", "formCreate"}:      {"isPublished"},
	{"forms", "formUpdate"}:      {"isPublished"},
}

// audience judges what an action opens to everybody, or to a whole domain.
func (c *check) audience(op operation) {
	if !op.known {
		// Nobody can tell what it does; what it says plainly counts.
		if saysAnyone(op.params) {
			c.public(op, "", "its parameters speak of anyone")
		}
		return
	}
	for _, res := range op.row.Allow {
		if res.Kind == kindAccess {
			c.access(op, res.Param)
		}
	}
	for _, param := range publishing[[2]string{c.in.Service, op.action}] {
		if on(op.params[param]) {
			c.public(op, param, param+" makes it public")
		}
	}
	if c.in.Service == "forms" && op.action == "formCreate" && op.params["isPublished"] == nil {
		c.note(op.place, "the service decides whether a new form is published; isPublished = false keeps it closed")
	}
}

// access judges the audience of a file. The services trim the word and take
// small letters too, so both are done here.
func (c *check) access(op operation, param string) {
	values, ok := words(op.params[param])
	if !ok {
		c.public(op, param, param+" is no text")
	}
	for _, value := range values {
		switch word := strings.ToUpper(strings.TrimSpace(value)); {
		case !slices.Contains(narrow, word):
			c.public(op, param, param+" "+quote(value)+" is everyone")
		case word != "PRIVATE":
			c.domain(op, param)
		}
	}
}

// public judges what opens a thing to the whole world. Everyone is external as
// well, and in no list.
func (c *check) public(op operation, param, what string) {
	if c.policy.PublicSharing != PublicAllow {
		c.refuse(RulePublicSharing, op.place, "public_sharing", publicLine, "%s, and public sharing is denied", what)
	}
	if param == "" {
		param = "parameters"
	}
	op.class = "share" // whatever its class: it reaches people
	c.reach(op, param, Anyone)
}

const publicLine = `public_sharing = "allow"`

// domain judges a share with everybody of the account's own domain.
func (c *check) domain(op operation, param string) {
	at := strings.LastIndexByte(c.in.Account, '@')
	if at < 0 {
		c.hidden(op, "the domain that it is shared with is not known", c.in.Proxied)
		return
	}
	c.reach(op, param, address.Same(c.in.Account[at:]))
}

// saysAnyone finds the words of public audiences among the values of a call.
func saysAnyone(v any) bool {
	switch v := v.(type) {
	case string:
		w := strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(v)), "_", "")
		return w == "ANYONE" || w == "ANYONEWITHLINK"
	case []any:
		return slices.ContainsFunc(v, saysAnyone)
	case map[string]any:
		for _, member := range v {
			if saysAnyone(member) {
				return true
			}
		}
	}
	return false
}

// on says that a value is more than absent, empty or false, however a lenient
// service reads it.
func on(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		s := strings.TrimSpace(v)
		return s != "" && !strings.EqualFold(s, "false")
	}
	return true
}
