// Package sso signs people in through their organization's OpenID Connect provider: authorization code flow with PKCE,
// state and nonce. It determines the identity; package identity chooses the account.
package sso

import (
	"errors"
	"net/url"
	"strings"
)

// Config is the configuration of the provider (PLUMBLINE_OIDC_…).
type Config struct {
	Issuer       string // URL of the provider; empty: none
	ClientID     string
	ClientSecret string
	Name         string // shown on the sign-in button
	Domains      string // of e-mail addresses that may sign in, separated by commas; empty: all
	Create       bool   // create accounts for new people

	// Names of the claims; empty: email, preferred_username, name.
	EmailClaim, NameClaim, DisplayNameClaim string

	PublicURL string // public address of this installation, such as https://monitor.example.com
}

// Configured reports whether a provider is configured.
func (c Config) Configured() bool { return c.Issuer != "" }

// Validate returns the first error as a single line.
func (c Config) Validate() error {
	if !c.Configured() {
		return nil
	}
	for name, address := range map[string]string{"--oidc-issuer": c.Issuer, "--public-url": c.PublicURL} {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && loopback(u.Hostname())) {
			return errors.New(name + " must be an https:// address (http:// for this machine alone)")
		}
	}
	if c.ClientID == "" || c.ClientSecret == "" {
		return errors.New("--oidc-client-id and --oidc-client-secret belong to --oidc-issuer")
	}
	return nil
}

func loopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// CallbackPath is the path to which the provider redirects browsers.
const CallbackPath = "/api/sessions/oidc/callback"

func (c Config) callback() string { return strings.TrimRight(c.PublicURL, "/") + CallbackPath }

// allows reports whether an e-mail address may sign in.
func (c Config) allows(email string) bool {
	if c.Domains == "" {
		return true
	}
	at := strings.LastIndexByte(email, '@')
	for domain := range strings.SplitSeq(c.Domains, ",") {
		if at >= 0 && strings.EqualFold(strings.TrimSpace(domain), email[at+1:]) {
			return true
		}
	}
	return false
}

func claimName(given, usual string) string {
	if given == "" {
		return usual
	}
	return given
}
