package delivery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

// Gathering: a recipient gets some messages about a project in a minute one by one. Those that follow wait for
// the next half minute and are sent together, arranged by structure and level. The first red alert of a structure never waits.
const (
	aMinute   = 5                // messages one by one
	gatherFor = 30 * time.Second // gathered messages are sent at its multiples
	redFor    = 10 * time.Minute // after which a red alert of a structure is a first one again
	maxLoad   = 500              // messages in one
	maxLooked = 2000             // due messages that one look considers
)

// gathers reports whether the messages of a peer are gathered: those that people read.
func gathers(peer string) bool {
	kind, _, _ := strings.Cut(peer, ":")
	return !slices.Contains([]Channel{Webhook, Phone}, Channel(kind))
}

// crowd is what messages are gathered by.
type crowd struct {
	Recipient string
	ProjectID int64
}

// waiting is a due message that nothing is known about yet.
type waiting struct {
	ID, StructureID int64
	Level           alarm.Level
	Event           alarm.Event
	Reminder        int64
	crowd
}

// first reports whether the message must not wait if it is the first about the structure.
func (w *waiting) first() bool { return w.Level == alarm.Red && w.Event.Open() && w.Reminder <= 0 }

// holdBack lets those of the due messages wait that are to be gathered, and returns the others.
func (l Ledger) holdBack(ctx context.Context, tx *sqlkit.Transaction, w wanted) (goes []int64, err error) {
	due, err := l.notTried(ctx, tx, w.peer, w.now)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	recent, err := l.recent(ctx, tx, w, due)
	if err != nil {
		return nil, err
	}
	var waits []int64
	for i := range due {
		if recent.alone(&due[i]) {
			goes = append(goes, due[i].ID)
		} else {
			waits = append(waits, due[i].ID)
		}
	}
	if len(waits) == 0 {
		return goes, nil
	}
	at := time.UnixMilli(w.now).Truncate(gatherFor).Add(gatherFor).UnixMilli()
	_, err = tx.Tables.Bun.NewUpdate().Conn(tx.Tx).TableExpr("alert_message").Set("gather_at = ?, due_at = ?", at, at).
		Where("id IN (?)", bun.List(waits)).Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("let %d messages wait: %w", len(waits), err)
	}
	return goes, nil
}

// notTried returns due messages of a peer that were not tried yet, the oldest first.
func (l Ledger) notTried(ctx context.Context, tx *sqlkit.Transaction, peer string, now int64) (due []waiting, err error) {
	q := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_message AS m").
		Column("m.id", "m.structure_id", "m.level", "m.event", "m.reminder", "m.recipient", "m.project_id").
		Where("m.peer = ? AND m.state = 'pending' AND m.due_at <= ? AND m.claim = 0 AND "+indexed+" AND "+string(alone), peer, now).
		Where("m.project_id NOT IN " + sqlkit.DeletedProjects).OrderExpr("m.due_at, m.id").Limit(maxLooked)
	if l.DB.Dialect() == database.Postgres {
		q = q.For("UPDATE SKIP LOCKED")
	}
	if err := q.Scan(ctx, &due); err != nil {
		return nil, fmt.Errorf("messages that are due: %w", err)
	}
	return due, nil
}

// lately is what recipients got in the last minutes.
type lately struct {
	sent map[crowd]int            // messages of the last minute
	red  map[crowd]map[int64]bool // structures with a red alert
}

// recent returns what the recipients of due messages got lately.
func (l Ledger) recent(ctx context.Context, tx *sqlkit.Transaction, w wanted, due []waiting) (recent lately, err error) {
	recent = lately{map[crowd]int{}, map[crowd]map[int64]bool{}}
	var structures []int64 // with a red alert that must not wait
	unknown := false
	for i := range due {
		if due[i].first() {
			structures = append(structures, due[i].StructureID)
		}
		if w.now < w.known.full[due[i].crowd] {
			recent.sent[due[i].crowd] = aMinute
		} else {
			unknown = true
		}
	}
	if len(structures) > 0 {
		slices.Sort(structures)
		if err := l.recentReds(ctx, tx, w, slices.Compact(structures), &recent); err != nil {
			return recent, err
		}
	}
	if unknown {
		err = l.lastMinute(ctx, tx, w, &recent)
	}
	return recent, err
}

// lastMinute adds the messages of the last minute, and stores who gets no more one by one, and until when.
func (l Ledger) lastMinute(ctx context.Context, tx *sqlkit.Transaction, w wanted, recent *lately) error {
	var sent []struct {
		crowd
		Last int64
	}
	since := w.now - time.Minute.Milliseconds()
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_attempt AS at").Join("JOIN alert_message AS m ON m.id = at.message_id").
		ColumnExpr("m.recipient, m.project_id, MAX(at.began_at) AS last").
		Where("at.began_at > ? AND m.peer = ? AND m.drill_id IS NULL", since, w.peer).GroupExpr("m.id, m.recipient, m.project_id").
		OrderExpr("last DESC").Scan(ctx, &sent)
	if err != nil {
		return fmt.Errorf("messages of the last minute: %w", err)
	}
	clear(recent.sent)
	w.known.full = map[crowd]int64{}
	for _, s := range sent {
		if recent.sent[s.crowd]++; recent.sent[s.crowd] == aMinute {
			w.known.full[s.crowd] = s.Last + time.Minute.Milliseconds()
		}
	}
	return nil
}

