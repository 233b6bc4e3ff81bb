package database

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// limits are settings of every PostgreSQL session, unless the address sets them. A server that is paused or cut off
// inside a transaction loses it after goneAfter, so that others do not wait for its locks.
var limits = map[string]string{
	"idle_in_transaction_session_timeout": goneAfter,
	"tcp_user_timeout":                    goneAfter,
	"tcp_keepalives_idle":                 "2s",
	"tcp_keepalives_interval":             "1s",
	"tcp_keepalives_count":                "2",
	"lock_timeout":                        "10s",
	"statement_timeout":                   "60s",
	"application_name":                    "plumbline",
	// One connection to each worker of Citus: all statements of a transaction then see a worker at one moment, and each
	// worker has one transaction to prepare.
	"citus.max_adaptive_executor_pool_size": "1",
}

const (
	goneAfter = "4s"
	// connectWithin is how long a connection may take, with several hosts for each.
	connectWithin     = 10 * time.Second
	connectHostWithin = 2 * time.Second
)

// ErrPooler means that the address is not that of PostgreSQL itself.
var ErrPooler = errors.New("the address of the database is that of a connection pooler such as pgbouncer: " +
	"LISTEN, locks and leases need sessions, so give the address of PostgreSQL itself")

// parse returns how to connect to a URL or key=value string, which may list several hosts. A session is only opened
// where the database accepts writes, on the primary.
func parse(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	for name, value := range limits {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
		if severalHosts(config) {
			config.ConnectTimeout = connectHostWithin
		}
	}
	if config.ValidateConnect == nil {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	dialer := &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 2 * time.Second, Interval: time.Second, Count: 2},
		Control:         giveUpUnanswered,
	}
	config.DialFunc = dialer.DialContext
	return config, nil
}

func severalHosts(config *pgx.ConnConfig) bool {
	for _, other := range config.Fallbacks {
		if other.Host != config.Host || other.Port != config.Port {
			return true
		}
	}
	return false
}

// Connect opens a session outside the pool, for work that needs one to itself: to listen, to hold a lock, to copy
// tables.
func Connect(ctx context.Context, address string) (*pgx.Conn, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", namePooler(err))
	}
	var pid uint32
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to PostgreSQL: %w", err), conn.Close(ctx))
	}
	if pid != conn.PgConn().PID() { // poolers make up the number of a session
		return nil, errors.Join(ErrPooler, conn.Close(ctx))
	}
	return conn, nil
}

// namePooler turns pgbouncer's refusal of our settings into ErrPooler.
func namePooler(err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && strings.Contains(refused.Message, "unsupported startup parameter") {
		return ErrPooler
	}
	return err
}

// statementTimeout is the key of a context with another limit than that of the session.
type statementTimeout struct{}

// WithStatementTimeout lets each statement of the write transactions of ctx take longer than others, for work in the
// background.
func WithStatementTimeout(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, statementTimeout{}, limit)
}

// limitStatements applies WithStatementTimeout to a transaction.
func (d *DB) limitStatements(ctx context.Context, tx *Tx) error {
	limit, given := ctx.Value(statementTimeout{}).(time.Duration)
	if !given || d.dialect != Postgres {
		return nil
	}
	_, err := tx.ExecContext(ctx, "SELECT set_config('statement_timeout', $1, true)", fmt.Sprint(limit.Milliseconds()))
	return err
}
