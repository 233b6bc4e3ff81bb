package nmea

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Settings is what differs between receivers.
type Settings struct {
	Position string `json:"position,omitempty"` // GGA (default), or RMC for trackers that send no GGA
}

// Profile is a checked profile.
type Profile struct{ fromRMC bool }

// ReadProfile reads and checks a profile.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	var s Settings
	if len(text) > 0 {
		if err := errs.Decode(text, &s); err != nil {
			return nil, err
		}
	}
	switch s.Position {
	case "", "GGA":
		return &Profile{}, nil
	case "RMC":
		return &Profile{fromRMC: true}, nil
	}
	return nil, errs.OnField("position", errs.NotOneOf, "allowed", "GGA, RMC")
}

// Decoder decodes sentences.
type Decoder struct {
	builder protocol.ColumnBuilder
	fromRMC bool
	into    *protocol.Message

	ofDay   int64 // time of day of the current epoch, ms; -1: none yet
	date    int64 // midnight of its day, ms UTC
	hasDate bool
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode returns one reading per epoch. Other sentences are ignored.
func (d *Decoder) Decode(frame []byte, profile any, into *protocol.Message) error {
	into.Reset()
	into.Items = 1
	p, _ := profile.(*Profile)
	d.into, d.fromRMC = into, p != nil && p.fromRMC
	d.ofDay, d.hasDate = -1, false
	d.builder.Begin()
	if len(frame) == 0 {
		return errs.New(errs.FrameIncomplete)
	}
	for rest := frame; len(rest) > 0; {
		if rest[0] != '$' {
			return errs.New(errs.FrameUnknown)
		}
		n, ok := next(rest)
		switch {
		case !ok:
			return errs.New(errs.FrameUnknown)
		case n == 0:
			return errs.New(errs.FrameIncomplete)
		}
		s, _ := parse(rest[:n])
		if err := d.sentence(s); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return d.finish()
}

// sentence adds a sentence to the current epoch, or begins the next one.
func (d *Decoder) sentence(s parsed) error {
	switch s.kind {
	case "GGA", "GST", "RMC", "ZDA":
	default:
		return nil
	}
	ofDay, ok := timeOfDay(s.field(1))
	if !ok {
		return nil // no time without satellites
	}
	if ofDay != d.ofDay {
		if err := d.finish(); err != nil {
			return err
		}
		if d.hasDate && ofDay < d.ofDay {
			d.date += msPerDay // past midnight
		}
		d.ofDay = ofDay
	}
	if date, ok := s.date(); ok {
		d.date, d.hasDate = date, true
	}
	switch s.kind {
	case "GGA":
		d.gga(s)
	case "GST":
		for i, name := range []string{"sigN", "sigE", "sigU"} {
			if v, ok := s.number(6 + i); ok {
				d.add(name, round(v*1000, 1e4))
			}
		}
	case "RMC":
		d.rmc(s)
	}
	return nil
}

func (d *Decoder) add(name string, v float64) { d.builder.Add(0, []byte(name), v) }

func (d *Decoder) gga(s parsed) {
	quality, ok := s.number(6)
	if !ok {
		return
	}
	d.add("quality", quality)
	if sats, ok := s.number(7); ok {
		d.add("sats", sats)
	}
	if quality == 0 {
		return
	}
	if lat, lon, ok := s.position(2); ok && !d.fromRMC {
		d.add("lat", lat)
		d.add("lon", lon)
	}
	if height, ok := s.height(); ok {
		d.add("height", height)
	}
	if hdop, ok := s.number(8); ok {
		d.add("hdop", hdop)
	}
}

func (d *Decoder) rmc(s parsed) {
	if s.field(2) != "A" {
		return
	}
	if lat, lon, ok := s.position(3); ok && d.fromRMC {
		d.add("lat", lat)
		d.add("lon", lon)
	}
	if speed, ok := s.number(7); ok {
		d.add("speed", round(speed*knot, 1e6))
	}
	if heading, ok := s.number(8); ok {
		d.add("heading", heading)
	}
}

// finish turns the current epoch into a reading.
func (d *Decoder) finish() error {
	if d.builder.Len() == 0 {
		return nil
	}
	columns, bad := d.builder.Columns()
	if bad != nil { // the same sentence twice
		return errs.OnField(bad.Column.Field, bad.Message, bad.Args...)
	}
	r := protocol.Reading{Item: -1, Time: d.ofDay, HasTime: true, Columns: columns, Values: d.into.Hold(d.builder.Values())}
	if d.hasDate {
		r.Time += d.date
	} else {
		r.Cycle = msPerDay
	}
	d.into.Readings = append(d.into.Readings, r)
	d.builder.Begin()
	return nil
}
