package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/schema"
)

// DistributeOptions change how tables are distributed.
type DistributeOptions struct {
	Shards int  // of each table
	Online bool // servers may be running
}

// DefaultShards is the number of shards of a table: enough for 8 workers to share them evenly. Every shard of a batch is
// a statement to a worker.
const DefaultShards = 16

// ErrServersRun means that servers work on the database.
var ErrServersRun = errors.New("servers are running on this database: stop them first, or use --online")

// Distribute creates the tables of an installation if necessary, distributes them over the workers of Citus, and writes
// a line for each to out. It may be repeated.
func Distribute(ctx context.Context, url string, options DistributeOptions, out io.Writer) (err error) {
	conn, err := database.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	// The rows of a large table take long, and readers may hold it for a while.
	if _, err := conn.Exec(ctx, "SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', '5min', false)"); err != nil {
		return err
	}
	if err := citus.Check(ctx, conn); err != nil {
		return err
	}
	if err := Migrate(ctx, url); err != nil {
		return err
	}
	var running bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM server WHERE lease_until > clock_timestamp())").Scan(&running); err != nil {
		return fmt.Errorf("servers of the database: %w", err)
	}
	if running && !options.Online {
		return ErrServersRun
	}
	return citus.Distribute(ctx, conn, schema.Distributed, options.Shards, func(s citus.Step) {
		what := "distributed"
		if s.Already {
			what = "was distributed"
		}
		_, _ = fmt.Fprintf(out, "%-16s %s by %s: %d rows, %v\n", s.Name, what, s.By, s.Rows, s.Took.Round(time.Millisecond))
	})
}
