package query_test

import (
	"fmt"
	"math"
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

const strutID = 60

// strut adds four gauges and the composite point of a strut (formulas.md section 24). The last gauge is read hourly.
func strut(t *testing.T) *site {
	s := newSite(t)
	options := map[string]string{"section": "tube"}
	var sources []definition.Source
	for i := range int64(4) {
		gauge := piezometer(61 + i)
		gauge.Point.Measurement, gauge.Point.Category = "ZCYL", "STRAIN"
		gauge.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{
			{ComputedField: "strain", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
		}})
		if i == 3 {
			gauge.Config.Collect = versions(definition.Collect{Mode: "UploadCollect", Interval: hour / 1000})
		}
		s.add(gauge)
		role := "main"
		if i > 0 {
			role = fmt.Sprintf("sub%d", i+1)
		}
		options[fmt.Sprintf("gauge%d", i+1)] = role
		sources = append(sources, definition.Source{Role: role, PointID: 61 + i})
	}
	force := piezometer(strutID)
	force.Point.Kind, force.Point.Measurement, force.Point.Category = catalog.CompositePoint, "AxialForce", "Composite"
	force.Devices = nil
	force.Config.Binding = versions(definition.Binding{Sources: sources})
	force.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{
		ComputedField: "force", FormulaType: definition.SystemFormula, SysFormula: "AXIAL_STEEL",
		Params: map[string]float64{"E": 2.06e5, "diameter": 609, "wall": 16}, Options: options,
	}}})
	s.add(force)
	return s
}

// result stores the only value of a point.
func (s *site) result(id, t int64, v float64, flag reading.Flag) {
	s.t.Helper()
	s.write(series.Batch{Results: []series.Put{{
		Series: series.ResultID(id), Time: t, Flag: flag, Columns: s.points[id].At(t).Program.Observed(), Values: []float64{v},
	}}})
}

func TestMasterJoinsItsSlaves(t *testing.T) {
	s := strut(t)
	begun := s.now - day
	strains := [...]float64{-412.6, -398.1, -405.3, -420.8}
	for k := range int64(3) {
		at := begun + k*5*minute
		for i, strain := range strains[:3] {
			if k == 1 && i == 2 {
				continue
			}
			s.result(61+int64(i), at, strain, 0)
		}
		flag := reading.Flag(0)
		if k > 0 {
			flag = reading.Partial
		}
		s.result(strutID, at, 2512.623+float64(k), flag)
	}
	s.result(64, begun-2*minute, strains[3], 0)                          // hourly
	s.result(62, begun+6*minute, 1, reading.Withdrawn)                   // does not count
	s.result(strutID, begun+hour, 9e9, reading.Partial|reading.Abnormal) // neither
	request := query.Request{
		Point: strutID, Fields: []string{"force"}, ValueTypes: []query.ValueType{query.Observed}, Start: begun - hour, End: s.now, IncludeAbnormal: true,
	}
	table, err := s.read.MasterTable(t.Context(), request, 1, 20, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Slaves) != 4 || table.Tolerance != hour || table.Total != 4 || len(table.Rows) != 4 {
		t.Fatalf("%d slaves, tolerance %d, %d of %d rows", len(table.Slaves), table.Tolerance, len(table.Rows), table.Total)
	}
	if c := table.Slaves[3]; c.Point != 64 || c.Role != "sub4" || c.Column.Field != "strain" || c.Column.Unit != "µε" || c.Interval != hour {
		t.Errorf("slave %+v", c)
	}
	first, second, third := table.Rows[0], table.Rows[1], table.Rows[2]
	for i, one := range first.Slaves {
		if one.Value != strains[i] || !one.Used {
			t.Errorf("slave %d: %+v", i+1, one)
		}
	}
	// The nearest reading of gauge 3 is an interval away, which the formula accepts; the earlier of two wins.
	if one := second.Slaves[2]; one.Time != begun || !one.Used {
		t.Errorf("missing slave: %+v", one)
	}
	// Within one interval of the slowest, but not of the composite point: shown and not used.
	if one := third.Slaves[3]; one.Time != begun-2*minute || one.Value != strains[3] || one.Used {
		t.Errorf("slow slave: %+v", one)
	}
	if second.Flag&reading.Partial == 0 {
		t.Error("the second reading is not partial")
	}

	chart, err := s.read.Master(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if len(chart.Charts) != 4 || len(chart.Charts[2].Series) != 1 || len(chart.Charts[2].Series[0].Times) != 2 || len(chart.Charts[1].Abnormal) != 0 {
		t.Errorf("charts %+v", chart.Charts)
	}
	if chart.Partials != 2 || len(chart.Partial) != 2 || chart.Partial[0].Time != begun+5*minute || math.Abs(chart.Partial[0].Value-2513.623) > 1e-9 {
		t.Errorf("%d partial: %+v", chart.Partials, chart.Partial)
	}
	request.MaxPoints = 1
	if chart, err = s.read.Master(t.Context(), request); err != nil || chart.Partials != 2 || len(chart.Partial) != 1 {
		t.Errorf("reduced to %+v, %v", chart.Partial, err)
	}
}

func TestMasterRefusesOtherPointsAndRawValues(t *testing.T) {
	s := strut(t)
	for _, c := range []struct {
		point int64
		kind  query.ValueType
		field string
	}{{61, query.Observed, "masterId"}, {strutID, query.Raw, "valueType"}} {
		_, err := s.read.Master(t.Context(), query.Request{Point: c.point, ValueTypes: []query.ValueType{c.kind}, Start: s.now - day, End: s.now})
		if f, ok := errs.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Name != c.field {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A sub-point that the formula does not read, such as one bound before the formula is set, has its main field.
func TestMasterWithoutFormula(t *testing.T) {
	s := strut(t)
	d := s.points[strutID].Definition
	d.Config.Formula = versions(definition.Formula{})
	d.Config.Binding = versions(definition.Binding{Sources: []definition.Source{{Role: "main", PointID: 61}, {Role: "gone", PointID: 999}}})
	s.add(d)
	s.result(61, s.now-hour, 1, 0)
	got, err := s.read.Master(t.Context(), query.Request{Point: strutID, ValueTypes: []query.ValueType{query.Observed}, Start: s.now - day, End: s.now})
	if err != nil || len(got.Slaves) != 1 || got.Slaves[0].Column.Field != "stress" || got.Tolerance < 5*minute {
		t.Errorf("%+v, %v", got, err)
	}
}
