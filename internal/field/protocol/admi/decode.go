package admi

import (
	"math"
	"strconv"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/platform/errs"
)

// Decoder decodes frames.
type Decoder struct {
	builder protocol.ColumnBuilder
	message admipb.ConnectResponse
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Fields of the catalog (domain devices.md section 5.25).
var fields = []struct {
	name []byte
	of   func(*admipb.Segment) *float64
}{
	{[]byte("ax"), func(s *admipb.Segment) *float64 { return s.Ax }},
	{[]byte("ay"), func(s *admipb.Segment) *float64 { return s.Ay }},
	{[]byte("az"), func(s *admipb.Segment) *float64 { return s.Az }},
	{[]byte("x"), func(s *admipb.Segment) *float64 { return s.X }},
	{[]byte("y"), func(s *admipb.Segment) *float64 { return s.Y }},
	{[]byte("z"), func(s *admipb.Segment) *float64 { return s.Z }},
	{[]byte("temp"), func(s *admipb.Segment) *float64 { return s.Temperature }},
}

// Decode implements protocol.Decoder.
func (d *Decoder) Decode(frame []byte, _ any, into *protocol.Message) error {
	into.Reset()
	if err := read(frame, &d.message); err != nil {
		return err
	}
	if d.message.GetOutcome() != nil {
		into.Type = protocol.Ack
		return nil
	}
	r := d.message.GetReading()
	into.Items = 1
	into.Seq, into.HasSeq = int64(r.Number&math.MaxInt64), true
	d.builder.Begin()
	for i, segment := range r.Segments {
		if segment.Node < 1 || segment.Node > protocol.MaxNode {
			return errs.OnField("segments["+strconv.Itoa(i)+"].node", errs.OutOfRange, "min", 1, "max", protocol.MaxNode)
		}
		for _, field := range fields {
			if v := field.of(segment); v != nil {
				d.builder.Add(segment.Node, field.name, valid(*v))
			}
		}
	}
	if d.builder.Len() == 0 {
		return errs.OnField("segments", errs.Empty)
	}
	columns, bad := d.builder.Columns()
	if bad != nil {
		return errs.OnField("segments", bad.Message, bad.Args...)
	}
	into.Readings = append(into.Readings, protocol.Reading{
		Time: r.TimeMs, HasTime: r.TimeMs != 0, Seq: into.Seq, HasSeq: true, History: r.Delayed, Item: -1,
		Columns: columns, Values: into.Hold(d.builder.Values()),
	})
	return nil
}

// valid returns a number; NaN, which is an invalid value, for what is none.
func valid(v float64) float64 {
	if !reading.IsFinite(v) {
		return math.NaN()
	}
	return v
}

// receipt encodes the acknowledgement of a stored reading (protocol.Stream).
func receipt(frame []byte, _ time.Time, _ bool) []byte {
	var m admipb.ConnectResponse
	if read(frame, &m) != nil || m.GetReading() == nil {
		return nil
	}
	return sent(&admipb.ConnectRequest{Of: &admipb.ConnectRequest_Acknowledgement{
		Acknowledgement: &admipb.Acknowledgement{Number: m.GetReading().Number},
	}})
}
