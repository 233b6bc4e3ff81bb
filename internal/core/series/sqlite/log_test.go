package sqlite

import (
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

func FuzzDecodeLog(f *testing.F) {
	b := batch{index: map[series.ID]int{}}
	b.reset(nil, 1)
	columns := reading.Intern([]reading.Column{{Field: "f"}, {Field: "x", Node: 3}})
	for _, id := range []series.ID{4, 9} {
		c := b.of(id)
		c.cleared = c.cleared.Add(rows.Span{From: 2, To: 90})
		for i := range int64(3) {
			c.rows.Set(rows.Row{Time: 10 * i, Received: 5000, Columns: columns, Values: []float64{1.25, float64(i) / 3}})
		}
	}
	b.of(11).drop = true
	b.encodeLog()
	f.Add(b.log)
	f.Fuzz(func(t *testing.T, data []byte) {
		into := batch{index: map[series.ID]int{}}
		_ = decodeLog(data, &into, func(*change) {})
	})
}
