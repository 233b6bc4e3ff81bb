package ingest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Limits of device times (design core.md section 1): a wrong clock must not produce everyone's latest value.
const (
	earliestImported = 0 // 1970-01-01: old structures have old records
	ahead            = 24 * time.Hour
)

// Believable reports whether a device time is plausible for a time of receipt.
func Believable(t, received int64) bool {
	return t >= timeline.Earliest && t <= received+ahead.Milliseconds()
}

// Importable reports whether a time is plausible in an imported file.
func Importable(t, received int64) bool {
	return t >= earliestImported && t <= received+ahead.Milliseconds()
}

// ReadingFaults returns why readings of a decoded message are rejected: an implausible time, an unknown child or an
// unknown channel name, each with its position in the message; nil if all are good.
func ReadingFaults(d *Device, m *protocol.Message, received int64) error {
	m.Complete(received)
	var refused errs.Refusals
	for i := range m.Readings {
		if _, _, why := place(d, m, &m.Readings[i], received, Believable); why != nil {
			refused.Add(why.field, why.message, why.args...)
		}
	}
	return refused.Err()
}

// misplaced is the reason why a reading has no channel or time.
type misplaced struct {
	field   string
	message *errs.Message
	args    []any
}

// place returns the channel of the register's device that a reading belongs to, and its time: its own, or for now the
// time of receipt.
func place(d *Device, m *protocol.Message, r *protocol.Reading, received int64,
	believable func(t, received int64) bool,
) (channel int32, at int64, why *misplaced) {
	at = received
	if r.HasTime {
		if at = r.Time; !believable(at, received) {
			return 0, 0, &misplaced{path(m, r, "t"), errs.ReadingTime, []any{"time", at}}
		}
	}
	switch {
	case len(r.Name) > 0:
		no, ok := d.ChannelNamed(r.Name, at)
		if !ok {
			return 0, 0, &misplaced{path(m, r, "point"), errs.MustExist, nil}
		}
		return no, at, nil
	case len(r.Child) > 0 && string(r.Child) != d.SNCode && string(r.Child) != d.Register:
		if r.Channel != 0 {
			return 0, 0, &misplaced{path(m, r, "ch"), errs.Unexpected, nil}
		}
		no, ok := d.ChannelOfChild(r.Child, at)
		if !ok {
			return 0, 0, &misplaced{path(m, r, "sn"), errs.ChildUnknown, []any{"sn", string(r.Child)}}
		}
		return no, at, nil
	}
	return r.Channel, at, nil
}

// path returns the position of a reading's member as written by its sender.
func path(m *protocol.Message, r *protocol.Reading, member string) string {
	if r.Item < 0 {
		return member
	}
	return m.List + "[" + strconv.Itoa(int(r.Item)) + "]." + member
}

// stage1Batch is the outcome of some batches: rows of raw series in journal order, dead frames, and messages to
// devices.
type stage1Batch struct {
	rows         []series.Put
	waves        []series.Waveform
	values       int
	dead         []DeadLetter
	replies      []reply
	answers      []command.Answer
	polled       []collection.Reading
	clocks       []*Device // devices with a wrong clock
	images       []picture
	parts        []picturePart
	memory       *memory // of rows and values; nil allocates
	arena        []float64
	cells        map[int64]int // by device: rows times the columns of their channel
	corporations []int64       // owners of the devices
}

// hold copies values into the batch's memory, which is passed to stage 2.
func (b *stage1Batch) hold(values []float64) []float64 {
	if cap(b.arena)-len(b.arena) < len(values) {
		if b.memory == nil {
			b.memory = new(memory)
		}
		b.arena = b.memory.block(len(values))
	}
	start := len(b.arena)
	b.arena = append(b.arena, values...)
	return b.arena[start:len(b.arena):len(b.arena)]
}

// inOrderOfDevices returns the polled readings in the order in which all transactions lock devices.
func (b *stage1Batch) inOrderOfDevices() []collection.Reading {
	slices.SortStableFunc(b.polled, func(a, b collection.Reading) int { return cmp.Compare(a.Device, b.Device) })
	return b.polled
}

type reply struct {
	device  *Device
	message protocol.Message // only Type, Seq and HasSeq
}

// decoding decodes frames into rows. It belongs to one worker.
type decoding struct {
	directory         *Directory
	missingTimestamps *missingTimestamps
	seen              *seenDevices
	words             *columnLimit
	decoders          map[string]protocol.Decoder
	message           protocol.Message
}