// recentReds adds the recipients who got a red alert of some structures in the last minutes.
func (l Ledger) recentReds(ctx context.Context, tx *sqlkit.Transaction, w wanted, structures []int64, recent *lately) error {
	var reds []struct {
		crowd
		StructureID int64
	}
	since := w.now - redFor.Milliseconds()
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_message AS m").Join("JOIN alert_attempt AS at ON at.message_id = m.id").
		ColumnExpr("DISTINCT m.recipient, m.project_id, m.structure_id").
		// As the index has it; one that was written a day before its first attempt does not count.
		Where("m.level = 4 AND m.claim > 0 AND m.carried_by = 0 AND m.structure_id IN (?) AND m.peer = ? AND m.created_at > ?",
			bun.List(structures), w.peer, since-24*time.Hour.Milliseconds()).
		Where("at.began_at > ? AND m.reminder <= 0 AND m.event IN (?) AND m.drill_id IS NULL", since, bun.List(openEvents)).Scan(ctx, &reds)
	if err != nil {
		return fmt.Errorf("red alerts of the last minutes: %w", err)
	}
	for _, r := range reds {
		recent.reddened(r.crowd, r.StructureID)
	}
	return nil
}

func (r *lately) reddened(c crowd, structure int64) {
	if r.red[c] == nil {
		r.red[c] = map[int64]bool{}
	}
	r.red[c][structure] = true
}

// alone reports whether a message goes out by itself, and counts it.
func (r *lately) alone(w *waiting) bool {
	first := w.first() && !r.red[w.crowd][w.StructureID]
	if !first && r.sent[w.crowd] >= aMinute {
		return false
	}
	r.sent[w.crowd]++
	if w.first() {
		r.reddened(w.crowd, w.StructureID)
	}
	return true
}

// company adds to due messages those that have waited with them.
func (l Ledger) company(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow, now int64) (list []messageRow, err error) {
	done := map[crowd]bool{}
	for i := range rows {
		row := &rows[i]
		if !row.waited() {
			list = append(list, *row)
			continue
		}
		if c := row.crowd(); !done[c] {
			done[c] = true
			together, err := l.together(ctx, tx, row, now)
			if err != nil {
				return nil, err
			}
			list = append(list, together...)
		}
	}
	return list, nil
}

// waited reports whether the message has waited for others and was not tried yet.
func (r *messageRow) waited() bool { return r.GatherAt != 0 && r.Claim == 0 }

func (r *messageRow) crowd() crowd { return crowd{r.Recipient, r.ProjectID} }

// loads are the rows that messages carry, by the message that carries them.
type loads map[int64][]messageRow

func (l loads) of(id int64) (list []Message, err error) {
	for i := range l[id] {
		m, err := l[id][i].message()
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// loaded lets the first of the messages that have waited for the same recipient carry the others, and returns the messages
// without those. Messages that are not sent anyway stay alone.
func (l Ledger) loaded(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow, ends func(*messageRow) bool) (list []messageRow, load loads, err error) {
	if load, err = l.loadedBefore(ctx, tx, rows); err != nil {
		return nil, nil, err
	}
	first := map[crowd]int64{}
	carried := map[int64][]int64{}
	for i := range rows {
		row := &rows[i]
		if row.waited() && !ends(row) {
			if by := first[row.crowd()]; by != 0 {
				row.CarriedBy = by
				load[by] = append(load[by], *row)
				carried[by] = append(carried[by], row.ID)
				continue
			}
			first[row.crowd()] = row.ID
		}
		list = append(list, *row)
	}
	for by, ids := range carried {
		_, err := tx.Tables.Bun.NewUpdate().Conn(tx.Tx).TableExpr("alert_message").Set("state = ?, carried_by = ?, claim = 1", Carried, by).
			Where("id IN (?)", bun.List(ids)).Exec(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("let message %d carry %d others: %w", by, len(ids), err)
		}
	}
	return list, load, nil
}

// loadedBefore returns what messages carry that were tried before.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) loadedBefore(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow) (loads, error) {
	load := loads{}
	var ids []int64
	for i := range rows {
		if rows[i].Claim != 0 {
			ids = append(ids, rows[i].ID)
		}
	}
	if len(ids) == 0 {
		return load, nil
	}
	var carried []messageRow
	if err := tx.Selects(&carried).Where("m.carried_by IN (?) AND m.carried_by <> 0", bun.List(ids)).OrderExpr("m.level DESC, m.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("messages that others carry: %w", err)
	}
	for _, row := range carried {
		load[row.CarriedBy] = append(load[row.CarriedBy], row)
	}
	return load, nil
}

// together returns what has waited with a message, the gravest first.
func (l Ledger) together(ctx context.Context, tx *sqlkit.Transaction, row *messageRow, now int64) (rows []messageRow, err error) {
	q := tx.Selects(&rows).
		Where("m.peer = ? AND m.recipient = ? AND m.project_id = ? AND m.state = 'pending' AND m.gather_at <> 0", row.Peer, row.Recipient, row.ProjectID).
		Where("m.due_at <= ? AND m.claim = 0", now).OrderExpr("m.level DESC, m.id").Limit(maxLoad)
	if l.DB.Dialect() == database.Postgres {
		q = q.For("UPDATE SKIP LOCKED")
	}
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("messages that have waited: %w", err)
	}
	return rows, nil
}

// unload gives the messages that an ended one carried its end.
func (l Ledger) unload(ctx context.Context, tx *sqlkit.Transaction, by *messageRow) error {
	_, err := tx.Exec(ctx, "UPDATE alert_message SET state = ?, reason = ?, unsure = ?, ended_at = ? WHERE carried_by = ? AND carried_by <> 0 AND state = ?",
		by.State, by.Reason, by.Unsure, by.EndedAt, by.ID, Carried)
	return err
}
