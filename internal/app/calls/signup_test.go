package calls_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/testing/apptest"
)

func (h *harness) told(w *httptest.ResponseRecorder, status int, parts ...string) {
	h.t.Helper()
	if w.Code != status {
		h.t.Errorf("%d %s, want %d", w.Code, w.Body, status)
	}
	for _, part := range parts {
		if !strings.Contains(w.Body.String(), part) {
			h.t.Errorf("no %s in %s", part, w.Body)
		}
	}
}

func TestCorporationSignUp(t *testing.T) {
	h := newHarness(t)
	post := func(path, body string) *httptest.ResponseRecorder {
		return h.call("", "POST", "/api/sessions/"+path, body)
	}
	h.told(h.call("", "GET", "/api/sessions/options", ""), 200, `"signUp":true`, `"channels":["mail"]`, `"troubled":[]`, `"codeDigits":6`)

	h.told(post("signup/check-account", `{"account":"nonsense"}`), 422, `"code":8101`, `"account"`)
	h.told(post("signup/check-account", `{"account":"13800138000"}`), 422, `"code":8103`, `"account"`)
	h.told(post("signup/check-account", `{"account":"li@example.com"}`), 200, `"resendAfter":60`, `"expiresIn":600`)
	again := post("signup/check-account", `{"account":"LI@example.com"}`)
	h.told(again, 429, `"code":8104`)
	if again.Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	code := h.Mail.Code(t, "li@example.com")
	h.told(post("signup/check-account", `{"account":"li@example.com","code":"`+code+`"}`), 200, `{"isExist":false}`)
	body := func(name string) string {
		return fmt.Sprintf(`{"account":"li@example.com","code":%q,"corporation":"East bank survey","name":%q,"password":"Bridge#2027","acceptTerms":true}`,
			code, name)
	}
	h.told(post("signup", body("owner")), 409, `"name"`, `"code":1007`)
	h.told(post("signup", strings.Replace(body("li"), "true", "false", 1)), 422, `"acceptTerms"`)
	h.told(post("signup", body("li")), 201, `"type":"Admin"`, `"email":"li@example.com"`)
	h.told(post("signup", body("li2")), 422, `"code":8105`)
	w := post("signin", `{"name":"li@example.com","password":"Bridge#2027"}`)
	h.told(w, 200, `"name":"li"`, `"isSimplePwd":false`)
	var signedIn struct{ Token string }
	if err := json.Unmarshal(w.Body.Bytes(), &signedIn); err != nil {
		t.Fatal(err)
	}
	h.Tokens["li"] = signedIn.Token
	h.told(h.call("li", "GET", "/api/projects", ""), 200, `"list":[],"total":0`)
}

func TestForgottenPassword(t *testing.T) {
	h := newHarness(t)
	post := func(path, body string) *httptest.ResponseRecorder {
		return h.call("", "POST", "/api/sessions/"+path, body)
	}
	// Addresses must be verified: where mail is configured, the profile cannot set one directly.
	profile := h.path("/api/users/{member}/profile")
	h.told(h.call("member", "POST", profile, `{"email":"member@example.com"}`), 422, `"code":8110`, `"email"`)
	h.told(h.call("member", "POST", h.path("/api/users/{member}/address-code"), `{"account":"member@example.com"}`), 200)
	h.told(h.call("member", "POST", h.path("/api/users/{member}/address"),
		`{"account":"member@example.com","code":"`+h.Mail.Code(t, "member@example.com")+`"}`), 200, `"member@example.com"`)
	h.told(h.call("member", "POST", profile, `{"email":"member@example.com","displayName":"Member"}`), 200, `"displayName":"Member"`)

	post("forget-password-verification", `{"account":"nobody@example.com"}`)
	for _, address := range []string{"member", "nobody"} { // each has had a code within the minute
		h.told(post("forget-password-verification", `{"account":"`+address+`@example.com"}`), 429, `"code":8104`)
	}
	h.told(post("reset-password", `{"account":"stranger@example.com","code":"000000","password":"Bridge#2027"}`), 422, `"code":8105`)
	h.told(post("reset-password", `{"account":"member@example.com","code":"12345","password":"Bridge#2027"}`), 422, `"code"`)
	h.told(post("reset-password", `{"account":"member@example.com","code":"000000","password":"weak"}`), 422, `"password"`)
	h.told(post("signin", `{"name":"member","password":"`+apptest.Password+`"}`), 200)
}

func TestPrivateDeploymentHasNoSignUp(t *testing.T) {
	h := newHarness(t, func(c *app.Config) { c.Private = true })
	h.told(h.call("", "GET", "/api/sessions/options", ""), 200, `"signUp":false`)
	for path, body := range map[string]string{
		"signup/check-account": `{"account":"li@example.com"}`,
		"signup":               `{"account":"li@example.com","code":"123456","corporation":"East","name":"li","password":"Bridge#2027","acceptTerms":true}`,
	} {
		h.told(h.call("", "POST", "/api/sessions/"+path, body), 403, `"code":8109`)
	}
	if h.Mail.Deliver(t); len(h.Mail.Mails()) != 0 {
		t.Error("a code was sent although sign-up is off")
	}
}

func TestAdministratorUnlocksAccount(t *testing.T) {
	h := newHarness(t)
	signIn := func(password string) int {
		return h.call("", "POST", "/api/sessions/signin", `{"name":"member","password":"`+password+`"}`).Code
	}
	for range 5 {
		signIn("Wrong-2026!")
	}
	if got := signIn(apptest.Password); got != 429 {
		t.Fatalf("after five wrong passwords: %d", got)
	}
	h.told(h.call("owner", "POST", h.path("/api/users/{member}/unlock"), ""), 403)
	h.told(h.call("admin", "POST", h.path("/api/users/{member}/unlock"), ""), 200)
	if got := signIn(apptest.Password); got != 200 {
		t.Errorf("after unlocking: %d", got)
	}
}
