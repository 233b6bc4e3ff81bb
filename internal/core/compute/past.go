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
		rows, err := f.lookback.after(f.p.MemorySince(t, memory), t-1, math.MaxInt)
		f.err = cmp.Or(f.err, err)
		for i := range rows {
			p.Append(f.segment.Program, rows[i].time, rows[i].columns, rows[i].values)
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
	if program := f.segment.Program; f.past.loaded {
		f.past.Append(program, t, program.Observed(), values)
	}
}
