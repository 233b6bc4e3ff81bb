package json

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/vibration"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// block has the members of a block message, or of a capture.
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
	data        []byte // base64, of a capture
}

type axis struct {
	name []byte
	text []byte // base64
}

const (
	minRate    = 0.01 // Hz
	maxRate    = 1000
	maxSamples = 1 << 16          // of an axis in a message
	maxRecord  = 1 << 17          // of an axis in a record: 120 s at 1,000 Hz, and some more
	maxParts   = reading.MaxNodes // each is a column of the reading
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
	case "data":
		return d.captured()
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

// captured decodes the content of a capture. Data of another kind of message is additional data.
func (d *Decoder) captured() *wrong {
	if d.peek() != '"' {
		return d.skip(0)
	}
	text, plain, w := d.rawString()
	if w == nil && plain {
		d.block.data = text
	}
	return w
}

// samples converts a block into a waveform and the reading that refers to it, at the start of the record.
func (d *Decoder) samples(o *object) *wrong {
	b, m := &d.block, d.into
	if w := b.check(o, len(m.Readings)); w != nil {
		return w
	}
	made := &vibration.Fragment{Rate: b.rate, Scale: 1, Count: int(b.count)}
	if b.hasScale {
		made.Scale = b.scale
	}
	if b.parts > 1 {
		made.Part, made.Parts = int32(b.part), int32(b.parts)
	}
	raw := make([]byte, 0, 2*made.Count)
	for _, a := range b.axes {
		name := string(a.name)
		axis := vibration.Component{Field: axisField(name, b.unit), Unit: b.unit}
		if slices.Contains(made.Axes, axis) {
			return refuse(errs.Duplicate).under(axis.Field).under("axes")
		}
		var err error
		if raw, err = base64.StdEncoding.AppendDecode(raw[:0], a.text); err != nil {
			return refuse(errs.FormatWrong).under(name).under("axes")
		}
		if len(raw) != 2*made.Count {
			return refuse(errs.SamplesUneven, "count", made.Count, "bytes", len(raw)).under(name).under("axes")
		}
		samples := make([]int16, made.Count)
		for i := range samples {
			samples[i] = int16(binary.LittleEndian.Uint16(raw[2*i:]))
		}
		made.Axes, made.Samples = append(made.Axes, axis), append(made.Samples, samples)
	}
	made.Content = vibration.ContentOf(made)
	d.head.Begin()
	d.head.Add(made.Part, []byte(vibration.BlockField), float64(made.Content))
	columns, bad := d.head.Columns()
	if bad != nil {
		return badColumn(bad)
	}
	m.Waveform = made
	m.Readings = append(m.Readings, protocol.Reading{
		Channel: int32(b.channel), Child: o.sn, Name: o.name, Time: o.t, HasTime: true, History: o.history, Item: -1,
		Columns: columns, Values: m.Hold(d.head.Values()),
	})
	return nil
}

// check refuses a block that says something impossible of its samples.
func (b *block) check(o *object, readings int) *wrong {
	switch {
	case readings > 0:
		return refuse(errs.Unexpected).under("v")
	case !(b.rate >= minRate && b.rate <= maxRate):
		return refuse(errs.OutOfRange, "min", minRate, "max", maxRate).under("fs")
	case b.count == 0:
		return refuse(errs.Empty).under("n")
	case len(b.axes) == 0:
		return refuse(errs.Empty).under("axes")
	case b.encoding != "i16le-b64":
		return refuse(errs.NotOneOf, "allowed", "i16le-b64").under("enc")
	case b.hasScale && !(math.Abs(b.scale) > 0 && math.Abs(b.scale) <= 1e9):
		return refuse(errs.OutOfRange, "min", "-1e9", "max", "1e9").under("scale")
	case b.parts < b.part:
		return refuse(errs.OutOfRange, "min", 1, "max", max(b.parts, 1)).under("part")
	case b.parts > 1 && b.part == 0:
		return refuse(errs.Empty).under("part")
	case max(b.parts, 1)*b.count > maxRecord:
		return refuse(errs.OutOfRange, "min", 1, "max", maxRecord/b.count).under("parts")
	case strings.ContainsAny(b.unit, "\t\n"):
		return refuse(errs.FormatWrong).under("unit")
	case !o.hasTime:
		return refuse(errs.Empty).under("t")
	}
	return nil
}

// triggered is the event code of a triggered record.
const triggered = "trigger"

// trigger adds a reading with what triggered a record: the largest of the event's values, or 0 if it has none.
func (d *Decoder) trigger(o *object) *wrong {
	m := d.into
	var most float64
	for i := range m.Readings {
		for _, v := range m.Readings[i].Values {
			if math.Abs(v) > math.Abs(most) {
				most = v
			}
		}
	}
	d.head.Begin()
	d.head.Add(0, []byte(vibration.TriggerField), most)
	columns, bad := d.head.Columns()
	if bad != nil {
		return badColumn(bad)
	}
	m.Readings = append(m.Readings, protocol.Reading{
		Channel: int32(d.block.channel), Child: o.sn, Name: o.name, Time: o.t, HasTime: true, History: o.history, Item: -1,
		Columns: columns, Values: m.Hold(d.head.Values()),
	})
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
