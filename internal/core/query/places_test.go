package query_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

// renumbered is an array whose node 2 moves from 2.5 to 3.5 m and node 4 from 3.5 to 4.5 m at each of the times, and back.
func renumbered(times ...int64) definition.Definition {
	d := array(pointID)
	main := d.Devices[deviceID]
	first, _ := main.Config.Geometry.At(start)
	list := []timeline.Version[definition.Geometry]{first}
	for i, at := range times {
		layout := first.Value
		if i%2 == 0 {
			layout.Nodes = slices.Clone(layout.Nodes)
			layout.Nodes[1].Len = 2000
		}
		list = append(list, timeline.Version[definition.Geometry]{ID: int64(2 + i), ValidFrom: at, Value: layout, RecordedAt: 1})
	}
	main.Config.Geometry = timeline.Of(list)
	d.Devices[deviceID] = main
	return d
}

// drawn lists curves as field, node, depth and values; an old one is marked.
func drawn(chart query.Chart) []string {
	var list []string
	for _, line := range chart.Series {
		list = append(list, fmt.Sprint(nodeText(&line.Column), " ", line.Values))
	}
	return list
}

func nodeText(c *query.Column) string {
	mark := ""
	if c.Old {
		mark = " old"
	}
	return fmt.Sprintf("%s%d@%.1f%s", c.Field, c.Node, *c.Depth, mark)
}

// rowsOf stores results of the array: x of nodes 0, 1, 2 and 4 at each interval.
func (s *site) rowsOf(p *compiled.Point, list ...[]float64) {
	var batch series.Batch
	for i, x := range list {
		batch.Results = append(batch.Results, arrayRow(p, start+int64(i)*interval, x...))
	}
	s.write(batch)
}

// A node whose depth changes in the range is a curve and a column for each depth, with the values of its time; other
// nodes go on.
func TestNodesThatChangeTheirDepth(t *testing.T) {
	s := newSite(t)
	change := start + 2*interval
	p := s.add(renumbered(change))
	s.initials = append(s.initials, initialOf(arrayRow(p, start, 0, 0, 0, 0)))
	s.rowsOf(p, []float64{1, 2, 3, 0}, []float64{1, 2, 4, 0}, []float64{1, 2, 13, 0}, []float64{1, 2, 14, 0})
	for _, sealed := range []bool{false, true} {
		if sealed {
			s.seal()
		}
		tests := []struct {
			name  string
			kind  query.ValueType
			base  int64
			parts bool
			want  []string
		}{
			{"observed", query.Observed, 0, false, []string{"x1@1.5 [2 2 2 2]", "x2@3.5 [13 14]", "x2@2.5 old [3 4]"}},
			{"accumulated", query.Accumulated, 0, false, []string{"x1@1.5 [2 2 2 2]", "x2@3.5 [13 14]", "x2@2.5 old [3 4]"}},
			{"per segment", query.Accumulated, 0, true, []string{"x1@1.5 [-1 -2 -11 -12]", "x2@3.5 [13 14]", "x2@2.5 old [3 4]"}},
			{"since a reading at the old depth", query.Accumulated, start, false, []string{"x1@1.5 [0 0 0 0]", "x2@3.5 []", "x2@2.5 old [0 1]"}},
			{"since a reading at the new depth", query.Accumulated, change, false, []string{"x1@1.5 [0 0 0 0]", "x2@3.5 [0 1]", "x2@2.5 old []"}},
			{"change", query.Change, 0, false, []string{"x1@1.5 [0 0 0]", "x2@3.5 [9 1]", "x2@2.5 old [1]"}},
		}
		for _, test := range tests {
			r := ask(test.kind, start, start+9*interval, "x")
			r.Nodes, r.Base, r.PerSegment = []int32{1, 2}, test.base, test.parts
			if diff := cmp.Diff(test.want, drawn(s.query(r))); diff != "" {
				t.Errorf("%s, sealed %v: %s", test.name, sealed, diff)
			}
		}
	}

	r := ask(query.Observed, start, start+9*interval, "x")
	r.Nodes = []int32{1, 2}
	table, err := s.read.Table(t.Context(), r, 1, 10, false)
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	for i := range table.Columns {
		columns = append(columns, nodeText(&table.Columns[i]))
	}
	if diff := cmp.Diff([]string{"x1@1.5", "x2@3.5", "x2@2.5 old"}, columns); diff != "" {
		t.Errorf("columns: %s", diff)
	}
	var rows []string
	for _, row := range table.Rows {
		rows = append(rows, fmt.Sprint(row.Values))
	}
	if diff := cmp.Diff([]string{"[2 NaN 3]", "[2 NaN 4]", "[2 13 NaN]", "[2 14 NaN]"}, rows); diff != "" {
		t.Errorf("rows: %s", diff)
	}
	for lang, want := range map[string]string{
		"en": "X displacement Observed value @ 1.50 m (mm),X displacement Observed value @ 3.50 m (mm),X displacement Observed value node 2 (old) @ 2.50 m (mm),Flags",
		"zh": "节点 2（旧） @ 2.50 m (mm)", "zh-TW": "節點 2（舊） @ 2.50 m (mm)",
	} {
		var file bytes.Buffer
		if err := s.read.ExportCSV(t.Context(), &file, r, lang); err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(file.String(), "\r\n"); !strings.Contains(head, want) {
			t.Errorf("head %q", head)
		}
	}
}

