package marks

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

// Queue is the marks as one server sees them. Rows are addressed to servers. A server that gets a mark of a point that
// it does not fold passes it on.
type Queue struct {
	// Server is the id of this server; 0: the only one.
	Server int64
	// Home returns the server that folds a point, or judges a device, as far as this one knows; 0: not known. It may be
	// nil for the only server.
	Home func(id int64) int64
	// OnCitus says that the readings of marks may be on other machines, which show them a moment after the marks. Marks
	// are read when their readings can be.
	OnCitus bool
}

// readable is a condition on marks that are read.
func (q *Queue) readable() string {
	if !q.OnCitus {
		return ""
	}
	return "AND " + fmt.Sprintf(citus.Committed, "dirty_mark") + " "
}

// Written is the outcome of Add and Hand.
type Written struct {
	Own    int64   // number of this server's row; 0: none
	Marks  []Mark  // of that row
	Others []int64 // servers that got a row
}

// Hand writes the rows of a batch of readings that this server also passes on in memory.
func (q *Queue) Hand(ctx context.Context, tx *sql.Tx, list []Mark) (Written, error) {
	return q.add(ctx, tx, Entry{Handed: true, Marks: list})
}

// Add writes the rows of a change in the caller's transaction.
func (q *Queue) Add(ctx context.Context, tx *sql.Tx, list []Mark, cause string) (Written, error) {
	return q.add(ctx, tx, Entry{Cause: cause, Marks: list})
}

func (q *Queue) add(ctx context.Context, tx *sql.Tx, e Entry) (w Written, err error) {
	e.Marks = Merge(e.Marks)
	if q.Server == 0 {
		w.Own, err = add(ctx, tx, e)
		w.Marks = e.Marks
		return w, err
	}
	for server, list := range q.byHome(e.Marks) {
		seq, err := add(ctx, tx, Entry{Server: server, Handed: e.Handed && server == q.Server, Cause: e.Cause, Marks: list})
		if err != nil {
			return w, err
		}
		if server == q.Server {
			w.Own, w.Marks = seq, list
		} else {
			w.Others = append(w.Others, server)
		}
	}
	return w, nil
}

// byHome divides sorted marks by the server that folds their points.
func (q *Queue) byHome(list []Mark) map[int64][]Mark {
	homes := map[int64][]Mark{}
	for _, mark := range list {
		home := q.Home(mark.Point)
		homes[home] = append(homes[home], mark)
	}
	return homes
}

// Signal wakes the servers that got rows. Signals only save time: every server looks regularly.
func (q *Queue) Signal(ctx context.Context, bus events.Bus, servers []int64) {
	if len(servers) > 0 && bus != nil {
		bus.Publish(context.WithoutCancel(ctx), events.Event{Topic: events.Marks})
	}
}

// Left returns the rows that a killed process left to this server.
func (q *Queue) Left(ctx context.Context, from Querier) ([]Entry, error) {
	return q.all(ctx, from, "server = $1 AND seq > $2 "+q.readable()+"ORDER BY seq LIMIT $3")
}

// Waiting returns the rows for this server whose readings it does not get in memory.
func (q *Queue) Waiting(ctx context.Context, from Querier) ([]Entry, error) {
	return q.all(ctx, from, "server = $1 AND NOT handed AND seq > $2 "+q.readable()+"ORDER BY seq LIMIT $3")
}

func (q *Queue) all(ctx context.Context, from Querier, where string) (all []Entry, err error) {
	for after := int64(0); ; {
		entries, err := read(ctx, from, where, q.Server, after, maxRead)
		if err != nil {
			return all, err
		}
		all = append(all, entries...)
		if len(entries) < maxRead {
			return all, nil
		}
		after = entries[len(entries)-1].Seq
	}
}

// Handed returns the numbers of the rows whose readings this server gets in memory.
func (q *Queue) Handed(ctx context.Context, from Querier) (map[int64]bool, error) {
	rows, err := from.QueryContext(ctx, "SELECT seq FROM dirty_mark WHERE server = $1 AND handed "+q.readable(), q.Server)
	if err != nil {
		return nil, fmt.Errorf("read the marks: %w", err)
	}
	defer rows.Close()
	seqs := map[int64]bool{}
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return nil, fmt.Errorf("read the marks: %w", err)
		}
		seqs[seq] = true
	}
	return seqs, rows.Err()
}

// Route addresses the rows without a server, and those that were written for one that has left since. gone reports
// whether a point no longer exists. It returns the servers that got rows. Points that nobody folds at the moment stay
// as they are.
func (q *Queue) Route(ctx context.Context, db *database.DB, gone func(id int64) bool) (servers []int64, err error) {
	if q.Server == 0 {
		return nil, nil
	}
	homes := map[int64]bool{}
	err = db.Write(ctx, func(tx *database.Tx) error {
		clear(homes)
		entries, err := read(ctx, tx, "server NOT IN (SELECT id FROM server) "+q.readable()+"ORDER BY seq LIMIT $1 FOR UPDATE OF dirty_mark SKIP LOCKED", maxRead)
		if err != nil {
			return err
		}
		for _, e := range entries {
			list := slices.DeleteFunc(e.Marks, func(m Mark) bool { return gone(m.Point) })
			divided := q.byHome(list)
			if e.Server == 0 && len(divided[0]) == len(list) && len(list) > 0 {
				continue
			}
			for _, server := range slices.Sorted(maps.Keys(divided)) {
				if _, err := add(ctx, tx.Tx, Entry{Server: server, Cause: e.Cause, Marks: divided[server]}); err != nil {
					return err
				}
				homes[server] = server != 0
			}
			if err := Clear(ctx, tx.Tx, []int64{e.Seq}); err != nil {
				return err
			}
		}
		return nil
	})
	for server, other := range homes {
		if other {
			servers = append(servers, server)
		}
	}
	return servers, err
}

// TakeOver makes the rows of a dead server those of nobody, in the transaction that ends it.
func TakeOver(ctx context.Context, tx *sql.Tx, dead int64) error {
	if _, err := tx.ExecContext(ctx, "UPDATE dirty_mark SET server = 0, handed = FALSE WHERE server = $1", dead); err != nil {
		return fmt.Errorf("take over the marks of server %d: %w", dead, err)
	}
	return nil
}
