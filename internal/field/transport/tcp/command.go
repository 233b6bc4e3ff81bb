package tcp

import (
	"context"
	"slices"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const (
	// workWithin is how long a station may work on a command that it has accepted, and between two frames of history.
	workWithin   = time.Minute
	answerWithin = 10 * time.Second // to store an answer
)

// Listens reports whether a device is connected here.
func (s *Server) Listens(register string) bool { return s.lineOf(register) != nil }

// Execute carries out a command in the background, and stores its answer. It returns false if the gateway is not
// connected here.
func (s *Server) Execute(way command.Way, c command.Command) bool {
	l := s.lineOf(way.Register)
	if l == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.work.Go(func() {
		answer, ok := l.execute(way, c)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), answerWithin)
		defer cancel()
		if !ok { // the line has ended: the command waits for the next one
			if err := s.config.Released(ctx, c); err != nil {
				s.config.Log.Warn("a command could not be returned to the queue", "command", c.ID, "error", err)
			}
			return
		}
		answer.Gateway, answer.ID = way.Gateway, c.ID
		if answer.At == 0 {
			answer.At = now()
		}
		if err := s.config.Answered(ctx, answer); err != nil {
			s.config.Log.Warn("the answer to a command could not be stored", "command", c.ID, "error", err)
		}
	})
	return true
}

// execute carries out a command. ok is false if the line ended meanwhile.
func (l *line) execute(way command.Way, c command.Command) (answer command.Answer, ok bool) {
	directory := l.server.config.Intake.Directory()
	instrument, known := directory.ByID(way.Instrument)
	gateway, connected := directory.ByID(way.Gateway)
	if !known || !connected {
		return command.Answer{Code: command.NotSupported}, true
	}
	at := now()
	family, profile := instrument.Speaks(at)
	link := instrument.Link(at)
	request := protocol.Request{
		ID: c.ID, Profile: profile, Register: way.Register, Child: c.Child, ChannelNo: c.ChannelNo, Now: clock.Now().In(instrument.Zone()),
	}
	if link.Address > 0 {
		request.ChannelNo = int32(link.Address)
	}
	address := int(request.ChannelNo)
	if family.Address != nil {
		address = family.Address(profile, address)
	}
	request.Command, request.Args = c.Instruction(address)
	until := int64(0)
	if c.Kind == command.ReadHistory && family.History > 0 {
		request.Args, until = c.Piece(family.History)
	}
	timing := timingOf(link, gateway.Link(at))
	if patience := c.Patience(); patience > 0 {
		timing.timeout = patience
	}
	answer, err := l.ask(func() command.Answer {
		switch {
		case family.Polling != nil && c.Kind == command.Read:
			return l.poll(instrument, family, profile, int(request.ChannelNo), timing)
		case family.Polling != nil && family.Command != nil:
			return l.order(instrument, family, request, timing, func(a command.Answer, received []byte) command.Answer {
				return c.Judged(a, received, address)
			})
		case family.Stream != nil && family.Stream.Answers != nil && family.Command != nil:
			return l.direct(family, request, timing)
		}
		return command.Answer{Code: command.NotSupported}
	})
	answer.Until = until
	select {
	case <-l.done:
		return answer, err == nil && answer.Code == command.OK
	default:
		return answer, err == nil
	}
}

// poll reads all values of an instrument. What it answers is committed as one frame, so that it becomes one reading.
func (l *line) poll(instrument *ingest.Device, family *protocol.Family, profile any, address int, timing timing) (worst command.Answer) {
	var payload []byte
	waiting := family.Polling.Requests(profile, address)
	for sent := 0; len(waiting) > 0 && sent < maxRequests; sent++ {
		request := waiting[0]
		waiting = waiting[1:]
		received, answer := l.asks(family, request, timing)
		if answer.Code != command.OK {
			worst = answer
		}
		if len(received) == 0 {
			continue
		}
		payload = append(append(payload, request...), received...)
		if family.Polling.More != nil {
			waiting = append(waiting, family.Polling.More(profile, request, received)...)
		}
	}
	return l.polled(instrument, payload, worst)
}

// maxRequests bounds the requests of one poll.
const maxRequests = 256

