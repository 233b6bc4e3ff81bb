package note_test

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

// site makes a structure with two points, and returns the path of its points.
func site(t *testing.T, s *apptest.Server) (points string, one, other float64) {
	t.Helper()
	structure := ask(t, s, "admin", "POST", fmt.Sprintf("/api/projects/%d/structures", s.Project.ID), `{"name":"Wall","type":"Tunnel"}`, 201)
	points = fmt.Sprintf("/api/structures/%.0f/measuring-points", structure["id"])
	made := ask(t, s, "admin", "POST", points, `{"points":[{"name":"P1","measurement":"Crack","category":"Crack"},`+
		`{"name":"P2","measurement":"Crack","category":"Crack"}]}`, 201)["list"].([]any)
	return points, made[0].(map[string]any)["id"].(float64), made[1].(map[string]any)["id"].(float64)
}

func texts(answer map[string]any) string {
	var list []string
	for _, one := range answer["list"].([]any) {
		list = append(list, one.(map[string]any)["text"].(string))
	}
	return strings.Join(list, ", ")
}

func body(from, to int64, text string) string {
	return fmt.Sprintf(`{"from":%d,"to":%d,"text":%q}`, from, to, text)
}

const (
	begin = 1_700_000_000_000 // UTC ms
	hour  = 3_600_000
)

func TestNotesKeepTheirVersions(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			points, made, other := site(t, s)
			base := fmt.Sprintf("%s/%.0f/notes", points, made)
			list := fmt.Sprintf("/api/projects/%d/notes", s.Project.ID)

			first := ask(t, s, "manager", "POST", base, body(begin, begin+hour, "  anchor load test "), 201)
			if first["text"] != "anchor load test" || first["createdBy"] == "" || first["measuringPointName"] != "P1" {
				t.Errorf("created: %v", first)
			}
			ask(t, s, "manager", "POST", fmt.Sprintf("%s/%.0f/notes", points, other), body(begin-hour, begin-hour, "rain"), 201)
			one := fmt.Sprintf("%s/%.0f", base, first["id"])
			changed := ask(t, s, "admin", "PUT", one, body(begin, begin+2*hour, "anchor load test 2"), 200)
			versions := changed["versions"].([]any)
			if len(versions) != 2 || versions[0].(map[string]any)["text"] != "anchor load test" || changed["createdAt"] != first["createdAt"] {
				t.Fatalf("after a change: %v", changed)
			}
			if same := ask(t, s, "admin", "PUT", one, body(begin, begin+2*hour, "anchor load test 2"), 200); len(same["versions"].([]any)) != 2 {
				t.Errorf("a change to the same makes a version: %v", same)
			}

			for _, c := range []struct{ query, want string }{
				{"", "anchor load test 2, rain"},
				{fmt.Sprintf("?measuringPointIds=%.0f", made), "anchor load test 2"},
				{fmt.Sprintf("?measuringPointIds=%.0f,%.0f", made, other), "anchor load test 2, rain"},
				{fmt.Sprintf("?start=%d", begin+2*hour), "anchor load test 2"},
				{fmt.Sprintf("?start=%d", begin+2*hour+1), ""},
				{fmt.Sprintf("?end=%d", begin), "anchor load test 2, rain"},
				{fmt.Sprintf("?end=%d", begin-1), "rain"},
				{"?knownAt=1600000000000", ""},
				{fmt.Sprintf("?knownAt=%.0f", versions[1].(map[string]any)["recordedAt"]), "anchor load test, rain"},
			} {
				if got := texts(ask(t, s, "guest", "GET", list+c.query, "", 200)); got != c.want {
					t.Errorf("%s: %q, want %q", c.query, got, c.want)
				}
			}

			gone := ask(t, s, "manager", "DELETE", one, "", 200)
			at := gone["versions"].([]any)[2].(map[string]any)["recordedAt"]
			for query, want := range map[string]string{
				"": "rain", "?withdrawn=true": "anchor load test 2, rain", fmt.Sprintf("?knownAt=%.0f", at): "anchor load test 2, rain",
			} {
				if got := texts(ask(t, s, "guest", "GET", list+query, "", 200)); got != want {
					t.Errorf("withdrawn, %s: %q, want %q", query, got, want)
				}
			}
			ask(t, s, "manager", "DELETE", one, "", 404)
			ask(t, s, "manager", "PUT", one, body(begin, begin, "back"), 404)
		})
	}
}

func TestNotesAreRefused(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			points, made, other := site(t, s)
			base := fmt.Sprintf("%s/%.0f/notes", points, made)
			list := fmt.Sprintf("/api/projects/%d/notes", s.Project.ID)
			one := fmt.Sprintf("%s/%.0f", base, ask(t, s, "admin", "POST", base, body(begin, begin, "rain"), 201)["id"])
			astray := strings.Replace(one, fmt.Sprintf("/%.0f/notes", made), fmt.Sprintf("/%.0f/notes", other), 1)
			for _, c := range []struct {
				who, method, path, body string
				status                  int
				field                   string
			}{
				{"admin", "POST", base, body(begin, begin, "   "), 422, "text"},
				{"admin", "POST", base, body(begin, begin, strings.Repeat("雨", 501)), 422, "text"},
				{"admin", "POST", base, body(begin, begin-1, "rain"), 422, "to"},
				{"admin", "POST", base, body(1, begin, "rain"), 422, "from"},
				{"admin", "POST", base, body(begin, 9_000_000_000_000, "rain"), 422, "to"},
				{"admin", "PUT", one, body(begin, begin-1, "rain"), 422, "to"},
				{"admin", "GET", list + "?knownAt=1", "", 422, "knownAt"},
				{"admin", "GET", list + fmt.Sprintf("?start=%d&end=%d", begin, begin-1), "", 422, ""},
				{"admin", "GET", list + "?measuringPointIds=x", "", 422, "measuringPointIds"},
				{"guest", "POST", base, body(begin, begin, "rain"), 403, ""},
				{"guest", "PUT", one, body(begin, begin, "rain"), 403, ""},
				{"guest", "DELETE", one, "", 403, ""},
				{"stranger", "POST", base, body(begin, begin, "rain"), 404, ""},
				{"stranger", "PUT", one, body(begin, begin, "rain"), 404, ""},
				{"stranger", "DELETE", one, "", 404, ""},
				{"stranger", "GET", list, "", 404, ""},
				{"admin", "DELETE", astray, "", 404, ""},
				{"admin", "PUT", astray, body(begin, begin, "rain"), 404, ""},
			} {
				got := s.Call(t.Context(), t, c.who, c.method, c.path, c.body)
				if got.Code != c.status || !strings.Contains(got.Body.String(), `"`+c.field) {
					t.Errorf("%s: %s %s %s: %d %s", c.who, c.method, c.path, c.body, got.Code, got.Body)
				}
			}
			if got := texts(ask(t, s, "admin", "GET", list+"?withdrawn=true", "", 200)); got != "rain" {
				t.Errorf("refused calls left %q", got)
			}
		})
	}
}
