package compute

import (
	"context"
	"errors"
	"math"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// rows is the source of readings: the series store, or the store as known at an earlier time.
type rows interface {
	series.WaveformReads
	Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error
}

// auxiliary supplies inputs from other sources than the main one: the nearest reading of each within one interval
// (domain formulas.md section 1), or within the tolerance that the input sets. It loads the readings around a run at
// once.
type auxiliary struct {
	rows    rows
	segment *compiled.Segment
	tracks  []track
	values  []float64
}

// track is the readings of one input in time order, without missing ones.
type track struct {
	times  []int64
	values []float64
	next   int // the first one at or after the last requested time
}

// load reads the inputs needed for readings of [from, to] of a segment.
func (a *auxiliary) load(ctx context.Context, s *compiled.Segment, from, to int64) error {
	a.segment = s
	if len(s.Feeds) == 0 {
		return nil
	}
	if len(a.tracks) < len(s.Inputs) {
		a.tracks = make([]track, len(s.Inputs))
		a.values = make([]float64, len(s.Inputs))
	}
	for i := range s.Inputs {
		a.tracks[i].times, a.tracks[i].values, a.tracks[i].next = a.tracks[i].times[:0], a.tracks[i].values[:0], 0
	}
	for feed, id := range s.Feeds {
		var want []reading.Column
		for i := range s.Inputs {
			if s.Inputs[i].Feed == feed {
				want = append(want, s.Inputs[i].Column)
			}
		}
		err := a.rows.Scan(ctx, id, from-s.Interval, to+s.Interval, want, func(b *series.Block) error {
			a.append(feed, id, b)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *auxiliary) append(feed int, id series.ID, b *series.Block) {
	for i := range a.segment.Inputs {
		if a.segment.Inputs[i].Feed != feed {
			continue
		}
		column := b.Columns.Index(a.segment.Inputs[i].Column)
		if column < 0 {
			continue
		}
		t := &a.tracks[i]
		for k, v := range b.Values[column] {
			if !math.IsNaN(v) && (id.IsRaw() || b.Flags[k].Judged()) {
				t.times = append(t.times, b.Times[k])
				t.values = append(t.values, v)
			}
		}
	}
}

// at returns the inputs for a reading, in the order of the program's inputs; nil if all come from the main source.
// Calls must not go back in time.
func (a *auxiliary) at(t int64) []float64 {
	s := a.segment
	if len(s.Feeds) == 0 {
		return nil
	}
	for i := range s.Inputs {
		a.values[i] = reading.Missing
		if s.Inputs[i].Feed < 0 {
			continue
		}
		track := &a.tracks[i]
		for track.next < len(track.times) && track.times[track.next] < t {
			track.next++
		}
		best, distance := -1, s.Inputs[i].Within
		for _, k := range [...]int{track.next - 1, track.next} {
			if k < 0 || k >= len(track.times) {
				continue
			}
			if d := max(t-track.times[k], track.times[k]-t); d <= distance && (best < 0 || d < distance) {
				best, distance = k, d
			}
		}
		if best >= 0 {
			a.values[i] = track.values[best]
		}
	}
	return a.values
}

// readings calls step with the readings of a point's main source in (after, to], in time order, at most limit of them.
// more reports whether there are more.
func readings(ctx context.Context, from rows, p *compiled.Point, after, to int64, limit int,
	step func(t int64, flag reading.Flag, columns *reading.Columns, raw, aux []float64) error,
) (more bool, err error) {
	aux := auxiliary{rows: from}
	var raw []float64
	for i := range p.Segments {
		s := &p.Segments[i]
		if s.Main == 0 || s.Until <= after || s.From > to {
			continue
		}
		first, last := max(after+1, s.From), min(to, s.Until-1)
		if after == compiled.Beginning {
			first = s.From
		}
		err := from.Scan(ctx, s.Main, first, last, nil, func(b *series.Block) error {
			if len(b.Times) == 0 {
				return nil
			}
			if err := aux.load(ctx, s, b.Times[0], b.Times[len(b.Times)-1]); err != nil {
				return err
			}
			if cap(raw) < len(b.Values) {
				raw = make([]float64, len(b.Values))
			}
			raw = raw[:len(b.Values)]
			for k := range b.Times {
				if !s.Main.IsRaw() && !b.Flags[k].Judged() {
					continue // and does not count towards limit: a piece without a step would never advance
				}
				if limit == 0 {
					more = true
					return errEnough
				}
				limit--
				for c := range b.Values {
					raw[c] = b.Values[c][k]
				}
				flag := b.Flags[k]
				if !s.Main.IsRaw() {
					flag = 0
				}
				columns, values, err := s.Summarized(ctx, from, b.Times[k], b.Columns, raw)
				if err != nil {
					return err
				}
				if err := step(b.Times[k], flag, columns, values, aux.at(b.Times[k])); err != nil {
					return err
				}
			}
			return nil
		})
		switch {
		case errors.Is(err, errEnough):
			return true, nil
		case err != nil:
			return false, err
		}
	}
	return more, nil
}
