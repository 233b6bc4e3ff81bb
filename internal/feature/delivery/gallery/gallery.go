// Package gallery keeps the pictures of messages: each is drawn once for all recipients, one after another, and no message
// waits for long.
package gallery

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

const (
	// mostWaiting is the number of pictures that wait to be drawn. At a fifth of a second each, the last one is drawn within
	// the time that a message waits.
	mostWaiting = 16
	// Kept is how long a picture is used: for the recipients of one transition, not for a reminder.
	Kept = time.Minute
	// longestDraw limits the reads of a picture; the engine has its own limit.
	longestDraw = 10 * time.Second
	// Patience is how long a message waits for its pictures.
	Patience = 5 * time.Second
)

// Drawer draws, see package picture.
type Drawer interface {
	Draw(ctx context.Context, about *alarm.Listed, step alarm.Step, language string, withPlan bool) (curve, plan []byte, sheet string, err error)
	Warm(ctx context.Context) error
}

// Alerts knows the alerts, see package alarm.
type Alerts interface {
	Get(ctx context.Context, scope access.Scope, id int64) (alarm.Listed, error)
}

// Wanted are the pictures of one message.
type Wanted struct {
	AlertID, TransitionID, CorporationID int64
	Step                                 alarm.Step
	Language                             string
	Plan                                 bool // also that
	Alone                                bool // it keeps others from being sent, so it does not wait behind other pictures
}

// Pictures are PNG, plans also JPEG; nil: there is nothing to draw.
type Pictures struct {
	Curve, Plan []byte
	Sheet       string // name of the plan
	At          int64  // UTC ms, of the newest readings that could be in them
}

// Gallery has the pictures of a server. It is safe for concurrent use.
type Gallery struct {
	drawer Drawer
	alerts Alerts
	log    *slog.Logger

	mu      sync.Mutex
	known   map[key]*drawn
	waiting []*drawn
	working bool
	work    sync.WaitGroup
}

type key struct {
	transition int64
	language   string
	plan       bool
}

// drawn is a picture that waits, is being drawn, or is there when done is closed.
type drawn struct {
	key
	wanted Wanted
	done   chan struct{}
	asked  time.Time
	until  time.Time // to forget it
	made   Pictures
	err    error
}

// New returns an empty gallery.
func New(drawer Drawer, alerts Alerts, log *slog.Logger) *Gallery {
	return &Gallery{drawer: drawer, alerts: alerts, log: log, known: map[key]*drawn{}}
}

var (
	errBusy = errors.New("too many pictures wait")
	errLate = errors.New("the picture was not drawn in time")
)

// Get returns the pictures of a message; ok is false if they were not drawn within a time, or cannot be drawn.
func (g *Gallery) Get(ctx context.Context, w Wanted, within time.Duration) (p Pictures, ok bool) {
	one, behind := g.find(ctx, w)
	if one == nil {
		return p, false
	}
	if behind && w.Alone {
		within = 0
	}
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-one.done:
	case <-late.C:
	case <-ctx.Done():
	}
	select { // a picture that is there is taken although there was no time to wait
	case <-one.done:
		return one.made, one.err == nil
	default:
		return p, false
	}
}

// All returns the pictures of several messages, in their order. missing reports whether some were not drawn.
func (g *Gallery) All(ctx context.Context, list []Wanted, within time.Duration) (found []Pictures, missing bool) {
	found = make([]Pictures, len(list))
	drawn := make([]bool, len(list))
	var asked sync.WaitGroup
	for i, w := range list {
		asked.Go(func() { found[i], drawn[i] = g.Get(ctx, w, within) })
	}
	asked.Wait()
	return found, slices.Contains(drawn, false)
}

// Wait waits until nothing is being drawn.
func (g *Gallery) Wait() { g.work.Wait() }

// Warm makes the first picture as fast as the others.
func (g *Gallery) Warm(ctx context.Context) {
	if err := g.drawer.Warm(ctx); err != nil {
		g.log.ErrorContext(ctx, "prepare the pictures of mails", "error", err)
	}
}

// find returns the pictures of a message and has them drawn if they are new; nil: too many wait. behind reports whether another
// picture is drawn first.
func (g *Gallery) find(ctx context.Context, w Wanted) (one *drawn, behind bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := clock.Now()
	for k, one := range g.known {
		if !one.until.IsZero() && now.After(one.until) {
			delete(g.known, k)
		}
	}
	k := key{w.TransitionID, w.Language, w.Plan}
	if one := g.known[k]; one != nil {
		return one, slices.Contains(g.waiting, one)
	}
	if len(g.waiting) >= mostWaiting && !g.displace(w.Step.Level) {
		return nil, false
	}
	behind = g.working
	one = &drawn{key: k, wanted: w, done: make(chan struct{}), asked: now}
	g.known[k] = one
	g.waiting = append(g.waiting, one)
	if !g.working {
		g.working = true
		g.work.Go(func() { g.drawAll(context.WithoutCancel(ctx)) })
	}
	return one, behind
}

// displace ends the wait of a less grave picture, the latest of them, for a graver one.
func (g *Gallery) displace(level alarm.Level) bool {
	least := -1
	for i, one := range g.waiting {
		if one.wanted.Step.Level < level && (least < 0 || one.wanted.Step.Level <= g.waiting[least].wanted.Step.Level) {
			least = i
		}
	}
	if least < 0 {
		return false
	}
	g.end(g.take(least), Pictures{}, errBusy)
	return true
}

// take removes a picture from those that wait.
func (g *Gallery) take(i int) *drawn {
	one := g.waiting[i]
	g.waiting = append(g.waiting[:i:i], g.waiting[i+1:]...)
	return one
}

func (g *Gallery) end(one *drawn, made Pictures, err error) {
	one.made, one.err, one.until = made, err, clock.Now().Add(Kept)
	close(one.done)
}

// drawAll draws what waits, the gravest first.
func (g *Gallery) drawAll(ctx context.Context) {
	for {
		g.mu.Lock()
		if len(g.waiting) == 0 {
			g.working = false
			g.mu.Unlock()
			return
		}
		gravest := 0
		for i, one := range g.waiting {
			if one.wanted.Step.Level > g.waiting[gravest].wanted.Step.Level {
				gravest = i
			}
		}
		one := g.take(gravest)
		g.mu.Unlock()
		made, err := Pictures{}, errLate
		if clock.Now().Sub(one.asked) < Patience { // else nobody waits for it any more
			made, err = g.Draw(ctx, &one.wanted)
		}
		g.mu.Lock()
		g.end(one, made, err)
		g.mu.Unlock()
		if err != nil {
			g.log.ErrorContext(ctx, "draw an alert for mails", "alert", one.wanted.AlertID, "error", err)
		}
	}
}

// Draw draws pictures that are not kept. It draws for the program: a message is only about an alert of its corporation.
func (g *Gallery) Draw(ctx context.Context, w *Wanted) (p Pictures, err error) {
	ctx, cancel := context.WithTimeout(ctx, longestDraw)
	defer cancel()
	p.At = clock.Now().UnixMilli()
	about, err := g.alerts.Get(ctx, access.Scope{Corporation: w.CorporationID}, w.AlertID)
	if err != nil {
		return p, err
	}
	p.Curve, p.Plan, p.Sheet, err = g.drawer.Draw(ctx, &about, w.Step, w.Language, w.Plan)
	if ctx.Err() != nil {
		err = errors.Join(errLate, err)
	}
	return p, err
}
