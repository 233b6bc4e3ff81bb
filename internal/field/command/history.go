package command

import (
	"encoding/json"
	"time"
)

// Piece returns the next piece of a command for stored readings: its arguments and its end (UTC ms). A station that is
// asked for a year at once would hold its line for hours, and begin again after a cut.
func (c Command) Piece(longest time.Duration) (args json.RawMessage, until int64) {
	a := c.span()
	a.Start = max(a.Start, c.ReadUntil)
	a.End = min(a.End, a.Start+longest.Milliseconds())
	args, err := json.Marshal(a)
	if err != nil {
		return c.Args, 0
	}
	return args, a.End
}

// span returns the period of a command for stored readings.
func (c Command) span() (a historyArgs) {
	if json.Unmarshal(c.Args, &a) != nil {
		return historyArgs{}
	}
	return a
}

// Period returns the period of a command for stored readings, UTC ms.
func (c Command) Period() (from, to int64) {
	a := c.span()
	return a.Start, a.End
}

// Received reports whether all stored readings that were asked for have come, once those until a time have.
func (c Command) Received(until int64) bool { return until == 0 || until >= c.span().End }

// Progress returns how much of the stored readings that were asked for has come, in percent.
func (c Command) Progress() int {
	a := c.span()
	switch {
	case c.Kind != ReadHistory:
		return 0
	case c.State == Answered:
		return 100
	case c.ReadUntil <= a.Start || a.End <= a.Start:
		return 0
	}
	return int(100 * (c.ReadUntil - a.Start) / (a.End - a.Start))
}
