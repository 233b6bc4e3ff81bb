package model_test

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// exploration is all states that a model can reach.
type exploration struct {
	states []world
	index  map[world]int32
	parent []int32
	name   []string
	edges  [][]int32 // from the states that lead to a state
}

// explore visits every state that can be reached from the first one. It stops at the first broken promise, and returns
// the steps that lead to it.
func (m model) explore(first world) (e *exploration, broken string) {
	e = &exploration{index: map[world]int32{}}
	e.visit(first, -1, "begin")
	for at := int32(0); int(at) < len(e.states); at++ {
		for _, s := range m.steps(&e.states[at]) {
			if s.err == nil {
				s.err = s.lost()
			}
			to := e.visit(s.world, at, s.name)
			if s.err != nil {
				return e, e.path(at) + s.name + "\n" + s.err.Error()
			}
			e.edges[to] = append(e.edges[to], at)
		}
	}
	return e, ""
}

func (e *exploration) visit(w world, from int32, name string) int32 {
	if at, ok := e.index[w]; ok {
		return at
	}
	at := int32(len(e.states))
	e.index[w] = at
	e.states, e.parent = append(e.states, w), append(e.parent, from)
	e.name, e.edges = append(e.name, name), append(e.edges, nil)
	return at
}

func (e *exploration) path(at int32) string {
	var steps []string
	for ; at >= 0; at = e.parent[at] {
		steps = append(steps, e.name[at])
	}
	slices.Reverse(steps)
	return strings.Join(steps, "\n") + "\n"
}

// stuck returns a state from which no sequence of steps leads to one where everything is folded; "" if there is none.
func (e *exploration) stuck() string {
	reaches := make([]bool, len(e.states))
	var queue []int32
	for at := range e.states {
		if e.states[at].settled() {
			reaches[at] = true
			queue = append(queue, int32(at))
		}
	}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, from := range e.edges[at] {
			if !reaches[from] {
				reaches[from] = true
				queue = append(queue, from)
			}
		}
	}
	if at := slices.Index(reaches, false); at >= 0 {
		return e.path(int32(at))
	}
	return ""
}

// begin is two servers, of which the first holds the partition.
func begin(version, faults int8) world {
	w := world{version: version, changes: 1, faults: faults}
	w.join(0)
	w.join(1)
	w.holder, w.wanted, w.process[0].held = 1, 1, true
	w.process[0].view, w.process[1].view = 1, 1
	return w
}

// faults returns how many times a process may be killed, paused or drained and the partition moved. make soak sets
// MODEL_FAULTS=2, which takes some minutes and gigabytes.
func faults(t *testing.T) int8 {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("MODEL_FAULTS"), "1"))
	if err != nil {
		t.Fatal(err)
	}
	return int8(n)
}

// TestModelOfServers visits every state of the model. In each one only the holder of the partition stores results, and
// each stored reading has a mark or a result of the current configuration. From each one the servers can fold
// everything, whatever was killed, paused, drained or moved before.
func TestModelOfServers(t *testing.T) {
	for name, version := range map[string]int8{"a point gets a source": 0, "a point gets another formula": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, broken := model{allRules}.explore(begin(version, faults(t)))
			if broken != "" {
				t.Fatal(broken)
			}
			if steps := e.stuck(); steps != "" {
				t.Fatalf("not everything can be folded after:\n%s", steps)
			}
			t.Logf("%d states", len(e.states))
		})
	}
}

// TestModelNeedsItsRules: without any of the rules the exploration finds what goes wrong.
func TestModelNeedsItsRules(t *testing.T) {
	for name, missing := range map[string]rule{
		"the lease": holdLease, "the shared configuration": shareVersion, "routed marks": routeMarks, "adopted lanes": adoptLanes,
		"the release by the holder": releaseByOwner,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, broken := model{allRules &^ missing}.explore(begin(1, 1))
			if broken == "" {
				broken = e.stuck()
			}
			if broken == "" {
				t.Fatal("nothing goes wrong without it")
			}
			t.Log(broken)
		})
	}
}
