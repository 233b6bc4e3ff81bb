// Package sqlite is the embedded series store: a log with one row per batch, recent rows of every series in memory
// (heads), and sealed chunks. The memory is the log applied to the chunks, and is rebuilt from both when the store
// opens.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"math"
	"sync"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
	"plumbline/internal/core/series/waveforms"
	"plumbline/internal/platform/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a series.Store on SQLite.
type Store struct {
	waveforms.Table
	db *database.DB

	// mu guards the state in memory. Only apply functions change it, one at a time under the only writer, so Write
	// reads it without the lock.
	mu       sync.RWMutex
	series   map[series.ID]*state
	seq      int64  // the last applied log entry
	pending  *batch // written but not applied: readers whose snapshot includes it add it
	logRows  int
	logBytes int
	// headBytes is the memory of all heads.
	headBytes int

	batch batch // the reused memory of pending

	maintaining sync.Mutex
	sealing     generation
	limits      limits

	readers sync.Pool // *rows.Reader
}

// noChunk is sealedTo of a series without chunks.
const noChunk = math.MinInt64

// state is the in-memory state of one series.
type state struct {
	head     rows.Table
	cleared  rows.Spans // ranges in which rows of the chunks no longer count
	latest   rows.Table // the newest valid row, if any
	sealedTo int64      // the last time in a chunk
}

func (st *state) unsealed() bool { return st.head.Len() > 0 || len(st.cleared) > 0 }

var _ series.Store = (*Store)(nil)

// Open migrates the tables and loads the state into memory.
func Open(ctx context.Context, db *database.DB) (*Store, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("series migrations: %w", err)
	}
	if err := db.Migrate(ctx, files, "series_version"); err != nil {
		return nil, err
	}
	s := &Store{Table: waveforms.Table{Reader: db.Reader()}, db: db, series: make(map[series.ID]*state), limits: defaultLimits}
	s.readers.New = func() any { return new(rows.Reader) }
	s.batch.index = make(map[series.ID]int)
	if err := s.load(ctx); err != nil {
		return nil, fmt.Errorf("open series store: %w", err)
	}
	return s, nil
}

// queryer is a transaction or a read connection.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// load reads the states and replays the log.
func (s *Store) load(ctx context.Context) error {
	applied := make(map[series.ID]int64)
	list, err := s.db.Reader().QueryContext(ctx, "SELECT series_id, applied_seq, sealed_to, last FROM series_state")
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		var id series.ID
		var seq int64
		var sealedTo sql.NullInt64
		var last sql.RawBytes
		if err := list.Scan(&id, &seq, &sealedTo, &last); err != nil {
			return err
		}
		st := &state{sealedTo: noChunk}
		if sealedTo.Valid {
			st.sealedTo = sealedTo.Int64
		}
		if len(last) > 0 {
			row, err := rows.Unpack(last, id.IsRaw())
			if err != nil {
				return fmt.Errorf("series %d: %w", id, err)
			}
			st.latest.Only(row)
		}
		s.series[id], applied[id] = st, seq
	}
	if err := list.Err(); err != nil {
		return err
	}
	return s.replay(ctx, applied)
}

// replay applies the log entries that a series does not have yet.
func (s *Store) replay(ctx context.Context, applied map[series.ID]int64) error {
	stale := make(map[series.ID]bool)
	list, err := s.db.Reader().QueryContext(ctx, "SELECT seq, rows, data FROM series_log ORDER BY seq")
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		var seq int64
		var n int
		var data sql.RawBytes
		if err := list.Scan(&seq, &n, &data); err != nil {
			return err
		}
		s.seq = seq
		s.logRows += n
		s.logBytes += len(data)
		err := decodeLog(data, &s.batch, func(c *change) {
			if applied[c.id] >= seq {
				return
			}
			st := s.series[c.id]
			if c.drop {
				if st != nil {
					s.headBytes -= st.head.Bytes()
				}
				delete(s.series, c.id)
				delete(stale, c.id)
				return
			}
			if st == nil {
				st = &state{sealedTo: noChunk}
				s.series[c.id] = st
			}
			if c.latestLost(st) {
				stale[c.id] = true
			}
			s.headBytes -= st.head.Bytes()
			c.onto(&st.head, &st.cleared, st.sealedTo)
			s.headBytes += st.head.Bytes()
			c.renewLatest(st)
		})
		if err != nil {
			return fmt.Errorf("log entry %d: %w", seq, err)
		}
	}
	if err := list.Err(); err != nil {
		return err
	}
	for id := range stale {
		st := s.series[id]
		row, found, err := s.newestValid(ctx, s.db.Reader(), &rows.View{ID: id, Newer: st.head, Cleared: st.cleared}, st.sealedTo)
		if err != nil {
			return err
		}
		st.latest.Release()
		if found {
			st.latest.Only(row)
		}
	}
	return nil
}

// newestValid returns the newest valid row of a view without chunks and the stored chunks.
func (s *Store) newestValid(ctx context.Context, q queryer, v *rows.View, sealedTo int64) (row rows.Row, found bool, err error) {
	r := s.readers.Get().(*rows.Reader)
	defer s.readers.Put(r)
	if row, found, err = r.NewestValid(v, math.MaxInt64); err != nil || sealedTo == noChunk || found && row.Time > sealedTo {
		return row, found, err
	}
	chunks, err := q.QueryContext(ctx, "SELECT t0, t1, data FROM series_chunk WHERE series_id = $1 ORDER BY t1 DESC", int64(v.ID))
	if err != nil {
		return row, false, err
	}
	defer chunks.Close()
	for chunks.Next() {
		var c rows.Packed
		if err := chunks.Scan(&c.From, &c.To, &c.Data); err != nil {
			return row, false, err
		}
		v.Chunks = append(v.Chunks[:0], c)
		if row, found, err = r.NewestValid(v, math.MaxInt64); err != nil || found && row.Time >= c.From {
			return row, found, err
		}
	}
	return row, found, chunks.Err()
}
