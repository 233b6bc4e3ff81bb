package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// pipeline is 6 m long, with a node every 2 m.
func pipeline(id int64) definition.Definition {
	d := array(id)
	d.Point.Category, d.Point.Measurement = "PAM", "StructuralDeformation"
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: "PIPE_ATTITUDE"}}})
	main := d.Devices[deviceID]
	main.Type = "PAM"
	main.Config.Geometry = versions(definition.Geometry{})
	main.Config.Pam = versions(definition.Pam{Step: 2, Length: 6, Entry: &definition.Station{}, Exit: &definition.Station{E: 6.03}})
	d.Devices[deviceID] = main
	return d
}

func TestPipeSurveys(t *testing.T) {
	s := newSite(t)
	d := pipeline(pointID)
	d.Corrections = []correction.Correction{{ID: 1, PointID: pointID, Kind: correction.Withdraw, From: start + interval, To: start + interval}}
	p := s.add(d)
	var list []reading.Column
	for no := range int32(2) {
		list = append(list, reading.Column{Field: "chainage", Node: no + 1}, reading.Column{Field: "pitch", Node: no + 1}, reading.Column{Field: "heading", Node: no + 1})
	}
	raw := reading.Intern(list)
	read := func(at int64, to float64) series.Put {
		return series.Put{Series: p.At(at).Main, Time: at, Columns: raw, Values: []float64{0, 0, 90, to, 0, 90}}
	}
	s.write(series.Batch{Raw: []series.Put{read(start, 6), read(start+interval, 6), read(start+2*interval, 0)}})
	observed := p.At(start).Program.Observed()
	values := make([]float64, observed.Len())
	for i, c := range observed.List {
		values[i] = map[string]float64{"northing": 0, "easting": 2 * float64(c.Node), "elevation": -float64(c.Node)}[c.Field]
	}
	first := series.Put{Series: series.ResultID(pointID), Time: start, Columns: observed, Values: values}
	s.initials = append(s.initials, initialOf(first))
	s.write(series.Batch{Results: []series.Put{first}})

	found, err := s.read.PipeSurveys(t.Context(), query.SurveyRequest{Point: pointID, Start: start, End: start + 2*interval})
	if err != nil || len(found) != 3 {
		t.Fatalf("%d surveys, %v", len(found), err)
	}
	one := found[0]
	if len(one.Path.Stations) != 2 || one.Path.Length != 6 || !one.Path.Closed || math.Abs(one.Path.Misclosure[1]-0.03) > 1e-9 {
		t.Errorf("the path is %+v", one.Path)
	}
	if n := one.Nodes[3]; len(one.Nodes) != 4 || n.Chainage != 6 || n.Position[1] != 6 || n.Depth != 3 || n.Horizontal != 0 || !math.IsNaN(n.Radius) {
		t.Errorf("the last node is %+v", n)
	}
	if len(found[1].Withdrawals) != 1 || !math.IsNaN(found[1].Nodes[0].Position[0]) {
		t.Errorf("the withdrawn survey is %+v", found[1])
	}
	if found[2].Reason != "chainageNotRising" {
		t.Errorf("a chainage that stands still: %q", found[2].Reason)
	}
}

func TestMeanOfTwoRunsSaysSo(t *testing.T) {
	s := newSite(t)
	d := pipeline(pointID)
	main := d.Devices[deviceID]
	main.Config.Pam = versions(definition.Pam{Step: 2, Length: 6, Entry: &definition.Station{}, Average: true})
	d.Devices[deviceID] = main
	p := s.add(d)
	raw := reading.Intern([]reading.Column{
		{Field: "chainage", Node: 1},
		{Field: "pitch", Node: 1},
		{Field: "heading", Node: 1},
		{Field: "chainage", Node: 2},
		{Field: "pitch", Node: 2},
		{Field: "heading", Node: 2},
	})
	observed := p.At(start).Program.Observed()
	run := observed.Index(reading.Column{Field: formula.RunField})
	for i, direction := range []float64{1, 0} {
		at := start + int64(i)*interval
		values := make([]float64, observed.Len())
		values[run] = direction
		s.write(series.Batch{
			Raw:     []series.Put{{Series: p.At(at).Main, Time: at, Columns: raw, Values: []float64{0, 0, 90, 6, 0, 90}}},
			Results: []series.Put{{Series: series.ResultID(pointID), Time: at, Columns: observed, Values: values}},
		})
	}
	found, err := s.read.PipeSurveys(t.Context(), query.SurveyRequest{Point: pointID, Start: start, End: start + interval})
	if err != nil || len(found) != 2 || found[0].Averaged || !found[1].Averaged {
		t.Errorf("the surveys are %+v, %v", found, err)
	}
}
