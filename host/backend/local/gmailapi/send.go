package gmailapi

import (
	"bytes"
	"context"
	"net/mail"
	"strings"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) sendMessage(ctx context.Context, c *gapi.Call) (any, error) {
	in, err := a.readMail(ctx, c, c.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.outgoing(ctx, in)
	if err != nil {
		return nil, err
	}
	var answer *Message
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := a.add(tx, out.mail, arrival{thread: in.thread, labels: out.labels, date: tx.Now, filters: out.toSelf})
		if err != nil {
			return err
		}
		answer, err = m.short(tx)
		return err
	})
	return answer, err
}

// outbound is a mail that is ready to be sent.
type outbound struct {
	mail   *parsed
	labels []string
	toSelf bool
}

// outgoing checks and completes a mail, and keeps its content.
func (a *API) outgoing(ctx context.Context, in given) (*outbound, error) {
	var mine []string
	var from mail.Address
	var id string
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		id = newID(tx)
		mine, from, err = a.addresses(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	headers := rfc822.Parse(in.raw).Headers
	out := &outbound{labels: []string{sent}}
	to, err := recipients(headers)
	if err != nil {
		return nil, err
	}
	for _, address := range to {
		out.toSelf = out.toSelf || own(mine, address)
	}
	if out.toSelf {
		out.labels = append(out.labels, inbox, unread)
	}
	raw := complete(in.raw, headers, mine, from, id, a.store.Now().In(a.zone))
	if !bytes.Equal(raw, in.raw) { // a field was added or replaced
		in.blob = ""
	}
	out.mail, err = a.keep(ctx, raw, in.blob)
	return out, err
}

// recipients gives all addresses that a mail goes to; 400 for none and for
// fields that can't be read.
func recipients(headers []rfc822.Header) (all []string, err error) {
	for _, name := range []string{"To", "Cc", "Bcc"} {
		for _, value := range rfc822.All(headers, name) {
			list, ok := rfc822.Addresses(value)
			if !ok {
				return nil, invalid("Invalid %s header", name)
			}
			all = append(all, list...)
		}
	}
	if len(all) == 0 {
		return nil, invalid("Recipient address required")
	}
	return all, nil
}

// complete adds what a mail lacks, and sets a From field that is not one of
// the owner's addresses.
func complete(raw []byte, headers []rfc822.Header, mine []string, from mail.Address, id string, now time.Time) []byte {
	value := rfc822.Get(headers, "From")
	list, ok := rfc822.Addresses(value)
	if !ok || len(list) != 1 || !own(mine, list[0]) {
		if given, err := mail.ParseAddress(value); err == nil {
			from.Name = given.Name
		}
		value = from.Address
		if from.Name != "" {
			value = from.String()
		}
		raw = rfc822.Set(raw, "From", value)
	}
	if len(rfc822.IDs(rfc822.Get(headers, "Message-ID"))) == 0 {
		_, domain, _ := strings.Cut(from.Address, "@")
		raw = rfc822.Set(raw, "Message-ID", "<"+id+"@mail."+domain+">")
	}
	if _, err := mail.ParseDate(rfc822.Get(headers, "Date")); err != nil {
		raw = rfc822.Set(raw, "Date", now.Format(time.RFC1123Z))
	}
	return raw
}