// FamilyOf returns the protocol family of a device's frames and the profile for its decoder: tables for files, else that of the
// device. A device that speaks the protocol of a line may also send messages in the open format.
func FamilyOf(by Transport, device *Device, at int64) (spoken *protocol.Family, profile any) {
	if by == File {
		return protocol.Named(protocol.Files), nil
	}
	spoken, profile = device.Speaks(at)
	if message := by == MQTT || by == HTTP; message && spoken.OnLine() && device.Link(at).Protocol == "" {
		return protocol.Named(protocol.Open), nil
	}
	return spoken, profile
}

func (d *decoding) decoder(of *protocol.Family) protocol.Decoder {
	found, ok := d.decoders[of.Name]
	if !ok {
		found = of.NewDecoder()
		d.decoders[of.Name] = found
	}
	return found
}

// frame decodes one frame into the batch. It only returns errors of the program (the database); a bad frame becomes a
// dead frame.
func (d *decoding) frame(ctx context.Context, entry Entry, f *Frame, into *stage1Batch) error {
	if !f.Kind.decoded() {
		return nil
	}
	device, ok := d.directory.ByID(f.Device)
	if ok && !slices.Contains(into.corporations, device.CorporationID) {
		into.corporations = append(into.corporations, device.CorporationID)
	}
	if !ok { // deleted since the acknowledgement
		into.dead = append(into.dead, DeadLetter{Logged{entry, *f}, errs.New(errs.RegisterUnknown)})
		return nil
	}
	return d.frameOf(ctx, device, entry, f, into)
}

// frameOf decodes a frame of a device.
func (d *decoding) frameOf(ctx context.Context, device *Device, entry Entry, f *Frame, into *stage1Batch) error {
	bury := func(why *errs.Error) {
		into.dead = append(into.dead, DeadLetter{Logged{entry, *f}, why})
	}
	if len(f.Payload) == 0 && f.Kind == Up {
		d.seen.note(f.Device, f.Received, nil)
		bury(errs.New(errs.FrameEmpty))
		return nil
	}
	if f.Transport == MQTT && len(f.Payload) > reading.MaxMessageBytes {
		bury(errs.New(errs.BodyTooLarge))
		return nil
	}
	m := &d.message
	spoken, profile := FamilyOf(f.Transport, device, f.Received)
	err := d.decoder(spoken).Decode(f.Payload, profile, m)
	if (err != nil || m.Type == protocol.Ack) && spoken.Answer != nil {
		if a, ok := spoken.Answer(f.Payload); ok { // an answer to a command, whatever else it contains
			d.seen.note(f.Device, f.Received, nil)
			into.answers = append(into.answers, command.Answer{Gateway: f.Device, ID: a.ID, Code: a.Code, Message: a.Message, Result: a.Result, At: f.Received})
			return nil
		}
	}
	if err != nil {
		d.seen.note(f.Device, f.Received, nil)
		refused, ok := errs.As(err)
		if !ok {
			return err
		}
		bury(refused)
		return nil
	}
	toUTC(device, m)
	m.Complete(f.Received)
	d.note(f, m)
	if clockOff(f, m) {
		into.clocks = append(into.clocks, device)
	}
	var refused errs.Refusals
	before := len(into.rows)
	for i := range m.Readings {
		var why *misplaced
		var err error
		if r := &m.Readings[i]; len(m.Picture) > 0 && r.Columns.Len() == 0 {
			why = d.picture(device, entry, f, r, into)
		} else if why, err = d.reading(ctx, device, f, r, into); err != nil {
			return err
		}
		if why != nil {
			refused.Add(why.field, why.message, why.args...)
		}
	}
	if f.Kind.IsPolled() && len(into.rows) > before {
		into.polled = append(into.polled, collection.Reading{Device: f.Device, At: f.Received})
	}
	if why, ok := errs.As(refused.Err()); ok {
		bury(why) // the other readings of the frame are kept
	}
	if m.Type == protocol.TimeRequest || m.AckUp {
		into.replies = append(into.replies, reply{device, protocol.Message{Type: m.Type, Seq: m.Seq, HasSeq: m.HasSeq}})
	}
	return nil
}

