package quality_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/feature/quality"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

var zone = time.FixedZone("Asia/Shanghai", 8*3600)

// begin is a midnight in Shanghai, 16:00 UTC of the day before.
var begin = time.Date(2026, 1, 5, 0, 0, 0, 0, zone).UnixMilli()

const (
	second = int64(1000)
	minute = 60 * second
	hour   = 60 * minute
)

// episode is an alert of the test.
type episode struct {
	point    int64
	key      alarm.Key
	level    alarm.Level
	opened   int64 // after begin
	late     int64 // from the reading to the raise
	status   alarm.Status
	decision int64 // after the raise
	gone     bool  // withdrawn
}

func (a episode) change(s *apptest.Site) alarm.Change {
	at := begin + a.opened
	raised := at + a.late
	r := alarm.Record{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, StructureID: s.Structure.ID, PointID: a.point, Kind: alarm.OfThreshold, Key: a.key,
		Measurement: "Crack", Status: a.status, Level: a.level, CurrentLevel: a.level, Opened: at, RecordedAt: raised, ChangedAt: raised,
	}
	for level := alarm.Blue; level <= a.level; level++ {
		r.Steps = append(r.Steps, alarm.Step{Level: level, Time: at, Value: 9, Limit: float64(level), Side: alarm.Upper})
	}
	history := []alarm.Transition{{Kind: alarm.Raised, To: alarm.Pending, Level: a.level, Time: at, RecordedAt: raised}}
	switch {
	case a.key.Field == "":
		r.Kind, r.PointID, r.DeviceID, r.Level, r.CurrentLevel = alarm.OfDataLost, 0, s.Collector.ID, 0, 0
	case a.status.Processed():
		r.ProcessedAt, r.ProcessedBy, r.ChangedAt, r.Ended = raised+a.decision, s.Member.ID, raised+a.decision, at+minute
		history = append(history, alarm.Transition{
			Kind: alarm.Processed, From: alarm.Pending, To: a.status, Time: r.ProcessedAt, RecordedAt: r.ProcessedAt, RecordedBy: s.Member.ID,
		})
	case a.status == alarm.Restore:
		r.Ended, r.ChangedAt = at+minute, at+minute
		history = append(history, alarm.Transition{Kind: alarm.Restored, From: alarm.Pending, To: a.status, Time: r.Ended, RecordedAt: r.Ended})
	}
	if a.gone {
		r.WithdrawnAt = raised + hour
	}
	return alarm.Change{Record: r, Transitions: history}
}

// read is a source in which all points have readings to the end of the story.
type read struct{}

func (read) Latest(_ context.Context, ids []int64) ([]query.Latest, error) {
	list := make([]query.Latest, len(ids))
	for i, id := range ids {
		list[i] = query.Latest{Point: id, Time: begin + 96*hour - 1}
	}
	return list, nil
}

func story(s *apptest.Site) []episode {
	width := alarm.Key{Field: "width", ValueType: alarm.Observed}
	level := alarm.Key{Field: "level", ValueType: alarm.Accumulated}
	crack, gauge := s.Crack.ID, s.Level.ID
	list := []episode{
		{point: crack, key: width, level: alarm.Blue, opened: 1 * hour, status: alarm.Confirm, decision: 10 * minute},
		{point: crack, key: width, level: alarm.Blue, opened: 2 * hour, late: 3 * hour, status: alarm.FalseAlarm, decision: 20 * minute},
		{point: crack, key: width, level: alarm.Yellow, opened: 25 * hour, status: alarm.Confirm, decision: 60 * minute},
		{point: gauge, key: level, level: alarm.Red, opened: 30 * hour, status: alarm.FalseAlarm, decision: 240 * minute},
		{point: gauge, key: level, level: alarm.Orange, opened: 40 * hour, status: alarm.Restore},
		{point: gauge, key: level, level: alarm.Yellow, opened: 50 * hour, status: alarm.Notice},
		{point: gauge, key: level, level: alarm.Blue, opened: 5 * hour, status: alarm.Pending, gone: true},
		{opened: 6 * hour, status: alarm.Pending}, // about the logger
		// Before and after the span, or too young to be stale.
		{point: crack, key: width, level: alarm.Blue, opened: -30 * hour, status: alarm.Pending},
		{point: crack, key: width, level: alarm.Red, opened: -50 * hour, status: alarm.Restore},
		{point: gauge, key: level, level: alarm.Blue, opened: 95 * hour, status: alarm.Pending},
		{point: gauge, key: level, level: alarm.Red, opened: 96 * hour, status: alarm.Pending},
	}
	for i := range int64(11) {
		list = append(list, episode{point: gauge, key: level, level: alarm.Blue, opened: 80*hour + i*40*second, status: alarm.Restore})
	}
	return list
}

