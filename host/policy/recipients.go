package policy

import (
	"net/mail"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/risk"
)

// recipients compares mail addresses with the allowed addresses and domains.
// An action of a gated class that hides whom it reaches (an answer to all, a
// stored draft) is refused while a list is set: its recipients can't be
// compared.
func (c *check) recipients(place string, row risk.Row, action string, params map[string]any) {
	addresses, byAddress := c.policy.Allow[KindRecipients]
	domains, byDomain := c.policy.Allow[KindDomains]
	if !byAddress && !byDomain {
		return
	}
	found := 0
	for _, field := range row.Recipients {
		values, ok := words(params[field])
		if !ok {
			c.refuse(place, "%s must be text to be compared with the allowed recipients", field)
			continue
		}
		for _, value := range values {
			list, err := mail.ParseAddressList(strings.ReplaceAll(value, ";", ","))
			if err != nil {
				c.refuse(place, "%s holds no list of mail addresses: %s", field, quote(value))
				continue
			}
			for _, a := range list {
				found++
				if !allowedAddress(addresses, domains, a.Address) {
					c.refuse(place, "%s %s is not among the allowed recipients", field, quote(a.Address))
				}
			}
		}
	}
	if found == 0 && row.KnownRecipients && risk.NeedsConfirm(c.in.Risk.Resolve(c.in.Service, action, params)) {
		c.refuse(place, "it restricts recipients, and this call does not name them")
	}
}

func allowedAddress(addresses, domains []string, address string) bool {
	same := func(a, b string) bool { return strings.EqualFold(a, b) }
	if slices.ContainsFunc(addresses, func(a string) bool { return same(a, address) }) {
		return true
	}
	domain := address[strings.LastIndex(address, "@")+1:]
	return slices.ContainsFunc(domains, func(d string) bool { return same(strings.TrimPrefix(d, "@"), domain) })
}
