package grading_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/marks"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/duty"
	"plumbline/internal/feature/grading"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

// exec changes what no call changes.
func exec(t *testing.T, s *apptest.Server, query string, args ...any) {
	t.Helper()
	err := s.Site.Store.Tables.Write(t.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func switchOn(t *testing.T, s *apptest.Server) {
	t.Helper()
	exec(t, s, "UPDATE corporation SET active_alert_grading = TRUE WHERE id = ?", s.Corporation.ID)
}

// crack adds a point whose widths are entered by hand and returns its id.
func crack(t *testing.T, s *apptest.Server, name string) int64 {
	t.Helper()
	var made struct{ List []struct{ ID int64 } }
	s.Ask(t, "owner", "POST", fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID),
		fmt.Sprintf(`{"points":[{"name":%q,"type":"artificial","measurement":"Crack","category":"Artificial"}]}`, name), 201, &made)
	return made.List[0].ID
}

// start is the time of the first reading.
var start = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// enter enters widths of a point, by hours from start.
func enter(t *testing.T, s *apptest.Server, point int64, values map[int]float64) {
	t.Helper()
	zone, err := time.LoadLocation(s.Project.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for hour, v := range values {
		at := start.Add(time.Duration(hour) * time.Hour).In(zone).Format(time.DateTime)
		list = append(list, fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, v))
	}
	s.Ask(t, "owner", "POST", fmt.Sprintf("/api/structures/%d/measuring-points/%d/artificial-data", s.Structure.ID, point),
		`{"rows":[`+strings.Join(list, ",")+`],"note":"tape"}`, 201, nil)
}

// worker judges as one of the servers does.
func worker(s *apptest.Server) *grading.Worker {
	tables := s.Site.Store.Tables
	return &grading.Worker{
		Store: grading.Store{Tables: tables}, Alarms: s.Site.Store, Messages: s.Site.Store, Readings: s.Read, CatchUp: s.Following.CatchUp,
		Notifier: delivery.Ledger{Tables: tables, Rosters: &duty.Store{Tables: tables}, Silences: &silence.Store{Tables: tables}, Plans: &grading.Store{Tables: tables}},
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// settle waits until everything is folded, and judges it.
func settle(t *testing.T, s *apptest.Server, points ...int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	wanted := map[int64]bool{}
	for _, id := range points {
		wanted[id] = true
	}
	for left := []marks.Mark{{}}; len(left) > 0; {
		var err error
		left, err = marks.Earliest(ctx, s.DB.Reader(), wanted)
		must(t, err)
		await.Pause()
	}
	must(t, worker(s).Pass(ctx))
}

func gradings(s *apptest.Server) string {
	return fmt.Sprintf("/api/projects/%d/alert-gradings", s.Project.ID)
}

const (
	widths = `{"name":"Cracks","enable":true,"validFrom":%d,"measurement":"Crack","field":"width","levels":[
		{"level":2,"enable":true,"holdTimes":2,"alternatives":[{"conditions":[{"valueType":"observed","value":1}]}]},
		{"level":4,"enable":true,"alternatives":[{"conditions":[{"valueType":"observed","value":3}]}]}]}`
	together = `{"name":"Both","enable":true,"validFrom":%d,"level":3,"atLeast":2,"timeWindow":90,"conditions":[
		{"measuringPointId":%d,"field":"width","valueType":"observed","value":2},{"measuringPointId":%d,"field":"width","valueType":"observed","value":2}]}`
)

type warning struct {
	Location      string
	Level, Ended  int64
	Opened        int64
	Kind, Reason  string
	Status, Grade string
}

func warnings(t *testing.T, s *apptest.Server) (list []warning) {
	t.Helper()
	var page struct{ List []grading.GradedWarning }
	s.Ask(t, "guest", "GET", fmt.Sprintf("/api/projects/%d/graded-warnings?pageSize=100", s.Project.ID), "", 200, &page)
	for _, w := range page.List {
		if w.WithdrawnAt == 0 {
			list = append(list, warning{w.Location, int64(w.Level), w.Ended, w.Opened, w.Kind, w.Reason, w.Status, w.GradingName})
		}
	}
	return list
}

// Readings in any order, late, entered twice and corrected, with restarts of the fold in between, give the warnings of
// readings in order.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	value := func(point, hour int) float64 {
		return [][]float64{{0.2, 1.2, 0.3, 1.1, 1.4, 2.5, 3.4, 0.5, 0.1, 0.2, 0.2}, {0.1, 0.1, 2.2, 2.4, 0.2, 2.1, 0.2, 0.3, 0.1}}[point][hour%(11-2*point)]
	}
	const hours = 60 // two and a half days
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			var first []warning
			for seed := range uint64(2) {
				s := apptest.Start(t, engine, apptest.Options{})
				switchOn(t, s)
				points := []int64{crack(t, s, "P1"), crack(t, s, "P2")}
				s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, nil)
				s.Ask(t, "manager", "POST", fmt.Sprintf("/api/projects/%d/mult-alert-gradings", s.Project.ID),
					fmt.Sprintf(together, start.UnixMilli(), points[0], points[1]), 201, nil)
				if seed != 1 { // otherwise the project is switched on at any moment
					must(t, worker(s).Switch(t.Context()))
				}
				random := rand.New(rand.NewPCG(seed, 1))
				order := random.Perm(hours)
				if seed == 0 {
					for i := range order {
						order[i] = i
					}
				}
				for part := range 3 {
					for i, point := range points {
						values := map[int]float64{}
						for _, hour := range order[part*hours/3 : (part+1)*hours/3] {
							values[hour] = value(i, hour)
						}
						if seed == 1 && part == 1 { // wrong at first, and entered again
							wrong := map[int]float64{}
							for hour := range values {
								wrong[hour] = 3.9
							}
							enter(t, s, point, wrong)
							settle(t, s, points...)
						}
						enter(t, s, point, values)
					}
					if part == 1 {
						settle(t, s, points...)
						exec(t, s, "DELETE FROM grading_checkpoint") // a restart without any state
					}
				}
				must(t, worker(s).Switch(t.Context()))
				settle(t, s, points...)
				made := warnings(t, s)
				if first == nil {
					first = made
					expectWarnings(t, made)
				} else if diff := cmp.Diff(first, made); diff != "" {
					t.Errorf("seed %d: %s", seed, diff)
				}
			}
		})
	}
}

