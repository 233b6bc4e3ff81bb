package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// me requests the signed-in user with a token.
func (w *world) me(token string) answer {
	w.Helper()
	return w.do(&actor{name: "holder of a token", token: token}, request{method: "GET", path: "/api/sessions/current"})
}

// code returns the error code of a failure.
func (a answer) code() (code int) {
	var fault struct{ Code int }
	if json.Unmarshal(a.body, &fault) == nil {
		code = fault.Code
	}
	return code
}

const sessionExpired = 8007

func TestClientCannotChooseToken(t *testing.T) {
	w := newWorld(t)
	planted := strings.Repeat("A", 43)
	body := fmt.Sprintf(`{"name":"guest","password":%q}`, password)
	var first, second struct{ Token string }
	for _, into := range []*struct{ Token string }{&first, &second} {
		a := w.do(&actor{token: planted}, request{
			method: "POST", path: "/api/sessions/signin", body: body, header: map[string]string{"Cookie": "token=" + planted + "; session=" + planted},
		})
		w.must(json.Unmarshal(a.body, into))
		if a.status != 200 || a.head.Get("Set-Cookie") != "" {
			t.Errorf("sign-in: %d, cookie %q", a.status, a.head.Get("Set-Cookie"))
		}
	}
	if first.Token == planted || first.Token == second.Token || len(first.Token) < 43 {
		t.Errorf("tokens %q and %q", first.Token, second.Token)
	}
	if a := w.me(planted); a.status != 401 || a.code() == sessionExpired {
		t.Errorf("the planted token: %d %s", a.status, a.body)
	}
	// A token works only in the header, because another site cannot make a browser send that header.
	nobody := w.person("nobody")
	for _, r := range []request{
		{path: "/api/sessions/current?token=" + first.Token},
		{path: "/api/sessions/current?access_token=" + first.Token},
		{path: "/api/sessions/current", header: map[string]string{"Cookie": "token=" + first.Token}},
		{path: "/api/sessions/current", header: map[string]string{"Authorization": first.Token}},
		{path: "/api/sessions/current", header: map[string]string{"Authorization": "Basic " + first.Token}},
		{path: "/api/sessions/current", header: map[string]string{"X-Token": first.Token}},
	} {
		r.method = "GET"
		if a := w.do(nobody, r); a.status != 401 {
			t.Errorf("%s %v: %d", r.path, r.header, a.status)
		}
	}
	if strings.Contains(w.log.String(), first.Token) || strings.Contains(w.log.String(), password) {
		t.Error("the log contains a token or a password")
	}
}

