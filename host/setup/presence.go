package setup

import (
	"strings"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/risk"
)

// Presence says which variables of a service are set; it holds no value.
type Presence struct {
	Service string
	// URL and Primary are the proxy's address and its primary token.
	URL, Primary bool
	// Classes are the class tokens that are set (READ, WRITE, …), ClassNames
	// their variables, in the same order.
	Classes, ClassNames []string
}

// Look reads the presence of a service's variables. An empty variable counts
// as unset.
func Look(getenv func(string) string, service string) Presence {
	p := Presence{
		Service: service,
		URL:     getenv(appsscript.URLName(service)) != "",
		Primary: getenv(primaryName(service)) != "",
	}
	for _, class := range risk.Classes() {
		word := strings.ToUpper(string(class))
		name := appsscript.TokenName(service, word+"_TOKEN")
		if getenv(name) != "" {
			p.Classes = append(p.Classes, word)
			p.ClassNames = append(p.ClassNames, name)
		}
	}
	return p
}

// Installed says whether any variable of the service is set: the peer's rule.
func (p Presence) Installed() bool { return p.URL || p.hasToken() }

// Complete says whether the service can be called: its URL and any token is
// set. The peer wants the primary token even where class tokens, which its own
// audit recommends, would do.
func (p Presence) Complete() bool { return p.URL && p.hasToken() }

func (p Presence) hasToken() bool { return p.Primary || len(p.Classes) > 0 }

// has says whether the token of a class (READ, SEND, …) is set.
func (p Presence) has(class string) bool {
	for _, c := range p.Classes {
		if c == class {
			return true
		}
	}
	return false
}

// primaryName is the variable of a service's primary token.
func primaryName(service string) string { return appsscript.TokenName(service, "TOKEN") }

// title is a service's name as it stands in titles: Tasks.
func title(service string) string {
	if service == "" {
		return ""
	}
	return strings.ToUpper(service[:1]) + service[1:]
}
