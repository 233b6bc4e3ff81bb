// Package series stores time series: raw readings of a channel and results of a
// point. It has one interface and two back-ends, embedded (SQLite: log, heads,
// chunks) and scaled (PostgreSQL: hot rows, the same chunks), held to one
// conformance suite in seriestest. It knows nothing of what a value means.
package series

import (
	"context"
	"database/sql"
	"fmt"

	"plumbline/internal/core/reading"
)

// ID is the identity of a series, computed and never stored elsewhere.
type ID int64

const maxChannel = 1<<14 - 1

// RawID is the series of raw readings of a channel of a device. Device ids stay
// below 2^47, channels below 2^14.
func RawID(device int64, channel int32) ID { return ID(device<<15 | int64(channel&maxChannel)<<1) }

// ResultID is the series of results of a point.
func ResultID(point int64) ID { return ID(point<<1 | 1) }

// IsRaw tells raw series from result series.
func (id ID) IsRaw() bool { return id&1 == 0 }

// Channel takes a raw series id apart.
func (id ID) Channel() (device int64, channel int32) {
	return int64(id >> 15), int32(id>>1) & maxChannel
}

// Point takes a result series id apart.
func (id ID) Point() int64 { return int64(id >> 1) }

// Put is one row of one series.
type Put struct {
	Series   ID
	Time     int64 // UTC ms
	Received int64 // UTC ms; raw only, kept to the second (rounded up)
	Flag     reading.Flag
	Columns  *reading.Columns
	Values   []float64 // one a column, reading.Missing where there is none
}

// Replacement puts rows instead of everything a result series has in
// [From, To]. It is the only range delete.
type Replacement struct {
	Series   ID
	From, To int64
	Rows     []Put
}

// Batch is written in one transaction, in this order. Raw rows merge with what is
// stored at the same time: new columns are added, a value equal to the current one
// or to an older revision is a duplicate, another value becomes the current revision
// and the old one is kept next to it. A merged row keeps the Received of its first
// receipt; its Flag is the union. Values are compared by their bits. Result rows
// take the place of the whole row with the same time.
type Batch struct {
	Raw     []Put
	Results []Put
	Replace []Replacement
}

// Check finds what no batch may have: a row of the wrong kind of series, values that
// do not match their columns, a replacement with rows outside its range.
func (b *Batch) Check() error {
	for i := range b.Raw {
		if p := &b.Raw[i]; !p.Series.IsRaw() || len(p.Values) != p.Columns.Len() {
			return fmt.Errorf("raw row %d of series %d: a result series, or %d values for %d columns", i, p.Series, len(p.Values), p.Columns.Len())
		}
	}
	for i := range b.Results {
		if p := &b.Results[i]; p.Series.IsRaw() || len(p.Values) != p.Columns.Len() {
			return fmt.Errorf("result row %d of series %d: a raw series, or %d values for %d columns", i, p.Series, len(p.Values), p.Columns.Len())
		}
	}
	for i := range b.Replace {
		r := &b.Replace[i]
		if r.Series.IsRaw() || r.From > r.To {
			return fmt.Errorf("replacement in series %d of %d to %d: a raw series, or no range", r.Series, r.From, r.To)
		}
		for k := range r.Rows {
			p := &r.Rows[k]
			if p.Series != r.Series || p.Time < r.From || p.Time > r.To || len(p.Values) != p.Columns.Len() {
				return fmt.Errorf("replacement in series %d of %d to %d: row of series %d at %d with %d values for %d columns",
					r.Series, r.From, r.To, p.Series, p.Time, len(p.Values), p.Columns.Len())
			}
		}
	}
	return nil
}

// Outcome is what became of one raw row of a batch.
type Outcome uint8

// The outcomes of a raw row.
const (
	Stored    Outcome = iota // a new time
	Merged                   // a known time, new columns only
	Duplicate                // nothing new; not stored
	Revised                  // another value for a known column: the old one is a revision now
)

