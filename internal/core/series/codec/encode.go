package codec

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// encoder is the scratch memory of one Encode.
type encoder struct {
	raw      []byte // the open group, unpacked
	packed   []byte // closed groups
	head     []byte // directory of the closed groups
	column   []byte
	trial    []byte
	pack     []byte
	present  []float64
	units    []int64
	distinct []uint64
	number   map[uint64]int
	groups   int
	columns  int // in the open group
}

var encoders = sync.Pool{New: func() any { return &encoder{number: make(map[uint64]int)} }}

// Encode appends the chunk of a block to dst. The block must satisfy MayHold, and its columns must be unique. values
// is the number of values that are not missing.
func Encode(dst []byte, b *series.Block) (chunk []byte, values int, err error) {
	rows := len(b.Times)
	if !MayHold(rows, b.Columns.Len()) {
		return nil, 0, fmt.Errorf("a chunk cannot hold %d rows of %d columns", rows, b.Columns.Len())
	}
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.raw, e.packed, e.head, e.groups, e.columns = e.raw[:0], e.packed[:0], e.head[:0], 0, 0

	e.raw = appendColumns(e.raw, b.Columns)
	e.times(b.Times)
	e.marks(b.Flags)
	e.received(b.Times, b.Received)
	for _, column := range b.Values {
		values += e.values(column)
		e.raw = binary.AppendUvarint(e.raw, uint64(len(e.column)))
		e.raw = append(e.raw, e.column...)
		e.columns++
		if len(e.raw) >= groupBytes {
			if err := e.closeGroup(); err != nil {
				return nil, 0, err
			}
		}
	}
	if len(e.raw) > 0 || e.groups == 0 {
		if err := e.closeGroup(); err != nil {
			return nil, 0, err
		}
	}
	dst = append(dst, format)
	dst = binary.AppendUvarint(dst, uint64(rows))
	dst = binary.AppendUvarint(dst, uint64(b.Columns.Len()))
	dst = binary.AppendUvarint(dst, uint64(e.groups))
	dst = append(dst, e.head...)
	return append(dst, e.packed...), values, nil
}

func (e *encoder) closeGroup() error {
	if len(e.raw) > maxGroupBytes {
		return fmt.Errorf("a chunk cannot hold a column group of %d bytes", len(e.raw))
	}
	e.pack = packer.EncodeAll(e.raw, e.pack[:0])
	body := e.pack
	if len(body) >= len(e.raw) {
		body = e.raw
	}
	e.head = binary.AppendUvarint(e.head, uint64(e.columns))
	e.head = binary.AppendUvarint(e.head, uint64(len(e.raw)))
	e.head = binary.AppendUvarint(e.head, uint64(len(body)))
	e.packed = append(e.packed, body...)
	e.raw, e.columns = e.raw[:0], 0
	e.groups++
	return nil
}

// times writes second differences: a regular clock is a run of zeros.
func (e *encoder) times(times []int64) {
	last, step := int64(0), int64(0)
	for _, t := range times {
		e.raw = binary.AppendVarint(e.raw, t-last-step)
		last, step = t, t-last
	}
}

// marks writes runs of equal flags.
func (e *encoder) marks(flags []reading.Flag) {
	for i := 0; i < len(flags); {
		j := i + 1
		for j < len(flags) && flags[j] == flags[i] {
			j++
		}
		e.raw = binary.AppendUvarint(e.raw, uint64(flags[i]))
		e.raw = binary.AppendUvarint(e.raw, uint64(j-i))
		i = j
	}
}

// received writes the delay of each row in seconds: directly, which suits rows sent at once, or as differences, which
// suits a backlog.
func (e *encoder) received(times, received []int64) {
	if len(received) == 0 {
		e.raw = append(e.raw, receivedNone)
		return
	}
	kind := len(e.raw)
	e.raw = append(e.raw, receivedDelays)
	for i, t := range times {
		e.raw = binary.AppendVarint(e.raw, received[i]/1000-floorSecond(t))
	}
	e.trial = e.trial[:0]
	last := int64(0)
	for i, t := range times {
		delay := received[i]/1000 - floorSecond(t)
		e.trial = binary.AppendVarint(e.trial, delay-last)
		last = delay
	}
	// Delays of one byte vary less than their differences.
	if plain := len(e.raw) - kind - 1; plain > len(times) && len(e.trial) < plain {
		e.raw[kind] = receivedDifferences
		e.raw = append(e.raw[:kind+1], e.trial...)
	}
}

func floorSecond(ms int64) int64 {
	s := ms / 1000
	if ms%1000 < 0 {
		s--
	}
	return s
}

