package json

import (
	"strconv"
	"unicode/utf8"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Limits of one message (domain protocols.md sections 3 and 4.1).
const (
	MaxRecords = 200
	MaxItems   = 1000

	maxChannel = protocol.MaxChannel
	maxNode    = protocol.MaxNode
	maxText    = 128
	maxSafe    = 1<<53 - 1
)

// Decoder decodes messages of the open JSON format.
type Decoder struct {
	scanner
	into *protocol.Message

	cache   *protocol.ColumnCache
	head    protocol.ColumnBuilder // for the device or named channel: v, values, nodes
	channel protocol.ColumnBuilder // one entry of ch
	fields  []field                // of the current node, until its number is known
	inner   object                 // the current record or item; lists do not nest
	block   block
}

type field struct {
	name  []byte
	value float64
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	cache := protocol.NewColumnCache()
	return &Decoder{
		cache:   cache,
		head:    protocol.NewColumnBuilder(cache),
		channel: protocol.NewColumnBuilder(cache),
	}
}

func (d *Decoder) Decode(frame []byte, _ any, into *protocol.Message) error {
	into.Reset()
	d.text, d.pos, d.into = frame, 0, into
	d.block = block{axes: d.block.axes[:0]}
	if w := d.message(); w != nil {
		if w.path == "" {
			return errs.New(w.message, w.args...)
		}
		return errs.OnField(w.path, w.message, w.args...)
	}
	return nil
}

func (d *Decoder) message() *wrong {
	if !utf8.Valid(d.text) {
		return refuse(errs.ReadingInvalid, "reason", "not UTF-8")
	}
	outer := object{item: -1}
	if w := d.object(&outer, true); w != nil {
		return w
	}
	if d.peek() != 0 || d.pos != len(d.text) {
		return d.malformed("nothing behind the message")
	}
	return d.conclude(&outer)
}

// object is the state of a message, record or item while it is being decoded.
type object struct {
	seen    uint32 // members seen, one bit each
	item    int32
	kind    string
	hasTime bool
	t       int64
	hasSeq  bool
	seq     int64
	history bool
	sn      []byte
	name    []byte
	listed  bool // it had records or items
}

// The members of an object, to detect duplicates.
const (
	memberType = 1 << iota
	memberTime
	memberSeq
	memberSN
	memberPoint
	memberHist
	memberValues
	memberNodes
	memberChannels
	memberList
)

// object decodes a message (outer), a record or an item, and appends its readings. The device's own reading comes
// before those of its channels.
func (d *Decoder) object(o *object, outer bool) *wrong {
	if w := d.open('{'); w != nil {
		return w
	}
	start := len(d.into.Readings)
	d.head.Begin()
	for first := true; ; first = false {
		done, w := d.next(first, '}')
		if w != nil {
			return w
		}
		if done {
			break
		}
		name, plain, w := d.key()
		if w != nil {
			return w
		}
		if !plain {
			name = nil // not one of our members
		}
		if w := d.member(o, name, outer); w != nil {
			return w.under(string(name))
		}
	}
	return d.finish(o, start)
}

// once rejects a duplicate member.
func (o *object) once(member uint32) *wrong {
	if o.seen&member != 0 {
		return refuse(errs.Duplicate)
	}
	o.seen |= member
	return nil
}

func (d *Decoder) member(o *object, name []byte, outer bool) (w *wrong) {
	switch string(name) {
	case "t":
		if w := o.once(memberTime); w != nil {
			return w
		}
		o.t, o.hasTime, w = d.integer(-maxSafe, maxSafe)
	case "v", "values":
		if w := o.once(memberValues); w != nil {
			return w
		}
		if d.peek() == 'n' {
			return d.literal("null")
		}
		w = d.values(&d.head)
	case "nodes":
		if w := o.once(memberNodes); w != nil {
			return w
		}
		w = d.nodes(&d.head)
	case "ch":
		if w := o.once(memberChannels); w != nil {
			return w
		}
		if c := d.peek(); digit(c) { // of a block
			d.block.channel, d.block.hasChannel, w = d.integer(0, maxChannel)
			return w
		}
		w = d.channels(o.item)
	case "point":
		if w := o.once(memberPoint); w != nil {
			return w
		}
		o.name, w = d.bytes(maxText)
	case "sn":
		if w := o.once(memberSN); w != nil {
			return w
		}
		o.sn, w = d.bytes(maxText)
	case "seq":
		if w := o.once(memberSeq); w != nil {
			return w
		}
		o.seq, o.hasSeq, w = d.integer(0, maxSafe)
	case "hist":
		if w := o.once(memberHist); w != nil {
			return w
		}
		o.history, w = d.bool()
	case "type":
		if w := o.once(memberType); w != nil {
			return w
		}
		o.kind, w = d.string(maxText)
	default:
		if !outer {
			return d.skip(0)
		}
		return d.outerMember(o, name)
	}
	return w
}

// outerMember decodes a member that only a whole message has.
func (d *Decoder) outerMember(o *object, name []byte) (w *wrong) {
	switch string(name) {
	case "items":
		d.into.List = "items"
		return d.list(o, MaxItems)
	case "records":
		d.into.List = "records"
		return d.list(o, MaxRecords)
	case "ackUp":
		d.into.AckUp, w = d.bool()
	case "model":
		d.into.Model, w = d.string(maxText)
	case "fw":
		d.into.Firmware, w = d.string(maxText)
	case "iccid":
		d.into.ICCID, w = d.string(maxText)
	case "code":
		if d.peek() != '"' { // in an ack the code is a number
			return d.skip(0)
		}
		d.into.Code, w = d.string(maxText)
	case "online":
		d.into.Type = protocol.Status
		d.into.Online, w = d.bool()
	default:
		return d.blockMember(name)
	}
	return w
}

// list decodes records or items.
func (d *Decoder) list(o *object, max int) *wrong {
	if w := o.once(memberList); w != nil {
		return w
	}
	if w := d.open('['); w != nil {
		return w
	}
	o.listed = true
	// The outer object shares its builder with the list. A message has either its own values or a list, so the builder
	// must be empty.
	if d.head.Len() > 0 {
		return refuse(errs.Unexpected)
	}
	for i := 0; ; i++ {
		done, w := d.next(i == 0, ']')
		if w != nil {
			return w
		}
		if done {
			d.into.Items = i
			d.head.Begin()
			return nil
		}
		if i == max {
			return refuse(errs.TooManyItems, "max", max)
		}
		inner := &d.inner
		*inner = object{item: int32(i)}
		if w := d.object(inner, false); w != nil {
			return w.at(i)
		}
		if inner.kind != "" && inner.kind != "data" {
			return refuse(errs.NotOneOf, "allowed", "data").under("type").at(i)
		}
	}
}

// finish converts an object into readings: its own first, then those of its channels.
func (d *Decoder) finish(o *object, start int) *wrong {
	if d.head.Len() > 0 {
		if o.listed {
			return refuse(errs.Unexpected).under("v")
		}
		columns, bad := d.head.Columns()
		if bad != nil {
			return badColumn(bad)
		}
		d.into.Readings = append(d.into.Readings, protocol.Reading{})
		copy(d.into.Readings[start+1:], d.into.Readings[start:])
		d.into.Readings[start] = protocol.Reading{
			Item: o.item, Child: o.sn, Name: o.name,
			Columns: columns, Values: d.into.Hold(d.head.Values()),
		}
	}
	own := d.into.Readings[start:]
	for i := range own {
		r := &own[i]
		if o.hasTime && !r.HasTime {
			r.Time, r.HasTime = o.t, true
		}
		if o.hasSeq && !r.HasSeq {
			r.Seq, r.HasSeq = o.seq, true
		}
		r.History = r.History || o.history
		if len(r.Child) == 0 {
			r.Child = o.sn
		}
	}
	return nil
}

func badColumn(bad *protocol.BadColumn) *wrong {
	w := refuse(bad.Message, bad.Args...).under(bad.Column.Field)
	if bad.Column.Node == 0 {
		return w.under("v")
	}
	return w.under("nodes(no=" + strconv.Itoa(int(bad.Column.Node)) + ")")
}

// conclude completes the message.
func (d *Decoder) conclude(o *object) *wrong {
	m := d.into
	m.Seq, m.HasSeq = o.seq, o.hasSeq
	if !o.listed {
		m.Items = 1
	}
	switch o.kind {
	case "":
		hasData := o.listed || o.seen&(memberValues|memberNodes|memberChannels) != 0
		if !hasData && m.Type != protocol.Status {
			return refuse(errs.Empty).under("v")
		}
		if hasData {
			m.Type = protocol.Data
		}
	case "data":
		m.Type = protocol.Data
	case "block":
		m.Type = protocol.Block
		return d.samples(o)
	case "capture":
		m.Type = protocol.Data
		return d.capture(o)
	case "event":
		m.Type = protocol.Event
		if m.Code == "" {
			return refuse(errs.Empty).under("code")
		}
		if m.Code == triggered && o.hasTime {
			return d.trigger(o)
		}
	case "time":
		m.Type = protocol.TimeRequest
	case "reg":
		m.Type = protocol.Registration
		m.SN = string(o.sn)
	case "ack":
		m.Type = protocol.Ack
	default:
		return refuse(errs.NotOneOf, "allowed", "data, block, capture, event, time, reg, ack").under("type")
	}
	if m.Type == protocol.Ack {
		m.Readings = m.Readings[:0] // the values of an ack are the result of a command
	}
	if m.Type != protocol.Data && m.Type != protocol.Event && len(m.Readings) > 0 {
		return refuse(errs.Unexpected).under("v")
	}
	return nil
}
