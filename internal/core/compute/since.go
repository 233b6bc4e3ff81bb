package compute

import (
	"context"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/series"
)

// maxSince is the number of changed results that Since lists.
const maxSince = 100

// Since is how the results of a point differ from those of an earlier knowledge.
type Since struct {
	Appeared, Vanished int64      // results that only exist now, or only existed then
	Changed            int64      // results with another value, accumulated change or flag
	First, Last        int64      // UTC ms of the first and last of all these; 0: none
	Newest             []Compared // at most 100, newest first; Before is the value then, After the value now
}

// Since compares a history from AsOf with the stored results of [from, to].
func (v *Previewer) Since(ctx context.Context, then *Computed, from, to int64) (Since, error) {
	c, err := v.comparison(ctx, then, compiled.Beginning, compiled.Beginning)
	if err != nil {
		return Since{}, err
	}
	s := since{comparison: c}
	rows := then.Rows
	for len(rows) > 0 && rows[0].Time < from {
		rows = rows[1:]
	}
	var same sameRow
	err = v.Series.Scan(ctx, series.ResultID(then.Point.Definition.Point.ID), from, to, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			for ; len(rows) > 0 && rows[0].Time < t; rows = rows[1:] {
				s.vanished(&rows[0])
			}
			if len(rows) == 0 || rows[0].Time > t {
				s.Appeared++
				s.add(t, nil, newRow(b, i))
				continue
			}
			if !same.as(b, i, &rows[0]) || c.changed(b, i, &rows[0]) {
				s.Changed++
				s.add(t, &rows[0], newRow(b, i))
			}
			rows = rows[1:]
		}
		return nil
	})
	if err != nil {
		return Since{}, err
	}
	for ; len(rows) > 0 && rows[0].Time <= to; rows = rows[1:] {
		s.vanished(&rows[0])
	}
	for i := range s.newest {
		s.Newest = append(s.Newest, s.compared(&s.newest[len(s.newest)-1-i]))
	}
	return s.Since, nil
}

// since collects differences in ascending time.
type since struct {
	Since
	*comparison
	newest []differentRow
}

// differentRow is a result then and now; nil: there was, or is, none.
type differentRow struct {
	time      int64
	then, now *series.Put
}

func newRow(b *series.Block, i int) *series.Put {
	return &series.Put{Time: b.Times[i], Flag: b.Flags[i], Columns: b.Columns, Values: rowOf(b, i)}
}

func (s *since) vanished(row *series.Put) {
	s.Vanished++
	s.add(row.Time, row, nil)
}

func (s *since) add(t int64, then, now *series.Put) {
	if s.First == 0 {
		s.First = t
	}
	s.Last = t
	if len(s.newest) == maxSince {
		s.newest = append(s.newest[:0], s.newest[1:]...)
	}
	s.newest = append(s.newest, differentRow{t, then, now})
}

func (s *since) compared(row *differentRow) Compared {
	values := func(changes *compiled.Changes, put *series.Put) map[comparedKey]float64 {
		found := map[comparedKey]float64{}
		if put != nil {
			collect(found, changes, put.Time, put.Flag, put.Values, put.Columns)
		}
		return found
	}
	// Of the comparison, before are the stored results and after those of the fold.
	return Compared{Time: row.time, Values: differing(values(s.after, row.then), values(s.before, row.now))}
}
