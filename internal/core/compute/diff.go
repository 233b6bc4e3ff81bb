package compute

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// compare computes the difference to the stored results of (lower, upper]. decided is the time of a reading still held
// at the end of the fold; later readings have already decided about it.
func (r *refold) compare(ctx context.Context, lower, upper, decided int64, e *effects) error {
	rows := r.fold.rows
	// A reading that was held at the start lies before the range.
	for len(rows) > 0 && rows[0].Time <= lower {
		e.puts = append(e.puts, rows[0])
		e.changed(rows[0].Time, rows[0].Time)
		rows = rows[1:]
	}
	if settled := slices.IndexFunc(rows, func(p series.Put) bool { return p.Time <= lower }); settled >= 0 {
		e.puts = append(e.puts, rows[settled])
		e.changed(rows[settled].Time, rows[settled].Time)
		rows = slices.Delete(slices.Clone(rows), settled, settled+1)
	}
	if lower >= upper {
		return nil
	}
	var differing []series.Put
	removed := false
	at := 0
	from := lower + 1
	if lower == compiled.Beginning {
		from = compiled.Beginning
	}
	var same sameRow
	err := r.series.Scan(ctx, r.fold.lookback.id, from, upper, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			for at < len(rows) && rows[at].Time < t {
				differing = append(differing, rows[at])
				at++
			}
			switch {
			case at == len(rows) || rows[at].Time > t:
				removed = true
				e.changed(t, t)
			default:
				if t == decided {
					rows[at].Flag = b.Flags[i]
				}
				if !same.as(b, i, &rows[at]) {
					differing = append(differing, rows[at])
				}
				at++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	differing = append(differing, rows[at:]...)
	if len(differing) > 0 {
		e.changed(differing[0].Time, differing[len(differing)-1].Time)
	}
	if removed {
		e.replace = append(e.replace, series.Replacement{Series: r.fold.lookback.id, From: from, To: upper, Rows: slices.Clone(rows)})
	} else {
		e.puts = append(e.puts, differing...)
	}
	return nil
}

// sameRow compares a stored row and a computed one bit by bit.
type sameRow struct {
	stored, computed *reading.Columns
	position         []int32 // of each computed column in the stored row
	others           []int32 // stored columns that the computed row does not have
}

func (s *sameRow) as(b *series.Block, i int, row *series.Put) bool {
	if s.stored != b.Columns || s.computed != row.Columns {
		s.stored, s.computed = b.Columns, row.Columns
		s.position, s.others = s.position[:0], s.others[:0]
		for _, column := range row.Columns.List {
			s.position = append(s.position, int32(b.Columns.Index(column)))
		}
		for k, column := range b.Columns.List {
			if row.Columns.Index(column) < 0 {
				s.others = append(s.others, int32(k))
			}
		}
	}
	if b.Flags[i] != row.Flag {
		return false
	}
	for k, at := range s.position {
		stored := reading.Missing
		if at >= 0 {
			stored = b.Values[at][i]
		}
		if math.Float64bits(stored) != math.Float64bits(row.Values[k]) {
			return false
		}
	}
	for _, at := range s.others {
		if !reading.IsMissing(b.Values[at][i]) {
			return false
		}
	}
	return true
}
