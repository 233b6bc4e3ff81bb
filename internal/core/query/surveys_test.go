package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// casing is surveyed at two stations of 500 mm.
func casing(id int64) definition.Definition {
	d := array(id)
	d.Point.Category = "RDM"
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: "INCLINO_PROBE"}}})
	main := d.Devices[deviceID]
	main.Type = "RDM"
	main.Config.Geometry = versions(definition.Geometry{SegmentLen: 500, Nodes: []definition.Node{{No: 1, Used: true}, {No: 2, Used: true}}})
	d.Devices[deviceID] = main
	return d
}

func TestSurveys(t *testing.T) {
	s := newSite(t)
	d := casing(pointID)
	d.Corrections = []correction.Correction{
		{ID: 1, PointID: pointID, Kind: correction.Amend, From: start, NodeValues: []correction.NodeValue{{No: 2, Values: map[string]float64{"a0": 516}}}},
		{ID: 2, PointID: pointID, Kind: correction.Withdraw, From: start + interval, To: start + interval},
	}
	p := s.add(d)
	raw := reading.Intern([]reading.Column{
		{Field: "a0", Node: 1}, {Field: "a180", Node: 1}, {Field: "b0", Node: 1}, {Field: "b180", Node: 1}, {Field: "a0", Node: 2}, {Field: "a180", Node: 2},
	})
	read := func(at int64, values ...float64) series.Put {
		return series.Put{Series: p.At(at).Main, Time: at, Columns: raw, Values: values}
	}
	none := reading.Missing
	s.write(series.Batch{Raw: []series.Put{
		read(start, 1254, -1238, 10, 6, 561, -500),
		read(start+interval, 1254, none, none, none, none, none),
		read(start+2*interval, 1254, -1238, 10, 6, none, none),
	}})
	observed := p.At(start).Program.Observed()
	values := make([]float64, observed.Len())
	for i, c := range observed.List {
		values[i] = float64(c.Node)
	}
	first := series.Put{Series: series.ResultID(pointID), Time: start, Columns: observed, Values: values}
	s.initials = append(s.initials, initialOf(first))
	s.write(series.Batch{Results: []series.Put{first}})

	list, err := s.read.Surveys(t.Context(), query.SurveyRequest{Point: pointID, Start: start, End: start + 2*interval})
	if err != nil || len(list) != 3 {
		t.Fatalf("%d surveys, %v", len(list), err)
	}
	one := list[0]
	if len(one.Stations) != 2 || len(one.Nodes) != 3 || one.Nodes[0].Depth != 0 || one.Stations[1].Depth != 1 {
		t.Errorf("stations %+v", one.Stations)
	}
	if n := one.Nodes[2]; n.Sent[0] != 561 || n.Values[0] != 516 || n.X != 2 || n.Dx != 0 || len(one.Amendments) != 1 {
		t.Errorf("the amended node is %+v", n)
	}
	if !math.IsNaN(one.Nodes[0].Values[0]) {
		t.Errorf("the collar was read: %+v", one.Nodes[0])
	}
	if one.A.Mean != 16 || one.A.Scatter != 0 || one.A.Doubtful() || one.B.Mean != 16 {
		t.Errorf("quality %+v and %+v", one.A, one.B)
	}
	if half := list[1]; len(half.Withdrawals) != 1 || half.A.OneDirection != 1 || !math.IsNaN(half.A.Mean) || !math.IsNaN(half.Nodes[1].X) {
		t.Errorf("the survey in one direction is %+v", half)
	}
	if short := list[2]; len(short.Stations) != 1 || short.Stations[0].No != 1 || len(short.Withdrawals) != 0 {
		t.Errorf("the short survey is %+v", short)
	}
	if _, err := s.read.Surveys(t.Context(), query.SurveyRequest{Point: pointID, Start: start, End: start + 367*day}); !errs.Is(err, errs.SpanTooLong) {
		t.Errorf("more than a year: %v", err)
	}
}

// tilted is a casing with six stations that reads 3,000 digits along A and 200 along B, surveyed twice: the second time with a
// bias of 4 digits along A.
func tilted(t *testing.T, rules ...definition.Rule) *site {
	s := newSite(t)
	d := casing(pointID)
	d.Config.Formula = versions(definition.Formula{Rules: append([]definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: "INCLINO_PROBE"}}, rules...)})
	main := d.Devices[deviceID]
	var nodes []definition.Node
	var columns []reading.Column
	for no := range int32(6) {
		nodes = append(nodes, definition.Node{No: no + 1, Used: true})
		for _, field := range []string{"a0", "a180", "b0", "b180"} {
			columns = append(columns, reading.Column{Field: field, Node: no + 1})
		}
	}
	main.Config.Geometry = versions(definition.Geometry{SegmentLen: 500, Nodes: nodes})
	d.Devices[deviceID] = main
	p := s.add(d)
	var raw, results []series.Put
	for i := range int64(2) {
		put := series.Put{Series: p.Channel(d.Config.Binding.Versions()[0].Value.Sources[0], start), Time: start + i*interval, Columns: reading.Intern(columns)}
		for no := range 6 {
			half, other := 3000+float64(no*no)+4*float64(i), 200-3*float64(no)
			put.Values = append(put.Values, half, -half, other, -other)
		}
		raw = append(raw, put)
		if program := p.At(put.Time).Program; program != nil {
			values := make([]float64, program.Observed().Len())
			results = append(results, series.Put{Series: series.ResultID(pointID), Time: put.Time, Columns: program.Observed(), Values: values})
		}
	}
	if len(results) > 0 {
		s.initials = append(s.initials, initialOf(results[0]))
	}
	s.write(series.Batch{Raw: raw, Results: results})
	return s
}

// The effect of an error at the collar is known however inclined the casing is: a rotation by degrees would exceed the range of
// the instrument.
func TestEffectOfErrorsOfAnInclinedCasing(t *testing.T) {
	q, err := tilted(t).read.CasingQuality(t.Context(), query.CasingRequest{
		Point: pointID, Time: start + interval, Base: start, Groups: []string{"bias", "rotation"}, Stable: 3,
	})
	if err != nil || len(q.Effects) != 4 {
		t.Fatalf("%+v, %v", q.Effects, err)
	}
	for i, one := range q.Effects {
		if one.Value[0]-one.Value[0] != 0 || one.Value[1]-one.Value[1] != 0 {
			t.Errorf("the effect of %+v is %v", q.Estimate.Terms[i], one.Value)
		}
	}
}

// A casing whose formula cannot be computed has no quality: surveys are there, results are not.
func TestQualityWithoutAProgram(t *testing.T) {
	s := tilted(t, definition.Rule{ComputedField: "temp", FormulaType: definition.CustomFormula, Text: "1+"})
	_, err := s.read.CasingQuality(t.Context(), query.CasingRequest{Point: pointID, Time: start + interval, Base: start, Groups: []string{"bias"}, Stable: 3})
	if !errs.Is(err, errs.CasingUnset) {
		t.Errorf("%v", err)
	}
}
