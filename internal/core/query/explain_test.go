package query_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

func TestExplain(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	d.Thresholds = versions(alarm.Thresholds{List: []alarm.Threshold{{Field: "level", ValueType: alarm.Accumulated, Blue: ptr(1), Red: ptr(4), Enable: true}}})
	d.Corrections = []correction.Correction{
		{ID: 6, Kind: correction.Shift, Fields: []string{"level"}, From: start + interval, Amount: 0.5, Note: "cable"},
		{ID: 7, Kind: correction.Shift, Fields: []string{"temp"}, From: start + interval, Amount: 1},
		{ID: 8, Kind: correction.Shift, Fields: []string{"level"}, From: start + 9*interval, Amount: 1},
	}
	p := s.add(d)
	s.initial(pointID, 10, 21.5, 15)
	s.store(pointID, level(start, 10), level(start+interval, 12))
	main := p.At(start).Main
	s.write(series.Batch{
		Raw: []series.Put{
			{Series: main, Time: start + interval, Received: start + hour, Columns: reading.Intern([]reading.Column{{Field: "level"}}), Values: []float64{11}},
		},
	})
	s.store(pointID, message{t: start + interval, values: map[string]float64{"level": 11}})

	e, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "level", ValueType: query.Accumulated}, start+interval)
	if err != nil {
		t.Fatal(err)
	}
	if e.Observed != 11 || e.Accumulated != 1.5 || e.Initial != 10 || e.InitialFrom != start-day || e.Change != 1.5 {
		t.Errorf("values %+v", e)
	}
	var keys []string
	for _, step := range e.Steps {
		keys = append(keys, fmt.Sprintf("%s %g", step.Key, step.Value))
	}
	if diff := cmp.Diff([]string{"DIRECT 11", "accumulated 1.5"}, keys); diff != "" {
		t.Error(diff)
	}
	want := query.Step{Key: "accumulated", Formula: "Δ = v − v_init + shift", Field: "level", Value: 1.5, Unit: "m", Inputs: []query.Input{
		{Name: "v", Value: 11, Unit: "m"}, {Name: "v_init", Value: 10, Unit: "m"}, {Name: "shift", Value: 0.5, Unit: "m"},
	}}
	if diff := cmp.Diff(want, e.Steps[1]); diff != "" {
		t.Error(diff)
	}
	var raw *query.RawValue
	for i := range e.Raw {
		if e.Raw[i].Field == "level" {
			raw = &e.Raw[i]
		}
	}
	if len(e.Raw) != 1 { // temp does not go into the level
		t.Errorf("raw values %+v", e.Raw)
	}
	if raw == nil || raw.Value != 11 || raw.Device != deviceID || raw.Channel != pointID || len(raw.Revisions) != 1 || raw.Revisions[0].Value != 12 {
		t.Errorf("raw %+v", raw)
	}
	if len(e.Corrections) != 1 || e.Corrections[0].ID != 6 {
		t.Errorf("corrections %+v", e.Corrections)
	}
	if len(e.Verdicts) != 1 || e.Verdicts[0].Level != 1 || e.Verdicts[0].Value != 1.5 {
		t.Errorf("verdicts %+v", e.Verdicts)
	}
	var aspects []string
	for _, v := range e.Versions {
		aspects = append(aspects, v.Owner+" "+v.Aspect)
	}
	if diff := cmp.Diff([]string{
		"point binding", "point formula", "point initial", "point collect", "point thresholds", "device coefficients",
	}, aspects); diff != "" {
		t.Error(diff)
	}

	if _, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "level", ValueType: query.Observed}, start+1); !isNotFound(err) {
		t.Errorf("a time without a result: %v", err)
	}
	if _, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "pressure", ValueType: query.Observed}, start); !isNotFound(err) {
		t.Errorf("a field that the point does not have: %v", err)
	}
}

func TestExplainingAResultant(t *testing.T) {
	s := newSite(t)
	p := s.add(array(pointID))
	message := message{t: start, values: map[string]float64{"angleX": 0.1, "angleY": -0.2}}
	s.store(pointID, message)
	s.initial(pointID, make([]float64, p.At(start).Program.Observed().Len())...)

	e, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "res", Node: 2, ValueType: query.Rate}, start)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, step := range e.Steps {
		keys = append(keys, step.Key)
	}
	// The one segment below node 2 in x and y with their sums, the change of each, the resultant, and the rate.
	if diff := cmp.Diff([]string{"a_4", "INCLINO_CHAIN", "b_4", "INCLINO_CHAIN", "accumulated", "accumulated", "accumulated", "rate"}, keys); diff != "" {
		t.Fatal(diff)
	}
	x, y := 1000*math.Sin(0.1*math.Pi/180), -1000*math.Sin(0.2*math.Pi/180)
	last := e.Steps[6]
	if last.Formula != "res = √(x² + y²)" || math.Abs(last.Value-math.Hypot(x, y)) > 1e-4 ||
		math.Abs(last.Inputs[0].Value-x) > 1e-4 || math.Abs(last.Inputs[1].Value-y) > 1e-4 {
		t.Errorf("%+v, want x %v and y %v", last, x, y)
	}
	if !math.IsNaN(e.Observed) || !math.IsNaN(e.Rate) || math.Abs(e.Accumulated-math.Hypot(x, y)) > 1e-4 {
		t.Errorf("values %+v", e)
	}
	if len(e.Raw) != 2 || e.Column.Depth == nil || *e.Column.Depth != 2.5 || e.Column.Unit != "mm/d" {
		t.Errorf("%d raw values, column %+v", len(e.Raw), e.Column)
	}
}
