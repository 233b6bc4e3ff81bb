package cluster

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
)

// place runs a change of who holds what, one at a time in the installation, and plans the partitions again.
func (m *Member) place(ctx context.Context, change func(*database.Tx) error) error {
	return m.config.DB.Write(ctx, func(tx *database.Tx) error {
		// A server paused in here is thrown out soon, so that others can take over.
		if _, err := tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = '1s'"); err != nil {
			return err
		}
		if err := lockPlacement(ctx, tx); err != nil {
			return err
		}
		if err := change(tx); err != nil {
			return err
		}
		return m.replan(ctx, tx)
	})
}

// lockPlacement makes changes of who holds what wait for each other.
func lockPlacement(ctx context.Context, tx *database.Tx) error {
	_, err := tx.ExecContext(ctx, "UPDATE placement SET number = number + 1")
	return err
}

// replaceFormer ends what this process was before, and leaves its lane to this membership.
func (m *Member) replaceFormer(ctx context.Context, tx *database.Tx) error {
	former := m.config.Former
	if former == 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE server SET lease_until = '-infinity' WHERE id = $1", former); err != nil {
		return err
	}
	if err := m.end(ctx, tx, former); err != nil && !errors.Is(err, errAlive) { // errAlive: another server has done so
		return err
	}
	// Its lane may have frames that are not stored yet, so it becomes the lane of this membership.
	err := tx.QueryRowContext(ctx, "UPDATE journal_lane SET server = NULL WHERE server = $1 AND NOT adopted RETURNING lane", former).Scan(&m.lane)
	if err != nil && !errors.Is(err, sql.ErrNoRows) { // no rows: another server drains it
		return err
	}
	return m.inherit(ctx, tx, former)
}

// inherit frees the partitions and marks of a server that has ended.
func (m *Member) inherit(ctx context.Context, tx *database.Tx, ended int64) error {
	if m.config.TakeOver != nil {
		if err := m.config.TakeOver(ctx, tx.Tx, ended); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE point_partition SET server = NULL WHERE server = $1", ended)
	return err
}

// session returns the number of the session for signals; 0: none.
func (m *Member) session() int64 {
	if m.config.Session == nil {
		return 0
	}
	return int64(m.config.Session())
}

func (m *Member) expired(ctx context.Context) ([]int64, error) {
	return values[int64](ctx, m.config.DB.Reader(), "SELECT id FROM server WHERE lease_until < clock_timestamp() AND id <> $1 ORDER BY id", m.id)
}

// endKilled ends the leases of processes that have ended: their session is gone, and the lease is not renewed. The
// session of this server must have been there for the length of a lease: when the database has just started or failed
// over, all sessions are gone.
func (m *Member) endKilled(ctx context.Context) error {
	own := m.session()
	if own == 0 {
		return nil
	}
	const killed = `SELECT id FROM server WHERE id <> $1 AND session IS NOT NULL
		AND lease_until BETWEEN clock_timestamp() AND clock_timestamp() + $3 * interval '1 ms'
		AND NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = session)
		AND EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $2 AND backend_start < clock_timestamp() - $4 * interval '1 ms')`
	arguments := []any{m.id, own, (leaseFor - overdue).Milliseconds(), leaseFor.Milliseconds()}
	ids, err := values[int64](ctx, m.config.DB.Reader(), killed, arguments...)
	if err != nil || len(ids) == 0 {
		return err
	}
	return m.config.DB.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE server SET lease_until = '-infinity' WHERE id IN ("+killed+")", arguments...)
		return err
	})
}

// errAlive means that there is nothing to take over.
var errAlive = errors.New("the server renewed its lease")

// takeOver ends a server whose lease has expired: its transactions, its lease, and what it held.
func (m *Member) takeOver(ctx context.Context, dead int64) error {
	err := m.place(ctx, func(tx *database.Tx) error {
		if err := m.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		if err := remember(ctx, tx, dead, m.id); err != nil { // undone if it is alive
			return err
		}
		if err := m.end(ctx, tx, dead); err != nil {
			return err
		}
		return m.inherit(ctx, tx, dead)
	})
	if errors.Is(err, errAlive) {
		return nil
	}
	if err != nil {
		return err
	}
	m.log.Warn("took over from a server that no longer renews its lease", "server", dead)
	return nil
}

