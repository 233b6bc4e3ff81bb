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
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
)

func ptr(v float64) *float64 { return &v }

func ask(kind query.ValueType, from, to int64, fields ...string) query.Request {
	return query.Request{Point: pointID, Fields: fields, ValueTypes: []query.ValueType{kind}, Start: from, End: to}
}

func (s *site) query(r query.Request) query.Chart {
	s.t.Helper()
	chart, err := s.read.Query(s.t.Context(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	return chart
}

func TestChart(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	d.Thresholds = versions(alarm.Thresholds{List: []alarm.Threshold{
		{Field: "level", ValueType: alarm.Observed, Blue: ptr(12), Enable: true},
		{Field: "level", ValueType: alarm.Accumulated, Blue: ptr(1), Enable: true},
		{Field: "depth", ValueType: alarm.Observed, Blue: ptr(12), Enable: true},
		{Field: "level", ValueType: alarm.Observed, Red: ptr(99), Enable: false},
	}})
	shift := correction.Correction{ID: 6, Kind: correction.Shift, Fields: []string{"level"}, From: start + 2*interval, Amount: 0.5, Note: "cable stretched"}
	back := correction.Correction{ID: 7, Kind: correction.Shift, Fields: []string{"level"}, From: start + interval, RevokedAt: 1}
	d.Corrections = []correction.Correction{shift, back, withdrawn(start-hour, start+interval)}
	s.add(d)
	s.store(pointID,
		level(start, 10), level(start+interval, 10.5), level(start+2*interval, 99, reading.Abnormal),
		level(start+3*interval, 10.25), level(start+8*interval, 10.75))

	r := ask(query.Observed, start, start+10*interval, "level")
	r.IncludeAbnormal = true
	s.now = start + 10*interval
	chart := s.query(r)
	if len(chart.Series) != 1 {
		t.Fatalf("%d series", len(chart.Series))
	}
	line := chart.Series[0]
	want := []int64{start, start + interval, start + 3*interval, start + 8*interval}
	if diff := cmp.Diff(want, line.Times); diff != "" || line.Reduced {
		t.Errorf("times: %s", diff)
	}
	if diff := cmp.Diff([]float64{10, 10.5, 10.25, 10.75}, line.Values); diff != "" {
		t.Errorf("values: %s", diff)
	}
	stats := query.Statistics{
		Count: 4, Abnormal: 1, Max: query.Extreme{Time: start + 8*interval, Value: 10.75},
		Min: query.Extreme{Time: start, Value: 10}, Last: query.Extreme{Time: start + 8*interval, Value: 10.75}, Mean: 10.375,
	}
	if diff := cmp.Diff(stats, line.Statistics); diff != "" {
		t.Errorf("statistics: %s", diff)
	}
	if diff := cmp.Diff([]query.Span{{From: start + 3*interval, To: start + 8*interval}}, chart.Gaps); diff != "" {
		t.Errorf("gaps: %s", diff)
	}
	if diff := cmp.Diff([]query.AbnormalValue{{Field: "level", Time: start + 2*interval, Value: 99, Flag: reading.Abnormal}}, chart.Abnormal); diff != "" {
		t.Errorf("abnormal: %s", diff)
	}
	if chart.Completeness != 0.5 || chart.TimeZone != "Asia/Shanghai" {
		t.Errorf("completeness %v in %s", chart.Completeness, chart.TimeZone)
	}
	if len(chart.Thresholds) != 1 || *chart.Thresholds[0].Blue != 12 {
		t.Errorf("thresholds %+v", chart.Thresholds)
	}
	marks := []query.Mark{
		{Time: start - hour, Until: start + interval, Kind: "correction", ID: 5, Note: "cable cut"},
		{Time: start + 2*interval, Kind: "correction", ID: 6, Note: "cable stretched"},
	}
	if diff := cmp.Diff(marks, chart.Marks); diff != "" {
		t.Errorf("marks: %s", diff)
	}
	if c := line.Column; c.Unit != "m" || c.Decimals != 3 || c.Label.Zh != "水位高程" {
		t.Errorf("column %+v", c)
	}
}

func TestChartChanges(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	d.Corrections = []correction.Correction{{ID: 6, Kind: correction.Shift, Fields: []string{"level"}, From: start + day, Amount: 0.5}}
	s.add(d)
	s.initial(pointID, 10, 21.5, 15)
	var list []message
	for i := range int64(3*24*12 + 1) {
		flag := reading.Flag(0)
		if i == 5 {
			flag = reading.Abnormal
		}
		list = append(list, level(start+i*interval, 10+0.001*float64(i), flag))
	}
	s.store(pointID, list...)

	at := func(kind query.ValueType, i int64, base int64) float64 {
		r := ask(kind, start+i*interval, start+i*interval, "level")
		r.Base = base
		chart := s.query(r)
		if len(chart.Series) != 1 || len(chart.Series[0].Values) != 1 {
			return math.NaN()
		}
		return chart.Series[0].Values[0]
	}
	tests := []struct {
		name string
		kind query.ValueType
		i    int64
		base int64
		want float64
	}{
		{"accumulated before the shift", query.Accumulated, 100, 0, 0.1},
		{"accumulated after the shift", query.Accumulated, 288, 0, 0.788},
		{"relative to a time", query.Accumulated, 200, start + 100*interval, 0.1},
		{"relative to a time before the shift", query.Accumulated, 300, start + 100*interval, 0.7},
		{"change in period", query.Change, 100, 0, 0.001},
		{"change over an abnormal reading", query.Change, 6, 0, 0.002},
		{"change over the shift", query.Change, 288, 0, 0.501},
		{"no change before the second reading", query.Change, 0, 0, math.NaN()},
		{"no rate before a day has passed", query.Rate, 280, 0, math.NaN()},
		// The earlier row lies 24 h back, up to half an interval less: here 287 or 288 readings; the newest old enough
		// is 288 back.
		{"rate", query.Rate, 700, 0, 0.288},
	}
	for _, test := range tests {
		if got := at(test.kind, test.i, test.base); math.Abs(got-test.want) > 1e-9 || math.IsNaN(got) != math.IsNaN(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	rates := s.query(ask(query.Rate, start, start+3*day, "level"))
	if n := len(rates.Series[0].Values); n != 3*288+1-288 {
		t.Errorf("%d rates", n)
	}
	if u := rates.Series[0].Column.Unit; u != "m/d" {
		t.Errorf("unit %q", u)
	}
}

func TestChartFields(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.store(pointID, level(start, 10))
	names := func(kind query.ValueType, fields ...string) string {
		var list []string
		for _, line := range s.query(ask(kind, start, start+day, fields...)).Series {
			list = append(list, line.Column.Field)
		}
		return strings.Join(list, " ")
	}
	for _, test := range []struct {
		kind   query.ValueType
		fields []string
		want   string
	}{
		{query.Observed, nil, "level depth temp"},
		{query.Accumulated, nil, "level depth"},
		{query.Observed, []string{"temp", "level"}, "temp level"},
		{query.Observed, []string{"pressure"}, ""}, // of the measurement, not of this point
		{query.Raw, nil, "level temp"},
	} {
		if got := names(test.kind, test.fields...); got != test.want {
			t.Errorf("%s %v: %q, want %q", test.kind, test.fields, got, test.want)
		}
	}
	_, err := s.read.Query(t.Context(), ask(query.Observed, start, start+day, "level", "lvel"))
	if e, ok := errs.As(err); !ok || len(e.Fields) != 1 || e.Fields[0].Name != "fields[1]" {
		t.Errorf("a wrong field: %v", err)
	}
	gone := ask(query.Observed, start, start+day)
	gone.Point = 999
	if _, err := s.read.Query(t.Context(), gone); !isNotFound(err) {
		t.Errorf("an unknown point: %v", err)
	}
}

func isNotFound(err error) bool {
	e, ok := errs.As(err)
	return ok && e.Kind == errs.NotFound
}

func TestOneReadingPerPeriod(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	var list []message
	for i := range int64(48) {
		list = append(list, level(start+i*hour, float64(i)))
	}
	list[24].flag = reading.Abnormal
	s.store(pointID, list...)
	r := ask(query.Observed, start, start+48*hour, "level")
	r.Every = 24 * hour
	if got := s.query(r).Series[0].Values; !slices.Equal(got, []float64{0, 25}) {
		t.Errorf("daily values %v", got)
	}
}

func TestTables(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.initial(pointID, 10, 21.5, 15)
	var list []message
	for i := range int64(10) {
		list = append(list, level(start+i*interval, 10+float64(i)))
	}
	list[3].flag = reading.Abnormal
	s.store(pointID, list...)
	r := query.Request{
		Point: pointID, Fields: []string{"level"},
		ValueTypes: []query.ValueType{query.Raw, query.Observed, query.Accumulated, query.Change}, Start: start, End: start + day,
	}

	table, err := s.read.Table(t.Context(), r, 1, 4, true)
	if err != nil {
		t.Fatal(err)
	}
	if table.Total != 9 || len(table.Rows) != 4 {
		t.Fatalf("%d of %d rows", len(table.Rows), table.Total)
	}
	var heads []string
	for _, c := range table.Columns {
		heads = append(heads, string(c.ValueType)+" "+c.Field)
	}
	if diff := cmp.Diff([]string{"raw level", "raw temp", "observed level", "accumulated level", "change level"}, heads); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{19, 15, 19, 9, 1}, table.Rows[0].Values); diff != "" || table.Rows[0].Time != start+9*interval {
		t.Errorf("the newest row at %d: %s", table.Rows[0].Time, diff)
	}
	last, err := s.read.Table(t.Context(), r, 3, 4, true)
	if err != nil || len(last.Rows) != 1 || last.Rows[0].Time != start {
		t.Errorf("the last page: %+v %v", last.Rows, err)
	}
	if beyond, err := s.read.Table(t.Context(), r, 4, 4, true); err != nil || len(beyond.Rows) != 0 || beyond.Total != 9 {
		t.Errorf("beyond the last page: %+v %v", beyond, err)
	}
	r.IncludeAbnormal = true
	up, err := s.read.Table(t.Context(), r, 1, 20, false)
	if err != nil || up.Total != 10 || up.Rows[3].Flag != reading.Abnormal || up.Rows[3].Values[2] != 13 {
		t.Errorf("with abnormal rows: %+v %v", up.Rows, err)
	}
	if v := up.Rows[4].Values[4]; v != 2 {
		t.Errorf("the change over the abnormal row is %v", v)
	}
}

func TestPointWithoutFormulaShowsRawReadings(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	s.add(d)
	s.store(pointID, level(start, 10), level(start+interval, 11))
	bare := d
	bare.Config.Formula = timeline.Timeline[definition.Formula]{}
	bare.Point.ID = 12
	s.add(bare)
	r := query.Request{Point: 12, ValueTypes: []query.ValueType{query.Raw, query.Observed}, Start: start, End: start + day}
	table, err := s.read.Table(t.Context(), r, 1, 20, true)
	if err != nil || table.Total != 2 || len(table.Columns) != 2 || table.Rows[0].Values[0] != 11 {
		t.Errorf("%+v %v", table, err)
	}
	latest, err := s.read.Latest(t.Context(), []int64{12})
	if err != nil || latest[0].Time != 0 || latest[0].Project != 2 {
		t.Errorf("%+v %v", latest, err)
	}
}

// The configuration of a point has no end: a range without an end must still terminate.
func TestUnboundedRangeTerminates(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.store(pointID, level(start, 10), level(start+interval, 11))
	for _, kind := range []query.ValueType{query.Raw, query.Observed, query.Accumulated, query.Change, query.Rate} {
		chart := s.query(ask(kind, 0, math.MaxInt64))
		if kind == query.Observed && chart.Series[0].Statistics.Count != 2 {
			t.Errorf("%+v", chart.Series)
		}
	}
	r := ask(query.Observed, 0, math.MaxInt64)
	var file strings.Builder
	if err := s.read.ExportCSV(t.Context(), &file, r, "en"); err != nil || strings.Count(file.String(), "\n") != 3 {
		t.Errorf("%v %s", err, &file)
	}
	if _, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "level", ValueType: query.Observed}, math.MaxInt64); err == nil {
		t.Error("a reading at the end of time is explained")
	}
}

func TestTimes(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.store(pointID, level(start, 1), level(start+1, 2, reading.Withdrawn), level(start+2, 3), level(start+3, 4))
	times, err := s.read.Times(t.Context(), pointID, start, start+day, 2)
	if err != nil || !slices.Equal(times, []int64{start + 2, start + 3}) {
		t.Errorf("%v %v", times, err)
	}
}

// array is a chain of three segments with a gap in the node numbers.
func array(id int64) definition.Definition {
	d := piezometer(id)
	d.Point.Measurement, d.Point.Category = "DeepDisplacement", "ADM"
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: "INCLINO_CHAIN"}}})
	main := d.Devices[deviceID]
	main.Type = "ADM"
	main.Config.Geometry = versions(definition.Geometry{
		SegmentLen: 1000, MinDepth: 0.5, MarkAngle: 90, Nodes: []definition.Node{{No: 1, Used: true}, {No: 2, Used: true}, {No: 4, Used: true}},
	})
	d.Devices[deviceID] = main
	return d
}

