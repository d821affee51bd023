package auth

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// AddService signs a service account in by its key; subject is the user in
// whose name it acts by domain-wide delegation, or empty for itself. The token
// is asked for at once, so that a delegation that is missing is found here.
func (m *Manager) AddService(ctx context.Context, w Wish, keyFile []byte, subject string) (*Kept, error) {
	key, err := oauth.ParseServiceKey(keyFile, m.o.Provider)
	if err != nil {
		return nil, err
	}
	if subject != "" && (strings.Count(subject, "@") != 1 || strings.ContainsAny(subject, " \t\r\n")) {
		return nil, fault.New(fault.Usage, "--subject takes the mail address of a user")
	}
	a := Account{Address: subject, Subject: key.Email + " " + subject, Kind: Service, Scopes: canonical(w.Scopes)}
	if subject == "" {
		a.Address = key.Email
	}
	t, err := m.endpoint(oauth.Client{}).Assert(ctx, key, a.delegate(key), withoutIdentity(a.Scopes))
	if err != nil {
		return nil, refusedKey(a, key, err)
	}
	t.Refresh = ""
	rec := &record{Key: &key}
	rec.take(t, m.o.Now())
	k := &Kept{}
	return k, m.add(ctx, w, a, rec, k)
}

// AddADC signs in what gcloud, or whoever set GOOGLE_APPLICATION_CREDENTIALS,
// left on this machine. It happens only when someone asks for it by name.
func (m *Manager) AddADC(ctx context.Context, w Wish) (*Kept, error) {
	path, err := m.adcFile()
	if err != nil {
		return nil, err
	}
	a := Account{Alias: ADC, Kind: ADC, File: path, Scopes: canonical(w.Scopes)}
	t, email, err := m.adcToken(ctx, a)
	if err != nil {
		return nil, err
	}
	if t.Scopes != nil {
		a.Scopes = canonical(t.Scopes)
	}
	k := &Kept{}
	for _, s := range w.Scopes {
		if !a.Has([]string{s}) {
			k.Refused = append(k.Refused, s)
		}
	}
	a.Address, a.Subject = email, path
	rec := &record{}
	t.Refresh = ""
	rec.take(t, m.o.Now())
	return k, m.add(ctx, w, a, rec, k)
}

// adcFile finds the credentials where Google's own libraries look for them.
func (m *Manager) adcFile() (string, error) {
	path := m.o.Getenv(EnvADC)
	if path == "" {
		dir := m.o.Getenv("CLOUDSDK_CONFIG")
		if dir == "" {
			find, sub := m.o.UserHomeDir, []string{".config", "gcloud"}
			if runtime.GOOS == "windows" {
				find, sub = m.o.UserConfigDir, []string{"gcloud"}
			}
			base, err := find()
			if err != nil {
				return "", fault.New(fault.Client, "there is no home directory to look for gcloud's credentials in").WithHint("set %s", EnvADC)
			}
			dir = filepath.Join(append([]string{base}, sub...)...)
		}
		path = filepath.Join(dir, "application_default_credentials.json")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Client, "%s: the current directory is gone", EnvADC)
	}
	return path, nil
}

// adcToken reads the credentials and gets a token by them. The address is that
// of a service account; a person's is not told by the file.
func (m *Manager) adcToken(ctx context.Context, a Account) (*oauth.Token, string, error) {
	data, err := safefile.Read(a.File, maxClientFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fault.New(fault.NotSignedIn, "there are no application default credentials at %q", a.File).
			WithHint("run: gcloud auth application-default login, or set %s", EnvADC)
	}
	if err != nil {
		return nil, "", err
	}
	var f struct {
		Type    string `json:"type"`
		ID      string `json:"client_id"`
		Secret  string `json:"client_secret"`
		Refresh string `json:"refresh_token"`
	}
	if json.Unmarshal(data, &f) != nil {
		return nil, "", fault.New(fault.Client, "%q is not a file of credentials", a.File)
	}
	switch f.Type {
	case "authorized_user":
		c := oauth.Client{ID: f.ID, Secret: f.Secret}
		t, err := m.endpoint(c).Renew(ctx, f.Refresh)
		if err != nil {
			return nil, "", refused(a, c, err, false)
		}
		return t, "", nil
	case "service_account":
		key, err := oauth.ParseServiceKey(data, m.o.Provider)
		if err != nil {
			return nil, "", err
		}
		t, err := m.endpoint(oauth.Client{}).Assert(ctx, key, "", withoutIdentity(a.Scopes))
		if err != nil {
			a.Address = key.Email
			return nil, "", refusedKey(a, key, err)
		}
		return t, key.Email, nil
	}
	return nil, "", fault.New(fault.NotSupported, "application default credentials of this type are not supported: %q", oauth.Mask(f.Type)).
		WithHint("authorized_user and service_account are; or pass a token in %s", EnvAccessToken)
}

// fromFile renews the token of an ADC account.
func (s *Source) fromFile(ctx context.Context, a Account, rec *record) (string, error) {
	t, _, err := s.m.adcToken(ctx, a)
	if err != nil {
		return "", s.final(rec, err)
	}
	t.Refresh = ""
	return s.store(ctx, a, rec, t, false)
}
