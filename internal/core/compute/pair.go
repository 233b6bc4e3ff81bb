package compute

import (
	"context"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// unpaired is a reading that waits for the other half of its observation (the second face of a total station). The
// observation has one result, at the time of its later reading. No checkpoint is made meanwhile.
type unpaired struct {
	pending bool
	time    int64
	side    int
	flag    reading.Flag
	in      []float64
}

// pair handles a reading of a program that pairs readings. It returns false if the reading waits; otherwise in is
// complete, with or without the inputs of the earlier reading.
func (f *fold) pair(t int64, flag reading.Flag, in []float64) (_ reading.Flag, ready bool) {
	pairing, w := f.segment.Pairing, &f.unpaired
	side := pairing.Side(in)
	if w.pending && side != 0 && side != w.side && t-w.time <= pairing.Within() && !f.p.SeparatesReadings(w.time, t) {
		pairing.Join(in, w.in)
		w.pending = false
		return flag | w.flag, true
	}
	f.observeUnpaired()
	pairing.DropOther(in)
	if side == 0 || f.p.ReplacedAt(t) {
		return flag, true
	}
	w.pending, w.time, w.side, w.flag = true, t, side, flag
	w.in = append(w.in[:0], in...)
	return 0, false
}

// observeUnpaired produces the result of a reading whose other half did not arrive.
func (f *fold) observeUnpaired() {
	if w := &f.unpaired; w.pending {
		w.pending = false
		f.observe(w.time, w.flag, w.in)
	}
}

// final returns the time up to which the results of the fold are final.
func (f *fold) final() int64 {
	if f.unpaired.pending {
		return f.unpaired.time - 1
	}
	return f.state.time
}

// partner finds the reading that the fold pairs with the one at t, starting at the last reading that cannot have
// waited for the next. ok is false if the reading is unpaired.
func partner(ctx context.Context, p *compiled.Point, from rows, s *compiled.Segment, t int64) (at int64, other []float64, ok bool, err error) {
	type sided struct {
		time int64
		side int
		in   []float64
	}
	var list []sided
	for reach := 16 * s.Pairing.Within(); ; reach *= 4 {
		list = list[:0]
		begin := max(s.From, t-reach)
		err := from.Scan(ctx, s.Main, begin, t, nil, func(b *series.Block) error {
			for k := range b.Times {
				in, some := make([]float64, len(s.Inputs)), false
				for i := range s.Inputs {
					in[i] = reading.Missing
					if column := b.Columns.Index(s.Inputs[i].Column); s.Inputs[i].Feed == compiled.OfMain && column >= 0 {
						in[i] = b.Values[column][k]
						some = some || !reading.IsMissing(in[i])
					}
				}
				if some {
					list = append(list, sided{b.Times[k], s.Pairing.Side(in), in})
				}
			}
			return nil
		})
		if err != nil {
			return 0, nil, false, err
		}
		joins := func(a, b *sided) bool {
			return a.side != 0 && b.side != 0 && a.side != b.side && b.time-a.time <= s.Pairing.Within() && !p.SeparatesReadings(a.time, b.time)
		}
		n := len(list) - 1
		if n < 0 || list[n].time != t {
			return 0, nil, false, nil
		}
		first := n
		for first > 0 && joins(&list[first-1], &list[first]) {
			first--
		}
		if first == 0 && begin > s.From && list[0].time-begin <= s.Pairing.Within() {
			continue // a run that began earlier
		}
		if (n-first)%2 == 0 {
			return 0, nil, false, nil
		}
		return list[n-1].time, list[n-1].in, true, nil
	}
}