// adoptLanes makes the lanes of servers that have ended those of this server, which drains them.
func (m *Member) adoptLanes(ctx context.Context) error {
	const orphaned = "server IS NOT NULL AND server NOT IN (SELECT id FROM server)"
	var any bool
	err := m.config.DB.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM journal_lane WHERE "+orphaned+")").Scan(&any)
	if err != nil || !any {
		return err
	}
	var lanes []int32
	err = m.config.DB.Write(ctx, func(tx *database.Tx) (err error) {
		if err := lockPlacement(ctx, tx); err != nil {
			return err
		}
		if err := m.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		lanes, err = values[int32](ctx, tx, "UPDATE journal_lane SET server = $1, adopted = TRUE WHERE "+orphaned+" RETURNING lane", m.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("adopt lanes: %w", err)
	}
	for _, lane := range lanes {
		select {
		case m.adopted <- lane:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// end deletes the row of a server whose lease has expired. Its transactions hold the row: their backends are ended,
// because a paused or unreachable server does not end them itself.
func (m *Member) end(ctx context.Context, tx *database.Tx, dead int64) error {
	var pid int
	if err := tx.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return err
	}
	waiting, done := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.endBlockers(waiting, pid)
	}()
	var id int64
	err := tx.QueryRowContext(ctx, "SELECT id FROM server WHERE id = $1 AND lease_until < clock_timestamp() FOR UPDATE", dead).Scan(&id)
	done()
	<-ended
	if errors.Is(err, sql.ErrNoRows) {
		return errAlive
	}
	if err != nil {
		return fmt.Errorf("lock the lease of server %d: %w", dead, err)
	}
	if m.config.DB.OnCitus() { // its last transaction may be shown here, and not yet by the workers
		if err := citus.AwaitCommits(ctx, m.config.DB.Reader()); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM server WHERE id = $1", dead)
	return err
}

// endBlockers ends the backends for which another backend waits, until ctx ends.
func (m *Member) endBlockers(ctx context.Context, pid int) {
	const patience = 50 * time.Millisecond
	wait := time.NewTicker(patience)
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		rows, err := m.config.DB.Reader().QueryContext(ctx, "SELECT pg_terminate_backend(blocker) FROM unnest(pg_blocking_pids($1)) AS blocker", pid)
		if err == nil {
			err = rows.Close()
		}
		if err != nil && ctx.Err() == nil {
			m.log.Warn("end the transactions of a dead server", "error", err)
		}
	}
}

// available returns the servers that can hold partitions. While all others are gone, those that drain for an operator
// keep them, so that results are computed.
func available(ctx context.Context, tx *database.Tx) (servers []int64, err error) {
	for _, which := range []string{"NOT draining", "draining AND drain IS NOT NULL AND lease_until > clock_timestamp()"} {
		servers, err = values[int64](ctx, tx, "SELECT id FROM server WHERE "+which+" ORDER BY id")
		if err != nil || len(servers) > 0 {
			return servers, err
		}
	}
	return nil, nil
}

// replan decides where partitions are wanted.
func (m *Member) replan(ctx context.Context, tx *database.Tx) error {
	servers, err := available(ctx, tx)
	if err != nil {
		return err
	}
	wanted, err := values[int64](ctx, tx, "SELECT coalesce(wanted, 0) FROM point_partition ORDER BY part")
	if err != nil {
		return err
	}
	load, err := m.config.Load(ctx)
	if err != nil {
		return fmt.Errorf("points of the partitions: %w", err)
	}
	planned := plan(servers, wanted, load)
	var parts []int
	var homes []int64
	for part := range planned {
		if planned[part] != wanted[part] {
			parts, homes = append(parts, part), append(homes, planned[part])
		}
	}
	if len(parts) == 0 {
		return nil
	}
	_, err = tx.ExecContext(ctx, `UPDATE point_partition AS p SET wanted = nullif(n.home, 0)
		FROM unnest($1::int[], $2::bigint[]) AS n (part, home) WHERE p.part = n.part`, parts, homes)
	return err
}

// Drain moves the partitions of this server to the others, before it leaves.
func (m *Member) Drain(ctx context.Context) error {
	return m.drain(ctx, "UPDATE server SET draining = TRUE, drain = NULL WHERE id = $1")
}

func (m *Member) drain(ctx context.Context, change string) error {
	err := m.place(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, change, m.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("drain this server: %w", err)
	}
	m.mu.Lock()
	m.draining = true
	m.emptied()
	m.mu.Unlock()
	return m.look(ctx)
}

// Leave ends the membership. drained says that the lane of this server is empty. What it still holds is taken over by
// another server.
func (m *Member) Leave(ctx context.Context, drained bool) error {
	return m.place(ctx, func(tx *database.Tx) error {
		// The last transactions of this server end first.
		if _, err := tx.ExecContext(ctx, "SELECT id FROM server WHERE id = $1 FOR UPDATE", m.id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE server SET lease_until = '-infinity', draining = TRUE WHERE id = $1", m.id); err != nil {
			return err
		}
		if !drained {
			return nil
		}
		if m.config.TakeOver != nil {
			if err := m.config.TakeOver(ctx, tx.Tx, m.id); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE journal_lane SET server = NULL WHERE server = $1 AND lane = $2", m.id, m.lane); err != nil {
			return err
		}
		if err := remember(ctx, tx, m.id, 0); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM server WHERE id = $1
			AND NOT EXISTS (SELECT 1 FROM point_partition WHERE server = $1) AND NOT EXISTS (SELECT 1 FROM journal_lane WHERE server = $1)`, m.id)
		return err
	})
}
