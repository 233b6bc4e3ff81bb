package compute

import (
	"bytes"
	"slices"
	"sync/atomic"

	"plumbline/internal/core/alarm"
)

// mostWeight bounds the memory of live states, in floats: 48 MB.
const mostWeight = 6 << 20

// live is a fold at the newest reading of its point.
type live struct {
	fold    *fold
	since   int    // readings since the last checkpoint
	every   int    // readings between checkpoints
	level   []byte // as stored, encoded
	batch   bool   // has readings in the current batch
	before  int64  // time of the last reading before the batch
	judged  int64  // time of the last reading that alarms judged
	first   int64  // first reading of the batch
	weighed int
	next    []byte // level after the batch; nil: unchanged

	// Readings after this time came from the view of arrivals; batches of seen pass them on again.
	after int64
	seen  map[int64]bool

	checkpoints []Checkpoint // of the batch
}

// states is a cache of live folds, bounded by weight.
type states struct {
	points map[int64]*live
	weight int          // floats in memory
	most   int          // maximum of weight
	count  atomic.Int64 // for the metrics
}

func newStates() *states { return &states{points: map[int64]*live{}, most: mostWeight} }

// of returns the live fold of a point, or nil.
func (s *states) of(id int64) *live { return s.points[id] }

// keep adds a fold that has reached its point's newest reading.
func (s *states) keep(f *fold, since, every int) {
	id := f.p.Definition.Point.ID
	s.forget(id)
	l := &live{fold: f, every: every, since: since, level: slices.Clone(f.encodedLevel()), weighed: weigh(f)}
	s.points[id] = l
	s.weight += l.weighed
	s.count.Store(int64(len(s.points)))
}

func (s *states) forget(id int64) {
	if l := s.points[id]; l != nil {
		s.weight -= l.weighed
		delete(s.points, id)
		s.count.Store(int64(len(s.points)))
	}
}

// leave drops the states of points that another server folds now.
func (s *states) leave(leaving func(id int64) bool) {
	for id := range s.points {
		if leaving(id) {
			s.forget(id)
		}
	}
}

// evict drops states while they exceed the limit; each can be restored from its checkpoint. Which ones does not
// matter: devices report in turn, so the least recently used state is the one needed next.
func (s *states) evict() {
	for id := range s.points {
		if s.weight <= s.most {
			return
		}
		s.forget(id)
	}
}

// weigh estimates the number of floats in a fold.
func weigh(f *fold) int {
	n := 200
	if c := f.state.columns; c != nil {
		n += (3 + len(f.state.recent)) * c.Len()
	}
	return n + 16*len(f.p.Keys)
}

// effects returns the changes made by the readings of the batch.
func (l *live) effects(now int64) effects {
	f := l.fold
	e := effects{first: 1, last: 0, puts: f.rows, putInitials: f.initials}
	id := f.p.Definition.Point.ID
	for i := range f.rows {
		e.changed(f.rows[i].Time, f.rows[i].Time)
	}
	for i := range f.initials {
		e.dropInitials = append(e.dropInitials, Range{id, f.initials[i].From, f.initials[i].From})
	}
	if f.alarms.Touched() {
		e.alarms = []alarm.Refolded{refolded(f.p, f.alarms, l.before, f.state.time, l.judged, alarm.ToNewest, now)}
	}
	if encoded := f.encodedLevel(); !bytes.Equal(encoded, l.level) {
		l.next = slices.Clone(encoded)
		e.levels = []alarm.PointLevel{f.alarms.LevelOf(id, f.segment.Panel)}
	}
	e.putCheckpoints = l.checkpoints
	return e
}

// stored starts the next batch.
func (l *live) stored() {
	l.checkpoints = nil
	if l.next != nil {
		l.level, l.next = l.next, nil
	}
	l.batch = false
	l.fold.forgetStored(l.fold.final() + 1)
}
