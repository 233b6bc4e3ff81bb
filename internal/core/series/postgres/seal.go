package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"plumbline/internal/core/series"
)

// limits decide when a series is sealed. The row limit varies between series, so that series that report in step are
// not sealed in step.
type limits struct {
	rows, spread int // hot rows of one series, and the variation between series
	bytes        int // of those, for wide rows
	piece        int // series sealed per transaction
	look         int // hot rows looked at per Maintain
}

var defaultLimits = limits{rows: 200, spread: 100, bytes: 200 << 10, piece: 32, look: 5000}

// Maintain seals the series of which this server has written enough hot rows. It also looks at the next hot rows in the
// order of series, so that those of other servers and of earlier runs are sealed too.
func (s *Store) Maintain(ctx context.Context, write series.Transact) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	if err := s.sealDue(ctx, write, s.hot.takeDue()); err != nil {
		return err
	}
	due, err := s.look(ctx)
	if err != nil {
		return fmt.Errorf("find series to seal: %w", err)
	}
	return s.sealDue(ctx, write, due)
}

// sealDue seals series, but not those that another server seals first.
func (s *Store) sealDue(ctx context.Context, write series.Transact, due []int64) error {
	ends, err := s.ends(ctx, due)
	if err != nil {
		return fmt.Errorf("read states of series to seal: %w", err)
	}
	return s.sealAll(ctx, write, due, ends)
}

// look counts the hot rows of the next series and returns those that are due.
func (s *Store) look(ctx context.Context) (due []int64, err error) {
	limit := int64(s.limits.look)
	last, seen, listed := int64(0), int64(0), 0
	err = each(ctx, s.db.Reader(), func(list *sql.Rows) error {
		var id, count, bytes int64
		if err := list.Scan(&id, &count, &bytes); err != nil {
			return err
		}
		if s.limits.due(id, count, bytes) {
			due = append(due, id)
		}
		seen += count
		last = id
		listed++
		return nil
	}, `SELECT series_id, count(*), sum(size) FROM (SELECT series_id, length(data) AS size FROM series_hot
		WHERE series_id >= $1 ORDER BY series_id, ts LIMIT $2) AS piece GROUP BY series_id ORDER BY series_id`, s.next, limit)
	switch {
	case err != nil:
	case seen < limit:
		s.next = math.MinInt64
	case listed == 1:
		due = []int64{last} // more rows than the piece
		s.next = last + 1
	default:
		s.next = last // counted in part
	}
	return due, err
}

// due reports whether a series with so many hot rows is sealed.
func (l *limits) due(id, count, bytes int64) bool {
	return count >= int64(l.rows)+id/2%int64(l.spread) || bytes >= int64(l.bytes)
}

func (s *Store) Flush(ctx context.Context, write series.Transact) error {
	var ids []int64
	err := each(ctx, s.db.Reader(), func(list *sql.Rows) error {
		var id int64
		err := list.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT DISTINCT series_id FROM series_hot ORDER BY series_id")
	if err != nil {
		return fmt.Errorf("find series to seal: %w", err)
	}
	return s.sealAll(ctx, write, ids, nil)
}

// ends returns the ends of the last chunks of series.
func (s *Store) ends(ctx context.Context, ids []int64) (map[series.ID]int64, error) {
	ends := make(map[series.ID]int64, len(ids))
	for _, id := range ids {
		ends[series.ID(id)] = noChunk
	}
	if len(ids) == 0 {
		return ends, nil
	}
	err := each(ctx, s.db.Reader(), func(list *sql.Rows) error {
		var id series.ID
		var end int64
		err := list.Scan(&id, &end)
		ends[id] = end
		return err
	}, "SELECT series_id, sealed_to FROM series_state WHERE series_id = ANY($1) AND sealed_to IS NOT NULL", ids)
	return ends, err
}

// sealAll seals series in pieces, but not those whose chunks have changed since they ended at ends, if given: another
// server has sealed them. A piece of which another transaction holds a row is left for later: sealing gives way.
func (s *Store) sealAll(ctx context.Context, write series.Transact, ids []int64, ends map[series.ID]int64) error {
	for piece := range slices.Chunk(ids, s.limits.piece) {
		err := write(func(tx *sql.Tx) (func(), error) { return func() {}, s.seal(ctx, tx, piece, ends) })
		if err != nil && !gaveWay(err) {
			return fmt.Errorf("seal: %w", err)
		}
	}
	return nil
}

// gaveWay reports whether a transaction was ended because it waited for another one.
func gaveWay(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && (refused.Code == lockTimeout || refused.Code == deadlock)
}

const (
	lockTimeout = "55P03"
	deadlock    = "40P01"
)

// sealSettings: sealing waits for less than the second after which PostgreSQL looks for deadlocks, so that it hardly ever
// ends a writer: only one that has waited half a second for it already. It need not wait for the disk either: if its commit is lost, the rows are still hot.
const sealSettings = "SELECT set_config('lock_timeout', '500ms', true), set_config('synchronous_commit', 'off', true)"

// seal moves the hot rows of series into chunks. Several servers may find the same series due: the second one waits
// for the state and then finds it changed.
func (s *Store) seal(ctx context.Context, tx *sql.Tx, ids []int64, ends map[series.ID]int64) error {
	settings := []string{sealSettings}
	if s.distributed { // the workers, where it waits, get only what SET sets
		settings = append(settings, "SET LOCAL citus.propagate_set_commands = 'local'", "SET LOCAL lock_timeout = '500ms'")
	}
	for _, set := range settings {
		if _, err := tx.ExecContext(ctx, set); err != nil {
			return err
		}
	}
	list := make([]series.ID, len(ids))
	for i, id := range ids {
		list[i] = series.ID(id)
	}
	states, err := s.lock(ctx, tx, s.lockOrder(list))
	if err != nil {
		return err
	}
	work := make(map[series.ID]*rewriting, len(ids))
	for id, st := range states {
		if end, given := ends[id]; !given || end == st.sealedTo {
			work[id] = &rewriting{state: st}
		}
	}
	if len(work) == 0 {
		return nil
	}
	if err := s.take(ctx, tx, work); err != nil {
		return err
	}
	return s.rewrite(ctx, tx, work)
}
