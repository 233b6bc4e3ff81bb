package geocom

import (
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Decoder decodes measurements.
type Decoder struct {
	builder protocol.ColumnBuilder
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// maxMeasurements bounds the readings of one frame.
const maxMeasurements = 256

// Decode returns one reading per measurement, without a time. Its code is the return code, 0 or a warning. A refusal is
// an error unless a measurement was answered. Exchanges without a measurement are an Ack.
func (d *Decoder) Decode(frame []byte, _ any, into *protocol.Message) error {
	into.Reset()
	into.Items = 1
	into.Type = protocol.Ack
	var refusal *errs.Error
	answered := false
	for rest := frame; len(rest) > 0 || len(frame) == 0; {
		r, a, n, err := exchange(rest)
		if err != nil {
			return err
		}
		rest = rest[n:]
		measures := quantities[r.rpc]
		if err := a.refused(); err != nil {
			if refusal == nil {
				refusal = err
			}
			continue
		}
		if measures == nil {
			continue
		}
		if len(into.Readings) == maxMeasurements {
			return errs.New(errs.TooManyItems, "max", maxMeasurements)
		}
		answered = true
		if err := d.measurement(measures, a, into); err != nil {
			return err
		}
	}
	if refusal != nil && !answered {
		return refusal
	}
	return nil
}

// exchange returns the request and the answer at the beginning of what is left.
func exchange(b []byte) (r request, a answer, size int, _ *errs.Error) {
	asked, n, ok := line(b)
	if !ok {
		return r, a, 0, errs.New(errs.FrameIncomplete)
	}
	if r, ok = parseRequest(asked); !ok {
		return r, a, 0, errs.New(errs.FrameUnknown)
	}
	got, m, ok := line(b[n:])
	if !ok {
		return r, a, 0, errs.New(errs.FrameIncomplete)
	}
	if a, ok = parseAnswer(got); !ok {
		return r, a, 0, errs.New(errs.FrameUnknown)
	}
	if a.transaction != r.transaction {
		return r, a, 0, errs.New(errs.AnswerOfOther)
	}
	return r, a, n + m, nil
}

func (d *Decoder) measurement(measures []quantity, a answer, into *protocol.Message) *errs.Error {
	if len(a.values) < len(measures) {
		return errs.New(errs.FrameIncomplete)
	}
	d.builder.Begin()
	for i, q := range measures {
		if q.field != "" {
			d.builder.Add(0, []byte(q.field), q.value(a.values[i]))
		}
	}
	d.builder.Add(0, []byte("code"), float64(a.code))
	columns, bad := d.builder.Columns()
	if bad != nil {
		return errs.OnField(bad.Column.Field, bad.Message, bad.Args...)
	}
	into.Type = protocol.Data
	into.Readings = append(into.Readings, protocol.Reading{Item: -1, Columns: columns, Values: into.Hold(d.builder.Values())})
	return nil
}
