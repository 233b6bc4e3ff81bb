package cluster

import (
	"context"
	"database/sql"
	"fmt"
)

type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// read reads the rows of a query.
func read[T any](ctx context.Context, from queryer, scan func(*sql.Rows) (T, error), query string, args ...any) (list []T, err error) {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read the servers: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read the servers: %w", err)
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// values reads the only column of a query.
func values[T any](ctx context.Context, from queryer, query string, args ...any) ([]T, error) {
	return read(ctx, from, func(rows *sql.Rows) (value T, err error) {
		err = rows.Scan(&value)
		return value, err
	}, query, args...)
}
