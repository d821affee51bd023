package jwt

import (
	"encoding/json"
	"strings"
	"time"

	josejwt "github.com/go-jose/go-jose/v4/jwt"

	"github.com/wslite/wslite/host/fault"
)

const (
	// leeway is by how much the issuer's clock may be ahead of ours. The end of a
	// token has none: what ended has ended.
	leeway = 30 * time.Second
	// maxTime is the last second of the year 9999; what lies behind is no time.
	maxTime = 253402300799
	// maxScopes is how many scopes are read.
	maxScopes = 256
)

// claims are those of an access token that count here.
type claims struct {
	Issuer    string               `json:"iss"`
	Subject   string               `json:"sub"`
	Audience  josejwt.Audience     `json:"aud"`
	Expiry    *josejwt.NumericDate `json:"exp"`
	NotBefore *josejwt.NumericDate `json:"nbf"`
	IssuedAt  *josejwt.NumericDate `json:"iat"`
	// Scope is a list in one text; some issuers have SCP, as text or as list.
	Scope string   `json:"scope"`
	SCP   wordList `json:"scp"`

	Email         string `json:"email"`
	EmailVerified yes    `json:"email_verified"`

	// Confirm binds a token to a key of the client's, which a bearer does not show.
	Confirm json.RawMessage `json:"cnf"`
	// These stand in ID tokens, which say who signed in and open nothing.
	Nonce  json.RawMessage `json:"nonce"`
	AtHash json.RawMessage `json:"at_hash"`
	CHash  json.RawMessage `json:"c_hash"`
}

// check holds what a token says against what is wanted, but scopes and subject.
// access tells that its type is that of an access token.
func (c *claims) check(o Options, access bool) error {
	now := o.Now()
	wrong := ""
	switch {
	case c.Issuer != o.Issuer:
		wrong = "another issuer made the token"
	case !c.Audience.Contains(o.Resource):
		wrong = "the token was made for another server"
	case !access && (c.Nonce != nil || c.AtHash != nil || c.CHash != nil):
		wrong = "that is an ID token, which opens nothing"
	case c.Confirm != nil:
		wrong = "the token belongs to a key that was not shown"
	case c.Expiry == nil || !sane(c.Expiry):
		wrong = "the token has no end"
	case !now.Before(c.Expiry.Time()):
		wrong = "the token has ended"
	case c.NotBefore != nil && (!sane(c.NotBefore) || now.Add(leeway).Before(c.NotBefore.Time())):
		wrong = "the token counts from a later time on"
	case c.IssuedAt != nil && (!sane(c.IssuedAt) || now.Add(leeway).Before(c.IssuedAt.Time())):
		wrong = "the token is from the future"
	default:
		return nil
	}
	return fault.New(fault.Unauthorized, "%s", wrong)
}

func sane(d *josejwt.NumericDate) bool { return *d >= 0 && *d <= maxTime }

// scopes are what the token was given for.
func (c *claims) scopes() []string {
	all := append(strings.Fields(c.Scope), c.SCP...)
	return all[:min(len(all), maxScopes)]
}

// wordList reads words in one text, or a list of them.
type wordList []string

func (w *wordList) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*w = strings.Fields(text)
		return nil
	}
	return json.Unmarshal(b, (*[]string)(w))
}

// yes reads true, and "true" as some issuers write it; all else is no.
type yes bool

func (y *yes) UnmarshalJSON(b []byte) error {
	*y = string(b) == "true" || string(b) == `"true"`
	return nil
}