func expectWarnings(t *testing.T, list []warning) {
	t.Helper()
	counts := map[string]int{}
	for _, w := range list {
		counts[fmt.Sprintf("%s %d", w.Kind, w.Level)]++
	}
	if want := map[string]int{"single 4": 5, "single 2": 8, "multi 3": 3}; !cmp.Equal(counts, want) {
		t.Errorf("%v, want %v: %+v", counts, want, list)
	}
}

func TestNothingIsJudgedWhileItIsOff(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	point := crack(t, s, "P1")
	s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, nil)
	enter(t, s, point, map[int]float64{0: 4})
	var list grading.AlertGradings
	s.Ask(t, "guest", "GET", gradings(s), "", 200, &list)
	if list.Active || len(list.List) != 1 || len(list.TwoIndex) != 3 {
		t.Errorf("%+v", list)
	}
	if made := warnings(t, s); len(made) != 0 {
		t.Errorf("%+v", made)
	}
	switchOn(t, s)
	must(t, worker(s).Switch(t.Context()))
	settle(t, s, point)
	if made := warnings(t, s); len(made) != 1 || made[0].Level != 4 {
		t.Errorf("after the switch: %+v", made)
	}
	exec(t, s, "UPDATE corporation SET active_alert_grading = FALSE")
	must(t, worker(s).Switch(t.Context()))
	enter(t, s, point, map[int]float64{1: 0, 2: 0})
	settle(t, s, point)
	if made := warnings(t, s); len(made) != 1 || made[0].Ended != 0 {
		t.Errorf("judged while it is off: %+v", made)
	}
}

