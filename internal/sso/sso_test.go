package sso_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"plumbline/internal/database"
	"plumbline/internal/fault"
	"plumbline/internal/identity"
	"plumbline/internal/sso"
	"plumbline/internal/testkit/fixture"
)

const home = "http://127.0.0.1:8210"

// provider starts a real OpenID Connect provider with people in it, and answers where.
func provider(t *testing.T, people map[string]any) string {
	t.Helper()
	modules, err := filepath.Abs("../../web/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(modules, "oidc-provider")); err != nil {
		if os.Getenv("REQUIRE_OIDC") == "1" {
			t.Fatalf("no OpenID Connect provider to test against: %v", err)
		}
		t.Skip("no OpenID Connect provider to test against: run npm ci in web")
	}
	known, err := json.Marshal(people)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "testdata/provider.mjs")
	node.Env = append(os.Environ(), "NODE_MODULES="+modules, "PEOPLE="+string(known), `REDIRECTS=["`+home+sso.CallbackPath+`"]`)
	input, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close() // the provider ends with its input
		_ = node.Wait()
	})
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

var action = regexp.MustCompile(`action="([^"]+)"`)

// signIn does at the provider what a person does, and answers with what the browser
// comes back.
func signIn(t *testing.T, address, login string) url.Values {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var back *url.URL
	browser := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.String(), home) {
			back = r.URL
			return http.ErrUseLastResponse
		}
		return nil
	}}
	page := func(r *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	html := page(browser.Get(address))
	for _, form := range []url.Values{{"prompt": {"login"}, "login": {login}, "password": {"x"}}, {"prompt": {"consent"}}} {
		found := action.FindStringSubmatch(html)
		if found == nil {
			t.Fatalf("the provider shows no form: %s", html)
		}
		html = page(browser.PostForm(found[1], form))
	}
	if back == nil {
		t.Fatalf("the provider does not send the browser back: %s", html)
	}
	return back.Query()
}

func TestSignInAtARealProvider(t *testing.T) {
	ctx := context.Background()
	s := fixture.OpenSite(t, database.SQLite)
	email := "member@example.com"
	if _, err := s.Identity.UpdateProfile(ctx, fixture.Actor(s.Member), s.Member.ID, identity.Profile{Email: &email}); err != nil {
		t.Fatal(err)
	}
	issuer := provider(t, map[string]any{
		"m":        map[string]any{"email": "Member@example.com", "email_verified": true, "preferred_username": "wang"},
		"unproven": map[string]any{"email": "member@example.com", "email_verified": false},
		"new":      map[string]any{"email": "new@example.com", "email_verified": true, "preferred_username": "newcomer", "name": "新人"},
		"outside":  map[string]any{"email": "x@elsewhere.example", "email_verified": true},
	})
	open := func(change func(*sso.Config)) *sso.Service {
		c := sso.Config{Issuer: issuer, ClientID: "plumbline", ClientSecret: "a secret of the tests", Domains: "example.com", PublicURL: home + "/"}
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
		return signIn(t, address, login), binding
	}
	closed, creating := open(nil), open(func(c *sso.Config) { c.Create = true })

	back, binding := begin(closed, "m")
	code, err := closed.Return(ctx, back.Get("state"), back.Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := closed.Return(ctx, back.Get("state"), back.Get("code")); !fault.Is(err, fault.SSORefused) {
		t.Errorf("the way back was walked twice: %v", err)
	}
	got, err := closed.Exchange(ctx, code, binding, "192.0.2.1", "test")
	if err != nil {
		t.Fatal(err)
	}
	caller, err := s.Identity.Authenticate(ctx, got.Token)
	if err != nil || caller.Account.ID != s.Member.ID || caller.Session.Method != identity.BySSO {
		t.Errorf("signed in as %+v, %v; want the member", caller, err)
	}
	if _, err := closed.Exchange(ctx, code, binding, "", ""); !fault.Is(err, fault.SSORefused) {
		t.Errorf("one code opened two sessions: %v", err)
	}

	// Somebody else's browser does not get the session.
	back, _ = begin(closed, "m")
	if code, err = closed.Return(ctx, back.Get("state"), back.Get("code")); err != nil {
		t.Fatal(err)
	}
	if _, err := closed.Exchange(ctx, code, "another browser's", "", ""); !fault.Is(err, fault.SSORefused) {
		t.Errorf("a browser that did not begin got a session: %v", err)
	}
	// A code of one sign-in does not pass in another: its PKCE verifier is not the same.
	mine, _ := begin(closed, "m")
	theirs, _ := begin(closed, "m")
	if _, err := closed.Return(ctx, mine.Get("state"), theirs.Get("code")); !fault.Is(err, fault.SSORefused) {
		t.Errorf("a code that was slipped in: %v", err)
	}
	for _, state := range []string{"", "made up"} {
		if _, err := closed.Return(ctx, state, "x"); !fault.Is(err, fault.SSORefused) {
			t.Errorf("state %q: %v", state, err)
		}
	}

	for login, service := range map[string]*sso.Service{"unproven": creating, "new": closed, "outside": creating} {
		back, _ := begin(service, login)
		if _, err := service.Return(ctx, back.Get("state"), back.Get("code")); !fault.Is(err, fault.SSONoAccount) {
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

func TestAProviderThatIsAwayIsToldAsSuch(t *testing.T) {
	c := sso.Config{Issuer: "http://127.0.0.1:1", ClientID: "x", ClientSecret: "x", PublicURL: home}
	service := sso.New(c, nil, nil, nil)
	if _, _, err := service.Begin(context.Background()); !fault.Is(err, fault.SSOUnavailable) {
		t.Errorf("got %v", err)
	}
	var none *sso.Service = sso.New(sso.Config{}, nil, nil, nil)
	if _, _, err := none.Begin(context.Background()); !fault.Is(err, fault.NothingHere) || none.Name() != "" {
		t.Errorf("without a provider: %v", err)
	}
}

func TestConfigurationSaysWhatIsWrong(t *testing.T) {
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
