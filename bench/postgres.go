package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"

	"plumbline/internal/core/series/postgres"
	"plumbline/internal/platform/database"
)

// schema gives each run an empty schema of its own in the database at url.
func schema(ctx context.Context, url, name string) (string, error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return "", err
	}
	defer db.Close()
	for _, statement := range []string{"DROP SCHEMA IF EXISTS " + name + " CASCADE", "CREATE SCHEMA " + name} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return "", err
		}
	}
	if strings.Contains(url, "://") {
		sign := "?"
		if strings.Contains(url, "?") {
			sign = "&"
		}
		return url + sign + "search_path=" + name, nil
	}
	return url + " search_path=" + name, nil
}

func plumblinePostgres(url string) func(context.Context, string) (store, error) {
	return func(ctx context.Context, _ string) (store, error) {
		own, err := schema(ctx, url, "bench_plumbline")
		if err != nil {
			return nil, err
		}
		db, err := database.OpenPostgres(ctx, own)
		if err != nil {
			return nil, err
		}
		made, err := postgres.Open(ctx, db)
		if err != nil {
			return nil, err
		}
		return &scaledStore{serve(ctx, db, made)}, nil
	}
}

// scaledStore counts the chunks alone: the hot rows and states beside them are a buffer
// of a size that does not grow with the history.
type scaledStore struct{ *seriesStore }

func (s *scaledStore) Settle(ctx context.Context) error {
	if err := s.seriesStore.Settle(ctx); err != nil {
		return err
	}
	_, err := s.db.Reader().ExecContext(ctx, "VACUUM ANALYZE series_chunk, series_hot, series_state")
	return err
}

func (s *scaledStore) Bytes(ctx context.Context) (size int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, "SELECT pg_total_relation_size('series_chunk')").Scan(&size)
	return size, err
}

// postgresRowStore is base D: one row a reading.
type postgresRowStore struct {
	db *sql.DB
	columns
}

func postgresRows(url string) func(context.Context, string) (store, error) {
	return func(ctx context.Context, _ string) (store, error) {
		own, err := schema(ctx, url, "bench_rows")
		if err != nil {
			return nil, err
		}
		db, err := sql.Open("pgx", own)
		if err != nil {
			return nil, err
		}
		_, err = db.ExecContext(ctx, "CREATE TABLE sample (point BIGINT NOT NULL, ts BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (point, ts))")
		return &postgresRowStore{db: db}, err
	}
}

func (s *postgresRowStore) Live(ctx context.Context, rows []row) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	points, times, values := make([]int64, len(rows)), make([]int64, len(rows)), make([][]byte, len(rows))
	for i := range rows {
		points[i], times[i], values[i] = rows[i].point, rows[i].time, pack(nil, rows[i].v)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO sample (point, ts, v) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
		ON CONFLICT (point, ts) DO UPDATE SET v = excluded.v`, points, times, values); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *postgresRowStore) Back(ctx context.Context, rows []row) error { return s.Live(ctx, rows) }

func (s *postgresRowStore) Settle(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "VACUUM ANALYZE sample")
	return err
}

func (s *postgresRowStore) Latest(ctx context.Context, points []int64) ([]row, error) {
	list, err := s.db.QueryContext(ctx, `SELECT p.id, l.ts, l.v FROM unnest($1::bigint[]) WITH ORDINALITY AS p(id, n),
		LATERAL (SELECT ts, v FROM sample WHERE point = p.id ORDER BY ts DESC LIMIT 1) AS l ORDER BY p.n`, points)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	var found []row
	var data sql.RawBytes
	for list.Next() {
		var r row
		if err := list.Scan(&r.point, &r.time, &data); err != nil {
			return nil, err
		}
		r.v = unpack(data)
		found = append(found, r)
	}
	return found, list.Err()
}

func (s *postgresRowStore) Scan(ctx context.Context, points []int64, from, to int64, visit func(int64, []int64, [3][]float64) error) error {
	var times []int64
	for _, point := range points {
		list, err := s.db.QueryContext(ctx, "SELECT ts, v FROM sample WHERE point = $1 AND ts BETWEEN $2 AND $3 ORDER BY ts", point, from, to)
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

func (s *postgresRowStore) Delete(ctx context.Context, point, from, to int64) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM sample WHERE point = $1 AND ts BETWEEN $2 AND $3", point, from, to)
	return err
}

func (s *postgresRowStore) Bytes(ctx context.Context) (size int64, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT pg_total_relation_size('sample')").Scan(&size)
	if err != nil {
		err = fmt.Errorf("measure: %w", err)
	}
	return size, err
}

func (s *postgresRowStore) Close() error { return s.db.Close() }
