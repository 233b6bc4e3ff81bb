package alarm

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

func number(v float64) *float64 { return &v }

func levels(blue, yellow, orange, red float64) Threshold {
	return Threshold{
		Field: "x", ValueType: Observed, Enable: true,
		Blue: number(blue), Yellow: number(yellow), Orange: number(orange), Red: number(red),
	}
}

func TestGrade(t *testing.T) {
	upper := levels(21, 24, 27, 30)
	positive, negative, open := upper, upper, upper
	positive.Direction, negative.Direction = DirectionPositive, DirectionNegative
	open.Orange, open.Red = nil, nil
	// Anchor of thresholds.md 2.4: upper 544 to 640, lower 460 to 400.
	anchor := levels(544, 576, 608, 640)
	anchor.Lower = &Lower{Blue: number(460), Yellow: number(440), Orange: number(420), Red: number(400)}
	elevation := levels(0.5, 1, 1.5, 2)
	elevation.Reference = 36.52
	tests := []struct {
		threshold Threshold
		value     float64
		level     Level
	}{
		{upper, 20.999, 0},
		{upper, 21, 1},
		{upper, -24, 2},
		{upper, 29.99, 3},
		{upper, 30, 4},
		{positive, -40, 0},
		{positive, 40, 4},
		{negative, -27, 3},
		{negative, 27, 0},
		{open, 1000, 2},
		{anchor, 500, 0},
		{anchor, 460, 1},
		{anchor, 400, 4},
		{anchor, 608, 3},
		{elevation, 37.0, 0},
		{elevation, 37.52, 2},
		{elevation, 35.02, 3},
		{upper, math.NaN(), 0},
	}
	for _, test := range tests {
		if got := Grade(&test.threshold, test.value); got != test.level {
			t.Errorf("%v at %+v: level %d, want %d", test.value, test.threshold, got, test.level)
		}
	}
}

func TestValidate(t *testing.T) {
	good := levels(1, 2, 3, 4)
	with := func(change func(*Threshold)) Threshold {
		changed := good
		change(&changed)
		return changed
	}
	tests := []struct {
		name  string
		list  []Threshold
		field string
		code  *errs.Message
	}{
		{"in order", []Threshold{good}, "", nil},
		{"higher ones missing", []Threshold{with(func(t *Threshold) { t.Orange, t.Red = nil, nil })}, "", nil},
		{"lower only", []Threshold{with(func(t *Threshold) {
			t.Blue, t.Yellow, t.Orange, t.Red = nil, nil, nil, nil
			t.Lower = &Lower{Blue: number(4), Yellow: number(3)}
		})}, "", nil},
		{"zero", []Threshold{with(func(t *Threshold) { t.Blue = number(0) })}, "list[0].blue", errs.ThresholdNotPositive},
		{"not rising", []Threshold{with(func(t *Threshold) { t.Orange = number(2) })}, "list[0].orange", errs.ThresholdRising},
		{"gap", []Threshold{with(func(t *Threshold) { t.Yellow = nil })}, "list[0].orange", errs.ThresholdGap},
		{"lower rising", []Threshold{with(func(t *Threshold) {
			t.Lower = &Lower{Blue: number(1), Yellow: number(2)}
		})}, "list[0].lower.yellow", errs.ThresholdFalling},
		{"nothing", []Threshold{{Field: "x", ValueType: Observed}}, "list[0].blue", errs.Empty},
		{"twice", []Threshold{good, good}, "list[1].field", errs.ThresholdTwice},
		{"infinite", []Threshold{with(func(t *Threshold) { t.Red = number(math.Inf(1)) })}, "list[0].red", errs.NotFinite},
		{"value type", []Threshold{with(func(t *Threshold) { t.ValueType = "speed" })}, "list[0].valueType", errs.NotOneOf},
		{"nodes", []Threshold{with(func(t *Threshold) { t.NodeRange = &[2]int32{5, 2} })}, "list[0].nodeRange", errs.OutOfRange},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := Validate(Thresholds{List: test.list})
			if test.code == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			refused, ok := errs.As(err)
			if !ok || len(refused.Fields) == 0 {
				t.Fatalf("not refused: %v", err)
			}
			if f := refused.Fields[0]; f.Name != test.field || f.Message != test.code {
				t.Errorf("refused %s with %s", f.Name, f.Message.Key)
			}
		})
	}
}

