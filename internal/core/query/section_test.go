package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

// Points of the worked numbers of formulas.md section 14: two prisms and the pair of them.
const (
	prismA, prismB, pairAB = 71, 72, 73
)

// lining adds the prisms and the pair. The formula of prism A changes at a time.
func lining(t *testing.T, setUp int64) *site {
	s := newSite(t)
	for _, id := range []int64{prismA, prismB} {
		prism := piezometer(id)
		prism.Point.Measurement, prism.Point.Category = "StructuralDeformation", "Station"
		rules := []definition.Rule{
			{FormulaType: definition.SystemFormula, SysFormula: "TS_POLAR", Options: map[string]string{"input": "coordinates"}},
			{ComputedField: "settlement", FormulaType: definition.SystemFormula, SysFormula: "STATION_SECTION"},
		}
		prism.Config.Formula = versions(definition.Formula{Rules: rules})
		if id == prismA {
			first, _ := prism.Config.Formula.At(start)
			again := first
			again.ID, again.ValidFrom, again.Note = 2, setUp, "instrument moved"
			prism.Config.Formula = timeline.Of([]timeline.Version[definition.Formula]{first, again})
		}
		s.add(prism)
	}
	pair := piezometer(pairAB)
	pair.Point.Kind, pair.Point.Measurement, pair.Point.Category = catalog.CompositePoint, "StructuralDeformation", "Composite"
	pair.Devices = nil
	pair.Config.Binding = versions(definition.Binding{Sources: []definition.Source{{Role: "main", PointID: prismA}, {Role: "sub2", PointID: prismB}}})
	ends := map[string]string{"prism": "main", "other": "sub2"}
	pair.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{
		{ComputedField: "convergence", FormulaType: definition.SystemFormula, SysFormula: "STATION_SECTION", Options: ends},
		{ComputedField: "chord", FormulaType: definition.SystemFormula, SysFormula: "STATION_SECTION", Options: ends},
	}})
	s.add(pair)
	first := map[string]float64{"convergence": 5491.026462, "chord": 5.491026462}
	var initial []float64
	for _, c := range s.points[pairAB].At(start).Program.Observed().List {
		initial = append(initial, first[c.Field])
	}
	s.initial(pairAB, initial...)
	return s
}

// row stores the values of a point by field.
func (s *site) row(id, t int64, flag reading.Flag, values map[string]float64) {
	s.t.Helper()
	columns := s.points[id].At(t).Program.Observed()
	row := make([]float64, columns.Len())
	for i, c := range columns.List {
		row[i] = math.NaN()
		if v, ok := values[c.Field]; ok {
			row[i] = v
		}
	}
	s.write(series.Batch{Results: []series.Put{{Series: series.ResultID(id), Time: t, Flag: flag, Columns: columns, Values: row}}})
}

func TestSectionShowsItsMembers(t *testing.T) {
	at := start + 10*day
	s := lining(t, at-minute)
	s.row(prismA, at, 0, map[string]float64{"northing": 102.4310, "easting": 58.2231, "elevation": 12.3329, "settlement": 12332.9})
	s.row(prismB, at, 0, map[string]float64{"northing": 102.5521, "easting": 63.7082, "elevation": 12.3377, "settlement": 12337.7})
	s.row(prismB, at+minute, reading.Abnormal, map[string]float64{"northing": 1, "easting": 2, "elevation": 3, "settlement": 3000})
	s.row(pairAB, at, 0, map[string]float64{"convergence": 5486.438759, "chord": 5.486438759})
	all := []int64{prismA, prismB, pairAB}
	for field, want := range map[string][]int64{"settlement": {prismA, prismB}, "convergence": {pairAB}, "chord": {pairAB}, "offset": {}} {
		found, err := s.read.Sectioned(t.Context(), all, field, s.now)
		if err != nil || len(found) != len(want) || len(want) > 0 && found[0] != want[0] {
			t.Errorf("%s: %v, %v", field, found, err)
		}
	}
	section, err := s.read.Section(t.Context(), query.SectionRequest{
		Field: "convergence", Candidates: []int64{pairAB}, Charted: func(int64) bool { return true }, Kind: query.Accumulated,
		Start: start, End: s.now, Times: []int64{at + minute, at + day},
	})
	if err != nil || len(section.Members) != 1 {
		t.Fatal(section, err)
	}
	pair := section.Members[0]
	if len(pair.Prisms) != 2 || pair.Prisms[0] != prismA || pair.Prisms[1] != prismB {
		t.Errorf("prisms %v", pair.Prisms)
	}
	if got := pair.Chart.Series[0].Values[0]; math.Abs(got+4.5877030) > 5e-5 {
		t.Errorf("convergence %v", got)
	}
	if pair.At[0].Time != at || math.Abs(pair.At[0].Value+4.5877030) > 5e-5 || pair.At[1].Time != 0 {
		t.Errorf("at the times: %+v", pair.At)
	}
	if marks := pair.Chart.Marks; len(marks) == 0 || marks[len(marks)-1].Note != "instrument moved" || marks[len(marks)-1].Kind != "formula" {
		t.Errorf("marks %+v", marks)
	}
	if len(section.Prisms) != 2 || section.Prisms[1].Northing != 102.5521 || section.Prisms[1].Elevation != 12.3377 {
		t.Errorf("prisms %+v", section.Prisms)
	}
}