// Block is a run of rows of one series in ascending time, by column: Values[c][i]
// is column c at Times[i]. Valid only until the callback returns.
type Block struct {
	Columns  *reading.Columns
	Times    []int64
	Received []int64 // empty for results
	Flags    []reading.Flag
	Values   [][]float64
}

// Latest is the newest valid row of a series (Flag.Valid); Found is false when the series has none.
type Latest struct {
	Series  ID
	Found   bool
	Time    int64
	Flag    reading.Flag
	Columns *reading.Columns
	Values  []float64
}

// Revision is a superseded raw value. Value is reading.Missing where the reading
// had no such column before a later message added it (noted only when that message
// came in another second than the reading itself): so what was known at any
// earlier moment can be told from the current row and its revisions.
type Revision struct {
	Time     int64
	Column   reading.Column
	Value    float64
	Received int64 // when this value came
	Replaced int64 // when the value that took its place came
}

// Size is what the store holds, for metrics and the benchmark.
type Size struct {
	Series, Rows, Values   int64
	ChunkBytes, OtherBytes int64 // OtherBytes: log or hot rows, revisions, indexes, latest
}

// Transact runs do in its own write transaction and, once it is committed,
// calls apply before any other write begins; on rollback apply is dropped.
type Transact func(do func(tx *sql.Tx) (apply func(), err error)) error

// Store is a series store. Every read sees whole batches only; a read too long for
// one piece sees them so within each piece. All methods are safe for concurrent
// use; on SQLite Write is called under the one writer's transaction.
type Store interface {
	// Write stores a batch in the caller's transaction. outcomes has one entry for
	// each of batch.Raw. apply changes what is held in memory; the caller calls it
	// after the commit and before the next transaction that writes, and never on
	// rollback. A transaction may write several times, but not a series again that it
	// deleted or gave hundreds of rows. Write keeps nothing of batch.
	Write(ctx context.Context, tx *sql.Tx, batch Batch) (outcomes []Outcome, apply func(), err error)

	// Scan calls visit with the rows of [from, to] in ascending time, in pieces.
	// want narrows the columns (nil: all); a block then holds just the wanted
	// columns that it has. No lock or transaction is held across calls of visit.
	Scan(ctx context.Context, id ID, from, to int64, want []reading.Column, visit func(*Block) error) error

	// ScanMany is Scan over many series, planned together, one series after the
	// other in ascending order of id.
	ScanMany(ctx context.Context, ids []ID, from, to int64, want []reading.Column, visit func(ID, *Block) error) error

	// Before calls visit with up to n rows older than t, newest piece first, each
	// piece in ascending time.
	Before(ctx context.Context, id ID, t int64, n int, want []reading.Column, visit func(*Block) error) error

	// Latest answers in the order of ids.
	Latest(ctx context.Context, ids []ID) ([]Latest, error)

	// EachLatest is Latest without making a list: visit gets the place of an id and its
	// row, whose values hold until visit returns. visit must not call the store.
	EachLatest(ctx context.Context, ids []ID, visit func(i int, latest *Latest)) error

	// Revisions lists superseded raw values of [from, to] in ascending time.
	Revisions(ctx context.Context, id ID, from, to int64) ([]Revision, error)

	// DeleteSeries removes whole series (a project's removal, retention).
	DeleteSeries(ctx context.Context, tx *sql.Tx, ids []ID) (apply func(), err error)

	// Rows counts the rows of series, cheaply: a row that came again after it was sealed
	// counts twice until the next sealing.
	Rows(ctx context.Context, ids []ID) (int64, error)

	// Size measures; it may take a second on a large store.
	Size(ctx context.Context) (Size, error)

	// Maintain seals what is due, in pieces of at most 50 ms, each a transaction of
	// its own; it returns when nothing is due. Call it about once a second.
	Maintain(ctx context.Context, write Transact) error

	// Flush seals everything, due or not, in the same pieces: before a measurement
	// of size, or an orderly stop.
	Flush(ctx context.Context, write Transact) error
}
