package duty

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// zones with hand-overs in summer time, at half hours and across the date line.
var zones = []string{"Asia/Shanghai", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia", "UTC"}

func load(t interface{ Fatal(...any) }, name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

var begin = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC) // a Monday

func drawRoster(t *rapid.T) *Roster {
	r := &Roster{
		First: begin.AddDate(0, 0, rapid.IntRange(-400, 400).Draw(t, "first")), Hour: rapid.IntRange(0, 23).Draw(t, "hour"),
		Zone: load(t, rapid.SampledFrom(zones).Draw(t, "zone")),
	}
	for i := range rapid.IntRange(1, 5).Draw(t, "people") {
		r.Turns = append(r.Turns, Turn{Account: int64(i + 1), Here: rapid.IntRange(0, 3).Draw(t, "here") > 0})
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "swaps") {
		from := begin.UnixMilli() + rapid.Int64Range(0, 60*24).Draw(t, "from")*3_600_000
		r.Swaps = append(r.Swaps, Swap{
			ID: int64(i + 1), From: from, To: from + rapid.Int64Range(1, 400).Draw(t, "hours")*3_600_000,
			Account: int64(rapid.IntRange(1, 8).Draw(t, "account")), Here: rapid.IntRange(0, 3).Draw(t, "here") > 0,
		})
	}
	return r
}

func TestSpansHaveNoGapsAndAgreeWithEveryMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRoster(t)
		from := begin.UnixMilli() + rapid.Int64Range(-40*24*60, 40*24*60).Draw(t, "start")*60_000
		to := from + rapid.Int64Range(1, 70*24*60).Draw(t, "minutes")*60_000
		at := from
		for _, span := range r.Spans(from, to) {
			if span.From != at || span.To <= span.From {
				t.Fatalf("a span from %d to %d follows %d", span.From, span.To, at)
			}
			inside := rapid.Int64Range(span.From, span.To-1).Draw(t, "inside")
			if got := r.At(inside); got != span.Account {
				t.Fatalf("%d at %d, %d in the span", got, inside, span.Account)
			}
			at = span.To
		}
		if at != to {
			t.Fatalf("the spans end at %d, not %d", at, to)
		}
	})
}

func TestTheLatestSwapOfSomebodyWhoIsHereWins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRoster(t)
		at := begin.UnixMilli() + rapid.Int64Range(0, 90*24*60).Draw(t, "at")*60_000
		bare := *r
		bare.Swaps = nil
		want := bare.At(at)
		for _, s := range r.Swaps {
			if s.Here && at >= s.From && at < s.To {
				want = s.Account
			}
		}
		if got := r.At(at); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}

// A hand-over is at the same hour of the same weekday all year, and the next week has the next person.
func TestHandOversKeepTheirHour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRoster(t)
		r.Swaps = nil
		for i := range r.Turns {
			r.Turns[i].Here = true
		}
		n := rapid.IntRange(-60, 60).Draw(t, "week")
		over := time.UnixMilli(r.handOver(n)).In(r.Zone)
		skipped := !time.Date(over.Year(), over.Month(), over.Day(), r.Hour, 0, 0, 0, r.Zone).Equal(over) || over.Hour() != r.Hour
		if !skipped && over.Weekday() != r.First.Weekday() {
			t.Fatalf("hand-over on %s", over)
		}
		people := len(r.Turns)
		if got, want := r.At(r.handOver(n)), int64((n%people+people)%people+1); got != want {
			t.Fatalf("week %d has %d, want %d", n, got, want)
		}
		if before := r.At(r.handOver(n) - 1); people > 1 && before == r.At(r.handOver(n)) {
			t.Fatalf("%d is on duty before and after the hand-over", before)
		}
	})
}

func TestWhoIsOnDuty(t *testing.T) {
	shanghai, berlin := load(t, "Asia/Shanghai"), load(t, "Europe/Berlin")
	r := func(zone *time.Location, here ...bool) *Roster {
		list := make([]Turn, len(here))
		for i := range here {
			list[i] = Turn{Account: int64(i + 1), Here: here[i]}
		}
		return &Roster{Turns: list, First: begin, Hour: 8, Zone: zone}
	}
	for _, c := range []struct {
		name   string
		roster *Roster
		at     time.Time
		want   int64
	}{
		{"before the first hand-over the last person has the week", r(shanghai, true, true, true), time.Date(2026, 1, 5, 7, 59, 0, 0, shanghai), 3},
		{"the first hand-over", r(shanghai, true, true, true), time.Date(2026, 1, 5, 8, 0, 0, 0, shanghai), 1},
		{"the second week", r(shanghai, true, true, true), time.Date(2026, 1, 12, 8, 0, 0, 0, shanghai), 2},
		{"somebody who left is skipped", r(shanghai, true, false, true), time.Date(2026, 1, 12, 8, 0, 0, 0, shanghai), 3},
		{"the others keep their weeks", r(shanghai, true, false, true), time.Date(2026, 1, 26, 8, 0, 0, 0, shanghai), 1},
		{"everybody left", r(shanghai, false, false), time.Date(2026, 1, 12, 8, 0, 0, 0, shanghai), 0},
		{"before summer time", r(berlin, true, true), time.Date(2026, 3, 23, 8, 0, 0, 0, berlin), 2},
		{"in summer time a minute before", r(berlin, true, true), time.Date(2026, 3, 30, 7, 59, 0, 0, berlin), 2},
		{"in summer time", r(berlin, true, true), time.Date(2026, 3, 30, 8, 0, 0, 0, berlin), 1},
	} {
		if got := c.roster.At(c.at.UnixMilli()); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	swapped := r(shanghai, true, true)
	at := time.Date(2026, 1, 7, 0, 0, 0, 0, shanghai).UnixMilli()
	swapped.Swaps = []Swap{{ID: 7, From: at, To: at + 86_400_000, Account: 2, Here: true}}
	got := swapped.Spans(swapped.handOver(0), swapped.handOver(1))
	want := []Span{{swapped.handOver(0), at, 1, 0}, {at, at + 86_400_000, 2, 7}, {at + 86_400_000, swapped.handOver(1), 1, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}
