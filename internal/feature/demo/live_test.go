package demo

import (
	"encoding/json"
	"slices"
	"testing"
)

// The loop returns every record in turn, forwards and backwards, at increasing times and with the intervals of the
// record.
func TestLoopPlaysForwardAndBackward(t *testing.T) {
	records := []packed{{time: 1000}, {time: 2000}, {time: 5000}}
	l := newLoop(records, 1)
	var times, places []int64
	for elapsed := int64(0); len(times) < 8; {
		r, at := l.after(elapsed)
		if at <= elapsed {
			t.Fatalf("record at %d is due at %d, not after %d", r.time, at, elapsed)
		}
		times, places = append(times, r.time), append(places, at)
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

// No demo instrument stays silent for more than a few of its usual steps.
func TestNoDemoDeviceFallsSilent(t *testing.T) {
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

// A packed record has the same content as the record, at the time it is sent.
func TestPackKeepsRecords(t *testing.T) {
	for name, load := range map[string]func() ([]Record, error){
		"slope": landslide, "weather": weatherOf, "string": func() ([]Record, error) { return inclinometer("1") },
	} {
		records, err := load()
		if err != nil {
			t.Fatal(err)
		}
		list, err := pack(records)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range records {
			r.Time = 1_795_000_000_000
			want, err := json.Marshal(struct {
				Type string `json:"type"`
				Record
			}{"data", r})
			if err != nil {
				t.Fatal(err)
			}
			if got := list[i].message(r.Time); string(got) != string(want) {
				t.Fatalf("%s: %s, want %s", name, got, want)
			}
			var measured any = r.Channels
			if len(r.Values) > 0 {
				measured = r.Values
			} else if len(r.Channels) == 0 {
				measured = nil
			}
			if want, err = json.Marshal(measured); err != nil {
				t.Fatal(err)
			}
			got, err := list[i].measured()
			if text, failed := json.Marshal(got); err != nil || failed != nil || string(text) != string(want) {
				t.Fatalf("%s: measured %s, %v; want %s", name, text, err, want)
			}
		}
	}
}
