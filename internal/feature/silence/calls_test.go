package silence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

func TestSilencesAreKept(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			path := fmt.Sprintf("/api/projects/%d/silences", s.Project.ID)
			add := func(body string) (one silence.MaintenanceSilence) {
				t.Helper()
				got := s.Call(t.Context(), t, "manager", "POST", path, body)
				if err := json.Unmarshal(got.Body.Bytes(), &one); got.Code != 201 || err != nil {
					t.Fatalf("%s: %d %s", body, got.Code, got.Body)
				}
				return one
			}
			whole := add(`{"minutes":120,"note":" Cleaning "}`)
			if whole.State != "holding" || whole.To-whole.From != 120*60_000 || whole.Level != 3 || whole.Note != "Cleaning" || whole.RecordedBy == "" {
				t.Errorf("the whole project: %+v", whole)
			}
			later := clock.Now().Add(24 * time.Hour).UnixMilli()
			part := add(fmt.Sprintf(`{"structureId":%d,"itemId":%d,"pointIds":[%d],"level":4,"from":%d,"minutes":30,"note":"Grouting"}`,
				s.Structure.ID, s.Item.ID, s.Level.ID, later))
			if part.State != "planned" || part.StructureName != s.Structure.Name || part.ItemName != s.Item.Name || len(part.PointNames) != 1 || part.From != later {
				t.Errorf("a part of it: %+v", part)
			}
			end := fmt.Sprintf("%s/%d/end", path, whole.ID)
			if got := s.Call(t.Context(), t, "owner", "POST", end, ""); got.Code != 200 {
				t.Errorf("end: %d %s", got.Code, got.Body)
			}
			if again := s.Call(t.Context(), t, "owner", "POST", end, ""); again.Code != 404 {
				t.Errorf("ended twice: %d %s", again.Code, again.Body)
			}
			got := s.Call(t.Context(), t, "guest", "GET", path+"?pageSize=1&page=2", "")
			var page struct {
				Total int
				List  []silence.MaintenanceSilence
			}
			if err := json.Unmarshal(got.Body.Bytes(), &page); err != nil || page.Total != 2 || len(page.List) != 1 {
				t.Fatalf("list: %d %s", got.Code, got.Body)
			}
			if one := page.List[0]; one.ID != whole.ID || one.State != "ended" || one.EndedAt == 0 || one.EndedBy == "" || one.To != whole.To {
				t.Errorf("ended: %+v", one)
			}
		})
	}
}

func TestSilencesAreRefused(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	path := fmt.Sprintf("/api/projects/%d/silences", s.Project.ID)
	now := clock.Now()
	from := func(after time.Duration) string {
		return fmt.Sprintf(`{"from":%d,"minutes":60,"note":"x"}`, now.Add(after).UnixMilli())
	}
	part := func(structure, item, point int64) string {
		return fmt.Sprintf(`{"structureId":%d,"itemId":%d,"pointIds":[%d],"minutes":60,"note":"x"}`, structure, item, point)
	}
	for _, c := range []struct {
		who, body string
		status    int
		field     string
		code      *errs.Message
	}{
		{"manager", `{"minutes":60,"note":" "}`, 422, "note", errs.Empty},
		{"manager", `{"minutes":60,"note":"` + strings.Repeat("长", 201) + `"}`, 422, "note", nil},
		{"manager", `{"minutes":0,"note":"x"}`, 422, "minutes", nil},
		{"manager", `{"minutes":44641,"note":"x"}`, 422, "minutes", nil},
		{"manager", `{"minutes":60,"level":5,"note":"x"}`, 422, "level", nil},
		{"manager", from(-11 * time.Minute), 422, "from", errs.TimeBetween},
		{"manager", from(367 * 24 * time.Hour), 422, "from", errs.TimeBetween},
		{"manager", `{"from":9223372036854775807,"minutes":60,"note":"x"}`, 422, "from", errs.TimeBetween},
		{"manager", fmt.Sprintf(`{"from":%d,"minutes":1,"note":"x"}`, now.Add(-5*time.Minute).UnixMilli()), 422, "minutes", errs.OutOfRange},
		{"manager", part(s.Structure.ID+99, 0, s.Level.ID), 404, "structureId", errs.NothingHere},
		{"manager", part(s.Structure.ID, s.Structure.ID, s.Level.ID), 404, "itemId", errs.NothingHere},
		{"manager", part(0, s.Item.ID, s.Level.ID), 422, "structureId", errs.Empty},
		{"manager", part(s.Structure.ID, s.Item.ID, s.Level.ID+9999), 404, "pointIds[0]", errs.NothingHere},
		{"manager", fmt.Sprintf(`{"pointIds":[%d,%d],"minutes":60,"note":"x"}`, s.Level.ID, s.Level.ID), 422, "pointIds[1]", errs.Duplicate},
		{"member", `{"minutes":60,"note":"x"}`, 403, "", nil},
		{"stranger", `{"minutes":60,"note":"x"}`, 404, "", nil},
	} {
		got := s.Call(t.Context(), t, c.who, "POST", path, c.body)
		answer := got.Body.String()
		if got.Code != c.status || c.field != "" && !strings.Contains(answer, `"`+c.field+`"`) ||
			c.code != nil && !strings.Contains(answer, fmt.Sprintf(`"code":%d`, c.code.Code)) {
			t.Errorf("%s: %.200s: %d %s", c.who, c.body, got.Code, answer)
		}
	}
	for range 50 {
		if got := s.Call(t.Context(), t, "manager", "POST", path, `{"minutes":60,"note":"x"}`); got.Code != 201 {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
	}
	got := s.Call(t.Context(), t, "manager", "POST", path, `{"minutes":60,"note":"x"}`)
	if got.Code != 422 || !strings.Contains(got.Body.String(), fmt.Sprintf(`"code":%d`, errs.TooManyEntries.Code)) {
		t.Errorf("one more: %d %s", got.Code, got.Body)
	}
}