// order sends a command to an instrument, and commits the answer with it. judge says what the answer means.
func (l *line) order(instrument *ingest.Device, family *protocol.Family, request protocol.Request, timing timing,
	judge func(a command.Answer, received []byte) command.Answer,
) command.Answer {
	encoded := family.Command(request)
	if len(encoded) == 0 {
		return command.Answer{Code: command.NotSupported}
	}
	received, answer := l.asks(family, encoded, timing)
	if len(received) == 0 {
		return answer
	}
	return judge(l.polled(instrument, slices.Concat(encoded, received), answer), received)
}

// asks sends one request to an instrument and returns its answer; empty: there was none.
func (l *line) asks(family *protocol.Family, request []byte, timing timing) (received []byte, answer command.Answer) {
	received, err := l.exchange(family.Polling, request, timing)
	switch {
	case err == errGarbled:
		return nil, command.Answer{Code: command.TimedOut, Fault: command.Garbled}
	case err != nil:
		return nil, command.Answer{Code: command.TimedOut}
	}
	if family.Polling.Refused != nil {
		if why := family.Polling.Refused(request, received); why != nil {
			answer = command.Answer{Code: command.BadParameter, Message: message(why)}
		}
	}
	return received, answer
}

// polled commits requests with their answers. It returns the answer to the command.
func (l *line) polled(instrument *ingest.Device, payload []byte, answer command.Answer) command.Answer {
	if len(payload) == 0 {
		return answer
	}
	frame := ingest.Frame{
		Device: instrument.ID, Register: l.register, Transport: l.port.transport(), Kind: ingest.Polled, Received: now(), Payload: payload,
	}
	if answer.Code == command.BadParameter {
		frame.Kind = ingest.Refused
	}
	ctx := context.WithoutCancel(l.server.ctx)
	if _, err := l.server.config.Intake.CommitProven(ctx, frame, func(*ingest.Device) bool { return true }); err != nil {
		return command.Answer{Code: command.Busy, Message: message(err), Fault: command.Unstored}
	}
	answer.At = frame.Received
	return answer
}

// direct sends a command to a station and waits until it has carried it out.
func (l *line) direct(family *protocol.Family, request protocol.Request, timing timing) command.Answer {
	for attempt := 0; ; attempt++ {
		request.Now = clock.Now().In(request.Now.Location())
		encoded := family.Command(request)
		if len(encoded) == 0 {
			return command.Answer{Code: command.NotSupported}
		}
		q := &question{sent: request, result: make(chan protocol.Answer, 1), alive: make(chan struct{}, 1)}
		l.setAsked(q)
		answer, err := l.await(q, encoded, timing.timeout)
		l.setAsked(nil)
		if err == nil {
			return command.Answer{Code: answer.Code, Message: answer.Message, Result: answer.Result}
		}
		l.note(ingest.Unanswered, encoded)
		if err != errUnanswered || attempt >= timing.retries {
			return command.Answer{Code: command.TimedOut}
		}
	}
}

func (l *line) await(q *question, encoded []byte, patience time.Duration) (protocol.Answer, error) {
	if err := l.write(encoded); err != nil {
		return protocol.Answer{}, err
	}
	l.note(ingest.Down, encoded)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case answer := <-q.result:
			return answer, nil
		case <-q.alive:
			timer.Reset(workWithin)
		case <-timer.C:
			return protocol.Answer{}, errUnanswered
		case <-l.done:
			return protocol.Answer{}, errEnded
		}
	}
}

// matched gives a frame of a station to the command that it answers.
func (l *line) matched(family *protocol.Family, frame []byte) {
	q := l.askedNow()
	if q == nil || q.polling != nil || family.Stream.Answers == nil {
		return
	}
	answer, done, ok := family.Stream.Answers(q.sent, frame)
	switch {
	case ok && done:
		select {
		case q.result <- answer:
		default: // it has one already
		}
		return
	case !ok && q.sent.Command != string(command.ReadHistory): // it sends something else
		return
	}
	select { // it has accepted the command, or sends its history
	case q.alive <- struct{}{}:
	default:
	}
}

func message(err error) string {
	if refused, ok := errs.As(err); ok {
		return refused.Text(errs.English)
	}
	return err.Error()
}
