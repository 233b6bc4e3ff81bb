package cluster

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
)

// Member is the membership of this server. Run keeps it; it is safe for concurrent use.
type Member struct {
	config Config
	log    *slog.Logger
	id     int64
	lane   int32

	holders  atomic.Pointer[[Partitions]int64] // as read at the last beat; 0: nobody
	moved    chan struct{}
	adopted  chan int32
	lost     chan error
	clockOff bool

	asked     atomic.Pointer[Drain] // by an operator, as read at the last beat; nil: none
	roundTrip atomic.Int64          // of the last statement of the lease, ns
	behind    atomic.Int64          // of the clock of this machine to that of the database, ns

	mu       sync.Mutex
	draining bool
	empty    chan struct{} // closed when this server drains and has released everything
	released bool          // empty is closed
	held     map[int]bool  // partitions that this server holds
	home     map[int]int64 // where partitions are wanted, as read at the last beat
}

// Join makes this process a server of the installation. It takes a free lane, or makes a new one.
func Join(ctx context.Context, config Config, log *slog.Logger) (*Member, error) {
	m := &Member{
		config: config, log: log, moved: make(chan struct{}, 1), adopted: make(chan int32, 16), empty: make(chan struct{}),
		lost: make(chan error, 1), held: map[int]bool{},
	}
	m.holders.Store(new([Partitions]int64))
	level, _ := levels()
	err := m.place(ctx, func(tx *database.Tx) error {
		if err := checkLevel(ctx, tx, level); err != nil {
			return err
		}
		if err := m.replaceFormer(ctx, tx); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, `INSERT INTO server (id, name, version, level, lease_until, draining, drain)
			VALUES (nextval('server_id'), $1, $2, $3, clock_timestamp() + $4 * interval '1 ms', $5::text IS NOT NULL, $5::jsonb) RETURNING id`,
			config.Name, config.Version, level, leaseFor.Milliseconds(), config.Drain.again()).Scan(&m.id)
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, "SELECT lane FROM journal_lane WHERE server IS NULL ORDER BY lane <> $1, lane LIMIT 1", m.lane).Scan(&m.lane)
		if errors.Is(err, sql.ErrNoRows) {
			return tx.QueryRowContext(ctx, "INSERT INTO journal_lane (lane, server) SELECT max(lane) + 1, $1 FROM journal_lane RETURNING lane", m.id).Scan(&m.lane)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE journal_lane SET server = $1 WHERE lane = $2", m.id, m.lane)
		return err
	})
	if err == nil && m.id <= config.Former {
		err = fmt.Errorf("the id %d is not above %d, which this process had before", m.id, config.Former)
	}
	if err != nil {
		return nil, fmt.Errorf("join the servers of the database: %w", err)
	}
	return m, errors.Join(m.renew(ctx), m.look(ctx))
}

// Server implements Lease.
func (m *Member) Server() int64 { return m.id }

// Lane implements Lease.
func (m *Member) Lane() int32 { return m.lane }

// Hold implements Lease. The lock does not conflict with renewing the lease.
func (m *Member) Hold(ctx context.Context, tx *sql.Tx) error {
	var id int64
	err := tx.QueryRowContext(ctx, "SELECT id FROM server WHERE id = $1 FOR KEY SHARE", m.id).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrLost
	}
	return err
}

// Lost receives the reason when this server cannot go on.
func (m *Member) Lost() <-chan error { return m.lost }

// Adopted delivers the lanes of dead servers, which this server must drain and then free.
func (m *Member) Adopted() <-chan int32 { return m.adopted }

// Moved signals that Claim or Release has something to do.
func (m *Member) Moved() <-chan struct{} { return m.moved }

// Holder returns the server that held a partition at the last beat; 0: nobody.
func (m *Member) Holder(part int) int64 { return m.holders.Load()[part] }

// Run renews the lease and takes over from dead servers, until ctx ends.
func (m *Member) Run(ctx context.Context) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	renewed, failed := time.Now(), error(nil)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := m.beat(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			renewed, failed = time.Now(), nil
			continue
		case failed == nil:
			failed = err
			m.log.Warn("the lease of this server could not be renewed", "error", err)
		}
		// Another server may have taken over: with the first answer of the database this one knows. Without an
		// answer it stops acknowledging soon, because its transactions fail.
		if errors.Is(err, ErrLost) {
			_ = m.stop(err)
			return
		}
		if since := time.Since(renewed); since > 2*leaseFor { // its own timeout must not look permanent
			_ = m.stop(fmt.Errorf("%w: the lease was not renewed for %v: %w", database.ErrAway, since.Round(time.Second), err))
			return
		}
	}
}

// stop ends the work of this server, and returns the reason.
func (m *Member) stop(reason error) error {
	select {
	case m.lost <- reason:
	default: // it ends already
	}
	return reason
}

// beat renews the lease, ends dead servers and reads who holds what.
func (m *Member) beat(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, leaseFor)
	defer stop()
	if err := m.renew(ctx); err != nil {
		return err
	}
	if err := m.endKilled(ctx); err != nil {
		return err
	}
	dead, err := m.expired(ctx)
	if err != nil {
		return err
	}
	for _, id := range dead {
		if err := m.takeOver(ctx, id); err != nil {
			m.log.Warn("take over from a dead server", "server", id, "error", err)
		}
	}
	if err := m.adoptLanes(ctx); err != nil {
		return err
	}
	return m.look(ctx)
}

