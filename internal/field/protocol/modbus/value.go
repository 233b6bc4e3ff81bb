package modbus

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// kind is how a value is written in registers.
type kind uint8

const (
	u16 kind = iota
	i16
	u32
	i32
	f32
	f64
	bcd   // four digits, two per byte
	bcd32 // eight digits
	bit
)

var kindNames = []string{"u16", "i16", "u32", "i32", "f32", "f64", "bcd", "bcd32", "bit"}

// registers returns the number of registers of a value.
func (k kind) registers() int {
	switch k {
	case u32, i32, f32, bcd32:
		return 2
	case f64:
		return 4
	}
	return 1
}

// order is the order of bytes: ABCD has the high byte first. CDAB exchanges the registers, BADC the bytes in each
// register, DCBA both. A value of four registers has them in ascending or descending order.
type order uint8

const (
	abcd order = iota
	cdab
	badc
	dcba
)

var orderNames = []string{"ABCD", "CDAB", "BADC", "DCBA"}

// arrange converts between an order and ABCD, both ways.
func (o order) arrange(to, from []byte) {
	copy(to, from)
	if o == badc || o == cdab {
		for i := 0; i+1 < len(to); i += 2 {
			to[i], to[i+1] = to[i+1], to[i]
		}
	}
	if o == cdab || o == dcba {
		slices.Reverse(to)
	}
}

// value decodes the bytes of registers; NaN if they are no number.
func value(k kind, o order, data []byte) float64 {
	if o != abcd {
		var arranged [8]byte
		to := arranged[:len(data)]
		o.arrange(to, data)
		data = to
	}
	switch k {
	case u16:
		return float64(binary.BigEndian.Uint16(data))
	case i16:
		return float64(int16(binary.BigEndian.Uint16(data)))
	case u32:
		return float64(binary.BigEndian.Uint32(data))
	case i32:
		return float64(int32(binary.BigEndian.Uint32(data)))
	case f32:
		return shortest(math.Float32frombits(binary.BigEndian.Uint32(data)))
	case f64:
		return finite(math.Float64frombits(binary.BigEndian.Uint64(data)))
	}
	return digits(data)
}

func finite(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

// digits decodes two digits per byte.
func digits(data []byte) float64 {
	v := 0
	for _, b := range data {
		high, low := int(b>>4), int(b&15)
		if high > 9 || low > 9 {
			return math.NaN()
		}
		v = 100*v + 10*high + low
	}
	return float64(v)
}

// shortest returns the number with the fewest decimals that has this single precision, so that -0.4162 is read as
// -0.4162 and not as -0.41620001196861267.
func shortest(f float32) float64 {
	exact := float64(f)
	if math.IsNaN(exact) || math.IsInf(exact, 0) {
		return math.NaN()
	}
	for _, power := range powers {
		if v := math.Round(exact*power) / power; float32(v) == f {
			return v
		}
	}
	v, err := strconv.ParseFloat(strconv.FormatFloat(exact, 'g', -1, 32), 64)
	if err != nil {
		return exact
	}
	return v
}

// powers are those of ten, up to the decimals of a value near 1.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// store encodes a number, as near as the type comes to it.
func store(k kind, o order, v float64, into []byte) {
	var plain [8]byte
	data := plain[:len(into)]
	switch k {
	case u16:
		binary.BigEndian.PutUint16(data, uint16(within(v, 0, math.MaxUint16)))
	case i16:
		binary.BigEndian.PutUint16(data, uint16(int16(within(v, math.MinInt16, math.MaxInt16))))
	case u32:
		binary.BigEndian.PutUint32(data, uint32(within(v, 0, math.MaxUint32)))
	case i32:
		binary.BigEndian.PutUint32(data, uint32(int32(within(v, math.MinInt32, math.MaxInt32))))
	case f32:
		binary.BigEndian.PutUint32(data, math.Float32bits(float32(v)))
	case f64:
		binary.BigEndian.PutUint64(data, math.Float64bits(v))
	default:
		n := int(within(v, 0, math.Pow(100, float64(len(data)))-1))
		for i := len(data) - 1; i >= 0; i-- {
			data[i] = byte(n/10%10<<4 | n%10)
			n /= 100
		}
	}
	o.arrange(into, data)
}

func within(v, least, most float64) int64 {
	return int64(max(least, min(most, math.Round(v))))
}