// What makes a node another place in a range, and what does not.
func TestPlacesOfNodes(t *testing.T) {
	change := start + 2*interval
	second := func(d *definition.Definition, alter func(*definition.Geometry)) {
		main := d.Devices[deviceID]
		first, _ := main.Config.Geometry.At(start)
		layout := first.Value
		layout.Nodes = slices.Clone(layout.Nodes)
		alter(&layout)
		main.Config.Geometry = timeline.Of([]timeline.Version[definition.Geometry]{first, {ID: 2, ValidFrom: change, Value: layout, RecordedAt: 1}})
		d.Devices[deviceID] = main
	}
	tests := []struct {
		name     string
		alter    func(d *definition.Definition)
		from, to int64
		want     []string
	}{
		{"a depth", func(d *definition.Definition) { *d = renumbered(change) }, 0, 9, []string{"x1@1.5 [2 2 2 2]", "x2@3.5 [5 6]", "x2@2.5 old [3 4]"}},
		{"a depth after the range", func(d *definition.Definition) { *d = renumbered(change) }, 0, 1, []string{"x1@1.5 [2 2]", "x2@2.5 [3 4]"}},
		{"a depth before the range", func(d *definition.Definition) { *d = renumbered(change) }, 2, 9, []string{"x1@1.5 [2 2]", "x2@3.5 [5 6]"}},
		{
			"a depth that comes back", func(d *definition.Definition) { *d = renumbered(start+interval, start+3*interval) }, 0, 9,
			[]string{"x1@1.5 [2 2 2 2]", "x2@2.5 [3 6]", "x2@3.5 old [4 5]"},
		},
		{
			"two earlier depths", func(d *definition.Definition) {
				*d = renumbered(start+interval, start+2*interval)
				main := d.Devices[deviceID]
				list := main.Config.Geometry.Versions()
				layout := list[1].Value
				layout.Nodes = slices.Clone(layout.Nodes)
				layout.Nodes[1].Len = 3000
				list = append(slices.Clone(list), timeline.Version[definition.Geometry]{ID: 9, ValidFrom: start + 3*interval, Value: layout, RecordedAt: 1})
				main.Config.Geometry = timeline.Of(list)
				d.Devices[deviceID] = main
			}, 0, 9,
			[]string{"x1@1.5 [2 2 2 2]", "x2@4.5 [6]", "x2@2.5 old [3 5]", "x2@3.5 old [4]"},
		},
		{"a depth that no reading had", func(d *definition.Definition) { *d = renumbered(start-hour, start-hour/2) }, -99, 9, []string{"x1@1.5 [2 2 2 2]", "x2@2.5 [3 4 5 6]"}},
		{"a depth that no reading has yet", func(d *definition.Definition) { *d = renumbered(start + 5*interval) }, 0, 9, []string{
			"x1@1.5 [2 2 2 2]", "x2@3.5 []", "x2@2.5 old [3 4 5 6]",
		}},
		{"the noise of a sum", func(d *definition.Definition) {
			second(d, func(g *definition.Geometry) { g.Nodes[1].Len = 1000.0000001 })
		}, 0, 9, []string{"x1@1.5 [2 2 2 2]", "x2@2.5 [3 4 5 6]"}},
		{"no depth", func(d *definition.Definition) { second(d, func(g *definition.Geometry) { g.MarkAngle = 10 }) }, 0, 9, []string{"x1@1.5 [2 2 2 2]", "x2@2.5 [3 4 5 6]"}},
		{"a node less", func(d *definition.Definition) {
			second(d, func(g *definition.Geometry) { g.Nodes = g.Nodes[:1] })
		}, 0, 9, []string{"x1@1.5 [2 2 2 2]", "x2@2.5 old [3 4]"}},
		{"an initial value", func(d *definition.Definition) {
			d.Config.Initial = timeline.Of([]timeline.Version[definition.Initial]{{ID: 1, ValidFrom: start - day}, {ID: 2, ValidFrom: change}})
		}, 0, 9, []string{"x1@1.5 [2 2 2 2]", "x2@2.5 [3 4 5 6]"}},
	}
	for _, test := range tests {
		s := newSite(t)
		d := array(pointID)
		test.alter(&d)
		p := s.add(d)
		for i := range int64(4) {
			at := start + i*interval
			put := arrayRow(p, at, 1, 2, 3+float64(i), 0)
			if n := p.At(at).Program.Observed(); n != put.Columns { // without the nodes that are no longer there
				put.Values = compiled.Remap(nil, put.Values, put.Columns, n)
				put.Columns = n
			}
			s.write(series.Batch{Results: []series.Put{put}})
		}
		r := ask(query.Observed, start+test.from*interval, start+test.to*interval, "x")
		r.Nodes = []int32{1, 2}
		if diff := cmp.Diff(test.want, drawn(s.query(r))); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// An invalid reading counts at the depth that the node had then, and a curve is broken where its node was elsewhere.
func TestAbnormalReadingsOfOldNodes(t *testing.T) {
	for _, kind := range []query.ValueType{query.Observed, query.Accumulated, query.Change} {
		s := newSite(t)
		p := s.add(renumbered(start+5*interval, start+10*interval))
		s.initials = append(s.initials, initialOf(arrayRow(p, start, 0, 0, 0, 0)))
		var batch series.Batch
		for i := range int64(15) {
			put := arrayRow(p, start+i*interval, 1, 2, 3, 0)
			if i == 7 {
				put.Flag = reading.Abnormal
			}
			batch.Results = append(batch.Results, put)
		}
		s.write(batch)
		r := ask(kind, start, start+15*interval, "x")
		r.Nodes, r.IncludeAbnormal = []int32{2}, true
		chart := s.query(r)
		if len(chart.Series) != 2 {
			t.Fatalf("%s: %v", kind, drawn(chart))
		}
		now, old := chart.Series[0], chart.Series[1]
		if now.Statistics.Abnormal != 0 || old.Statistics.Abnormal != 1 || !old.Column.Old {
			t.Errorf("%s: %d abnormal now, %d at the old depth", kind, now.Statistics.Abnormal, old.Statistics.Abnormal)
		}
		if len(chart.Abnormal) != 1 || *chart.Abnormal[0].Depth != 3.5 {
			t.Errorf("%s: abnormal %+v", kind, chart.Abnormal)
		}
		gap := slices.IndexFunc(now.Values, math.IsNaN)
		if gap < 0 || now.Times[gap] != start+5*interval {
			t.Errorf("%s: the curve of the first depth goes on while the node is elsewhere: %v", kind, now.Values)
		}
	}
}
