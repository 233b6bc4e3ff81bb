package ingest

import (
	"context"
	"sync"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/database"
)

// answering stores answers to commands that come at the same time in one transaction.
type answering struct {
	mu      sync.Mutex
	waiting []*pendingAnswer
	storing bool // somebody stores those that wait
}

type pendingAnswer struct {
	command.Answer
	done chan error
}

// Answer stores the answer to a command that came over a line.
func (s *Service) Answer(ctx context.Context, answer command.Answer) error {
	a := &pendingAnswer{answer, make(chan error, 1)}
	s.answering.mu.Lock()
	s.answering.waiting = append(s.answering.waiting, a)
	stores := !s.answering.storing
	s.answering.storing = true
	s.answering.mu.Unlock()
	if stores {
		s.storeAnswers(context.WithoutCancel(ctx))
	}
	return <-a.done
}

// storeAnswers stores answers until none waits.
func (s *Service) storeAnswers(ctx context.Context) {
	for {
		s.answering.mu.Lock()
		some := s.answering.waiting
		s.answering.waiting = nil
		s.answering.storing = len(some) > 0
		s.answering.mu.Unlock()
		if len(some) == 0 {
			return
		}
		err := s.writeAnswers(ctx, some)
		for _, a := range some {
			if err != nil && len(some) > 1 { // one of them fails
				a.done <- s.writeAnswers(ctx, []*pendingAnswer{a})
				continue
			}
			a.done <- err
		}
	}
}

func (s *Service) writeAnswers(ctx context.Context, list []*pendingAnswer) error {
	answers := make([]command.Answer, len(list))
	for i, a := range list {
		answers[i] = a.Answer
	}
	return s.config.Data.Write(ctx, func(tx *database.Tx) error {
		if err := s.config.Lease.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		return s.config.Answers.CommandsAnswered(ctx, tx, answers)
	})
}
