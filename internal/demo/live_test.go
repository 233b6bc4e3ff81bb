package demo

import "testing"

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
