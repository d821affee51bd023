package oauth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/oauth2"

	"github.com/wslite/wslite/host/fault"
)

// SignInLimit is how long a person may take at the consent page.
const SignInLimit = 10 * time.Minute

// Ask is what a sign-in asks the provider for.
type Ask struct {
	Scopes []string
	// LoginHint is the address that is expected to sign in; may be empty.
	LoginHint string
	// Consent shows the consent page also where everything was granted before:
	// only so does Google give a refresh token again.
	Consent bool
}

// Flow is one sign-in through a browser. It is used once.
type Flow struct {
	e        *Endpoint
	state    string
	verifier string
	way      redirect
	// answers carries what came back, by the browser or by hand.
	answers chan callback
	// once is set by the first request that carries the state.
	once atomic.Bool
}

// callback is what came back: a code, or an error.
type callback struct {
	code string
	err  error
}

// Begin starts a sign-in: it listens for the browser's way back until the
// Listener is closed.
func (e *Endpoint) Begin(ctx context.Context) (*Flow, *Listener, error) {
	way, err := e.Client.redirect()
	if err != nil {
		return nil, nil, err
	}
	f := &Flow{e: e, state: random(), verifier: oauth2.GenerateVerifier(), way: way, answers: make(chan callback, 1)}
	l, err := f.listen(ctx)
	if err != nil {
		return nil, nil, err
	}
	return f, l, nil
}

func random() string {
	var b [32]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// URL is the address of the consent page.
func (f *Flow) URL(ask Ask) string {
	options := []oauth2.AuthCodeOption{
		oauth2.AccessTypeOffline,
		oauth2.S256ChallengeOption(f.verifier),
		oauth2.SetAuthURLParam("include_granted_scopes", "true"),
	}
	if ask.Consent {
		options = append(options, oauth2.SetAuthURLParam("prompt", "consent"))
	}
	if ask.LoginHint != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", ask.LoginHint))
	}
	return f.e.config(f.redirectURL(), ask.Scopes).AuthCodeURL(f.state, options...)
}

func (f *Flow) redirectURL() string {
	return (&url.URL{Scheme: "http", Host: f.way.host, Path: f.way.path}).String()
}

// Wait waits for the browser or for Paste, and exchanges what came.
func (f *Flow) Wait(ctx context.Context) (*Token, error) {
	limited, cancel := context.WithTimeout(ctx, SignInLimit)
	defer cancel()
	select {
	case <-limited.Done():
		if ctx.Err() != nil {
			return nil, fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while waiting for the browser; nobody was signed in")
		}
		return nil, fault.New(fault.NotSignedIn, "nobody signed in within %d minutes", int(SignInLimit.Minutes())).
			WithHint("run the command again")
	case a := <-f.answers:
		if a.err != nil {
			return nil, a.err
		}
		return f.e.exchange(ctx, a.code, f.verifier, f.redirectURL())
	}
}

// offer hands over what came back; the first one counts.
func (f *Flow) offer(a callback) {
	select {
	case f.answers <- a:
	default:
	}
}

// Paste takes what a person copied from the browser on another machine: the
// whole address of the page it ended on, or the code alone. A code alone
// carries no state; PKCE binds it to this sign-in all the same. An error means
// that it was none of the two, and that the person may try again.
func (f *Flow) Paste(s string) error {
	s = strings.Trim(strings.TrimSpace(s), `"'<>`)
	if s == "" {
		return fault.New(fault.Usage, "nothing was pasted")
	}
	if !strings.Contains(s, "://") && !strings.Contains(s, "code=") && !strings.Contains(s, "error=") {
		if len(s) > maxCode || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return fault.New(fault.Usage, "this is neither an address nor a code")
		}
		if plain, err := url.PathUnescape(s); err == nil { // a code copied out of an address
			s = plain
		}
		f.offer(callback{code: s})
		return nil
	}
	_, query, found := strings.Cut(s, "?")
	if !found {
		query = s
	}
	query, _, _ = strings.Cut(query, "#")
	values, err := url.ParseQuery(query)
	if err != nil {
		return fault.New(fault.Usage, "this address can't be read; copy the whole of it")
	}
	a, ok := f.check(values)
	if !ok {
		return fault.New(fault.Usage, "this address belongs to another sign-in (its state differs), or is not whole").
			WithHint("open the address that was printed now, and copy where it ends")
	}
	f.offer(a)
	return nil
}

// maxCode bounds a code, in bytes; Google says 256.
const maxCode = 4096

// check reads the parameters that the provider sent the browser back with. It
// is false where they are not this sign-in's.
func (f *Flow) check(v url.Values) (callback, bool) {
	// Digests of the same length, so that the comparison takes the same time
	// for each state.
	got, want := sha256.Sum256([]byte(v.Get("state"))), sha256.Sum256([]byte(f.state))
	if subtle.ConstantTimeCompare(got[:], want[:]) != 1 || len(v["state"]) != 1 {
		return callback{}, false
	}
	if e := v.Get("error"); e != "" {
		r := &Refusal{Code: word(e), Text: Mask(v.Get("error_description"))}
		if r.Code == "" {
			r.Code = "unknown_error"
		}
		return callback{err: r}, true
	}
	code := v.Get("code")
	if code == "" || len(code) > maxCode || len(v["code"]) != 1 {
		return callback{}, false
	}
	return callback{code: code}, true
}

// Device is a sign-in on a second device: the person types UserCode at URL.
type Device struct {
	UserCode, URL string
	response      *oauth2.DeviceAuthResponse
}

// BeginDevice asks for a device code.
func (e *Endpoint) BeginDevice(ctx context.Context, ask Ask) (*Device, error) {
	if e.Provider.DeviceURL == "" {
		return nil, fault.New(fault.NotSupported, "the sign-in provider has no device sign-in").
			WithHint("use --no-browser: open the address on another machine and paste where it ends")
	}
	var options []oauth2.AuthCodeOption
	if e.Client.Secret != "" && !e.Provider.HeaderAuth {
		options = append(options, oauth2.SetAuthURLParam("client_secret", e.Client.Secret))
	}
	send := e
	if e.Provider.HeaderAuth {
		// The library never authenticates this request by header.
		again := *e
		again.HTTP = withBasic(e.HTTP, e.Client)
		send = &again
	}
	r, err := e.config("", ask.Scopes).DeviceAuth(send.context(ctx), options...)
	if err != nil {
		return nil, explain(ctx, "asking for a device code", err, e.Client.Secret)
	}
	where, err := url.Parse(r.VerificationURI)
	if err != nil || CheckURL(where.String()) != "" || r.UserCode == "" {
		return nil, fault.New(fault.MalformedResponse, "the sign-in provider gave no device code that could be used")
	}
	return &Device{UserCode: Mask(r.UserCode), URL: where.String(), response: r}, nil
}

// WaitDevice waits until the person has agreed on the other device.
func (e *Endpoint) WaitDevice(ctx context.Context, d *Device) (*Token, error) {
	t, err := e.config("", nil).DeviceAccessToken(e.context(ctx), d.response)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			return nil, &Refusal{Code: "expired_token"}
		}
		return nil, explain(ctx, "waiting for the other device", err, d.response.DeviceCode, e.Client.Secret)
	}
	return e.token(t)
}
