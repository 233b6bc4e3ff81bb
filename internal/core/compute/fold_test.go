package compute_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

var width = reading.Column{Field: "width"}

// hourly sends readings one hour apart.
func (s *site) hourly(raw series.ID, values ...float64) {
	s.t.Helper()
	for i, v := range values {
		s.send(true, put(raw, start+int64(i)*hour, v))
		s.drain()
	}
}

func flags(rows []row) []reading.Flag {
	var list []reading.Flag
	for _, r := range rows {
		list = append(list, r.Flag)
	}
	return list
}

func TestQualityRules(t *testing.T) {
	spikes := definition.Processor{Abnormal: []definition.AbnormalRow{{Field: "width", Value: 10}}}
	tests := []struct {
		name   string
		filter bool
		values []float64
		want   []reading.Flag
	}{
		{"a lone spike is abnormal", true, []float64{1, 1, 20, 1.5}, []reading.Flag{0, 0, reading.Abnormal, 0}},
		{"a step that the next confirms is valid", true, []float64{1, 1, 20, 21}, []reading.Flag{0, 0, 0, 0}},
		{"the newest is held", true, []float64{1, 1, 20}, []reading.Flag{0, 0, reading.Provisional}},
		{"two spikes that differ", true, []float64{1, 20, 40, 1.5}, []reading.Flag{0, reading.Abnormal, reading.Abnormal, 0}},
		{"NaN does not decide", true, []float64{1, 20, math.NaN(), 1}, []reading.Flag{0, reading.Abnormal, reading.Invalid, 0}},
		{"without a filter all are valid", false, []float64{1, 1, 20, 1.5}, []reading.Flag{0, 0, 0, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := gauge(h)
			if test.filter {
				d.Config.Processor = versions(h, at(0, spikes))
			}
			s := newSite(t, h, d)
			s.hourly(raw, test.values...)
			if diff := cmp.Diff(test.want, flags(s.results(d.Point.ID))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCorrections(t *testing.T) {
	tests := []struct {
		name        string
		corrections []correction.Correction
		flags       []reading.Flag
		values      []float64 // NaN: none
		changes     []float64
	}{
		{"none", nil, []reading.Flag{0, 0, 0, 0}, []float64{2, 2, 6, 8}, []float64{0, 0, 4, 6}},
		{
			"a withdrawn range keeps its values",
			[]correction.Correction{{Kind: correction.Withdraw, From: start + 2*hour, To: start + 2*hour}},
			[]reading.Flag{0, 0, reading.Withdrawn, 0},
			[]float64{2, 2, 6, 8},
			[]float64{0, 0, 4, 6},
		},
		{
			"a shift counts from its time on",
			[]correction.Correction{{Kind: correction.Shift, Fields: []string{"width"}, From: start + 2*hour, Amount: -2.1}},
			[]reading.Flag{0, 0, 0, 0},
			[]float64{2, 2, 6, 8},
			[]float64{0, 0, 1.9, 3.9},
		},
		{
			"a value that replaces the instrument's",
			[]correction.Correction{{Kind: correction.Replace, From: start + 3*hour, Values: map[string]float64{"width": 5}}},
			[]reading.Flag{0, 0, 0, reading.Replaced},
			[]float64{2, 2, 6, 5},
			[]float64{0, 0, 4, 3},
		},
		{
			"a value where no reading is",
			[]correction.Correction{{Kind: correction.Replace, From: start + 4*hour, Values: map[string]float64{"width": 5}}},
			[]reading.Flag{0, 0, 0, 0, reading.Replaced},
			[]float64{2, 2, 6, 8, 5},
			[]float64{0, 0, 4, 6, 3},
		},
		{
			"what was recorded later decides",
			[]correction.Correction{
				{Kind: correction.Replace, From: start + 3*hour, Values: map[string]float64{"width": 5}, RecordedAt: 1},
				{Kind: correction.Withdraw, From: start + 2*hour, To: start + 9*hour, RecordedAt: 2},
				{Kind: correction.Replace, From: start + 2*hour, Values: map[string]float64{"width": 4}, RecordedAt: 3},
			},
			[]reading.Flag{0, 0, reading.Replaced, reading.Replaced | reading.Withdrawn},
			[]float64{2, 2, 4, 5},
			[]float64{0, 0, 2, 3},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := gauge(h)
			d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 2}}))
			s := newSite(t, h, d)
			s.hourly(raw, 1, 1, 3, 4)
			for _, c := range test.corrections {
				c.ID, c.PointID = h.next(), d.Point.ID
				s.configure(d.Point.ID, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
				s.drain()
			}
			results := s.results(d.Point.ID)
			if diff := cmp.Diff(test.flags, flags(results)); diff != "" {
				t.Error(diff)
			}
			p, _ := s.directory.Point(d.Point.ID)
			changes := compiled.NewChanges(p, s.initials(d.Point.ID))
			var values, accumulated []float64
			for _, r := range results {
				values = append(values, r.Values[width])
				out := make([]float64, 1)
				if !changes.Accumulated(r.Time, []float64{r.Values[width]}, out) {
					t.Fatal("no initial value")
				}
				accumulated = append(accumulated, out[0])
			}
			if diff := cmp.Diff(test.values, values); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.changes, accumulated); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInitialValues(t *testing.T) {
	tests := []struct {
		name    string
		initial definition.Initial
		from    int64
		value   float64
		count   int
	}{
		{"the first three", definition.Initial{Mode: "auto"}, 0, 4, 3},
		{"the first two after a time", definition.Initial{Mode: "auto", Count: 2, Time: start + 2*hour}, 0, 7, 2},
		{"from readings before its start", definition.Initial{Mode: "auto", Count: 2, Time: start + hour}, start + 4*hour, 5, 2},
		{"the last two before a time", definition.Initial{Mode: "current", Count: 2, Time: start + 3*hour}, start + 3*hour, 7, 2},
		{"typed in", definition.Initial{Mode: "manual", Values: map[string]float64{"width": 1.5}}, 0, 1.5, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := gauge(h)
			d.Config.Initial = versions(h, at(test.from, test.initial))
			s := newSite(t, h, d)
			s.hourly(raw, 1, 2, 3, 4, 5, 6)
			list := s.initials(d.Point.ID)
			if len(list) != 1 || list[0].Values[0] != test.value || list[0].Count != test.count || list[0].From != test.from {
				t.Errorf("%+v", list)
			}
		})
	}
}

func TestRate(t *testing.T) {
	// formulas.md section 19: -11.85 mm at 0 h, -12.37 mm at 36 h.
	rate := limits(0.3, 0.4, 0.5, 0.6)
	rate.Field, rate.ValueType = "width", alarm.Rate
	define := func(h *harness) (definition.Definition, series.ID) {
		d, raw := gauge(h)
		d.Config.Formula = versions(h, at(0, formulaOf("raw")))
		d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 0}}))
		d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{rate}}))
		return d, raw
	}
	tests := []struct {
		name  string
		times []int64
		rate  float64 // 0: none
	}{
		{"36 h apart", []int64{0, 36 * hour}, -0.34667},
		{"23 h 30 min count as a day", []int64{0, 23*hour + 30*60*second}, -0.53106},
		{"a minute less does not", []int64{0, 23*hour + 29*60*second}, 0},
		{"older than 7 days", []int64{0, 7*day + 1}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := define(h)
			s := newSite(t, h, d)
			s.send(true, put(raw, start+test.times[0], -11.85), put(raw, start+test.times[1], -12.37))
			s.drain()
			records := s.records(d.Point.ID)
			if test.rate == 0 {
				if len(records) != 0 {
					t.Errorf("judged: %+v", records)
				}
				return
			}
			if len(records) != 1 || records[0].Last().Value != test.rate {
				t.Errorf("%+v", records)
			}
		})
	}
}

