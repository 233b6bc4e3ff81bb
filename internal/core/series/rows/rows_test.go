package rows

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

func TestSpansAreAUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var spans Spans
		var covered [64]bool
		for range rapid.IntRange(0, 12).Draw(t, "spans") {
			from := rapid.Int64Range(0, 60).Draw(t, "from")
			to := rapid.Int64Range(from, min(63, from+12)).Draw(t, "to")
			spans = spans.Add(Span{from, to})
			for i := from; i <= to; i++ {
				covered[i] = true
			}
		}
		for i := range spans {
			if spans[i].From > spans[i].To || i > 0 && spans[i-1].To+1 >= spans[i].From {
				t.Fatalf("not in order, or not joined: %v", spans)
			}
		}
		from := rapid.Int64Range(0, 63).Draw(t, "range from")
		to := rapid.Int64Range(from, 63).Draw(t, "range to")
		touch, cover := false, true
		for i := from; i <= to; i++ {
			touch, cover = touch || covered[i], cover && covered[i]
		}
		if spans.Touch(from, to) != touch || spans.Cover(from, to) != cover {
			t.Fatalf("%v, %d to %d: touch %v, cover %v; want %v, %v", spans, from, to, spans.Touch(from, to), spans.Cover(from, to), touch, cover)
		}
		for i, want := range covered {
			if spans.Has(int64(i)) != want {
				t.Fatalf("%v has %d: %v", spans, i, !want)
			}
		}
	})
}

func TestSpansReachTheEndsOfTime(t *testing.T) {
	spans := Spans(nil).Add(Span{math.MaxInt64, math.MaxInt64}).Add(Span{math.MinInt64, 5}).Add(Span{6, 10})
	want := Spans{{math.MinInt64, 10}, {math.MaxInt64, math.MaxInt64}}
	if !slices.Equal(spans, want) {
		t.Errorf("got %v, want %v", spans, want)
	}
	if spans = spans.Add(Span{math.MinInt64, math.MaxInt64}); len(spans) != 1 {
		t.Errorf("got %v, want one", spans)
	}
}

var lists = []*reading.Columns{
	reading.Intern([]reading.Column{{Field: "f"}, {Field: "temp"}}),
	reading.Intern([]reading.Column{{Field: "temp"}, {Field: "f"}}),
	reading.Intern([]reading.Column{{Field: "volt"}}),
	reading.Intern(nil),
}

func anyRow(t *rapid.T) Row {
	r := Row{
		Time: rapid.Int64Range(-5, 40).Draw(t, "time"), Received: 1000 * rapid.Int64Range(0, 9).Draw(t, "received"),
		Flag: reading.Flag(rapid.Uint32Range(0, 3).Draw(t, "flag")), Columns: rapid.SampledFrom(lists).Draw(t, "columns"),
	}
	for range r.Columns.Len() {
		r.Values = append(r.Values, rapid.SampledFrom([]float64{0, 1.5, -2, math.Inf(1), reading.Missing}).Draw(t, "value"))
	}
	return r
}

// plain is a row by column, without missing values.
type plain struct {
	received int64
	flag     reading.Flag
	values   map[reading.Column]float64
}

func plainOf(r Row) plain {
	p := plain{r.Received, r.Flag, map[reading.Column]float64{}}
	for c, column := range r.Columns.List {
		if !reading.IsMissing(r.Values[c]) {
			p.values[column] = r.Values[c]
		}
	}
	return p
}

func (p plain) equal(o plain) bool {
	return p.received == o.received && p.flag == o.flag && maps.Equal(p.values, o.values)
}

func TestTableIsAMapByTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table, newer Table
		want := map[int64]plain{}
		fill := func(into *Table) {
			for range rapid.IntRange(0, 20).Draw(t, "rows") {
				r := anyRow(t)
				into.Set(r)
				want[r.Time] = plainOf(r)
			}
		}
		fill(&table)
		from := rapid.Int64Range(-5, 40).Draw(t, "from")
		to := rapid.Int64Range(-5, 40).Draw(t, "to")
		table.Delete(from, max(from, to))
		for time := range want {
			if time >= from && time <= max(from, to) {
				delete(want, time)
			}
		}
		fill(&newer)
		if rapid.Bool().Draw(t, "through a block") {
			var b series.Block
			newer.Block(&b, 0, newer.Len(), nil, true)
			var again Table
			again.AppendBlock(&b, nil)
			newer = again
		}
		table.Overlay(&newer)
		if table.Len() != len(want) {
			t.Fatalf("%d rows, want %d", table.Len(), len(want))
		}
		for i, time := range slices.Sorted(maps.Keys(want)) {
			if table.Time(i) != time || !plainOf(table.At(i)).equal(want[time]) {
				t.Fatalf("row %d is %v at %d, want %v at %d", i, plainOf(table.At(i)), table.Time(i), want[time], time)
			}
		}
	})
}

func TestPackRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRow(t)
		if rapid.Bool().Draw(t, "anything") {
			for i := range r.Values {
				r.Values[i] = math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
			}
		}
		raw := rapid.Bool().Draw(t, "raw")
		got, err := Unpack(Pack(nil, r, raw), raw)
		if err != nil {
			t.Fatal(err)
		}
		if !raw {
			r.Received = 0
		}
		same := slices.EqualFunc(got.Values, r.Values, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
		if got.Time != r.Time || got.Received != r.Received || got.Flag != r.Flag || got.Columns != r.Columns || !same {
			t.Fatalf("got %v, want %v", got, r)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	f.Add(Pack(nil, Row{Time: 5, Columns: lists[0], Values: []float64{1, 2.5}}, false), false)
	f.Add(Pack(nil, Row{Time: 5, Received: 3000, Columns: lists[0], Values: []float64{1, math.Pi}}, true), true)
	f.Fuzz(func(t *testing.T, data []byte, raw bool) {
		r, err := Unpack(data, raw)
		if err == nil && len(r.Values) != r.Columns.Len() {
			t.Errorf("%d values of %d columns", len(r.Values), r.Columns.Len())
		}
	})
}
