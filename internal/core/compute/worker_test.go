package compute_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

func limits(blue, yellow, orange, red float64) alarm.Threshold {
	return alarm.Threshold{Blue: &blue, Yellow: &yellow, Orange: &orange, Red: &red, Enable: true}
}

func accumulated(t alarm.Threshold) alarm.Threshold {
	t.Field, t.ValueType = "width", alarm.Accumulated
	return t
}

func TestReadingsBecomeResultsAndAlarms(t *testing.T) {
	h := openHarness(t)
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
		{Level: 1, Time: start + 3*hour, Value: 21.36, Limit: 21, Side: alarm.Upper, Direction: alarm.DirectionBoth},
		{Level: 2, Time: start + 4*hour, Value: 25, Limit: 24, Side: alarm.Upper, Direction: alarm.DirectionBoth},
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

// A point that depends on another advances over a segment without valid results of the other, however long it is.
func TestVirtualPointSkipsLongInvalidStretch(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	virtual, _ := gauge(h)
	virtual.Point.Kind = catalog.VirtualPoint
	virtual.Config.Binding = versions[definition.Binding](h)
	virtual.Config.Formula = versions(h, at(0, formulaOf(fmt.Sprintf("P%d.width*10", d.Point.ID))))
	d.Corrections = []correction.Correction{{ID: h.next(), PointID: d.Point.ID, Kind: correction.Withdraw, From: start, To: start + 199*hour}}
	s := newSite(t, h, d, virtual) // a piece is 40 readings
	var rows []series.Put
	for i := range int64(201) {
		rows = append(rows, put(raw, start+i*hour, 1))
	}
	s.send(true, rows...)
	s.worker.Steps(t.Context(), 50)
	if n := s.worker.Queued(); n != 0 {
		t.Fatalf("%d points still wait", n)
	}
	if results := s.results(virtual.Point.ID); len(results) != 1 || results[0].Values[width] != 20 {
		t.Errorf("%+v, want the one reading that counts", results)
	}
}
