package connection

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/events"
)

// batch is what one transaction stores. Many devices share a transaction when they connect at once.
type batch struct {
	claims        []*claim
	messages      []*Message
	acks          []Message
	subscriptions []subscription
	ends          []end
	done          chan struct{} // closed when it is stored
	err           error
}

type claim struct {
	Claim
	session Session
	from    Held // the connection that it ends
	server  int64
}

type subscription struct {
	Held
	to   *Subscription
	held *bool
}

type end struct {
	Held
	expiry int64
}

func (b *batch) empty() bool {
	return len(b.claims)+len(b.messages)+len(b.acks)+len(b.subscriptions)+len(b.ends) == 0
}

// relaxed reports whether the commit need not wait for the disk: after a crash of the database every device connects
// again, and repeating an acknowledged message is allowed.
func (b *batch) relaxed() bool { return len(b.messages)+len(b.subscriptions)+len(b.ends) == 0 }

// add adds to the next transaction and returns it.
func (r *Registry) add(to func(*batch)) *batch {
	r.mu.Lock()
	b := r.waiting
	if r.closed {
		b = &batch{done: make(chan struct{}), err: errClosed}
		close(b.done)
		r.mu.Unlock()
		return b
	}
	if b.done == nil {
		b.done = make(chan struct{})
	}
	to(b)
	r.mu.Unlock()
	r.wakeUp()
	return b
}

func (r *Registry) wakeUp() {
	select {
	case r.wake <- struct{}{}:
	default: // already awake
	}
}

func (b *batch) wait(ctx context.Context) error {
	select {
	case <-b.done:
		return b.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Claim makes this server the holder of a device's connection. One device claims once at a time.
func (r *Registry) Claim(ctx context.Context, device Claim) (Session, error) {
	c := &claim{Claim: device}
	err := r.add(func(b *batch) { b.claims = append(b.claims, c) }).wait(ctx)
	if err != nil {
		return Session{}, err
	}
	return c.session, nil
}

// Subscribe stores the subscription of a connection; nil: it has none. The error is ErrTaken if it is no longer held.
func (r *Registry) Subscribe(ctx context.Context, held Held, to *Subscription) error {
	is := false
	err := r.add(func(b *batch) {
		b.subscriptions = append(b.subscriptions, subscription{held, to, &is})
	}).wait(ctx)
	if err == nil && !is {
		return ErrTaken
	}
	return err
}

// Record stores messages before they are sent, and sets their places. Messages are stored in the order in which
// reserve returns them.
func (r *Registry) Record(ctx context.Context, reserve func() []*Message) error {
	some := false
	b := r.add(func(b *batch) {
		messages := reserve()
		b.messages, some = append(b.messages, messages...), len(messages) > 0
	})
	if !some {
		return nil
	}
	return b.wait(ctx)
}

// Acknowledged removes a message. It does not wait.
func (r *Registry) Acknowledged(m Message) {
	r.add(func(b *batch) { b.acks = append(b.acks, Message{Held: m.Held, Place: m.Place}) })
}

// End ends a connection, unless the device has connected again. The session stays for expiry seconds. End does not
// wait.
func (r *Registry) End(held Held, expiry int64) {
	r.add(func(b *batch) { b.ends = append(b.ends, end{held, expiry}) })
}

// write stores batches until Close.
func (r *Registry) write() {
	for range r.wake {
		for {
			r.mu.Lock()
			b, last := r.waiting, r.closed
			r.waiting = &batch{}
			r.mu.Unlock()
			if b.empty() {
				if last {
					return
				}
				break
			}
			b.err = r.store(b, last)
			close(b.done)
			if b.err != nil && !last {
				break
			}
		}
	}
}

// store stores a batch, again if the database was busy. What nobody waits for is kept for the next batch.
func (r *Registry) store(b *batch, last bool) (err error) {
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
		err = r.apply(ctx, b)
		cancel()
		if err == nil {
			r.announce(b.claims)
			return nil
		}
		if errors.Is(err, cluster.ErrLost) || last {
			return err
		}
	}
	r.log.Warn("store the connections of devices", "error", err)
	r.mu.Lock()
	next := r.waiting
	next.acks, next.ends = append(b.acks, next.acks...), append(b.ends, next.ends...)
	if next.done == nil {
		next.done = make(chan struct{})
	}
	r.mu.Unlock()
	time.AfterFunc(time.Second, r.wakeUp)
	return err
}

// announce signals the servers that have lost connections.
func (r *Registry) announce(claims []*claim) {
	var servers []int64
	for _, c := range claims {
		if c.server != 0 && c.server != r.lease.Server() {
			servers = append(servers, c.server)
		}
	}
	if len(servers) > 0 {
		slices.Sort(servers)
		events.Publish(context.Background(), r.bus, events.Connection, 0, events.ConnectionPayload{Servers: slices.Compact(servers)})
	}
}

// byClient orders what a statement locks: all servers lock rows in this order.
func byClient[T any](list []T, client func(T) string) []T {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(client(a), client(b)) })
	return list
}
