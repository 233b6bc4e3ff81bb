package sso_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/sso"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/oidctest"
)

const home = "http://127.0.0.1:8210"

func TestSignInWithRealProvider(t *testing.T) {
	ctx := context.Background()
	s := apptest.OpenSite(t, database.SQLite)
	email := "member@example.com"
	if _, err := s.Identity.UpdateProfile(ctx, apptest.Actor(s.Member), s.Member.ID, identity.Profile{Email: &email}); err != nil {
		t.Fatal(err)
	}
	provider := oidctest.Start(t, home+sso.CallbackPath, map[string]any{
		"m":        map[string]any{"email": "Member@example.com", "email_verified": true, "preferred_username": "wang"},
		"unproven": map[string]any{"email": "member@example.com", "email_verified": false},
		"new":      map[string]any{"email": "new@example.com", "email_verified": true, "preferred_username": "newcomer", "name": "新人"},
		"outside":  map[string]any{"email": "x@elsewhere.example", "email_verified": true},
	})
	open := func(change func(*sso.Config)) *sso.Service {
		c := sso.Config{
			Issuer: provider.Issuer, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret, Domains: "example.com", PublicURL: home + "/",
		}
		if change != nil {
			change(&c)
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		return sso.New(c, s.Store, s.Identity, func(context.Context) (int64, error) { return s.Corporation.ID, nil })
	}
	begin := func(service *sso.Service, login string) (back url.Values, binding string) {
		t.Helper()
		address, binding, err := service.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"code_challenge_method=S256", "nonce=", "state=", "response_type=code"} {
			if !strings.Contains(address, want) {
				t.Errorf("%s without %s", address, want)
			}
		}
		return provider.SignIn(t, address, login), binding
	}
	closed, creating := open(nil), open(func(c *sso.Config) { c.Create = true })

	back, binding := begin(closed, "m")
	code, err := closed.Return(ctx, back.Get("state"), back.Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := closed.Return(ctx, back.Get("state"), back.Get("code")); !errs.Is(err, errs.SSORefused) {
		t.Errorf("the callback succeeded twice: %v", err)
	}
	got, err := closed.Exchange(ctx, code, binding, "192.0.2.1", "test")
	if err != nil {
		t.Fatal(err)
	}
	caller, err := s.Identity.Authenticate(ctx, got.Token)
	if err != nil || caller.Account.ID != s.Member.ID || caller.Session.Method != identity.BySSO {
		t.Errorf("signed in as %+v, %v; want the member", caller, err)
	}
	if _, err := closed.Exchange(ctx, code, binding, "", ""); !errs.Is(err, errs.SSORefused) {
		t.Errorf("one code opened two sessions: %v", err)
	}

	// A different browser does not get the session.
	back, _ = begin(closed, "m")
	if code, err = closed.Return(ctx, back.Get("state"), back.Get("code")); err != nil {
		t.Fatal(err)
	}
	if _, err := closed.Exchange(ctx, code, "another browser's", "", ""); !errs.Is(err, errs.SSORefused) {
		t.Errorf("another browser got a session: %v", err)
	}
	// A code is rejected in another sign-in, because its PKCE verifier differs.
	mine, _ := begin(closed, "m")
	theirs, _ := begin(closed, "m")
	if _, err := closed.Return(ctx, mine.Get("state"), theirs.Get("code")); !errs.Is(err, errs.SSORefused) {
		t.Errorf("an injected code: %v", err)
	}
	for _, state := range []string{"", "made up"} {
		if _, err := closed.Return(ctx, state, "x"); !errs.Is(err, errs.SSORefused) {
			t.Errorf("state %q: %v", state, err)
		}
	}

	for login, service := range map[string]*sso.Service{"unproven": creating, "new": closed, "outside": creating} {
		back, _ := begin(service, login)
		if _, err := service.Return(ctx, back.Get("state"), back.Get("code")); !errs.Is(err, errs.SSONoAccount) {
			t.Errorf("%s: %v, want no account", login, err)
		}
	}
	back, binding = begin(creating, "new")
	if code, err = creating.Return(ctx, back.Get("state"), back.Get("code")); err != nil {
		t.Fatal(err)
	}
	if got, err = creating.Exchange(ctx, code, binding, "", ""); err != nil || got.Account.Name != "newcomer" || got.Account.DisplayName != "新人" {
		t.Errorf("made %+v, %v", got.Account, err)
	}
}

func TestProviderUnavailable(t *testing.T) {
	c := sso.Config{Issuer: "http://127.0.0.1:1", ClientID: "x", ClientSecret: "x", PublicURL: home}
	service := sso.New(c, nil, nil, nil)
	if _, _, err := service.Begin(context.Background()); !errs.Is(err, errs.SSOUnavailable) {
		t.Errorf("got %v", err)
	}
	var none *sso.Service = sso.New(sso.Config{}, nil, nil, nil)
	if _, _, err := none.Begin(context.Background()); !errs.Is(err, errs.NothingHere) || none.Name() != "" {
		t.Errorf("without a provider: %v", err)
	}
}

func TestValidateNamesTheFlag(t *testing.T) {
	good := sso.Config{Issuer: "https://id.example.com", ClientID: "x", ClientSecret: "x", PublicURL: "https://monitor.example.com"}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*sso.Config){
		"--oidc-issuer":    func(c *sso.Config) { c.Issuer = "http://id.example.com" },
		"--public-url":     func(c *sso.Config) { c.PublicURL = "" },
		"--oidc-client-id": func(c *sso.Config) { c.ClientSecret = "" },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to name %s", err, want)
		}
	}
}
