package fielddb

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

type collectionRow struct {
	bun.BaseModel `bun:"table:collection,alias:col"`
	DeviceID      int64
	EveryMs       int64
	Starts        int64
	Ends          int64
	LastDue       int64
	Cycles        string
	Said          string
}

var _ collection.Store = (*Store)(nil)

// openAtOnce is how many devices are entered in one transaction, so that others do not wait for long.
const openAtOnce = 100

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) OpenCycles(ctx context.Context, openings []collection.Opening) (entered []bool, err error) {
	for some := range slices.Chunk(openings, openAtOnce) {
		var done []bool
		err := s.write(ctx, func(tx *change) error {
			done = done[:0]
			for _, o := range some {
				ok, err := tx.open(ctx, o)
				if err != nil {
					return fmt.Errorf("enter due cycles of device %d: %w", o.Device, err)
				}
				done = append(done, ok)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		entered = append(entered, done...)
	}
	return entered, nil
}

// open enters cycles in rows, each unless it has one of them already. It reports whether the last one was entered.
func (c *change) open(ctx context.Context, o collection.Opening) (entered bool, err error) {
	starts, parts := o.Blocks()
	for i, part := range parts {
		every := part.Every.Milliseconds()
		first, n := int((part.From-starts[i])/every), len(part.Due)
		cycles := blank(first) + string(part.Due) + blank(collection.InBlock-first-n)
		added, err := c.Exec(ctx, `INSERT INTO collection (device_id, every_ms, starts, ends, last_due, cycles, said) VALUES (?0, ?1, ?2, ?3, ?4, ?5, '')
			ON CONFLICT (device_id, ends, every_ms) DO UPDATE SET last_due = excluded.last_due,
				cycles = substr(collection.cycles, 1, ?6) || ?7 || substr(collection.cycles, ?8)
			WHERE substr(collection.cycles, ?9, ?10) = ?11`,
			part.Device, every, starts[i], starts[i]+collection.InBlock*every, part.From+int64(n-1)*every, cycles,
			first, string(part.Due), first+n+1, first+1, n, blank(n))
		if err != nil {
			return false, err
		}
		entered = added > 0
	}
	return entered, nil
}

func blank(n int) string { return strings.Repeat(string(collection.None), n) }

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) LastCycles(ctx context.Context, devices []int64) (map[int64]int64, error) {
	last := make(map[int64]int64, len(devices))
	for some := range slices.Chunk(devices, sqlkit.IDsAtOnce) {
		var rows []struct{ DeviceID, LastDue int64 }
		err := s.Bun.NewSelect().Table("collection").Column("device_id").ColumnExpr("MAX(last_due) AS last_due").
			Where("device_id IN (?)", bun.List(some)).Group("device_id").Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("newest cycles: %w", err)
		}
		for _, r := range rows {
			last[r.DeviceID] = r.LastDue
		}
	}
	return last, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Requested(ctx context.Context, device, since int64) (bool, error) {
	return s.Selects((*commandRow)(nil)).Where("cmd.device_id = ? AND cmd.kind = ?", device, command.Read).
		Where("(cmd.created_at >= ? AND cmd.priority = ? AND cmd.account_id = 0 OR cmd."+outstanding+")", since, command.ByConfiguration).Exists(ctx)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) MissCycle(ctx context.Context, device, at int64, why collection.Outcome) error {
	return s.write(ctx, func(tx *change) error { return tx.judge(ctx, []judged{{device, at, why, ""}}) })
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) WithdrawRequests(ctx context.Context, devices []int64) error {
	for some := range slices.Chunk(devices, commandsAtOnce) {
		waiting := func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.Where("cmd.device_id IN (?) AND cmd.account_id = 0 AND cmd.kind IN (?)", bun.List(some), bun.List([]command.Kind{command.Read, command.ReadHistory})).
				Where("cmd.state IN (?)", bun.List([]command.State{command.Waiting, command.Hanging}))
		}
		there, err := waiting(s.Selects((*commandRow)(nil))).Exists(ctx) // without waiting for the only writer
		if err != nil {
			return fmt.Errorf("requests of devices that are off: %w", err)
		}
		if !there {
			continue
		}
		err = s.write(ctx, func(tx *change) error {
			var rows []commandRow
			if err := waiting(tx.Selects(&rows)).Scan(ctx); err != nil {
				return err
			}
			for i := range rows {
				if err := tx.endCommand(ctx, &rows[i], ending{state: command.Cancelled, code: command.SwitchedOff}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("withdraw requests of devices that are off: %w", err)
		}
	}
	return nil
}

// CyclesPolled runs in the transaction that stores the readings.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) CyclesPolled(ctx context.Context, tx *database.Tx, readings []collection.Reading) error {
	c := &change{Logged: auditdb.WithLog(s.Within(tx)), store: s}
	list := make([]judged, len(readings))
	for i, r := range readings {
		list[i] = judged{r.Device, r.At, collection.Polled, ""}
	}
	return c.judge(ctx, list)
}

// judged is the outcome of the cycle of a device at a time (UTC ms).
type judged struct {
	device, at int64
	outcome    collection.Outcome
	said       string // by the instrument; empty: nothing new
}

// judge enters outcomes of cycles, in their order, unless a cycle is polled or was not due.
func (c *change) judge(ctx context.Context, list []judged) error {
	for len(list) > 0 {
		n, devices := 0, map[int64]bool{} // a statement changes a row once
		for n < len(list) && n < sqlkit.RowsAtOnce && !devices[list[n].device] {
			devices[list[n].device] = true
			n++
		}
		if err := c.judgeSome(ctx, list[:n]); err != nil {
			return fmt.Errorf("outcomes of %d cycles: %w", n, err)
		}
		list = list[n:]
	}
	return nil
}

func (c *change) judgeSome(ctx context.Context, list []judged) error {
	const no = "CAST((j.at - starts) / every_ms AS INTEGER)"
	args := make([]any, 0, 4*len(list))
	for _, j := range list {
		args = append(args, j.device, j.at, string(j.outcome), j.said)
	}
	values := strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?), ", len(list)), ", ")
	_, err := c.Exec(ctx, `WITH j (device, at, outcome, heard) AS (VALUES `+values+`)
		UPDATE collection SET cycles = substr(cycles, 1, `+no+`) || j.outcome || substr(cycles, `+no+` + 2),
			said = CASE WHEN j.heard = '' THEN said ELSE j.heard END
		FROM j WHERE device_id = j.device AND ends > j.at AND starts <= j.at AND substr(cycles, `+no+` + 1, 1) NOT IN (' ', 'P')`, args...)
	return err
}

// judgedBy returns what the end of a command says about the cycle that it was queued in. before is its state until then.
func (c *change) judgedBy(row *commandRow, before command.State, fault command.Fault) []judged {
	if row.Kind != command.Read || row.EveryMs > 0 {
		return nil
	}
	var list []judged
	why, said := collection.Late, ""
	switch {
	case row.State == command.Answered: // the reading is in the cycle of the answer
		list = append(list, judged{row.DeviceID, row.EndedAt, collection.Polled, ""})
	case row.State == command.Cancelled:
		why = collection.Withdrawn
	case fault == command.Garbled:
		why = collection.Damaged
	case fault == command.Unstored:
		why = collection.NotStored
	case row.Code == command.Expired && before == command.Waiting:
		why = collection.Queued
	case row.Code == command.Expired:
		why = collection.NotConnected
	case row.Code == command.TimedOut:
		why = collection.NoAnswer
	default:
		why, said = collection.Refused, row.Message
	}
	return append(list, judged{row.DeviceID, row.CreatedAt, why, said})
}

// Cycles returns the cycles of a device within a time range, the newest first.
func (s *Store) Cycles(ctx context.Context, scope access.Scope, device, from, to int64) (ledger collection.Ledger, err error) {
	var rows []collectionRow
	q := s.Selects(&rows).ColumnExpr("col.*").Join("JOIN device AS d ON d.id = col.device_id").
		Where("col.device_id = ? AND col.ends > ? AND col.starts < ?", device, from, to).OrderExpr("col.last_due")
	if err := sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id").Scan(ctx); err != nil {
		return ledger, fmt.Errorf("cycles of device %d: %w", device, err)
	}
	for i := range rows {
		ledger.Cycles = append(ledger.Cycles, rows[i].within(from, to)...)
		if rows[i].Said != "" {
			ledger.Said = rows[i].Said
		}
	}
	slices.SortFunc(ledger.Cycles, func(a, b collection.Cycle) int { return cmp.Compare(b.Due, a.Due) })
	return ledger, nil
}

// within returns the cycles of a row that are due within a time range.
func (r *collectionRow) within(from, to int64) (list []collection.Cycle) {
	for i := range len(r.Cycles) {
		due := r.Starts + int64(i)*r.EveryMs
		letter := r.Cycles[i]
		if letter == collection.None || due < from || due >= to {
			continue
		}
		c := collection.Cycle{Due: due, Every: r.EveryMs, Outcome: collection.Outcome(letter)}
		switch {
		case letter == fetchedOpen:
			c.Outcome, c.Fetched = collection.Open, true
		case letter >= 'a' && letter <= 'z':
			c.Outcome, c.Fetched = collection.Outcome(letter-'a'+'A'), true
		}
		list = append(list, c)
	}
	return list
}

// fetchedOpen is the letter of a cycle in which nobody asked and that was read from the device's memory since. Other
// fetched cycles have the small letter of their reason.
const fetchedOpen = ','

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) MissedSince(ctx context.Context, device, since, until int64) (first int64, err error) {
	asked, err := s.Selects((*commandRow)(nil)).Where("cmd.device_id = ? AND cmd.kind = ? AND cmd."+outstanding, device, command.ReadHistory).
		Where("(cmd.account_id <> 0 OR cmd.state = 'sent' OR cmd.read_until > 0)").Exists(ctx)
	if err != nil || asked {
		return 0, err
	}
	var rows []collectionRow
	if err := s.Selects(&rows).Where("device_id = ? AND ends > ? AND starts < ?", device, since, until).Scan(ctx); err != nil {
		return 0, fmt.Errorf("missed cycles of device %d: %w", device, err)
	}
	for i := range rows {
		for _, c := range rows[i].within(since, until) {
			if c.Missed(until) && !c.Fetched && (first == 0 || c.Due < first) {
				first = c.Due
			}
		}
	}
	return first, nil
}

