// Package marks stores which points must be folded again. One row lists the points of one batch, each with the time
// from which its results may have changed. A mark is written in the transaction of the change that causes it, and
// deleted in the one that stores the results. A fold interrupted by a kill is therefore repeated.
package marks

import (
	"context"
	"database/sql"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"plumbline/internal/platform/database"
)

//go:embed migrations
var migrations embed.FS

// Migrate creates the table of marks.
func Migrate(ctx context.Context, db *database.DB) error {
	files, err := fs.Sub(migrations, "migrations/"+string(db.Dialect()))
	if err != nil {
		return err
	}
	return db.Migrate(ctx, files, "mark_version")
}

// Mark says that the results of a point may have changed from a time (UTC ms) on.
type Mark struct{ Point, From int64 }

// Entry is one row with the marks of one batch.
type Entry struct {
	Seq   int64
	Marks []Mark
}

// Add writes a row in the caller's transaction and returns its number. The earliest mark of each point counts. Without
// marks it writes nothing and returns 0.
func Add(ctx context.Context, tx *sql.Tx, list []Mark) (seq int64, err error) {
	list = Merge(list)
	if len(list) == 0 {
		return 0, nil
	}
	err = tx.QueryRowContext(ctx, "INSERT INTO dirty_mark (data) VALUES ($1) RETURNING seq", encode(list)).Scan(&seq)
	if err != nil {
		return 0, fmt.Errorf("mark %d points: %w", len(list), err)
	}
	return seq, nil
}

// Merge sorts marks by point and keeps the earliest of each point, in place.
func Merge(list []Mark) []Mark {
	slices.SortFunc(list, func(a, b Mark) int {
		if a.Point != b.Point {
			if a.Point < b.Point {
				return -1
			}
			return 1
		}
		if a.From < b.From {
			return -1
		}
		return 1
	})
	return slices.CompactFunc(list, func(a, b Mark) bool { return a.Point == b.Point })
}

// Querier is a database or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Pending returns rows with a number above after, in order, at most 1,000. With several writers a lower number may
// become visible after a higher one. Start each check at 0, or such rows are missed.
func Pending(ctx context.Context, from Querier, after int64) ([]Entry, error) {
	rows, err := from.QueryContext(ctx, "SELECT seq, data FROM dirty_mark WHERE seq > $1 ORDER BY seq LIMIT 1000", after)
	if err != nil {
		return nil, fmt.Errorf("read the marks: %w", err)
	}
	defer rows.Close()
	var entries []Entry
	for rows.Next() {
		var seq int64
		var data []byte
		if err := rows.Scan(&seq, &data); err != nil {
			return nil, fmt.Errorf("read the marks: %w", err)
		}
		list, err := decode(data)
		if err != nil {
			return nil, fmt.Errorf("mark %d: %w", seq, err)
		}
		entries = append(entries, Entry{Seq: seq, Marks: list})
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the marks: %w", err)
	}
	return entries, nil
}

// Clear deletes rows in the caller's transaction. It ignores 0 and numbers without a row.
func Clear(ctx context.Context, tx *sql.Tx, seqs []int64) error {
	const maxParams = 500 // in one statement
	for piece := range slices.Chunk(seqs, maxParams) {
		var query strings.Builder
		query.WriteString("DELETE FROM dirty_mark WHERE seq IN (")
		args := make([]any, len(piece))
		for i, seq := range piece {
			if i > 0 {
				query.WriteByte(',')
			}
			fmt.Fprintf(&query, "$%d", i+1)
			args[i] = seq
		}
		query.WriteByte(')')
		if _, err := tx.ExecContext(ctx, query.String(), args...); err != nil {
			return fmt.Errorf("clear %d marks: %w", len(piece), err)
		}
	}
	return nil
}

// encode packs sorted marks: for each, the difference to the previous point's id, and the time.
func encode(list []Mark) []byte {
	data := make([]byte, 0, 12*len(list))
	var last int64
	for _, mark := range list {
		data = binary.AppendUvarint(data, uint64(mark.Point-last))
		data = binary.AppendVarint(data, mark.From)
		last = mark.Point
	}
	return data
}

var errDamaged = errors.New("damaged row of marks")

func decode(data []byte) ([]Mark, error) {
	var list []Mark
	var last int64
	for len(data) > 0 {
		distance, n := binary.Uvarint(data)
		if n <= 0 {
			return nil, errDamaged
		}
		data = data[n:]
		from, n := binary.Varint(data)
		if n <= 0 {
			return nil, errDamaged
		}
		data = data[n:]
		last += int64(distance)
		list = append(list, Mark{Point: last, From: from})
	}
	return list, nil
}
