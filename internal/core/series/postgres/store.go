// Package postgres is the scaled series store: recent rows in a table, the same chunks as in the embedded store, and
// no data in memory, so that any number of servers may write and read. Its SQL runs unchanged on PostgreSQL with
// tables distributed by series_id.
package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"sync"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
	"plumbline/internal/core/series/waveforms"
	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a series.Store on PostgreSQL.
type Store struct {
	waveforms.Table
	db          *database.DB
	distributed bool // tables distributed by Citus
	limits      limits
	readers     sync.Pool // *rows.Reader
	mergers     sync.Pool // *rows.Merger

	hot     hotCounts
	looking sync.Mutex // one Maintain at a time
	next    int64      // the series at which the next look begins
}

var _ series.Store = (*Store)(nil)

// Open migrates the tables and returns the store.
func Open(ctx context.Context, db *database.DB) (*Store, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("series migrations: %w", err)
	}
	if err := db.Migrate(ctx, files, "series_version"); err != nil {
		return nil, err
	}
	s := &Store{Table: waveforms.Table{Reader: db.Reader()}, db: db, distributed: db.OnCitus(), limits: defaultLimits, next: math.MinInt64}
	s.readers.New = func() any { return new(rows.Reader) }
	s.mergers.New = func() any { return new(rows.Merger) }
	return s, nil
}

// queryer is a transaction or a read connection.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// each runs a query and calls scan for each row.
func each(ctx context.Context, q queryer, scan func(*sql.Rows) error, query string, args ...any) error {
	list, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		if err := scan(list); err != nil {
			return err
		}
	}
	return list.Err()
}

// lockOrder sorts series as all writers lock them: ascending, and by shard if they may be distributed.
func (s *Store) lockOrder(ids []series.ID) []series.ID {
	slices.SortFunc(ids, func(a, b series.ID) int {
		if s.distributed {
			if byHash := cmp.Compare(citus.Hash(int64(a)), citus.Hash(int64(b))); byHash != 0 {
				return byHash
			}
		}
		return cmp.Compare(a, b)
	})
	return ids
}

// atOneMoment runs the queries of read so that they see each series as of one moment. Citus sends a query of one
// series to one worker, and divides one of several into several statements.
func (s *Store) atOneMoment(ctx context.Context, q queryer, series int, read func(queryer) error) error {
	if !s.distributed || series == 1 || q != queryer(s.db.Reader()) {
		return read(q)
	}
	tx, err := s.db.Reader().BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(read(tx), tx.Rollback())
}

func numbers(ids []series.ID) []int64 {
	list := make([]int64, len(ids))
	for i, id := range ids {
		list[i] = int64(id)
	}
	return list
}
