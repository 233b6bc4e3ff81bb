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
	Seq    int64
	Server int64  // which folds the points; 0: not known yet, or the only one
	Handed bool   // stage 1 of this server passes the readings on in memory
	Cause  string // of a change of configuration; empty: readings
	Marks  []Mark
}

// Add writes a row for the server that folds the points, in the caller's transaction, and returns its number. The
// earliest mark of each point counts. Without marks it writes nothing and returns 0.
func Add(ctx context.Context, tx *sql.Tx, list []Mark, cause string) (seq int64, err error) {
	return add(ctx, tx, Entry{Cause: cause, Marks: Merge(list)})
}

func add(ctx context.Context, tx *sql.Tx, e Entry) (seq int64, err error) {
	if len(e.Marks) == 0 {
		return 0, nil
	}
	err = tx.QueryRowContext(ctx, "INSERT INTO dirty_mark (server, handed, cause, data) VALUES ($1, $2, $3, $4) RETURNING seq",
		e.Server, e.Handed, e.Cause, encode(e.Marks)).Scan(&seq)
	if err != nil {
		return 0, fmt.Errorf("mark %d points: %w", len(e.Marks), err)
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

// maxRead is the number of rows read at once.
const maxRead = 1000

// Pending returns the rows of all servers with a number above after, in order, at most 1,000. With several writers a
// lower number may become visible after a higher one. Start each check at 0, or such rows are missed.
func Pending(ctx context.Context, from Querier, after int64) ([]Entry, error) {
	return read(ctx, from, "seq > $1 ORDER BY seq LIMIT $2", after, maxRead)
}

func read(ctx context.Context, from Querier, where string, args ...any) ([]Entry, error) {
	rows, err := from.QueryContext(ctx, "SELECT seq, server, handed, cause, data FROM dirty_mark WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read the marks: %w", err)
	}
	defer rows.Close()
	var entries []Entry
	for rows.Next() {
		var e Entry
		var data []byte
		if err := rows.Scan(&e.Seq, &e.Server, &e.Handed, &e.Cause, &data); err != nil {
			return nil, fmt.Errorf("read the marks: %w", err)
		}
		if e.Marks, err = decode(data); err != nil {
			return nil, fmt.Errorf("mark %d: %w", e.Seq, err)
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the marks: %w", err)
	}
	return entries, nil
}

// Earliest returns the earliest pending mark of each of the wanted points that has one.
func Earliest(ctx context.Context, from Querier, wanted map[int64]bool) (list []Mark, err error) {
	for after := int64(0); ; {
		entries, err := Pending(ctx, from, after)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			after = e.Seq
			for _, mark := range e.Marks {
				if wanted[mark.Point] {
					list = append(list, mark)
				}
			}
		}
		if list = Merge(list); len(entries) < maxRead {
			return list, nil
		}
	}
}

// maxParams is the number of rows deleted by one statement.
const maxParams = 500

// Clear deletes rows in the caller's transaction. It ignores 0 and numbers without a row.
func Clear(ctx context.Context, tx *sql.Tx, seqs []int64) error {
	for piece := range slices.Chunk(seqs, maxParams) {
		if err := clearRows(ctx, tx, "dirty_mark", piece); err != nil {
			return err
		}
	}
	return nil
}

func clearRows(ctx context.Context, tx *sql.Tx, table string, seqs []int64) error {
	var query strings.Builder
	query.WriteString("DELETE FROM " + table + " WHERE seq IN (")
	args := make([]any, len(seqs))
	for i, seq := range seqs {
		if i > 0 {
			query.WriteByte(',')
		}
		fmt.Fprintf(&query, "$%d", i+1)
		args[i] = seq
	}
	query.WriteByte(')')
	if _, err := tx.ExecContext(ctx, query.String(), args...); err != nil {
		return fmt.Errorf("clear %d marks: %w", len(seqs), err)
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
