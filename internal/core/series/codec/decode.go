package codec

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Decoder unpacks chunks into reused memory. The zero value is ready to use; it is not safe for concurrent use. The
// caller may re-slice the contents of a block.
type Decoder struct {
	block    series.Block
	times    []int64
	received []int64
	flags    []reading.Flag
	values   []float64
	bits     []uint64
	raw      []byte
	group    []group

	// The column list of the previous chunk, usually the same in the next.
	list    []byte
	columns *reading.Columns
	want    []reading.Column
	narrow  *reading.Columns
	place   []int // chunk column -> column of the block, or -1
	fresh   bool
}

type group struct {
	columns, raw, packed int
	body                 []byte
}

// Decode unpacks a chunk. want selects columns, nil means all. The block has those that the chunk has, in the order of
// the chunk, and is valid until the next Decode.
func (d *Decoder) Decode(chunk []byte, want []reading.Column) (*series.Block, error) {
	rows, columns, err := d.directory(chunk)
	if err != nil {
		return nil, err
	}
	body, err := d.open(0)
	if err != nil {
		return nil, err
	}
	c := cursorOf(body)
	if err := d.columnList(&c, columns, want); err != nil {
		return nil, err
	}
	if err := d.rowHeads(&c, rows); err != nil {
		return nil, err
	}
	b := &d.block
	b.Columns = d.narrow
	wanted := d.narrow.Len()
	d.values = slices.Grow(d.values[:0], rows*wanted)[:rows*wanted]
	b.Values = slices.Grow(b.Values[:0], wanted)[:wanted]
	for i := range b.Values {
		b.Values[i] = d.values[i*rows : (i+1)*rows : (i+1)*rows]
	}
	at := 0
	for i := range d.group {
		places := d.place[at : at+d.group[i].columns]
		at += d.group[i].columns
		if !slices.ContainsFunc(places, func(p int) bool { return p >= 0 }) {
			continue
		}
		if i > 0 {
			if body, err = d.open(i); err != nil {
				return nil, err
			}
			c = cursorOf(body)
		}
		for _, place := range places {
			packed := cursorOf(c.Take(c.Length(len(c.Rest))))
			if c.Failed {
				return nil, corrupt("column length")
			}
			if place >= 0 && !d.column(&packed, b.Values[place]) {
				return nil, corrupt("column")
			}
		}
	}
	return b, nil
}

// directory reads the frame of a chunk into d.group.
func (d *Decoder) directory(chunk []byte) (rows, columns int, err error) {
	if len(chunk) == 0 || chunk[0] != format {
		return 0, 0, corrupt("unknown format")
	}
	c := cursorOf(chunk[1:])
	rows, columns = c.Length(maxRows), c.Length(maxColumns)
	groups := c.Length(columns + 1)
	if c.Failed || !MayHold(rows, columns) || groups == 0 || groups > len(c.Rest) {
		return 0, 0, corrupt("size")
	}
	d.group = d.group[:0]
	left := columns
	for range groups {
		g := group{columns: c.Length(left), raw: c.Length(maxGroupBytes), packed: c.Length(len(c.Rest))}
		left -= g.columns
		d.group = append(d.group, g)
	}
	for i := range d.group {
		d.group[i].body = c.Take(d.group[i].packed)
	}
	if c.Failed || left != 0 || len(c.Rest) != 0 {
		return 0, 0, corrupt("groups")
	}
	return rows, columns, nil
}

// open unpacks a group.
func (d *Decoder) open(i int) ([]byte, error) {
	g := &d.group[i]
	if g.packed == g.raw {
		return g.body, nil
	}
	var head zstd.Header
	if err := head.Decode(g.body); err != nil || !head.HasFCS || head.FrameContentSize != uint64(g.raw) || head.Skippable {
		return nil, corrupt("group frame")
	}
	d.raw = slices.Grow(d.raw[:0], g.raw)
	raw, err := unpacker.DecodeAll(g.body, d.raw)
	if err != nil || len(raw) != g.raw {
		return nil, corrupt("group")
	}
	d.raw = raw
	return raw, nil
}

// columnList reads the column list, or skips one equal to the previous.
func (d *Decoder) columnList(c *cursor, columns int, want []reading.Column) error {
	same := d.columns != nil && d.columns.Len() == columns && bytes.HasPrefix(c.Rest, d.list)
	if same {
		c.Take(len(d.list))
	} else {
		all := c.Rest
		list, err := c.columns(columns)
		if err != nil {
			return err
		}
		d.list = append(d.list[:0], all[:len(all)-len(c.Rest)]...)
		d.columns = reading.Intern(list)
	}
	if same && d.fresh && slices.Equal(d.want, want) && (d.want == nil) == (want == nil) {
		return nil
	}
	d.fresh = true
	if want == nil {
		d.want, d.narrow = nil, d.columns
		d.place = d.place[:0]
		for i := range columns {
			d.place = append(d.place, i)
		}
		return nil
	}
	d.want = append(make([]reading.Column, 0, len(want)), want...)
	d.place = slices.Grow(d.place[:0], columns)[:columns]
	for i := range d.place {
		d.place[i] = -1
	}
	for _, column := range want {
		if i := d.columns.Index(column); i >= 0 {
			d.place[i] = 0
		}
	}
	kept := make([]reading.Column, 0, len(want))
	for i, place := range d.place {
		if place == 0 {
			d.place[i] = len(kept)
			kept = append(kept, d.columns.List[i])
		}
	}
	d.narrow = reading.Intern(kept)
	return nil
}

