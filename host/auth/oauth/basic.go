package oauth

import (
	"net/http"
	"net/url"
)

// basic adds the client's id and secret to each request that has no
// authorization of its own (RFC 6749, 2.3.1).
type basic struct {
	inner  http.RoundTripper
	client Client
}

func (b basic) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Authorization") == "" {
		r = r.Clone(r.Context())
		r.SetBasicAuth(url.QueryEscape(b.client.ID), url.QueryEscape(b.client.Secret))
	}
	return b.inner.RoundTrip(r)
}

func withBasic(c *http.Client, client Client) *http.Client {
	again := *c
	inner := c.Transport
	if inner == nil {
		inner = http.DefaultTransport
	}
	again.Transport = basic{inner, client}
	return &again
}
