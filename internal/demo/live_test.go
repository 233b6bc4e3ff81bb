package demo

import (
	"slices"
	"testing"
)

// Going through the loop gives every record in turn, forwards and backwards, at
// rising times and with the distances of the record.
func TestLoopPlaysToAndFro(t *testing.T) {
	records := []Record{{Time: 1000}, {Time: 2000}, {Time: 5000}}
	l := newLoop(records, 1)
	var times, places []int64
	for elapsed := int64(0); len(times) < 8; {
		r, at := l.after(elapsed)
		if at <= elapsed {
			t.Fatalf("record at %d is due at %d, not after %d", r.Time, at, elapsed)
		}
		times, places = append(times, r.Time), append(places, at)
		elapsed = at
	}
	wantTimes := []int64{5000, 2000, 1000, 2000, 5000, 2000, 1000, 2000}
	wantPlaces := []int64{3000, 6000, 7000, 8000, 11000, 14000, 15000, 16000}
	for i := range wantTimes {
		if times[i] != wantTimes[i] || places[i] != wantPlaces[i] {
			t.Fatalf("played %v at %v, want %v at %v", times, places, wantTimes, wantPlaces)
		}
	}
}

// No instrument of the demo falls silent for longer than a few of its usual steps.
func TestNoDeviceOfTheDemoFallsSilent(t *testing.T) {
	for _, one := range sites() {
		for _, u := range one.units {
			if u.history >= 1 {
				continue
			}
			records, err := u.record()
			if err != nil {
				t.Fatal(err)
			}
			played := steady(records)
			if len(played) != len(records) {
				t.Fatalf("%s: %d of %d records", u.register, len(played), len(records))
			}
			steps := make([]int64, 0, len(played))
			for i := 1; i < len(played); i++ {
				steps = append(steps, played[i].Time-played[i-1].Time)
			}
			slices.Sort(steps)
			if usual, most := steps[len(steps)/2], steps[len(steps)-1]; steps[0] < 0 || most > mostPause*usual {
				t.Errorf("%s: steps of %d to %d ms, usually %d", u.register, steps[0], most, usual)
			}
		}
	}
}
