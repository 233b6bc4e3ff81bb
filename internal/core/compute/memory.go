package compute

import (
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Computed is a part of a point's history, folded in memory.
type Computed struct {
	Point    *compiled.Point
	Rows     []series.Put // observed rows in time order
	Initials []compiled.InitialValue
	Begun    int64    // id of the newest version of the initial value that readings have reached
	Forming  *Forming // set while that version waits for readings
	Episodes []alarm.Episode
	Level    alarm.PointLevel // level after the last reading
}

// foldInMemory folds the readings of a point from a state up to a time. Earlier results are read from store, which is
// nil for the first state.
func foldInMemory(ctx context.Context, p *compiled.Point, s state, from rows, store series.Store, to int64) (*Computed, error) {
	base := int64(compiled.Beginning)
	if s.time != compiled.Beginning {
		base = s.time + 1
	}
	f := newFold(ctx, p, s, store, base, &scratch{})
	_, err := readings(ctx, from, p, s.time, to, compiled.Forever, func(t int64, flag reading.Flag, columns *reading.Columns, raw, aux []float64) error {
		f.step(t, flag, columns, raw, aux)
		return f.err
	})
	if err != nil {
		return nil, err
	}
	if to == compiled.Forever {
		f.finish()
	}
	if f.err != nil {
		return nil, f.err
	}
	slices.SortStableFunc(f.rows, func(a, b series.Put) int {
		switch {
		case a.Time < b.Time:
			return -1
		case a.Time > b.Time:
			return 1
		}
		return 0
	})
	return &Computed{
		Point: p, Rows: f.rows, Initials: f.initials, Begun: f.state.initial.version, Forming: f.waiting(),
		Episodes: f.alarms.Episodes(to == compiled.Forever), Level: f.alarms.LevelOf(p.Definition.Point.ID, f.segment.Panel),
	}, nil
}
