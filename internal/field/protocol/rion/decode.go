package rion

import (
	"slices"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Decoder decodes the answers to polls.
type Decoder struct {
	builder protocol.ColumnBuilder
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode returns one reading per exchange, without a time. Exchanges that only set something are an Ack.
func (d *Decoder) Decode(frame []byte, profile any, into *protocol.Message) error {
	into.Reset()
	into.Items = 1
	into.Type = protocol.Ack
	p := profileOf(profile)
	for rest := frame; len(rest) > 0 || len(frame) == 0; {
		request, err := next(rest)
		if err != nil {
			return err
		}
		answer, err := next(rest[len(request):])
		if err != nil {
			return err
		}
		if !answers(request, answer) {
			return errs.New(errs.AnswerOfOther)
		}
		rest = rest[len(request)+len(answer):]
		if request.command() != readAngles {
			continue
		}
		into.Type = protocol.Data
		if err := d.read(p, answer, into); err != nil {
			return err
		}
	}
	return nil
}

func (d *Decoder) read(p *Profile, answer frame, into *protocol.Message) error {
	v := measured(answer)
	d.builder.Begin()
	for i, column := range p.columns(v.bytes[0]) {
		d.builder.Add(0, column.field, v.numbers[i]/column.divisor)
	}
	columns, bad := d.builder.Columns()
	if bad != nil {
		return errs.OnField(bad.Column.Field, bad.Message, bad.Args...)
	}
	channel := int32(0)
	if address := answer.address(); address != p.address {
		channel = int32(address)
	}
	if slices.ContainsFunc(into.Readings, func(r protocol.Reading) bool { return r.Channel == channel }) {
		return errs.New(errs.Duplicate)
	}
	into.Readings = append(into.Readings, protocol.Reading{
		Channel: channel, Item: -1, Columns: columns, Values: into.Hold(d.builder.Values()),
	})
	return nil
}
