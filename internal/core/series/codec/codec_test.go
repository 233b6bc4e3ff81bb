package codec

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		name     string
		values   []float64
		decimals int
		ok       bool
	}{
		{"integers", []float64{0, 1, -5}, 0, true},
		{"hundredths", []float64{1, 2.5, -0.01}, 2, true},
		{"growing", []float64{7, 0.1, 0.000001}, 6, true},
		{"minus zero", []float64{1, math.Copysign(0, -1)}, 0, false},
		{"not a number", []float64{math.NaN()}, 0, false},
		{"infinite", []float64{math.Inf(-1)}, 0, false},
		{"too large", []float64{1 << 53}, 0, false},
		{"thirds", []float64{1.0 / 3}, 0, false},
		{"too large once scaled", []float64{1 << 52, 0.25}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			units := make([]int64, len(c.values))
			decimals, ok := Decimal(c.values, units)
			if ok != c.ok || ok && decimals != c.decimals {
				t.Fatalf("got %d, %v; want %d, %v", decimals, ok, c.decimals, c.ok)
			}
			for i, n := range units {
				if ok && float64(n)/powers[decimals] != c.values[i] {
					t.Errorf("value %v became %d units of 1e-%d", c.values[i], n, decimals)
				}
			}
		})
	}
}

var odd = []float64{
	0, math.Copysign(0, -1), math.NaN(), math.Float64frombits(0x7FF0_0000_0000_0001), math.Inf(1), math.Inf(-1),
	math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, 0.1, -0.1, 1e-9,
}

// anyBlock draws blocks with all kinds of column encodings.
func anyBlock(t *rapid.T) *series.Block {
	rows := rapid.IntRange(0, 60).Draw(t, "rows")
	width := rapid.IntRange(0, 6).Draw(t, "columns")
	list := make([]reading.Column, width)
	for i := range list {
		list[i] = reading.Column{Field: rapid.SampledFrom([]string{"", "f", "温度", "a.b"}).Draw(t, "field"), Node: int32(i*i) - 3}
	}
	b := &series.Block{Columns: reading.Intern(list)}
	raw := rapid.Bool().Draw(t, "raw")
	for range rows {
		b.Times = append(b.Times, rapid.Int64().Draw(t, "time"))
		b.Flags = append(b.Flags, reading.Flag(rapid.Uint32Range(0, 5).Draw(t, "flag")))
		if raw {
			b.Received = append(b.Received, int64(rapid.Uint32().Draw(t, "received"))*1000)
		}
	}
	value := map[string]*rapid.Generator[float64]{
		"odd":      rapid.SampledFrom(odd),
		"any":      rapid.Map(rapid.Uint64(), math.Float64frombits),
		"quantum":  rapid.Map(rapid.IntRange(-5000, 5000), func(n int) float64 { return float64(n) / 100 }),
		"few":      rapid.Map(rapid.IntRange(0, 3), func(n int) float64 { return math.Sqrt(float64(n)) }),
		"constant": rapid.Just(math.Pi),
		"absent":   rapid.Just(reading.Missing),
	}
	for range width {
		kind := rapid.SampledFrom([]string{"odd", "any", "quantum", "few", "constant", "absent"}).Draw(t, "kind")
		holes := rapid.Bool().Draw(t, "holes")
		column := make([]float64, rows)
		for i := range column {
			column[i] = value[kind].Draw(t, "value")
			if holes && rapid.Bool().Draw(t, "hole") {
				column[i] = reading.Missing
			}
		}
		b.Values = append(b.Values, column)
	}
	return b
}

func mustEncode(t rapid.TB, b *series.Block) []byte {
	t.Helper()
	chunk, _, err := Encode(nil, b)
	if err != nil {
		t.Fatal(err)
	}
	return chunk
}