func TestGradingsAreRefused(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	point := crack(t, s, "P1")
	multi := fmt.Sprintf("/api/projects/%d/mult-alert-gradings", s.Project.ID)
	level := func(levels string) string {
		return `{"name":"Cracks","enable":true,"measurement":"Crack","field":"width","levels":[` + levels + `]}`
	}
	condition := func(c string) string {
		return level(`{"level":2,"enable":true,"alternatives":[{"conditions":[{` + c + `}]}]}`)
	}
	plan := fmt.Sprintf("/api/projects/%d/emergency-plans/3", s.Project.ID)
	two := func(c string) string {
		return `{"name":"Both","enable":true,"level":3,"conditions":[{"measuringPointId":` + fmt.Sprint(point) + `,"field":"width","valueType":"observed","value":2},{` + c + `}]}`
	}
	for _, c := range []struct {
		who, method, path, body string
		status                  int
		field                   string
		code                    *errs.Message
	}{
		{"manager", "POST", gradings(s), level(""), 422, "levels", errs.Empty},
		{"manager", "POST", gradings(s), level(`{"level":3,"enable":true,"alternatives":[{"conditions":[{"valueType":"rate","value":1}]}]},
			{"level":2,"enable":true,"alternatives":[{"conditions":[{"valueType":"rate","value":1}]}]}`), 422, "levels[1].level", errs.GradesRise},
		{"manager", "POST", gradings(s), condition(`"valueType":"rate"`), 422, "levels[0].alternatives[0].conditions[0].value", errs.RatioOrValue},
		{
			"manager", "POST", gradings(s),
			condition(`"valueType":"rate","value":1,"ratioOfControl":1`),
			422, "levels[0].alternatives[0].conditions[0].value", errs.RatioOrValue,
		},
		{
			"manager", "POST", gradings(s),
			condition(`"valueType":"observed","ratioOfControl":1`),
			422, "levels[0].alternatives[0].conditions[0].ratioOfControl", errs.RatioOfChange,
		},
		{"manager", "POST", gradings(s), condition(`"valueType":"rate","value":-1`), 422, "levels[0].alternatives[0].conditions[0].value", errs.OutOfRange},
		{"manager", "POST", gradings(s), strings.Replace(condition(`"valueType":"rate","value":1`), `"width"`, `"depth"`, 1), 422, "field", errs.NotOneOf},
		{
			"manager", "POST", gradings(s),
			strings.Replace(condition(`"valueType":"rate","value":1`), `"Crack"`, `"Dream"`, 1),
			422, "measurement", errs.NotOneOf,
		},
		{
			"manager", "POST", gradings(s),
			strings.Replace(condition(`"valueType":"rate","value":1`), `"field"`, `"structureId":1,"field"`, 1),
			422, "structureId", errs.MustExist,
		},
		{"member", "POST", gradings(s), condition(`"valueType":"rate","value":1`), 403, "", nil},
		{"stranger", "POST", gradings(s), condition(`"valueType":"rate","value":1`), 404, "", nil},
		{"stranger", "GET", gradings(s), "", 404, "", nil},
		{"manager", "DELETE", gradings(s) + "/1", "", 404, "", nil},
		{
			"manager", "POST", multi,
			two(`"measuringPointId":1,"field":"width","valueType":"observed","value":1`),
			422, "conditions[1].measuringPointId", errs.MustExist,
		},
		{"manager", "POST", multi, two(`"measurement":"Crack","field":"width","valueType":"observed"`), 422, "conditions[1].value", errs.Empty},
		{
			"manager", "POST", multi,
			strings.Replace(two(`"measurement":"Crack","field":"width","valueType":"observed","value":1`), `"level"`, `"atLeast":3,"level"`, 1),
			422, "atLeast", errs.OutOfRange,
		},
		{"stranger", "GET", multi, "", 404, "", nil},
		{
			"manager", "PUT", plan,
			`{"name":"Orange","measures":"","responseMinutes":10,"escalateToLevel":3,"responders":[]}`,
			422, "escalateToLevel", errs.OutOfRange,
		},
		{
			"manager", "PUT", plan,
			fmt.Sprintf(`{"name":"Orange","measures":"","responseMinutes":10,"responders":[{"accountId":%d}]}`, s.Stranger.ID),
			422, "responders[0].accountId", errs.RecipientElsewhere,
		},
		{
			"manager", "PUT", plan,
			`{"name":"Orange","measures":"","responseMinutes":10,"responders":[{"email":"a@b.example"}]}`,
			422, "responders[0].name", errs.Empty,
		},
		{
			"manager", "PUT", plan,
			`{"name":"Orange","measures":"","responseMinutes":10,"responders":[{"name":"Lin","email":"lin"}]}`,
			422, "responders[0].email", errs.EmailFormat,
		},
		{
			"manager", "PUT", plan,
			`{"name":"Orange","measures":"","responseMinutes":10,"responders":[],"raiseInterval":true,"intervalSeconds":60,"longestMinutes":60}`,
			422, "intervalSeconds", errs.OutOfRange,
		},
		{
			"manager", "PUT", plan,
			`{"name":"Orange","measures":"","responseMinutes":10,"responders":[],"raiseInterval":true,"intervalSeconds":600}`,
			422, "longestMinutes", errs.OutOfRange,
		},
		{"manager", "DELETE", plan, "", 404, "", nil},
		{"stranger", "PUT", plan, `{"name":"Orange","measures":"","responseMinutes":10,"responders":[]}`, 404, "", nil},
		{
			"manager", "PUT", fmt.Sprintf("/api/projects/%d/contingency-plan",
				s.Project.ID), `{"title":"Pit","text":"","pictures":["/api/files/1"]}`,
			422, "pictures[0]", errs.PictureUnusable,
		},
		{"guest", "PUT", fmt.Sprintf("/api/projects/%d/contingency-plan", s.Project.ID), `{"title":"Pit","text":""}`, 403, "", nil},
	} {
		got := s.Call(t.Context(), t, c.who, c.method, c.path, c.body)
		if got.Code != c.status || c.field != "" && !strings.Contains(got.Body.String(), `"`+c.field+`"`) ||
			c.code != nil && !strings.Contains(got.Body.String(), fmt.Sprint(c.code.Code)) {
			t.Errorf("%s: %s %s %s: %d %s", c.who, c.method, c.path, c.body, got.Code, got.Body)
		}
	}
}

