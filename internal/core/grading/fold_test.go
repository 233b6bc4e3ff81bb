package grading

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/timeline"
)

var key = alarm.Key{Field: "x"}

func always(s Settings) timeline.Timeline[Settings] {
	return timeline.Of([]timeline.Version[Settings]{{ID: 1, ValidFrom: 0, Value: s}})
}

func twoIndex() Settings {
	c, rate := 30.0, 3.0
	return Settings{Name: "n", Enable: true, Single: &Single{
		Measurement: "SurfaceDisplacement", Field: "x", ControlValue: &c, RateControl: &rate, Levels: TwoIndex(),
	}}
}

func read(t int64, accumulated, rate float64) *Reading {
	return &Reading{
		Point: 7, Measurement: "SurfaceDisplacement", Field: "x", Time: t, Control: Control{math.NaN(), math.NaN()},
		Nodes: []Node{{Observed: math.NaN(), Accumulated: accumulated, Rate: rate}},
	}
}

func levels(list []alarm.Episode) (reached []alarm.Level) {
	for _, e := range list {
		reached = append(reached, e.Steps[len(e.Steps)-1].Level)
	}
	return reached
}

// The examples of domain thresholds.md 5.1, with both signs and at the limits themselves.
func TestTwoIndexControl(t *testing.T) {
	for _, c := range []struct {
		a, r float64
		want alarm.Level
	}{
		{0.72, 0.75, alarm.Yellow},
		{0.90, 0.10, alarm.Yellow},
		{1.02, 0.20, alarm.Orange},
		{1.05, 1.10, alarm.Red},
		{0.72, 0.10, alarm.Normal},
		{0.70, 0.70, alarm.Yellow},
		{0.85, 0, alarm.Yellow},
		{0, 0.85, alarm.Yellow},
		{0.85, 0.85, alarm.Orange},
		{1, 0, alarm.Orange},
		{0, 1, alarm.Orange},
		{1, 1, alarm.Red},
		{0.699, 0.849, alarm.Normal},
		{0.849, 0.699, alarm.Normal},
		{-1.05, 1.10, alarm.Red},
		{0.72, -0.75, alarm.Yellow},
	} {
		f := NewFold(always(twoIndex()), key, nil, Beginning())
		f.Take([]*Reading{read(1, c.a*30, c.r*3)})
		got := alarm.Normal
		if list := f.Episodes(); len(list) > 0 {
			got = levels(list)[0]
		}
		if got != c.want {
			t.Errorf("a %v, r %v: %v, want %v", c.a, c.r, got, c.want)
		}
	}
}

func TestControlValuesOfThePoint(t *testing.T) {
	s := twoIndex()
	s.Single.ControlValue, s.Single.RateControl = nil, nil
	f := NewFold(always(s), key, nil, Beginning())
	f.Take([]*Reading{read(1, 31, 4)})
	if list := f.Episodes(); len(list) != 0 {
		t.Errorf("without a control value: %+v", list)
	}
	r := read(2, 31, 0)
	r.Control = Control{Accumulated: 30, Rate: math.NaN()}
	f.Take([]*Reading{r})
	list := f.Episodes()
	if len(list) != 1 || list[0].Steps[0].Limit != 30 || levels(list)[0] != alarm.Orange {
		t.Fatalf("with the red threshold of the point: %+v", list)
	}
	grounds := list[0].Steps[0].Grounds()
	if len(grounds) != 1 || grounds[0].ValueType != alarm.Accumulated || grounds[0].Value != 31 {
		t.Errorf("grounds %+v", grounds)
	}
}

func TestHoldAndRestore(t *testing.T) {
	s := twoIndex()
	for i := range s.Single.Levels {
		s.Single.Levels[i].HoldTimes = 2
	}
	f := NewFold(always(s), key, nil, Beginning())
	at := int64(0)
	take := func(a, r float64) []alarm.Episode {
		at++
		f.Take([]*Reading{read(at, a*30, r*3)})
		return f.Episodes()
	}
	nan := math.NaN()
	for i, step := range []struct {
		a, r  float64
		count int
		level alarm.Level
		ended bool
	}{
		{0.9, 0, 0, 0, false},
		{0, 0, 0, 0, false}, // one reading is not enough
		{0.9, 0, 0, 0, false},
		{1.1, 0, 1, alarm.Yellow, false}, // the second counts for yellow, the first for orange
		{1.1, 0, 1, alarm.Orange, false},
		{0.5, 0, 1, alarm.Orange, false},
		{nan, nan, 1, alarm.Orange, false},  // nothing is judged
		{0.75, nan, 1, alarm.Orange, false}, // with a rate it might be yellow
		{0.5, 0, 1, alarm.Orange, false},    // the first of two in a row
		{0.5, 0, 1, alarm.Orange, true},
		{0.9, 0, 1, alarm.Orange, true},
		{0.9, 0, 2, alarm.Yellow, false},
	} {
		list := take(step.a, step.r)
		if len(list) != step.count {
			t.Fatalf("step %d: %d warnings, want %d", i, len(list), step.count)
		}
		if n := len(list); n > 0 && (levels(list)[n-1] != step.level || (list[n-1].Ended != 0) != step.ended) {
			t.Fatalf("step %d: %+v, want level %v, ended %v", i, list[n-1], step.level, step.ended)
		}
	}
}

