package main

import (
	"context"
	"database/sql"
	"path/filepath"
	"sync"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/platform/database"
)

var fields = reading.Intern([]reading.Column{{Field: "x"}, {Field: "y"}, {Field: "temp"}})

// seriesStore is the product's store, with the maintenance beside it that the product
// runs.
type seriesStore struct {
	db    *database.DB
	store series.Store
	puts  []series.Put
	stop  context.CancelFunc
	work  sync.WaitGroup
	err   error // of the maintenance
}

func openPlumbline(ctx context.Context, dir string) (store, error) {
	db, err := database.OpenSQLite(ctx, filepath.Join(dir, "series.db"))
	if err != nil {
		return nil, err
	}
	made, err := sqlite.Open(ctx, db)
	if err != nil {
		return nil, err
	}
	return serve(ctx, db, made), nil
}

func serve(ctx context.Context, db *database.DB, made series.Store) *seriesStore {
	ctx, stop := context.WithCancel(ctx)
	s := &seriesStore{db: db, store: made, stop: stop}
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := s.store.Maintain(ctx, s.transact); err != nil && ctx.Err() == nil {
				s.err = err
				return
			}
		}
	}()
	return s
}

func (s *seriesStore) transact(do func(*sql.Tx) (func(), error)) error {
	ctx := context.Background()
	return s.db.Write(ctx, func(tx *database.Tx) error {
		apply, err := do(tx.Tx)
		if err == nil {
			tx.AfterCommit(apply)
		}
		return err
	})
}

func (s *seriesStore) Live(ctx context.Context, rows []row) error {
	s.puts = s.puts[:0]
	for i := range rows {
		s.puts = append(s.puts, series.Put{Series: series.ResultID(rows[i].point), Time: rows[i].time, Columns: fields, Values: rows[i].v[:]})
	}
	return s.write(ctx, series.Batch{Results: s.puts})
}

func (s *seriesStore) write(ctx context.Context, batch series.Batch) error {
	return s.transact(func(tx *sql.Tx) (apply func(), err error) {
		_, apply, err = s.store.Write(ctx, tx, batch)
		return apply, err
	})
}

func (s *seriesStore) Back(ctx context.Context, rows []row) error { return s.Live(ctx, rows) }

func (s *seriesStore) Settle(ctx context.Context) error { return s.store.Flush(ctx, s.transact) }

func ids(points []int64) []series.ID {
	list := make([]series.ID, len(points))
	for i, point := range points {
		list[i] = series.ResultID(point)
	}
	return list
}

func (s *seriesStore) Latest(ctx context.Context, points []int64) ([]row, error) {
	list, err := s.store.Latest(ctx, ids(points))
	if err != nil {
		return nil, err
	}
	found := make([]row, len(list))
	for i, l := range list {
		found[i] = row{point: points[i], time: l.Time}
		copy(found[i].v[:], l.Values)
	}
	return found, nil
}

func (s *seriesStore) Scan(ctx context.Context, points []int64, from, to int64, visit func(int64, []int64, [3][]float64) error) error {
	return s.store.ScanMany(ctx, ids(points), from, to, nil, func(id series.ID, b *series.Block) error {
		return visit(id.Point(), b.Times, [3][]float64(b.Values))
	})
}

func (s *seriesStore) Delete(ctx context.Context, point, from, to int64) error {
	return s.write(ctx, series.Batch{Replace: []series.Replacement{{Series: series.ResultID(point), From: from, To: to}}})
}

func (s *seriesStore) Bytes(ctx context.Context) (int64, error) {
	size, err := s.store.Size(ctx)
	return size.ChunkBytes + size.OtherBytes, err
}

func (s *seriesStore) Close() error {
	s.stop()
	s.work.Wait()
	if err := s.db.Close(); err != nil {
		return err
	}
	return s.err
}
