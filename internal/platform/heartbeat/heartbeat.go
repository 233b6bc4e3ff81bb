// Package heartbeat states whether the alarm chain moves, from the frame to the message, and watches that statement
// from another machine. It contains nothing of any corporation.
package heartbeat

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"plumbline/internal/platform/servers"
)

// Path is where a server serves its heartbeat.
const Path = "/heartbeat"

// The age from which unfinished work counts as stuck. A quiet site has no unfinished work and is never stuck.
const (
	// The report of a server is renewed every 2 s. A server that renews its lease but reports nothing is not well.
	reportWithin = time.Minute
	// A commit takes milliseconds. Devices repeat what is not acknowledged.
	commitWithin = time.Minute
	// A burst is stored within seconds. Later than this, alarms are late, even if the backlog shrinks.
	storeWithin = 5 * time.Minute
	// A change of configuration may fold years of readings again, which delays the points concerned.
	foldWithin = 15 * time.Minute
	// Messages are sent as soon as they are due. A claim of a killed server is taken over after a minute.
	sendWithin = 5 * time.Minute
	// The second, third and fourth attempts are 1, 3 and 7 min after the first.
	acceptWithin = 10 * time.Minute
)

// Part is one step of the chain.
type Part struct {
	Moving  bool   `json:"moving"`
	Since   int64  `json:"since,omitempty"` // UTC ms at which the oldest unfinished work began to wait; 0: nothing waits
	AgeMs   int64  `json:"ageMs"`           // of that work
	BoundMs int64  `json:"boundMs"`         // the age from which it counts as stuck
	Reason  string `json:"reason,omitempty"`
}

// State is the state of the whole installation, whichever of its servers is asked.
type State struct {
	Moving   bool  `json:"moving"` // all parts move
	Time     int64 `json:"time"`   // UTC ms, by the clock of the database
	Servers  int   `json:"servers"`
	Intake   Part  `json:"intake"`   // frames are taken
	Stage1   Part  `json:"stage1"`   // frames become readings
	Stage2   Part  `json:"stage2"`   // readings become results and alerts
	Delivery Part  `json:"delivery"` // messages about alerts go out
}

// Reasons why a part does not move.
const (
	NoServer     = "noServer"     // no server runs
	NotReady     = "notReady"     // no server takes readings: disks are full, or the database confirms what is on no disk
	NoReport     = "noReport"     // a server does not say how it is
	Unattended   = "unattended"   // nobody works on a part of the points or of the journal
	Late         = "late"         // the oldest work waits for longer than the bound
	NotAccepted  = "notAccepted"  // the mail server or the provider of text messages accepts nothing
	DatabaseAway = "databaseAway" // the database cannot be reached
)

// Outbox is what the delivery of messages has to do.
type Outbox struct {
	Due        int64 // UTC ms since which the oldest message that nobody has taken is due; 0: none
	Unaccepted int64 // UTC ms at which the oldest message by mail or SMS was written, if its channel has accepted none since; 0: none
}

// Away is the state while the database cannot be reached: nothing can be said about the parts.
func Away(now time.Time) State {
	gone := Part{Reason: DatabaseAway}
	return State{Time: now.UnixMilli(), Intake: gone, Stage1: gone, Stage2: gone, Delivery: gone}
}

// Of returns the state of an installation.
func Of(v *servers.View, out Outbox) State {
	now := v.Now
	s := State{
		Time: now, Intake: Part{Reason: NoServer}, Stage1: Part{Moving: true, BoundMs: storeWithin.Milliseconds()},
		Stage2: Part{Moving: true, BoundMs: foldWithin.Milliseconds()}, Delivery: Part{Moving: true, BoundMs: sendWithin.Milliseconds()},
	}
	alive := map[int64]bool{}
	for i := range v.Servers {
		one := &v.Servers[i]
		if !one.Alive {
			continue
		}
		alive[one.ID] = true
		s.Servers++
		s.hear(one, now)
	}
	for _, p := range v.Partitions {
		if !alive[p.ServerID] {
			s.Stage2.unattended(lastSeen(v, p.ServerID), now)
		}
	}
	for _, l := range v.Lanes {
		if l.ServerID != 0 && !alive[l.ServerID] {
			s.Stage1.unattended(lastSeen(v, l.ServerID), now)
		}
	}
	s.Delivery.wait(out.Due, now)
	if out.Unaccepted != 0 && now-out.Unaccepted > acceptWithin.Milliseconds() {
		s.Delivery = Part{Since: out.Unaccepted, AgeMs: now - out.Unaccepted, BoundMs: acceptWithin.Milliseconds(), Reason: NotAccepted}
	}
	s.Moving = s.Intake.Moving && s.Stage1.Moving && s.Stage2.Moving && s.Delivery.Moving
	return s
}

