package gmailapi

import (
	"context"
	"encoding/json"
	"net/mail"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// allSendAs gives the owner's addresses, the primary one first.
func (a *API) allSendAs(tx *store.Tx) ([]SendAs, error) {
	var primary SendAs
	if err := readSetting(tx, "primary", &primary); err != nil {
		return nil, err
	}
	if !primary.IsPrimary { // it was never changed
		primary = SendAs{DisplayName: a.owner.Name, IsDefault: true, IsPrimary: true}
	}
	primary.SendAsEmail = a.owner.Email
	out := []SendAs{primary}
	texts, err := column(tx, `SELECT send_as FROM mail_aliases ORDER BY seq`)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		var s SendAs
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// addresses gives the owner's addresses in lower case, and the one that mail
// is sent from by default, without a name: Gmail adds none.
func (a *API) addresses(tx *store.Tx) (mine []string, from mail.Address, err error) {
	list, err := a.allSendAs(tx)
	for _, s := range list {
		mine = append(mine, strings.ToLower(s.SendAsEmail))
		if s.IsDefault {
			from.Address = s.SendAsEmail
		}
	}
	return mine, from, err
}

func (a *API) listSendAs(ctx context.Context, _ *gapi.Call) (any, error) {
	out := &ListSendAsResponse{}
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		out.SendAs, err = a.allSendAs(tx)
		return err
	})
	return out, err
}

// findSendAs finds one of the owner's addresses; 404.
func (a *API) findSendAs(tx *store.Tx, email string) (*SendAs, error) {
	list, err := a.allSendAs(tx)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if strings.EqualFold(list[i].SendAsEmail, email) {
			return &list[i], nil
		}
	}
	return nil, notFound()
}

func (a *API) getSendAs(ctx context.Context, c *gapi.Call) (any, error) {
	var out *SendAs
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		out, err = a.findSendAs(tx, c.Path["sendAsEmail"])
		return err
	})
	return out, err
}

// createSendAs adds an alias. Nothing is verified: no mail leaves, so every
// alias is accepted at once.
func (a *API) createSendAs(ctx context.Context, c *gapi.Call) (any, error) {
	s := &SendAs{VerificationStatus: "accepted", TreatAsAlias: true}
	email, err := readAddress(c.Body, "sendAsEmail")
	if err != nil {
		return nil, err
	}
	s.SendAsEmail = email
	if err := readSendAs(c.Body, s, true); err != nil {
		return nil, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if other, err := a.findSendAs(tx, email); err == nil {
			return conflict("Send-as alias %s already exists.", gapi.Quote(other.SendAsEmail))
		}
		return a.saveSendAs(tx, s)
	})
	return s, err
}

func (a *API) updateSendAs(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeSendAs(ctx, c, true)
}

func (a *API) patchSendAs(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeSendAs(ctx, c, false)
}

func (a *API) changeSendAs(ctx context.Context, c *gapi.Call, replace bool) (any, error) {
	var s *SendAs
	err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
		if s, err = a.findSendAs(tx, c.Path["sendAsEmail"]); err != nil {
			return err
		}
		if err := readSendAs(c.Body, s, replace); err != nil {
			return err
		}
		return a.saveSendAs(tx, s)
	})
	return s, err
}

// readSendAs reads the writable fields; with replace, missing ones are reset.
func readSendAs(b gapi.Body, s *SendAs, replace bool) error {
	if replace {
		s.DisplayName, s.ReplyToAddress, s.Signature = "", "", ""
	}
	wasDefault := s.IsDefault
	r := fieldReader{body: b}
	r.string("displayName", &s.DisplayName)
	r.string("replyToAddress", &s.ReplyToAddress)
	r.string("signature", &s.Signature)
	r.bool("isDefault", &s.IsDefault)
	r.bool("treatAsAlias", &s.TreatAsAlias)
	switch {
	case r.err != nil:
		return r.err
	case b.Has("smtpMsa") && !b.IsNull("smtpMsa"):
		return invalid("The embedded workspace sends through no other server: leave smtpMsa out.")
	case wasDefault && !s.IsDefault:
		return invalid("Invalid value at 'send_as.isDefault': only true can be written; make another address the default.")
	case strings.ContainsFunc(s.DisplayName+s.ReplyToAddress, control):
		return invalid("Invalid send-as alias: a control character stands in a name or an address.")
	}
	return nil
}

// saveSendAs stores an address. A new default takes the place of the old one.
func (a *API) saveSendAs(tx *store.Tx, s *SendAs) error {
	if s.IsDefault {
		list, err := a.allSendAs(tx)
		if err != nil {
			return err
		}
		for i := range list {
			if list[i].IsDefault && list[i].SendAsEmail != s.SendAsEmail {
				list[i].IsDefault = false
				if err := a.saveSendAs(tx, &list[i]); err != nil {
					return err
				}
			}
		}
	}
	if s.IsPrimary {
		return writeSetting(tx, "primary", s)
	}
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO mail_aliases (email, send_as) VALUES (?, ?) ON CONFLICT (email) DO UPDATE SET send_as = excluded.send_as`,
		strings.ToLower(s.SendAsEmail), string(data))
	return err
}

func (a *API) deleteSendAs(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		s, err := a.findSendAs(tx, c.Path["sendAsEmail"])
		if err != nil {
			return err
		}
		if s.IsPrimary || s.IsDefault {
			return invalid("The primary and the default address can't be deleted.")
		}
		return deleteOne(tx, `DELETE FROM mail_aliases WHERE email = ?`, strings.ToLower(s.SendAsEmail))
	})
}
