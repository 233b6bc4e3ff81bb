package tcp

import (
	"bytes"
	"errors"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/site/device"
)

// Timing of a bus (domain protocols.md section 0).
const (
	usualTimeout = 5 * time.Second
	usualRetries = 2
	usualGap     = 100 * time.Millisecond
)

// bus is what one line allows at a time: a request and its answer.
type bus struct {
	asking chan struct{} // held while a request is outstanding
	quiet  time.Time     // when the gap after the last answer ends; for who holds asking
	// changed with line.mu held
	asked      *question
	unanswered *question // the last one to an instrument that got no answer in time
}

// question is an outstanding request to an instrument, or a command to a station.
type question struct {
	request []byte
	polling *protocol.Polling // of an instrument; nil: of a station
	sent    protocol.Request  // to a station
	answers chan []byte       // of an instrument
	garbled bool              // something came that is no answer; changed with line.mu held
	result  chan protocol.Answer
	alive   chan struct{} // the station is still at work
}

var (
	errUnanswered = errors.New("no answer")
	errGarbled    = errors.New("no answer with the right checksum")
	errEnded      = errors.New("the connection has ended")
)

// ask runs work while nobody else uses the bus.
func (l *line) ask(work func() command.Answer) (answer command.Answer, err error) {
	select {
	case l.bus.asking <- struct{}{}:
	case <-l.done:
		return answer, errEnded
	}
	defer func() { <-l.bus.asking }()
	return work(), nil
}

func (l *line) setAsked(q *question) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bus.asked = q
}

// over ends a question, and reports whether something came that is no answer to it.
func (l *line) over(q *question, unanswered bool) (garbled bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bus.asked = nil
	if unanswered {
		l.bus.unanswered = q
	}
	return q.garbled
}

func (l *line) askedNow() *question {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bus.asked
}

// exchange sends a request, after the gap that follows the last answer, and returns the answer. It repeats an
// unanswered request.
func (l *line) exchange(polling *protocol.Polling, request []byte, timing timing) (answer []byte, err error) {
	l.pause(time.Until(l.bus.quiet))
	for attempt := 0; ; attempt++ {
		q := &question{request: request, polling: polling, answers: make(chan []byte, 1)}
		l.setAsked(q)
		err := l.write(request)
		if err != nil { // the line is broken: it ends before the command returns to the queue
			l.stop()
			<-l.done
			err = errEnded
		} else {
			timer := time.NewTimer(timing.timeout)
			select {
			case answer = <-q.answers:
			case <-timer.C:
				err = errUnanswered
			case <-l.done:
				err = errEnded
			}
			timer.Stop()
		}
		if garbled := l.over(q, err != nil); garbled && err == errUnanswered {
			err = errGarbled
		}
		if err == nil {
			l.bus.quiet = time.Now().Add(timing.gap)
			return answer, nil
		}
		l.note(ingest.Unanswered, request)
		if err == errEnded || attempt >= timing.retries {
			return nil, err
		}
	}
}

// pause keeps the bus quiet between two requests.
func (l *line) pause(gap time.Duration) {
	if gap <= 0 {
		return
	}
	timer := time.NewTimer(gap)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.done:
	}
}

// note records for the log of frames what was sent or received.
func (l *line) note(kind ingest.Kind, payload []byte) {
	if c := l.callerOf(l.register); c != nil {
		l.server.config.Intake.Note(ingest.Frame{
			Device: c.device, Register: c.register, Transport: l.port.transport(), Kind: kind, Received: now(), Payload: payload,
		})
	}
}

// answered takes an answer from the start of the buffer and returns the length of what it took; 0: more bytes are
// needed.
func (l *line) answered(q *question) int {
	skip, n := q.polling.Cut(q.request, l.buffer)
	if skip > 0 {
		l.mu.Lock()
		q.garbled = true
		l.mu.Unlock()
		l.stray(l.buffer[:skip])
	}
	if n > 0 {
		select {
		case q.answers <- bytes.Clone(l.buffer[skip : skip+n]):
		default: // it has one already
			l.stray(l.buffer[skip : skip+n])
		}
	}
	return skip + n
}

// stray records bytes that nobody asked for, or that came too late.
func (l *line) stray(received []byte) {
	l.mu.Lock()
	q := l.bus.unanswered
	l.mu.Unlock()
	kind := ingest.Stray
	if q != nil {
		if _, n := q.polling.Cut(q.request, received); n > 0 {
			kind = ingest.Late
		}
	}
	l.note(kind, bytes.Clone(received))
}

type timing struct {
	timeout, gap time.Duration
	retries      int
}

// timingOf returns the timing of a link: that of the instrument, else that of the line.
func timingOf(links ...*device.Link) timing {
	t := timing{usualTimeout, usualGap, usualRetries}
	for i := len(links) - 1; i >= 0; i-- {
		if ms := links[i].Timeout; ms > 0 {
			t.timeout = time.Duration(ms) * time.Millisecond
		}
		if ms := links[i].Gap; ms != 0 {
			t.gap = time.Duration(max(0, ms)) * time.Millisecond
		}
		if n := links[i].Retries; n != 0 {
			t.retries = max(0, n)
		}
	}
	return t
}
