package board_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

type rig struct {
	*testing.T
	*apptest.Server
	base string
}

func start(t *testing.T, engine database.Dialect) *rig {
	t.Helper()
	s := apptest.Start(t, engine, apptest.Options{})
	return &rig{T: t, Server: s, base: fmt.Sprintf("/api/projects/%d/boards", s.Project.ID)}
}

func (r *rig) ask(method, path, body string, status int) map[string]any {
	r.Helper()
	got := r.Call(r.Context(), r.T, "admin", method, path, body)
	if got.Code != status {
		r.Fatalf("%s %s %s: %d %s", method, path, body, got.Code, got.Body)
	}
	answer := map[string]any{}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		r.Fatal(err)
	}
	return answer
}

// point adds a crack gauge to a project and returns its path and id.
func (r *rig) point(project int64, name string) (path string, id int64) {
	r.Helper()
	structure := r.ask("POST", fmt.Sprintf("/api/projects/%d/structures", project), fmt.Sprintf(`{"name":"of %s","type":"Tunnel"}`, name), 201)["id"].(float64)
	points := fmt.Sprintf("/api/structures/%.0f/measuring-points", structure)
	made := r.ask("POST", points, fmt.Sprintf(`{"points":[{"name":%q,"measurement":"Crack","category":"Crack"}]}`, name), 201)
	id = int64(made["list"].([]any)[0].(map[string]any)["id"].(float64))
	return fmt.Sprintf("%s/%d", points, id), id
}

func body(name, more string, panels ...string) string {
	return fmt.Sprintf(`{"name":%q,"rows":1,"columns":2,"range":"7d","linkedAxis":true,"linkedCursor":true,"limits":true,"events":true%s,"panels":[%s]}`,
		name, more, strings.Join(panels, ","))
}

func panel(id int64, view string) string {
	return fmt.Sprintf(`{"measuringPointId":%d,"view":%q,"query":"type=observed"}`, id, view)
}

func TestBoardsOfAProject(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			r := start(t, engine)
			path, gauge := r.point(r.Project.ID, "BD-01")
			_, other := r.point(r.Project.ID, "BD-02")
			made := r.ask("POST", r.base, body("Cracks", "", panel(gauge, "hda-chart"), panel(other, "hda-chart")), 201)
			one := fmt.Sprintf("%s/%.0f", r.base, made["id"])
			r.ask("POST", r.base, body("Cracks", ""), 409)
			second := r.ask("POST", r.base, body("More", ""), 201)

			r.ask("POST", r.base+"/sort", fmt.Sprintf(`{"ids":[%.0f]}`, second["id"]), 200)
			if got := names(r.ask("GET", r.base, "", 200)); got != "More, Cracks" {
				t.Errorf("order %s", got)
			}
			r.ask("POST", r.base+"/sort", fmt.Sprintf(`{"ids":[%.0f,%.0f]}`, second["id"], second["id"]), 422)

			// A deleted point stays on the board with its name until somebody replaces it.
			r.ask("DELETE", path, "", 200)
			first := r.ask("GET", one, "", 200)["panels"].([]any)[0].(map[string]any)
			if first["gone"] != true || first["name"] != "BD-01" {
				t.Errorf("panel of a deleted point: %v", first)
			}
			kept := r.ask("PUT", one, body("Renamed", "", panel(gauge, "hda-chart")), 200)
			if kept["name"] != "Renamed" || kept["panels"].([]any)[0].(map[string]any)["gone"] != true {
				t.Errorf("changed board: %v", kept)
			}
			r.ask("POST", r.base, body("New", "", panel(gauge, "hda-chart")), 422)
			r.ask("DELETE", one, "", 200)
			r.ask("GET", one, "", 404)
		})
	}
}

func names(answer map[string]any) string {
	var list []string
	for _, one := range answer["list"].([]any) {
		list = append(list, one.(map[string]any)["name"].(string))
	}
	return strings.Join(list, ", ")
}

func TestRefusalsNameTheField(t *testing.T) {
	r := start(t, database.SQLite)
	_, gauge := r.point(r.Project.ID, "BD-01")
	second := r.ask("POST", "/api/projects", `{"name":"Second"}`, 201)["id"].(float64)
	_, foreign := r.point(int64(second), "BD-09")
	for _, c := range []struct{ body, field string }{
		{body("  ", ""), "name"},
		{body("a", `,"rows":3,"columns":3`), "columns"},
		{body("a", `,"range":"9d"`), "range"},
		{body("a", `,"range":"5-4"`), "range"},
		{body("a", `,"rows":1,"columns":1`, panel(gauge, "hda-chart"), panel(gauge, "hda-data")), "panels"},
		{body("a", "", panel(foreign, "hda-chart")), "panels[0].measuringPointId"},
		{body("a", "", panel(999_999, "hda-chart")), "panels[0].measuringPointId"},
		{body("a", "", panel(gauge, "adm-profile")), "panels[0].view"},
	} {
		got := r.Call(t.Context(), t, "admin", "POST", r.base, c.body)
		if got.Code != 422 || !strings.Contains(got.Body.String(), fmt.Sprintf("%q", c.field)) {
			t.Errorf("%s: %d %s, want a refusal of %s", c.body, got.Code, got.Body, c.field)
		}
	}
}
