package durability

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"plumbline/internal/platform/database"
)

// weaker lists the levels, the weakest first.
var weaker = []Level{Off, Local, RemoteWrite, On, RemoteApply}

// withWorkers returns the weakest promise of the coordinator and the workers of Citus that have rows. An acknowledged
// reading is on one of the workers, and what it belongs to is on the coordinator.
func withWorkers(ctx context.Context, db *sql.DB, p Promise) (Promise, error) {
	rows, err := db.QueryContext(ctx, `SELECT format('%s:%s', w.nodename, w.nodeport), w.success, w.result
		FROM run_command_on_workers($1) AS w JOIN pg_dist_node AS n USING (nodename, nodeport)
		WHERE EXISTS (SELECT 1 FROM pg_dist_placement AS p WHERE p.groupid = n.groupid) ORDER BY 1`, ask)
	if err != nil {
		return p, fmt.Errorf("read what the workers promise: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var worker, answer string
		var reached bool
		if err := rows.Scan(&worker, &reached, &answer); err != nil {
			return p, fmt.Errorf("read what the workers promise: %w", err)
		}
		if !reached {
			return p, fmt.Errorf("%w: worker %s: %s", database.ErrAway, worker, answer)
		}
		w, err := parse([]byte(answer))
		if err != nil {
			return p, fmt.Errorf("worker %s: %w", worker, err)
		}
		p = p.and(w, worker)
	}
	return p, rows.Err()
}

// and returns the weaker of two promises, with the replicas of both.
func (p Promise) and(w Promise, worker string) Promise {
	weakest := p
	if w.Machines < p.Machines {
		weakest = w
	}
	if slices.Index(weaker, w.Level) < slices.Index(weaker, p.Level) {
		weakest.Level = w.Level
	} else {
		weakest.Level = p.Level
	}
	weakest.Flushed, weakest.Hidden = p.Flushed && w.Flushed, p.Hidden || w.Hidden
	weakest.Replicas = p.Replicas
	for _, r := range w.Replicas {
		r.Name = worker + "/" + r.Name
		weakest.Replicas = append(weakest.Replicas, r)
	}
	return weakest
}
