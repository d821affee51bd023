// Package auth knows the accounts that signed in and gives their access tokens.
//
// It owns the list of accounts (accounts.json, no secret in it), which account
// a call belongs to, and the rule that one renewal of a token is on the wire
// per account, however many processes and goroutines ask. It never falls back
// to another account: whoever is named is used, or the call fails. Where
// secrets lie is secret's, what goes over the wire oauth's, which scopes a
// service needs scope's.
//
// Start reading at Manager, then Source (source.go) for how a call gets its
// token and renew.go for how one is renewed.
package auth

import (
	"slices"
	"strings"
	"time"
)

// The kinds of accounts.
const (
	// User is a person who signed in.
	User = "user"
	// Service is a service account, perhaps in a user's name.
	Service = "service-account"
	// ADC is what GOOGLE_APPLICATION_CREDENTIALS or gcloud left on this
	// machine. Its file is read at each renewal and never copied.
	ADC = "adc"
	// Env is the plain token of WSLITE_ACCESS_TOKEN.
	Env = "env"
)

// The variables that matter to accounts.
const (
	EnvAccount     = "WSLITE_ACCOUNT"
	EnvAccessToken = "WSLITE_ACCESS_TOKEN"
	EnvClientFile  = "WSLITE_OAUTH_CLIENT_FILE"
	EnvADC         = "GOOGLE_APPLICATION_CREDENTIALS"
)

// Account is one that signed in. It holds no secret.
type Account struct {
	// ID names its secrets and its lock; it is random and says nothing.
	ID string `json:"id"`
	// Alias is what a person calls it; unique.
	Alias string `json:"alias"`
	// Address is the mail address that signed in, or in whose name a service
	// account acts. Subject is the provider's id for it; may be empty.
	Address string `json:"address"`
	Subject string `json:"subject,omitempty"`
	Kind    string `json:"kind"`
	// Scopes are those that were granted, sorted.
	Scopes []string `json:"scopes"`
	// Provider is the token endpoint that its secrets belong to. They are sent
	// to no other.
	Provider string `json:"provider"`
	// ClientID is the OAuth client that it signed in by.
	ClientID string `json:"clientId,omitempty"`
	// Store is where its secrets are: a kind of package secret.
	Store string `json:"store"`
	// File is where the credentials of an ADC account lie.
	File string `json:"file,omitempty"`
	// SignedIn is when it signed in last.
	SignedIn time.Time `json:"signedIn"`
}

// Has says whether one of the scopes was granted.
func (a Account) Has(scopes []string) bool {
	return a.Kind == Env || slices.ContainsFunc(scopes, func(s string) bool { return slices.Contains(a.Scopes, s) })
}

func (a Account) secretName() string { return "account-" + a.ID }

// named says whether a word that a person wrote means this account.
func (a Account) named(word string) bool {
	return a.Alias == word || a.Address != "" && strings.EqualFold(a.Address, word)
}
