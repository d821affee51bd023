package jwt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"github.com/wslite/wslite/host/text"
)

const (
	// maxAnswer is how many bytes of metadata or of keys are read.
	maxAnswer = 256 << 10
	// maxKeys is how many keys an issuer may have.
	maxKeys = 64
)

// fetcher asks an issuer for its keys.
type fetcher struct {
	issuer, at string
	http       *http.Client
}

func newFetcher(o Options) *fetcher {
	return &fetcher{issuer: o.Issuer, at: o.Keys, http: &http.Client{
		Transport: o.Transport,
		// Who answers for the issuer is who was configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// keys gives the issuer's public keys, of which there is one at least. Errors say
// what failed in words for the operator.
func (f *fetcher) keys(ctx context.Context) ([]jose.JSONWebKey, error) {
	at := f.at
	if at == "" {
		var err error
		if at, err = f.discover(ctx); err != nil {
			return nil, err
		}
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := f.get(ctx, at, &set); err != nil {
		return nil, fmt.Errorf("its list of keys: %w", err)
	}
	if len(set.Keys) > maxKeys {
		return nil, fmt.Errorf("its list of keys has more than %d", maxKeys)
	}
	var out []jose.JSONWebKey
	for _, raw := range set.Keys {
		// A key of a kind that is not known here may be for something else.
		var k jose.JSONWebKey
		if json.Unmarshal(raw, &k) == nil && k.Valid() && k.IsPublic() {
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("its list of keys has none that can be used")
	}
	return out, nil
}

// discover gives the address of the keys from the issuer's metadata.
func (f *fetcher) discover(ctx context.Context) (string, error) {
	var last error
	for _, at := range metadataPlaces(f.issuer) {
		var meta struct {
			Issuer string `json:"issuer"`
			Keys   string `json:"jwks_uri"`
		}
		if last = f.get(ctx, at, &meta); last != nil {
			if missing := (statusError)(0); errors.As(last, &missing) && missing < 500 {
				continue
			}
			break
		}
		// RFC 8414, section 3.3: metadata of another issuer is not to be used.
		if meta.Issuer != f.issuer {
			return "", errors.New("its metadata is that of another issuer: they must be equal to the letter")
		}
		if !safe(meta.Keys, f.issuer) {
			return "", errors.New("its metadata has no jwks_uri that begins with https://")
		}
		return meta.Keys, nil
	}
	return "", fmt.Errorf("its metadata: %w", last)
}

// metadataPlaces are where MCP wants metadata to be looked for, in this order: RFC
// 8414's place, OpenID's name there, OpenID's place.
func metadataPlaces(issuer string) []string {
	u, err := url.Parse(issuer)
	if err != nil {
		return nil
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	base := u.Scheme + "://" + u.Host
	places := []string{
		base + "/.well-known/oauth-authorization-server" + path,
		base + "/.well-known/openid-configuration" + path,
	}
	if path != "" {
		places = append(places, base+path+"/.well-known/openid-configuration")
	}
	return places
}

// safe says that nobody on the way can change what is fetched from an address that
// an issuer names: it is TLS, or stays on this machine as the issuer does.
func safe(address, issuer string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	host := u.Hostname()
	here := strings.EqualFold(host, "localhost") || net.ParseIP(host).IsLoopback()
	return u.Scheme == "https" || u.Scheme == "http" && here && strings.HasPrefix(issuer, "http:")
}

// statusError is an answer other than 200.
type statusError int

func (s statusError) Error() string { return fmt.Sprintf("the answer was %d", int(s)) }

// get reads a JSON document. Errors hold neither address nor body.
func (f *fetcher) get(ctx context.Context, address string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return errors.New("its address can't be used")
	}
	r.Header.Set("Accept", "application/json")
	answer, err := f.http.Do(r)
	if outer := (*url.Error)(nil); errors.As(err, &outer) {
		err = outer.Err
	}
	if err != nil {
		return errors.New(text.Line(err.Error()))
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return statusError(answer.StatusCode)
	}
	b, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return errors.New("the answer did not come whole")
	case len(b) > maxAnswer:
		return errors.New("the answer is larger than 256 KiB")
	case json.Unmarshal(b, into) != nil:
		return errors.New("the answer is no JSON of the right shape")
	}
	return nil
}
