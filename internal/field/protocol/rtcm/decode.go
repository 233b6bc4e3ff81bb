package rtcm

import (
	"encoding/json"
	"math/bits"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Settings is how often the number of satellites is recorded.
type Settings struct {
	Every int `json:"every,omitempty"` // s, 1 to 3600; default 60. Epochs that are no multiple of it are skipped
}

// Profile is a checked profile.
type Profile struct{ every int64 } // ms

const (
	defaultEvery = 60
	maxEvery     = 3600
)

// ReadProfile reads and checks a profile.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	s := Settings{Every: defaultEvery}
	if len(text) > 0 {
		if err := errs.Decode(text, &s); err != nil {
			return nil, err
		}
	}
	if s.Every < 1 || s.Every > maxEvery {
		return nil, errs.OnField("every", errs.OutOfRange, "min", 1, "max", maxEvery)
	}
	return &Profile{every: int64(s.Every) * 1000}, nil
}

// Decoder decodes messages.
type Decoder struct {
	builder    protocol.ColumnBuilder
	current    epoch
	satellites [systems]uint64 // of the current epoch
	position   bool
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode returns a reading with the number of satellites per recorded epoch, and one with the first antenna position,
// which has no time. Items is the number of messages.
func (d *Decoder) Decode(frame []byte, profile any, into *protocol.Message) error {
	into.Reset()
	every := int64(defaultEvery * 1000)
	if p, ok := profile.(*Profile); ok && p != nil {
		every = p.every
	}
	d.builder.Begin()
	d.satellites, d.position = [systems]uint64{}, false
	if len(frame) == 0 {
		return errs.New(errs.FrameIncomplete)
	}
	for rest := frame; len(rest) > 0; {
		m, n, err := next(rest)
		if err != nil {
			return err
		}
		rest = rest[n:]
		into.Items++
		if e, ok := m.epoch(); ok && e.at%every == 0 {
			d.count(e, into)
		}
	}
	d.finish(into)
	for rest := frame; len(rest) > 0 && !d.position; {
		m, n, _ := next(rest)
		rest = rest[n:]
		d.antenna(m, into)
	}
	return nil
}

// count adds the satellites of a system to the current epoch, or begins the next one. A system with many satellites
// sends several messages, each with some of them.
func (d *Decoder) count(e epoch, into *protocol.Message) {
	if e.at != d.current.at || e.cycle != d.current.cycle {
		d.finish(into)
	}
	d.current = e
	d.satellites[e.system] |= e.satellites
}

// finish turns the current epoch into a reading.
func (d *Decoder) finish(into *protocol.Message) {
	for system, satellites := range d.satellites {
		if satellites != 0 {
			d.builder.Add(0, []byte(systemFields[system]), float64(bits.OnesCount64(satellites)))
		}
	}
	d.satellites = [systems]uint64{}
	if d.builder.Len() > 0 {
		d.reading(protocol.Reading{Time: d.current.at, HasTime: true, Cycle: d.current.cycle}, into)
	}
}

// antenna adds the antenna position of a message, if it has one.
func (d *Decoder) antenna(m message, into *protocol.Message) {
	x, y, z, ok := m.position()
	if !ok {
		return
	}
	d.position = true
	d.builder.Add(0, []byte("arpX"), x)
	d.builder.Add(0, []byte("arpY"), y)
	d.builder.Add(0, []byte("arpZ"), z)
	if height, ok := m.height(); ok {
		d.builder.Add(0, []byte("antennaHeight"), height)
	}
	d.reading(protocol.Reading{}, into)
}

// reading adds a reading with the values of the builder, whose names are ours and different.
func (d *Decoder) reading(r protocol.Reading, into *protocol.Message) {
	r.Item = -1
	r.Columns, _ = d.builder.Columns()
	r.Values = into.Hold(d.builder.Values())
	into.Readings = append(into.Readings, r)
	d.builder.Begin()
}
