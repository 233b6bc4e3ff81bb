// Package collection asks devices for readings by the schedule of their points, and keeps a ledger: each due cycle of a
// device ends as polled, or as missed with its reason.
//
// A cycle is entered when it is due. It is polled if a reading of the device that answers the platform arrives within
// it; stage 1 enters this with the reading itself, so that the ledger agrees with the frame journal after any crash.
// All other cycles are missed: what ended the request is the reason, and without one the server was stopped.
package collection

import "time"

// Outcome is what became of a cycle. Stored as one letter: never change them.
type Outcome byte

const (
	// Open is a cycle that is due. Once it is over, nobody was there to ask: the server was stopped.
	Open         Outcome = '.'
	Polled       Outcome = 'P' // a reading came within the cycle
	NotConnected Outcome = 'C'
	NoAnswer     Outcome = 'N'
	Damaged      Outcome = 'D' // answers came, none with the right checksum
	Refused      Outcome = 'R' // by the device, such as with an exception of Modbus
	Queued       Outcome = 'Q' // other commands used the connection during the whole cycle
	Late         Outcome = 'L' // the answer came after the cycle
	NotStored    Outcome = 'S' // the frame journal took nothing
	Withdrawn    Outcome = 'X' // a person cancelled the request
	NoWay        Outcome = 'W' // the device is connected to nothing that takes commands
)

// Reasons returns the outcomes that a missed cycle can have.
func Reasons() []Outcome {
	return []Outcome{NotConnected, NoAnswer, Damaged, Refused, Queued, Late, NotStored, Withdrawn, NoWay, Open}
}

// None is the letter of a cycle that was not due.
const None = ' '

// Keep is how long cycles are kept.
const Keep = 90 * 24 * time.Hour

// Cycle is one due reading of a device.
type Cycle struct {
	Due     int64 // UTC ms: when it begins
	Every   int64 // ms: how long it is
	Outcome Outcome
	Fetched bool // missed, and read from the device's memory since
}

// Pending reports whether a cycle may still become polled, at a time (UTC ms).
func (c Cycle) Pending(now int64) bool { return c.Outcome == Open && now < c.Due+c.Every }

// Missed reports whether a cycle is missed, at a time (UTC ms).
func (c Cycle) Missed(now int64) bool { return c.Outcome != Polled && !c.Pending(now) }

// Ledger is the cycles of a device in a time range, the newest first.
type Ledger struct {
	Cycles []Cycle
	Said   string // by the device, when it last refused
}

// Tally counts cycles.
type Tally struct {
	Due, Polled, Pending, Missed, Fetched int // Due = Polled + Pending + Missed; Fetched is part of Missed
	Reasons                               map[Outcome]int
}

// Tally counts the cycles of a ledger at a time (UTC ms).
func (l Ledger) Tally(now int64) Tally {
	t := Tally{Due: len(l.Cycles), Reasons: map[Outcome]int{}}
	for _, c := range l.Cycles {
		switch {
		case c.Outcome == Polled:
			t.Polled++
		case c.Pending(now):
			t.Pending++
		default:
			t.Missed++
			t.Reasons[c.Outcome]++
			if c.Fetched {
				t.Fetched++
			}
		}
	}
	return t
}

// InBlock is how many cycles are kept in one row.
const InBlock = 288

// DueAt returns when the cycle at a time (UTC ms) began: a full multiple of its interval, which does not depend on when
// the server started.
func DueAt(at int64, every time.Duration) int64 {
	return time.UnixMilli(at).Truncate(every).UnixMilli()
}

// Opening is successive cycles of a device that are due.
type Opening struct {
	Device int64
	Every  time.Duration
	From   int64  // UTC ms of the first
	Due    []byte // of each: Open or None
}

// Blocks cuts an opening where rows end, and returns the start of the row of each.
func (o Opening) Blocks() (starts []int64, parts []Opening) {
	from, every := o.From, o.Every.Milliseconds()
	for due := o.Due; len(due) > 0; {
		start := DueAt(from, InBlock*o.Every)
		n := min(len(due), InBlock-int((from-start)/every))
		starts, parts = append(starts, start), append(parts, Opening{o.Device, o.Every, from, due[:n]})
		from, due = from+int64(n)*every, due[n:]
	}
	return starts, parts
}

// Reading is a reading that a device gave because the platform asked for it.
type Reading struct {
	Device int64
	At     int64 // UTC ms of its receipt
}
