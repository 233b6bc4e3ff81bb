package compute

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Origin is the source of one input of a result.
type Origin struct {
	Series series.ID // 0: no source
	Column reading.Column
	Time   int64 // UTC ms of the reading; of the result if none was near enough
	// Amended reports whether a correction changed the input; Sent is what the instrument sent.
	Amended bool
	Sent    float64
}

// Trace returns the inputs that a result was computed from, in the order of the program's inputs, and their origins:
// exactly what the fold's step received. found is false if the main source has no reading at that time.
func Trace(ctx context.Context, p *compiled.Point, from series.Store, t int64) (in []float64, origins []Origin, found bool, err error) {
	s := p.At(t)
	if s.Program == nil {
		return nil, nil, false, nil
	}
	in = make([]float64, len(s.Inputs))
	origins = make([]Origin, len(s.Inputs))
	for i := range s.Inputs {
		in[i], origins[i] = reading.Missing, Origin{Column: s.Inputs[i].Column, Time: t}
		switch feed := s.Inputs[i].Feed; {
		case feed == compiled.OfMain, feed == compiled.OfPartner:
			origins[i].Series = s.Main
		case feed >= 0:
			origins[i].Series = s.Feeds[feed]
		}
	}
	if s.Main != 0 {
		err = from.Scan(ctx, s.Main, t, t, nil, func(b *series.Block) error {
			for k := range b.Times {
				found = true
				raw := make([]float64, len(b.Values))
				for c := range b.Values {
					raw[c] = b.Values[c][k]
				}
				columns, values, err := s.Summarized(ctx, from, t, b.Columns, raw)
				if err != nil {
					return err
				}
				for i := range s.Inputs {
					if column := columns.Index(s.Inputs[i].Column); s.Inputs[i].Feed == compiled.OfMain && column >= 0 {
						in[i] = values[column]
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, nil, false, err
		}
	}
	sent := slices.Clone(in)
	p.Amend(t, s, in)
	for i := range in {
		if math.Float64bits(in[i]) != math.Float64bits(sent[i]) {
			origins[i].Amended, origins[i].Sent = true, sent[i]
		}
	}
	aux := auxiliary{rows: from}
	if err := aux.load(ctx, s, t, t); err != nil {
		return nil, nil, false, err
	}
	values := aux.at(t)
	for i := range s.Inputs {
		if s.Inputs[i].Feed < 0 {
			continue
		}
		in[i] = values[i]
		origins[i].Time = aux.tracks[i].nearest(t, s.Inputs[i].Within)
	}
	if s.Pairing == nil || !found {
		return in, origins, found, nil
	}
	at, other, paired, err := partner(ctx, p, from, s, t)
	if err != nil {
		return nil, nil, false, err
	}
	if paired {
		s.Pairing.Join(in, other)
	}
	for i := range s.Inputs {
		if s.Inputs[i].Feed == compiled.OfPartner {
			origins[i].Time = at
			if !paired {
				origins[i].Series = 0
			}
		}
	}
	return in, origins, found, nil
}

// nearest returns the time of the reading that at uses, or t if none is near enough.
func (a *track) nearest(t, within int64) int64 {
	best, distance := t, within+1
	for _, at := range a.times {
		if d := max(t-at, at-t); d < distance {
			best, distance = at, d
		}
	}
	return best
}
