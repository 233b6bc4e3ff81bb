package query_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// arrayRow is a result of array: x at its nodes, y at -2 x.
func arrayRow(p *compiled.Point, at int64, x ...float64) series.Put {
	observed := p.At(start).Program.Observed()
	values := make([]float64, observed.Len())
	for i, c := range observed.List {
		values[i] = reading.Missing
		if k := slices.Index([]int32{0, 1, 2, 4}, c.Node); c.Field != "held" {
			values[i] = x[k] * map[string]float64{"x": 1, "y": -2}[c.Field]
		}
	}
	return series.Put{Series: series.ResultID(pointID), Time: at, Columns: observed, Values: values}
}

// The part of a segment is the value of a node less that of the next deeper one, in charts, tables and files.
func TestPerSegment(t *testing.T) {
	s := newSite(t)
	d := array(pointID)
	limits := alarm.Thresholds{List: []alarm.Threshold{{Field: "x", ValueType: alarm.Accumulated, Blue: ptr(2), Enable: true}}}
	d.Thresholds = versions(limits)
	p := s.add(d)
	first := arrayRow(p, start, 0, 0, 0, 0)
	s.initials = append(s.initials, initialOf(first))
	last := start + 2*interval
	s.write(series.Batch{Results: []series.Put{first, arrayRow(p, start+interval, 3, 5, 1, 0), arrayRow(p, last, 3.3, 5.1, reading.Missing, 0)}})

	nan := math.NaN()
	tests := []struct {
		name string
		kind query.ValueType
		at   int64
		base int64
		want []float64 // of x, then of n
	}{
		{"accumulated", query.Accumulated, start + interval, 0, []float64{-2, 4, 1, 0, -4, 8, 2, 0}},
		{"shape", query.Observed, start + interval, 0, []float64{-2, 4, 1, 0}},
		{"change of a reading", query.Change, start + interval, 0, []float64{-2, 4, 1, 0, -4, 8, 2, 0}},
		{"since another reading", query.Accumulated, last, start + interval, []float64{0.2, nan, nan, 0, 0.4, nan, nan, 0}},
		{"a node without a value", query.Accumulated, last, 0, []float64{-1.8, nan, nan, 0, -3.6, nan, nan, 0}},
	}
	for _, test := range tests {
		r := ask(test.kind, test.at, test.at, "x", "n")
		r.Base, r.PerSegment = test.base, true
		table, err := s.read.Table(t.Context(), r, 1, 10, true)
		if err != nil || len(table.Rows) != 1 {
			t.Fatalf("%s: %d rows, %v", test.name, len(table.Rows), err)
		}
		if diff := cmp.Diff(fmt.Sprint(test.want), fmt.Sprint(table.Rows[0].Values)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		chart := s.query(r)
		for i, line := range chart.Series {
			drawn := nan
			if len(line.Values) == 1 {
				drawn = line.Values[0]
			}
			if fmt.Sprint(drawn) != fmt.Sprint(test.want[i]) || !line.Column.PerSegment {
				t.Errorf("%s: the curve of %s %d shows %v, per segment %v", test.name, line.Column.Field, line.Column.Node, drawn, line.Column.PerSegment)
			}
		}
		if len(chart.Thresholds) > 0 {
			t.Errorf("%s: limits of sums at parts", test.name)
		}
	}

	r := ask(query.Accumulated, start+interval, start+interval, "x", "azi")
	r.PerSegment, r.Nodes = true, []int32{1}
	var file bytes.Buffer
	if err := s.read.ExportCSV(t.Context(), &file, r, "en"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(file.String(), "\r\n")
	if want := "Time,X displacement (per segment) Accumulated change @ 1.50 m (mm),Azimuth Accumulated change @ 1.50 m (°),Flags"; !strings.HasSuffix(lines[0], want) {
		t.Errorf("head %q", lines[0])
	}
	if !strings.Contains(lines[1], ",4,") {
		t.Errorf("line %q", lines[1])
	}
}

// A line compares a node with the one before it; the first has no segment. A ring has no segments to take apart.
func TestPerSegmentOfLines(t *testing.T) {
	s := newSite(t)
	d := array(pointID)
	d.Point.Measurement = "StructuralDeformation"
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: "ARRAY_HORIZONTAL"}}})
	p := s.add(d)
	observed := p.At(start).Program.Observed()
	if !slices.ContainsFunc(observed.List, func(c reading.Column) bool { return c.Field == "settlement" }) {
		t.Fatalf("columns %v", observed.List)
	}
	values := make([]float64, observed.Len())
	for i, c := range observed.List {
		values[i] = map[int32]float64{0: 0, 1: 2, 2: 5, 4: 4}[c.Node]
	}
	put := series.Put{Series: series.ResultID(pointID), Time: start, Columns: observed, Values: values}
	s.initials = append(s.initials, initialOf(put))
	s.write(series.Batch{Results: []series.Put{put}})
	r := ask(query.Observed, start, start, "settlement")
	r.PerSegment = true
	table, err := s.read.Table(t.Context(), r, 1, 10, true)
	if err != nil || len(table.Rows) != 1 {
		t.Fatalf("%+v %v", table, err)
	}
	if got := fmt.Sprint(table.Rows[0].Values); got != "[NaN 2 3 -1]" {
		t.Errorf("parts %s", got)
	}
}
