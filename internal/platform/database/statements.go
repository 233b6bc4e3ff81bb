package database

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// statementCounter counts the statements sent to PostgreSQL.
type statementCounter struct{ sent atomic.Int64 }

func (c *statementCounter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.sent.Add(1)
	return ctx
}

func (*statementCounter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Statements returns the number of statements sent to PostgreSQL since the start; 0 on SQLite.
func (d *DB) Statements() int64 {
	if d.statements == nil {
		return 0
	}
	return d.statements.sent.Load()
}
