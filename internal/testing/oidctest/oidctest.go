// Package oidctest runs a real OpenID Connect provider for tests, and signs people in like a browser.
package oidctest

import (
	"bufio"
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
)

// Credentials of the provider's only client.
const (
	ClientID     = "plumbline"
	ClientSecret = "a secret of the tests"
)

// Provider is a running provider.
type Provider struct {
	Issuer string

	callback string
}

// Start runs a provider until the test ends. It redirects browsers to callback. people are the claims by login name.
// Without the provider's package the test is skipped, or fails if REQUIRE_OIDC=1.
func Start(t testing.TB, callback string, people map[string]any) *Provider {
	t.Helper()
	root := moduleRoot(t)
	folder, modules := filepath.Join(root, "internal/testing/oidctest"), filepath.Join(root, "web/node_modules")
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
	redirects, err := json.Marshal([]string{callback})
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", filepath.Join(folder, "provider.mjs"))
	node.Env = append(os.Environ(), "NODE_MODULES="+modules, "PEOPLE="+string(known), "REDIRECTS="+string(redirects))
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
		_ = input.Close() // the provider ends when its input closes
		_ = node.Wait()
	})
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &Provider{Issuer: strings.TrimSpace(address), callback: callback}
}

var action = regexp.MustCompile(`action="([^"]+)"`)

// SignIn signs a person in at the provider and returns the query of the redirect back.
func (p *Provider) SignIn(t testing.TB, address, login string) url.Values {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	var back *url.URL
	browser := &http.Client{Jar: jar, Transport: transport, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.String(), p.callback) {
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
		t.Fatalf("the provider does not redirect back: %s", html)
	}
	return back.Query()
}

// moduleRoot returns the folder of go.mod, at or above the test's working directory.
func moduleRoot(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			t.Fatal("the test does not run inside the module")
		}
		folder = filepath.Dir(folder)
	}
}
