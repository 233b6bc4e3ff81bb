package calls_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"plumbline/internal/httpapi/accountapi"
)

// A user manager unlocks only accounts that it may change.
func TestUserManagerCannotUnlockAdministrator(t *testing.T) {
	h := newHarness(t)
	h.ids["admin"] = h.Admin.ID
	role := read[accountapi.Role](h, h.want(201, "admin", "POST", "/api/roles", `{"name":"Personnel","permissions":["View:User","Update:User"]}`))
	h.want(200, "admin", "PUT", "/api/users/{member}/roles", fmt.Sprintf(`{"roles":[%d]}`, role.ID))
	h.want(200, "member", "POST", "/api/users/{outsider}/unlock", "")
	h.want(403, "member", "POST", "/api/users/{admin}/unlock", "")
}

func TestAccountNamesIgnoreCase(t *testing.T) {
	h := newHarness(t)
	for _, name := range []string{"owner", "Owner", "OWNER"} {
		if w := h.call("admin", "POST", "/api/users", fmt.Sprintf(`{"name":%q,"password":"Dyke-62-x","roles":[4]}`, name)); w.Code != 409 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

func TestBearerSchemeIgnoresCase(t *testing.T) {
	h := newHarness(t)
	for _, scheme := range []string{"Bearer", "bearer", "BEARER"} {
		r := httptest.NewRequest("GET", "/api/sessions/current", nil)
		r.Header.Set("Authorization", scheme+" "+h.token("owner"))
		w := httptest.NewRecorder()
		h.API.ServeHTTP(w, r)
		if w.Code != 200 {
			t.Errorf("%s: %d", scheme, w.Code)
		}
	}
}
