package jsonmap

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// MaxRows is the maximum number of records in a message.
const MaxRows = 20_000

// Decoder decodes messages.
type Decoder struct {
	builder protocol.ColumnBuilder
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode sets the Item of a reading to the number of its record.
func (d *Decoder) Decode(frame []byte, profile any, into *protocol.Message) error {
	into.Reset()
	into.List = "rows"
	p, _ := profile.(*Profile)
	if p == nil {
		return errs.New(errs.MappingMissing)
	}
	top, err := parse(frame)
	if err != nil {
		return err
	}
	whole := &record{value: top}
	if !p.success.holds(whole) {
		said := ""
		if found, ok := whole.at(p.message); ok && p.message.set {
			said, _ = textOf(found)
		}
		return errs.New(errs.SenderFailed, "text", shortened(said))
	}
	found, err := walk(top, whole, p.rows.steps, func(r *record) error {
		if into.Items == MaxRows {
			return errs.OnField("rows", errs.TooManyEntries, "max", MaxRows)
		}
		into.Items++
		if !p.only.holds(r) {
			return nil
		}
		return d.record(p, r, into)
	})
	if err != nil {
		return err
	}
	if !found {
		return errs.OnField("rows", errs.MustExist)
	}
	return nil
}

// parse reads one value of JSON.
func parse(message []byte) (top any, err error) {
	text := json.NewDecoder(bytes.NewReader(message))
	text.UseNumber()
	if err := text.Decode(&top); err != nil {
		return nil, errs.Wrap(err, errs.BadJSON)
	}
	if _, err := text.Token(); err != io.EOF {
		return nil, errs.New(errs.BadJSON)
	}
	return top, nil
}

// maxSaid is the maximum length of the sender's text in a message.
const maxSaid = 200

func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxSaid {
		return string(runes[:maxSaid]) + "…"
	}
	return text
}

// record decodes one record: a reading for each of its channels.
func (d *Decoder) record(p *Profile, r *record, into *protocol.Message) error {
	item := into.Items - 1
	refuse := func(member string, m *errs.Message) error {
		return errs.OnField("rows["+strconv.Itoa(item)+"]."+member, m)
	}
	// The time comes from the sender's system, which keeps readings and hands them out later: no measure of a device's clock.
	to := protocol.Reading{Item: int32(item), History: true}
	if p.at.set {
		value, _ := r.at(p.at)
		at, local, ok := p.clock.at(value)
		if !ok {
			return refuse("time", errs.FormatWrong)
		}
		to.Time, to.HasTime, to.Local = at, true, local
	}
	for _, name := range []struct {
		path   path
		member string
		into   *[]byte
	}{{p.device, "device", &to.Child}, {p.name, "name", &to.Name}} {
		if !name.path.set {
			continue
		}
		value, _ := r.at(name.path)
		text, ok := textOf(value)
		if !ok || text == "" {
			return refuse(name.member, errs.Empty)
		}
		*name.into = []byte(text)
	}
	node, ok := number(r, p.place, protocol.MaxNode)
	if !ok {
		return refuse("node", errs.FormatWrong)
	}
	if to.Channel, ok = number(r, p.no, protocol.MaxChannel); !ok {
		return refuse("channel", errs.FormatWrong)
	}
	return d.values(p, r, to, node, into)
}

// number returns the whole number at a path; 0 without a path.
func number(r *record, p path, most int64) (int32, bool) {
	if !p.set {
		return 0, true
	}
	value, _ := r.at(p)
	text, _ := textOf(value)
	n, err := strconv.ParseInt(text, 10, 32)
	return int32(n), err == nil && n >= 0 && n <= most
}

// values adds a reading for each run of values of one channel.
func (d *Decoder) values(p *Profile, r *record, to protocol.Reading, node int32, into *protocol.Message) error {
	fixed := to.Channel
	d.builder.Begin()
	finish := func() error {
		if d.builder.Len() == 0 {
			return nil
		}
		columns, bad := d.builder.Columns()
		if bad != nil {
			return errs.OnField("rows["+strconv.Itoa(int(to.Item))+"]."+bad.Column.Field, bad.Message, bad.Args...)
		}
		to.Columns, to.Values = columns, into.Hold(d.builder.Values())
		into.Readings = append(into.Readings, to)
		d.builder.Begin()
		return nil
	}
	for i := range p.values {
		v := &p.values[i]
		found, ok := r.at(v.from)
		if !ok || found == nil || !v.only.holds(r) {
			continue
		}
		if channel := fixed + v.Channel; channel != to.Channel {
			if err := finish(); err != nil {
				return err
			}
			to.Channel = channel
		}
		if x, ok := v.number(found); ok {
			d.builder.Add(node+v.Node, []byte(v.Field), x)
		}
	}
	return finish()
}

// number returns the scaled number; NaN for what is no number, nothing for an empty text.
func (v *value) number(found any) (x float64, ok bool) {
	if truth, is := found.(bool); is {
		found = json.Number("0")
		if truth {
			found = json.Number("1")
		}
	}
	text, ok := textOf(found)
	if text == "" && ok {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !ok {
		return math.NaN(), true
	}
	factor := v.Factor
	if factor == 0 {
		factor = 1
	}
	if x = x*factor + v.Offset; !reading.IsFinite(x) {
		x = math.NaN()
	}
	return x, true
}
