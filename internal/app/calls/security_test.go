package calls_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"plumbline/internal/testing/apptest"
)

// want makes a call, checks the status and returns the body.
func (h *harness) want(status int, who, method, path, body string) string {
	h.t.Helper()
	w := h.call(who, method, h.path(path), h.path(body))
	if w.Code != status {
		h.t.Fatalf("%s %s by %q: %d %s, want %d", method, path, who, w.Code, w.Body, status)
	}
	return w.Body.String()
}

func read[T any](h *harness, body string) (v T) {
	h.t.Helper()
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		h.t.Fatalf("%v in %s", err, body)
	}
	return v
}

// signIn signs in as an account and keeps the token under a name.
func (h *harness) signIn(name, as string) string {
	h.t.Helper()
	body := h.want(200, "", "POST", "/api/sessions/signin", `{"name":"`+name+`","password":"`+apptest.Password+`"}`)
	answer := read[struct {
		Token        string
		SecondFactor *struct{ Challenge string }
	}](h, body)
	h.Tokens[as] = answer.Token
	if answer.SecondFactor != nil {
		return answer.SecondFactor.Challenge
	}
	return ""
}

func TestOwnSessions(t *testing.T) {
	h := newHarness(t)
	h.token("member")
	h.signIn("member", "phone")
	h.signIn("member", "office")
	type session struct {
		ID      int64
		Current bool
		Device  string
		IP      string
	}
	list := read[struct{ List []session }](h, h.want(200, "phone", "GET", "/api/sessions", "")).List
	if len(list) != 3 || list[0].IP == "" {
		t.Fatalf("sessions %+v", list)
	}
	var others []int64
	for _, s := range list {
		if !s.Current {
			others = append(others, s.ID)
		}
	}
	if len(others) != 2 {
		t.Fatalf("%+v: want one current session", list)
	}
	one := fmt.Sprintf("/api/sessions/%d", others[0])
	h.want(404, "stranger", "DELETE", one, "")
	h.want(404, "admin", "DELETE", one, "")
	h.want(401, "", "DELETE", one, "")
	h.want(200, "phone", "DELETE", one, "")
	h.want(404, "phone", "DELETE", one, "")
	if got := h.want(200, "phone", "POST", "/api/sessions/revoke-others", ""); got != "{\"count\":1}\n" {
		t.Errorf("others: %s", got)
	}
	for _, ended := range []string{"office", "member"} {
		if body := h.want(401, ended, "GET", "/api/sessions/current", ""); !strings.Contains(body, "8007") {
			t.Errorf("a revoked session: %s", body)
		}
	}
	h.want(200, "phone", "GET", "/api/sessions/current", "")
}

