package sqlite

import (
	"database/sql"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

// change is the net effect of a batch on one series: ranges are cleared, then rows are stored, replacing those of the
// same time.
type change struct {
	id      series.ID
	rows    rows.Table
	cleared rows.Spans

	drop     bool       // the series is deleted
	direct   bool       // written into chunks with the head, not into the log
	sealedTo int64      // of a direct change
	lost     bool       // the newest valid row is removed, and no later one comes
	latest   rows.Table // the newest valid row then, if any
}

func (c *change) reset(id series.ID) {
	c.rows.Reset()
	c.latest.Reset()
	*c = change{id: id, rows: c.rows, cleared: c.cleared[:0], latest: c.latest}
}

// release frees the memory of a large change after it was applied.
func (c *change) release() {
	if c.rows.Bytes() > 64<<10 {
		c.rows.Release()
	}
}

// onto applies the change to a head and the cleared ranges of the chunks.
func (c *change) onto(head *rows.Table, cleared *rows.Spans, sealedTo int64) {
	if c.direct || c.drop {
		head.Release()
		*cleared = nil
		return
	}
	for _, span := range c.cleared {
		head.Delete(span.From, span.To)
		if span.From <= sealedTo {
			*cleared = cleared.Add(span)
		}
	}
	head.Overlay(&c.rows)
	if head.Len() == 0 {
		head.Release() // an empty head is never sealed
	}
}

// newest returns the newest valid row of the change.
func (c *change) newest() (rows.Row, bool) {
	for i := c.rows.Len() - 1; i >= 0; i-- {
		if c.rows.Flag(i).Valid() {
			return c.rows.At(i), true
		}
	}
	return rows.Row{}, false
}

// latestLost reports whether the change removes the newest valid row of a series without a later one.
func (c *change) latestLost(st *state) bool {
	if st == nil || st.latest.Len() == 0 {
		return false
	}
	at := st.latest.Time(0)
	if row, ok := c.newest(); ok && row.Time >= at {
		return false
	}
	_, replaced := c.rows.Find(at)
	return replaced || c.cleared.Has(at)
}

// renewLatest updates the newest valid row of a series.
func (c *change) renewLatest(st *state) {
	if c.lost {
		st.latest.Release()
		if c.latest.Len() > 0 {
			st.latest.Only(c.latest.At(0))
		}
		return
	}
	if row, ok := c.newest(); ok && (st.latest.Len() == 0 || row.Time >= st.latest.Time(0)) {
		st.latest.Only(row)
	}
}

// batch is the changes of one transaction; the next one reuses its memory.
type batch struct {
	inside  *sql.Tx // the transaction; nil once applied
	seq     int64
	changes []change
	index   map[series.ID]int
	log     []byte
	logged  int // rows, ranges and entries that replay reads
	parts   int // revisions written
}

// closed reports whether the change is final: the series is deleted, or its rows are already in chunks.
func (c *change) closed() bool { return c.drop || c.direct }

func (b *batch) reset(tx *sql.Tx, seq int64) {
	if b.log == nil {
		b.log = make([]byte, 0, 4096) // an empty entry is an empty blob, not NULL
	}
	b.inside, b.seq, b.changes, b.log, b.logged, b.parts = tx, seq, b.changes[:0], b.log[:0], 0, 0
	clear(b.index)
}

// of returns the change of a series, creating it if necessary. It is valid until the next call.
func (b *batch) of(id series.ID) *change {
	if i, ok := b.index[id]; ok {
		return &b.changes[i]
	}
	b.index[id] = len(b.changes)
	if len(b.changes) < cap(b.changes) {
		b.changes = b.changes[:len(b.changes)+1]
	} else {
		b.changes = append(b.changes, change{})
	}
	c := &b.changes[len(b.changes)-1]
	c.reset(id)
	return c
}

func (b *batch) find(id series.ID) *change {
	if i, ok := b.index[id]; ok {
		return &b.changes[i]
	}
	return nil
}
