package preset_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/testing/apptest"
)

// ask makes a call as a person and expects a status.
func ask(t *testing.T, s *apptest.Server, who, method, path, body string, status int) map[string]any {
	t.Helper()
	got := s.Call(t.Context(), t, who, method, path, body)
	if got.Code != status {
		t.Fatalf("%s: %s %s %s: %d %s", who, method, path, body, got.Code, got.Body)
	}
	answer := map[string]any{}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func names(answer map[string]any) string {
	var list []string
	for _, one := range answer["list"].([]any) {
		list = append(list, one.(map[string]any)["name"].(string))
	}
	return strings.Join(list, ", ")
}

func preset(name, query string, shared bool) string {
	return fmt.Sprintf(`{"name":%q,"query":%q,"shared":%t,"view":"hda-chart","deviceType":"Crack"}`, name, query, shared)
}

func TestPresetsArePrivateOrShared(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			base := fmt.Sprintf("/api/projects/%d/view-presets", s.Project.ID)
			list := base + "?view=hda-chart&deviceType=Crack"
			made := ask(t, s, "admin", "POST", base, preset("Week", "range=7d", false), 201)
			one := fmt.Sprintf("%s/%.0f", base, made["id"])
			ask(t, s, "admin", "POST", base, preset(" Week ", "", false), 409)
			ask(t, s, "guest", "POST", base, preset("Week", "range=1d", false), 201)
			if got := names(ask(t, s, "guest", "GET", list, "", 200)); got != "Week" {
				t.Errorf("a guest sees %s", got)
			}
			ask(t, s, "guest", "PUT", one, `{"name":"Mine","query":"","shared":false}`, 404)
			ask(t, s, "guest", "POST", base, preset("For all", "", true), 403)

			ask(t, s, "admin", "PUT", one, `{"name":"All of us","query":"range=30d","shared":true}`, 200)
			found := ask(t, s, "guest", "GET", list, "", 200)
			if got := names(found); got != "All of us, Week" {
				t.Errorf("with a shared preset a guest sees %s", got)
			}
			if first := found["list"].([]any)[0].(map[string]any); first["own"] != false || first["owner"] == "" || first["query"] != "range=30d" {
				t.Errorf("shared preset: %v", first)
			}
			ask(t, s, "guest", "DELETE", one, "", 403)
			if got := names(ask(t, s, "guest", "GET", base+"?view=hda-chart&deviceType=Rain", "", 200)); got != "" {
				t.Errorf("another type of device has %s", got)
			}
			ask(t, s, "manager", "DELETE", one, "", 200)
			ask(t, s, "admin", "DELETE", one, "", 404)
		})
	}
}
