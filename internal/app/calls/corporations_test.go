package calls_test

import (
	"strings"
	"testing"

	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/accountapi"
)

// TestOperatorNeedsSupportAccess: an operator reaches data of a corporation only with support access,
// and read-only until its administrator allows changes.
func TestOperatorNeedsSupportAccess(t *testing.T) {
	h := newHarness(t)
	rename := `{"name":"Renamed by help"}`

	h.want(404, "system", "GET", "/api/projects/{project}", "")
	if list := h.want(200, "system", "GET", "/api/projects", ""); !strings.Contains(list, `"total":0`) {
		t.Errorf("projects without support access: %s", list)
	}
	h.want(404, "system", "GET", "/api/corporations/{ours}/devices", "")
	h.want(200, "system", "GET", "/api/corporations/{ours}", "")
	h.want(403, "system", "PUT", "/api/corporations/{ours}", `{"name":"North bank survey","allowHelpEdits":true}`)
	h.want(404, "system", "GET", "/api/corporations/999999999", "")
	h.want(404, "system", "POST", "/api/corporations/999999999/enter", "")

	entered := read[accountapi.SignedIn](h, h.want(200, "system", "POST", "/api/corporations/{ours}/enter", ""))
	h.Tokens["helper"] = entered.Token
	if entered.Helping == nil || entered.Helping.Edits || entered.Helping.CorporationName != "North bank survey" {
		t.Errorf("helping: %+v", entered.Helping)
	}
	h.want(200, "helper", "GET", "/api/projects/{project}", "")
	h.want(200, "helper", "GET", "/api/structures/{structure}/measuring-points/{point}", "")
	h.want(403, "helper", "PUT", "/api/projects/{project}", rename)
	h.want(403, "helper", "POST", "/api/projects", `{"name":"Mine"}`)
	h.want(404, "helper", "GET", "/api/corporations/{theirs}", "")
	h.want(403, "helper", "GET", "/api/corporations", "")
	h.want(404, "helper", "POST", "/api/corporations/{theirs}/enter", "")
	h.want(403, "helper", "PUT", "/api/corporations/{ours}", `{"name":"Mine"}`)

	h.want(200, "admin", "PUT", "/api/corporations/{ours}", `{"name":"North bank survey","domainPrefix":"north","allowHelpEdits":true}`)
	h.want(200, "helper", "PUT", "/api/projects/{project}", rename)
	h.want(403, "helper", "PUT", "/api/corporations/{ours}", `{"name":"Mine"}`)
	current := read[accountapi.CurrentSession](h, h.want(200, "helper", "GET", "/api/sessions/current", ""))
	if current.Helping == nil || !current.Helping.Edits {
		t.Errorf("helping after the administrator allowed edits: %+v", current.Helping)
	}

	visits := read[httpapi.Page[accountapi.Help]](h, h.want(200, "admin", "GET", "/api/corporations/{ours}/help-sessions", ""))
	if visits.Total != 1 || visits.List[0].Operator != "system" || visits.List[0].Ended {
		t.Fatalf("visits: %+v", visits)
	}
	h.ids["visit"] = visits.List[0].ID
	h.want(404, "stranger", "DELETE", "/api/corporations/{theirs}/help-sessions/{visit}", "")
	h.want(200, "admin", "DELETE", "/api/corporations/{ours}/help-sessions/{visit}", "")
	if body := h.want(401, "helper", "GET", "/api/projects/{project}", ""); !strings.Contains(body, "8007") {
		t.Errorf("after the end: %s", body)
	}
	h.want(200, "system", "GET", "/api/corporations", "")
	if news := h.want(200, "admin", "GET", "/api/notifications", ""); !strings.Contains(news, "system of the platform started support access") {
		t.Errorf("the administrator was not notified: %s", news)
	}
}

func TestCreateCorporationNamesInvalidFields(t *testing.T) {
	h := newHarness(t)
	for body, fields := range map[string][]string{
		`{"name":"New","domainPrefix":"-x","administrator":{"name":"13800138000","password":"dyke-62"}}`: {"domainPrefix", "administrator.name"},
		`{"name":"New","administrator":{"name":"admin","password":"dyke-62"}}`:                           {"administrator.name"},
		`{"name":"North bank survey","administrator":{"name":"fresh","password":"dyke-62"}}`:             {"name"},
		`{"name":"New","timeZone":"Mars/Olympus","administrator":{"name":"fresh","password":"dyke-62"}}`: {"timeZone"},
	} {
		w := h.call("system", "POST", "/api/corporations", body)
		e := read[httpapi.Envelope](h, w.Body.String())
		for _, field := range fields {
			if e.Fields[field] == "" {
				t.Errorf("%s: %d %s, want an error on %s", body, w.Code, w.Body, field)
			}
		}
	}
}

func TestLoginInfoShowsOnlyItsCorporation(t *testing.T) {
	h := newHarness(t)
	body := `{"name":"North bank survey","domainPrefix":"north","platformName":"River watch","slogan":"We watch"}`
	if w := h.call("admin", "PUT", h.path("/api/corporations/{ours}"), body); w.Code != 200 {
		t.Fatal(w.Body)
	}
	known := read[accountapi.LoginInfo](h, h.call("", "GET", "/api/common/login-info?prefix=North", "").Body.String())
	if known.PlatformName != "River watch" || known.Slogan != "We watch" || len(known.Languages) != 3 || !known.SignUp {
		t.Errorf("login info of the corporation: %+v", known)
	}
	plain := h.call("", "GET", "/api/common/login-info", "").Body.String()
	for _, prefix := range []string{"nowhere", "nor", "north-", "%25", "_"} {
		if got := h.call("", "GET", "/api/common/login-info?prefix="+prefix, "").Body.String(); got != plain {
			t.Errorf("prefix %s: %s, without a prefix: %s", prefix, got, plain)
		}
	}
	if strings.Contains(plain, "River") || strings.Contains(plain, "bank") {
		t.Errorf("without a prefix: %s", plain)
	}
}
