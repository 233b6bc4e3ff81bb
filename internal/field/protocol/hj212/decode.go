package hj212

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Commands (HJ 212-2017 section 6.6.5; domain protocols.md section 5).
const (
	readClock       = "1011"
	setClock        = "1012"
	clockRequest    = "1013"
	readRealTime    = "1061"
	setRealTime     = "1062"
	readMinutes     = "1063"
	setMinutes      = "1064"
	realTime        = "2011"
	stopRealTime    = "2012"
	minutes         = "2051"
	started         = "2081"
	requestAnswer   = "9011"
	executionResult = "9012"
	noticeAnswer    = "9013"
	dataAnswer      = "9014"
)

// Decoder decodes messages of one or more frames.
type Decoder struct {
	builder protocol.ColumnBuilder
	profile *profile
	into    *protocol.Message
	primary string // the number that is the value of a factor
	time    int64
	hasTime bool
	sent    int64 // by the request number; 0: not known
	name    []byte
	digits  []byte

	// The current factor: its code, its first value, and whether a flag has made its values invalid.
	code    []byte
	first   int
	invalid bool
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

func (d *Decoder) Decode(frame []byte, configured any, into *protocol.Message) error {
	into.Reset()
	d.into, d.profile, d.hasTime = into, profileOf(configured), false
	d.builder.Begin()
	var command []byte
	for rest, no := frame, 0; no == 0 || len(rest) > 0; no++ {
		data, behind, err := open(rest)
		if err != nil {
			return err
		}
		rest = behind
		s, ok := parse(data)
		if !ok {
			return errs.OnField("CP", errs.Empty)
		}
		if no == 0 {
			command = s.cn
			d.begin(s)
		} else if !bytes.Equal(s.cn, command) {
			return errs.OnField("CN", errs.FrameMixed, "want", string(command))
		}
		if into.Type != protocol.Data {
			continue
		}
		if err := d.content(s.content); err != nil {
			return err
		}
	}
	if into.Type != protocol.Data {
		into.Items = 1
		return nil
	}
	if err := d.flush(); err != nil {
		return err
	}
	if len(into.Readings) == 0 {
		return errs.OnField("CP", errs.Empty)
	}
	into.Items = len(into.Readings)
	return nil
}

// begin sets the type of the message by its command. Stations also send commands of their vendors, such as heartbeats:
// they say that the station is online.
func (d *Decoder) begin(s segment) {
	m := d.into
	d.sent, _ = clock(s.qn)
	m.AckUp = s.flagged && s.flag&wantsAnswer != 0
	d.primary = "Avg"
	switch string(s.cn) {
	case clockRequest:
		m.Type = protocol.TimeRequest
	case started:
		m.Type, m.Code = protocol.Event, "restart"
	case requestAnswer, executionResult, noticeAnswer, dataAnswer, readClock, readRealTime, readMinutes:
		m.Type = protocol.Ack
	case realTime:
		d.primary = "Rtd"
	default:
		if s.cn[0] != '2' || string(s.cn) == stopRealTime {
			m.Type, m.Online = protocol.Status, true
		}
	}
}

// content decodes the factors of a frame. An item ends with a comma or semicolon; both occur in either place.
func (d *Decoder) content(items []byte) error {
	d.code = nil
	for len(items) > 0 {
		item := items
		if end := bytes.IndexAny(items, ",;"); end >= 0 {
			item, items = items[:end], items[end+1:]
		} else {
			items = nil
		}
		name, value, ok := bytes.Cut(item, []byte{'='})
		if !ok {
			continue
		}
		if string(name) == "DataTime" {
			if err := d.dataTime(value); err != nil {
				return err
			}
			continue
		}
		dash := bytes.LastIndexByte(name, '-')
		if dash <= 0 {
			continue
		}
		if err := d.item(name[:dash], name[dash+1:], value); err != nil {
			return err
		}
	}
	return nil
}

// dataTime begins a reading, unless it continues the previous frame.
func (d *Decoder) dataTime(value []byte) error {
	at, ok := clock(value)
	if !ok {
		return errs.OnField("DataTime", errs.FormatWrong)
	}
	if d.hasTime && d.time == at {
		return nil
	}
	if err := d.flush(); err != nil {
		return err
	}
	d.time, d.hasTime, d.code = at, true, nil
	return nil
}

// storedAfter is how long before its frame a reading was measured at least that a station sends from its memory, in ms. Data
// of a day come after its end.
const storedAfter = 48 * 3600 * 1000

// clock decodes a wall clock, yyyyMMddHHmm with optional seconds and milliseconds, as if it were UTC, in ms.
func clock(digits []byte) (int64, bool) {
	if len(digits) != 12 && len(digits) != 14 && len(digits) != 17 {
		return 0, false
	}
	part := func(from, to int) int {
		if to > len(digits) || from < 0 {
			return 0
		}
		v := 0
		for _, b := range digits[from:to] {
			if b < '0' || b > '9' {
				return -1
			}
			v = 10*v + int(b-'0')
		}
		return v
	}
	y, mo, da, h, mi, s, ms := part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 12), part(12, 14), part(14, 17)
	if y < 1 || mo < 1 || mo > 12 || da < 1 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 59 || ms < 0 {
		return 0, false
	}
	at := time.Date(y, time.Month(mo), da, h, mi, s, ms*int(time.Millisecond), time.UTC)
	return at.UnixMilli(), at.Day() == da
}

