// Package codec packs a run of rows of one series into a chunk, a compressed
// columnar byte string, and unpacks the wanted columns of one. It is lossless bit
// for bit. It knows neither databases nor the meaning of values.
//
// Layout of a chunk: format byte; rows, columns and groups (uvarint); for each
// group its columns, unpacked and packed length; then the groups. The first group
// starts with the column list, times, flags and seconds of receipt; in every group
// each column is preceded by its length, so that unwanted ones can be skipped.
// A group is one zstd frame, or plain bytes if that is not longer.
package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/klauspost/compress/zstd"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/bytesread"
)

const (
	format = 1

	// groupBytes is the unpacked size at which a group is closed. A narrow chunk is one group; of a wide chunk, the
	// curve of one node unpacks only a few groups.
	groupBytes = 32 << 10

	// Limits of a chunk. Hostile bytes cannot allocate more memory than these.
	maxValues     = 1 << 20
	maxRows       = 1 << 16
	maxColumns    = 1 << 17
	maxGroupBytes = 8 << 20
)

// errCorrupt is wrapped by every error about invalid chunks.
var errCorrupt = errors.New("corrupt chunk")

func corrupt(what string) error { return fmt.Errorf("%w: %s", errCorrupt, what) }

// RowLimit returns the number of rows at which a chunk with so many columns is full: 2000 for narrow rows (longer
// chunks are not denser), fewer for wide ones, so that a chunk has some tens of kilobytes.
func RowLimit(columns int) int {
	return min(2000, max(8, 40_000/max(1, columns)))
}

// ExtendLimit returns the number of rows from which rows are no longer added to a chunk: each addition packs all of it
// again, and half of a full chunk is as dense.
func ExtendLimit(columns int) int { return RowLimit(columns) / 2 }

// MayHold reports whether a chunk may have so many rows and columns.
func MayHold(rows, columns int) bool {
	return rows <= maxRows && columns <= maxColumns && rows*max(1, columns) <= maxValues
}

// The packer and unpacker take megabytes, so the process shares one of each.
var (
	packer = must(zstd.NewWriter(nil, zstd.WithEncoderConcurrency(2), zstd.WithLowerEncoderMem(true),
		zstd.WithWindowSize(128<<10), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithEncoderLevel(zstd.SpeedDefault)))
	unpacker = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(maxGroupBytes)))
)

func must[T any](made T, err error) T {
	if err != nil {
		panic(err) // only for contradicting options
	}
	return made
}

// Encodings of the seconds of receipt.
const (
	receivedNone        = iota
	receivedDelays      // seconds after the time of the row
	receivedDifferences // differences of these delays
)

// Encodings of a column; a bitmap of missing values may come first.
const (
	kindNone     = iota // no values
	kindConstant        // one value for all rows
	kindDecimal         // integers over a power of ten, their differences as varint
	kindDistinct        // sorted distinct values, differences of their indices as varint
	kindXOR             // bits XOR the previous ones, by byte plane
	kindRaw             // plain bits

	withMissing = 0x80 // flag on the kind: a bitmap of the rows with a value follows
)

const maxDecimals = 12

var powers = [maxDecimals + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12}

// Decimal returns the fewest decimals that express all values exactly, and the values in that unit. ok is false for
// -0, NaN, Inf, values from 2^53 on, and values with more than 12 decimals. units must have the length of values.
func Decimal(values []float64, units []int64) (decimals int, ok bool) {
	checked := 0 // values before this index used fewer decimals
	for i := 0; i < len(values); {
		v := values[i]
		power := powers[decimals]
		scaled := math.RoundToEven(v * power)
		if math.Abs(scaled) < 1<<53 {
			n := int64(scaled)
			if math.Float64bits(float64(n)/power) == math.Float64bits(v) {
				units[i] = n
				i++
				continue
			}
		} else {
			return 0, false
		}
		if decimals == maxDecimals {
			return 0, false
		}
		decimals++
		checked = i
	}
	power := powers[decimals]
	for i, v := range values[:checked] {
		scaled := math.RoundToEven(v * power)
		if !(math.Abs(scaled) < 1<<53) {
			return 0, false
		}
		n := int64(scaled)
		if math.Float64bits(float64(n)/power) != math.Float64bits(v) {
			return 0, false
		}
		units[i] = n
	}
	return decimals, true
}

// FromDecimal returns the value of units of 10^-decimals; ok is false if there is none.
func FromDecimal(units int64, decimals int) (float64, bool) {
	if decimals < 0 || decimals > maxDecimals {
		return 0, false
	}
	return float64(units) / powers[decimals], true
}

// appendColumns writes a column list: each field name once, then field and difference of node for each column.
func appendColumns(dst []byte, columns *reading.Columns) []byte {
	var names []string
	number := make(map[string]int, 8)
	for _, column := range columns.List {
		if _, known := number[column.Field]; !known {
			number[column.Field] = len(names)
			names = append(names, column.Field)
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(names)))
	for _, name := range names {
		dst = binary.AppendUvarint(dst, uint64(len(name)))
		dst = append(dst, name...)
	}
	node := int32(0)
	for _, column := range columns.List {
		dst = binary.AppendUvarint(dst, uint64(number[column.Field]))
		dst = binary.AppendVarint(dst, int64(column.Node)-int64(node))
		node = column.Node
	}
	return dst
}

// AppendColumns writes a column list with its length; ReadColumns reads it.
func AppendColumns(dst []byte, columns *reading.Columns) []byte {
	dst = binary.AppendUvarint(dst, uint64(columns.Len()))
	return appendColumns(dst, columns)
}

// ReadColumns reads what AppendColumns wrote and returns the bytes after it.
func ReadColumns(data []byte) (*reading.Columns, []byte, error) {
	c := cursorOf(data)
	n := c.Length(maxColumns)
	list, err := c.columns(n)
	if err != nil {
		return nil, nil, err
	}
	return reading.Intern(list), c.Rest, nil
}

// cursor reads the parts of a chunk.
type cursor struct{ bytesread.Reader }

func cursorOf(data []byte) cursor { return cursor{bytesread.Reader{Rest: data}} }

func (c *cursor) columns(n int) ([]reading.Column, error) {
	fields := c.Length(n)
	if n > len(c.Rest) { // each column takes at least two bytes
		return nil, corrupt("column list")
	}
	names := make([]string, fields)
	for i := range names {
		names[i] = string(c.Take(c.Length(len(c.Rest))))
	}
	list := make([]reading.Column, n)
	node := int64(0)
	for i := range list {
		field := c.Length(fields - 1)
		node += c.Varint()
		if c.Failed || fields == 0 || node != int64(int32(node)) {
			return nil, corrupt("column list")
		}
		list[i] = reading.Column{Field: names[field], Node: int32(node)}
	}
	if c.Failed {
		return nil, corrupt("column list")
	}
	return list, nil
}
