// Package durability reads what PostgreSQL promises when it confirms a commit: on how many machines an acknowledged
// reading is. It promises nothing with synchronous_commit off, and then nothing may be acknowledged.
package durability

import (
	"context"
	"encoding/json"
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

// ask returns the promise of a PostgreSQL server as JSON, with the settings of the session.
const ask = `SELECT json_build_object('Level', current_setting('synchronous_commit'),
	'Names', current_setting('synchronous_standby_names'), 'Flushed', current_setting('fsync') = 'on',
	'Replicas', (SELECT json_agg(json_build_object('Name', coalesce(application_name, ''), 'State', coalesce(state, ''),
		'Sync', coalesce(sync_state, ''), 'LagMs', coalesce((extract(epoch FROM flush_lag) * 1000)::bigint, -1))
		ORDER BY application_name, pid) FROM pg_stat_replication))`

// parse reads the answer to ask.
func parse(answer []byte) (p Promise, err error) {
	if err := json.Unmarshal(answer, &p); err != nil {
		return p, fmt.Errorf("read what the database promises: %w", err)
	}
	p.count()
	return p, nil
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

// Of reads the promise of a database of either kind. On Citus it is the weakest of the coordinator and the workers.
func Of(ctx context.Context, db *database.DB) (Promise, error) {
	if db.Dialect() != database.Postgres {
		return Embedded, nil
	}
	var answer []byte
	if err := db.Reader().QueryRowContext(ctx, ask).Scan(&answer); err != nil {
		return Promise{}, fmt.Errorf("read what the database promises: %w", err)
	}
	p, err := parse(answer)
	if err != nil || !db.OnCitus() {
		return p, err
	}
	return withWorkers(ctx, db.Reader(), p)
}