// item decodes one number of a factor, or its flag.
func (d *Decoder) item(code, kind, value []byte) error {
	if !bytes.Equal(code, d.code) {
		d.code, d.first, d.invalid = code, d.builder.Len(), false
	}
	switch string(kind) {
	case "Flag":
		if good := string(value) == "N" || string(value) == "S"; !good {
			d.invalid = true
			for i := d.first; i < d.builder.Len(); i++ {
				d.builder.Values()[i] = reading.Missing
			}
		}
		return nil
	case "EFlag", "SampleTime", "Info":
		return nil // about the instrument
	}
	f, known := d.profile.factors[string(code)]
	if string(kind) == "Cou" { // a total is not in the unit of the value
		f.scale, f.shift = 1, 0
	}
	v, isNumber := d.value(value, f)
	if !isNumber && !measured(kind) {
		return nil
	}
	if d.invalid {
		v = reading.Missing
	}
	d.field(code, kind, f, known)
	if d.builder.Len() == reading.MaxFieldsPerNode {
		return errs.OnField("CP", errs.ReadingLimits, "nodes", reading.MaxNodes, "fields", reading.MaxFieldsPerNode)
	}
	d.builder.Add(0, d.name, v)
	return nil
}

// measured reports whether a kind is always a number, so that other text means that there is none.
func measured(kind []byte) bool {
	switch string(kind) {
	case "Rtd", "Avg", "Min", "Max", "Cou":
		return true
	}
	return false
}

// field spells the field of a number of a factor in d.name.
func (d *Decoder) field(code, kind []byte, f factor, known bool) {
	d.name = d.name[:0]
	if known {
		d.name = append(d.name, f.field...)
	} else {
		if code[0] >= '0' && code[0] <= '9' {
			d.name = append(d.name, 'p')
		}
		for _, b := range code {
			d.name = append(d.name, letter(b))
		}
	}
	if string(kind) == d.primary {
		return
	}
	for _, b := range kind {
		d.name = append(d.name, letter(b))
	}
}

// letter returns a character of a code as it can be in a field name.
func letter(b byte) byte {
	if b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' {
		return b
	}
	return '_'
}

// value decodes a number in the unit of its field; ok is false, and the number Missing, if it is none.
func (d *Decoder) value(digits []byte, f factor) (v float64, ok bool) {
	if len(digits) == 0 {
		return reading.Missing, false
	}
	exponent := false
	for _, b := range digits {
		if exponent = exponent || b == 'e' || b == 'E'; (b < '0' || b > '9') && b != '.' && b != '-' && b != '+' && b != 'e' && b != 'E' {
			return reading.Missing, false
		}
	}
	scale := f.scale
	if f.shift != 0 {
		if exponent {
			scale *= math.Pow10(f.shift)
		} else {
			d.digits = append(append(d.digits[:0], digits...), 'e')
			digits = strconv.AppendInt(d.digits, int64(f.shift), 10)
			d.digits = digits
		}
	}
	v, err := strconv.ParseFloat(text(digits), 64)
	if scale != 0 {
		v *= scale
	}
	if err != nil || !reading.IsFinite(v) {
		return reading.Missing, false
	}
	return v, true
}

// flush ends the current reading.
func (d *Decoder) flush() error {
	if d.builder.Len() == 0 {
		return nil
	}
	columns, bad := d.builder.Columns()
	if bad != nil {
		return errs.OnField("CP."+bad.Column.Field, bad.Message, bad.Args...)
	}
	d.into.Readings = append(d.into.Readings, protocol.Reading{
		Time: d.time, HasTime: d.hasTime, Local: d.hasTime, History: d.hasTime && d.sent-d.time > storedAfter, Item: -1,
		Columns: columns, Values: d.into.Hold(d.builder.Values()),
	})
	d.builder.Begin()
	return nil
}
