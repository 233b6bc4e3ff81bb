package apptest

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/testing/await"
)

// Token returns the session token of one of the site's people by account name. Password hashing is slow by design, so
// a person signs in only at their first call.
func (s *Server) Token(t testing.TB, who string) string {
	t.Helper()
	if s.Tokens[who] == "" {
		signedIn, err := s.Identity.SignIn(context.Background(), identity.SignIn{Name: who, Password: Password})
		if err != nil {
			t.Fatalf("sign-in of %s: %v", who, err)
		}
		s.Tokens[who] = signedIn.Token
	}
	return s.Tokens[who]
}

// Call makes a request in English as one of the site's people; "" is an anonymous caller.
func (s *Server) Call(ctx context.Context, t testing.TB, who, method, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.Header.Set("Accept-Language", "en")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+s.Token(t, who))
	}
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}

// Ask makes a call as a person, expects a status and decodes the answer, unless answer is nil.
func (s *Server) Ask(t testing.TB, who, method, path, body string, status int, answer any) {
	t.Helper()
	got := s.Call(t.Context(), t, who, method, path, body)
	if got.Code != status {
		t.Fatalf("%s: %s %s %s: %d %s", who, method, path, body, got.Code, got.Body)
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal(got.Body.Bytes(), answer); err != nil {
		t.Fatal(err)
	}
}

// Computed waits until the newest result of points is of a time (UTC ms): what people enter is computed in the background.
func (s *Server) Computed(t testing.TB, at int64, points ...int64) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"measuringPointIds": points})
	if err != nil {
		t.Fatal(err)
	}
	for ; t.Context().Err() == nil; await.Pause() {
		var latest struct{ List []struct{ Time int64 } }
		s.Ask(t, "guest", "POST", "/api/monitor/latest", string(body), 200, &latest)
		computed := 0
		for _, one := range latest.List {
			if one.Time == at {
				computed++
			}
		}
		if computed == len(points) {
			return
		}
	}
	t.Fatal("what was entered is not computed")
}