func TestEndedSessionStaysEnded(t *testing.T) {
	w := newWorld(t)
	dead := func(what, token string) {
		t.Helper()
		for range 2 {
			if a := w.me(token); a.status != 401 || a.code() != sessionExpired {
				t.Errorf("%s: %d %s", what, a.status, a.body)
			}
		}
	}
	alive := func(what, token string) {
		t.Helper()
		if a := w.me(token); a.status != 200 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	one, other := w.signIn("guest", password), w.signIn("guest", password)
	w.ask(&actor{token: one}, "POST", "/api/sessions/signout", "", nil)
	dead("after sign-out", one)
	alive("the other session", other)

	here, there := w.signIn("member", password), w.signIn("member", password)
	member := w.person("member").account.ID
	var renewed struct{ Token string }
	w.ask(&actor{token: here}, "POST", fmt.Sprintf("/api/users/%d/password", member), `{"oldPassword":"`+password+`","password":"An0ther-one"}`, &renewed)
	dead("elsewhere, after the password was changed", there)
	dead("the token before the change", here)
	alive("where it was changed", renewed.Token)
	if a := w.do(w.person("nobody"), request{
		method: "POST", path: "/api/sessions/signin", body: `{"name":"member","password":"` + password + `"}`,
	}); a.status != 401 {
		t.Errorf("the old password: %d", a.status)
	}
	w.signIn("member", "An0ther-one")

	disabled := w.signIn("manager", password)
	_, err := w.beside.Exec("UPDATE account SET active = FALSE WHERE name = 'manager'")
	w.must(err)
	dead("of a disabled account", disabled)
	if a := w.do(w.person("nobody"), request{
		method: "POST", path: "/api/sessions/signin", body: `{"name":"manager","password":"` + password + `"}`,
	}); a.status != 401 {
		t.Errorf("sign-in of a disabled account: %d %s", a.status, a.body)
	}
}

func TestDisabledCorporationIsLockedOut(t *testing.T) {
	w := newWorld(t)
	at, admin := w.sides[ours], w.person("admin")
	key := w.person("key")
	w.ask(w.person("system"), "PATCH", at.fill("/api/corporations/{corporationId}/disable"), `{"disabled":true}`, nil)
	for what, token := range map[string]string{"its administrator": admin.token, "its guest": w.person("guest").token, "an API key": key.token} {
		if a := w.do(&actor{name: what, token: token}, request{method: "GET", path: "/api/projects"}); a.status != 401 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	wrong := w.do(w.person("nobody"), request{method: "POST", path: "/api/sessions/signin", body: `{"name":"nobody-at-all","password":"` + password + `"}`})
	if a := w.do(w.person("nobody"), request{
		method: "POST", path: "/api/sessions/signin", body: `{"name":"admin","password":"` + password + `"}`,
	}); a.status != 401 || a.text() != wrong.text() {
		t.Errorf("sign-in: %d %s, of an unknown account %s", a.status, a.body, wrong.body)
	}
	if a := w.me(w.person("stranger").token); a.status != 200 {
		t.Errorf("the other corporation: %d %s", a.status, a.body)
	}
	w.ask(w.person("system"), "PATCH", at.fill("/api/corporations/{corporationId}/disable"), `{"disabled":false}`, nil)
	w.signIn("admin", password)
}

// The cost of a sign-in does not reveal whether an account exists: the server computes one hash for a wrong password,
// an unknown account and a disabled one. The test counts hashes and does not measure time.
func TestSignInCostIsIndependentOfAccount(t *testing.T) {
	w := newWorld(t)
	_, err := w.beside.Exec("UPDATE account SET active = FALSE WHERE name = 'manager'")
	w.must(err)
	answers := map[string]string{}
	for _, name := range []string{"guest", "nobody-of-that-name", "manager", "nobody@example.com", "13800000000"} {
		before := w.metric("plumbline_password_checks_total")
		a := w.do(w.person("nobody"), request{method: "POST", path: "/api/sessions/signin", body: fmt.Sprintf(`{"name":%q,"password":"Wr0ng-one!"}`, name)})
		if cost := w.metric("plumbline_password_checks_total") - before; cost != 1 {
			t.Errorf("%s: %v hashes", name, cost)
		}
		answers[fmt.Sprint(a.status, a.text(), a.head.Get("Retry-After"))] = name
	}
	if len(answers) != 1 {
		t.Errorf("different responses: %v", answers)
	}
}

func TestSignInIsThrottledByAccountAndAddress(t *testing.T) {
	w := newWorld(t)
	try := func(name, with string) answer {
		return w.do(w.person("nobody"), request{method: "POST", path: "/api/sessions/signin", body: fmt.Sprintf(`{"name":%q,"password":%q}`, name, with)})
	}
	for range 5 {
		try("guest", "Wr0ng-one!")
	}
	if a := try("guest", password); a.status != http.StatusTooManyRequests || a.head.Get("Retry-After") == "" {
		t.Errorf("the right password after five wrong ones: %d %s", a.status, a.body)
	}
	if a := try("member", password); a.status != 200 {
		t.Errorf("another account: %d %s", a.status, a.body)
	}
	for i := range 30 {
		try(fmt.Sprintf("made-up-%d", i), "Wr0ng-one!")
	}
	if a := try("owner", password); a.status != 200 {
		t.Errorf("an untried account from an address with thirty failures: %d %s", a.status, a.body)
	}
	try("manager", "Wr0ng-one!")
	if a := try("manager", password); a.status != http.StatusTooManyRequests {
		t.Errorf("a failed account from an address with thirty failures: %d %s", a.status, a.body)
	}
	if a := w.me(w.person("owner").token); a.status != 200 {
		t.Errorf("an existing session: %d", a.status)
	}
}
