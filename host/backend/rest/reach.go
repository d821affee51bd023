package rest

import (
	"net/mail"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// sendRoute sends a mail to whom its header names, draftRoute a stored one.
const (
	sendRoute  = "gmail.users.messages.send"
	draftRoute = "gmail.users.drafts.send"
)

// recipientHeaders are those of a mail's headers that say whom it goes to.
var recipientHeaders = []string{"To", "Cc", "Bcc", "Resent-To", "Resent-Cc", "Resent-Bcc", "Apparently-To"}

// maxHeader is how much of a mail its header may take, in bytes: Gmail's own
// limit is below.
const maxHeader = 1 << 20

// reaches refuses a request that goes to someone whom the call does not name.
// Policy compares the addresses in the parameters, and a person says yes to
// those; a plugin that adds a copy for itself would pass by both. It holds for
// the actions whose row names all their recipients. An answer's recipients are
// those of the mail that is answered, which no parameter tells.
func (b *Backend) reaches(c backend.Call, req abi.Request, r prepared, body map[string]any) error {
	row, _ := b.o.Risk.Row(c.Service, c.Action)
	if err := opens(row, c, r, body); err != nil {
		return err
	}
	if len(row.Recipients) == 0 {
		return nil
	}
	reached := risk.Reached(r.route.ID, body)
	if r.route.ID == sendRoute {
		if !slices.Contains(row.Recipients, "to") {
			return nil
		}
		var ok bool
		if reached, ok = mailTo(req.Media, body); !ok {
			return violation(r.route, "whom the mail goes to can't be read from its header")
		}
	}
	named := map[string]bool{}
	for _, field := range row.Recipients {
		for _, a := range address.In(c.Params[field]) {
			named[a] = true
		}
	}
	for _, a := range reached {
		if !named[address.Same(a)] {
			return violation(r.route, "it would go to %s, whom the call does not name", show(a))
		}
	}
	return nil
}

// opens holds a new right to the audience that the call names, where the row has
// one: everybody, the domain, or nobody new. It names no person.
func opens(row risk.Row, c backend.Call, r prepared, body map[string]any) error {
	i := slices.IndexFunc(row.Allow, func(a risk.Resource) bool { return a.Kind == "access" })
	if i < 0 || r.route.ID != "drive.permissions.create" {
		return nil
	}
	word, _ := c.Params[row.Allow[i].Param].(string)
	word = strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(word)), "_WITH_LINK")
	to := risk.Grantee(body)
	fits := func(a string) bool {
		return word == "ANYONE" && a == risk.Anyone || word == "DOMAIN" && strings.HasPrefix(a, "@")
	}
	if !to.Known || len(to.Addresses) != 1 || !fits(to.Addresses[0]) {
		return violation(r.route, "it would let in others than the audience %s that the call names", show(word))
	}
	return nil
}

// mailTo reads the recipients off a mail's header, wherever the mail stands.
func mailTo(media *abi.Media, body map[string]any) ([]string, bool) {
	mails := []string{}
	if media != nil {
		var text strings.Builder
		for _, s := range media.Segments {
			if s.Blob != "" || text.Len() > maxHeader {
				break // the header is the plugin's own text
			}
			text.WriteString(s.Text)
		}
		mails = append(mails, text.String())
	}
	for key, v := range body {
		if strings.EqualFold(key, "raw") {
			s, _ := v.(string)
			raw, err := decodeBase64(s)
			if err != nil {
				return nil, false
			}
			mails = append(mails, string(raw))
		}
	}
	var all []string
	for _, m := range mails {
		list, ok := headerTo(m)
		if !ok {
			return nil, false
		}
		all = append(all, list...)
	}
	return all, len(mails) > 0
}

func headerTo(text string) ([]string, bool) {
	text = text[:min(len(text), maxHeader)]
	header, _, ended := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n")
	if !ended || strings.ContainsAny(header, "\r\x00") {
		// It would go on in a file, or a server may see lines in it that are none.
		return nil, false
	}
	m, err := mail.ReadMessage(strings.NewReader(text))
	if err != nil {
		return nil, false
	}
	for name := range m.Header {
		if !plainName(name) {
			return nil, false
		}
	}
	var all []string
	for _, name := range recipientHeaders {
		for _, value := range m.Header[name] {
			if strings.TrimSpace(value) == "" {
				continue
			}
			list, err := address.Parser.ParseList(value)
			if err != nil {
				return nil, false
			}
			for _, a := range list {
				all = append(all, a.Address)
			}
		}
	}
	return all, len(all) > 0
}

// plainName says that every reader takes the name of a header for the same one.
// "Bcc :" is Bcc to those who know the old form of mails, and to others none.
func plainName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' })
}
