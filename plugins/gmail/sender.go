package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// allAliases asks for the addresses that the user may send from.
func allAliases() plugin.Request {
	return mine(routeSendAs).Keep("sendAs(sendAsEmail,displayName,isDefault,isPrimary,verificationStatus)")
}

// aliases are the addresses that the user may send from, as sendAs.list gives
// them. One that is not verified yet is not among them.
type aliases []value.Value

func aliasesOf(answer value.Value) aliases {
	var out aliases
	for _, a := range answer.Get("sendAs").Items() {
		if status := a.Get("verificationStatus").Text(); status == "" || status == "accepted" || a.Get("isPrimary").IsTrue() {
			out = append(out, a)
		}
	}
	return out
}

func mailboxOf(alias value.Value) address.Mailbox {
	return address.Mailbox{Name: text.Trim(mail.DecodeWords(alias.Get("displayName").Text())), Address: alias.Get("sendAsEmail").Text()}
}

// standard is the address that mail is sent from where nothing is said; it has
// none where the service names none, and then Gmail fills it in.
func (list aliases) standard() address.Mailbox {
	for _, key := range [...]string{"isDefault", "isPrimary"} {
		for _, a := range list {
			if a.Get(key).IsTrue() {
				return mailboxOf(a)
			}
		}
	}
	return address.Mailbox{}
}

// find gives the alias with this address, whatever its case.
func (list aliases) find(m address.Mailbox) (address.Mailbox, bool) {
	for _, a := range list {
		if own := mailboxOf(a); own.Key() == m.Key() {
			return own, true
		}
	}
	return address.Mailbox{}, false
}

// owns tells whether mail to the address reaches the user.
func (list aliases) owns(m address.Mailbox) bool {
	for _, a := range list {
		if own := mailboxOf(a); own.Base() == m.Base() {
			return true
		}
	}
	return false
}

// sender is the mailbox in From: the alias that the call names, else otherwise.
// A name that stands beside the alias is taken in place of the alias's own.
func (list aliases) sender(from string, otherwise address.Mailbox) (address.Mailbox, error) {
	if text.Blank(from) {
		return otherwise, nil
	}
	m, fault := address.Parse(text.Trim(from))
	if fault != "" {
		return m, plugin.Invalid("from", "from "+fault+". Nothing was sent.")
	}
	own, ok := list.find(m)
	if !ok {
		known := ""
		for _, a := range list {
			known = text.Join(known, ", ", a.Get("sendAsEmail").Text())
		}
		return m, plugin.Invalid("from", "from is none of the addresses that this account sends from: "+text.Or(known, "there are none")+". Nothing was sent.")
	}
	if m.Name != "" {
		own.Name = m.Name
	}
	return own, nil
}
