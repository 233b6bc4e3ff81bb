package citus

import (
	"context"
	"database/sql"
	"fmt"
)

// Committed is a condition on a row of a table of the coordinator: the transaction that wrote it has committed on the
// workers too. The coordinator shows the rows of a transaction a moment before the workers do; until then it keeps the
// lock of the transaction. Put the name of the table in front of the dot.
const Committed = "NOT EXISTS (SELECT 1 FROM pg_locks AS held WHERE held.locktype = 'transactionid' AND held.transactionid = %s.xmin)"

// AwaitCommits waits until all transactions whose rows the coordinator shows have committed on the workers too.
func AwaitCommits(ctx context.Context, db *sql.DB) error {
	for {
		var busy bool
		err := db.QueryRowContext(ctx, commitsBusy).Scan(&busy)
		if err != nil {
			return fmt.Errorf("wait for commits on the workers: %w", err)
		}
		if !busy {
			return nil
		}
	}
}

// commitsBusy returns whether there is a session that holds the lock of a transaction and no longer runs it.
const commitsBusy = `SELECT EXISTS (SELECT 1 FROM pg_locks AS held JOIN pg_stat_activity AS session ON session.pid = held.pid
	WHERE held.locktype = 'transactionid' AND held.mode = 'ExclusiveLock' AND held.granted
	AND session.usename = current_user AND session.datname = current_database()
	AND session.backend_xid IS DISTINCT FROM held.transactionid)`