// An initial value is formed from readings of one instrument only, however few there are.
func TestInitialValueUsesOneInstrument(t *testing.T) {
	const change = start + 2*hour
	tests := []struct {
		name    string
		initial definition.Initial
		from    int64
		value   float64
		count   int
	}{
		{"after two of three readings", definition.Initial{Mode: "auto"}, 0, 3, 2},
		{"after none of three readings", definition.Initial{Mode: "auto", Time: change}, 0, 202, 3},
		{"the last three after the change", definition.Initial{Mode: "current"}, change + hour, 201, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, first := gauge(h)
			second := h.next()
			old := d.Config.Binding.Versions()[0].Value
			d.Config.Binding = versions(h, at(0, old), at(change, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: second}}}))
			d.Config.Initial = versions(h, at(test.from, test.initial))
			s := newSite(t, h, d)
			s.hourly(first, 1, 2)
			next := series.RawID(second, 0)
			for i := range 4 {
				s.send(true, put(next, change+int64(i)*hour, 100+float64(i)))
				s.drain()
			}
			formed := s.initials(d.Point.ID)
			if len(formed) != 1 || formed[0].Values[0] != test.value || formed[0].Count != test.count {
				t.Errorf("formed %+v", formed)
			}
			s.configure(d.Point.ID, start, func(*definition.Definition) {})
			s.drain()
			if diff := cmp.Diff(formed, s.initials(d.Point.ID), cmp.Comparer(func(a, b *reading.Columns) bool { return a == b })); diff != "" {
				t.Errorf("recomputed:\n%s", diff)
			}
		})
	}
}

