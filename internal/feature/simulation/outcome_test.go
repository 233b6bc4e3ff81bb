package simulation

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/series"
)

func TestOutcomeIsCutToTheSpan(t *testing.T) {
	episode := func(opened, ended int64, worst float64, levels ...alarm.Level) alarm.Replayed {
		e := alarm.Replayed{Worst: alarm.Deciding{Time: opened + 1, Value: worst}}
		e.Opened, e.Ended = opened, ended
		for i, level := range levels {
			e.Steps = append(e.Steps, alarm.Step{Level: level, Time: opened + int64(i)*hourMS})
		}
		return e
	}
	r := &compute.Replayed{
		Episodes: []alarm.Replayed{
			episode(1*hourMS, 3*hourMS, 1, alarm.Blue),                // before the span
			episode(8*hourMS, 13*hourMS, 3, alarm.Blue, alarm.Yellow), // began before it
			episode(20*hourMS, 20*hourMS+hourMS/2, 1, alarm.Blue),
			episode(30*hourMS, 0, 9, alarm.Blue, alarm.Yellow, alarm.Orange, alarm.Red), // ongoing, its last steps after the span
			episode(50*hourMS, 0, 1, alarm.Blue),                                        // after it
		},
		Levels: []alarm.LevelSince{
			{Time: 0, Level: alarm.Normal},
			{Time: 8 * hourMS, Level: alarm.Blue},
			{Time: 13 * hourMS, Level: alarm.NotJudged},
			{Time: 14 * hourMS, Level: alarm.Normal},
			{Time: 30 * hourMS, Level: alarm.Red},
		},
	}
	decided := []alarm.Record{
		{Opened: 20 * hourMS, Ended: 21 * hourMS, Status: alarm.FalseAlarm},
		{Opened: 30 * hourMS, Status: alarm.FalseAlarm},
		{Opened: 31 * hourMS, Status: alarm.Confirm},
	}
	s := span{from: 10 * hourMS, to: 32 * hourMS, now: 100 * hourMS, zone: time.UTC}
	got := s.outcome(r, decided)
	byHour, byLength := make([]int, 24), make([]int, 5)
	byHour[20], byHour[6] = 1, 1
	byLength[0], byLength[1] = 1, 1
	want := SimulatedOutcome{
		Counts: Counts{Episodes: 2, Alerts: []int{2, 1, 1, 0}, False: 1, Hours: []float64{16, 3, 0, 0, 2}, Unjudged: 1},
		ByHour: byHour, ByLength: byLength,
		Levels: []LevelFrom{{10 * hourMS, 1}, {13 * hourMS, -1}, {14 * hourMS, 0}, {30 * hourMS, 4}},
		List: []SimulatedEpisode{
			{Opened: 8 * hourMS, Ended: 13 * hourMS, Level: 2, Value: 3, Time: 8*hourMS + 1},
			{Opened: 20 * hourMS, Ended: 20*hourMS + hourMS/2, Level: 1, Value: 1, Time: 20*hourMS + 1, False: true},
			{Opened: 30 * hourMS, Level: 4, Value: 9, Time: 30*hourMS + 1},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Of a strip with very many changes each part has its highest level, so that none disappears.
func TestStripKeepsTheHighestLevels(t *testing.T) {
	s := span{to: 100_000, now: 1 << 40, zone: time.UTC}
	var held []alarm.LevelSince
	for i := range int64(10_000) {
		held = append(held, alarm.LevelSince{Time: i * 10, Level: alarm.Level(i % 2)})
	}
	held[5001].Level = alarm.Red
	list, reduced := s.strip(held)
	if !reduced || len(list) > mostLevels+1 {
		t.Errorf("%d parts, reduced %v", len(list), reduced)
	}
	if !slices.ContainsFunc(list, func(l LevelFrom) bool { return l.Level == 4 && l.Time <= 50_010 && l.Time > 49_900 }) {
		t.Errorf("the red part is gone: %v", list)
	}
}

func TestCurveKeepsExtremesAndGaps(t *testing.T) {
	segment := &compiled.Segment{Main: series.RawID(1, 0), Interval: 10}
	c := curve{from: 100, to: 1_000_000}
	for i := range int64(20_000) {
		at, v := i*10, 1.0
		switch {
		case i > 9000 && i < 12_000:
			continue // a gap
		case i == 7777:
			v = -50
		}
		c.add(segment, alarm.Deciding{Time: at, Value: v})
	}
	if worst := c.farthest(); worst.Value != -50 || worst.Time != 77_770 {
		t.Errorf("the farthest value: %+v", worst)
	}
	drawn := c.drawn()
	if !drawn.Reduced || len(drawn.Times) > mostDrawn+10 || drawn.Times[0] != 100 || drawn.Times[len(drawn.Times)-1] < 199_000 {
		t.Fatalf("%d values from %d", len(drawn.Times), drawn.Times[0])
	}
	low, gaps := 0.0, 0
	for i, v := range drawn.Values {
		switch {
		case v == nil:
			gaps++
			if drawn.Times[i] != 90_001 {
				t.Errorf("a gap at %d", drawn.Times[i])
			}
		case *v < low:
			low = *v
		}
	}
	if low != -50 || gaps != 1 || !slices.IsSorted(drawn.Times) {
		t.Errorf("least value %g, %d gaps", low, gaps)
	}
}

func TestScaledLimits(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	set := alarm.Thresholds{List: []alarm.Threshold{{
		Field: "force", ValueType: alarm.Observed, Blue: number(1), Yellow: number(2), Orange: number(3), Enable: true,
		Lower: &alarm.Lower{Blue: number(0.4), Yellow: number(0.3)},
	}}}
	limits := func(set alarm.Thresholds) []float64 {
		t := set.List[0]
		return []float64{*t.Blue, *t.Yellow, *t.Orange, *t.Lower.Blue, *t.Lower.Yellow}
	}
	for _, c := range []struct {
		factor   float64
		decimals int
		want     []float64
	}{
		{1.26, 1, []float64{1.3, 2.5, 3.8, 0.5, 0.4}},
		{0.1, 2, []float64{0.1, 0.2, 0.3, 0.04, 0.03}},
		{0.5, 0, []float64{0.5, 1, 1.5, 0.2, 0.15}}, // rounded they would not rise
	} {
		if diff := cmp.Diff(c.want, limits(scaled(set, c.factor, c.decimals))); diff != "" {
			t.Errorf("times %g:\n%s", c.factor, diff)
		}
	}
	if diff := cmp.Diff([]float64{1, 2, 3, 0.4, 0.3}, limits(set)); diff != "" {
		t.Errorf("the set itself has changed:\n%s", diff)
	}
}
