package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// ledger is the cycles of the gauge.
type ledger struct {
	commands
	start int64 // of the first cycle, far from now
}

const cycle = 5 * time.Minute

func (l ledger) at(no int) int64 { return l.start + int64(no)*cycle.Milliseconds() }

// open enters cycles from a number on, one for each letter.
func (l ledger) open(no int, due string) bool {
	l.Helper()
	entered := must(l.s.Store.OpenCycles(ctx, []collection.Opening{{Device: l.s.Gauge.ID, Every: cycle, From: l.at(no), Due: []byte(due)}}))(l)
	return entered[0]
}

func (l ledger) polled(no int) {
	l.Helper()
	ok(l, l.s.DB.Write(ctx, func(tx *database.Tx) error {
		return l.s.Store.CyclesPolled(ctx, tx, []collection.Reading{{Device: l.s.Gauge.ID, At: l.at(no) + 7}})
	}))
}

func (l ledger) missed(no int, why collection.Outcome) {
	l.Helper()
	ok(l, l.s.Store.MissCycle(ctx, l.s.Gauge.ID, l.at(no)+7, why))
}

// piece is the answer to a piece of history, which ends at a time.
func (l ledger) piece(id, until int64) {
	l.Helper()
	ok(l, l.s.DB.Write(ctx, func(tx *database.Tx) error {
		return l.s.Store.CommandsAnswered(ctx, tx, []command.Answer{{Gateway: l.s.Collector.ID, ID: id, Until: until, At: time.Now().UnixMilli()}})
	}))
}

// letters returns the outcomes of cycles, the oldest first; fetched ones are small, or a comma.
func (l ledger) letters() string {
	l.Helper()
	found := must(l.s.Store.Cycles(ctx, l.s.Owner.Scope(), l.s.Gauge.ID, l.start, l.at(2*collection.InBlock)))(l)
	var b strings.Builder
	for _, c := range slices.Backward(found.Cycles) {
		switch letter := string(c.Outcome); {
		case !c.Fetched:
			b.WriteString(letter)
		case c.Outcome == collection.Open:
			b.WriteByte(',')
		default:
			b.WriteString(strings.ToLower(letter))
		}
	}
	return b.String()
}

func cycles(t *testing.T, s *apptest.Site) {
	l := ledger{commands{t, s}, collection.DueAt(time.Now().Add(-48*time.Hour).UnixMilli(), collection.InBlock*cycle)}
	same(t, "entered", l.open(0, "."), true)
	same(t, "entered once", l.open(0, "."), false)
	l.missed(0, collection.NoAnswer)
	l.missed(1, collection.NoAnswer) // not due
	same(t, "missed", l.letters(), "N")
	l.polled(0)
	same(t, "polled late", l.letters(), "P")
	l.missed(0, collection.Refused)
	same(t, "polled for good", l.letters(), "P")

	// The server was stopped for some cycles, of which one was not due.
	same(t, "entered behind a gap", l.open(1, ".. .."), true)
	same(t, "another server was first", l.open(4, "..."), false)
	l.missed(2, collection.NotConnected)
	l.polled(5)
	same(t, "after a gap", l.letters(), "P.C.P")
	same(t, "newest", must(s.Store.LastCycles(ctx, []int64{s.Gauge.ID, s.Collector.ID}))(t), map[int64]int64{s.Gauge.ID: l.at(5)})

	// The missed readings are read from the memory of the device.
	missed := func() int64 { return must(s.Store.MissedSince(ctx, s.Gauge.ID, l.at(0), l.at(6)))(t) }
	same(t, "first missed", missed(), l.at(1))
	history := l.ask(command.ReadHistory, fmt.Sprintf(`{"start":%d,"end":%d}`, l.at(1), l.at(3)))
	same(t, "a person asks for them", missed(), int64(0))
	same(t, "asked", l.claim(long), history.ID)
	l.piece(history.ID, l.at(2))
	same(t, "the rest", l.claim(long), history.ID)
	same(t, "not complete", l.letters(), "P.C.P")
	l.piece(history.ID, l.at(3))
	same(t, "fetched", []any{l.letters(), l.state(history.ID)}, []any{"P,c.P", command.Answered})
	same(t, "not fetched", missed(), l.at(4))

	// A gap over the end of a row.
	const rest = collection.InBlock - 6
	same(t, "entered over two rows", l.open(6, strings.Repeat(".", rest+2)), true)
	l.polled(collection.InBlock - 1)
	l.polled(collection.InBlock)
	same(t, "over two rows", l.letters()[collection.InBlock-3:], ".PP.")

	found := must(s.Store.Cycles(ctx, s.Owner.Scope(), s.Gauge.ID, l.at(1), l.at(6)))(t)
	tally := found.Tally(l.at(6))
	same(t, "counts", []int{tally.Due, tally.Polled, tally.Missed, tally.Pending, tally.Reasons[collection.Open], tally.Reasons[collection.NotConnected]},
		[]int{4, 1, 3, 0, 2, 1})
	same(t, "still open", found.Tally(l.at(3)+1).Pending, 1)
	strangers := access.Scope{Corporation: s.Corporation.ID + 1}
	same(t, "of another corporation", len(must(s.Store.Cycles(ctx, strangers, s.Gauge.ID, l.at(0), l.at(6)))(t).Cycles), 0)
}