// judged folds values one hour apart and returns the episodes.
func judged(threshold Threshold, actions []Action, values ...float64) []Episode {
	columns := reading.Intern([]reading.Column{{Field: "x"}})
	thresholds := Thresholds{List: []Threshold{threshold}}
	keys := Keys([]Thresholds{thresholds})
	fold := NewFold(keys, actions)
	panel := NewPanel(thresholds, keys, columns, columns)
	for i, v := range values {
		fold.Judge(panel, int64(i), []float64{v}, nil, nil)
	}
	return fold.Episodes(true)
}

// spanOf is an episode without the values of its steps.
type spanOf struct {
	Opened, Ended int64
	Levels        []Level
	Current       Level
}

func spans(episodes []Episode) []spanOf {
	var list []spanOf
	for _, e := range episodes {
		s := spanOf{Opened: e.Opened, Ended: e.Ended, Current: e.Current}
		for _, step := range e.Steps {
			s.Levels = append(s.Levels, step.Level)
		}
		list = append(list, s)
	}
	return list
}

func TestEpisodes(t *testing.T) {
	plain := levels(21, 24, 27, 30)
	confirmed := plain
	confirmed.ConfirmTimes = 2
	at := func(when int64, level Level) Action {
		return Action{Key: plain.Key(), At: when, Seen: when, Level: level}
	}
	tests := []struct {
		name      string
		threshold Threshold
		actions   []Action
		values    []float64
		want      []spanOf
	}{
		{"raise, escalate, ease", plain, nil, []float64{20, 21, 25, 22}, []spanOf{{1, 0, []Level{1, 2}, 1}}},
		{"restore line is 19.95, twice", plain, nil, []float64{22, 19.95, 19.94, 19.96, 19.9, 19.9}, []spanOf{{0, 5, []Level{1}, 0}}},
		{"one reading does not confirm", confirmed, nil, []float64{22, 1, 22, 1}, nil},
		{"two in a row confirm", confirmed, nil, []float64{22, 1, 22, 31, 1}, []spanOf{{3, 0, []Level{1, 2, 3, 4}, 1}}},
		{"missing values change nothing", plain, nil, []float64{22, math.NaN(), math.NaN(), math.NaN()}, []spanOf{{0, 0, []Level{1}, 1}}},
		{"confirmed: the same level raises nothing", plain, []Action{at(1, 1)}, []float64{22, 22, 22, 23}, []spanOf{{0, 1, []Level{1}, 1}}},
		{"confirmed: a higher level raises", plain, []Action{at(1, 1)}, []float64{22, 22, 25}, []spanOf{{0, 1, []Level{1}, 1}, {2, 0, []Level{2}, 2}}},
		{"confirmed, restored, raised again", plain, []Action{at(1, 1)}, []float64{22, 22, 3, 22}, []spanOf{{0, 1, []Level{1}, 1}, {3, 0, []Level{1}, 1}}},
		{
			"late data higher than what was seen", plain,
			[]Action{at(2, 1)},
			[]float64{22, 31, 22, 22},
			[]spanOf{{0, 2, []Level{1}, 1}, {1, 0, []Level{2, 3, 4}, 1}},
		},
		{"a decision after the last reading", plain, []Action{at(9, 1)}, []float64{22, 22}, []spanOf{{0, 9, []Level{1}, 1}}},
		{"a decision about a vanished episode", plain, []Action{at(2, 1)}, []float64{1, 1, 1, 22}, []spanOf{{3, 0, []Level{1}, 1}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, spans(judged(test.threshold, test.actions, test.values...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNodeRangeUsesWorstNode(t *testing.T) {
	threshold := levels(10, 20, 30, 40)
	threshold.NodeRange = &[2]int32{1, 2}
	columns := reading.Intern([]reading.Column{{Field: "x", Node: 0}, {Field: "x", Node: 1}, {Field: "x", Node: 2}})
	thresholds := Thresholds{List: []Threshold{threshold}}
	keys := Keys([]Thresholds{thresholds})
	fold := NewFold(keys, nil)
	panel := NewPanel(thresholds, keys, columns, columns)
	rows := [][]float64{{99, 1, 2}, {0, -12, 15}, {0, 15, 1}, {0, 9.9, 1}, {0, 1, 1}, {0, 1, 1}}
	for i, row := range rows {
		fold.Judge(panel, int64(i), row, nil, nil)
	}
	episodes := fold.Episodes(true)
	want := []spanOf{{1, 5, []Level{1}, 0}}
	if diff := cmp.Diff(want, spans(episodes)); diff != "" {
		t.Fatal(diff)
	}
	if step := episodes[0].Steps[0]; step.Node != 2 || step.Value != 15 {
		t.Errorf("step %+v", step)
	}
}

func TestStateSurvivesACheckpoint(t *testing.T) {
	threshold := levels(21, 24, 27, 30)
	thresholds := Thresholds{List: []Threshold{threshold}}
	keys := Keys([]Thresholds{thresholds})
	columns := reading.Intern([]reading.Column{{Field: "x"}})
	panel := NewPanel(thresholds, keys, columns, columns)
	fold := NewFold(keys, nil)
	for i, v := range []float64{1, 25, 22} {
		fold.Judge(panel, int64(i), []float64{v}, nil, nil)
	}
	data := AppendState(nil, keys, fold.State)
	state, rest, err := DecodeState(data, keys)
	if err != nil || len(rest) != 0 {
		t.Fatal(err, rest)
	}
	if diff := cmp.Diff(fold.State, state); diff != "" {
		t.Error(diff)
	}
	other := levels(1, 2, 3, 4)
	other.Field = "a"
	more := Keys([]Thresholds{thresholds, {List: []Threshold{other}}})
	state, _, err = DecodeState(data, more)
	if err != nil {
		t.Fatal(err)
	}
	if again := AppendState(nil, more, state); !cmp.Equal(data, again) {
		t.Error("another key changed the bytes of the state")
	}
}

func FuzzDecodeState(f *testing.F) {
	keys := []Key{{Field: "x", ValueType: Observed}}
	f.Add(AppendState(nil, keys, NewState(1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		state, _, err := DecodeState(data, keys)
		if err == nil {
			AppendState(nil, keys, state)
		}
	})
}

// The stored level of a point is updated when another panel takes effect, even if only the time since which it has
// that level changes.
func TestLevelDigestDependsOnPanel(t *testing.T) {
	f := Fold{keys: []Key{{Field: "width", ValueType: Observed}, {Field: "width", ValueType: Accumulated}}}
	f.State.Keys = []KeyState{{Judged: true, Level: Red, Side: Upper, Since: 5}, {Judged: true, Level: Red, Side: Upper, Since: 10}}
	both, one := &Panel{judges: []judge{{key: 0}, {key: 1}}}, &Panel{judges: []judge{{key: 1}}}
	if a, b := f.LevelOf(1, both), f.LevelOf(1, one); a.Since != 5 || b.Since != 10 || a.Level != b.Level {
		t.Fatalf("%+v, %+v", a, b)
	}
	if bytes.Equal(f.AppendDigest(nil, both), f.AppendDigest(nil, one)) {
		t.Error("the level of the second panel would not be stored")
	}
}
