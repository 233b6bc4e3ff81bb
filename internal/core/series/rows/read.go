package rows

import (
	"context"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
)

// Packed is a chunk as stored.
type Packed struct {
	From, To int64
	Data     []byte
}

// View is one snapshot of a series in a range: chunks in ascending time, rows not yet in chunks, which override them,
// and ranges in which the rows of chunks no longer count.
type View struct {
	ID      series.ID
	Chunks  []Packed
	Newer   Table
	Cleared Spans
}

// Reader reads views and reuses its memory.
type Reader struct {
	decoder codec.Decoder
	block   series.Block
	table   Table
	part    Table
}

// Ascending calls visit with the rows of [from, to] in ascending time.
func (r *Reader) Ascending(v *View, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	at := from // everything before is done
	for i := range v.Chunks {
		c := &v.Chunks[i]
		if c.From > to {
			break
		}
		if c.From > at {
			if err := r.between(v, at, c.From-1, want, visit); err != nil {
				return err
			}
		}
		b, err := r.chunk(v, c, max(from, c.From), min(to, c.To), want)
		if err != nil {
			return err
		}
		if err := visitRows(b, visit); err != nil {
			return err
		}
		if c.To >= to {
			return nil
		}
		at = max(at, c.To+1)
	}
	return r.between(v, at, to, want, visit)
}

// Descending calls visit with the newest n rows older than t, newest piece first, and returns the number of rows. The
// view must have all chunks needed.
func (r *Reader) Descending(v *View, t int64, n int, want []reading.Column, visit func(*series.Block) error) (int, error) {
	if t == math.MinInt64 {
		return 0, nil
	}
	found, upper := 0, t-1
	emit := func(b *series.Block) error {
		if extra := len(b.Times) - (n - found); extra > 0 {
			slice(b, extra, len(b.Times))
		}
		found += len(b.Times)
		return visitRows(b, visit)
	}
	for i := len(v.Chunks) - 1; i >= 0 && found < n; i-- {
		c := &v.Chunks[i]
		if c.From > upper {
			continue
		}
		if c.To < upper {
			if err := r.between(v, c.To+1, upper, want, emit); err != nil {
				return found, err
			}
		}
		if found < n {
			b, err := r.chunk(v, c, c.From, min(upper, c.To), want)
			if err != nil {
				return found, err
			}
			if err := emit(b); err != nil {
				return found, err
			}
		}
		if c.From == math.MinInt64 {
			return found, nil
		}
		upper = c.From - 1
	}
	if found < n {
		if err := r.between(v, math.MinInt64, upper, want, emit); err != nil {
			return found, err
		}
	}
	return found, nil
}

// ScanMany visits the rows of [from, to] of many series in ascending order of id, in pieces: snapshot returns, from a
// time on, views of the first of the ids, all complete but the last, and the time up to which the last is complete. It
// stops when the context ends.
func (r *Reader) ScanMany(ctx context.Context, ids []series.ID, from, to int64, want []reading.Column, pieceSeries int,
	snapshot func(ids []series.ID, from int64) ([]View, int64, error), visit func(series.ID, *series.Block) error,
) error {
	if from > to {
		return nil
	}
	left := slices.Compact(slices.Sorted(slices.Values(ids)))
	start := from // of the first remaining series; later than from once started
	for len(left) > 0 {
		group := left[:min(len(left), pieceSeries)]
		if start > from {
			group = left[:1]
		}
		views, reach, err := snapshot(group, start)
		if err != nil {
			return fmt.Errorf("read series: %w", err)
		}
		for i := range views {
			v := &views[i]
			until := to
			if i == len(views)-1 {
				until = reach
			}
			if err := r.Ascending(v, start, until, want, while(ctx, func(b *series.Block) error { return visit(v.ID, b) })); err != nil {
				return err
			}
		}
		if reach < to {
			left, start = left[len(views)-1:], reach+1
		} else {
			left, start = left[len(views):], from
		}
	}
	return nil
}

