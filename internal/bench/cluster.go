package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// serversAtMost is the largest number of servers that Cluster measures.
const serversAtMost = 3

// Cluster measures one, two and three servers on one PostgreSQL database, each with its own installation. Every
// gateway sends to one server, so that the readings of a point come to a server that may not fold it.
func Cluster(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx)) }()
	all := r.report
	for n := 1; n <= serversAtMost; n++ {
		r.report = &Report{}
		fmt.Fprintf(o.Log, "%d of %d servers …\n", n, serversAtMost)
		err := r.cluster(ctx, n)
		r.stop()
		if err != nil {
			return nil, fmt.Errorf("%d servers: %w", n, err)
		}
		for _, f := range r.report.Figures {
			f.Key, f.Goal = fmt.Sprintf("%s_%d", f.Key, n), ""
			all.Figures = append(all.Figures, f)
		}
	}
	return all, nil
}

// cluster measures n servers.
func (r *run) cluster(ctx context.Context, n int) (err error) {
	first := filepath.Join(r.folder, fmt.Sprintf("data-%d-0", n))
	if r.database, err = r.databases.open(ctx, fmt.Sprintf("servers_%d", n)); err != nil {
		return err
	}
	if r.site, err = setUp(ctx, first, r.database); err != nil {
		return err
	}
	for i := range n {
		folder := filepath.Join(r.folder, fmt.Sprintf("data-%d-%d", n, i))
		s, err := start(ctx, folder, flags(r.database, "--key-file", filepath.Join(first, "secret.key"))...)
		if err != nil {
			return err
		}
		if i == 0 {
			r.server = s
		} else {
			r.others = append(r.others, s)
		}
	}
	if r.client, err = signIn(ctx, r.server.http); err != nil {
		return err
	}
	r.origin = time.Now().Add(-60 * 24 * time.Hour).UnixMilli()
	if err := r.placed(ctx); err != nil {
		return err
	}
	before, err := r.counts(ctx)
	if err != nil {
		return err
	}
	if err := r.http(ctx); err != nil {
		return err
	}
	after, err := r.counts(ctx)
	if err != nil {
		return err
	}
	batches, readings := after.batches-before.batches, after.folded-before.folded
	r.report.add("commits_per_batch", (after.commits-before.commits)/batches, "", "", "transactions of the database for each batch of stage 1")
	r.report.add("statements_per_batch", (after.statements-before.statements)/batches, "", "", "sent to the database by all servers")
	r.report.add("readings_crossing_percent", 100*(after.crossed-before.crossed)/readings, "%", "", "folded by another server than the one that stored them")
	r.report.add("refolded_percent", 100*(after.refolded-before.refolded)/readings, "%", "", "pieces of refolds for each reading")
	if err := r.alarms(ctx); err != nil {
		return err
	}
	return r.mqtt(ctx)
}

// counts are counters of all servers since their start.
type counts struct{ batches, folded, crossed, refolded, statements, commits float64 }

func (r *run) counts(ctx context.Context) (c counts, err error) {
	for name, value := range map[string]*float64{
		"plumbline_batches_total": &c.batches, "plumbline_readings_folded_total": &c.folded, "plumbline_readings_crossed_total": &c.crossed,
		"plumbline_refolds_total": &c.refolded, "plumbline_database_statements_total": &c.statements,
	} {
		if *value, err = r.total(ctx, name); err != nil {
			return c, err
		}
	}
	return c, r.query(ctx, "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()", &c.commits)
}

// placed waits until all partitions are where they are wanted.
func (r *run) placed(ctx context.Context) error {
	for {
		var away float64
		if err := r.query(ctx, "SELECT count(*) FROM point_partition WHERE server IS NULL OR server IS DISTINCT FROM wanted", &away); err != nil || away == 0 {
			return err
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// query reads a number of the measured database.
func (r *run) query(ctx context.Context, query string, value *float64) error {
	conn, err := pgx.Connect(ctx, r.database)
	if err != nil {
		return err
	}
	err = conn.QueryRow(ctx, query).Scan(value)
	return errors.Join(err, conn.Close(ctx))
}