// The figures are those counted by hand, in whatever order the alerts were stored.
func TestFiguresByHand(t *testing.T) {
	orders := map[string]func([]episode){"in order": func([]episode) {}, "backwards": slices.Reverse[[]episode]}
	for _, engine := range apptest.Engines() {
		for name, order := range orders {
			t.Run(fmt.Sprintf("%s %s", engine, name), func(t *testing.T) {
				s := apptest.OpenSite(t, engine)
				one, two, three, four := 1.0, 2.0, 3.0, 4.0
				thresholds := alarm.Thresholds{List: []alarm.Threshold{
					{Field: "width", ValueType: alarm.Observed, Blue: &one, Yellow: &two, Orange: &three, Red: &four, Enable: true},
					{Field: "width", ValueType: alarm.Accumulated, Blue: &two, Enable: true},
					{Field: "width", ValueType: alarm.Rate, Blue: &one, Enable: false},
				}}
				if _, err := s.Points.Record(t.Context(), apptest.Actor(s.Admin), s.Crack.ID, apptest.Draft(t, "thresholds", 1_700_000_000_000, thresholds)); err != nil {
					t.Fatal(err)
				}
				list := story(s)
				order(list)
				for _, one := range list {
					change := []alarm.Change{one.change(s)}
					if err := s.DB.Write(t.Context(), func(tx *database.Tx) error { return s.Store.SaveAlerts(t.Context(), tx.Tx, change) }); err != nil {
						t.Fatal(err)
					}
				}
				compare(t, s)
			})
		}
	}
}

func compare(t *testing.T, s *apptest.Site) {
	span := quality.Span{From: begin, Until: begin + 96*hour, Zone: zone}
	f, err := quality.Measure(t.Context(), s.Store, read{}, s.Guest.Scope(), s.Project.ID, span)
	if err != nil {
		t.Fatal(err)
	}
	var stale []string
	for _, a := range f.Stale {
		stale = append(stale, fmt.Sprintf("%s %d", a.PointName, (a.Opened-begin)/hour))
	}
	key := alarm.Key{Field: "width", ValueType: alarm.Accumulated}
	for what, pair := range map[string][2]any{
		"alerts":    {f.Alerts, 18},
		"levels":    {f.Levels, [alarm.Red + 1]int{0, 14, 2, 1, 1}},
		"health":    {f.Health, map[alarm.Kind]int{alarm.OfDataLost: 1}},
		"withdrawn": {f.Withdrawn, 1},
		"days": {f.Days, []quality.Day{
			{Date: "2026-01-05", Levels: [alarm.Red + 1]int{1, 2}},
			{Date: "2026-01-06", Levels: [alarm.Red + 1]int{0, 0, 1, 1, 1}},
			{Date: "2026-01-07", Levels: [alarm.Red + 1]int{0, 0, 1}},
			{Date: "2026-01-08", Levels: [alarm.Red + 1]int{0, 12}},
		}},
		"peak":   {f.Peak, quality.Window{Start: begin + 80*hour, Count: 11}},
		"floods": {f.Floods, 1},
		// 10, 20, 60 and 240 min
		"decisions": {f.Decided, quality.Decisions{Decided: 4, False: 2, Restored: 12, Waiting: 2, Median: 40 * minute, Ninety: 240 * minute}},
		"worst": {f.Worst, []quality.Actor{
			{PointID: s.Level.ID, StructureID: s.Structure.ID, Name: "SW-09", Alerts: 15, Most: 12, False: 1},
			{PointID: s.Crack.ID, StructureID: s.Structure.ID, Name: "LF-01", Alerts: 3, Most: 3, False: 1},
		}},
		"chatters": {f.Chatters, 2},
		"stale":    {stale, []string{"LF-01 -30", "SW-09 50"}},
		"limits": {f.Limits, [alarm.Red + 1]quality.Limits{
			alarm.Blue: {Total: 2, Never: 1}, alarm.Yellow: {Total: 1}, alarm.Orange: {Total: 1, Never: 1}, alarm.Red: {Total: 1, Never: 1},
		}},
		"never": {f.Never, []quality.PointLimits{
			{PointID: s.Crack.ID, StructureID: s.Structure.ID, Name: "LF-01", Measurement: "Crack", Key: key, Side: alarm.Upper, Level: alarm.Blue},
		}},
		"always": {len(f.Always), 0},
	} {
		if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	strange, err := quality.Measure(t.Context(), s.Store, read{}, s.Stranger.Scope(), s.Project.ID, span)
	if err != nil || strange.Alerts+strange.Withdrawn+strange.Stales+len(strange.Never)+len(strange.Worst) != 0 {
		t.Errorf("a stranger counts %+v, %v", strange, err)
	}
}
