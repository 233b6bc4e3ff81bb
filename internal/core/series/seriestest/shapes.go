package seriestest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Series of unusual length, width or order.

func year(t *testing.T, b *bench) {
	id := resultIDs[0]
	all := run(id, 1_700_000_000_000, 300_000, 105_120, 0)
	for part := range slices.Chunk(all, 5000) {
		b.write(t, series.Batch{Results: part})
	}
	b.flush(t)
	b.checkScan(t, id, 1_700_000_000_000+7_000_000_000, 1_700_000_000_000+8_000_000_000, nil)
	n := 0
	if err := b.store.Scan(context.Background(), id, 0, math.MaxInt64, nil, func(block *series.Block) error {
		n += len(block.Times)
		return nil
	}); err != nil || n != len(all) {
		t.Fatalf("%d rows, error %v; want %d", n, err, len(all))
	}
	b.checkBefore(t, id, 1_700_000_000_000+9_000_000_000, 4321, single.List)
}

func before(t *testing.T, b *bench) {
	id := rawIDs[0]
	b.checkBefore(t, id, 100, 5, nil)
	b.write(t, series.Batch{Raw: run(id, 0, 10, 4500, 0)})
	b.write(t, series.Batch{Raw: run(id, 45_000, 10, 7, 0)})
	b.write(t, series.Batch{Raw: run(id, 41_005, 10, 7, 0)})
	for _, at := range []int64{math.MinInt64, 0, 1, 11, 20_000, 20_001, 41_040, 45_000, 45_035, 90_000, math.MaxInt64} {
		for _, n := range []int{0, 1, 6, 8, 2000, 5000} {
			b.checkBefore(t, id, at, n, nil)
		}
	}
}

func wideRows(t *testing.T, b *bench) {
	var list []reading.Column
	for node := range int32(200) {
		for _, field := range []string{"x", "y", "z", "temp", "volt"} {
			list = append(list, reading.Column{Field: field, Node: node + 1})
		}
	}
	wide := reading.Intern(list)
	row := func(id series.ID, i int) series.Put {
		p := put(id, int64(i)*60_000, wide, make([]float64, wide.Len())...)
		for c := range p.Values {
			p.Values[c] = float64((i*31+c*17)%1000) / 100
			if (i+c)%50 == 0 {
				p.Values[c] = reading.Missing
			}
		}
		return p
	}
	raw, result := rawIDs[0], resultIDs[0]
	for i := range 50 {
		b.write(t, series.Batch{Raw: []series.Put{row(raw, i)}, Results: []series.Put{row(result, i)}})
		if i == 30 {
			b.flush(t)
		}
	}
	var bulk []series.Put
	for i := range 60 {
		bulk = append(bulk, row(result, 30+i))
	}
	b.write(t, series.Batch{Results: bulk})
	// A shape in two parts, and a new node.
	half := reading.Intern(list[:500])
	p := row(raw, 500)
	p.Columns, p.Values = half, p.Values[:500]
	b.write(t, series.Batch{Raw: []series.Put{p}})
	b.write(t, series.Batch{Raw: []series.Put{row(raw, 500), put(raw, 600_000, columns("x", 999), 1)}})
	b.check(t)
	b.flush(t)
	b.check(t)
	node := []reading.Column{{Field: "x", Node: 117}, {Field: "volt", Node: 117}}
	b.checkScanMany(t, []series.ID{raw, result}, 0, math.MaxInt64, node)
	b.checkBefore(t, raw, 3_000_000, 20, node)
}

// everNewColumns simulates a device with new field names in each message.
func everNewColumns(t *testing.T, b *bench) {
	id := rawIDs[0]
	for i := range 40 {
		var list []reading.Column
		for c := range int32(30) {
			list = append(list, reading.Column{Field: fmt.Sprintf("f%d", i), Node: c})
		}
		values := make([]float64, len(list))
		values[i%30] = 0.5
		b.write(t, series.Batch{Raw: []series.Put{put(id, int64(i)*10, reading.Intern(list), values...)}})
		if i%15 == 14 {
			b.flush(t)
		}
	}
	b.check(t)
	b.checkScan(t, id, 0, 1000, []reading.Column{{Field: "f7", Node: 7}, {Field: "f33", Node: 3}})
}

// outOfOrder simulates the import of a file with the newest rows first.
func outOfOrder(t *testing.T, b *bench) {
	list := append(run(rawIDs[0], 0, 10, 1500, 0), run(rawIDs[1], 5, 10, 1500, 0)...)
	list = append(list, run(rawIDs[0], 700, 10, 40, 1)...)
	slices.Reverse(list)
	b.write(t, series.Batch{Raw: list})
	b.check(t)
	b.write(t, series.Batch{Raw: list})
	b.check(t)
}

func fastBlocks(t *testing.T, b *bench) {
	id := rawIDs[0]
	for second := range 70 {
		var block []series.Put
		for i := range 64 {
			block = append(block, put(id, int64(second*1000)+int64(i)*1000/64, columns("ax", 0, "ay", 0, "az", 0),
				math.Sin(float64(i))/1e3, math.Cos(float64(i)), float64(i)))
		}
		b.write(t, series.Batch{Raw: block})
	}
	b.check(t)
	b.store = b.Open(t)
	b.flush(t)
	b.check(t)
	b.checkScan(t, id, 10_500, 12_250, columns("ay", 0).List)
}

func size(t *testing.T, b *bench) {
	b.write(t, series.Batch{Raw: run(rawIDs[0], 0, 10, 3000, 0), Results: run(resultIDs[0], 0, 10, 40, 0)})
	for range 2 {
		got, err := b.store.Size(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got.Series != 2 || got.Rows != 3040 || got.Values != 6080 || got.ChunkBytes <= 0 || got.OtherBytes <= 0 {
			t.Errorf("got %+v, want 2 series, 3040 rows, 6080 values, some bytes", got)
		}
		if n, err := b.store.Rows(context.Background(), []series.ID{rawIDs[0], rawIDs[1]}); n != 3000 || err != nil {
			t.Errorf("%d rows of a series, %v: want 3000", n, err)
		}
		b.flush(t)
	}
}
