package computation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/alarm"
	"plumbline/internal/reading"
)

func limits(blue, yellow, orange, red float64) alarm.Threshold {
	return alarm.Threshold{Blue: &blue, Yellow: &yellow, Orange: &orange, Red: &red, Enable: true}
}

func accumulated(t alarm.Threshold) alarm.Threshold {
	t.Field, t.ValueType = "width", alarm.Accumulated
	return t
}

func TestReadingsBecomeResultsAndAlarms(t *testing.T) {
	h := openHouse(t)
	d, raw := gauge(h)
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{accumulated(limits(21, 24, 27, 30))}}))
	s := newSite(t, h, d)
	for i, v := range []float64{1, 1.1, 0.9, 11.68, 13.5, 9, 1, 1} {
		s.send(true, put(raw, start+int64(i)*hour, v))
		s.drain()
	}
	results := s.results(d.Point.ID)
	if len(results) != 8 {
		t.Fatalf("%d results", len(results))
	}
	if v := results[3].Values[reading.Column{Field: "width"}]; v != 23.36 {
		t.Errorf("result %v", v)
	}
	initials := s.initials(d.Point.ID)
	if len(initials) != 1 || initials[0].Values[0] != 2 || initials[0].Count != 3 {
		t.Errorf("initial value %+v", initials)
	}
	records := s.records(d.Point.ID)
	if len(records) != 1 {
		t.Fatalf("%d records", len(records))
	}
	r := records[0]
	want := []alarm.Step{
		{Level: 1, Time: start + 3*hour, Value: 21.36, Limit: 21, Side: alarm.Upper},
		{Level: 2, Time: start + 4*hour, Value: 25, Limit: 24, Side: alarm.Upper},
	}
	if diff := cmp.Diff(want, r.Steps); diff != "" {
		t.Error(diff)
	}
	if r.Status != alarm.Restore || r.Ended != start+6*hour || r.Level != 2 {
		t.Errorf("record %+v", r)
	}
	if n := s.openMarks(); n != 0 {
		t.Errorf("%d marks left", n)
	}
}