// Until a new instrument sends, changes of the old one are relative to its own initial value.
func TestHandoverUsesOldInstrument(t *testing.T) {
	h := openHarness(t)
	d, first := gauge(h)
	second := h.next()
	const change = start + 2*hour
	next := definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: second}}}
	d.Config.Binding = versions(h, at(0, d.Config.Binding.Versions()[0].Value), at(change, next))
	s := newSite(t, h, d)
	s.hourly(first, 1, 2)
	told := func() compute.Handover {
		t.Helper()
		found, err := s.previewer.Handover(t.Context(), d, change, next)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	before := told()
	if before.Last != start+hour || len(before.Changes) != 1 || before.Changes[0] != 1 {
		t.Fatalf("before the new instrument sent: %+v", before)
	}
	for i := range 3 {
		s.send(true, put(series.RawID(second, 0), change+int64(i)*hour, 100))
		s.drain()
	}
	if after := told(); after.Changes[0] != before.Changes[0] {
		t.Errorf("after: %+v", after)
	}
}

func TestNewInitialValueDoesNotAffectRate(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	d.Config.Initial = versions(h,
		at(0, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 0}}),
		at(start+30*hour, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 500}}))
	rate := limits(1, 2, 3, 4)
	rate.Field, rate.ValueType = "width", alarm.Rate
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{rate}}))
	s := newSite(t, h, d)
	for i := range 60 {
		s.send(true, put(raw, start+int64(i)*hour, 5))
		s.drain()
	}
	if records := s.records(d.Point.ID); len(records) != 0 {
		t.Errorf("%+v", records)
	}
}

func TestSurveyedCollarOfATopFixedArray(t *testing.T) {
	// formulas.md section 10: the same displacement is added to every node, interpolated linearly between surveys.
	h := openHarness(t)
	d, _ := gauge(h)
	d.Point.Measurement = "DeepDisplacement"
	d.Config.Formula = versions(h,
		at(0, definition.Formula{Rules: []definition.Rule{{ComputedField: "x", FormulaType: definition.CustomFormula, Text: "raw"}}}))
	d.Config.Processor = versions(h, at(0, definition.Processor{FixedEnd: "top"}))
	d.Config.Initial = versions(h, at(start, definition.Initial{Mode: "manual", Values: map[string]float64{"x": 0}}))
	survey := func(at int64, x float64) correction.Correction {
		return correction.Correction{ID: h.next(), Kind: correction.TopShift, From: at, Values: map[string]float64{"x": x}}
	}
	d.Corrections = []correction.Correction{survey(start+10*hour, 14.2), survey(start+20*hour, 18.2)}
	p := compiled.Compile(d)
	initial := compiled.InitialValue{From: start, Version: d.Config.Initial.Versions()[0].ID, Columns: p.At(start).Program.Observed(), Values: []float64{0}}
	changes := compiled.NewChanges(p, []compiled.InitialValue{initial})
	for _, test := range []struct {
		at   int64
		want float64
	}{{0, -3.76959795}, {5 * hour, 3.33040205}, {10 * hour, 10.43040205}, {15 * hour, 12.43040205}, {90 * hour, 14.43040205}} {
		out := []float64{0}
		changes.Accumulated(start+test.at, []float64{-3.76959795}, out)
		if math.Abs(out[0]-test.want) > 1e-4 {
			t.Errorf("at %d h: %v, want %v", test.at/hour, out[0], test.want)
		}
	}
}

func TestPreviewShowsChanges(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{accumulated(limits(21, 24, 27, 30))}}))
	s := newSite(t, h, d)
	s.hourly(raw, 1, 1, 1, 20, 1, 1, 1)
	c := correction.Correction{ID: h.next(), PointID: d.Point.ID, Kind: correction.Withdraw, From: start + 3*hour, To: start + 3*hour}
	changed := *s.definitions[d.Point.ID]
	changed.Corrections = []correction.Correction{c}
	previews, err := s.previewer.Preview(t.Context(), []definition.Definition{changed}, c.From)
	if err != nil {
		t.Fatal(err)
	}
	if preview := previews[0]; preview.Results != 1 || preview.First != c.From || len(preview.Vanish) != 1 || len(preview.Appear) != 0 {
		t.Errorf("%+v", preview)
	}
	if records := s.records(d.Point.ID); records[0].WithdrawnAt != 0 {
		t.Error("a preview changed stored data")
	}
	changed = *s.definitions[d.Point.ID]
	changed.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{accumulated(limits(50, 60, 70, 80))}}))
	previews, err = s.previewer.Preview(t.Context(), []definition.Definition{changed}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if preview := previews[0]; preview.Results != 0 || len(preview.Vanish) != 1 {
		t.Errorf("%+v", preview)
	}
}
