package compute

import (
	"context"
	"errors"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Sample is the result of one reading with a definition that is not in effect.
type Sample struct {
	Time    int64
	Flag    reading.Flag // of the result
	Columns *reading.Columns
	Values  []float64 // observed values, reading.Missing where there is none
	Inputs  []Taken   // values of the reading that the formula uses
	Before  []float64 // stored values, in the order of Columns; nil: no stored result at this time
}

// Taken is one value that a formula uses.
type Taken struct {
	Input formula.Input
	Value float64
}

// Sample folds the newest readings of a point, at most count, with a definition that is not in effect, and returns
// them in time order. Nothing is written.
func (v *Previewer) Sample(ctx context.Context, d definition.Definition, count int) ([]Sample, error) {
	p := compiled.Compile(d)
	times, err := v.newestReadings(ctx, p, count)
	if err != nil || len(times) == 0 {
		return nil, err
	}
	first := times[len(times)-1]
	s := newState(len(p.Keys))
	checkpoint, found, err := v.Store.LastCheckpoint(ctx, d.Point.ID, first)
	if err != nil {
		return nil, err
	}
	if found {
		if decoded, err := decodeState(checkpoint.State, p.Keys); err == nil {
			s = decoded
		}
	}
	computed, err := foldInMemory(ctx, p, s, v.Series, v.Series, compiled.Forever)
	if err != nil {
		return nil, err
	}
	var samples []Sample
	for _, row := range computed.Rows {
		if row.Time >= first {
			samples = append(samples, Sample{Time: row.Time, Flag: row.Flag, Columns: row.Columns, Values: row.Values})
		}
	}
	if err := v.addTaken(ctx, p, samples); err != nil {
		return nil, err
	}
	return samples, v.addStored(ctx, d.Point.ID, samples)
}

// newestReadings returns the times of the newest readings of the main source, newest first.
func (v *Previewer) newestReadings(ctx context.Context, p *compiled.Point, count int) ([]int64, error) {
	var times []int64
	for i := len(p.Segments) - 1; i >= 0 && len(times) < count; i-- {
		s := &p.Segments[i]
		if s.Main == 0 {
			continue
		}
		var own []int64
		err := v.Series.Before(ctx, s.Main, s.Until, count-len(times), nil, func(b *series.Block) error {
			for k := len(b.Times) - 1; k >= 0; k-- {
				if b.Times[k] >= s.From {
					own = append(own, b.Times[k])
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		times = append(times, own[:min(len(own), count-len(times))]...)
	}
	return times, nil
}

// addTaken adds the inputs that the formulas used at each time.
func (v *Previewer) addTaken(ctx context.Context, p *compiled.Point, samples []Sample) error {
	if len(samples) == 0 {
		return nil
	}
	at := 0
	_, err := readings(ctx, v.Series, p, samples[0].Time-1, compiled.Forever, compiled.Forever,
		func(t int64, _ reading.Flag, columns *reading.Columns, raw, aux []float64) error {
			for at < len(samples) && samples[at].Time < t {
				at++
			}
			if at == len(samples) {
				return errEnough
			}
			s := p.At(t)
			if samples[at].Time != t || s.Program == nil {
				return nil
			}
			if s.Pairing != nil {
				in, _, _, err := Trace(ctx, p, v.Series, t)
				if err != nil {
					return err
				}
				for i, input := range s.Program.Inputs() {
					samples[at].Inputs = append(samples[at].Inputs, Taken{input, in[i]})
				}
				return nil
			}
			for i, input := range s.Program.Inputs() {
				value := reading.Missing
				switch {
				case s.Inputs[i].Feed == compiled.OfMain:
					if k := columns.Index(s.Inputs[i].Column); k >= 0 {
						value = raw[k]
					}
				case s.Inputs[i].Feed >= 0 && aux != nil:
					value = aux[i]
				}
				samples[at].Inputs = append(samples[at].Inputs, Taken{input, value})
			}
			return nil
		})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// addStored adds the stored values of each time.
func (v *Previewer) addStored(ctx context.Context, id int64, samples []Sample) error {
	if len(samples) == 0 {
		return nil
	}
	at := 0
	return v.Series.Scan(ctx, series.ResultID(id), samples[0].Time, samples[len(samples)-1].Time, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			for at < len(samples) && samples[at].Time < t {
				at++
			}
			if at == len(samples) || samples[at].Time != t {
				continue
			}
			row := &samples[at]
			row.Before = make([]float64, row.Columns.Len())
			for k, column := range row.Columns.List {
				row.Before[k] = reading.Missing
				if c := b.Columns.Index(column); c >= 0 {
					row.Before[k] = b.Values[c][i]
				}
			}
		}
		return nil
	})
}
