package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

// Five levels in 30 minutes at 5 minutes, one of them withdrawn: 2, 4, 4, 6 count.
func TestCharacteristicValues(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	at := func(n int64) int64 { return start + n*interval }
	s.store(pointID, level(at(0), 2), level(at(1), 4), level(at(2), 90, reading.Withdrawn), level(at(4), 4), level(at(6), 6))
	s.initial(pointID, 1, 30.5, 15)
	found, err := s.read.Characteristics(t.Context(), query.Request{
		Point: pointID, Fields: []string{"level"}, ValueTypes: []query.ValueType{query.Observed}, Start: at(0), End: at(6),
	})
	if err != nil {
		t.Fatal(err)
	}
	c := found.List[0]
	if c.Count != 4 || c.Max != (query.Extreme{Time: at(6), Value: 6}) || c.Min != (query.Extreme{Time: at(0), Value: 2}) || c.Mean != 4 ||
		math.Abs(c.Deviation-math.Sqrt(8.0/3)) > 1e-12 || c.Range() != 4 || c.Difference() != 4 || c.First.Time != at(0) || c.Last.Time != at(6) {
		t.Errorf("levels: %+v", c)
	}
	if found.Readings != 5 || found.Expected != 6 || found.Missing() != 1 || found.All != nil {
		t.Errorf("%d readings of %d, %d missing, over nodes %v", found.Readings, found.Expected, found.Missing(), found.All)
	}

	since, err := s.read.Characteristics(t.Context(), query.Request{
		Point: pointID, Fields: []string{"level"}, ValueTypes: []query.ValueType{query.Accumulated}, End: at(6),
	})
	if err != nil {
		t.Fatal(err)
	}
	if since.Start != start-day || since.List[0].Count != 4 || since.List[0].Last.Value != 5 {
		t.Errorf("since the initial value: from %d, %+v", since.Start, since.List[0])
	}
}

// The worked standard deviation of formulas.md section 29.
func TestWorkedDeviation(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	for i, v := range []float64{-1.2, -1.5, -2.2, -2.0, -2.9} {
		s.store(pointID, level(start+int64(i)*interval, v))
	}
	found, err := s.read.Characteristics(t.Context(), query.Request{
		Point: pointID, Fields: []string{"level"}, ValueTypes: []query.ValueType{query.Observed}, Start: start, End: start + day,
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := found.List[0]; math.Abs(c.Deviation/0.658027355-1) > 1e-7 || math.Abs(c.Mean+1.96) > 1e-12 {
		t.Errorf("deviation %.9f, mean %v", c.Deviation, c.Mean)
	}
}

func TestCharacteristicValuesWithoutReadings(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	found, err := s.read.Characteristics(t.Context(), query.Request{
		Point: pointID, Fields: []string{"level"}, ValueTypes: []query.ValueType{query.Observed}, Start: start, End: start,
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := found.List[0]; c.Count != 0 || !math.IsNaN(c.Mean) || !math.IsNaN(c.Max.Value) || !math.IsNaN(c.Difference()) || found.Missing() != -1 {
		t.Errorf("without readings: %+v, %d missing", c, found.Missing())
	}
}
