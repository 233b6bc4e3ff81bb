package modbus

import (
	"encoding/binary"
	"slices"
	"sort"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Decoder decodes the answers to polls.
type Decoder struct {
	builder protocol.ColumnBuilder
	found   []found
}

// found is a decoded value.
type found struct {
	channel, node int32
	field         []byte
	value         float64
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode returns one reading per channel, without a time: Modbus has none. Registers that are no item of the profile
// are ignored. A refused request is an error unless another one was answered. Exchanges that only write are an Ack.
func (d *Decoder) Decode(frame []byte, profile any, into *protocol.Message) error {
	into.Reset()
	into.Items = 1
	p := profileOf(profile)
	d.found = d.found[:0]
	into.Type = protocol.Ack
	var refusal *errs.Error
	answered := false
	for rest := frame; len(rest) > 0 || len(frame) == 0; {
		e, err := p.exchange(rest)
		if err != nil {
			return err
		}
		rest = rest[e.size:]
		if err := refused(e.answer); err != nil {
			refusal = err
			continue
		}
		answered = true
		if reads(e.request.function()) {
			into.Type = protocol.Data
			d.read(p, e)
		}
	}
	if !answered {
		return refusal
	}
	return d.readings(into)
}

// read decodes the items that an answer has completely.
func (d *Decoder) read(p *Profile, e exchange) {
	p.each(e.request, func(it *item, register int, node int32) {
		d.found = append(d.found, found{channel: it.channel, node: node, field: it.field, value: it.value(e, register)})
	})
}

// each calls visit with the items that a request reads completely, and where they are.
func (p *Profile) each(request unit, visit func(it *item, register int, node int32)) {
	function, start := request.function(), request.start()
	end := start + request.count()
	from := sort.Search(len(p.items), func(i int) bool {
		it := &p.items[i]
		return it.function > function || it.function == function && it.register >= start
	})
	for i := from; i < len(p.items); i++ {
		it := &p.items[i]
		if it.function != function || it.register >= end {
			break
		}
		if it.register+it.registers() <= end {
			visit(it, it.register, it.node)
		}
	}
	a := p.array
	if a == nil || a.function != function {
		return
	}
	for n := max(0, (start-a.start)/a.step); n < a.nodes(maxRegister) && a.start+n*a.step < end; n++ {
		for i := range a.items {
			it := &a.items[i]
			if register := a.start + n*a.step + it.register; register >= start && register+it.registers() <= end {
				visit(it, register, int32(n+1))
			}
		}
	}
}

// value decodes an item of an answer.
func (it *item) value(e exchange, register int) float64 {
	offset := register - e.request.start()
	data := e.answer.data()
	var v float64
	switch {
	case bits(it.function):
		v = float64(data[offset/8] >> (offset % 8) & 1)
	case it.kind == bit:
		word := data[2*offset : 2*offset+2]
		if it.order == badc || it.order == dcba {
			v = float64(binary.LittleEndian.Uint16(word) >> it.bit & 1)
		} else {
			v = float64(binary.BigEndian.Uint16(word) >> it.bit & 1)
		}
	default:
		v = value(it.kind, it.order, data[2*offset:2*(offset+it.registers())])
	}
	return finite(v*it.scale/it.divisor + it.add)
}

// readings groups the values by channel.
func (d *Decoder) readings(into *protocol.Message) error {
	byChannel := func(a, b found) int { return int(a.channel) - int(b.channel) }
	if !slices.IsSortedFunc(d.found, byChannel) {
		slices.SortStableFunc(d.found, byChannel)
	}
	for rest := d.found; len(rest) > 0; {
		channel := rest[0].channel
		d.builder.Begin()
		for len(rest) > 0 && rest[0].channel == channel {
			d.builder.Add(rest[0].node, rest[0].field, rest[0].value)
			rest = rest[1:]
		}
		columns, bad := d.builder.Columns()
		if bad != nil { // a frame that has the same request twice
			return errs.OnField(bad.Column.Field, bad.Message, bad.Args...)
		}
		into.Readings = append(into.Readings, protocol.Reading{
			Channel: channel, Item: -1, Columns: columns, Values: into.Hold(d.builder.Values()),
		})
	}
	return nil
}
