package query_test

import (
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/platform/errs"
)

// refusal returns why a table is refused, or nil.
func (s *site) refusal(r query.Request) *errs.Error {
	s.t.Helper()
	_, err := s.read.Table(s.t.Context(), r, 1, 20, true)
	if err == nil {
		return nil
	}
	f, ok := errs.As(err)
	if !ok {
		s.t.Fatal(err)
	}
	return f
}

func TestTooManyTableRows(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	const most = 65_535
	const every = 30_000
	rows := make([]message, most+2)
	for i := range rows {
		rows[i] = level(start+int64(i)*every, 10)
	}
	s.store(pointID, rows...)
	r := ask(query.Observed, start, start+(most-1)*every)
	if f := s.refusal(r); f != nil {
		t.Errorf("%d rows: %v", most, f)
	}
	for _, kind := range []query.ValueType{query.Observed, query.Raw} {
		r.ValueTypes, r.End = []query.ValueType{kind}, start+(most+1)*every
		if f := s.refusal(r); f == nil || f.Code != errs.TooManyRows.Code || f.Args["count"] != most+2 {
			t.Errorf("%s, %d rows: %v", kind, most+2, f)
		}
	}
	r.Every = 3600_000
	if f := s.refusal(r); f != nil {
		t.Errorf("one reading an hour: %v", f)
	}
}

// A point that is read every hour fills a month; one that is read once a month keeps its table for years.
func TestTablesCoverThirtyDaysUnlessTheyAreShort(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	const hour, most = 3600_000, 1_000
	rows := make([]message, most+1)
	for i := range rows {
		rows[i] = level(start+int64(i)*hour, 10)
	}
	s.store(pointID, rows...)
	for _, c := range []struct {
		from, to int64
		refused  bool
	}{
		{start, start + 30*day, false},
		{start, start + 30*day + 1, false},
		{start, start + 3650*day, true},
		{start + 1, start + 3650*day, false},
	} {
		f := s.refusal(ask(query.Observed, c.from, c.to))
		if c.refused != (f != nil && f.Code == errs.SpanTooLong.Code && f.Args["days"] == 30) {
			t.Errorf("from %d to %d: %v", c.from, c.to, f)
		}
	}
}

func TestOneSecondReadingsAreLimitedToSevenDays(t *testing.T) {
	s := newSite(t)
	quick, slow := piezometer(pointID), piezometer(12)
	quick.Config.Collect = versions(definition.Collect{Interval: 1})
	slow.Config.Collect = versions(definition.Collect{Interval: 60})
	s.add(quick)
	s.add(slow)
	for _, c := range []struct {
		point   int64
		end     int64
		every   int64
		refused bool
	}{
		{pointID, start + 7*day, 0, false},
		{pointID, start + 7*day + 1, 0, true},
		{pointID, start + 30*day, 60_000, false},
		{12, start + 400*day, 0, false},
	} {
		r := ask(query.Observed, start, c.end)
		r.Point, r.Every = c.point, c.every
		f := s.refusal(r)
		if c.refused != (f != nil && f.Code == errs.SpanTooLong.Code && f.Args["days"] == 7) {
			t.Errorf("%+v: %v", c, f)
		}
	}
}

func TestLatestOfTooManyPoints(t *testing.T) {
	s := newSite(t)
	_, err := s.read.Latest(t.Context(), make([]int64, query.MostLatest+1))
	if f, ok := errs.As(err); !ok || f.Code != errs.TooManyPoints.Code || f.Args["max"] != query.MostLatest {
		t.Errorf("%v", err)
	}
}

func TestExplainWithoutResult(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.store(pointID, level(start, 10))
	_, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "level", ValueType: query.Observed}, start+1)
	if !errs.Is(err, errs.NoCollections) {
		t.Errorf("%v", err)
	}
}