// fetched enters that the readings of a period were read from the memory of a device.
func (c *change) fetched(ctx context.Context, done command.Command) error {
	from, to := done.Period()
	var rows []collectionRow
	if err := c.Selects(&rows).Where("device_id = ? AND ends > ? AND starts < ?", done.DeviceID, from, to).Scan(ctx); err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		first := max(0, (from-r.Starts+r.EveryMs-1)/r.EveryMs)
		behind := min(collection.InBlock, (min(to, c.Now-r.EveryMs)-r.Starts+r.EveryMs-1)/r.EveryMs)
		if behind <= first {
			continue
		}
		_, err := c.Exec(ctx, `UPDATE collection SET cycles = substr(cycles, 1, ?0) ||
			replace(replace(lower(substr(cycles, ?1, ?2)), 'p', 'P'), '.', ',') || substr(cycles, ?3)
			WHERE device_id = ?4 AND ends = ?5 AND every_ms = ?6`, first, first+1, behind-first, behind+1, r.DeviceID, r.Ends, r.EveryMs)
		if err != nil {
			return fmt.Errorf("fetched cycles of device %d: %w", r.DeviceID, err)
		}
	}
	return nil
}

// ForgetCycles deletes what is no longer kept.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ForgetCycles(ctx context.Context) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "DELETE FROM collection WHERE ends < ?", clock.Now().Add(-collection.Keep).UnixMilli())
		return err
	})
}
