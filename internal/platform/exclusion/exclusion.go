// Package exclusion runs checks of the configuration together with the writes that depend on them, one at a time for
// each corporation, over all servers. Exclusion holds in the transaction that writes: it checks the number of the turn,
// and keeps it until the commit. A server that has lost its turn can therefore no longer write.
package exclusion

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// lookAgain is the interval at which a server looks whether another has ended its turn.
const lookAgain = 20 * time.Millisecond

// Owners names corporations by what they own. Ids without a row are ignored.
type Owners struct{ Corporations, Projects, Structures, Points, Devices []int64 }

// Turns gives turns to the changes of this process.
type Turns struct {
	db     *database.DB
	server atomic.Int64 // id of this server; 0: the only one, or a program that is not a server

	mu    sync.Mutex
	taken map[int64]chan struct{} // by corporation; closed at the end of the turn
}

// New returns the turns of a process.
func New(db *database.DB) *Turns { return &Turns{db: db, taken: map[int64]chan struct{}{}} }

// SetServer sets the id of this server. A turn ends with its server. Call it before the listeners open.
func (t *Turns) SetServer(id int64) { t.server.Store(id) }

// Server returns the id of this server.
func (t *Turns) Server() int64 { return t.server.Load() }

// turn is a turn of a corporation.
type turn struct{ corporation, number int64 }

type turnsKey struct{}

// Run runs do without other changes of the corporations in between. do must pass on its context, and not call Run.
func (t *Turns) Run(ctx context.Context, of Owners, do func(ctx context.Context) error) error {
	if ctx.Value(turnsKey{}) != nil {
		return errors.New("a turn inside a turn")
	}
	corporations, err := t.corporations(ctx, of)
	if err != nil {
		return err
	}
	var turns []turn
	for _, id := range corporations { // in ascending order, so that two changes never wait for each other
		if err := t.wait(ctx, id); err != nil {
			return err
		}
		defer t.end(id)
		if t.db.Dialect() != database.Postgres {
			continue // only this process uses the file
		}
		number, err := t.take(ctx, id)
		if err != nil {
			return err
		}
		defer t.giveBack(ctx, turn{id, number})
		turns = append(turns, turn{id, number})
	}
	return do(context.WithValue(ctx, turnsKey{}, turns))
}

// Check keeps the turns of ctx until the transaction ends. It returns errs.Changed if one was lost.
func Check(ctx context.Context, tx *sql.Tx) error {
	turns, _ := ctx.Value(turnsKey{}).([]turn)
	for _, turn := range turns {
		var one int
		err := tx.QueryRowContext(ctx, "SELECT 1 FROM exclusion WHERE corporation_id = $1 AND number = $2 FOR SHARE",
			turn.corporation, turn.number).Scan(&one)
		if errors.Is(err, sql.ErrNoRows) {
			return errs.New(errs.Changed)
		}
		if err != nil {
			return fmt.Errorf("check the turn of corporation %d: %w", turn.corporation, err)
		}
	}
	return nil
}

// corporations returns the owners in ascending order.
func (t *Turns) corporations(ctx context.Context, of Owners) (list []int64, err error) {
	var parts []string
	var args []any
	for _, part := range []struct {
		of    string
		ids   []int64
		owner string
	}{
		{"corporation", of.Corporations, "id"},
		{"project", of.Projects, "corporation_id"},
		{"structure", of.Structures, "corporation_id"},
		{"point", of.Points, "corporation_id"},
		{"device", of.Devices, "corporation_id"},
	} {
		for ids := range slices.Chunk(part.ids, 500) {
			in := make([]string, len(ids))
			for i, id := range ids {
				args = append(args, id)
				in[i] = fmt.Sprintf("$%d", len(args))
			}
			parts = append(parts, "SELECT "+part.owner+" FROM "+part.of+" WHERE id IN ("+strings.Join(in, ", ")+")")
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	rows, err := t.db.Reader().QueryContext(ctx, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return nil, fmt.Errorf("owners of a change: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	slices.Sort(list)
	return slices.Compact(list), rows.Err()
}

// wait waits for the turn among the changes of this process.
func (t *Turns) wait(ctx context.Context, corporation int64) error {
	for {
		t.mu.Lock()
		other, taken := t.taken[corporation]
		if !taken {
			t.taken[corporation] = make(chan struct{})
		}
		t.mu.Unlock()
		if !taken {
			return nil
		}
		select {
		case <-other:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *Turns) end(corporation int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.taken[corporation])
	delete(t.taken, corporation)
}

// take waits for the turn among the servers, and returns its number. Servers that have ended hold none.
func (t *Turns) take(ctx context.Context, corporation int64) (number int64, err error) {
	server := t.server.Load()
	held := "exclusion.server NOT IN ($2, 0) AND exclusion.server IN (SELECT id FROM server)"
	if server == 0 {
		held = "FALSE" // a program that is not a server does not wait; Check decides
	}
	for {
		err := t.db.Reader().QueryRowContext(ctx, `INSERT INTO exclusion (corporation_id, number, server) VALUES ($1, 1, $2)
			ON CONFLICT (corporation_id) DO UPDATE SET number = exclusion.number + 1, server = excluded.server
			WHERE NOT (`+held+`) RETURNING number`, corporation, server).Scan(&number)
		if err == nil {
			return number, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return 0, fmt.Errorf("take the turn of corporation %d: %w", corporation, err)
		}
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// giveBack ends a turn for the other servers. If that fails, the next turn of this server ends it.
func (t *Turns) giveBack(ctx context.Context, held turn) {
	_, _ = t.db.Reader().ExecContext(context.WithoutCancel(ctx), "UPDATE exclusion SET server = 0 WHERE corporation_id = $1 AND number = $2",
		held.corporation, held.number)
}
