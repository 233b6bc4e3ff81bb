package compute_test

import (
	"testing"

	"plumbline/internal/core/series"
)

// Points with a long history to refold take turns, one piece each: none waits for another to finish.
func TestPointsTakeTurns(t *testing.T) {
	h := openHarness(t)
	one, rawOne := gauge(h)
	other, rawOther := gauge(h)
	s := newSite(t, h, one, other) // a piece is 40 readings
	var rows []series.Put
	for i := range int64(200) {
		rows = append(rows, put(rawOne, start+i*hour, 1), put(rawOther, start+i*hour, 2))
	}
	s.send(true, rows...)
	s.worker.Steps(t.Context(), 2)
	for _, id := range []int64{one.Point.ID, other.Point.ID} {
		if n := len(s.results(id)); n == 0 || n == 200 {
			t.Errorf("point %d has %d of 200 results after a piece each", id, n)
		}
	}
	s.drain()
	for _, id := range []int64{one.Point.ID, other.Point.ID} {
		if n := len(s.results(id)); n != 200 {
			t.Errorf("point %d has %d of 200 results", id, n)
		}
	}
}

// A reading that comes next continues from memory; a late one causes a refold. Both give the same history.
func TestOnlyLateReadingsCauseRefold(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	s := newSite(t, h, d)
	s.send(true, put(raw, start, 1), put(raw, start+hour, 1))
	s.drain()
	s.send(true, put(raw, start+3*hour, 1))
	if n := s.worker.Queued(); n != 0 {
		t.Fatalf("the next reading caused a refold of %d points", n)
	}
	if n := len(s.results(d.Point.ID)); n != 3 {
		t.Fatalf("%d results before any refold", n)
	}
	s.send(true, put(raw, start+2*hour, 1))
	if n := s.worker.Queued(); n != 1 {
		t.Fatalf("a late reading caused a refold of %d points", n)
	}
	s.drain()
	if n := len(s.results(d.Point.ID)); n != 4 {
		t.Errorf("%d results", n)
	}
}
