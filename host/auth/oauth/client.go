package oauth

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Client is the user's own OAuth client. Its JSON is how it is stored.
type Client struct {
	ID     string `json:"id"`
	Secret string `json:"secret,omitempty"`
	// Web says that it is registered as a web application, which takes only
	// the registered Redirects; a desktop client takes any port of 127.0.0.1.
	Web       bool     `json:"web,omitempty"`
	Redirects []string `json:"redirects,omitempty"`
}

// clientFile is what Google's console lets people download.
type clientFile struct {
	Installed *clientEntry `json:"installed"`
	Web       *clientEntry `json:"web"`
	clientEntry
}

type clientEntry struct {
	ID        string   `json:"client_id"`
	Secret    string   `json:"client_secret"`
	Redirects []string `json:"redirect_uris"`
	Type      string   `json:"type"`
	// PrivateKey is set in another file that people confuse with this one.
	PrivateKey string `json:"private_key"`
}

// ParseClient reads a client as downloaded from Google's console (a desktop or
// web application), or a plain object with client_id and client_secret.
// Addresses that stand in the file are not used: who wrote it must not choose
// where secrets go.
func ParseClient(data []byte) (Client, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var f clientFile
	if err := json.Unmarshal(data, &f); err != nil {
		return Client{}, fault.New(fault.Client, "the OAuth client's file is not JSON of the form that Google's console gives").
			WithHint("download it from the client's page in the console (\"Download JSON\")")
	}
	entry, web := f.clientEntry, false
	switch {
	case f.Installed != nil:
		entry = *f.Installed
	case f.Web != nil:
		entry, web = *f.Web, true
	case entry.Type == "service_account" || entry.PrivateKey != "":
		return Client{}, fault.New(fault.Client, "this is the key of a service account, not an OAuth client").
			WithHint("sign in with it: wslite auth login --service-account FILE --subject user@example.com")
	}
	c := Client{ID: strings.TrimSpace(entry.ID), Secret: strings.TrimSpace(entry.Secret), Web: web, Redirects: entry.Redirects}
	return c, c.check()
}

func (c Client) check() error {
	visible := func(s string) bool {
		return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
	}
	switch {
	case c.ID == "":
		return fault.New(fault.Client, "the OAuth client has no client_id").
			WithHint("download the JSON file from the client's page in Google's console")
	case len(c.ID) > 512 || len(c.Secret) > 2048 || !visible(c.ID) || !visible(c.Secret):
		return fault.New(fault.Client, "the OAuth client's id or secret holds characters that none has")
	}
	return nil
}

// Name shows which client it is; the id is public, its secret is not.
func (c Client) Name() string { return text.Cut(text.Line(c.ID), 80) }

// redirect is where the provider sends the browser back to.
type redirect struct {
	// listen is the address to listen on; its port is 0 where any will do.
	listen string
	// host and path are what requests must have; host is empty until the port
	// is known.
	host, path string
}

// redirect chooses the address for the browser's way back.
func (c Client) redirect() (redirect, error) {
	if !c.Web {
		return redirect{listen: "127.0.0.1:0", path: "/"}, nil
	}
	for _, r := range c.Redirects {
		u, err := url.Parse(r)
		if err != nil || u.Scheme != "http" || !loopback(u.Hostname()) || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			continue
		}
		port, path := u.Port(), u.Path
		if port == "" {
			port = "80"
		}
		listen := "127.0.0.1:" + port
		if u.Hostname() == "::1" {
			listen = "[::1]:" + port
		}
		return redirect{listen: listen, host: u.Host, path: path}, nil
	}
	return redirect{}, fault.New(fault.Client, "this OAuth client is a web application without a redirect address on this machine").
		WithHint("create a client of the type \"Desktop app\", or add http://127.0.0.1:8085/ to its redirect addresses and download the file again")
}