func TestAnyBlockComesBackBitForBit(t *testing.T) {
	var d Decoder
	rapid.Check(t, func(t *rapid.T) {
		b := anyBlock(t)
		got, err := d.Decode(mustEncode(t, b), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(b, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestDecodeWantedColumns(t *testing.T) {
	var d, whole Decoder
	rapid.Check(t, func(t *rapid.T) {
		b := anyBlock(t)
		chunk := mustEncode(t, b)
		want := make([]reading.Column, 0)
		for _, column := range append([]reading.Column{{Field: "absent"}}, b.Columns.List...) {
			if rapid.Bool().Draw(t, "wanted") {
				want = append(want, column)
			}
		}
		got, err := d.Decode(chunk, want)
		if err != nil {
			t.Fatal(err)
		}
		all, err := whole.Decode(chunk, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, column := range got.Columns.List {
			j := all.Columns.Index(column)
			if diff := differentValues(all.Values[j], got.Values[i]); diff != "" {
				t.Fatalf("column %v: %s", column, diff)
			}
		}
		for _, column := range want {
			if all.Columns.Index(column) >= 0 && got.Columns.Index(column) < 0 {
				t.Fatalf("column %v is missing", column)
			}
		}
		if got.Columns.Len() > len(want) {
			t.Fatalf("got %d columns, wanted %d", got.Columns.Len(), len(want))
		}
	})
}

func difference(want, got *series.Block) string {
	switch {
	case want.Columns != got.Columns:
		return fmt.Sprintf("columns %v, want %v", got.Columns.List, want.Columns.List)
	case fmt.Sprint(want.Times) != fmt.Sprint(got.Times):
		return fmt.Sprintf("times %v, want %v", got.Times, want.Times)
	case fmt.Sprint(want.Flags) != fmt.Sprint(got.Flags):
		return fmt.Sprintf("flags %v, want %v", got.Flags, want.Flags)
	case fmt.Sprint(want.Received) != fmt.Sprint(got.Received):
		return fmt.Sprintf("received %v, want %v", got.Received, want.Received)
	}
	for i := range want.Values {
		if diff := differentValues(want.Values[i], got.Values[i]); diff != "" {
			return fmt.Sprintf("column %v: %s", want.Columns.List[i], diff)
		}
	}
	return ""
}

func differentValues(want, got []float64) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%d values, want %d", len(got), len(want))
	}
	for i := range want {
		if math.Float64bits(want[i]) != math.Float64bits(got[i]) {
			return fmt.Sprintf("row %d is %v (%x), want %v (%x)", i, got[i], math.Float64bits(got[i]), want[i], math.Float64bits(want[i]))
		}
	}
	return ""
}

func FuzzDecode(f *testing.F) {
	f.Add(mustEncode(f, displacement(20, 3, 1)))
	f.Add(mustEncode(f, displacement(2, 900, 1)))
	f.Add(mustEncode(f, &series.Block{Columns: reading.Intern(nil)}))
	f.Add([]byte{format, 0xff, 0xff, 0x03, 1, 1, 1, 2, 3, 3, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		var d Decoder
		b, err := d.Decode(data, nil)
		if err != nil {
			return
		}
		// Decoded data must survive encoding again.
		again, err := new(Decoder).Decode(mustEncode(t, b), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(b, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestTruncatedChunkIsRefused(t *testing.T) {
	chunk := mustEncode(t, displacement(300, 5, 0.01))
	var d Decoder
	for n := range chunk {
		if _, err := d.Decode(chunk[:n], nil); err == nil {
			t.Fatalf("the first %d of %d bytes decode", n, len(chunk))
		}
	}
	if _, err := d.Decode(append(bytes.Clone(chunk), 0), nil); err == nil {
		t.Error("a trailing byte is not noticed")
	}
}

func TestColumnListRoundTrip(t *testing.T) {
	columns := displacement(1, 7, 1).Columns
	got, rest, err := ReadColumns(append(AppendColumns(nil, columns), 42))
	if err != nil || got != columns || len(rest) != 1 {
		t.Fatalf("got %v, rest %v, error %v", got, rest, err)
	}
}

// displacement returns a drifting displacement with a daily cycle and noise of two steps, and a temperature as every
// third column, rounded to quantum (0: not rounded), with a reading every five minutes and one in sixteen a second
// late.
func displacement(rows, width int, quantum float64) *series.Block {
	rng := rand.New(rand.NewPCG(1, 2))
	b := &series.Block{}
	list := make([]reading.Column, width)
	for c := range list {
		list[c] = reading.Column{Field: [...]string{"x", "y", "temp"}[c%3], Node: int32(c / 3)}
	}
	b.Columns = reading.Intern(list)
	for i := range rows {
		t := int64(1_700_000_000_000) + int64(i)*300_000
		if rng.IntN(16) == 0 {
			t += 1000
		}
		b.Times = append(b.Times, t)
		b.Received = append(b.Received, t+1000)
		b.Flags = append(b.Flags, 0)
	}
	for c := range width {
		column := make([]float64, rows)
		drift, step := 0.0, 0.01
		if c%3 == 2 {
			step = 0.1
		}
		for i := range column {
			day := 2 * math.Pi * float64(i) / 288
			drift += rng.NormFloat64() * step / 4
			v := 12 + drift + 40*step*math.Sin(day+float64(c)) + rng.NormFloat64()*2*step
			v = math.Round(v/step) / math.Round(1/step)
			if quantum != 0.01 {
				v = 9.7*v - 0.00031*v*v // as computed by a formula
			}
			if quantum > 0 && quantum != 0.01 {
				v = math.Round(v/quantum) / math.Round(1/quantum)
			}
			column[i] = v
		}
		b.Values = append(b.Values, column)
	}
	return b
}

// Target sizes of a chunk of 2000 rows of three fields, with times and flags.
func TestBytesPerValue(t *testing.T) {
	for _, c := range []struct {
		name    string
		quantum float64
		goal    float64
	}{
		{"quantized", 0.01, 0.60},
		{"formula output rounded to 1e-6", 1e-6, 1.3},
		{"formula output not rounded", 0, 2.2},
	} {
		b := displacement(2000, 3, c.quantum)
		b.Received = nil
		got := float64(len(mustEncode(t, b))) / 6000
		b = displacement(2000, 3, c.quantum)
		raw := float64(len(mustEncode(t, b))) / 6000
		t.Logf("%s: %.3f bytes a value, %.3f with receipts", c.name, got, raw)
		if got > c.goal {
			t.Errorf("%s: %.3f bytes a value, want at most %.2f", c.name, got, c.goal)
		}
	}
}

// A logger that reconnects sends weeks within minutes: its times of receipt take little space.
func TestBacklogReceiptsAreSmall(t *testing.T) {
	b := displacement(2000, 3, 0.01)
	b.Received = nil
	without := len(mustEncode(t, b))
	for i := range b.Times {
		b.Received = append(b.Received, (b.Times[len(b.Times)-1]+int64(i)*170)/1000*1000)
	}
	chunk := mustEncode(t, b)
	if more := len(chunk) - without; more > 1000 {
		t.Errorf("receipts of 2000 rows take %d bytes, want at most 1000", more)
	}
	var d Decoder
	back, err := d.Decode(chunk, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(b, back); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkEncode(b *testing.B) {
	block := displacement(2000, 3, 0.01)
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst, _, _ = Encode(dst[:0], block)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/6000, "ns/value")
}

func BenchmarkDecode(b *testing.B) {
	chunk := mustEncode(b, displacement(2000, 3, 0.01))
	var d Decoder
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Decode(chunk, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/6000, "ns/value")
}

// Decodes one node of a wide chunk, compared with all of it.
func BenchmarkDecodeOneNodeOfMany(b *testing.B) {
	block := displacement(40, 1000, 0.01)
	chunk := mustEncode(b, block)
	for name, want := range map[string][]reading.Column{"all": nil, "node": block.Columns.List[600:603]} {
		b.Run(name, func(b *testing.B) {
			var d Decoder
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Decode(chunk, want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