// renew extends the lease. The commit does not wait for the disk: after a crash of the database everyone joins again.
func (m *Member) renew(ctx context.Context) error {
	var report any
	if m.config.Report != nil {
		if text := m.config.Report(); text != nil {
			report = string(text)
		}
	}
	return m.config.DB.Write(ctx, func(tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
			return err
		}
		before := time.Now()
		var now time.Time
		var asked string
		err := tx.QueryRowContext(ctx, `UPDATE server SET lease_until = clock_timestamp() + $2 * interval '1 ms', report = coalesce($3::jsonb, report),
			reported = CASE WHEN $3::jsonb IS NULL THEN reported ELSE clock_timestamp() END, session = nullif($4::int, 0)
			WHERE id = $1 RETURNING clock_timestamp(), coalesce(drain::text, '')`, m.id, leaseFor.Milliseconds(), report, m.session()).Scan(&now, &asked)
		if errors.Is(err, sql.ErrNoRows) && ctx.Err() == nil { // after the end of ctx nothing is certain
			return ErrLost
		}
		if err != nil {
			return err
		}
		after := time.Now()
		m.roundTrip.Store(int64(after.Sub(before)))
		m.compareClocks(clock.Follow(now, before, after))
		return m.readAsked(asked)
	})
}

// compareClocks warns when the clock of this machine differs from that of the database by more than clockOff.
func (m *Member) compareClocks(behind time.Duration) {
	const clockOff = 2 * time.Second
	m.behind.Store(int64(behind))
	off := behind.Abs() > clockOff
	if off && !m.clockOff {
		m.log.Warn("the clock of this machine is wrong: the time of the database is used", "behind by", behind.Round(time.Second))
	}
	m.clockOff = off
}

// RoundTrip returns how long the last statement of the lease took: to the database, a write of one row, and back.
func (m *Member) RoundTrip() time.Duration { return time.Duration(m.roundTrip.Load()) }

// Behind returns by how much the clock of this machine is behind that of the database.
func (m *Member) Behind() time.Duration { return time.Duration(m.behind.Load()) }

// look reads who holds the partitions and where they are wanted.
func (m *Member) look(ctx context.Context) error {
	holders, home := new([Partitions]int64), make(map[int]int64, Partitions)
	rows, err := m.config.DB.Reader().QueryContext(ctx, "SELECT part, coalesce(server, 0), coalesce(wanted, 0) FROM point_partition")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var part int
		var server, wanted int64
		if err := rows.Scan(&part, &server, &wanted); err != nil {
			return err
		}
		holders[part], home[part] = server, wanted
	}
	if err := rows.Err(); err != nil {
		return err
	}
	m.holders.Store(holders)
	m.mu.Lock()
	m.home = home
	something := false
	for part, wanted := range home {
		something = something || m.held[part] && wanted != m.id || wanted == m.id && holders[part] == 0
	}
	m.mu.Unlock()
	if something {
		select {
		case m.moved <- struct{}{}:
		default:
		}
	}
	return nil
}

// Held returns the partitions that this server holds, in order.
func (m *Member) Held() []int {
	m.mu.Lock()
	defer m.mu.Unlock()
	parts := make([]int, 0, len(m.held))
	for part := range m.held {
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return parts
}

// Claim takes the free partitions that are wanted here, and returns them.
func (m *Member) Claim(ctx context.Context) (parts []int, err error) {
	err = m.config.DB.Write(ctx, func(tx *database.Tx) (err error) {
		if err := lockPlacement(ctx, tx); err != nil {
			return err
		}
		if err := m.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		parts, err = values[int](ctx, tx, "UPDATE point_partition SET server = $1 WHERE wanted = $1 AND server IS NULL RETURNING part", m.id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim partitions: %w", err)
	}
	slices.Sort(parts)
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, part := range parts {
		if m.held[part] {
			return nil, m.stop(fmt.Errorf("%w: partition %d was free although server %d holds it", ErrLost, part, m.id))
		}
		m.held[part] = true
	}
	return parts, nil
}

// Leaving returns the held partitions that are wanted elsewhere.
func (m *Member) Leaving() (parts []int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for part := range m.held {
		if m.home[part] != m.id {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return parts
}

// Elsewhere reports whether a partition was wanted on another server at the last beat.
func (m *Member) Elsewhere(part int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	home := m.home[part]
	return home != 0 && home != m.id
}

// Release gives partitions up. It begins the caller's transaction, which then stores what their next holder needs.
func (m *Member) Release(ctx context.Context, tx *database.Tx, parts []int) error {
	if err := lockPlacement(ctx, tx); err != nil {
		return err
	}
	if err := m.Hold(ctx, tx.Tx); err != nil {
		return err
	}
	released, err := tx.ExecContext(ctx, "UPDATE point_partition SET server = NULL WHERE server = $1 AND part = ANY($2)", m.id, parts)
	if err != nil {
		return fmt.Errorf("release partitions: %w", err)
	}
	if n, err := released.RowsAffected(); err != nil || n != int64(len(parts)) {
		return m.stop(fmt.Errorf("%w: server %d held only %d of %d partitions (%v)", ErrLost, m.id, n, len(parts), err))
	}
	tx.AfterCommit(func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		for _, part := range parts {
			delete(m.held, part)
		}
		m.emptied()
	})
	return nil
}

// Released is closed when a draining server holds nothing any more.
func (m *Member) Released() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.empty
}

// emptied closes Released if this server drains and holds nothing.
func (m *Member) emptied() {
	if m.draining && len(m.held) == 0 && !m.released {
		m.released = true
		close(m.empty)
	}
}

// FreeLane gives up an adopted lane that is empty.
func (m *Member) FreeLane(ctx context.Context, lane int32) error {
	return m.config.DB.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE journal_lane SET server = NULL, adopted = FALSE WHERE lane = $1 AND server = $2", lane, m.id)
		return err
	})
}
