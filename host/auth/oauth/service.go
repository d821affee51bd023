package oauth

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/wslite/wslite/host/fault"
)

// ServiceKey is the key of a service account. Its JSON is how it is stored.
type ServiceKey struct {
	Email   string `json:"email"`
	KeyID   string `json:"keyId"`
	Private string `json:"private"` // PEM
}

// ParseServiceKey reads the JSON that Google's console gives for a service
// account. The address of the token endpoint that stands in it is compared,
// not used.
func ParseServiceKey(data []byte, p Provider) (ServiceKey, error) {
	var f struct {
		Type     string `json:"type"`
		Email    string `json:"client_email"`
		KeyID    string `json:"private_key_id"`
		Private  string `json:"private_key"`
		TokenURI string `json:"token_uri"`
	}
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &f) != nil || f.Type != "service_account" {
		return ServiceKey{}, fault.New(fault.Client, "the file is not the JSON key of a service account").
			WithHint("create one on the account's page in Google's console: Keys, Add key, JSON")
	}
	if f.TokenURI != "" && f.TokenURI != p.TokenURL && !(p.IsGoogle() && strings.HasPrefix(f.TokenURI, "https://accounts.google.com/o/oauth2/")) {
		return ServiceKey{}, fault.New(fault.Client, "the key is for another provider: its token_uri is not the token_url in use").
			WithHint("set token_url below [auth.provider] if that provider is meant")
	}
	k := ServiceKey{Email: f.Email, KeyID: f.KeyID, Private: f.Private}
	if !strings.Contains(k.Email, "@") {
		return k, fault.New(fault.Client, "the service account's key has no client_email")
	}
	return k, k.check()
}

func (k ServiceKey) check() error {
	_, err := k.rsa()
	return err
}

func (k ServiceKey) rsa() (*rsa.PrivateKey, error) {
	bad := fault.New(fault.Client, "the service account's private key can't be read").
		WithHint("download a new JSON key for the account")
	block, _ := pem.Decode([]byte(k.Private))
	if block == nil {
		return nil, bad
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if key, ok := any.(*rsa.PrivateKey); ok && err == nil {
		return key, nil
	}
	return nil, bad
}

// assertionLife is how long an assertion may be used; Google takes an hour at
// most.
const assertionLife = 10 * time.Minute

// Assert gets an access token for a service account (RFC 7523); subject is the
// user in whose name it acts, by domain-wide delegation, or empty. The error is
// a *Refusal or a *fault.Error.
func (e *Endpoint) Assert(ctx context.Context, k ServiceKey, subject string, scopes []string) (*Token, error) {
	return e.persist(ctx, func() (*Token, error) {
		assertion, err := k.assertion(e.Provider.TokenURL, subject, scopes, e.now())
		if err != nil {
			return nil, err
		}
		form := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {assertion}}
		return e.post(ctx, form, "asking for an access token", assertion)
	})
}

// assertion is a JWT signed by the key (RFC 7515, RS256).
func (k ServiceKey) assertion(audience, subject string, scopes []string, now time.Time) (string, error) {
	key, err := k.rsa()
	if err != nil {
		return "", err
	}
	header := map[string]string{"alg": "RS256", "typ": "JWT"}
	if k.KeyID != "" {
		header["kid"] = k.KeyID
	}
	claims := map[string]any{
		"iss": k.Email, "aud": audience, "scope": strings.Join(scopes, " "),
		// Ten seconds for a clock that is a little ahead of the provider's.
		"iat": now.Add(-10 * time.Second).Unix(), "exp": now.Add(assertionLife).Unix(),
	}
	if subject != "" {
		claims["sub"] = subject
	}
	signed := ""
	for _, part := range []any{header, claims} {
		data, err := json.Marshal(part)
		if err != nil {
			return "", err
		}
		signed += "." + base64.RawURLEncoding.EncodeToString(data)
	}
	signed = signed[1:]
	digest := sha256.Sum256([]byte(signed))
	sig, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	if err != nil {
		return "", fault.New(fault.Client, "the service account's key can't sign")
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(sig), nil
}

// post sends a form to the token endpoint and reads the token.
func (e *Endpoint) post(ctx context.Context, form url.Values, what string, known ...string) (*Token, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.Provider.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, fault.New(fault.Client, "the address of the token endpoint is no web address")
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, body, err := e.send(req)
	if err != nil {
		return nil, explain(ctx, what, err, known...)
	}
	if res.StatusCode/100 != 2 {
		return nil, refusalOf(&oauth2.RetrieveError{Response: res, Body: body}, known)
	}
	var t struct {
		Access    string      `json:"access_token"`
		Type      string      `json:"token_type"`
		ExpiresIn json.Number `json:"expires_in"`
		Scope     string      `json:"scope"`
	}
	if json.Unmarshal(body, &t) != nil {
		return nil, explain(ctx, what, errNoJSON)
	}
	seconds, _ := t.ExpiresIn.Int64()
	token := (&oauth2.Token{AccessToken: t.Access, TokenType: t.Type, ExpiresIn: seconds}).WithExtra(map[string]any{"scope": t.Scope})
	return e.token(token)
}

var errNoJSON = errors.New("no JSON")
