package tcp

import (
	"bytes"
	"context"
	"slices"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/clock"
)

const (
	maxMessage = 1 << 20 // bytes of a message of several frames
	// partsWait is how long the first frames of a message wait for the others.
	partsWait = 24 * time.Hour
)

// frame commits one frame and answers it. It returns false to end the connection: the frame is not stored, and the
// device sends it again.
func (l *line) frame(family *protocol.Family, frame []byte) bool {
	register := l.register
	var secret []byte
	if family.Stream.Register != nil {
		if in := family.Stream.Register(frame); in != "" {
			register = in
		}
	}
	if family.Stream.Secret != nil {
		secret = family.Stream.Secret(frame)
	}
	d, known := l.server.config.Intake.Directory().ByRegister(register)
	if !known {
		l.server.config.Intake.Refused(l.port.transport(), register, ingest.UnknownRegister, l.address(), nil)
		return false
	}
	c := l.callerOf(register)
	switch {
	case c == nil: // another station on the same line
		if c = l.admit(register, bytes.Clone(secret), true); c == nil {
			return false
		}
	case c.inFrames && !bytes.Equal(c.secretNow(), secret):
		if reason := l.refuses(d, known, secret); reason != "" {
			l.server.config.Intake.Refused(l.port.transport(), register, reason, l.address(), nil)
			return false
		}
		c.setSecret(bytes.Clone(secret))
	}
	message, err := l.keep(c, family, frame)
	if err != nil {
		l.server.config.Log.Warn("a frame could not be stored: the device must send it again", "register", register, "error", err)
		return false
	}
	l.matched(family, frame)
	return l.answer(d, c, family, message)
}

// keep commits a frame, and with the last one of a message also the message. It returns what is to be answered: the
// message if it is complete, else the frame.
func (l *line) keep(c *caller, family *protocol.Family, frame []byte) ([]byte, error) {
	if family.Stream.Together != nil {
		return frame, l.gather(c, family, frame)
	}
	part, ok := protocol.Part{}, false
	if family.Stream.Part != nil {
		part, ok = family.Stream.Part(frame)
	}
	if !ok || part.Of <= 1 {
		return frame, l.commit(c, ingest.Up, frame)
	}
	if err := l.commit(c, ingest.Part, frame); err != nil {
		return nil, err
	}
	if c.parts.message != part.Message || part.Of != c.parts.of {
		c.parts = parts{message: part.Message, of: part.Of, frames: map[int][]byte{}}
		if part.No > 1 { // the first ones may have come over another connection
			if err := l.recall(c, family); err != nil {
				return nil, err
			}
		}
	}
	message, complete := c.parts.add(part.No, frame)
	if !complete {
		return frame, nil
	}
	c.parts = parts{}
	return message, l.commit(c, ingest.Up, message)
}

// gathered is frames that become one, of one device.
type gathered struct {
	of     *caller
	same   string
	frames []byte
}

const maxGathered = 16 << 10 // bytes

// gather keeps a frame until those that are decoded with it have come.
func (l *line) gather(c *caller, family *protocol.Family, frame []byte) error {
	same := family.Stream.Together(frame)
	g := &l.gathered
	if next := same != "" && g.same != "" && same != g.same; next || g.of != c || len(g.frames)+len(frame) > maxGathered {
		if err := l.keepGathered(); err != nil {
			return err
		}
	}
	g.of, g.frames = c, append(g.frames, frame...)
	if same != "" {
		g.same = same
	}
	return nil
}

// keepGathered commits what has been gathered.
func (l *line) keepGathered() error {
	g := l.gathered
	l.gathered = gathered{}
	if len(g.frames) == 0 {
		return nil
	}
	return l.commit(g.of, ingest.Up, g.frames)
}

func (l *line) commit(c *caller, kind ingest.Kind, payload []byte) error {
	_, err := l.server.config.Intake.CommitProven(context.WithoutCancel(l.server.ctx), ingest.Frame{
		Device: c.device, Register: c.register, Transport: l.port.transport(), Kind: kind, Received: now(), Payload: bytes.Clone(payload),
	}, func(d *ingest.Device) bool { return l.refuses(d, true, c.secretNow()) == "" })
	return err
}

// answer sends what the protocol answers to what is stored. A station for which commands wait is told to stay.
func (l *line) answer(d *ingest.Device, c *caller, family *protocol.Family, stored []byte) bool {
	if family.Stream.Receipt == nil {
		return true
	}
	stay := l.server.waiting(d.ID)
	receipt := family.Stream.Receipt(stored, clock.Now().In(d.Zone()), stay)
	if len(receipt) == 0 {
		return true
	}
	if stay && len(stored) <= maxBuffer {
		c.setStays(bytes.Clone(stored))
	} else {
		c.setStays(nil)
	}
	return l.receipt(d, receipt)
}

// receipt sends an answer and records it.
func (l *line) receipt(d *ingest.Device, receipt []byte) bool {
	if l.write(receipt) != nil {
		return false
	}
	l.server.config.Intake.Note(ingest.Frame{
		Device: d.ID, Register: d.Register, Transport: l.port.transport(), Kind: ingest.Down, Received: now(), Payload: receipt,
	})
	return true
}

// release lets a station sleep that stayed for commands, when none is left: the receipt is sent again.
func (l *line) release(d *ingest.Device, c *caller) {
	stored := c.staysFor()
	if stored == nil || l.askedNow() != nil || l.server.waiting(d.ID) {
		return
	}
	c.setStays(nil)
	if family, _ := d.Speaks(now()); family.Stream != nil && family.Stream.Receipt != nil {
		l.receipt(d, family.Stream.Receipt(stored, clock.Now().In(d.Zone()), false))
	}
}

// parts is a message of several frames that is not complete.
type parts struct {
	message string
	of      int
	bytes   int
	frames  map[int][]byte
}

// add adds a frame. complete is true if it was the last one missing; the message is then all frames in order.
func (p *parts) add(no int, frame []byte) (message []byte, complete bool) {
	if no < 1 || no > p.of || p.bytes+len(frame) > maxMessage {
		return nil, false
	}
	p.bytes += len(frame) - len(p.frames[no])
	p.frames[no] = slices.Clone(frame)
	if len(p.frames) < p.of {
		return nil, false
	}
	for no := 1; no <= p.of; no++ {
		message = append(message, p.frames[no]...)
	}
	return message, true
}

// recall adds the frames of a message that are in the journal.
func (l *line) recall(c *caller, family *protocol.Family) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(l.server.ctx), claimWithin)
	defer cancel()
	same := func(frame []byte) bool {
		part, ok := family.Stream.Part(frame)
		return ok && part.Message == c.parts.message && part.Of == c.parts.of
	}
	stored, err := l.server.config.Intake.PartsOf(ctx, c.device, clock.Now().Add(-partsWait).UnixMilli(), same)
	if err != nil {
		return err
	}
	for _, frame := range stored {
		if part, ok := family.Stream.Part(frame); ok {
			c.parts.add(part.No, frame)
		}
	}
	return nil
}
