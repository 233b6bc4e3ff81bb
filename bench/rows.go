package main

import (
	"context"
	"database/sql"
	"encoding/binary"
	"math"
	"path/filepath"

	_ "github.com/mattn/go-sqlite3" // driver "sqlite3"
)

// rowStore is base A: one row a reading, keyed (point, time), its values packed.
type rowStore struct {
	db  *sql.DB
	buf []byte
	columns
}

func openRows(ctx context.Context, dir string) (store, error) {
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "rows.db")+"?_journal_mode=WAL&_synchronous=FULL&_cache_size=-65536&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	for _, statement := range []string{
		"CREATE TABLE sample (point INTEGER NOT NULL, ts INTEGER NOT NULL, v BLOB NOT NULL, PRIMARY KEY (point, ts)) WITHOUT ROWID",
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return &rowStore{db: db}, nil
}

func (s *rowStore) Live(ctx context.Context, rows []row) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	put, err := tx.PrepareContext(ctx, "INSERT INTO sample (point, ts, v) VALUES (?, ?, ?) ON CONFLICT (point, ts) DO UPDATE SET v = excluded.v")
	if err != nil {
		return err
	}
	defer put.Close()
	for i := range rows {
		s.buf = pack(s.buf[:0], rows[i].v)
		if _, err := put.ExecContext(ctx, rows[i].point, rows[i].time, s.buf); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func pack(dst []byte, v [3]float64) []byte {
	for _, x := range v {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
	}
	return dst
}

func unpack(data []byte) (v [3]float64) {
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return v
}

func (s *rowStore) Back(ctx context.Context, rows []row) error { return s.Live(ctx, rows) }

func (s *rowStore) Settle(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

func (s *rowStore) Latest(ctx context.Context, points []int64) ([]row, error) {
	read, err := s.db.PrepareContext(ctx, "SELECT ts, v FROM sample WHERE point = ? ORDER BY ts DESC LIMIT 1")
	if err != nil {
		return nil, err
	}
	defer read.Close()
	found := make([]row, len(points))
	var data sql.RawBytes
	for i, point := range points {
		list, err := read.QueryContext(ctx, point)
		if err != nil {
			return nil, err
		}
		found[i].point = point
		if list.Next() {
			err = list.Scan(&found[i].time, &data)
			found[i].v = unpack(data)
		}
		if closed := list.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (s *rowStore) Scan(ctx context.Context, points []int64, from, to int64, visit func(int64, []int64, [3][]float64) error) error {
	read, err := s.db.PrepareContext(ctx, "SELECT ts, v FROM sample WHERE point = ? AND ts BETWEEN ? AND ? ORDER BY ts")
	if err != nil {
		return err
	}
	defer read.Close()
	var times []int64
	for _, point := range points {
		list, err := read.QueryContext(ctx, point, from, to)
		if err != nil {
			return err
		}
		if times, err = s.gather(list, times[:0]); err != nil {
			return err
		}
		if err := visit(point, times, s.values); err != nil {
			return err
		}
	}
	return nil
}

// columns gathers packed rows by column.
type columns struct{ values [3][]float64 }

// gather reads the values and appends the times.
func (s *columns) gather(list *sql.Rows, times []int64) ([]int64, error) {
	defer list.Close()
	for i := range s.values {
		s.values[i] = s.values[i][:0]
	}
	var data sql.RawBytes
	for list.Next() {
		var t int64
		if err := list.Scan(&t, &data); err != nil {
			return nil, err
		}
		times = append(times, t)
		for i, x := range unpack(data) {
			s.values[i] = append(s.values[i], x)
		}
	}
	return times, list.Err()
}

func (s *rowStore) Delete(ctx context.Context, point, from, to int64) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM sample WHERE point = ? AND ts BETWEEN ? AND ?", point, from, to)
	return err
}

func (s *rowStore) Bytes(ctx context.Context) (size int64, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size").
		Scan(&size)
	return size, err
}

func (s *rowStore) Close() error { return s.db.Close() }
