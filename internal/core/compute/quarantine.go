package compute

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"plumbline/internal/core/compiled"
)

// Delay before a failing point is retried; it doubles each time.
const (
	shortestPause = time.Second
	longestPause  = time.Minute
)

// Failure describes a point whose results cannot be computed or stored at the moment. Its marks are kept, so that
// nothing is lost.
type Failure struct {
	Point    int64
	Since    int64 // UTC ms of the first of the consecutive failures
	Attempts int
	Next     int64  // UTC ms of the next attempt
	Error    string // for the log
}

// quarantine holds the points that failed when stored alone, each until its next attempt, so that they do not block
// others. Only failures is safe for concurrent use.
type quarantine struct {
	points    map[int64]*quarantined
	published atomic.Pointer[[]Failure]
	saved     map[int64]Failure // as in the database
}

type quarantined struct {
	Failure
	from    int64 // the database has marks for the point from this time on
	pausing bool
}

func newQuarantine() *quarantine {
	return &quarantine{points: map[int64]*quarantined{}, saved: map[int64]Failure{}}
}

// failures lists the points by id.
func (q *quarantine) failures() []Failure {
	if list := q.published.Load(); list != nil {
		return *list
	}
	return nil
}

func (q *quarantine) publish() {
	list := make([]Failure, 0, len(q.points))
	for _, p := range q.points {
		list = append(list, p.Failure)
	}
	slices.SortFunc(list, func(a, b Failure) int { return cmp.Compare(a.Point, b.Point) })
	q.published.Store(&list)
}

// saveAtOnce is the number of points recorded in one transaction; the rest follow a second later.
const saveAtOnce = 500

// save records what has changed, so that all servers show it. An error is retried with the next call.
func (q *quarantine) save(ctx context.Context, store Store, server int64) error {
	var failing []Failure
	var ended []int64
	for id, p := range q.points {
		if q.saved[id] != p.Failure && len(failing) < saveAtOnce {
			failing = append(failing, p.Failure)
		}
	}
	for id := range q.saved {
		if q.points[id] == nil && len(ended) < saveAtOnce {
			ended = append(ended, id)
		}
	}
	if len(failing)+len(ended) == 0 {
		return nil
	}
	if err := store.SaveFailures(ctx, server, failing, ended); err != nil {
		return err
	}
	for _, f := range failing {
		q.saved[f.Point] = f
	}
	for _, id := range ended {
		delete(q.saved, id)
	}
	return nil
}

// fail adds a point, or doubles its delay. now is UTC ms.
func (q *quarantine) fail(id, now int64, cause error) (p *quarantined, pause time.Duration) {
	p = q.points[id]
	if p == nil {
		p = &quarantined{Failure: Failure{Point: id, Since: now}, from: compiled.Forever}
		q.points[id] = p
	}
	p.Attempts++
	p.Error = cause.Error()
	pause = min(shortestPause<<min(p.Attempts-1, 20), longestPause)
	p.Next = now + pause.Milliseconds()
	p.pausing = true
	q.publish()
	return p, pause
}

// hurry ends the delay of a point at the next check.
func (q *quarantine) hurry(id int64) {
	if p := q.points[id]; p != nil {
		p.Next = 0
	}
}

// covers reports whether marks in the database cover the point from a time on.
func (q *quarantine) covers(id, from int64) bool {
	p := q.points[id]
	return p != nil && p.from <= from
}

// release removes a point that was stored or has nothing left to store.
func (q *quarantine) release(id int64) {
	if q.points[id] != nil {
		delete(q.points, id)
		q.publish()
	}
}

// due returns the points whose delay is over, and lets them run.
func (q *quarantine) due(now int64) []int64 {
	var ids []int64
	for id, p := range q.points {
		if p.pausing && p.Next <= now {
			p.pausing = false
			ids = append(ids, id)
		}
	}
	return ids
}
