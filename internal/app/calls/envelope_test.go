package calls

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/httpapi"
)

// bareAPI is an API without services, for requests that fail before a service is called.
func bareAPI(t *testing.T) http.Handler {
	t.Helper()
	a, err := New(Config{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func call(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func envelopeIn(t *testing.T, w *httptest.ResponseRecorder) httpapi.Envelope {
	t.Helper()
	var e httpapi.Envelope
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	return e
}

func TestRefusalsNameTheFieldInTheCallersLanguage(t *testing.T) {
	h := bareAPI(t)
	const path = "/api/sessions/signin"
	for _, c := range []struct {
		name, body, language string
		status, code         int
		fields               map[string]string
	}{
		{"empty name", `{"name":"","password":"x"}`, "en", 422, 1001, map[string]string{"name": "Cannot be empty"}},
		{"empty name", `{"name":"","password":"x"}`, "zh-CN", 422, 1001, map[string]string{"name": "不能为空"}},
		{"two missing", `{}`, "zh-TW", 422, 1001, map[string]string{"name": "不能為空", "password": "不能為空"}},
		{"wrong type", `{"name":5,"password":"x"}`, "en", 422, 1012, map[string]string{"name": "Wrong type: expected string"}},
		{"too long", `{"name":"` + strings.Repeat("n", 255) + `","password":"x"}`, "en", 422, 1002, map[string]string{"name": "At most 254 characters"}},
		{"unknown field", `{"name":"a","password":"x","admin":true}`, "en", 422, 1013, map[string]string{"admin": "Unknown field"}},
		{"not an object", `[1,2]`, "en", 422, 1012, map[string]string{"body": "Wrong type: expected object"}},
		{"not JSON", `{"name":`, "en", 400, 2001, nil},
		{"no body", ``, "en", 400, 2001, nil},
		{"NaN", `{"name":NaN}`, "en", 400, 2001, nil},
		{"infinite", `{"name":1e999}`, "en", 400, 2001, nil},
		{"deep", strings.Repeat("[", 3000), "en", 400, 2001, nil},
		{"too large", `{"name":"` + strings.Repeat("n", 5000) + `"}`, "en", 413, 2004, nil},
	} {
		t.Run(c.name+" "+c.language, func(t *testing.T) {
			w := call(h, "POST", path, c.body, "Accept-Language", c.language)
			e := envelopeIn(t, w)
			if w.Code != c.status || e.Code != c.code || e.Message == "" {
				t.Errorf("got %d %s, want %d with code %d", w.Code, w.Body, c.status, c.code)
			}
			if diff := cmp.Diff(c.fields, e.Fields); diff != "" {
				t.Error(diff)
			}
			if c.name != "too large" && strings.Contains(w.Body.String(), `"x"`) {
				t.Errorf("the response repeats the input: %s", w.Body)
			}
		})
	}
}

func TestRequestsRejectedBeforeHandlers(t *testing.T) {
	h := bareAPI(t)
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status, code       int
	}{
		{"GET", "/api/nothing", "", nil, 404, 2002},
		{"PATCH", "/api/sessions/signin", "", nil, 405, 2003},
		{"GET", "/api/projects", "", nil, 401, 4001},
		{"GET", "/api/projects", "", []string{"Authorization", "Basic YTpi"}, 401, 4001},
		{"GET", "/api/projects/+5", "", nil, 404, 2002},
		{"GET", "/api/projects/05", "", nil, 404, 2002},
		{"GET", "/api/projects/1e3", "", nil, 404, 2002},
		{"GET", "/api/projects/9007199254740992", "", nil, 404, 2002},
		{"GET", "/api/projects/abc/tree", "", nil, 404, 2002},
		{"GET", "/api/projects/5", "", nil, 401, 4001},
		{"GET", "/api/common/language/fr", "", nil, 422, 1008},
		{"POST", "/api/sessions/signin", "name=a", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, 2005},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			w := call(h, c.method, c.path, c.body, c.headers...)
			if e := envelopeIn(t, w); w.Code != c.status || e.Code != c.code {
				t.Errorf("got %d %s, want %d with code %d", w.Code, w.Body, c.status, c.code)
			}
			if c.status == 401 && w.Header().Get("WWW-Authenticate") != "Bearer" {
				t.Error("no WWW-Authenticate")
			}
			if w.Header().Get("X-Request-Id") == "" {
				t.Errorf("headers: %v", w.Header())
			}
		})
	}
}

func TestTruncatedBodyIsNotServerError(t *testing.T) {
	server := httptest.NewServer(bareAPI(t))
	defer server.Close()
	r, err := http.NewRequest(http.MethodPost, server.URL+"/api/sessions/signin", io.MultiReader(strings.NewReader(`{"name":`), failing{}))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if reply, err := server.Client().Do(r); err == nil {
		defer reply.Body.Close()
		if reply.StatusCode >= 500 {
			t.Errorf("status %d", reply.StatusCode)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
