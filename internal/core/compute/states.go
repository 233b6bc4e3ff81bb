package compute

import (
	"bytes"
	"slices"
	"sync/atomic"

	"plumbline/internal/core/alarm"
)

// mostWeight bounds what the live states hold in memory, in floats: 48 MB.
const mostWeight = 6 << 20

// live is the fold of a point that stands at its newest reading.
type live struct {
	fold    *fold
	since   int    // readings since the last checkpoint
	every   int    // readings between checkpoints
	level   []byte // as stored, encoded
	batch   bool   // has readings in the batch in hand
	before  int64  // time of the last reading before the batch
	judged  int64  // and of the last one that alarms judged
	first   int64  // of the batch
	weighed int
	next    []byte // level as the batch has made it; nil: the same

	checkpoints []Checkpoint // of the batch
}

// states holds the live folds of points, up to a weight.
type states struct {
	points map[int64]*live
	weight int          // floats that they hold
	most   int          // floats that they may hold
	count  atomic.Int64 // for the figures
}

func newStates() *states { return &states{points: map[int64]*live{}, most: mostWeight} }

// of returns the live fold of a point; nil: none is held.
func (s *states) of(id int64) *live { return s.points[id] }

// keep holds the fold of a point that stands at its newest reading.
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

// evict forgets states while they hold too much: each is found again from its checkpoint. It does not matter which:
// devices report in turn, so the state that was used longest ago is the one needed next.
func (s *states) evict() {
	for id := range s.points {
		if s.weight <= s.most {
			return
		}
		s.forget(id)
	}
}

// weigh estimates the floats that a fold holds.
func weigh(f *fold) int {
	n := 200
	if c := f.state.columns; c != nil {
		n += (3 + len(f.state.recent)) * c.Len()
	}
	return n + 16*len(f.p.Keys)
}

// effects is what the readings of the batch changed.
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

// stored begins the next batch.
func (l *live) stored() {
	l.checkpoints = nil
	if l.next != nil {
		l.level, l.next = l.next, nil
	}
	l.batch = false
	l.fold.forgetStored(l.fold.final() + 1)
}