// values writes one column to e.column and returns the number of values.
func (e *encoder) values(column []float64) int {
	e.column = e.column[:0]
	e.present = e.present[:0]
	constant := true
	for _, v := range column {
		if !reading.IsMissing(v) {
			e.present = append(e.present, v)
			constant = constant && math.Float64bits(v) == math.Float64bits(e.present[0])
		}
	}
	if len(e.present) == 0 {
		e.column = append(e.column, kindNone)
		return 0
	}
	flag := byte(0)
	if len(e.present) < len(column) {
		flag = withMissing
	}
	e.column = append(e.column, flag)
	if flag != 0 {
		at := len(e.column)
		e.column = append(e.column, make([]byte, (len(column)+7)/8)...)
		for i, v := range column {
			if !reading.IsMissing(v) {
				e.column[at+i/8] |= 1 << (i % 8)
			}
		}
	}
	if constant {
		e.column[0] |= kindConstant
		e.column = binary.LittleEndian.AppendUint64(e.column, math.Float64bits(e.present[0]))
		return len(e.present)
	}
	e.units = slices.Grow(e.units[:0], len(e.present))[:len(e.present)]
	if decimals, ok := Decimal(e.present, e.units); ok {
		e.column[0] |= kindDecimal
		e.column = append(e.column, byte(decimals))
		last := int64(0)
		start := len(e.column)
		for _, n := range e.units {
			e.column = binary.AppendVarint(e.column, n-last)
			last = n
		}
		if len(e.column)-start <= wideDifference*len(e.present) {
			return len(e.present)
		}
		// A formula maps a quantized input to few values, however far apart.
		e.pack = packer.EncodeAll(e.column[start:], e.pack[:0])
		e.smallest(start-1, kindDecimal, len(e.pack), kindDistinct)
		return len(e.present)
	}
	e.smallest(len(e.column), kindNone, math.MaxInt, kindRaw, kindXOR, kindDistinct)
	return len(e.present)
}

// wideDifference is the mean length from which other encodings than differences are tried.
const wideDifference = 2

// smallest encodes the values from byte start of the column with the encoding that packs best, unless the current one
// already packs into at most size bytes.
func (e *encoder) smallest(start int, best byte, size int, kinds ...byte) {
	for _, kind := range kinds {
		e.trial = e.trial[:0]
		switch kind {
		case kindRaw:
			for _, v := range e.present {
				e.trial = binary.LittleEndian.AppendUint64(e.trial, math.Float64bits(v))
			}
		case kindXOR:
			e.xor()
		case kindDistinct:
			if !e.byDistinct() {
				continue
			}
		}
		e.pack = packer.EncodeAll(e.trial, e.pack[:0])
		if len(e.pack) < size {
			size, best = len(e.pack), kind
			e.column = append(e.column[:start], e.trial...)
		}
	}
	e.column[0] = e.column[0]&withMissing | best
}

func (e *encoder) xor() {
	n := len(e.present)
	e.trial = slices.Grow(e.trial, 8*n)[:8*n]
	last := uint64(0)
	for i, v := range e.present {
		bits := math.Float64bits(v)
		planes(e.trial, i, n, bits^last)
		last = bits
	}
}

// planes puts the bytes of a word into eight planes of n bytes each.
func planes(dst []byte, i, n int, word uint64) {
	for k := range 8 {
		dst[k*n+i] = byte(word >> (8 * k))
	}
}

// byDistinct returns false if there are too many distinct values to pay off.
func (e *encoder) byDistinct() bool {
	clear(e.number)
	e.distinct = e.distinct[:0]
	for _, v := range e.present {
		bits := math.Float64bits(v)
		if _, known := e.number[bits]; !known {
			if len(e.distinct) >= len(e.present)/2 {
				return false
			}
			e.number[bits] = 0
			e.distinct = append(e.distinct, bits)
		}
	}
	slices.SortFunc(e.distinct, func(a, b uint64) int { return cmp.Compare(ordered(a), ordered(b)) })
	n := len(e.distinct)
	e.trial = binary.AppendUvarint(e.trial, uint64(n))
	at := len(e.trial)
	e.trial = append(e.trial, make([]byte, 8*n)...)
	last := uint64(0)
	for i, bits := range e.distinct {
		planes(e.trial[at:], i, n, ordered(bits)-last)
		last = ordered(bits)
		e.number[bits] = i
	}
	before := 0
	for _, v := range e.present {
		i := e.number[math.Float64bits(v)]
		e.trial = binary.AppendVarint(e.trial, int64(i-before))
		before = i
	}
	return true
}

// ordered maps the bits of a number to an integer with the same order; disordered reverses it.
func ordered(bits uint64) uint64 {
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
}

func disordered(word uint64) uint64 {
	if word>>63 != 0 {
		return word &^ (1 << 63)
	}
	return ^word
}
