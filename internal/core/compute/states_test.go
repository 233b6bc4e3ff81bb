package compute

import (
	"testing"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
)

func stateOf(t *testing.T, id int64) *fold {
	var d definition.Definition
	d.Point.ID = id
	p := compiled.Compile(d)
	return newFold(t.Context(), p, newState(len(p.Keys)), nil, compiled.Forever, &scratch{})
}

// States are evicted while they exceed the limit, and the weight is that of the remaining ones.
func TestStatesAreEvictedAtLimit(t *testing.T) {
	s := newStates()
	one := weigh(stateOf(t, 1))
	s.most = 3 * one
	for id := range int64(5) {
		s.keep(stateOf(t, id+1), 0, 10)
	}
	if s.count.Load() != 5 || s.weight != 5*one {
		t.Fatalf("%d states weigh %d", s.count.Load(), s.weight)
	}
	s.evict()
	if s.count.Load() != 3 || s.weight != 3*one {
		t.Fatalf("%d states weigh %d at a limit of %d", s.count.Load(), s.weight, s.most)
	}
}

// A newer state replaces the older one of its point; an evicted one weighs nothing.
func TestPointHasOneState(t *testing.T) {
	s := newStates()
	s.keep(stateOf(t, 1), 3, 10)
	s.keep(stateOf(t, 1), 4, 10)
	if got := s.of(1); got == nil || got.since != 4 || s.count.Load() != 1 {
		t.Fatalf("%+v of %d", got, s.count.Load())
	}
	s.forget(1)
	s.forget(1)
	if s.of(1) != nil || s.weight != 0 || s.count.Load() != 0 {
		t.Errorf("weight %d after the last state left", s.weight)
	}
}
