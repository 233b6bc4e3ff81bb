package delivery

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/events"
)

// traffic is what a server sends of a part at the moment. Only its run uses it.
type traffic struct {
	*Sender
	part      part
	flows     map[string]*flow  // by peer
	known     map[string]*known // by peer
	landed    chan tried
	exchanged chan exchanged
}

// flow is what is under way to a peer.
type flow struct {
	flying int     // messages that are sent or asked for
	landed []tried // whose answers are to be stored
	busy   bool    // its transaction runs
	more   bool    // other messages may be due
}

// exchanged is what a transaction of a flow came to.
type exchanged struct {
	peer    string
	wanted  int
	claimed []Message
	more    bool
}

func (s *Sender) traffic(of part) *traffic {
	return &traffic{s, of, map[string]*flow{}, map[string]*known{}, make(chan tried), make(chan exchanged)}
}

// run sends what is due until ctx ends, and then stores what came of the messages under way.
func (t *traffic) run(ctx context.Context, alerts <-chan events.Event) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	stop := ctx.Done()
	for stop != nil || len(t.flows) > 0 {
		select {
		case <-stop:
			stop = nil
		case <-look.C:
			t.look(ctx)
		case _, open := <-alerts:
			if !open {
				alerts = nil
			}
			for len(alerts) > 0 { // one look serves all
				<-alerts
			}
			t.look(ctx)
		case d := <-t.landed:
			f := t.flows[d.peer]
			f.flying--
			f.landed = append(f.landed, d)
			t.turn(ctx, d.peer, f)
		case e := <-t.exchanged:
			f := t.flows[e.peer]
			f.busy, f.more = false, f.more || e.more
			f.flying += len(e.claimed) - e.wanted
			for i := range e.claimed {
				e.claimed[i].crowded = e.more
				go func() { t.landed <- t.send(ctx, &e.claimed[i], clock.Now) }()
			}
			t.turn(ctx, e.peer, f)
		}
	}
}

// look asks for what is due to every peer, in another order each time.
func (t *traffic) look(ctx context.Context) {
	if t.resting() || ctx.Err() != nil {
		return
	}
	peers, err := t.duePeers(ctx, t.part, clock.Now().UnixMilli())
	t.failed(ctx, "look for messages about alerts", err)
	rand.Shuffle(len(peers), func(i, j int) { peers[i], peers[j] = peers[j], peers[i] })
	for _, peer := range peers {
		f := t.flows[peer]
		if f == nil {
			f = &flow{}
			t.flows[peer] = f
		}
		f.more = true
		t.turn(ctx, peer, f)
	}
}

// turn stores the answers of a flow and claims more messages. What lands meanwhile waits for the next turn.
func (t *traffic) turn(ctx context.Context, peer string, f *flow) {
	if f.busy {
		return
	}
	k := cmp.Or(t.known[peer], &known{})
	t.known[peer] = k
	w := wanted{peer: peer, of: t.part, now: clock.Now().UnixMilli(), missing: t.channel(peer).missing(), known: k}
	if f.more && !t.resting() && ctx.Err() == nil && w.now >= k.rest {
		w.n = max(0, t.room(peer))
	}
	if w.n == 0 && len(f.landed) == 0 {
		if f.flying == 0 {
			delete(t.flows, peer)
		}
		return
	}
	done := f.landed
	f.landed, f.busy, f.more = nil, true, f.more && w.n == 0
	f.flying += w.n
	go func() {
		claimed, handled, err := t.store(ctx, done, w)
		t.failed(ctx, "store answers and claim messages about alerts", err)
		t.exchanged <- exchanged{peer, w.n, claimed, w.n > 0 && handled >= w.n}
	}()
}

// room returns how many more messages can be sent to a peer. Gathered ones are few and large, and drills can wait.
func (t *traffic) room(peer string) int {
	most, posts := postsAtOnce, 0
	for other, f := range t.flows {
		if !slices.Contains(personal(), Channel(other)) {
			posts += f.flying
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
	return min(most-t.flows[peer].flying, allPosts-posts)
}
