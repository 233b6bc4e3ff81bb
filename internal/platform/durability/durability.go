// Package durability reads what PostgreSQL promises when it confirms a commit: on how many machines an acknowledged
// reading is. It promises nothing with synchronous_commit off, and then nothing may be acknowledged.
package durability

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/platform/database"
)

// ErrOff means that the database confirms commits that are on no disk.
var ErrOff = errors.New("synchronous_commit of the database is off: a confirmed commit would be lost with the power. " +
	"Set it to on, for this user or in --database-url, and check postgresql.conf")

// Level is how far a commit has got when it is confirmed: a value of synchronous_commit.
type Level string

// Levels. In an embedded database a commit is On the disk.
const (
	Off         Level = "off"
	Local       Level = "local"        // on the disk of the primary; replicas do not count
	RemoteWrite Level = "remote_write" // the replicas have it in memory
	On          Level = "on"           // the replicas have it on disk
	RemoteApply Level = "remote_apply" // and show it to queries
)

// Replica is a standby of the database, as it sees it.
type Replica struct {
	Name  string
	State string // streaming, catchup, …; empty: not visible to the user of the server
	Sync  string // sync, quorum, potential, async
	LagMs int64  // of flushing; -1: not known
}

// Promise is what a confirmed commit means.
type Promise struct {
	Machines int   // that have it
	Level    Level // how
	Names    string
	Wanted   int // synchronous replicas for which a commit waits
	Missing  int // of them that are not connected: commits wait for them
	Flushed  bool
	Hidden   bool // the user of the server may not see the replicas: they are assumed to be there
	Replicas []Replica
}

// Embedded is the promise of an embedded database.
var Embedded = Promise{Machines: 1, Level: On, Flushed: true}

// Read asks the database, with the settings of the server's own sessions.
func Read(ctx context.Context, db *sql.DB) (p Promise, err error) {
	var fsync string
	err = db.QueryRowContext(ctx, `SELECT current_setting('synchronous_commit'), current_setting('synchronous_standby_names'), current_setting('fsync')`).
		Scan(&p.Level, &p.Names, &fsync)
	if err != nil {
		return p, fmt.Errorf("read what the database promises: %w", err)
	}
	p.Flushed = fsync == "on"
	rows, err := db.QueryContext(ctx, `SELECT coalesce(application_name, ''), coalesce(state, ''), coalesce(sync_state, ''),
		coalesce((extract(epoch FROM flush_lag) * 1000)::bigint, -1) FROM pg_stat_replication ORDER BY application_name, pid`)
	if err != nil {
		return p, fmt.Errorf("read the replicas of the database: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var r Replica
		if err := rows.Scan(&r.Name, &r.State, &r.Sync, &r.LagMs); err != nil {
			return p, fmt.Errorf("read the replicas of the database: %w", err)
		}
		p.Replicas = append(p.Replicas, r)
	}
	p.count()
	return p, rows.Err()
}

// count derives on how many machines a commit is.
func (p *Promise) count() {
	p.Wanted = wanted(p.Names)
	if p.Level == Off {
		p.Machines, p.Wanted = 0, 0
		return
	}
	if p.Level == Local {
		p.Machines, p.Wanted = 1, 0
		return
	}
	connected := 0
	for _, r := range p.Replicas {
		if r.State == "" {
			p.Hidden = true
		}
		if r.State == "streaming" && (r.Sync == "sync" || r.Sync == "quorum") {
			connected++
		}
	}
	if p.Hidden { // a commit that is confirmed has reached them all the same
		connected = p.Wanted
	}
	p.Missing = max(0, p.Wanted-connected)
	p.Machines = 1 + p.Wanted - p.Missing
}

var numbered = regexp.MustCompile(`(?i)^\s*(?:first\s+|any\s+)?(\d+)\s*\(`)

// wanted returns for how many replicas a commit waits.
func wanted(names string) int {
	if strings.TrimSpace(names) == "" {
		return 0
	}
	if found := numbered.FindStringSubmatch(names); found != nil {
		n, _ := strconv.Atoi(found[1]) // the database has checked it
		return n
	}
	return 1
}

// Of reads the promise of a database of either kind.
func Of(ctx context.Context, db *database.DB) (Promise, error) {
	if db.Dialect() != database.Postgres {
		return Embedded, nil
	}
	return Read(ctx, db.Reader())
}