func TestSecondFactorOverTheAPI(t *testing.T) {
	h := newHarness(t)
	h.want(401, "", "GET", "/api/sessions/second-factor", "")
	if body := h.want(422, "member", "POST", "/api/sessions/second-factor/begin", `{"password":"Wrong-2026!"}`); !strings.Contains(body, `"password"`) {
		t.Errorf("the refusal names no field: %s", body)
	}
	enrolment := read[struct{ Secret, URI string }](h,
		h.want(200, "member", "POST", "/api/sessions/second-factor/begin", `{"password":"`+apptest.Password+`"}`))
	code, err := totp.GenerateCode(enrolment.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	h.want(422, "member", "POST", "/api/sessions/second-factor/confirm", `{"code":"xxxxxx"}`)
	codes := read[struct{ RecoveryCodes []string }](h, h.want(200, "member", "POST",
		"/api/sessions/second-factor/confirm", `{"code":"`+code+`"}`)).RecoveryCodes
	h.want(409, "member", "POST", "/api/sessions/second-factor/begin", `{"password":"`+apptest.Password+`"}`)
	if body := h.want(200, "member", "GET", "/api/sessions/second-factor", ""); !strings.Contains(body, `"enabled":true`) ||
		!strings.Contains(body, `"recoveryCodesLeft":10`) {
		t.Errorf("state: %s", body)
	}

	challenge := h.signIn("member", "again")
	if h.Tokens["again"] != "" || challenge == "" {
		t.Fatal("the password alone opened a session")
	}
	step := func(status int, code string) string {
		t.Helper()
		return h.want(status, "", "POST", "/api/sessions/second-factor", `{"challenge":"`+challenge+`","code":"`+code+`"}`)
	}
	step(422, code) // replay
	h.Tokens["again"] = read[struct{ Token string }](h, step(200, codes[0])).Token
	h.want(200, "again", "GET", "/api/projects", "")
	step(401, codes[1])

	fresh := read[struct{ RecoveryCodes []string }](h, h.want(200, "again", "POST",
		"/api/sessions/second-factor/recovery-codes", `{"password":"`+apptest.Password+`","code":"`+codes[1]+`"}`)).RecoveryCodes
	h.want(404, "stranger", "DELETE", "/api/users/{member}/second-factor", "")
	h.want(403, "guest", "DELETE", "/api/users/{member}/second-factor", "")
	h.want(200, "admin", "DELETE", "/api/users/{member}/second-factor", "")
	h.want(401, "again", "GET", "/api/projects", "") // its sessions have ended
	h.signIn("member", "member")
	h.want(409, "member", "POST", "/api/sessions/second-factor/disable", `{"password":"`+apptest.Password+`","code":"`+fresh[0]+`"}`)
}

func TestCorporationRequiresSecondFactor(t *testing.T) {
	h := newHarness(t)
	c := h.Corporation
	c.RequireSecondFactor = true
	if _, err := h.Corporations.Update(t.Context(), apptest.Actor(h.Admin), c); err != nil {
		t.Fatal(err)
	}
	if body := h.want(403, "member", "GET", "/api/projects", ""); !strings.Contains(body, `"code":8130`) {
		t.Errorf("got %s, want 8130", body)
	}
	h.want(200, "stranger", "GET", "/api/projects", "") // another corporation
	if body := h.want(200, "member", "GET", "/api/sessions/current", ""); !strings.Contains(body, `"mustEnrol":true`) {
		t.Errorf("current session: %s", body)
	}
	enrolment := read[struct{ Secret string }](h, h.want(200, "member", "POST", "/api/sessions/second-factor/begin", `{"password":"`+apptest.Password+`"}`))
	code, err := totp.GenerateCode(enrolment.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	recovery := read[struct{ RecoveryCodes []string }](h, h.want(200, "member", "POST",
		"/api/sessions/second-factor/confirm", `{"code":"`+code+`"}`)).RecoveryCodes
	h.want(200, "member", "GET", "/api/projects", "")
	if body := h.want(403, "member", "POST", "/api/sessions/second-factor/disable",
		`{"password":"`+apptest.Password+`","code":"`+recovery[0]+`"}`); !strings.Contains(body, `"code":8130`) {
		t.Errorf("a required second factor was disabled: %s", body)
	}
	h.want(200, "guest", "POST", "/api/sessions/signout", "") // without a factor it may still sign out
}

func inAYear() int64 { return time.Now().AddDate(1, 0, 0).UnixMilli() }

func (h *harness) newKey(who, path, permissions string, project int64) (id int64) {
	h.t.Helper()
	made := read[struct {
		ID  int64
		Key string
	}](h, h.want(201, who, "POST", path, fmt.Sprintf(`{"name":"pull","permissions":%s,"projectId":%d,"expiresAt":%d}`, permissions, project, inAYear())))
	h.Tokens["key"] = made.Key
	return made.ID
}

func TestAPIKeysOverTheAPI(t *testing.T) {
	h := newHarness(t)
	const own = "/api/users/{owner}/api-keys"
	for who, status := range map[string]int{"": 401, "guest": 404, "stranger": 404} {
		h.want(status, who, "GET", own, "")
	}
	id := h.newKey("owner", own, `["View:Project","Project:Update"]`, 0)
	if body := h.want(200, "owner", "GET", own, ""); !strings.Contains(body, `"total":1`) || strings.Contains(body, h.Tokens["key"]) {
		t.Errorf("list: %s", body)
	}
	h.want(200, "key", "GET", "/api/projects/{project}", "")
	h.want(200, "key", "PUT", "/api/projects/{project}", `{"name":"By a program"}`)
	h.want(403, "key", "GET", "/api/alerts?projectId={project}", "")
	h.want(404, "key", "GET", "/api/corporations/{theirs}/devices", "")
	for _, personal := range [][2]string{
		{"GET", "/api/sessions"},
		{"POST", "/api/sessions/revoke-others"},
		{"POST", "/api/sessions/signout"},
		{"GET", own},
		{"POST", own},
		{"DELETE", fmt.Sprintf("%s/%d", own, id)},
		{"POST", "/api/users/{owner}/profile"},
		{"POST", "/api/users/{owner}/password"},
		{"POST", "/api/users/{owner}/avatar"},
		{"POST", "/api/sessions/second-factor/begin"},
		{"POST", "/api/upload/images"},
	} {
		if w := h.call("key", personal[0], h.path(personal[1]), `{}`); w.Code != 403 || !strings.Contains(w.Body.String(), `"code":8136`) {
			t.Errorf("%v by a key: %d %s, want 8136", personal, w.Code, w.Body)
		}
	}
	h.want(404, "guest", "DELETE", fmt.Sprintf("%s/%d", own, id), "")
	h.want(200, "owner", "DELETE", fmt.Sprintf("%s/%d", own, id), "")
	if body := h.want(401, "key", "GET", "/api/projects", ""); !strings.Contains(body, `"code":8135`) {
		t.Errorf("a revoked key: %s", body)
	}

	const services = "/api/corporations/{ours}/api-keys"
	h.want(404, "stranger", "GET", services, "")
	h.want(403, "owner", "GET", services, "")
	h.want(403, "owner", "POST", services, fmt.Sprintf(`{"name":"x","permissions":["View:Data"],"expiresAt":%d}`, inAYear()))
	h.want(422, "admin", "POST", services, fmt.Sprintf(`{"name":"x","permissions":["User:Update"],"expiresAt":%d}`, inAYear()))
	h.keep("second", []byte(h.want(201, "admin", "POST", "/api/projects", `{"name":"Second"}`)))
	id = h.newKey("admin", services, `["View:Project","View:Data","View:Device"]`, h.Project.ID)
	h.want(200, "key", "GET", "/api/projects/{project}", "")
	h.want(404, "key", "GET", "/api/projects/{second}", "")
	if body := h.want(200, "key", "GET", "/api/projects", ""); !strings.Contains(body, `"total":1`) {
		t.Errorf("the key of one project lists %s", body)
	}
	h.want(200, "key", "POST", "/api/monitor/query", aQuery)
	h.want(200, "key", "GET", "/api/sessions/current", "")
	if body := h.want(200, "admin", "GET", services, ""); !strings.Contains(body, `"kind":"service"`) || !strings.Contains(body, `"kind":"person"`) {
		t.Errorf("the corporation's list: %s", body)
	}
	h.want(200, "admin", "DELETE", fmt.Sprintf("%s/%d", services, id), "")
	h.want(401, "key", "GET", "/api/projects/{project}", "")
}

// An API key that could change its owner's credentials would defeat every precaution: each call without a permission
// either reads or is limited to people.
func TestAPIKeysCannotChangeWithoutPermission(t *testing.T) {
	h := newHarness(t)
	h.newKey("admin", "/api/corporations/{ours}/api-keys", `["View:Project"]`, 0)
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Permission  string `json:"x-permission"`
			Keys        *bool  `json:"x-api-keys"`
		}
	}
	if err := json.Unmarshal([]byte(h.want(200, "", "GET", "/api/openapi.json", "")), &document); err != nil {
		t.Fatal(err)
	}
	harmless := []string{
		"sncodeExist", "registerExist", // check Device:Create themselves
		"readNotifications", "deleteNotifications", // of the key's own account
		"monitorLatest", // returns only what the caller may see
		"cancelJob",     // of the key's own account
	}
	for path, methods := range document.Paths {
		for method, op := range methods {
			if op.Permission == "SignedIn" && method != "get" && op.Keys == nil && !slices.Contains(harmless, op.OperationID) {
				t.Errorf("%s %s (%s) changes something, needs no permission, and allows API keys", method, path, op.OperationID)
			}
		}
	}
}

