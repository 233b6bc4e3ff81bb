// Package duty says who is on duty in a project: people take weekly turns, and swaps hand a span to somebody else. Who is
// on duty at a time is a function of the roster, so that live messages and previews of rules ask the same.
package duty

import (
	"fmt"
	"slices"
	"time"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
)

const (
	kind = "dutyRoster" // in the audit log

	// maxTurns is the number of people in turns.
	maxTurns = 30
	// maxSwaps is the number of swaps of a project that are not over.
	maxSwaps = 100
	// ahead is how far the first date and swaps may lie in the future.
	ahead = 366 * 24 * time.Hour

	week = 7 * 24 * time.Hour
)

// Roster is who is on duty in a project.
type Roster struct {
	Turns []Turn    // in order, at least one
	First time.Time // midnight UTC of a day on which the first person takes over; every week before and after has its turn
	Hour  int       // of hand-overs
	Zone  *time.Location
	Swaps []Swap // those that count, by id
}

// Turn is a person in the order.
type Turn struct {
	Account int64
	Here    bool // active, and a member of the project
}

// Swap hands a span to somebody.
type Swap struct {
	ID       int64
	From, To int64 // UTC ms, To excluded
	Account  int64
	Here     bool // see Turn
}

// Span is a time in which one person is on duty.
type Span struct {
	From, To int64 // UTC ms, To excluded
	Account  int64 // 0: everybody has left the project
	Swap     int64 // the swap that says so; 0: the order
}

// handOver returns when the turn of a week begins (UTC ms). Week 0 is that of the first person. Where the clock skips the
// hour of a hand-over, it is moved as the clock is.
func (r *Roster) handOver(week int) int64 {
	return time.Date(r.First.Year(), r.First.Month(), r.First.Day()+7*week, r.Hour, 0, 0, 0, r.Zone).UnixMilli()
}

// weekOf returns the week whose turn has a time (UTC ms).
func (r *Roster) weekOf(at int64) int {
	n := int((at - r.handOver(0)) / week.Milliseconds())
	for r.handOver(n) > at {
		n--
	}
	for r.handOver(n+1) <= at {
		n++
	}
	return n
}

// turn returns the person of a week: that of the order, or the next one who has not left.
func (r *Roster) turn(week int) int64 {
	n := len(r.Turns)
	first := (week%n + n) % n
	for i := range n {
		if t := r.Turns[(first+i)%n]; t.Here {
			return t.Account
		}
	}
	return 0
}

// swapAt returns the latest swap that counts at a time (UTC ms).
func (r *Roster) swapAt(at int64) (Swap, bool) {
	for _, s := range slices.Backward(r.Swaps) {
		if s.Here && s.From <= at && at < s.To {
			return s, true
		}
	}
	return Swap{}, false
}

// At returns who is on duty at a time (UTC ms); 0: nobody.
func (r *Roster) At(at int64) int64 {
	if s, swapped := r.swapAt(at); swapped {
		return s.Account
	}
	return r.turn(r.weekOf(at))
}

// Spans returns who is on duty from one time to another (UTC ms, the end excluded), without gaps.
func (r *Roster) Spans(from, to int64) (list []Span) {
	edges := []int64{from, to}
	for n := r.weekOf(from) + 1; r.handOver(n) < to; n++ {
		edges = append(edges, r.handOver(n))
	}
	for _, s := range r.Swaps {
		edges = append(edges, s.From, s.To)
	}
	slices.Sort(edges)
	edges = slices.DeleteFunc(slices.Compact(edges), func(t int64) bool { return t < from || t > to })
	for i := range len(edges) - 1 {
		span := Span{From: edges[i], To: edges[i+1], Account: r.At(edges[i])}
		if s, swapped := r.swapAt(span.From); swapped {
			span.Swap = s.ID
		}
		if n := len(list); n > 0 && list[n-1].Account == span.Account && list[n-1].Swap == span.Swap {
			list[n-1].To = span.To
			continue
		}
		list = append(list, span)
	}
	return list
}

// Settings are what people write.
type Settings struct {
	Accounts []int64 // in order
	First    string  // 2006-01-02
	Hour     int
}

func (s *Settings) check(now time.Time) error {
	var refused errs.Refusals
	switch {
	case len(s.Accounts) == 0:
		refused.Add("accountIds", errs.Empty)
	case len(s.Accounts) > maxTurns:
		refused.Add("accountIds", errs.TooManyEntries, "max", maxTurns)
	}
	for i, id := range s.Accounts {
		if slices.Contains(s.Accounts[:i], id) {
			refused.Add(fmt.Sprintf("accountIds[%d]", i), errs.Duplicate)
		}
	}
	earliest, latest := time.UnixMilli(timeline.Earliest).UTC(), now.Add(ahead).UTC()
	if first, err := time.Parse(time.DateOnly, s.First); err != nil || first.Before(earliest) || first.After(latest) {
		refused.Add("firstDate", errs.TimeBetween, "min", earliest.Format(time.DateOnly), "max", latest.Format(time.DateOnly))
	}
	if s.Hour < 0 || s.Hour > 23 {
		refused.Add("hour", errs.OutOfRange, "min", 0, "max", 23)
	}
	return refused.Err()
}

func (s *Swap) check(now time.Time) error {
	var refused errs.Refusals
	latest := now.Add(ahead).UTC()
	for _, t := range []struct {
		field string
		time  int64
	}{{"from", s.From}, {"to", s.To}} {
		if t.time < timeline.Earliest || t.time > latest.UnixMilli() {
			earliest := time.UnixMilli(timeline.Earliest).UTC()
			refused.Add(t.field, errs.TimeBetween, "min", earliest.Format(time.DateOnly), "max", latest.Format(time.DateOnly))
		}
	}
	if s.To <= s.From {
		refused.Add("to", errs.SwapEmpty)
	}
	return refused.Err()
}
