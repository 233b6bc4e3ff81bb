package delivery

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/sms"
)

const (
	lookEvery    = time.Second
	remindEvery  = time.Minute
	releaseEvery = 5 * time.Second
	postWithin   = 10 * time.Second
	maxAnswer    = 500
)

// Messages that a server sends at once. Each peer has its own bound, so that a slow one delays no other.
const (
	mailsAtOnce = 4 * mail.Sessions // most of them wait for a session
	textsAtOnce = 48
	postsAtOnce = 4  // to one webhook
	allPosts    = 64 // to all webhooks

	gatheredAtOnce = 2 // to one peer
)

// Mailer sends mails, see package mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Texter sends text messages, see package sms.
type Texter interface {
	Send(ctx context.Context, m sms.Message) (reference string, err error)
	Sends(p sms.Purpose) bool
}

// Noticer knows the alerts, see package alarm.
type Noticer interface {
	Notice(ctx context.Context, tx *database.Tx, alerts, sent []int64, now int64) ([]int64, error)
	Get(ctx context.Context, scope access.Scope, id int64) (alarm.Listed, error)
	Named(ctx context.Context, scope access.Scope, ids []int64) (map[int64]alarm.Listed, error)
}

// Sender sends the messages of the ledger.
type Sender struct {
	Ledger
	Alerts   Noticer
	Mail     Mailer // nil: mail is not configured
	SMS      Texter // nil: text messages are not configured
	Push     Pusher // nil: none are sent
	Webhooks hook.Store
	Links    link.Links
	Gallery  *gallery.Gallery // nil: mails have no pictures
	Outbound *outbound.Dialler
	Log      *slog.Logger
	Resting  func() bool // nil: never
}

// Run sends what is due until ctx ends, and nothing while other servers do the work of this one.
func (s *Sender) Run(ctx context.Context) {
	var parts sync.WaitGroup
	if s.Gallery != nil {
		defer s.Gallery.Wait()
		if s.Mail != nil {
			parts.Go(func() { s.Gallery.Warm(ctx) })
		}
	}
	defer parts.Wait()
	parts.Go(func() { s.traffic(together).run(ctx, nil) })
	parts.Go(func() { s.traffic(drills).run(ctx, nil) })
	parts.Go(func() { s.remindEach(ctx) })
	s.traffic(alone).run(ctx, s.Bus.Subscribe(ctx, events.Alert)) // what an alert causes was stored with it
}

func (s *Sender) remindEach(ctx context.Context) {
	remind, release := time.NewTicker(remindEvery), time.NewTicker(releaseEvery)
	defer remind.Stop()
	defer release.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-remind.C:
			if !s.resting() {
				s.failed(ctx, "reminders of alerts", s.Remind(ctx, clock.Now().UnixMilli()))
			}
		case <-release.C:
			if !s.resting() {
				s.failed(ctx, "messages that wait for conditions", s.Release(ctx, clock.Now().UnixMilli()))
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
	for worked := true; worked; {
		worked = false
		for _, of := range []part{alone, together, drills} {
			peers, err := s.duePeers(ctx, of, at.UnixMilli())
			if err != nil {
				return err
			}
			for _, peer := range peers {
				w := wanted{peer, of, mailsAtOnce, at.UnixMilli(), s.channel(peer).missing(), &known{}}
				claimed, handled, err := s.store(ctx, nil, w)
				if err != nil {
					return err
				}
				worked = worked || handled > 0
				for i := range claimed {
					done := s.send(ctx, &claimed[i], func() time.Time { return at })
					if _, _, err := s.store(ctx, []tried{done}, wanted{}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// send makes an attempt.
func (s *Sender) send(ctx context.Context, m *Message, now func() time.Time) tried {
	if err := s.respond(ctx, m, now().UnixMilli()); err != nil { // it is sent without the response rather than late
		s.failed(ctx, "responses to warnings", err)
	}
	a := s.channel(m.peer).send(ctx, m, now())
	return tried{m, a, now().UnixMilli()}
}

// store stores answers and claims more messages. Of an answer that cannot be stored, the claim runs out and the attempt counts
// as unknown.
func (s *Sender) store(ctx context.Context, done []tried, w wanted) (claimed []Message, handled int, err error) {
	if len(done) > 0 { // answers are stored although the server stops
		storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease/2)
		defer cancel()
		ctx = storing
	}
	claimed, handled, err = s.exchange(ctx, s.Alerts, done, w)
	if err != nil {
		for i := range done { // none keeps the others from being stored
			_, _, one := s.exchange(ctx, s.Alerts, done[i:i+1], wanted{})
			err = errors.Join(err, one)
		}
	}
	return claimed, handled, err
}

func cut(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if r := []rune(text); len(r) > maxAnswer {
		return string(r[:maxAnswer])
	}
	return text
}
