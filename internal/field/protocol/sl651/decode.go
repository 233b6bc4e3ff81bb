package sl651

import (
	"bytes"
	"fmt"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Functions (SL 651-2014 table 8; domain protocols.md section 6).
const (
	keepAlive   = 0x2F
	testReport  = 0x30
	extraReport = 0x33
	manual      = 0x35
	photo       = 0x36
	askNow      = 0x37
	askHistory  = 0x38
	askElements = 0x3A
	setRunning  = 0x42
	askVersion  = 0x45
	askState    = 0x46
	setClock    = 0x4A
)

// maxReadings bounds one message.
const maxReadings = 1 << 14

const (
	minute      = int64(time.Minute / time.Millisecond)
	fiveMinutes = 5 * minute
	slots       = 12 // of an array of an hour
)

// Decoder decodes messages of one or more frames.
type Decoder struct {
	builder protocol.ColumnBuilder
	profile *profile
	into    *protocol.Message
	joined  []byte // text of several packets
	history bool

	// The current observation: its time, its values, and its arrays of an hour.
	time    int64
	timed   bool
	values  []value
	arrays  [9][slots]float64 // F4 to FC
	present [9]bool

	interval int64 // ms between repeated values
}

type value struct {
	id    int
	field string
	v     float64
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

func (d *Decoder) Decode(b []byte, configured any, into *protocol.Message) error {
	into.Reset()
	d.into, d.profile = into, profileOf(configured)
	d.values, d.present, d.interval = d.values[:0], [9]bool{}, 0
	f, text, sent, err := d.message(b)
	if err != nil {
		return err
	}
	into.Items = 1
	if !d.begin(f) {
		if f.function == askVersion && !f.down {
			into.Firmware = version(text)
		}
		return nil
	}
	// A station that has lost its clock still sends readings; their time is that of receipt.
	d.time, d.timed = clock(sent[:])
	if f.ascii {
		err = d.words(text)
	} else {
		err = d.pieces(text, f.function)
	}
	if err == nil {
		err = d.flush()
	}
	if err != nil {
		return err
	}
	if len(into.Readings) == 0 && f.function == manual { // a person typed words
		into.Type, into.Online = protocol.Status, true
	}
	into.Items = max(1, len(into.Readings))
	return nil
}

// message parses the frames of a message and joins their texts. f is the first frame.
func (d *Decoder) message(b []byte) (f frame, text []byte, sent [clockLen]byte, err error) {
	f, bad := parse(b)
	if bad != nil {
		return f, nil, sent, bad
	}
	serial, sent, text, ok := f.intro()
	if !ok {
		return f, nil, sent, errs.New(errs.FrameIncomplete)
	}
	d.into.Seq, d.into.HasSeq = int64(serial), true
	b = b[f.size:]
	if f.multi && f.of > 1 {
		d.joined = append(d.joined[:0], text...)
		for no := 2; no <= f.of; no++ {
			next, bad := parse(b)
			if bad != nil {
				return f, nil, sent, bad
			}
			if next.station != f.station || next.function != f.function || next.of != f.of || next.no != no {
				return f, nil, sent, errs.New(errs.FrameMixed, "want", fmt.Sprintf("%s %02X %d/%d", f.address(), f.function, no, f.of))
			}
			d.joined = append(d.joined, next.text...)
			b = b[next.size:]
		}
		text = d.joined
	}
	if len(b) > 0 {
		return f, nil, sent, errs.New(errs.FrameMixed, "want", fmt.Sprintf("%s %02X", f.address(), f.function))
	}
	return f, text, sent, nil
}

// begin sets the type of the message by its function, and reports whether it has readings.
func (d *Decoder) begin(f frame) bool {
	m := d.into
	if d.history = f.function == askHistory; f.down {
		m.Type = protocol.Ack
		return false
	}
	switch f.function {
	case keepAlive, askVersion:
		m.Type, m.Online = protocol.Status, true
		return false
	case extraReport:
		m.Type, m.Code = protocol.Event, "extra"
	case testReport, 0x31, 0x32, 0x34, manual, photo, askNow, askHistory, askElements, askState:
		m.Type = protocol.Data
	default:
		m.Type = protocol.Ack
		return false
	}
	m.AckUp = f.function <= photo
	return true
}

// version returns the version of a station's program: the printable end of a text.
func version(text []byte) string {
	from := len(text)
	for from > 0 && text[from-1] >= ' ' && text[from-1] < 0x7F {
		from--
	}
	const most = 64
	return string(bytes.TrimSpace(text[max(from, len(text)-most):]))
}

// pieces decodes a text in the HEX/BCD encoding.
func (d *Decoder) pieces(text []byte, function byte) error {
	w := walker{rest: text, typeless: typeless(function)}
	repeats := 0
	for len(w.rest) > 0 {
		p, bad := w.next()
		if bad != nil {
			return bad
		}
		var err error
		switch p.kind {
		case station:
		case observed:
			err = d.observe(p.data)
		case typed:
			err = d.words(p.data)
		case picture:
			err = d.photo(p.data)
		case rain, levels:
			err = d.array(p.id, p.data)
		case step:
			if d.interval, err = steps(p.data); err == nil {
				err = d.flush()
			}
		case status:
			err = d.add(p.id, d.scaled(p.id, bits(p.data)))
		case number, repeated:
			switch {
			case len(p.data) == 0:
			case !w.repeats:
				err = d.add(p.id, decimal(p.data, p.decimals, d.scale(p.id)))
			default:
				err = d.repeat(p.id, repeats, decimal(p.data, p.decimals, d.scale(p.id)))
				repeats++
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// observe begins an observation.
func (d *Decoder) observe(digits []byte) error {
	if err := d.flush(); err != nil {
		return err
	}
	at, ok := clock(digits)
	if !ok {
		return errs.OnField("el_F0", errs.DigitsInvalid, "digits", fmt.Sprintf("%X", digits))
	}
	d.time, d.timed = at, true
	return nil
}

// photo keeps a picture. The message refers to it after the packets are gone.
func (d *Decoder) photo(jpeg []byte) error {
	if err := d.flush(); err != nil {
		return err
	}
	d.builder.Begin()
	d.into.Picture = bytes.Clone(jpeg)
	return d.emit(d.time)
}
