package delivery

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/mail"
)

const (
	lookEvery   = time.Second
	remindEvery = time.Minute
	workers     = 8 // mails that a server sends at once
	maxAnswer   = 500
)

// Mailer sends mails, see package mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Noticer knows the alerts, see package alarm.
type Noticer interface {
	Notice(ctx context.Context, tx *database.Tx, alertID, transitionID, now int64) (bool, error)
	Get(ctx context.Context, scope access.Scope, id int64) (alarm.Listed, error)
}

// Sender sends the messages of the ledger.
type Sender struct {
	Ledger
	Alerts  Noticer
	Mail    Mailer // nil: mail is not configured
	Log     *slog.Logger
	Resting func() bool // nil: never
}

// Run sends what is due until ctx ends, and nothing while other servers do the work of this one.
func (s *Sender) Run(ctx context.Context) {
	var sending sync.WaitGroup
	defer sending.Wait()
	free := make(chan struct{}, workers)
	look, remind := time.NewTicker(lookEvery), time.NewTicker(remindEvery)
	defer look.Stop()
	defer remind.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-remind.C:
			if !s.resting() {
				s.failed(ctx, "reminders of alerts", s.Remind(ctx, clock.Now().UnixMilli()))
			}
		case <-look.C:
			for !s.resting() && len(free) < workers {
				claimed, err := s.claim(ctx, workers-len(free), clock.Now().UnixMilli(), s.Mail != nil)
				s.failed(ctx, "claim messages about alerts", err)
				if len(claimed) == 0 {
					break
				}
				for i := range claimed {
					free <- struct{}{}
					sending.Go(func() {
						s.send(ctx, &claimed[i], clock.Now)
						<-free
					})
				}
			}
		}
	}
}

func (s *Sender) resting() bool { return s.Resting != nil && s.Resting() }

func (s *Sender) failed(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		s.Log.ErrorContext(ctx, what, "error", err)
	}
}

// SendDue sends the messages that are due at a time once, one after another.
func (s *Sender) SendDue(ctx context.Context, at time.Time) error {
	for {
		claimed, err := s.claim(ctx, workers, at.UnixMilli(), s.Mail != nil)
		if err != nil || len(claimed) == 0 {
			return err
		}
		for i := range claimed {
			s.send(ctx, &claimed[i], func() time.Time { return at })
		}
	}
}

// send makes an attempt. If its answer cannot be stored, the claim runs out and the attempt counts as unknown.
func (s *Sender) send(ctx context.Context, m *Message, now func() time.Time) {
	a := answer{Outcome: Sent}
	if err := s.Mail.Send(ctx, m.letter()); err != nil {
		a = answer{Outcome: Failed, Final: mail.IsFinal(err), Text: cut(err.Error())}
		if mail.IsUnsure(err) {
			a.Outcome = Unknown
		}
	}
	// An answer is stored although the server stops.
	storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease/2)
	defer cancel()
	s.failed(ctx, "store the answer of the mail server", s.finish(storing, s.Alerts, m, a, now().UnixMilli()))
}

func cut(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if r := []rune(text); len(r) > maxAnswer {
		return string(r[:maxAnswer])
	}
	return text
}
