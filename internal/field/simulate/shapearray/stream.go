package shapearray

import (
	"slices"
	"time"

	"google.golang.org/grpc"

	"plumbline/internal/field/protocol/admi/admipb"
)

type stream = grpc.BidiStreamingServer[admipb.ConnectRequest, admipb.ConnectResponse]

// Connect hands out readings until either side ends, or another client connects.
func (a *Array) Connect(s stream) error {
	a.mu.Lock()
	if a.replaced != nil {
		close(a.replaced)
	}
	replaced := make(chan struct{})
	a.replaced = replaced
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.replaced == replaced {
			a.replaced = nil
		}
	}()
	outcomes, ended := make(chan *admipb.Outcome), make(chan error, 1)
	go func() {
		for {
			request, err := s.Recv()
			if err != nil {
				ended <- err
				return
			}
			if c := request.GetCommand(); c != nil {
				select {
				case outcomes <- a.do(c):
				case <-s.Context().Done():
				}
			}
			if request.GetAcknowledgement() != nil {
				a.acknowledge(request.GetAcknowledgement().Number)
			}
		}
	}()
	for sent := uint64(0); ; {
		more, err := a.send(s, &sent)
		if err != nil {
			return err
		}
		select {
		case outcome := <-outcomes:
			if _, err := a.send(s, &sent); err != nil { // a reading comes before the outcome of its command
				return err
			}
			if err := s.Send(&admipb.ConnectResponse{Of: &admipb.ConnectResponse_Outcome{Outcome: outcome}}); err != nil {
				return err
			}
		case <-more:
		case <-replaced:
			return nil
		case err := <-ended:
			return err
		}
	}
}

// send sends the readings after the last one sent, and returns a channel that is closed when there are more.
func (a *Array) send(s stream, sent *uint64) (more <-chan struct{}, err error) {
	a.mu.Lock()
	left := slices.DeleteFunc(slices.Clone(a.kept), func(r *admipb.Reading) bool { return r.Number <= *sent })
	more = a.changed
	a.mu.Unlock()
	for _, reading := range left {
		if err := s.Send(&admipb.ConnectResponse{Of: &admipb.ConnectResponse_Reading{Reading: reading}}); err != nil {
			return nil, err
		}
		*sent = reading.Number
	}
	return more, nil
}

func (a *Array) acknowledge(number uint64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = slices.DeleteFunc(a.kept, func(r *admipb.Reading) bool { return r.Number == number })
}

// do carries out a command.
func (a *Array) do(c *admipb.Command) *admipb.Outcome {
	a.mu.Lock()
	defer a.mu.Unlock()
	outcome := &admipb.Outcome{Id: c.Id, Code: admipb.Outcome_CODE_OK}
	switch of := c.Of.(type) {
	case *admipb.Command_Read:
		a.take(time.Now())
	case *admipb.Command_SetInterval:
		a.config.IntervalSeconds = max(1, of.SetInterval.Seconds)
		a.wake()
	case *admipb.Command_Reset_: // there is nothing to open again
	default:
		outcome.Code, outcome.Message = admipb.Outcome_CODE_NOT_SUPPORTED, "unknown command"
	}
	return outcome
}
