package rows

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/platform/bytesread"
)

// OfPut returns the row of a put.
func OfPut(p *series.Put) Row {
	return Row{Time: p.Time, Received: WholeSecond(p.Received), Flag: p.Flag, Columns: p.Columns, Values: p.Values}
}

// ResultOfPut returns the row of a result put, which has no time of receipt.
func ResultOfPut(p *series.Put) Row {
	return Row{Time: p.Time, Flag: p.Flag, Columns: p.Columns, Values: p.Values}
}

// plainBits replaces the number of decimals if values are stored as bits.
const plainBits = 0xff

// maxUnits is the number of values up to which decimals are tried.
const maxUnits = 64

// AppendRow packs a row without its columns: the time as a difference to base, the receipt for raw series, the flag,
// and the values as integers over one power of ten if that is exact, else as bits.
func AppendRow(dst []byte, row Row, raw bool, base int64) []byte {
	dst = binary.AppendVarint(dst, row.Time-base)
	if raw {
		dst = binary.AppendVarint(dst, row.Received/1000-row.Time/1000)
	}
	dst = binary.AppendUvarint(dst, uint64(row.Flag))
	if len(row.Values) <= maxUnits {
		var units [maxUnits]int64
		if decimals, ok := codec.Decimal(row.Values, units[:]); ok {
			dst = append(dst, byte(decimals))
			for _, n := range units[:len(row.Values)] {
				dst = binary.AppendVarint(dst, n)
			}
			return dst
		}
	}
	dst = append(dst, plainBits)
	for _, v := range row.Values {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// Pack packs one row with its columns; Unpack reverses it.
func Pack(dst []byte, row Row, raw bool) []byte {
	return new(Packer).Append(dst, row, raw)
}

// Packer packs rows with their columns. It keeps the list of the previous row's columns, usually the same in the next.
type Packer struct {
	columns *reading.Columns
	list    []byte
}

// Append appends one row with its columns.
func (p *Packer) Append(dst []byte, row Row, raw bool) []byte {
	if p.columns != row.Columns {
		p.columns, p.list = row.Columns, codec.AppendColumns(p.list[:0], row.Columns)
	}
	return AppendRow(append(dst, p.list...), row, raw, 0)
}

// Unpack reads what Pack wrote.
func Unpack(data []byte, raw bool) (Row, error) {
	u := NewUnpacker(data)
	row := u.Row(u.Columns(), raw, 0)
	return row, u.Err()
}

// ErrDamaged reports bytes that are not packed rows.
var ErrDamaged = errors.New("packed rows are damaged")

// Unpacker reads packed rows and numbers; after an error it reads zeros.
type Unpacker struct {
	bytesread.Reader
	values []float64

	// The previous column list, usually the same in the next.
	list    []byte
	columns *reading.Columns
}

// NewUnpacker returns an unpacker of data.
func NewUnpacker(data []byte) *Unpacker { return &Unpacker{Reader: bytesread.Reader{Rest: data}} }

// Reset continues with other data.
func (u *Unpacker) Reset(data []byte) { u.Reader = bytesread.Reader{Rest: data} }

// More reports whether there is more data.
func (u *Unpacker) More() bool { return len(u.Rest) > 0 }

// Err returns ErrDamaged after an error.
func (u *Unpacker) Err() error {
	if u.Failed {
		return ErrDamaged
	}
	return nil
}

// Columns reads a column list.
func (u *Unpacker) Columns() *reading.Columns {
	if u.columns != nil && bytes.HasPrefix(u.Rest, u.list) {
		u.Rest = u.Rest[len(u.list):]
		return u.columns
	}
	columns, rest, err := codec.ReadColumns(u.Rest)
	if err != nil {
		u.Fail()
		return reading.Intern(nil)
	}
	u.list = append(u.list[:0], u.Rest[:len(u.Rest)-len(rest)]...)
	u.columns, u.Rest = columns, rest
	return columns
}

// Row reads what AppendRow wrote. Its values are valid until the next Row.
func (u *Unpacker) Row(columns *reading.Columns, raw bool, base int64) Row {
	if columns.Len() > len(u.values) {
		u.values = make([]float64, columns.Len())
	}
	row := Row{Columns: columns, Values: u.values[:columns.Len()]}
	row.Time = base + u.Varint()
	if raw {
		row.Received = (u.Varint() + row.Time/1000) * 1000
	}
	row.Flag = reading.Flag(u.Uvarint())
	if decimals := u.Byte(); decimals != plainBits {
		for i := range row.Values {
			v, ok := codec.FromDecimal(u.Varint(), int(decimals))
			if !ok {
				u.Fail()
			}
			row.Values[i] = v
		}
		return row
	}
	u.Floats(row.Values)
	return row
}
