package auth

import (
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// place gives a new sign-in its alias and ID: those of the account that it
// renews, or new ones. It refuses where an alias would change hands. Where that
// is forced, the sign-in gets an ID of its own all the same: another process may
// hold the account of before, and must not find someone else's tokens under its
// ID. The account that is renewed or replaced is returned.
func (r *registry) place(a *Account, w Wish) (*Account, error) {
	var same, named *Account
	for i, x := range r.Accounts {
		if x.Provider == a.Provider && x.Kind == a.Kind && x.Subject == a.Subject && (a.Subject != "" || strings.EqualFold(x.Address, a.Address)) {
			same = &r.Accounts[i]
		}
	}
	if w.Name != "" {
		named = r.find(w.Name)
	}
	who := a.Address
	if who == "" {
		who = a.Alias
	}
	switch {
	case named != nil && named != same && !w.Force:
		return nil, fault.New(fault.Conflict, "the account %s is %s, but %s signed in; nothing was stored", named.Alias, named.Address, who).
			WithHint("choose %s in the browser, or another alias with --account", named.Address)
	case named == nil && strings.Contains(w.Name, "@") && a.Address != "" && !strings.EqualFold(w.Name, a.Address) && !w.Force:
		return nil, fault.New(fault.Conflict, "%s was named, but %s signed in; nothing was stored", w.Name, who).
			WithHint("choose %s in the browser", w.Name)
	}
	old := same
	if named != nil {
		old = named
	}
	alias := w.Name
	if named != nil {
		alias = named.Alias
	}
	if alias == "" && same != nil {
		alias = same.Alias
	}
	if alias == "" {
		alias = a.Address
	}
	if alias == "" {
		alias = a.Alias
	}
	if err := CheckAlias(alias); err != nil {
		return nil, fault.New(fault.Usage, "this sign-in needs an alias of its own").WithHint("name it with --account ALIAS")
	}
	if taken := r.find(alias); taken != nil && old != nil && taken.ID != old.ID || taken != nil && old == nil && taken.Alias == alias && taken.ID != a.ID {
		return nil, fault.New(fault.Conflict, "the alias %s belongs to another account", alias).WithHint("choose another with --account")
	}
	a.Alias = alias
	switch {
	case old != nil && old == same:
		a.ID = old.ID
	case a.ID == "":
		a.ID = newID()
	}
	return old, nil
}
