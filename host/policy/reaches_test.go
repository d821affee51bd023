package policy

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// What a request really reaches is judged by the rules that hold for the
// parameters.
func TestReaches(t *testing.T) {
	deny := Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}
	lists := Policy{External: ExternalAllow, Allow: map[string][]string{KindRecipients: {"Ana@Other.example"}, KindDomains: {"corp.example"}}}
	reply := call(t, "gmail", "reply", nil)
	reply.Account = "me@home.example"
	agent := reply
	agent.FrontEnd = MCP
	approved := reply
	approved.Approved = true
	for _, c := range []struct {
		name    string
		policy  Policy
		in      Input
		reached []string
		known   bool
		want    string // part of the error; "" passes
	}{
		{"nobody", deny, reply, nil, true, ""},
		{"inside", deny, reply, []string{"a@corp.example", "ME@home.example"}, true, ""},
		{"outside", deny, reply, []string{"a@corp.example", "eve@evil.example"}, true, `"eve@evil.example" is external`},
		{"an approval changes nothing", deny, approved, []string{"eve@evil.example"}, true, "is external"},
		{"nobody knows whom", deny, reply, nil, false, "can't be told"},
		{"nobody knows whom, and nothing restricts", Policy{}, reply, nil, false, ""},
		{"confirmed before", Policy{}, reply, []string{"eve@evil.example"}, true, ""},
		{"an agent where nothing is said", Policy{}, agent, []string{"eve@evil.example"}, true, "is external"},
		{"an agent, to the own address", Policy{}, agent, []string{"me@home.example"}, true, ""},
		{"listed", lists, reply, []string{"ana@other.example", "a@corp.example"}, true, ""},
		{"not listed", lists, reply, []string{"me@home.example"}, true, "not among the allowed recipients"},
		{"lists, and nobody knows whom", lists, reply, nil, false, "recipients are restricted"},
		{"a domain", deny, shared(t, "DOMAIN"), []string{"corp.example"}, true, ""},
		{"a domain with an @", deny, shared(t, "DOMAIN"), []string{"@CORP.example."}, true, ""},
		{"another domain", deny, shared(t, "DOMAIN"), []string{"evil.example"}, true, `"@evil.example" is external`},
		{"everyone", Policy{External: ExternalAllow}, shared(t, "PRIVATE"), []string{"anyone"}, true, "public sharing is denied"},
		{"everyone, in capitals", Policy{External: ExternalAllow}, shared(t, "PRIVATE"), []string{" Anyone "}, true, "public sharing is denied"},
		{"everyone, allowed", Policy{External: ExternalAllow, PublicSharing: PublicAllow}, shared(t, "ANYONE"), []string{"anyone"}, true, ""},
		{"everyone is external", Policy{External: ExternalDeny, PublicSharing: PublicAllow}, shared(t, "ANYONE"), []string{"anyone"}, true, "is external"},
		{"guests who are not told", deny, call(t, "calendar", "createEvent", nil), []string{"eve@evil.example"}, true, ""},
		{"mentioned in a comment", deny, call(t, "drive", "commentCreate", nil), []string{"eve@evil.example"}, true, "is external"},
		{"mentioned in an answer", deny, call(t, "drive", "repliesUpdate", nil), []string{"eve@evil.example"}, true, "is external"},
		{"a colleague in a comment", deny, call(t, "drive", "commentsUpdate", nil), []string{"a@corp.example"}, true, ""},
		{"mentioned, and nothing said", Policy{}, call(t, "drive", "commentCreate", nil), []string{"eve@evil.example"}, true, ""},
		{"guests who are not told, and a list", lists, call(t, "calendar", "createEvent", nil), []string{"eve@evil.example"}, true, "not among"},
		{"a mixed batch", deny, call(t, "gmail", "batch", batch(op("reply", nil), op("trashMessage", nil))), []string{"eve@evil.example"}, true, "is external"},
	} {
		err := c.policy.Reaches(c.in, c.reached, c.known)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (fault.CodeOf(err) != fault.ActionNotAllowed || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "nothing was sent")):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Reaches refuses nothing that no rule restricts: so the host needs not look.
func TestRestrictsRecipients(t *testing.T) {
	for _, c := range []struct {
		policy   Policy
		cli, mcp bool
	}{
		{Policy{}, false, true}, {Policy{External: ExternalAllow}, false, false}, {Policy{External: ExternalConfirm}, false, false},
		{Policy{External: ExternalDeny}, true, true}, {Policy{PublicSharing: PublicDeny, ReadOnly: true, External: ExternalAllow}, false, false},
		{Policy{External: ExternalAllow, Allow: map[string][]string{"files": {"f"}}}, false, false},
		{Policy{External: ExternalAllow, Allow: map[string][]string{KindDomains: {}}}, true, true},
		{Policy{External: ExternalAllow, Allow: map[string][]string{KindRecipients: {"a@b.c"}}}, true, true},
	} {
		for frontEnd, want := range map[string]bool{CLI: c.cli, "": c.cli, MCP: c.mcp, "other": c.mcp} {
			if got := c.policy.RestrictsRecipients(frontEnd); got != want {
				t.Errorf("%+v, %q: %v", c.policy, frontEnd, got)
			}
			in := call(t, "gmail", "reply", nil)
			in.FrontEnd = frontEnd
			refused := c.policy.Reaches(in, []string{"x@y.example"}, true) != nil || c.policy.Reaches(in, nil, false) != nil
			if refused && !want {
				t.Errorf("%+v, %q: it refuses what nobody looks for", c.policy, frontEnd)
			}
		}
	}
}

// A request is judged by what the parameters named, too: whatever Decide lets
// through by name Reaches lets through.
func TestReachesAgreesWithDecide(t *testing.T) {
	for _, p := range somePolicies() {
		for _, addr := range []string{"me@corp.example", "a@corp.example", "x@y.example", "ana@other.example", "a@sub.corp.example"} {
			in := mail(t, MCP, param("to", addr))
			if (p.Check(in) == nil) != (p.Reaches(in, []string{addr}, true) == nil) {
				t.Errorf("%+v, %s: %v and %v", p, addr, p.Check(in), p.Reaches(in, []string{addr}, true))
			}
		}
	}
}

func somePolicies() []Policy {
	var out []Policy
	for _, external := range []string{"", ExternalAllow, ExternalConfirm, ExternalDeny} {
		for _, inside := range [][]string{nil, {"corp.example"}} {
			for _, allow := range []map[string][]string{nil, {KindDomains: {"corp.example"}}, {KindRecipients: {"ana@other.example"}}} {
				out = append(out, Policy{External: external, InternalDomains: inside, Allow: allow})
			}
		}
	}
	return out
}
