package compute

import (
	"cmp"
	"math"

	"plumbline/internal/core/formula"
)

// past keeps the valid results that the program's Memory asks for. It is no part of the state: a fold that begins reads
// them from the store.
type past struct {
	formula.Past
	loaded bool
}

// recall returns the valid results before t that the program reads; nil: none.
func (f *fold) recall(t int64) *formula.Past {
	memory := f.segment.Program.Memory()
	if memory.Span == 0 {
		return nil
	}
	p := &f.past
	if !p.loaded {
		*p = past{loaded: true}
		f.lookback.own = f.rows
		rows, err := f.lookback.after(t-memory.Span+1, t-1, math.MaxInt)
		f.err = cmp.Or(f.err, err)
		for i := range rows {
			row := &rows[i]
			p.Times = append(p.Times, row.time)
			for _, column := range memory.Columns {
				p.Values = append(p.Values, row.at(f.segment.Program.Observed().List[column]))
			}
		}
	}
	old := 0
	for old < len(p.Times) && p.Times[old] <= t-memory.Span {
		old++
	}
	p.Times, p.Values = p.Times[old:], p.Values[old*len(memory.Columns):]
	return &p.Past
}

// keep adds a valid result to the past.
func (f *fold) keep(t int64, values []float64) {
	if !f.past.loaded {
		return
	}
	f.past.Times = append(f.past.Times, t)
	for _, column := range f.segment.Program.Memory().Columns {
		f.past.Values = append(f.past.Values, values[column])
	}
}
