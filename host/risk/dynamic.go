package risk

import "github.com/wslite/wslite/host/ecma"

// rule raises the class of an action when its parameters do more than the
// action's name says. A rule only ever raises.
type rule struct {
	raise Class
	when  func(params map[string]any) bool
}

// rules are the dynamic rules by the name that tables use.
func rules() map[string]rule {
	return map[string]rule{
		"forwardsMail":   {Send, forwardsMail},
		"answersMail":    {Send, answersMail},
		"notifiesGuests": {Send, notifiesGuests},
	}
}

// comparedBy names the parameters whose values a dynamic rule compares; those
// of which it asks only whether they are there have any type.
func comparedBy(rule string) []string {
	return map[string][]string{
		"forwardsMail":   {"forward"},
		"answersMail":    {"enableAutoReply"},
		"notifiesGuests": {"sendUpdates"},
	}[rule]
}

// forwardsMail: a filter with a forwarding address sends all later mail away.
func forwardsMail(p map[string]any) bool {
	s, ok := p["forward"].(string)
	return ok && ecma.Trim(s) != ""
}

// answersMail: a vacation responder answers strangers. Turning it off does
// not; touching its text, audience or dates may change what is being sent, so
// the mere presence of such a key counts, null included.
func answersMail(p map[string]any) bool {
	if on := p["enableAutoReply"]; on == true || on == "true" {
		return true
	}
	for _, key := range []string{
		"responseSubject", "responseBodyPlainText", "responseBodyHtml",
		"restrictToContacts", "restrictToDomain",
		"startTime", "endTime", "clearStartTime", "clearEndTime",
	} {
		if _, ok := p[key]; ok {
			return true
		}
	}
	return false
}

// notifiesGuests: Calendar mails the guests of an event for these two values.
func notifiesGuests(p map[string]any) bool {
	s := p["sendUpdates"]
	return s == "all" || s == "externalOnly"
}
