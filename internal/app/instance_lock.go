package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/database"
)

// errInstanceLocked is returned to a second server. Folds, newest rows and caches are in memory, so two servers would
// each miss the writes of the other.
var errInstanceLocked = errors.New("another Plumbline server works on this database: stop it first")

const (
	lockFile = "server.lock"
	// serverLock is the advisory lock of the only server of a PostgreSQL database.
	serverLock = 0x506c756d62 // "Plumb"
	// workLock is shared by every connection of that server. A new server waits until no connection shares it: the
	// last write of the previous server is then over.
	workLock = serverLock + 1
	// givenUpWithin is how long a killed server may still hold its connections.
	givenUpWithin = 5 * time.Second
	lookEvery     = time.Second
	answerWithin  = 15 * time.Second
)

// lockInstance makes this the only server of the database until release. lost receives an error if the lock can no
// longer be confirmed; the server must then stop.
func (in *Installation) lockInstance(ctx context.Context) (lost <-chan error, release func() error, err error) {
	if in.Config.DatabaseURL == "" {
		release, err = lockFolder(filepath.Join(in.Config.Data, lockFile))
		return nil, release, err
	}
	conn, err := in.DB.Reader().Conn(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("lock the database: %w", err)
	}
	if err := in.hold(ctx, conn); err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	watching, end := context.WithCancel(context.WithoutCancel(ctx))
	gone, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		look := time.NewTicker(lookEvery)
		defer look.Stop()
		for {
			select {
			case <-watching.Done():
				return
			case <-look.C:
			}
			if err := holds(watching, conn); err != nil && watching.Err() == nil {
				gone <- errors.Join(errLost, err)
				return
			}
		}
	}()
	return gone, func() error {
		end()
		<-done
		within, stop := context.WithTimeout(context.Background(), answerWithin)
		defer stop()
		_, err := conn.ExecContext(within, "SELECT pg_advisory_unlock($1)", int64(serverLock))
		return errors.Join(err, conn.Close())
	}, nil
}

// holds checks that the connection with the lock works, on a database that accepts writes.
func holds(ctx context.Context, conn *sql.Conn) error {
	ctx, stop := context.WithTimeout(ctx, answerWithin)
	defer stop()
	var follows bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_is_in_recovery()").Scan(&follows); err != nil {
		return err
	}
	if follows {
		return errors.New("the database is a read-only replica")
	}
	return nil
}

// hold takes the server lock on a connection and makes every other connection share the work lock. Connections opened
// after another process has become the server are refused.
func (in *Installation) hold(ctx context.Context, conn *sql.Conn) error {
	if err := lockPostgres(ctx, conn, serverLock); err != nil {
		return err
	}
	var pid int
	if err := conn.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	if err := lockPostgres(ctx, conn, workLock); err != nil {
		return err
	}
	in.DB.Guard(func(ctx context.Context, working *pgx.Conn) error { return shareWork(ctx, working, pid) })
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(workLock)); err != nil {
		return fmt.Errorf("share the database: %w", err)
	}
	return nil
}

// shareWork makes a connection share the work lock of the server with backend pid. The order matters: once it is
// shared, nobody else can become the server.
func shareWork(ctx context.Context, conn *pgx.Conn, pid int) error {
	var shared, ours bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock_shared($1)", int64(workLock)).Scan(&shared); err != nil {
		return err
	}
	err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = $1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid = $2 AND objid = $3 AND objsubid = 1)`, pid, int64(serverLock>>32), int64(serverLock&0xffffffff)).Scan(&ours)
	switch {
	case err != nil:
		return err
	case !shared || !ours:
		return database.ErrGuarded
	}
	return nil
}

func lockPostgres(ctx context.Context, conn *sql.Conn, lock int64) error {
	deadline := time.Now().Add(givenUpWithin)
	for {
		var held bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lock).Scan(&held); err != nil {
			return fmt.Errorf("lock the database: %w", err)
		}
		if held {
			return nil
		}
		if time.Now().After(deadline) {
			return errInstanceLocked
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
