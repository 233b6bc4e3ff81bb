// Package series stores time series: raw readings of channels and results of points. One interface has two back-ends,
// embedded (SQLite: log, heads, chunks) and scaled (PostgreSQL: hot rows, the same chunks); both pass the conformance
// suite in seriestest. The package does not know what a value means.
package series

import (
	"context"
	"database/sql"
	"fmt"

	"plumbline/internal/core/reading"
)

// ID identifies a series. It is computed and not stored elsewhere.
type ID int64

const maxChannel = 1<<14 - 1

// RawID returns the series of raw readings of a device channel. Device ids are below 2^47, channels below 2^14.
func RawID(device int64, channel int32) ID { return ID(device<<15 | int64(channel&maxChannel)<<1) }

// RawIDs returns the series of all channels that a device can have, in ascending order.
func RawIDs(device int64) []ID {
	ids := make([]ID, maxChannel+1)
	for channel := range ids {
		ids[channel] = RawID(device, int32(channel))
	}
	return ids
}

// ResultID returns the series of results of a point.
func ResultID(point int64) ID { return ID(point<<1 | 1) }

// IsRaw reports whether the series holds raw readings.
func (id ID) IsRaw() bool { return id&1 == 0 }

// Channel returns the device and channel of a raw series.
func (id ID) Channel() (device int64, channel int32) {
	return int64(id >> 15), int32(id>>1) & maxChannel
}

// Point returns the point of a result series.
func (id ID) Point() int64 { return int64(id >> 1) }

// Put is one row of one series.
type Put struct {
	Series   ID
	Time     int64 // UTC ms
	Received int64 // UTC ms; raw only, kept to the second (rounded up)
	Flag     reading.Flag
	Columns  *reading.Columns
	Values   []float64 // one per column, or reading.Missing
}

// Replacement replaces everything that a result series has in [From, To] by rows. It is the only range delete.
type Replacement struct {
	Series   ID
	From, To int64
	Rows     []Put
}

// Batch is written in one transaction, in this order. Raw rows merge with the stored row of the same time: new columns
// are added, a value equal to the current one or an older revision is a duplicate, and any other value becomes the
// current revision while the old one is kept as a revision. A merged row keeps the Received of its first receipt; its
// Flag is the union. Values are compared by their bits. Result rows replace the whole row of the same time.
// Waveforms are stored as they are; one that is stored already changes nothing.
type Batch struct {
	Raw       []Put
	Results   []Put
	Replace   []Replacement
	Waveforms []Waveform
}

// Check returns an error for an invalid batch: a row of the wrong kind of series, values that do not match their
// columns, a replacement with rows outside its range.
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

// Outcome is the outcome of one raw row of a batch.
type Outcome uint8

const (
	Stored    Outcome = iota // a new time
	Merged                   // a known time, new columns only
	Duplicate                // nothing new; not stored
	Revised                  // another value for a known column: the old one became a revision
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

// Latest is the newest valid row of a series (Flag.Valid); Found is false if there is none.
type Latest struct {
	Series  ID
	Found   bool
	Time    int64
	Flag    reading.Flag
	Columns *reading.Columns
	Values  []float64
}

// Revision is a superseded raw value. Value is reading.Missing if a later message added the column (recorded only if
// that message arrived in another second than the reading itself). So the state at any earlier time follows from the
// current row and its revisions.
type Revision struct {
	Time     int64
	Column   reading.Column
	Value    float64
	Received int64 // when this value arrived
	Replaced int64 // when the value that replaced it arrived
}

// Size is the size of the store, for metrics and the benchmark.
type Size struct {
	Series, Rows, Values   int64
	ChunkBytes, OtherBytes int64 // OtherBytes: log or hot rows, revisions, indexes, latest
}

// Transact runs do in its own write transaction. After the commit it calls apply before any other write begins; after
// a rollback apply is dropped.
type Transact func(do func(tx *sql.Tx) (apply func(), err error)) error

// Reads is the part of a store that reads rows.
type Reads interface {
	Scan(ctx context.Context, id ID, from, to int64, want []reading.Column, visit func(*Block) error) error
	ScanMany(ctx context.Context, ids []ID, from, to int64, want []reading.Column, visit func(ID, *Block) error) error
}

// Store is a series store. Reads see only whole batches; a read of several pieces sees whole batches within each
// piece. All methods are safe for concurrent use; on SQLite Write is called in the transaction of the only writer.
type Store interface {
	WaveformStore

	// Write stores a batch in the caller's transaction. outcomes has one entry per batch.Raw. apply updates the state
	// in memory: the caller calls it after the commit and before the next write transaction, and never after a
	// rollback. A transaction may write several times, but not a series that it deleted or gave hundreds of rows.
	// Write keeps no reference to batch.
	Write(ctx context.Context, tx *sql.Tx, batch Batch) (outcomes []Outcome, apply func(), err error)

	// Scan calls visit with the rows of [from, to] in ascending time, in pieces. want selects columns (nil: all); a
	// block then has only the wanted columns that exist. No lock or transaction is held during visit.
	Scan(ctx context.Context, id ID, from, to int64, want []reading.Column, visit func(*Block) error) error

	// ScanMany is Scan over many series, planned together, in ascending order of id.
	ScanMany(ctx context.Context, ids []ID, from, to int64, want []reading.Column, visit func(ID, *Block) error) error

	// At returns the store as a transaction sees it, which does not change if it is repeatable. On SQLite it returns
	// the store itself.
	At(tx *sql.Tx) Reads

	// Before calls visit with up to n rows older than t, newest piece first, each
	// piece in ascending time.
	Before(ctx context.Context, id ID, t int64, n int, want []reading.Column, visit func(*Block) error) error

	// Latest returns the newest valid rows in the order of ids.
	Latest(ctx context.Context, ids []ID) ([]Latest, error)

	// EachLatest is Latest without building a list: visit gets the index of an id and its row, whose values are valid
	// until visit returns. visit must not call the store.
	EachLatest(ctx context.Context, ids []ID, visit func(i int, latest *Latest)) error

	// Channels returns the channels of a device that have readings, in ascending order.
	Channels(ctx context.Context, device int64) ([]int32, error)

	// Revisions returns the superseded raw values of [from, to] in ascending time.
	Revisions(ctx context.Context, id ID, from, to int64) ([]Revision, error)

	// DeleteSeries deletes whole series with their waveforms (deleted projects, retention).
	DeleteSeries(ctx context.Context, tx *sql.Tx, ids []ID) (apply func(), err error)

	// Rows estimates the number of rows cheaply: a row that was written again after sealing counts twice until the
	// next sealing.
	Rows(ctx context.Context, ids []ID) (int64, error)

	// Size may take a second on a large store.
	Size(ctx context.Context) (Size, error)

	// Maintain seals what is due, in pieces of at most 50 ms with a transaction each. On PostgreSQL each call also looks
	// at the next part of the series, and leaves those for later of which another transaction holds a row. Call it about
	// once a second.
	Maintain(ctx context.Context, write Transact) error

	// Flush seals everything, due or not, in the same pieces: before measuring the size, or for an orderly stop.
	Flush(ctx context.Context, write Transact) error
}
