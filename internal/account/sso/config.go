// Package sso lets people of a private deployment sign in at their organisation's
// provider: OpenID Connect, authorization code flow with PKCE, state and nonce. It
// finds out who somebody is; whose account that opens is decided by package identity.
package sso

import (
	"errors"
	"net/url"
	"strings"
)

// Config is what the provider and the installation agreed upon (PLUMBLINE_OIDC_…).
type Config struct {
	Issuer       string // address of the provider; empty: there is none
	ClientID     string
	ClientSecret string
	Name         string // on the button
	Domains      string // of e-mail addresses that may sign in, separated by commas; empty: all
	Create       bool   // make accounts for people who have none

	// Names of the claims; empty: email, preferred_username, name.
	EmailClaim, NameClaim, DisplayNameClaim string

	PublicURL string // where browsers find this installation, such as https://monitor.example.com
}

// Configured reports whether there is a provider.
func (c Config) Configured() bool { return c.Issuer != "" }

// Validate says in one line what is wrong.
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

// CallbackPath is where the provider sends browsers back to.
const CallbackPath = "/api/sessions/oidc/callback"

func (c Config) callback() string { return strings.TrimRight(c.PublicURL, "/") + CallbackPath }

// allows reports whether an address may sign in.
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
