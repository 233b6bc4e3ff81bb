package quality_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/marks"
	"plumbline/internal/feature/quality"
	"plumbline/internal/platform/clock"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const rows = 96 // half-hourly, two days

// values are the readings of three points: one whose width goes up and down, one too wide all the time, and one calm.
var values = map[string]func(i int) float64{
	"P1": func(i int) float64 { return []float64{0.2, 0.3, 1.5, 0.2, 0.1, 2.5, 3.5, 0.2, 0.1}[i%9] },
	"P2": func(int) float64 { return 2.2 },
	"P3": func(i int) float64 { return float64(i%5) / 10 },
}

// Readings that arrive in any order give the same figures.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	now := clock.Now().Truncate(time.Hour)
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			var first *quality.AlertQuality
			for seed := range uint64(2) {
				made := arrived(t, apptest.Start(t, engine, apptest.Options{}), now, seed)
				if first == nil {
					first = &made
					expectFigures(t, made)
				} else if diff := cmp.Diff(*first, made); diff != "" {
					t.Errorf("seed %d: %s", seed, diff)
				}
			}
		})
	}
}

func expectFigures(t *testing.T, q quality.AlertQuality) {
	t.Helper()
	// P1 raises an alert at the third and at the sixth reading of each nine, the last of them before it rises, P2 one that began before the span.
	counts := []int{q.Alerts, q.Levels[0].Alerts, q.Levels[1].Alerts, q.Levels[2].Alerts, q.Levels[3].Alerts, q.Chatters, q.Stales}
	if want := []int{11, 5, 1, 5, 0, 1, 1}; !cmp.Equal(counts, want) {
		t.Errorf("counts %v, want %v", counts, want)
	}
	limits := q.Levels[1]
	if limits.Limits != 3 || limits.Never != 1 || limits.Always != 1 || q.Levels[3].Never != 3 {
		t.Errorf("limits %+v", q.Levels)
	}
	if len(q.Never) != 1 || q.Never[0].MeasuringPointName != "P3" || q.Never[0].Level != 1 {
		t.Errorf("never reached: %+v", q.Never)
	}
	if len(q.Always) != 1 || q.Always[0].MeasuringPointName != "P2" || q.Always[0].Level != 2 || q.Always[0].Quantity.En == "" {
		t.Errorf("reached all the time: %+v", q.Always)
	}
	if len(q.Worst) != 1 || q.Worst[0].MeasuringPointName != "P1" || q.Worst[0].Share != 1 || !q.Worst[0].Chatters {
		t.Errorf("worst: %+v", q.Worst)
	}
}

// arrived enters the readings of the points in an order and returns the figures of the day in their middle, with
// everything replaced that differs between sites.
func arrived(t *testing.T, s *apptest.Server, now time.Time, seed uint64) quality.AlertQuality {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	created := map[int64]bool{}
	points := fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)
	zone, err := time.LoadLocation(s.Project.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for _, name := range []string{"P1", "P2", "P3"} {
		var made struct{ List []struct{ ID int64 } }
		s.Ask(t, "owner", "POST", points, fmt.Sprintf(`{"points":[{"name":%q,"type":"artificial","measurement":"Crack","category":"Artificial"}]}`, name), 201, &made)
		created[made.List[0].ID] = true
		path := fmt.Sprintf("%s/%d", points, made.List[0].ID)
		s.Ask(t, "owner", "PUT", path+"/thresholds", `{"validFrom":1700000000000,"list":[
			{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"restoreTimes":1,"enable":true}]}`, 200, nil)
		order := random.Perm(rows)
		for _, part := range [][]int{order[:rows/3], order[rows/3:]} { // later parts are late data
			var list []string
			for _, i := range part {
				at := now.Add(time.Duration(i-rows) * 30 * time.Minute).In(zone).Format(time.DateTime)
				list = append(list, fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, values[name](i)))
			}
			s.Ask(t, "owner", "POST", path+"/artificial-data", `{"rows":[`+strings.Join(list, ",")+`],"note":"tape"}`, 201, nil)
		}
	}
	for left := []marks.Mark{{}}; len(left) > 0; {
		if left, err = marks.Earliest(ctx, s.DB.Reader(), created); err != nil {
			t.Fatal(err)
		}
		await.Pause()
	}
	span := quality.Span{From: now.Add(-24 * time.Hour).UnixMilli(), Until: now.UnixMilli(), Zone: zone}
	f, err := quality.Measure(ctx, s.Store, s.Read, s.Guest.Scope(), s.Project.ID, span)
	if err != nil {
		t.Fatal(err)
	}
	shown := f.Shown()
	for i := range shown.Worst {
		shown.Worst[i].MeasuringPointID, shown.Worst[i].StructureID = 0, 0
	}
	for i := range shown.Stale {
		shown.Stale[i].MeasuringPointID, shown.Stale[i].AlertID = 0, 0
	}
	for _, list := range [][]quality.AlertQualityLimits{shown.Never, shown.Always} {
		for i := range list {
			list[i].MeasuringPointID, list[i].StructureID, list[i].ItemID = 0, 0, 0
		}
	}
	return shown
}

func TestWhoSeesTheFigures(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	path := fmt.Sprintf("/api/projects/%d/alert-quality", s.Project.ID)
	var q quality.AlertQuality
	s.Ask(t, "guest", "GET", path, "", 200, &q)
	if len(q.Days) != 31 || !q.Few || q.TimeZone != s.Project.TimeZone || len(q.Levels) != 4 {
		t.Errorf("%d days of %s, %+v", len(q.Days), q.TimeZone, q)
	}
	s.Ask(t, "guest", "GET", path+"?days=366", "", 200, nil)
	for _, wrong := range []string{"0", "367", "x"} {
		got := s.Call(t.Context(), t, "guest", "GET", path+"?days="+wrong, "")
		if got.Code != 422 || !strings.Contains(got.Body.String(), `"days"`) {
			t.Errorf("days=%s: %d %s", wrong, got.Code, got.Body)
		}
	}
	s.Ask(t, "stranger", "GET", path, "", 404, nil)
	s.Ask(t, "outsider", "GET", path, "", 404, nil)
	s.Ask(t, "", "GET", path, "", 401, nil)
}
