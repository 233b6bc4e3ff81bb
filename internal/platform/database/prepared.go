package database

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// openPool opens a pool whose sessions prepare statements with parameters only. A statement without any has its values
// in the text and is rarely sent again: preparing it costs a round trip and, with thousands of ids, megabytes of memory
// in every session of the database.
func openPool(config pgx.ConnConfig) *sql.DB {
	return sql.OpenDB(connector{stdlib.GetConnector(config)})
}

type connector struct{ driver.Connector }

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return session{conn.(*stdlib.Conn)}, nil
}

type session struct{ *stdlib.Conn }

// QueryContext implements driver.QueryerContext.
func (s session) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if len(args) == 0 {
		args = []driver.NamedValue{{Ordinal: 1, Value: pgx.QueryExecModeExec}}
	}
	return s.Conn.QueryContext(ctx, query, args)
}