// lastSeen returns when a server that is not alive was alive, UTC ms; 0: not known.
func lastSeen(v *servers.View, server int64) int64 {
	for i := range v.Servers {
		if one := &v.Servers[i]; one.ID == server {
			return one.ReportedAt
		}
	}
	for _, f := range v.Former {
		if f.ID == server {
			return f.EndedAt
		}
	}
	return 0
}

// hear takes in what a server that is alive says about itself.
func (s *State) hear(one *servers.Server, now int64) {
	r := one.Report
	if r == nil || now-one.ReportedAt > reportWithin.Milliseconds() {
		since := max(one.ReportedAt, one.StartedAt)
		if now-since > reportWithin.Milliseconds() {
			s.Stage1.fail(NoReport, since, now)
			s.Stage2.fail(NoReport, since, now)
		}
		return
	}
	switch {
	case r.Ready && r.CommitLagMs <= commitWithin.Milliseconds():
		s.Intake = Part{Moving: true, BoundMs: commitWithin.Milliseconds()}
	case s.Intake.Moving: // another server takes frames
	case r.Ready:
		s.Intake = Part{Since: now - r.CommitLagMs, AgeMs: r.CommitLagMs, BoundMs: commitWithin.Milliseconds(), Reason: Late}
	default:
		s.Intake.Reason = NotReady
	}
	if r.JournalLagMs > 0 {
		s.Stage1.wait(now-r.JournalLagMs, now)
	}
	if r.LagMs > 0 {
		s.Stage2.wait(now-r.LagMs, now)
	}
}

// wait notes work that waits since a time; 0: none.
func (p *Part) wait(since, now int64) {
	if since == 0 || p.Since != 0 && p.Since <= since {
		return
	}
	p.Since, p.AgeMs = since, max(0, now-since)
	if p.AgeMs > p.BoundMs {
		p.Moving, p.Reason = false, Late
	}
}

// fail notes that nobody works since a time.
func (p *Part) fail(reason string, since, now int64) {
	p.Moving, p.Reason = false, reason
	if p.Since == 0 || since < p.Since {
		p.Since, p.AgeMs = since, max(0, now-since)
	}
}

// unattended notes that nobody works on a part of the work, since the server that did was last seen; 0: not known. Others
// take over within seconds.
func (p *Part) unattended(since, now int64) {
	switch {
	case since == 0:
		p.fail(Unattended, now, now)
	case now-since > reportWithin.Milliseconds():
		p.fail(Unattended, since, now)
	default:
		p.wait(since, now)
	}
}

const (
	// fresh is how long a state is served again, so that nobody makes the database work by asking often.
	fresh = time.Second
	// readWithin is how long the database may take for a state before it counts as away.
	readWithin = 5 * time.Second
)

// Handler serves the state. It is safe for concurrent use.
type Handler struct {
	state func(context.Context) (State, error)
	now   func() time.Time

	mu   sync.Mutex
	at   time.Time
	last State
}

// NewHandler returns a handler that reads the state with a function, at most once a second.
func NewHandler(state func(context.Context) (State, error), now func() time.Time) *Handler {
	return &Handler{state: state, now: now}
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	if now := h.now(); h.at.IsZero() || now.Sub(h.at) >= fresh {
		// The answer is for everybody who asks meanwhile, whether or not this client waits for it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), readWithin)
		state, err := h.state(ctx)
		cancel()
		if err != nil {
			state = Away(now)
		}
		h.at, h.last = now, state
	}
	state := h.last
	h.mu.Unlock()
	Write(w, state)
}

// Write writes a state as the answer: 200 if everything moves, else 503.
func Write(w http.ResponseWriter, s State) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	status := http.StatusOK
	if !s.Moving {
		status = http.StatusServiceUnavailable
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(s) // fails only if the client has disconnected
}