func (d *decoding) reading(ctx context.Context, device *Device, f *Frame, r *protocol.Reading, into *stage1Batch) (*misplaced, error) {
	believable := Believable
	if f.Transport == File {
		believable = Importable
	}
	channel, at, why := place(device, &d.message, r, f.Received, believable)
	if why != nil {
		return why, nil
	}
	owner := device.ID
	if f.Kind.IsPolled() {
		if owner, channel, why = carrier(device, channel, at); why != nil {
			return why, nil
		}
	}
	id := series.RawID(owner, channel)
	if into.cells == nil {
		into.cells = map[int64]int{}
	}
	if why := d.words.admit(device.ID, id, r.Columns, f.Received, into.cells); why != nil {
		why.field = path(&d.message, r, why.field)
		return why, nil
	}
	var flag reading.Flag
	if !r.HasTime {
		flag = reading.TimeFixed
		var err error
		if at, err = d.missingTimestamps.timeOf(ctx, source{owner, channel}, r.Seq, r.HasSeq, f.Received); err != nil {
			return nil, err
		}
	}
	into.rows = append(into.rows, series.Put{
		Series: id, Time: at, Received: f.Received,
		Flag: flag, Columns: r.Columns, Values: into.hold(r.Values),
	})
	into.values += len(r.Values)
	if wave := d.message.Waveform; wave != nil {
		made := series.Waveform{Series: id, Fragment: *wave}
		made.Time, made.Received = at, f.Received
		into.waves = append(into.waves, made)
		into.values += made.Count * len(made.Axes)
	}
	return nil, nil
}

// carrier returns the device and channel whose series has a reading of a polled instrument, by the rule of
// definition.Device.Carrier: a sensor's values are those of its channel, those of a module are in its channels.
func carrier(device *Device, channel int32, at int64) (owner int64, no int32, why *misplaced) {
	connection, ok := device.Connection.At(at)
	switch {
	case !ok || connection.Value.CollectorID == 0 || device.Kind != catalog.MeasuringDevice:
		return device.ID, channel, nil
	case channel != 0:
		return 0, 0, &misplaced{"ch", errs.Unexpected, nil}
	}
	return connection.Value.CollectorID, connection.Value.ChannelNo, nil
}

// toUTC replaces wall clocks of the device's zone by times.
func toUTC(device *Device, m *protocol.Message) {
	var zone *time.Location
	for i := range m.Readings {
		r := &m.Readings[i]
		if !r.Local {
			continue
		}
		if zone == nil {
			zone = device.Zone()
		}
		clock := time.UnixMilli(r.Time).UTC()
		r.Time = time.Date(clock.Year(), clock.Month(), clock.Day(), clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), zone).UnixMilli()
		r.Local = false
	}
}

// clockOff reports whether the sender's clock is wrong: its latest reading, unless marked as history, is far from the
// time of receipt.
func clockOff(f *Frame, m *protocol.Message) bool {
	if f.Transport == File {
		return false
	}
	latest, live := int64(math.MinInt64), false
	for i := range m.Readings {
		if r := &m.Readings[i]; r.HasTime && !r.History {
			latest, live = max(latest, r.Time), true
		}
	}
	return live && (latest > f.Received+command.MaxClockOff.Milliseconds() || latest < f.Received-command.MaxClockOff.Milliseconds())
}

// note records what a frame says about the device itself. An imported file is no contact with the device.
func (d *decoding) note(f *Frame, m *protocol.Message) {
	if m.Type == protocol.Status && !m.Online {
		return // its last will, sent by the broker
	}
	believable := Believable
	var came int64
	if f.Transport == File {
		believable = Importable
	} else {
		came = f.Received
	}
	var said Seen
	for i := range m.Readings {
		r := &m.Readings[i]
		if r.Channel != 0 || len(r.Child) > 0 || len(r.Name) > 0 {
			continue
		}
		at := f.Received
		if r.HasTime {
			if at = r.Time; !believable(at, f.Received) {
				continue
			}
		}
		for c, column := range r.Columns.List {
			if v := r.Values[c]; column.Node == 0 && !math.IsNaN(v) {
				report := Report{v, at}
				switch column.Field {
				case "voltage":
					said.Voltage.update(report)
				case "temp":
					said.Temperature.update(report)
				case "rssi":
					said.RSSI.update(report)
				}
			}
		}
	}
	if came == 0 && said == (Seen{}) {
		return
	}
	d.seen.note(f.Device, came, func(s *Seen) {
		s.Voltage.update(said.Voltage)
		s.Temperature.update(said.Temperature)
		s.RSSI.update(said.RSSI)
		if m.Firmware != "" {
			s.Firmware = m.Firmware
		}
	})
}
