package json

import (
	"encoding/base64"
	"encoding/binary"
	"math"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// block has the members of a block message.
type block struct {
	channel     int64
	hasChannel  bool
	rate        float64 // Hz
	count       int64
	scale       float64
	hasScale    bool
	unit        string
	encoding    string
	part, parts int64
	axes        []axis
}

type axis struct {
	name []byte
	text []byte // base64
}

const (
	maxRate    = 1000 // Hz: sample times are whole milliseconds
	maxSamples = 1 << 16
	maxParts   = 1 << 16
	maxAxes    = 8
)

func (d *Decoder) blockMember(name []byte) (w *wrong) {
	b := &d.block
	switch string(name) {
	case "fs":
		b.rate, _, w = d.number()
	case "n":
		b.count, _, w = d.integer(1, maxSamples)
	case "scale":
		b.scale, b.hasScale, w = d.number()
	case "unit":
		b.unit, w = d.string(maxText)
	case "enc":
		b.encoding, w = d.string(maxText)
	case "part":
		b.part, _, w = d.integer(1, maxParts)
	case "parts":
		b.parts, _, w = d.integer(1, maxParts)
	case "axes":
		return d.axes()
	default:
		return d.skip(0)
	}
	return w
}

func (d *Decoder) axes() *wrong {
	if w := d.open('{'); w != nil {
		return w
	}
	d.block.axes = d.block.axes[:0]
	for n := 0; ; n++ {
		done, w := d.next(n == 0, '}')
		if w != nil || done {
			return w
		}
		if n == maxAxes {
			return refuse(errs.TooManyEntries, "max", maxAxes)
		}
		name, plain, w := d.key()
		if w != nil {
			return w
		}
		if !plain || !protocol.FieldName(string(name)) {
			return refuse(errs.FormatWrong).under(shown(name))
		}
		if d.peek() != '"' {
			return refuse(errs.WrongType, "type", "string").under(string(name))
		}
		text, plain, w := d.rawString()
		if w != nil {
			return w.under(string(name))
		}
		if !plain {
			return refuse(errs.FormatWrong).under(string(name))
		}
		d.block.axes = append(d.block.axes, axis{name, text})
	}
}

// samples converts a block into readings, one per sample: sample i of part p has the time t + ((p-1)·n + i)·1000/fs,
// rounded to the millisecond.
func (d *Decoder) samples(o *object) *wrong {
	b, m := &d.block, d.into
	if len(m.Readings) > 0 {
		return refuse(errs.Unexpected).under("v")
	}
	switch {
	case !(b.rate > 0 && b.rate <= maxRate):
		return refuse(errs.OutOfRange, "min", 0, "max", maxRate).under("fs")
	case b.count == 0:
		return refuse(errs.Empty).under("n")
	case len(b.axes) == 0:
		return refuse(errs.Empty).under("axes")
	case b.encoding != "i16le-b64":
		return refuse(errs.NotOneOf, "allowed", "i16le-b64").under("enc")
	case b.hasScale && b.scale == 0:
		return refuse(errs.OutOfRange, "min", "-1e9", "max", "1e9").under("scale")
	case b.parts < b.part:
		return refuse(errs.OutOfRange, "min", 1, "max", max(b.parts, 1)).under("part")
	}
	if !b.hasScale {
		b.scale = 1
	}
	// 0.001 is not an exact double but 1000 is: dividing gives the double nearest to the decimal.
	inverse := math.Round(1 / b.scale)
	divides := inverse*b.scale == 1

	d.head.Begin()
	for _, a := range b.axes {
		d.head.Add(0, []byte(axisField(string(a.name), b.unit)), 0)
	}
	columns, bad := d.head.Columns()
	if bad != nil {
		return refuse(bad.Message, bad.Args...).under(bad.Column.Field).under("axes")
	}
	count, width := int(b.count), len(b.axes)
	start := d.into.Hold(make([]float64, count*width)) // rows of samples
	raw := make([]byte, 0, 2*count)
	for column, a := range b.axes {
		var err error
		raw, err = base64.StdEncoding.AppendDecode(raw[:0], a.text)
		if err != nil {
			return refuse(errs.FormatWrong).under(string(a.name)).under("axes")
		}
		if len(raw) != 2*count {
			return refuse(errs.SamplesUneven, "count", count, "bytes", len(raw)).under(string(a.name)).under("axes")
		}
		for i := range count {
			v := float64(int16(binary.LittleEndian.Uint16(raw[2*i:])))
			if divides {
				v /= inverse
			} else {
				v *= b.scale
			}
			start[i*width+column] = v
		}
	}
	first := 0
	if b.part > 0 {
		first = int(b.part-1) * count
	}
	for i := range count {
		m.Readings = append(m.Readings, protocol.Reading{
			Channel: int32(b.channel), Child: o.sn, Name: o.name,
			Time: o.t + int64(math.Round(float64(first+i)*1000/b.rate)), HasTime: o.hasTime,
			History: o.history, Item: -1,
			Columns: columns, Values: start[i*width : (i+1)*width : (i+1)*width],
		})
	}
	if !o.hasTime {
		return refuse(errs.Empty).under("t") // samples need a time
	}
	return nil
}

// axisField returns the field of an axis as in the raw field catalog (domain devices.md appendix A, VDM and QDM).
func axisField(name, unit string) string {
	if name != "x" && name != "y" && name != "z" {
		return name
	}
	switch unit {
	case "mm/s", "m/s", "cm/s":
		return "v" + name
	case "m/s2", "m/s²", "mm/s2", "mm/s²", "g", "mg", "gal":
		return "a" + name
	}
	return name
}
