package modbus

import (
	"encoding/hex"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestOrdersOfBytes(t *testing.T) {
	cases := []struct {
		kind  kind
		order order
		bytes string
		want  float64
	}{
		{f32, abcd, "41c4cccd", 24.6},
		{f32, cdab, "cccd41c4", 24.6},
		{f32, badc, "c441cdcc", 24.6},
		{f32, dcba, "cdccc441", 24.6},
		{f64, abcd, "405edd2f1a9fbe77", 123.456},
		{f64, cdab, "be771a9fdd2f405e", 123.456},
		{f64, badc, "5e402fdd9f1a77be", 123.456},
		{f64, dcba, "77be9f1a2fdd5e40", 123.456},
		{i32, cdab, "efbeffff", -4162},
		{u32, abcd, "fffffffe", 4294967294},
		{i16, abcd, "fffe", -2},
		{i16, dcba, "feff", -2},
		{u16, badc, "0201", 258},
		{bcd, abcd, "2671", 2671},
		{bcd32, cdab, "56781234", 12345678},
		{bcd, abcd, "26a1", math.NaN()},
		{f32, abcd, "7f800000", math.NaN()},
		{f64, abcd, "fff0000000000000", math.NaN()},
	}
	for _, c := range cases {
		data, err := hex.DecodeString(c.bytes)
		if err != nil {
			t.Fatal(err)
		}
		if got := value(c.kind, c.order, data); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s as %s %s: got %v, want %v", c.bytes, kindNames[c.kind], orderNames[c.order], got, c.want)
		}
	}
}

// Whatever is written in registers is read from them, in every type and order.
func TestValuesRoundTrip(t *testing.T) {
	ranges := map[kind][2]float64{
		u16: {0, 65535}, i16: {-32768, 32767}, u32: {0, 4294967295}, i32: {-2147483648, 2147483647}, bcd: {0, 9999}, bcd32: {0, 99999999},
	}
	rapid.Check(t, func(t *rapid.T) {
		k := kind(rapid.IntRange(0, int(bcd32)).Draw(t, "kind"))
		o := order(rapid.IntRange(0, int(dcba)).Draw(t, "order"))
		var v float64
		switch k {
		case f32:
			v = float64(rapid.Int32Range(-999999, 999999).Draw(t, "mantissa")) / 1000 // 6 digits fit into single precision
		case f64:
			v = rapid.Float64Range(-1e300, 1e300).Draw(t, "value")
		default:
			v = float64(rapid.Int64Range(int64(ranges[k][0]), int64(ranges[k][1])).Draw(t, "value"))
		}
		data := make([]byte, 2*k.registers())
		store(k, o, v, data)
		if got := value(k, o, data); got != v {
			t.Fatalf("%v is %x as %s %s, read as %v", v, data, kindNames[k], orderNames[o], got)
		}
	})
}

// The number with the fewest decimals is the same single-precision number.
func TestShortestIsTheSameNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
		if v := shortest(f); math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
			if !math.IsNaN(v) {
				t.Fatalf("%v is read as %v", f, v)
			}
		} else if float32(v) != f {
			t.Fatalf("%v is read as %v", f, v)
		}
	})
	for f, want := range map[float32]string{-0.4162: "-0.4162", 50.214: "50.214", 1e-7: "1e-07", 16777216: "1.6777216e+07"} {
		if got := fmt.Sprint(shortest(f)); got != want {
			t.Errorf("%v is read as %s", f, got)
		}
	}
}
