package events

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"
)

// window is how long events of a topic and project are collected before delivery.
const window = 50 * time.Millisecond

// buffer is the number of events that a subscriber may fall behind before they are merged.
const buffer = 16

type key struct {
	topic   string
	project int64
}

// merged is the union of the payloads of one key: lists of ids by field. all is true if one of the events had no
// payload.
type merged struct {
	lists map[string][]int64
	all   bool
}

func (m *merged) add(payload json.RawMessage) {
	var lists map[string][]int64
	if payload == nil || json.Unmarshal(payload, &lists) != nil {
		m.all = true
		return
	}
	if m.lists == nil {
		m.lists = lists
		return
	}
	for field, ids := range lists {
		m.lists[field] = append(m.lists[field], ids...)
	}
}

func (m *merged) payload() json.RawMessage {
	if m.all {
		return nil
	}
	for field, ids := range m.lists {
		slices.Sort(ids)
		m.lists[field] = slices.Compact(ids)
	}
	data, err := json.Marshal(m.lists)
	if err != nil {
		return nil // lists of numbers always encode; nil means reload everything
	}
	return data
}

// collector collects events until they are taken.
type collector struct {
	mu      sync.Mutex
	pending map[key]*merged
	order   []key
	wake    chan struct{} // one slot: signals that events are waiting
}

func newGathering() *collector {
	return &collector{pending: map[key]*merged{}, wake: make(chan struct{}, 1)}
}

func (g *collector) add(e Event) {
	k := key{e.Topic, e.Project}
	g.mu.Lock()
	m, ok := g.pending[k]
	if !ok {
		m = &merged{}
		g.pending[k] = m
		g.order = append(g.order, k)
	}
	m.add(e.Payload)
	g.mu.Unlock()
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// drain returns and removes the collected events, ordered by the first occurrence of their key.
func (g *collector) drain() []Event {
	g.mu.Lock()
	pending, order := g.pending, g.order
	g.pending, g.order = map[key]*merged{}, nil
	g.mu.Unlock()
	events := make([]Event, len(order))
	for i, k := range order {
		events[i] = Event{Topic: k.topic, Project: k.project, Payload: pending[k].payload()}
	}
	return events
}

// run passes collected events to deliver, at most once per window, until ctx ends.
func (g *collector) run(ctx context.Context, deliver func(Event)) {
	timer := time.NewTimer(window)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.wake:
		}
		timer.Reset(window)
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		for _, event := range g.drain() {
			deliver(event)
		}
	}
}

// Local is the event bus of one process, based on Go channels.
type Local struct {
	ctx  context.Context
	stop context.CancelFunc

	mu          sync.Mutex
	next        int
	subscribers map[int]*subscriber
	running     sync.WaitGroup
}

type subscriber struct {
	topics map[string]bool
	news   *collector
}

func NewLocal() *Local {
	ctx, stop := context.WithCancel(context.Background())
	return &Local{ctx: ctx, stop: stop, subscribers: map[int]*subscriber{}}
}

func (l *Local) Publish(_ context.Context, event Event) {
	l.mu.Lock()
	listening := slices.Collect(maps.Values(l.subscribers))
	l.mu.Unlock()
	for _, s := range listening {
		if s.topics[event.Topic] {
			s.news.add(event)
		}
	}
}

func (l *Local) Subscribe(ctx context.Context, topics ...string) <-chan Event {
	s := &subscriber{topics: make(map[string]bool, len(topics)), news: newGathering()}
	for _, topic := range topics {
		s.topics[topic] = true
	}
	out := make(chan Event, buffer)
	ctx, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(l.ctx, cancel)
	l.mu.Lock()
	id := l.next
	l.next++
	l.subscribers[id] = s
	l.running.Add(1)
	l.mu.Unlock()
	go func() {
		defer l.running.Done()
		defer close(out)
		defer cancel()
		defer detach()
		s.news.run(ctx, func(e Event) {
			select {
			case out <- e:
			case <-ctx.Done():
			}
		})
		l.mu.Lock()
		delete(l.subscribers, id)
		l.mu.Unlock()
	}()
	return out
}

// all makes every subscriber reload everything, because events may have been missed.
func (l *Local) all() {
	for _, topic := range topics {
		l.Publish(l.ctx, Event{Topic: topic})
	}
}

func (l *Local) Close() error {
	l.stop()
	l.running.Wait()
	return nil
}