func TestAttributesOfGradingsStay(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	var made grading.AlertGrading
	s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, &made)
	one := fmt.Sprintf("%s/%d", gradings(s), made.ID)
	other := strings.NewReplacer(`"Crack"`, `"Waterlevel"`, `"width"`, `"level"`).Replace(fmt.Sprintf(widths, start.UnixMilli()))
	if got := s.Call(t.Context(), t, "manager", "PUT", one, other); got.Code != 422 {
		t.Errorf("another attribute: %d %s", got.Code, got.Body)
	}
	s.Ask(t, "manager", "PUT", one, fmt.Sprintf(widths, start.Add(time.Hour).UnixMilli()), 200, &made)
	if len(made.Versions) != 2 {
		t.Errorf("versions %+v", made.Versions)
	}
	s.Ask(t, "manager", "DELETE", one, "", 200, nil)
	var list grading.AlertGradings
	s.Ask(t, "manager", "GET", gradings(s), "", 200, &list)
	if len(list.List) != 0 {
		t.Errorf("%+v", list.List)
	}
}

// What devices are asked for is changed only by people who may send them commands; everything else of the plan by others, too.
func TestIntervalOfPlansNeedsDevices(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	exec(t, s, "INSERT INTO role (id, corporation_id, project_id, type, name, note) VALUES (900, ?, 0, 'Custom', 'Planner', '')", s.Corporation.ID)
	for _, permission := range []string{"Project:Retrieve", "AlertRule:Retrieve", "AlertRule:Update"} {
		exec(t, s, "INSERT INTO role_permission (role_id, permission) VALUES (900, ?)", permission)
	}
	exec(t, s, "UPDATE member_role SET role_id = 900 WHERE account_id = ?", s.Guest.ID)
	path := fmt.Sprintf("/api/projects/%d/emergency-plans/3", s.Project.ID)
	body := func(name string, seconds int) string {
		return fmt.Sprintf(`{"name":%q,"measures":"","responseMinutes":10,"responders":[],"raiseInterval":%t,"intervalSeconds":%d,"longestMinutes":60}`, name, seconds > 0, seconds)
	}
	for _, step := range []struct {
		who, method, body string
		status            int
	}{
		{"guest", "PUT", body("without", 0), 200},
		{"guest", "PUT", body("with", 600), 403},
		{"manager", "PUT", body("with", 600), 200},
		{"guest", "PUT", body("renamed", 600), 200},
		{"guest", "PUT", body("shorter", 300), 403},
		{"guest", "PUT", body("none", 0), 403},
		{"guest", "DELETE", "", 403},
		{"manager", "DELETE", "", 200},
	} {
		s.Ask(t, step.who, step.method, path, step.body, step.status, nil)
	}
}
