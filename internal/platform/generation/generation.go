// Package generation numbers the changes of the configuration of points and devices, so that every server knows whether
// what it holds in memory is current. The number is the generation; a change raises it in its own transaction.
//
// A transaction that stores readings or results shares the configuration of their corporations with Share. A change
// waits for those transactions, and those that begin later see its generation. So no reading is stored, and no alarm
// judged, by a configuration older than the one committed before.
package generation

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"plumbline/internal/platform/database"
)

// kept is the number of changes that are kept. A server that is further behind loads everything again.
const kept = 10_000

// class is the first key of the advisory locks; the second is a corporation.
const class = 0x706c756f // "pluo"

// Log is the changes of an installation.
type Log struct{ db *database.DB }

// NewLog returns the log of a migrated database.
func NewLog(db *database.DB) *Log { return &Log{db} }

// Change is what has changed between two generations.
type Change struct {
	Points, Devices []int64
	All             bool  // anything may have changed
	Generation      int64 // reached
}

// lockKey maps the id of a corporation to the key of a lock. Two corporations with the same key only wait for each
// other.
func lockKey(corporation int64) int32 { return int32(corporation ^ corporation>>32) }

func lockKeys(corporations []int64) []int32 {
	keys := make([]int32, 0, len(corporations))
	for _, id := range corporations {
		keys = append(keys, lockKey(id))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Exclude waits until no other transaction shares the configuration of the corporations, and keeps it for this one.
// Record does the same; a transaction that locks series calls it before.
func (l *Log) Exclude(ctx context.Context, tx *sql.Tx, corporations []int64) error {
	if l.db.Dialect() != database.Postgres {
		return nil // one transaction at a time
	}
	for _, key := range lockKeys(corporations) {
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1, $2)", class, key); err != nil {
			return fmt.Errorf("exclude other writers: %w", err)
		}
	}
	return nil
}

// Record raises the generation for changed points and devices, and returns it. Call it last: until the commit, other
// changes wait for it. excluded are corporations for which Exclude was called.
func (l *Log) Record(ctx context.Context, tx *sql.Tx, points, devices, excluded []int64) (generation int64, err error) {
	corporations := excluded
	if len(corporations) == 0 {
		if corporations, err = l.corporations(ctx, tx, points, devices); err != nil {
			return 0, err
		}
	}
	if err := l.Exclude(ctx, tx, corporations); err != nil {
		return 0, err
	}
	texts := make([]string, 2)
	for i, ids := range [][]int64{points, devices} {
		slices.Sort(ids)
		text, err := json.Marshal(slices.Compact(ids))
		if err != nil {
			return 0, err
		}
		texts[i] = string(text)
	}
	err = tx.QueryRowContext(ctx, "UPDATE configuration SET generation = generation + 1 WHERE id = 1 RETURNING generation").Scan(&generation)
	if err != nil {
		return 0, fmt.Errorf("raise the generation: %w", err)
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO configuration_change (generation, points, devices) VALUES ($1, $2, $3)", generation, texts[0], texts[1])
	if err != nil {
		return 0, fmt.Errorf("record a change: %w", err)
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM configuration_change WHERE generation <= $1", generation-kept)
	return generation, err
}

// corporations returns the owners of points and devices on PostgreSQL: all, if one of them no longer exists.
func (l *Log) corporations(ctx context.Context, tx *sql.Tx, points, devices []int64) (list []int64, err error) {
	if l.db.Dialect() != database.Postgres {
		return nil, nil
	}
	rows, err := tx.QueryContext(ctx, `WITH owned AS (
			SELECT n.id, p.corporation_id FROM unnest($1::bigint[]) AS n (id) LEFT JOIN point AS p ON p.id = n.id
			UNION ALL SELECT n.id, d.corporation_id FROM unnest($2::bigint[]) AS n (id) LEFT JOIN device AS d ON d.id = n.id)
		SELECT c.id FROM corporation AS c WHERE EXISTS (SELECT 1 FROM owned WHERE corporation_id IS NULL)
			OR c.id IN (SELECT corporation_id FROM owned)`, points, devices)
	if err != nil {
		return nil, fmt.Errorf("owners of changed configuration: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

// Share keeps the configuration of corporations as it is until the transaction ends, and returns its generation. The
// caller then makes sure that what it holds in memory is of this generation; see Follower.Share.
func (l *Log) Share(ctx context.Context, tx *sql.Tx, corporations []int64) (int64, error) {
	if l.db.Dialect() == database.Postgres {
		_, err := tx.ExecContext(ctx, "SELECT count(pg_advisory_xact_lock_shared($1, key)) FROM unnest($2::int[]) AS key", class, lockKeys(corporations))
		if err != nil {
			return 0, fmt.Errorf("share the configuration: %w", err)
		}
	}
	return read(ctx, tx)
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func read(ctx context.Context, from queryer) (generation int64, err error) {
	if err := from.QueryRowContext(ctx, "SELECT generation FROM configuration WHERE id = 1").Scan(&generation); err != nil {
		return 0, fmt.Errorf("read the generation: %w", err)
	}
	return generation, nil
}

// Current returns the committed generation.
func (l *Log) Current(ctx context.Context) (int64, error) { return read(ctx, l.db.Reader()) }

// Since returns what has changed after a generation.
func (l *Log) Since(ctx context.Context, generation int64) (Change, error) {
	change := Change{Generation: generation}
	rows, err := l.db.Reader().QueryContext(ctx,
		"SELECT generation, points, devices FROM configuration_change WHERE generation > $1 ORDER BY generation", generation)
	if err != nil {
		return change, fmt.Errorf("changes of the configuration: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var reached int64
		var texts [2][]byte
		if err := rows.Scan(&reached, &texts[0], &texts[1]); err != nil {
			return change, err
		}
		change.All = change.All || reached != change.Generation+1
		change.Generation = reached
		for i, list := range []*[]int64{&change.Points, &change.Devices} {
			var ids []int64
			if err := json.Unmarshal(texts[i], &ids); err != nil {
				return change, fmt.Errorf("change %d of the configuration: %w", reached, err)
			}
			*list = append(*list, ids...)
		}
	}
	return change, rows.Err()
}
