package auth

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/secret"
	"github.com/wslite/wslite/host/fault"
)

// record is what is secret about an account.
type record struct {
	// Client is the one that the refresh token was given to: it works with no
	// other, also after the client for new sign-ins was changed.
	Client  oauth.Client      `json:"client"`
	Refresh string            `json:"refresh,omitempty"`
	Key     *oauth.ServiceKey `json:"key,omitempty"`

	Access   string    `json:"access,omitempty"`
	Expiry   time.Time `json:"expiry,omitzero"`
	Obtained time.Time `json:"obtained,omitzero"`
	// Pending is when a renewal began whose end is not known. It stays after a
	// crash between the wire and the store.
	Pending time.Time `json:"pending,omitzero"`
}

const (
	// early is how long before its end a token is renewed, so that it does not
	// end on the way.
	early = 60 * time.Second
	// shortLife is how long a token is used for which the provider names no
	// end.
	shortLife = 5 * time.Minute
	// clockSlack is how far back a clock may step before times that were
	// stored mean nothing.
	clockSlack = time.Minute
)

// fresh says whether the access token can be used now. A clock that was set
// back would keep a dead token alive, so a token from the future is none.
func (r *record) fresh(now time.Time) bool {
	if r.Access == "" || now.Before(r.Obtained.Add(-clockSlack)) {
		return false
	}
	end := r.Expiry
	if end.IsZero() {
		end = r.Obtained.Add(shortLife)
	}
	return now.Before(end.Add(-min(early, end.Sub(r.Obtained)/2)))
}

// sign tells one sign-in from another.
func (r *record) sign() string {
	return strings.Join([]string{r.Refresh, r.Client.ID, r.Client.Secret, r.Obtained.String()}, "\x00")
}

// take puts a new access token into the record.
func (r *record) take(t *oauth.Token, now time.Time) {
	r.Access, r.Expiry, r.Obtained, r.Pending = t.Access, t.Expiry, now, time.Time{}
	if t.Refresh != "" {
		r.Refresh = t.Refresh
	}
}

func (m *Manager) read(ctx context.Context, a Account) (*record, error) {
	s, err := m.store(ctx, a.Store)
	if err != nil {
		return nil, err
	}
	data, err := s.Get(ctx, a.secretName())
	if errors.Is(err, secret.ErrNotFound) {
		return nil, fault.New(fault.NotSignedIn, "the tokens of the account %s are gone from the %s store", a.Alias, s.Kind()).
			WithHint("%s", again(a))
	}
	if err != nil {
		return nil, err
	}
	r := &record{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fault.New(fault.NotSignedIn, "the stored tokens of the account %s can't be read", a.Alias).WithHint("%s", again(a))
	}
	return r, nil
}

// writeTries is how often a write is tried: on some systems a file can't be
// replaced while another process reads it.
const writeTries = 3

func (m *Manager) write(ctx context.Context, a Account, r *record) error {
	s, err := m.store(ctx, a.Store)
	if err != nil {
		return err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		if err = s.Set(ctx, a.secretName(), data); err == nil || n == writeTries {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// again is the one command that signs an account in once more.
func again(a Account) string {
	switch a.Kind {
	case Service:
		return "run: wslite auth login --service-account FILE --account " + shell(a.Alias)
	case ADC:
		return "run: gcloud auth application-default login, then: wslite auth login --adc --account " + shell(a.Alias)
	}
	return "run: wslite auth login --account " + shell(a.Alias)
}
