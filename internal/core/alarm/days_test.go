package alarm

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
)

// judgeAll judges rates in time order and returns the time of each level reached, in hours from the first reading.
func judgeAll(threshold Threshold, hours []float64, rates []float64) map[Level]float64 {
	keys := Keys([]Thresholds{{List: []Threshold{threshold}}})
	columns := reading.Intern([]reading.Column{{Field: threshold.Field}})
	panel := NewPanel(Thresholds{List: []Threshold{threshold}}, keys, columns, columns)
	f := NewFold(keys, nil)
	for i, rate := range rates {
		f.Judge(panel, int64(hours[i]*3600_000), nil, nil, []float64{rate})
	}
	reached := map[Level]float64{}
	for _, e := range f.Episodes(true) {
		for _, s := range e.Steps {
			reached[s.Level] = float64(s.Time) / 3600_000
		}
	}
	return reached
}

// Rate of a wall top, grade 1, GB 50497-2019 table 8.0.4: 3 mm/d at once, 70 % of it three times in a row.
func TestRateRuleOfTheStandard(t *testing.T) {
	rule := Threshold{
		Field: "x", ValueType: Rate, Enable: true, Blue: number(2.1), Yellow: number(2.4), Orange: number(2.7), Red: number(3),
		ConfirmTimes: 3, AtOnce: int(Red),
	}
	for name, c := range map[string]struct {
		rates []float64
		want  map[Level]float64
	}{
		"twice over 70 %":               {[]float64{2.2, 2.2, 1.0, 2.2, 2.2}, map[Level]float64{}},
		"three times":                   {[]float64{2.2, 2.2, 2.2}, map[Level]float64{Blue: 48}},
		"three times, rising":           {[]float64{2.2, 2.2, 2.5}, map[Level]float64{Blue: 48, Yellow: 48}},
		"reaches the value":             {[]float64{1.0, 3.0}, map[Level]float64{Blue: 24, Yellow: 24, Orange: 24, Red: 24}},
		"reaches it, the other way":     {[]float64{-3.1}, map[Level]float64{Blue: 0, Yellow: 0, Orange: 0, Red: 0}},
		"90 % is not the value":         {[]float64{2.9, 2.9}, map[Level]float64{}},
		"escalates at once when raised": {[]float64{2.2, 2.2, 2.2, 2.8}, map[Level]float64{Blue: 48, Yellow: 72, Orange: 72}},
	} {
		hours := make([]float64, len(c.rates))
		for i := range hours {
			hours[i] = float64(24 * i)
		}
		if diff := cmp.Diff(c.want, judgeAll(rule, hours, c.rates)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Tilt rate of a building, note of table 8.0.5: 0.0001 H/d, which is 0.1 ‰/d, on 3 days in a row.
func TestTiltRuleOfTheStandard(t *testing.T) {
	rule := Threshold{
		Field: "slopeX", ValueType: Rate, Enable: true, Blue: number(0.07), Yellow: number(0.08), Orange: number(0.09), Red: number(0.1), ConfirmDays: 3,
	}
	for name, c := range map[string]struct {
		hours, rates []float64
		want         map[Level]float64
	}{
		"3 daily readings":        {[]float64{0, 24, 48}, []float64{0.11, 0.12, 0.11}, map[Level]float64{Blue: 48, Yellow: 48, Orange: 48, Red: 48}},
		"2 days":                  {[]float64{0, 24, 47 - 0.1}, []float64{0.11, 0.12, 0.11}, map[Level]float64{}},
		"a little early":          {[]float64{0, 23.5, 47.2}, []float64{0.11, 0.12, 0.11}, map[Level]float64{Blue: 47.2, Yellow: 47.2, Orange: 47.2, Red: 47.2}},
		"many on one day":         {[]float64{0, 6, 12, 18, 22}, []float64{0.2, 0.2, 0.2, 0.2, 0.2}, map[Level]float64{}},
		"one below in between":    {[]float64{0, 24, 36, 48}, []float64{0.11, 0.11, 0.05, 0.11}, map[Level]float64{}},
		"a day without a reading": {[]float64{0, 24, 72, 96}, []float64{0.11, 0.11, 0.11, 0.11}, map[Level]float64{}},
		"each level on its own":   {[]float64{0, 24, 48, 72}, []float64{0.075, 0.11, 0.11, 0.11}, map[Level]float64{Blue: 48, Yellow: 72, Orange: 72, Red: 72}},
		"the other way":           {[]float64{0, 24, 48}, []float64{-0.075, -0.075, -0.075}, map[Level]float64{Blue: 48}},
	} {
		if diff := cmp.Diff(c.want, judgeAll(rule, c.hours, c.rates)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A fold that continues from a stored state gives the same as one that saw everything: late readings refold from there.
func TestDaysSurviveACheckpoint(t *testing.T) {
	rule := Threshold{Field: "x", ValueType: Rate, Enable: true, Blue: number(1), Yellow: number(2), ConfirmDays: 3}
	list := Thresholds{List: []Threshold{rule}}
	keys := Keys([]Thresholds{list})
	columns := reading.Intern([]reading.Column{{Field: "x"}})
	panel := NewPanel(list, keys, columns, columns)
	rapid.Check(t, func(t *rapid.T) {
		whole, pieces := NewFold(keys, nil), NewFold(keys, nil)
		at := int64(0)
		var ended []Episode
		for range rapid.IntRange(1, 30).Draw(t, "readings") {
			at += rapid.SampledFrom([]int64{3600_000, 12 * 3600_000, day - 1800_000, day, day + 1800_000, 2 * day}).Draw(t, "step")
			row := []float64{rapid.SampledFrom([]float64{0.5, 1.5, 1.5, 2.5, 2.5, -2.5}).Draw(t, "rate")}
			whole.Judge(panel, at, nil, nil, row)
			pieces.Judge(panel, at, nil, nil, row)
			if !rapid.Bool().Draw(t, "stored") {
				continue
			}
			stored := AppendState(nil, keys, pieces.State)
			for _, e := range pieces.Episodes(false) {
				if e.Ended != 0 {
					ended = append(ended, e)
				}
			}
			state, rest, err := DecodeState(stored, keys)
			if err != nil || len(rest) != 0 {
				t.Fatalf("%v, %d bytes left", err, len(rest))
			}
			if again := AppendState(nil, keys, state); !bytes.Equal(stored, again) {
				t.Fatal("another state is read than was stored")
			}
			pieces = NewFold(keys, nil)
			pieces.Start(state)
		}
		if diff := cmp.Diff(whole.Episodes(true), append(ended, pieces.Episodes(true)...)); diff != "" {
			t.Fatalf("(-at once +in pieces):\n%s", diff)
		}
	})
}
