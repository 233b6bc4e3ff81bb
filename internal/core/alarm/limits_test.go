package alarm

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func volts(v float64) *float64 { return &v }

func times(n int) *int { return &n }

// The most specific rule with a value counts, at every time, for each of the two limits.
func TestMostSpecificHealthRuleCounts(t *testing.T) {
	rules := []HealthRule{
		{ProjectID: 1, ValidFrom: 0, Voltage: volts(11), Lost: times(4)},
		{ProjectID: 1, DeviceType: "HDA3", ValidFrom: 100, Voltage: volts(11.8)},
		{ProjectID: 1, DeviceID: 7, ValidFrom: 200, Lost: times(6)},
		{ProjectID: 1, DeviceID: 7, ValidFrom: 300, Voltage: volts(0)}, // the tolerance is that of the project again
		{ProjectID: 1, DeviceID: 7, ValidFrom: 400},
	}
	want := []HealthLimits{
		{math.MinInt64, 11.5, 3, ByDefault, ByDefault},
		{0, 11, 4, FromProject, FromProject},
		{100, 11.8, 4, FromType, FromProject},
		{200, 11.8, 6, FromType, FromDevice},
		{300, 0, 4, FromDevice, FromProject},
		{400, 11.8, 4, FromType, FromProject},
	}
	if diff := cmp.Diff(want, ResolveHealth(11.5, rules)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d := Device{Limits: ResolveHealth(0, rules[:1])}
	if d.LimitsAt(-1).Voltage != 0 || d.LimitsAt(0).Voltage != 11 || !d.JudgesVoltage() {
		t.Errorf("%+v", d.Limits)
	}
}

// At each time the result is that of a look at the rules valid then.
func TestHealthRulesInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rules []HealthRule
		for i := range rapid.IntRange(0, 8).Draw(t, "rules") {
			r := HealthRule{ID: int64(i), ValidFrom: rapid.Int64Range(-3, 6).Draw(t, "from"), RecordedAt: int64(i)}
			switch rapid.IntRange(0, 2).Draw(t, "of") {
			case 0:
				r.DeviceID = 7
			case 1:
				r.DeviceType = "HDA3"
			}
			if rapid.Bool().Draw(t, "has a voltage") {
				r.Voltage = volts(float64(10 + i))
			}
			if rapid.Bool().Draw(t, "has a tolerance") {
				r.Lost = times(10 + i)
			}
			rules = append(rules, r)
		}
		list := ResolveHealth(3.3, rapid.Permutation(rules).Draw(t, "order"))
		for at := int64(-4); at < 8; at++ {
			want := HealthLimits{Voltage: 3.3, Lost: 3, VoltageFrom: ByDefault, LostFrom: ByDefault}
			for _, origin := range []Origin{FromProject, FromType, FromDevice} {
				var newest *HealthRule
				for i := range rules { // in the order of recording
					if r := &rules[i]; r.Origin() == origin && r.ValidFrom <= at && (newest == nil || r.ValidFrom >= newest.ValidFrom) {
						newest = r
					}
				}
				if newest != nil && newest.Voltage != nil {
					want.Voltage, want.VoltageFrom = *newest.Voltage, origin
				}
				if newest != nil && newest.Lost != nil {
					want.Lost, want.LostFrom = *newest.Lost, origin
				}
			}
			got := LimitsAt(list, at)
			got.From = 0
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("at %d of %+v (-want +got):\n%s", at, rules, diff)
			}
		}
	})
}

// A tolerance that changes while a device is silent counts from then on.
func TestSilenceWithChangingTolerance(t *testing.T) {
	d := Device{Limits: []HealthLimits{{From: math.MinInt64, Lost: 10}, {From: 1050 * minute, Lost: 3}}}
	every := []Schedule{{From: math.MinInt64, Interval: 10 * minute}}
	for now, want := range map[int64]int64{1049 * minute: 0, 1051 * minute: 1050 * minute} {
		episodes, due := d.Silences([]Span{{From: 1000 * minute}}, every, now)
		opened := int64(0)
		if len(episodes) > 0 {
			opened = episodes[0].Opened
		}
		if opened != want || want == 0 && due != 1050*minute {
			t.Errorf("at minute %d: silent from minute %d, due at minute %d", now/minute, opened/minute, due/minute)
		}
	}
}
