package query_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

func (s *site) report(r query.ReportRequest) query.Report {
	s.t.Helper()
	report, err := s.read.Report(s.t.Context(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	return report
}

// numbers are the seven values of a row of a report and its level.
func numbers(r query.ReportRow) []float64 {
	return []float64{r.Initial, r.Previous, r.Value, r.Change, r.Accumulated, r.Rate, float64(r.Level)}
}

func TestReport(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	d.Thresholds = versions(alarm.Thresholds{List: []alarm.Threshold{
		{Field: "level", ValueType: alarm.Accumulated, Blue: ptr(0.5), Yellow: ptr(0.9), Red: ptr(2), Enable: true},
		{Field: "level", ValueType: alarm.Rate, Blue: ptr(0.3), Yellow: ptr(0.4), Orange: ptr(0.5), Red: ptr(0.55), Enable: true},
		{Field: "level", ValueType: alarm.Observed, Blue: ptr(1), Enable: false},
	}})
	s.add(d)
	s.initial(pointID, 10, 21.5, 15)
	s.store(pointID, level(start, 10), level(start+day, 10.4), level(start+2*day, 11), level(start+2*day+interval, 12))
	silent := piezometer(pointID + 1)
	silent.Point.Name = "SW-10"
	s.add(silent)
	s.initial(pointID+1, 20, 11.5, 15)
	s.store(pointID+1, level(start, 20.25))

	nan := math.NaN()
	equal := cmpopts.EquateNaNs()
	both := []int64{pointID, pointID + 1}
	report := s.report(query.ReportRequest{Points: both, Time: start + 2*day})
	if len(report.Rows) != 2 || report.Rows[1].Point != 1 {
		t.Fatalf("rows %+v", report.Rows)
	}
	// The rate of 0.6 m/d is red, although 1 m is only yellow.
	if diff := cmp.Diff([]float64{10, 10.4, 11, 0.6, 1, 0.6, 4}, numbers(report.Rows[0]), equal, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("the reading a day earlier: %s", diff)
	}
	p := report.Points[0]
	if p.Time != start+2*day || p.Previous != start+day || p.Name != "SW-09" || p.Device != deviceID || len(p.Thresholds) != 2 {
		t.Errorf("point %+v", p)
	}
	// No reading in the six hours of the window: the row stays.
	if diff := cmp.Diff([]float64{nan, nan, nan, nan, nan, nan, -1}, numbers(report.Rows[1]), equal); diff != "" || report.Points[1].Time != 0 {
		t.Errorf("a point without a reading: %s", diff)
	}
	want := []query.ReportMaxima{{Field: "level", Positive: 0, Negative: -1, Rate: 0}}
	if diff := cmp.Diff(want, report.Maxima); diff != "" {
		t.Errorf("maxima %s", diff)
	}

	first := s.report(query.ReportRequest{Points: both[:1], Time: start + hour})
	if diff := cmp.Diff([]float64{10, nan, 10, nan, 0, nan, 0}, numbers(first.Rows[0]), equal); diff != "" {
		t.Errorf("without a previous reading: %s", diff)
	}
	chosen := s.report(query.ReportRequest{Points: both[:1], Time: start + 2*day + hour, Previous: start, Base: start + day})
	rate := math.Round(2/(2+5.0/1440)*1e6) / 1e6
	if diff := cmp.Diff([]float64{10.4, 10, 12, 2, 1.6, rate, 4}, numbers(chosen.Rows[0]), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("with a chosen previous time and base: %s", diff)
	}
	fields := s.report(query.ReportRequest{Points: both[:1], Time: start + 2*day, Fields: []string{"temp", "level"}})
	if diff := cmp.Diff([]float64{15, 15, 15, nan, nan, nan, -1}, numbers(fields.Rows[0]), equal); diff != "" || fields.Rows[1].Column.Field != "level" {
		t.Errorf("a field without changes: %s", diff)
	}
}

func TestReportOfArrays(t *testing.T) {
	s := newSite(t)
	d := array(pointID)
	d.Thresholds = versions(alarm.Thresholds{List: []alarm.Threshold{
		{Field: "x", ValueType: alarm.Accumulated, Blue: ptr(4.5), Enable: true, NodeRange: &[2]int32{1, 2}},
		{Field: "x", ValueType: alarm.Accumulated, Blue: ptr(0.2), Enable: true, NodeRange: &[2]int32{4, 9}},
	}})
	p := s.add(d)
	observed := p.At(start).Program.Observed()
	row := func(at int64, x ...float64) series.Put {
		values := make([]float64, observed.Len())
		for i, c := range observed.List {
			values[i] = reading.Missing
			if k := slices.Index([]int32{0, 1, 2, 4}, c.Node); c.Field != "held" {
				values[i] = x[k]
			}
		}
		return series.Put{Series: series.ResultID(pointID), Time: at, Columns: observed, Values: values}
	}
	first := row(start, 10, 10, 10, 10)
	s.initials = append(s.initials, initialOf(first))
	s.write(series.Batch{Results: []series.Put{first, row(start+day, 11, 11, 10, 10), row(start+2*day, 13, 15, 11, 10)}})
	rows := func(step float64) (list []string) {
		t.Helper()
		report := s.report(query.ReportRequest{Points: []int64{pointID}, Time: start + 2*day, Step: step})
		if report.Points[0].Count != 3 {
			t.Errorf("count %d", report.Points[0].Count)
		}
		for _, r := range report.Rows {
			list = append(list, fmt.Sprintf("%g m: %g %g %g %g, %d %v", *r.Column.Depth, r.Previous, r.Value, r.Change, r.Rate, r.Level, r.Interpolated))
		}
		return list
	}
	nodes := []string{"0.5 m: 1 3 2 2, -1 false", "1.5 m: 1 5 4 4, 1 false", "2.5 m: 0 1 1 1, 0 false", "3.5 m: 0 0 0 0, 0 false"}
	if diff := cmp.Diff(nodes, rows(0)); diff != "" {
		t.Errorf("nodes: %s", diff)
	}
	if diff := cmp.Diff([]string{"1 m: 1 4 3 3, -1 true", "2 m: 0.5 3 2.5 2.5, 0 true", "3 m: 0 0.5 0.5 0.5, -1 true"}, rows(1)); diff != "" {
		t.Errorf("every meter: %s", diff)
	}
	half := rows(0.5)
	if len(half) != 7 || half[0] != nodes[0] || half[6] != nodes[3] {
		t.Errorf("every half meter: %q", half)
	}
}

func TestControlText(t *testing.T) {
	row := query.ReportRow{Column: query.Column{Field: "force"}}
	of := func(kind alarm.ValueType, direction string, reference, red float64) alarm.Threshold {
		return alarm.Threshold{Field: "force", ValueType: kind, Direction: direction, Reference: reference, Blue: ptr(1), Red: ptr(red)}
	}
	both := of(alarm.Observed, "", 0, 320)
	both.Lower = &alarm.Lower{Red: ptr(185)}
	for want, list := range map[string][]alarm.Threshold{
		"":           {{Field: "temp", ValueType: alarm.Rate, Red: ptr(1)}},
		"±30 / ±3":   {of(alarm.Accumulated, "both", 0, 30), of(alarm.Rate, "", 0, 3)},
		"– / 3":      {of(alarm.Rate, "positive", 0, 3)},
		"−30":        {of(alarm.Observed, "", 0, 5), of(alarm.Accumulated, "negative", 0, 30)},
		"185…320":    {both},
		"1012.5 ± 8": {of(alarm.Observed, "", 1012.5, 8)},
		"≥ 195":      {{Field: "force", ValueType: alarm.Observed, Lower: &alarm.Lower{Blue: ptr(220), Red: ptr(195)}}},
	} {
		if got := row.ControlText(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestReportRefusals(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	if _, err := s.read.Report(t.Context(), query.ReportRequest{Points: make([]int64, query.MostReported+1)}); !errs.Is(err, errs.TooManyPoints) {
		t.Errorf("too many points: %v", err)
	}
	_, err := s.read.Report(t.Context(), query.ReportRequest{Points: []int64{pointID}, Time: start, Fields: []string{"level", "wind"}})
	if refused, ok := errs.As(err); !ok || len(refused.Fields) != 1 || refused.Fields[0].Name != "fields[1]" {
		t.Errorf("an unknown field: %v", err)
	}
	if report := s.report(query.ReportRequest{Points: []int64{404}, Time: start}); report.Points[0].Project != 0 || len(report.Rows) != 0 {
		t.Errorf("an unknown point: %+v", report)
	}
}
