package cluster

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/platform/database"
)

// Overview is the servers of an installation and who holds what, for operators. Times are those of the database.
type Overview struct {
	Now     time.Time
	Servers []Running // by id
	Former  []Former  // newest first
	Parts   []Part    // all of them, in order
	Lanes   []Lane    // in order
}

// Running is a server that has not left.
type Running struct {
	ID       int64
	Name     string
	Version  string
	Started  time.Time
	Lease    time.Time // until when it counts as alive
	Draining bool      // gets no partitions
	Drain    *Drain    // asked for by an operator; nil: none
	Report   []byte    // JSON; nil: none yet
	Reported time.Time // when it was written
}

// Former is a server that has left or died.
type Former struct {
	ID             int64
	Name, Version  string
	Started, Ended time.Time
	Successor      int64 // server that took over from it; 0: it left in order
}

// Part is a partition of points. Its servers are 0 if there is none.
type Part struct{ Server, Wanted int64 }

// Lane is a lane of the journal.
type Lane struct {
	Lane    int32
	Server  int64 // 0: free
	Adopted bool  // of a dead server; Server stores what is left in it
}

// formerFor is how long former servers are kept.
const formerFor = "7 days"

// Look reads the overview.
func Look(ctx context.Context, db *database.DB) (o Overview, err error) {
	from := db.Reader()
	if err = from.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&o.Now); err != nil {
		return o, fmt.Errorf("read the servers: %w", err)
	}
	o.Servers, err = read(ctx, from, scanRunning, `SELECT id, name, version, started, lease_until, draining, coalesce(drain::text, ''),
		coalesce(report::text, ''), coalesce(reported, started) FROM server ORDER BY id`)
	if err != nil {
		return o, err
	}
	o.Former, err = read(ctx, from, func(rows *sql.Rows) (f Former, err error) {
		err = rows.Scan(&f.ID, &f.Name, &f.Version, &f.Started, &f.Ended, &f.Successor)
		return f, err
	}, `SELECT id, name, version, started, ended, coalesce(successor, 0) FROM former_server
		WHERE ended > clock_timestamp() - interval '`+formerFor+`' ORDER BY ended DESC, id DESC LIMIT 50`)
	if err != nil {
		return o, err
	}
	o.Parts, err = read(ctx, from, func(rows *sql.Rows) (p Part, err error) {
		err = rows.Scan(&p.Server, &p.Wanted)
		return p, err
	}, "SELECT coalesce(server, 0), coalesce(wanted, 0) FROM point_partition ORDER BY part")
	if err != nil {
		return o, err
	}
	o.Lanes, err = read(ctx, from, func(rows *sql.Rows) (l Lane, err error) {
		err = rows.Scan(&l.Lane, &l.Server, &l.Adopted)
		return l, err
	}, "SELECT lane, coalesce(server, 0), adopted FROM journal_lane ORDER BY lane")
	return o, err
}

func scanRunning(rows *sql.Rows) (s Running, err error) {
	var drain, report string
	if err := rows.Scan(&s.ID, &s.Name, &s.Version, &s.Started, &s.Lease, &s.Draining, &drain, &report, &s.Reported); err != nil {
		return s, err
	}
	if report != "" {
		s.Report = []byte(report)
	}
	if drain == "" {
		return s, nil
	}
	s.Drain = new(Drain)
	return s, json.Unmarshal([]byte(drain), s.Drain)
}

// remember keeps the row of a server that ends. successor is 0 for one that leaves in order.
func remember(ctx context.Context, tx *database.Tx, id, successor int64) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO former_server (id, name, version, started, successor)
		SELECT id, name, version, started, nullif($2::bigint, 0) FROM server WHERE id = $1 ON CONFLICT (id) DO NOTHING`, id, successor)
	if err != nil {
		return fmt.Errorf("remember server %d: %w", id, err)
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM former_server WHERE ended < clock_timestamp() - interval '"+formerFor+"'")
	return err
}
