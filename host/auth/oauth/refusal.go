package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"github.com/wslite/wslite/host/fault"
)

// Refusal is what a provider's endpoint said no with.
type Refusal struct {
	// Code is OAuth's word (invalid_grant); empty where the answer had none.
	Code string
	// Text is the provider's own text, one line, masked.
	Text string
	// Status is the HTTP status.
	Status int
}

func (r *Refusal) Error() string {
	if r.Text == "" {
		return r.Code
	}
	return r.Code + ": " + r.Text
}

// CodeOf gives OAuth's word of an error; empty where it has none.
func CodeOf(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return ""
}

// passing says whether an error may be gone in a moment: no answer, a limit on
// the rate, a server that fails. What the provider refused by name stays refused.
func passing(err error) bool {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Status == http.StatusTooManyRequests || r.Status >= 500 ||
			r.Code == "temporarily_unavailable" || r.Code == "server_error"
	}
	return fault.CodeOf(err) == fault.Network
}

// explain turns what the library reports into a *Refusal or a *fault.Error.
// known are the secrets that were sent; a provider may repeat them.
func explain(ctx context.Context, what string, err error, known ...string) error {
	var re *oauth2.RetrieveError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &re):
		return refusalOf(re, known)
	case ctx.Err() != nil:
		return fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while %s", what)
	}
	var ue *url.Error
	if !errors.As(err, &ue) {
		// The library keeps only the text of an answer that broke off.
		for _, cut := range []string{"EOF", "reset by peer", "deadline exceeded", "closed network connection"} {
			if strings.Contains(err.Error(), cut) {
				return fault.New(fault.Network, "the sign-in provider's answer broke off while %s", what).
					WithHint("check the network, then repeat")
			}
		}
		return fault.New(fault.MalformedResponse, "the sign-in provider's answer can't be read (%s)", what).
			WithHint("check that the address of the provider is the right one")
	}
	return unreachable(what, ue)
}

func unreachable(what string, ue *url.Error) error {
	host := "the sign-in provider"
	if u, err := url.Parse(ue.URL); err == nil && u.Host != "" {
		host = u.Host
	}
	why := "no connection"
	var dns *net.DNSError
	switch {
	case ue.Timeout():
		why = "it took too long"
	case errors.As(ue.Err, &dns):
		why = "the name is not known"
	}
	return fault.Wrap(ue.Err, fault.Network, "%s could not be reached while %s (%s)", host, what, why).
		WithHint("check the network, then repeat")
}

func refusalOf(re *oauth2.RetrieveError, known []string) error {
	r := &Refusal{Code: word(re.ErrorCode), Text: Mask(re.ErrorDescription, known...)}
	if re.Response != nil {
		r.Status = re.Response.StatusCode
	}
	if r.Code == "" {
		// The library reads the body only in some flows.
		var body struct {
			Error       string `json:"error"`
			Description string `json:"error_description"`
		}
		if json.Unmarshal(re.Body, &body) == nil {
			r.Code, r.Text = word(body.Error), Mask(body.Description, known...)
		}
	}
	return r
}

// word keeps OAuth's error words and drops everything else.
func word(s string) string {
	if len(s) > 60 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return ""
	}
	return s
}
