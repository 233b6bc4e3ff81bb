package computation

import (
	"context"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Origin says where one input of a program was read for a result.
type Origin struct {
	Series series.ID // 0: nothing feeds it
	Column reading.Column
	Time   int64 // UTC ms of the reading; of the result when there was none near enough
}

// Trace gives the numbers that the result of a time was computed from, in the order
// of the program's inputs, and where each came from: what the fold's step was given.
// found is false when the main source has no reading of that time.
func (p *Point) Trace(ctx context.Context, from series.Store, t int64) (in []float64, origins []Origin, found bool, err error) {
	s := p.stretch(t)
	if s.Program == nil {
		return nil, nil, false, nil
	}
	in = make([]float64, len(s.inputs))
	origins = make([]Origin, len(s.inputs))
	for i := range s.inputs {
		in[i], origins[i] = reading.Missing, Origin{Column: s.inputs[i].column, Time: t}
		switch feed := s.inputs[i].feed; {
		case feed == ofMain, feed == ofPartner:
			origins[i].Series = s.Main
		case feed >= 0:
			origins[i].Series = s.feeds[feed]
		}
	}
	if s.Main != 0 {
		err = from.Scan(ctx, s.Main, t, t, nil, func(b *series.Block) error {
			for k := range b.Times {
				found = true
				for i := range s.inputs {
					if column := b.Columns.Index(s.inputs[i].column); s.inputs[i].feed == ofMain && column >= 0 {
						in[i] = b.Values[column][k]
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, nil, false, err
		}
	}
	aux := auxiliary{rows: from}
	if err := aux.load(ctx, s, t, t); err != nil {
		return nil, nil, false, err
	}
	values := aux.at(t)
	for i := range s.inputs {
		if s.inputs[i].feed < 0 {
			continue
		}
		in[i] = values[i]
		origins[i].Time = aux.tracks[i].nearest(t, s.inputs[i].within)
	}
	if s.pairing == nil || !found {
		return in, origins, found, nil
	}
	at, other, paired, err := p.partner(ctx, from, s, t)
	if err != nil {
		return nil, nil, false, err
	}
	if paired {
		s.pairing.Join(in, other)
	}
	for i := range s.inputs {
		if s.inputs[i].feed == ofPartner {
			origins[i].Time = at
			if !paired {
				origins[i].Series = 0
			}
		}
	}
	return in, origins, found, nil
}

// nearest is the time of the reading that at takes, or t when none is near enough.
func (a *track) nearest(t, within int64) int64 {
	best, distance := t, within+1
	for _, at := range a.times {
		if d := max(t-at, at-t); d < distance {
			best, distance = at, d
		}
	}
	return best
}

// Difference is what Between computes for two rows of the same stretch under the
// same initial value, from their accumulated changes.
func (c *Changes) Difference(now, before, out []float64) {
	for i := range out {
		out[i] = c.round(i, now[i]-before[i])
	}
}

// RateOf is what Rate computes, from the difference of two rows d milliseconds apart.
func (c *Changes) RateOf(difference []float64, d int64, out []float64) {
	days := float64(d) / day
	for i := range out {
		out[i] = c.round(i, difference[i]/days)
	}
}
