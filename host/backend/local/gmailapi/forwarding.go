package gmailapi

import (
	"context"
	"net/mail"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

const forwardingSetting = "forwardingAddresses"

func forwardingAddresses(tx *store.Tx) ([]ForwardingAddress, error) {
	var out []ForwardingAddress
	err := readSetting(tx, forwardingSetting, &out)
	return out, err
}

// readAddress reads a field that must be one address.
func readAddress(b gapi.Body, name string) (string, error) {
	text, err := b.String(name)
	if err != nil {
		return "", err
	}
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != strings.TrimSpace(text) {
		return "", invalid("Invalid value at '%s': %s is not an email address.", name, gapi.Quote(text))
	}
	return a.Address, nil
}

func (a *API) listForwarding(ctx context.Context, _ *gapi.Call) (any, error) {
	out := &ListForwardingAddressesResponse{}
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		out.ForwardingAddresses, err = forwardingAddresses(tx)
		return err
	})
	return out, err
}

func (a *API) getForwarding(ctx context.Context, c *gapi.Call) (any, error) {
	var out *ForwardingAddress
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		list, err := forwardingAddresses(tx)
		if err != nil {
			return err
		}
		i := indexOf(list, c.Path["forwardingEmail"])
		if i < 0 {
			return notFound()
		}
		out = &list[i]
		return nil
	})
	return out, err
}

func indexOf(list []ForwardingAddress, email string) int {
	return slices.IndexFunc(list, func(f ForwardingAddress) bool { return strings.EqualFold(f.ForwardingEmail, email) })
}

// createForwarding adds an address for filters. It is accepted at once: nothing
// is forwarded, and so nobody has to agree.
func (a *API) createForwarding(ctx context.Context, c *gapi.Call) (any, error) {
	email, err := readAddress(c.Body, "forwardingEmail")
	if err != nil {
		return nil, err
	}
	f := ForwardingAddress{ForwardingEmail: email, VerificationStatus: "accepted"}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		list, err := forwardingAddresses(tx)
		if err != nil {
			return err
		}
		if indexOf(list, email) >= 0 {
			return conflict("Forwarding address %s already exists.", gapi.Quote(email))
		}
		return writeSetting(tx, forwardingSetting, append(list, f))
	})
	return &f, err
}

func (a *API) deleteForwarding(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		list, err := forwardingAddresses(tx)
		if err != nil {
			return err
		}
		i := indexOf(list, c.Path["forwardingEmail"])
		if i < 0 {
			return notFound()
		}
		return writeSetting(tx, forwardingSetting, slices.Delete(list, i, i+1))
	})
}
