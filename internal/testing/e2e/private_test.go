package e2e

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/internal/account/sso"
	"plumbline/internal/app"
	"plumbline/internal/feature/basemap"
	"plumbline/internal/testing/oidctest"
)

func private(c *app.Config) {
	c.Private, c.LicenseKey, c.Map = true, vendorsKey, basemap.Config{}
}

// Every actor calls the license operations of private deployments, with the vendor's key.
func TestStrangersInAPrivateDeployment(t *testing.T) {
	walk := newWalk(newWorld(t, private))
	for _, op := range walk.operations() {
		if strings.HasPrefix(op.path, "/api/license") {
			walk.everybody(op)
			if !walk.succeeded[op.id] {
				t.Errorf("%s never succeeded: %s", op.id, walk.last[op.id])
			}
		}
	}
	if len(walk.succeeded) < 3 {
		t.Errorf("the license calls: %v", walk.succeeded)
	}
	for _, body := range []string{
		`{"account":"` + newAddress + `"}`,
		`{"account":"` + newAddress + `","code":"123456","corporation":"Third","name":"third","password":"` + password + `","acceptTerms":true}`,
	} {
		path := "/api/sessions/signup"
		if !strings.Contains(body, "code") {
			path += "/check-account"
		}
		if a := walk.do(walk.person("nobody"), request{method: "POST", path: path, body: body}); a.status != http.StatusForbidden {
			t.Errorf("%s in a private deployment: %d %s", path, a.status, a.body)
		}
	}
}

// A person signs in at the organization's provider over HTTP, from the button to the session. A used code and a
// sign-in started by another browser are rejected.
func TestSignInAtTheOrganizationsProvider(t *testing.T) {
	const home = "http://127.0.0.1:8210" // redirect address of the provider; nothing listens there
	provider := oidctest.Start(t, home+sso.CallbackPath, map[string]any{
		"somebody": map[string]any{"email": "somebody@example.com", "email_verified": true, "preferred_username": "somebody", "name": "Somebody"},
	})
	w := newWorld(t, private, func(c *app.Config) {
		c.PublicURL = home
		c.OIDC = sso.Config{
			Issuer: provider.Issuer, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret, Domains: "example.com", Create: true,
		}
	})
	nobody := w.person("nobody")
	var begun struct{ URL, Binding string }
	w.ask(nobody, "POST", "/api/sessions/oidc/begin", "", &begun)
	back := provider.SignIn(t, begun.URL, "somebody")
	w.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	comeBack := func() url.Values {
		t.Helper()
		a := w.do(nobody, request{method: "GET", path: sso.CallbackPath + "?" + back.Encode()})
		to, found := strings.CutPrefix(a.head.Get("Location"), "/sign#")
		if a.status != http.StatusSeeOther || !found {
			t.Fatalf("callback: %d to %q", a.status, a.head.Get("Location"))
		}
		values, err := url.ParseQuery(to)
		w.must(err)
		return values
	}
	code := comeBack().Get("sso")
	exchange := func(binding string) (a answer, token string) {
		a = w.do(nobody, request{method: "POST", path: "/api/sessions/oidc/exchange", body: `{"code":"` + code + `","binding":"` + binding + `"}`})
		var made struct{ Token string }
		_ = json.Unmarshal(a.body, &made) // an error has none
		return a, made.Token
	}
	if a, token := exchange("of-another-browser"); a.status < 400 || token != "" {
		t.Errorf("another browser: %d", a.status)
	}
	if code = comeBack().Get("sso"); code != "" {
		t.Error("the callback succeeded twice")
	}
	w.ask(nobody, "POST", "/api/sessions/oidc/begin", "", &begun)
	back = provider.SignIn(t, begun.URL, "somebody")
	code = comeBack().Get("sso")
	a, token := exchange(begun.Binding)
	if a.status != 200 || w.me(token).status != 200 {
		t.Fatalf("the session: %d %s", a.status, a.body)
	}
	if a, _ := exchange(begun.Binding); a.status < 400 {
		t.Errorf("one code, two sessions: %d", a.status)
	}
	for what, secret := range map[string]string{"the token": token, "the code": code, "the binding": begun.Binding} {
		if strings.Contains(w.log.String(), secret) {
			t.Errorf("the log contains %s", what)
		}
	}
}

// Every call that the walk excuses refers to an existing test.
func TestExcusedCallsAreTestedElsewhere(t *testing.T) {
	for id, excuse := range neverSucceeds {
		if excuse.reason == "" || !isTest(t, excuse.folder, excuse.test) {
			t.Errorf("%s is excused (%s) because of %s, which is not in internal/%s", id, excuse.reason, excuse.test, excuse.folder)
		}
	}
}

// isTest reports whether a folder below internal has a test with a name.
func isTest(t *testing.T, folder, name string) bool {
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, isFunc := d.(*ast.FuncDecl); isFunc && f.Recv == nil && f.Name.Name == name {
				return true
			}
		}
	}
	return false
}
