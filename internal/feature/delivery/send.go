package delivery

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/hook"
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
	mailsAtOnce = 16
	textsAtOnce = 16
	postsAtOnce = 2  // to one webhook
	allPosts    = 64 // to all webhooks

	gatheredAtOnce = 2 // to one peer
)

// Mailer sends mails, see package mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Texter sends text messages, see package sms.
type Texter interface {
	Send(ctx context.Context, m sms.Message) error
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
	Links    Links
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
	parts.Go(func() { s.runPart(ctx, together) })
	parts.Go(func() { s.runPart(ctx, drills) })
	parts.Go(func() { s.remindEach(ctx) })
	s.runPart(ctx, alone)
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

func (s *Sender) runPart(ctx context.Context, of part) {
	t := &traffic{Sender: s, part: of, flying: map[string]int{}, landed: make(chan string, mailsAtOnce+textsAtOnce+pushesAtOnce+allPosts)}
	defer t.sending.Wait()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	var alerts <-chan events.Event
	if of == alone {
		alerts = s.Bus.Subscribe(ctx, events.Alert)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			t.look(ctx)
		case _, open := <-alerts: // what an alert causes was stored with it
			if !open {
				alerts = nil
				continue
			}
			t.look(ctx)
		case peer := <-t.landed:
			full := t.room(peer) <= 0
			if t.flying[peer]--; t.flying[peer] == 0 {
				delete(t.flying, peer)
			}
			if full && !s.resting() { // more may wait
				t.start(ctx, peer)
			}
		}
	}
}

// traffic is what a server sends of a part at the moment. Only runPart uses it.
type traffic struct {
	*Sender
	part    part
	flying  map[string]int // messages by peer
	landed  chan string    // peers of messages that were sent; it takes as many as can fly
	sending sync.WaitGroup
}

// room returns how many more messages can be sent to a peer. Gathered ones are few and large, and drills can wait.
func (t *traffic) room(peer string) int {
	most, posts := postsAtOnce, 0
	for other, n := range t.flying {
		if !slices.Contains(personal(), Channel(other)) {
			posts += n
		}
	}
	switch Channel(peer) {
	case Mail:
		most, posts = mailsAtOnce, 0
	case SMS:
		most, posts = textsAtOnce, 0
	case Push:
		most, posts = pushesAtOnce, 0
	}
	if t.part != alone {
		most = gatheredAtOnce
	}
	return min(most-t.flying[peer], allPosts-posts)
}

// look sends what is due to every peer, in another order each time.
func (t *traffic) look(ctx context.Context) {
	if t.resting() {
		return
	}
	peers, err := t.duePeers(ctx, t.part, clock.Now().UnixMilli())
	rand.Shuffle(len(peers), func(i, j int) { peers[i], peers[j] = peers[j], peers[i] })
	for _, peer := range peers {
		t.start(ctx, peer)
	}
	t.failed(ctx, "look for messages about alerts", err)
}

func (t *traffic) start(ctx context.Context, peer string) {
	n := t.room(peer)
	if n <= 0 {
		return
	}
	claimed, _, err := t.claim(ctx, peer, t.part, n, clock.Now().UnixMilli(), t.channel(peer).missing())
	t.failed(ctx, "claim messages about alerts", err)
	for i := range claimed {
		t.flying[peer]++
		t.sending.Go(func() {
			t.send(ctx, &claimed[i], clock.Now)
			t.landed <- peer
		})
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
				claimed, handled, err := s.claim(ctx, peer, of, mailsAtOnce, at.UnixMilli(), s.channel(peer).missing())
				if err != nil {
					return err
				}
				worked = worked || handled > 0
				for i := range claimed {
					s.send(ctx, &claimed[i], func() time.Time { return at })
				}
			}
		}
	}
	return nil
}

// send makes an attempt. If its answer cannot be stored, the claim runs out and the attempt counts as unknown.
func (s *Sender) send(ctx context.Context, m *Message, now func() time.Time) {
	a := s.channel(m.peer).send(ctx, m, now())
	// An answer is stored although the server stops.
	storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease/2)
	defer cancel()
	s.failed(ctx, "store the answer about a message", s.finish(storing, s.Alerts, m, a, now().UnixMilli()))
}

func cut(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if r := []rune(text); len(r) > maxAnswer {
		return string(r[:maxAnswer])
	}
	return text
}