// rowHeads reads times, flags and receipts.
func (d *Decoder) rowHeads(c *cursor, rows int) error {
	if rows > len(c.Rest) { // a time takes at least one byte
		return corrupt("times")
	}
	b := &d.block
	d.times = slices.Grow(d.times[:0], rows)[:rows]
	b.Times = d.times
	last, step := int64(0), int64(0)
	for i := range b.Times {
		step += c.Varint()
		last += step
		b.Times[i] = last
	}
	d.flags = slices.Grow(d.flags[:0], rows)[:rows]
	b.Flags = d.flags
	for i := 0; i < rows; {
		flag, run := c.Uvarint(), c.Length(rows-i)
		if c.Failed || run == 0 || flag > math.MaxUint32 {
			return corrupt("flags")
		}
		for j := i; j < i+run; j++ {
			b.Flags[j] = reading.Flag(flag)
		}
		i += run
	}
	b.Received = nil
	if kind := c.Take(1); kind != nil && kind[0] != receivedNone {
		d.received = slices.Grow(d.received[:0], rows)[:rows]
		b.Received = d.received
		last := int64(0)
		for i, t := range b.Times {
			delay := c.Varint()
			if kind[0] == receivedDifferences {
				delay += last
				last = delay
			}
			b.Received[i] = (floorSecond(t) + delay) * 1000
		}
		c.Failed = c.Failed || kind[0] > receivedDifferences
	}
	if c.Failed {
		return corrupt("times")
	}
	return nil
}

// column unpacks one column into out and reports whether it could.
func (d *Decoder) column(c *cursor, out []float64) bool {
	kind := c.Take(1)
	if kind == nil {
		return false
	}
	var bitmap []byte
	present := len(out)
	if kind[0]&withMissing != 0 {
		bitmap = c.Take((len(out) + 7) / 8)
		if c.Failed {
			return false
		}
		present = 0
		for i := range out {
			present += int(bitmap[i/8] >> (i % 8) & 1)
		}
	}
	packed := out[len(out)-present:] // unpack at the end, then spread from the start
	ok := true
	switch kind[0] &^ withMissing {
	case kindNone:
		for i := range out {
			out[i] = reading.Missing
		}
		return true
	case kindConstant:
		word := c.Take(8)
		if word == nil {
			return false
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(word))
		for i := range packed {
			packed[i] = v
		}
	case kindDecimal:
		ok = c.decimals(packed)
	case kindRaw:
		words := c.Take(8 * present)
		if c.Failed {
			return false
		}
		for i := range packed {
			packed[i] = math.Float64frombits(binary.LittleEndian.Uint64(words[8*i:]))
		}
	case kindXOR:
		words := c.Take(8 * present)
		if c.Failed {
			return false
		}
		last := uint64(0)
		for i := range packed {
			last ^= fromPlanes(words, i, present)
			packed[i] = math.Float64frombits(last)
		}
	case kindDistinct:
		ok = d.byDistinct(c, packed)
	default:
		return false
	}
	if ok && bitmap != nil {
		next := 0
		for i := range out {
			if bitmap[i/8]>>(i%8)&1 != 0 {
				out[i] = packed[next]
				next++
			} else {
				out[i] = reading.Missing
			}
		}
	}
	return ok
}

func (c *cursor) decimals(out []float64) bool {
	head := c.Take(1)
	if head == nil || head[0] > maxDecimals {
		return false
	}
	power := powers[head[0]]
	data, n := c.Rest, int64(0)
	for i := range out {
		var word uint64
		if len(data) > 0 && data[0] < 0x80 {
			word, data = uint64(data[0]), data[1:]
		} else if len(data) > 1 && data[1] < 0x80 {
			word, data = uint64(data[0]&0x7f)|uint64(data[1])<<7, data[2:]
		} else {
			v, size := binary.Uvarint(data)
			if size <= 0 {
				return false
			}
			word, data = v, data[size:]
		}
		n += int64(word>>1) ^ -int64(word&1)
		out[i] = float64(n) / power
	}
	return true
}

func (d *Decoder) byDistinct(c *cursor, out []float64) bool {
	n := c.Length(len(out))
	words := c.Take(8 * n)
	if c.Failed || n == 0 {
		return false
	}
	d.bits = slices.Grow(d.bits[:0], n)[:n]
	last := uint64(0)
	for i := range d.bits {
		last += fromPlanes(words, i, n)
		d.bits[i] = disordered(last)
	}
	at := int64(0)
	for i := range out {
		at += c.Varint()
		if c.Failed || at < 0 || at >= int64(n) {
			return false
		}
		out[i] = math.Float64frombits(d.bits[at])
	}
	return true
}

func fromPlanes(src []byte, i, n int) (word uint64) {
	for k := range 8 {
		word |= uint64(src[k*n+i]) << (8 * k)
	}
	return word
}
