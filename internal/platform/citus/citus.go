// Package citus distributes tables over the workers of Citus, an extension that operators may install in PostgreSQL.
// The product needs nothing of it at other times: the same SQL reads and writes plain and distributed tables.
package citus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Table is a table to distribute by a column. Tables with the same leader, which is one of them, keep rows with the same
// value of their columns on the same worker.
type Table struct{ Name, By, Leader string }

// Errors of an installation that cannot be distributed.
var (
	ErrMissing   = errors.New("the database has no extension citus: install it, run CREATE EXTENSION citus and add the workers first")
	ErrNoWorkers = errors.New("citus has no workers: add them with SELECT citus_add_node('HOST', PORT) first")
)

// Step says what was done with a table.
type Step struct {
	Table
	Already bool // it was distributed before
	Rows    int64
	Took    time.Duration
}

// lockKey serializes the runs of Distribute in a database.
const lockKey = 0x706c756d // "plum"

// Distribute distributes the tables that are not distributed yet, with their rows, and calls report for each; call Check
// before. Each table is one transaction, so after a failure it can be repeated. Nobody can write a table while it is distributed.
func Distribute(ctx context.Context, conn *pgx.Conn, tables []Table, shards int, report func(Step)) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lockKey); err != nil {
		return fmt.Errorf("wait for another run: %w", err)
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockKey) }()
	for _, table := range tables {
		begun := time.Now()
		step := Step{Table: table}
		var err error
		if step.Already, err = distribute(ctx, conn, table, shards); err != nil {
			return fmt.Errorf("distribute %s: %w", table.Name, err)
		}
		if err := dropLocalRows(ctx, conn, table); err != nil {
			return fmt.Errorf("remove the local copy of %s: %w", table.Name, err)
		}
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM "+name(table.Name)).Scan(&step.Rows); err != nil {
			return fmt.Errorf("count the rows of %s: %w", table.Name, err)
		}
		step.Took = time.Since(begun)
		report(step)
	}
	return nil
}

func name(table string) string { return pgx.Identifier{table}.Sanitize() }

// Check returns an error if the database is not the coordinator of workers that can be reached.
func Check(ctx context.Context, conn *pgx.Conn) error {
	var installed bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')").Scan(&installed); err != nil {
		return fmt.Errorf("extensions of the database: %w", err)
	}
	if !installed {
		return ErrMissing
	}
	rows, err := conn.Query(ctx, `SELECT nodename || ':' || nodeport, citus_check_connection_to_node(nodename, nodeport)
		FROM pg_dist_node WHERE noderole = 'primary' AND isactive AND shouldhaveshards ORDER BY 1`)
	if err != nil {
		return fmt.Errorf("workers of citus: %w", err)
	}
	type worker struct {
		Address   string
		Reachable bool
	}
	workers, err := pgx.CollectRows(rows, pgx.RowToStructByPos[worker])
	if err != nil {
		return fmt.Errorf("workers of citus: %w", err)
	}
	if len(workers) == 0 {
		return ErrNoWorkers
	}
	for _, w := range workers {
		if !w.Reachable {
			return fmt.Errorf("the worker %s cannot be reached by the coordinator", w.Address)
		}
	}
	return nil
}

// distribute reports whether a table was distributed before, and distributes it otherwise.
func distribute(ctx context.Context, conn *pgx.Conn, table Table, shards int) (already bool, err error) {
	var column *string
	err = conn.QueryRow(ctx, `SELECT column_to_column_name(logicalrelid, partkey) FROM pg_dist_partition
		WHERE logicalrelid = $1::text::regclass`, name(table.Name)).Scan(&column)
	switch {
	case err == nil && column != nil && *column == table.By:
		return true, nil
	case err == nil:
		return false, fmt.Errorf("it is distributed, but not by %s: run SELECT undistribute_table('%s') first", table.By, table.Name)
	case !errors.Is(err, pgx.ErrNoRows):
		return false, err
	}
	if table.Leader == table.Name {
		_, err = conn.Exec(ctx, "SELECT create_distributed_table($1::text::regclass, $2, colocate_with => 'none', shard_count => $3)",
			name(table.Name), table.By, shards)
	} else {
		_, err = conn.Exec(ctx, "SELECT create_distributed_table($1::text::regclass, $2, colocate_with => $3)",
			name(table.Name), table.By, name(table.Leader))
	}
	return false, err
}

// dropLocalRows frees the space of the rows from before, which Citus keeps and hides.
func dropLocalRows(ctx context.Context, conn *pgx.Conn, table Table) error {
	var size int64
	if err := conn.QueryRow(ctx, "SELECT pg_relation_size($1::text::regclass)", name(table.Name)).Scan(&size); err != nil || size == 0 {
		return err
	}
	_, err := conn.Exec(ctx, "SELECT truncate_local_data_after_distributing_table($1::text::regclass)", name(table.Name))
	return err
}