func TestArrays(t *testing.T) {
	s := newSite(t)
	p := s.add(array(pointID))
	first := arrayRow(p, start, 0, 0, 0, 0)
	s.initials = append(s.initials, initialOf(first))
	s.write(series.Batch{Results: []series.Put{first, arrayRow(p, start+interval, 3, 5, 1, 0)}})

	r := ask(query.Accumulated, start+interval, start+interval, "x", "n")
	chart := s.query(r)
	var got []string
	for _, line := range chart.Series {
		got = append(got, fmt.Sprintf("%s%d@%.1f=%g", line.Column.Field, line.Column.Node, *line.Column.Depth, line.Values[0]))
	}
	if diff := cmp.Diff([]string{"x0@0.5=3", "x1@1.5=5", "x2@2.5=1", "x4@3.5=0", "n0@0.5=6", "n1@1.5=10", "n2@2.5=2", "n4@3.5=0"}, got); diff != "" {
		t.Error(diff)
	}
	r.Nodes = []int32{2}
	if chart := s.query(r); len(chart.Series) != 2 {
		t.Errorf("one node in %d series", len(chart.Series))
	}
	latest, err := s.read.Latest(t.Context(), []int64{pointID})
	if err != nil || latest[0].Node != 1 || latest[0].Value != 5 || latest[0].Field != "x" {
		t.Errorf("the worst node: %+v %v", latest[0], err)
	}
	for _, line := range s.query(ask(query.Observed, start, start+day)).Series {
		if line.Column.Field == "held" {
			t.Error("the counter of held segments is shown as a value")
		}
	}
}

func TestExport(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.initial(pointID, 10, 21.5, 15)
	s.store(pointID, level(start, 10.25), level(start+interval+7, 11, reading.Abnormal))
	r := query.Request{
		Point: pointID, Fields: []string{"level"},
		ValueTypes: []query.ValueType{query.Observed, query.Accumulated, query.Rate}, Start: start, End: start + day, IncludeAbnormal: true,
	}
	var file bytes.Buffer
	if err := s.read.ExportCSV(t.Context(), &file, r, "en"); err != nil {
		t.Fatal(err)
	}
	want := "\uFEFFTime,Water elevation Observed value (m),Water elevation Accumulated change (m),Water elevation Change rate (m/d),Flags\r\n" +
		"2025-10-09 16:53:20,10.25,0.25,#N/A,\r\n" +
		"2025-10-09 16:58:20.007,11,1,#N/A,abnormal\r\n"
	if diff := cmp.Diff(want, file.String()); diff != "" {
		t.Error(diff)
	}
}