// requests checks what the end of a request says about its cycle.
func requests(t *testing.T, s *apptest.Site) {
	const day = 24 * time.Hour
	expired := func(o *command.Command) { o.ExpiresAt = time.Now().Add(-time.Second).UnixMilli() }
	waiting := func(o *command.Command) { o.State = command.Waiting }
	fault := func(c commands, id int64, code int, f command.Fault) {
		ok(t, s.DB.Write(ctx, func(tx *database.Tx) error {
			return s.Store.CommandsAnswered(ctx, tx, []command.Answer{{Gateway: s.Collector.ID, ID: id, Code: code, Fault: f, At: time.Now().UnixMilli()}})
		}))
	}
	for _, test := range []struct {
		name string
		how  []func(*command.Command)
		end  func(c commands, id int64)
		want collection.Outcome
	}{
		{"answered", nil, func(c commands, id int64) { c.claim(long); c.answer(id, command.OK, `{}`) }, collection.Polled},
		{"refused", nil, func(c commands, id int64) { c.claim(long); c.answer(id, command.BadParameter, ``) }, collection.Refused},
		{"not answered", nil, func(c commands, id int64) { c.claim(long); c.answer(id, command.TimedOut, ``) }, collection.NoAnswer},
		{"garbled", nil, func(c commands, id int64) { c.claim(long); fault(c, id, command.TimedOut, command.Garbled) }, collection.Damaged},
		{"not stored", nil, func(c commands, id int64) { c.claim(long); fault(c, id, command.Busy, command.Unstored) }, collection.NotStored},
		{"not connected", []func(*command.Command){expired}, func(commands, int64) { ok(t, s.Store.SweepCommands(ctx)) }, collection.NotConnected},
		{"behind others", []func(*command.Command){expired, waiting}, func(commands, int64) { ok(t, s.Store.SweepCommands(ctx)) }, collection.Queued},
		{"cancelled", nil, func(_ commands, id int64) {
			must(s.Store.CancelCommand(ctx, apptest.Actor(s.Owner), id))(t)
		}, collection.Withdrawn},
	} {
		l := ledger{commands{t, s}, collection.DueAt(time.Now().UnixMilli(), collection.InBlock*day)}
		ok(t, s.DB.Write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM collection")
			return err
		}))
		today := collection.DueAt(time.Now().UnixMilli(), day)
		must(s.Store.OpenCycles(ctx, []collection.Opening{{Device: s.Gauge.ID, Every: day, From: today, Due: []byte{byte(collection.Open)}}}))(t)
		request := l.ask(command.Read, `{}`, append(test.how, func(o *command.Command) { o.Priority, o.AccountID = command.ByConfiguration, 0 })...)
		same(t, test.name+": requested", must(s.Store.Requested(ctx, s.Gauge.ID, today))(t), true)
		test.end(l.commands, request.ID)
		found := must(s.Store.Cycles(ctx, s.Owner.Scope(), s.Gauge.ID, today, today+1))(t)
		same(t, test.name, string(found.Cycles[0].Outcome), string(test.want))
		if test.want == collection.Refused {
			same(t, "words of the device", found.Said, "so")
		}
	}
}

// withdrawn cancels what the schedule asked of a device that is switched off, and nothing else.
func withdrawn(t *testing.T, s *apptest.Site) {
	l := ledger{commands{t, s}, collection.DueAt(time.Now().UnixMilli(), cycle)}
	l.open(0, ".")
	scheduled := func(c *command.Command) { c.AccountID, c.Priority = 0, command.ByConfiguration }
	waiting := l.ask(command.Read, `{}`, scheduled)
	history := l.ask(command.ReadHistory, `{"start":1700000000000,"end":1700000001000}`)
	clock := l.ask(command.SetTime, `{}`, scheduled)
	ok(t, s.Store.WithdrawRequests(ctx, []int64{s.Collector.ID}))
	same(t, "of another device", l.state(waiting.ID), command.Hanging)
	ok(t, s.Store.WithdrawRequests(ctx, []int64{s.Gauge.ID}))
	same(t, "states", []command.State{l.state(waiting.ID), l.state(history.ID), l.state(clock.ID)},
		[]command.State{command.Cancelled, command.Hanging, command.Hanging})
	same(t, "reason", must(s.Store.Command(ctx, s.Owner.Scope(), waiting.ID))(t).Code, command.SwitchedOff)
	same(t, "cycle", l.letters(), "X")
}
