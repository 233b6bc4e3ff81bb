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
		if !ok {
			return // the line has ended: the command is sent again
		}
		answer.Gateway, answer.ID, answer.At = way.Gateway, c.ID, now()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), answerWithin)
		defer cancel()
		if err := s.config.Answered(ctx, answer); err != nil {
			s.config.Log.Warn("the answer to a command could not be stored", "command", c.ID, "error", err)
		}
	})
	return true
}

// execute carries out a command. ok is false if the line ended meanwhile.
func (l *line) execute(way command.Way, c command.Command) (answer command.Answer, ok bool) {
	directory := l.server.config.Intake.Directory()
	instrument, known := directory.ByID(c.DeviceID)
	gateway, connected := directory.ByID(way.Gateway)
	if !known || !connected {
		return command.Answer{Code: command.NotSupported}, true
	}
	at := now()
	family, profile := instrument.Speaks(at)
	link := instrument.Link(at)
	request := protocol.Request{
		ID: c.ID, Command: string(c.Kind), Profile: profile, Register: way.Register, Child: c.Child, ChannelNo: c.ChannelNo, Args: c.Args,
		Now: clock.Now().In(instrument.Zone()),
	}
	if link.Address > 0 {
		request.ChannelNo = int32(link.Address)
	}
	err := l.ask(func() error {
		switch {
		case family.Polling != nil && c.Kind == command.Read:
			answer = l.poll(instrument, family, profile, int(request.ChannelNo), timingOf(link, gateway.Link(at)))
		case family.Polling != nil && family.Command != nil:
			answer = l.order(instrument, family, request, timingOf(link, gateway.Link(at)))
		case family.Stream != nil && family.Stream.Answers != nil && family.Command != nil:
			answer = l.direct(family, request, timingOf(link, gateway.Link(at)))
		default:
			answer = command.Answer{Code: command.NotSupported}
		}
		return nil
	})
	select {
	case <-l.done:
		return answer, answer.Code == command.OK && err == nil
	default:
		return answer, err == nil
	}
}

// poll reads all values of an instrument. Each answer is committed with its request.
func (l *line) poll(instrument *ingest.Device, family *protocol.Family, profile any, address int, timing timing) (worst command.Answer) {
	for _, request := range family.Polling.Requests(profile, address) {
		if answer := l.once(instrument, family, request, timing); answer.Code != command.OK {
			worst = answer
		}
	}
	return worst
}

// order sends a command to an instrument.
func (l *line) order(instrument *ingest.Device, family *protocol.Family, request protocol.Request, timing timing) command.Answer {
	encoded := family.Command(request)
	if len(encoded) == 0 {
		return command.Answer{Code: command.NotSupported}
	}
	return l.once(instrument, family, encoded, timing)
}

// once sends one request to an instrument and commits the answer.
func (l *line) once(instrument *ingest.Device, family *protocol.Family, request []byte, timing timing) command.Answer {
	received, err := l.exchange(family.Polling, request, timing)
	if err != nil {
		return command.Answer{Code: command.TimedOut}
	}
	frame := ingest.Frame{
		Device: instrument.ID, Register: l.register, Transport: ingest.TCP, Kind: ingest.Polled, Received: now(),
		Payload: slices.Concat(request, received),
	}
	ctx := context.WithoutCancel(l.server.ctx)
	if _, err := l.server.config.Intake.CommitProven(ctx, frame, func(*ingest.Device) bool { return true }); err != nil {
		return command.Answer{Code: command.Busy, Message: message(err)}
	}
	if family.Polling.Refused != nil {
		if why := family.Polling.Refused(request, received); why != nil {
			return command.Answer{Code: command.BadParameter, Message: message(why)}
		}
	}
	return command.Answer{}
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
		if err != errUnanswered || attempt >= timing.retries {
			return command.Answer{Code: command.TimedOut}
		}
	}
}

func (l *line) await(q *question, encoded []byte, patience time.Duration) (protocol.Answer, error) {
	if err := l.write(encoded); err != nil {
		return protocol.Answer{}, err
	}
	l.note(encoded)
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