func TestDecidedWarningsComeBackOnlyHigher(t *testing.T) {
	f := NewFold(always(twoIndex()), key, []alarm.Action{{Key: key, At: 3, Seen: 2, Level: alarm.Yellow}}, Beginning())
	for at, a := range []float64{0, 0.9, 0.9, 0.9, 0.9, 1.1, 0.5, 0.5, 0.9} {
		f.Take([]*Reading{read(int64(at), a*30, 0)})
	}
	list := f.Episodes()
	if diff := cmp.Diff([]alarm.Level{alarm.Yellow, alarm.Orange, alarm.Yellow}, levels(list)); diff != "" {
		t.Errorf("%s %+v", diff, list)
	}
	if list[0].Processed != alarm.Yellow || list[0].Ended != 3 || list[1].Opened != 5 || list[1].Ended != 7 || list[2].Opened != 8 {
		t.Errorf("%+v", list)
	}
}

func multi(atLeast int) Settings {
	ten, minus := 10.0, -5.0
	return Settings{Name: "m", Enable: true, Multi: &Multi{Level: 3, AtLeast: atLeast, WindowMinutes: 10, Conditions: []Condition{
		{PointID: 7, Measurement: "SurfaceDisplacement", Field: "x", ValueType: alarm.Accumulated, Op: AtLeast, Value: &ten},
		{PointID: 8, Measurement: "SurfaceDisplacement", Field: "x", ValueType: alarm.Accumulated, Op: AtMost, Value: &minus},
		{Measurement: "Waterlevel", Field: "level", ValueType: alarm.Observed, Op: AtLeast, Value: &ten},
	}}}
}

func TestSeveralConditions(t *testing.T) {
	const minute = 60_000
	of := func(point int64, measurement, field string, at int64, v float64) *Reading {
		return &Reading{Point: point, Measurement: measurement, Field: field, Time: at * minute, Nodes: []Node{{Observed: v, Accumulated: v, Rate: v}}}
	}
	x := func(point, at int64, v float64) *Reading { return of(point, "SurfaceDisplacement", "x", at, v) }
	water := func(point, at int64, v float64) *Reading { return of(point, "Waterlevel", "level", at, v) }
	for name, c := range map[string]struct {
		atLeast  int
		readings []*Reading
		want     int
	}{
		"all":              {0, []*Reading{x(7, 1, 10), x(8, 2, -5), water(9, 10, 10)}, 1},
		"one is too old":   {0, []*Reading{x(7, 1, 10), x(8, 2, -5), water(9, 11, 10)}, 0},
		"one is lower":     {0, []*Reading{x(7, 1, 9.9), x(8, 2, -5), water(9, 3, 10)}, 0},
		"the sign counts":  {0, []*Reading{x(7, 1, -10), x(8, 2, -5), water(9, 3, 10)}, 0},
		"two of three":     {2, []*Reading{x(8, 1, -6), water(9, 2, 3), water(4, 3, 12)}, 1},
		"any":              {1, []*Reading{x(7, 1, 12)}, 1},
		"another point":    {1, []*Reading{x(6, 1, 12)}, 0},
		"it has come down": {2, []*Reading{x(8, 1, -6), x(8, 2, 0), water(4, 3, 12)}, 0},
	} {
		f := NewFold(always(multi(c.atLeast)), alarm.Key{}, nil, Beginning())
		for _, r := range c.readings {
			f.Take([]*Reading{r})
		}
		if list := f.Episodes(); len(list) != c.want {
			t.Errorf("%s: %+v, want %d warnings", name, list, c.want)
		}
	}
}

// A fold that stops after any reading and goes on from its stored state finds the same warnings.
func TestRestartsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		settings := always(twoIndex())
		values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]float64 {
			v := rapid.SampledFrom([]float64{0, 0.5, 0.7, 0.72, 0.85, 0.9, 1, 1.2, math.NaN()})
			return [2]float64{v.Draw(t, "a") * 30, v.Draw(t, "r") * 3}
		}), 1, 40).Draw(t, "values")
		var actions []alarm.Action
		if at := rapid.IntRange(0, len(values)).Draw(t, "decided"); at > 0 {
			actions = []alarm.Action{{Key: key, At: int64(at), Seen: int64(at), Level: alarm.Level(rapid.IntRange(1, 4).Draw(t, "level"))}}
		}
		whole := NewFold(settings, key, actions, Beginning())
		pieces := NewFold(settings, key, actions, Beginning())
		type part struct{ opened, processed int64 }
		ended := map[part]alarm.Episode{}
		keep := func(settle bool) {
			for _, e := range pieces.alarms.Episodes(settle) {
				if settle || e.Ended != 0 { // an open one goes on after the restart
					ended[part{e.Opened, int64(e.Processed)}] = e
				}
			}
		}
		for i, v := range values {
			r := read(int64(i+1), v[0], v[1])
			whole.Take([]*Reading{r})
			pieces.Take([]*Reading{r})
			if rapid.Bool().Draw(t, "restart") {
				keep(false)
				text, err := json.Marshal(pieces.State())
				if err != nil {
					t.Fatal(err)
				}
				var s State
				if err := json.Unmarshal(text, &s); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(whole.State(), s); diff != "" {
					t.Fatal(diff)
				}
				pieces = NewFold(settings, key, actions, s)
			}
		}
		keep(true)
		list := whole.Episodes()
		if len(list) != len(ended) {
			t.Fatalf("%d warnings in one piece, %d in several: %+v %+v", len(list), len(ended), list, ended)
		}
		for _, e := range list {
			if diff := cmp.Diff(e, ended[part{e.Opened, int64(e.Processed)}]); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