func (h *harness) upload(who, query, name string, content []byte) *httptest.ResponseRecorder {
	h.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		h.t.Fatal(err)
	}
	_, _ = part.Write(content) // a buffer never fails
	_ = form.Close()
	r := httptest.NewRequest(http.MethodPost, "/api/upload/images"+query, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept-Language", "en")
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+h.token(who))
	}
	w := httptest.NewRecorder()
	h.API.ServeHTTP(w, r)
	return w
}

func smallPNG(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPicturesOverTheAPI(t *testing.T) {
	h := newHarness(t)
	picture := smallPNG(t)
	for name, c := range map[string]struct {
		who, query string
		content    []byte
		status     int
		code       int
	}{
		"no session":       {"", "", picture, 401, 4001},
		"not a picture":    {"member", "?scope=avatar", []byte("<svg onload=alert(1)>"), 422, 13},
		"over 200 KB":      {"member", "?scope=avatar", bytes.Repeat([]byte("x"), 201<<10), 413, 14},
		"over 3 MB":        {"admin", "?scope=plan", bytes.Repeat([]byte("x"), 4<<20), 413, 2004},
		"a text as plan":   {"owner", "?scope=plan", []byte("x"), 422, 7003},
		"an unknown scope": {"member", "?scope=../../etc", picture, 422, 1008},
		"a guest's logo":   {"guest", "?scope=logo", picture, 403, 4003},
		"a guest's plan":   {"guest", "?scope=plan", picture, 403, 4003},
	} {
		w := h.upload(c.who, c.query, "a.png", c.content)
		if w.Code != c.status || !strings.Contains(w.Body.String(), fmt.Sprintf(`"code":%d`, c.code)) {
			t.Errorf("%s: %d %s, want %d with code %d", name, w.Code, w.Body, c.status, c.code)
		}
	}
	if w := h.call("member", "POST", "/api/upload/images", `{"file":"x"}`); w.Code != 415 {
		t.Errorf("JSON instead of a form: %d %s", w.Code, w.Body)
	}

	w := h.upload("member", "?scope=avatar", "../../../etc/passwd", picture)
	if w.Code != 200 {
		t.Fatalf("upload: %d %s", w.Code, w.Body)
	}
	url := read[struct{ URL string }](h, w.Body.String()).URL
	get := func(path string) *httptest.ResponseRecorder { return h.call("", "GET", path, "") }
	got := get(url)
	header := got.Header()
	if got.Code != 200 || header.Get("Content-Type") != "image/png" ||
		!strings.Contains(header.Get("Content-Security-Policy"), "sandbox") || !strings.HasPrefix(header.Get("Cache-Control"), "private") ||
		!strings.HasPrefix(header.Get("Content-Disposition"), "inline; filename=\"avatar") {
		t.Errorf("file: %d %v", got.Code, header)
	}
	path, query, _ := strings.Cut(url, "?")
	for _, wrong := range []string{
		path, path + "?until=99999999999999&sign=x", path + "?" + strings.Replace(query, "sign=", "sign=A", 1), "/api/files/1?" + query, path + "x?" + query,
	} {
		if got := get(wrong); got.Code != 404 {
			t.Errorf("%s: %d %s", wrong, got.Code, got.Body)
		}
	}

	h.want(404, "guest", "POST", "/api/users/{member}/avatar", `{"url":"`+url+`"}`)
	if body := h.want(422, "owner", "POST", "/api/users/{owner}/avatar", `{"url":"https://evil.example/x.png"}`); !strings.Contains(body, `"code":8142`) {
		t.Errorf("a picture from elsewhere: %s", body)
	}
	user := read[struct{ Avatar string }](h, h.want(200, "member", "POST", "/api/users/{member}/avatar", `{"url":"`+url+`"}`))
	if get(user.Avatar).Code != 200 {
		t.Errorf("the avatar %q does not open", user.Avatar)
	}
	if user = read[struct{ Avatar string }](h, h.want(200, "member", "POST", "/api/users/{member}/avatar", `{"url":""}`)); user.Avatar != "" {
		t.Errorf("the avatar was not removed: %q", user.Avatar)
	}
}

func TestSingleSignOnWithoutAProvider(t *testing.T) {
	h := newHarness(t)
	h.want(404, "", "POST", "/api/sessions/oidc/begin", "")
	h.want(404, "", "GET", "/api/sessions/oidc/callback?state=x&code=y", "")
	h.want(404, "", "POST", "/api/sessions/oidc/exchange", `{"code":"x","binding":"y"}`)
}