// Before visits the newest n rows older than t, newest piece first: snapshot returns a view that is complete from a
// time on. It stops when the context ends.
func (r *Reader) Before(ctx context.Context, t int64, n int, want []reading.Column,
	snapshot func(t int64, n int) (*View, int64, error), visit func(*series.Block) error,
) error {
	for n > 0 && t > math.MinInt64 {
		v, low, err := snapshot(t, n)
		if err != nil {
			return fmt.Errorf("read series before %d: %w", t, err)
		}
		found, err := r.Descending(v, t, n, want, while(ctx, visit))
		if err != nil {
			return err
		}
		n, t = n-found, low
	}
	return nil
}

// while stops visiting when ctx ends: reads from memory do not check it.
func while(ctx context.Context, visit func(*series.Block) error) func(*series.Block) error {
	return func(b *series.Block) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return visit(b)
	}
}

func visitRows(b *series.Block, visit func(*series.Block) error) error {
	if len(b.Times) == 0 {
		return nil
	}
	return visit(b)
}

// between visits unsealed rows between chunks.
func (r *Reader) between(v *View, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	i, j := v.Newer.Range(from, to)
	if i == j {
		return nil
	}
	v.Newer.Block(&r.block, i, j, want, v.ID.IsRaw())
	return visit(&r.block)
}

// chunk visits the rows of [from, to] within one chunk.
func (r *Reader) chunk(v *View, c *Packed, from, to int64, want []reading.Column) (*series.Block, error) {
	i, j := v.Newer.Range(from, to)
	if v.Cleared.Cover(from, to) {
		v.Newer.Block(&r.block, i, j, want, v.ID.IsRaw())
		return &r.block, nil
	}
	b, err := r.decoder.Decode(c.Data, want)
	if err != nil {
		return nil, fmt.Errorf("series %d, chunk from %d: %w", v.ID, c.From, err)
	}
	first, last := 0, len(b.Times)
	for first < last && b.Times[first] < from {
		first++
	}
	for last > first && b.Times[last-1] > to {
		last--
	}
	slice(b, first, last)
	if i == j && !v.Cleared.Touch(from, to) {
		return b, nil
	}
	r.table.Reset()
	r.table.AppendBlock(b, v.Cleared)
	if i < j {
		v.Newer.Block(&r.block, i, j, want, v.ID.IsRaw())
		r.part.Reset()
		r.part.AppendBlock(&r.block, nil)
		r.table.Overlay(&r.part)
	}
	r.table.Block(&r.block, 0, r.table.Len(), nil, v.ID.IsRaw())
	return &r.block, nil
}

// slice limits a block to the rows i to j-1.
func slice(b *series.Block, i, j int) {
	if i == 0 && j == len(b.Times) {
		return
	}
	b.Times, b.Flags = b.Times[i:j], b.Flags[i:j]
	if len(b.Received) > 0 {
		b.Received = b.Received[i:j]
	}
	for c := range b.Values {
		b.Values[c] = b.Values[c][i:j]
	}
}

// NewestValid returns the newest valid row of a view, no later than to.
func (r *Reader) NewestValid(v *View, to int64) (Row, bool, error) {
	var found Row
	ok := false
	for i := v.Newer.Len() - 1; i >= 0; i-- {
		if row := v.Newer.At(i); row.Time <= to && row.Flag.Valid() {
			found, ok = row, true
			break
		}
	}
	for i := len(v.Chunks) - 1; i >= 0; i-- {
		c := &v.Chunks[i]
		if c.From > to {
			continue
		}
		if ok && c.To < found.Time {
			break
		}
		b, err := r.chunk(v, c, c.From, min(to, c.To), nil)
		if err != nil {
			return Row{}, false, err
		}
		for k := len(b.Times) - 1; k >= 0; k-- {
			if !b.Flags[k].Valid() {
				continue
			}
			if ok && b.Times[k] <= found.Time {
				return found, true, nil
			}
			row, _ := InBlock(b, b.Times[k])
			return row, true, nil
		}
	}
	return found, ok, nil
}
