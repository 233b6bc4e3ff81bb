package files

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/protocol/loggerfile"
)

// Readings reads the stored raw readings; series.Store implements it.
type Readings interface {
	Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error
	Revisions(ctx context.Context, id series.ID, from, to int64) ([]series.Revision, error)
}

var invalid = math.NaN()

// batch is a set of rows in ascending time.
type batch struct {
	rows   []held
	values []float64
}

type held struct {
	time  int64
	at    int // of its values in the batch
	line  int
	isNew bool // some of it is not stored yet
	over  bool // it replaces another value, which becomes a revision
}

func (b *batch) add(r loggerfile.Row) {
	b.rows = append(b.rows, held{time: r.Time, at: len(b.values), line: r.Line})
	b.values = append(b.values, r.Values...)
}

func (b *batch) reset() { b.rows, b.values = b.rows[:0], b.values[:0] }

func (b *batch) of(row *held, width int) []float64 { return b.values[row.at : row.at+width] }

// compare marks the rows of a batch that contain something new. Stored readings are read channel by channel over the
// time of the batch.
func (b *batch) compare(ctx context.Context, stored Readings, device int64, layout *loggerfile.Layout) error {
	slices.SortStableFunc(b.rows, func(a, c held) int { return int(min(1, max(-1, a.time-c.time))) })
	channels := map[int32][]int{} // mappings by channel
	for i, m := range layout.Columns {
		channels[m.Channel] = append(channels[m.Channel], i)
	}
	for channel, mappings := range channels {
		c := comparison{batch: b, layout: layout, mappings: mappings, id: series.RawID(device, channel), stored: stored}
		if err := c.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// comparison compares one channel.
type comparison struct {
	batch    *batch
	layout   *loggerfile.Layout
	mappings []int
	id       series.ID
	stored   Readings
	known    []series.Revision
	asked    bool
	next     int // the row to compare
}

func (c *comparison) run(ctx context.Context) error {
	rows := c.batch.rows
	from, to := rows[0].time, rows[len(rows)-1].time
	err := c.stored.Scan(ctx, c.id, from, to, nil, func(block *series.Block) error {
		index := make([]int, len(c.mappings))
		for i, m := range c.mappings {
			mapping := &c.layout.Columns[m]
			index[i] = block.Columns.Index(reading.Column{Node: mapping.Node, Field: mapping.Field})
		}
		for k, at := range block.Times {
			for c.next < len(rows) && rows[c.next].time < at {
				c.absent(&rows[c.next])
				c.next++
			}
			for c.next < len(rows) && rows[c.next].time == at {
				if err := c.present(ctx, &rows[c.next], block, k, index); err != nil {
					return err
				}
				c.next++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for ; c.next < len(rows); c.next++ {
		c.absent(&rows[c.next])
	}
	return nil
}

func (c *comparison) absent(row *held) {
	values := c.batch.of(row, len(c.layout.Columns))
	for _, m := range c.mappings {
		row.isNew = row.isNew || !reading.IsMissing(values[m])
	}
}

func (c *comparison) present(ctx context.Context, row *held, block *series.Block, k int, index []int) error {
	values := c.batch.of(row, len(c.layout.Columns))
	for i, m := range c.mappings {
		v := values[m]
		if reading.IsMissing(v) {
			continue
		}
		if index[i] < 0 || reading.IsMissing(block.Values[index[i]][k]) {
			row.isNew = true
			continue
		}
		if sameBits(block.Values[index[i]][k], v) {
			continue
		}
		known, err := c.revised(ctx, row.time, m, v)
		if err != nil {
			return err
		}
		if !known {
			row.isNew, row.over = true, true
		}
	}
	return nil
}

// revised reports whether a value was stored before and has been superseded.
func (c *comparison) revised(ctx context.Context, at int64, mapping int, v float64) (bool, error) {
	if !c.asked {
		rows := c.batch.rows
		known, err := c.stored.Revisions(ctx, c.id, rows[0].time, rows[len(rows)-1].time)
		if err != nil {
			return false, err
		}
		c.known, c.asked = known, true
	}
	m := &c.layout.Columns[mapping]
	first, _ := slices.BinarySearchFunc(c.known, at, func(r series.Revision, t int64) int { return int(min(1, max(-1, r.Time-t))) })
	for _, r := range c.known[first:] {
		if r.Time != at {
			break
		}
		if r.Column == (reading.Column{Node: m.Node, Field: m.Field}) && sameBits(r.Value, v) {
			return true, nil
		}
	}
	return false, nil
}

// sameBits compares as series do. Values that a file marks as invalid are one NaN.
func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
