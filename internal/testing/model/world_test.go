package model_test

import (
	"fmt"
	"math/bits"
	"slices"
)

// The model of several servers on one database: leases, lanes, the holder of a partition, and marks. It has two
// processes, one partition with one point, and a reading of it. Its actions are the transactions of the packages
// cluster, ingest, marks and compute. A transaction begins and commits in two actions, so that anything may happen
// between them.
const (
	processes = 2
	readings  = 1
	idLimit   = 5 // servers may have the ids 1 to 4
)

// rule is a rule of the product that a test may break, to see that the exploration notices.
type rule uint8

const (
	holdLease      rule = 1 << iota // a transaction holds the lease of its server, and a takeover ends it
	shareVersion                    // a transaction shares the configuration with which it works
	routeMarks                      // marks of a server that is gone get another one
	adoptLanes                      // another server drains the lane of one that is gone
	releaseByOwner                  // a partition changes hands only when its holder gives it up or is gone
	allRules       = holdLease | shareVersion | routeMarks | adoptLanes | releaseByOwner
)

type (
	set  uint8 // of readings
	kind uint8
)

func (s set) has(r int) bool { return s>>r&1 == 1 }

// transactions
const (
	noTx      kind = iota
	appendTx       // a frame to the lane of the server
	storeTx        // stage 1 of a frame
	foldTx         // stage 2 of a reading
	forwardTx      // a mark of a point that another server folds
	claimTx
	releaseTx
)

// transaction is open in a process.
type transaction struct {
	kind    kind
	reading int8
	lane    int8
	home    int8 // server to which a mark is addressed
	version int8 // of the configuration it works with
	seen    uint8
	ended   bool // by a takeover or the time limit of idle transactions: it cannot commit
}

type process struct {
	running, paused bool
	id, lane        int8
	held            bool // the partition
	view            int8 // holder of the partition when it last looked
	version         int8 // of its directory
	queued          set  // stored readings that stage 1 has passed on in memory
	stage1, stage2  transaction
}

type serverRow struct{ there, expired, draining bool }

type laneRow struct {
	server         int8
	adopted        bool
	frames, stored set
}

type markRow struct {
	there, handed bool
	server        int8
}

// world is a state: the committed database and the processes.
type world struct {
	servers [idLimit]serverRow
	lanes   [idLimit - 1]laneRow
	holder  int8 // of the partition; 0: nobody
	wanted  int8
	version int8                 // of the configuration; 0: nothing feeds the point
	marks   [2][readings]markRow // of readings, and of the configuration
	results [readings]int8       // version they were computed with; 0: none
	process [processes]process
	last    int8 // id of the newest server
	faults  int8 // that may still happen
	changes int8 // of the configuration that may still happen
}

func (w *world) stored() (all set) {
	for _, lane := range w.lanes {
		all |= lane.stored
	}
	return all
}

func (w *world) frames() (all set) {
	for _, lane := range w.lanes {
		all |= lane.frames
	}
	return all
}

// settled reports whether all readings are stored and have the results of the current configuration.
func (w *world) settled() bool {
	if w.frames() != 1<<readings-1 || w.stored() != w.frames() || w.version > 0 && w.unfinished() {
		return false
	}
	for r := range readings {
		if w.results[r] != w.version {
			return false
		}
	}
	return true
}

func (w *world) unfinished() bool {
	for _, rows := range w.marks {
		for _, row := range rows {
			if row.there {
				return true
			}
		}
	}
	return false
}

// lost returns what is wrong with a state: a stored reading without a mark or a result of the current configuration.
func (w *world) lost() error {
	for r := range readings {
		if w.version > 0 && w.stored().has(r) && w.results[r] != w.version && !w.marks[0][r].there && !w.marks[1][r].there {
			return fmt.Errorf("reading %d has neither a mark nor a result of version %d", r, w.version)
		}
	}
	return nil
}

// home returns the server that folds the point, as far as a process knows; 0: not known.
func (p *process) home() int8 {
	if p.held {
		return p.id
	}
	if p.view != p.id {
		return p.view
	}
	return 0
}

// placing reports whether a transaction that changes who holds what is open.
func (w *world) placing() bool {
	for i := range w.process {
		if tx := w.process[i].stage2; !tx.ended && (tx.kind == claimTx || tx.kind == releaseTx) {
			return true
		}
	}
	return false
}

// sharing reports whether an open transaction keeps the configuration as it is.
func (w *world) sharing() bool {
	for i := range w.process {
		p := &w.process[i]
		if p.stage1.kind == storeTx && !p.stage1.ended || p.stage2.kind == foldTx && !p.stage2.ended {
			return true
		}
	}
	return false
}

// takers returns the servers that may get the partition.
func (w *world) takers() (ids []int8) {
	for id := int8(1); id < idLimit; id++ {
		if s := w.servers[id]; s.there && !s.draining {
			ids = append(ids, id)
		}
	}
	return ids
}

// plan moves the partition if its server is gone.
func (w *world) plan() {
	ids := w.takers()
	if slices.Contains(ids, w.wanted) {
		return
	}
	w.wanted = 0
	if len(ids) > 0 {
		w.wanted = ids[0]
	}
}

// step is an action with the state after it.
type step struct {
	name string
	world
	err error // the action breaks a promise
}

// model says which rules hold.
type model struct{ rules rule }

func (m model) keeps(r rule) bool { return m.rules&r != 0 }

// steps returns all that can happen in a state.
func (m model) steps(w *world) (steps []step) {
	then := func(name string, do func(*world)) {
		next := *w
		do(&next)
		steps = append(steps, step{name: name, world: next})
	}
	for i := range w.process {
		m.faultSteps(w, i, then)
		if p := &w.process[i]; p.running && !p.paused {
			m.memberSteps(w, i, then)
			m.beginSteps(w, i, then)
		}
	}
	for i := range w.process {
		if p := &w.process[i]; p.running && !p.paused {
			steps = append(steps, m.commitSteps(w, i)...)
		}
	}
	for id := int8(1); id < idLimit; id++ {
		if s := w.servers[id]; s.there && !s.expired && (w.faults > 0 || !w.renews(id)) {
			then(fmt.Sprintf("the lease of %d expires", id), func(n *world) {
				n.servers[id].expired = true
				if n.renews(id) {
					n.faults--
				}
			})
		}
	}
	if w.changes > 0 && (!w.sharing() || !m.keeps(shareVersion)) {
		then("the configuration changes", func(n *world) {
			n.version++
			n.changes--
			for s := uint8(n.stored()); s != 0; s &= s - 1 {
				n.marks[1][bits.TrailingZeros8(s)] = markRow{there: true}
			}
		})
	}
	return steps
}

// renews reports whether the process of a server is able to renew its lease.
func (w *world) renews(id int8) bool {
	for i := range w.process {
		if p := &w.process[i]; p.id == id && p.running && !p.paused {
			return true
		}
	}
	return false
}

func (m model) faultSteps(w *world, i int, then func(string, func(*world))) {
	p := &w.process[i]
	if p.running && w.faults > 0 {
		then(fmt.Sprint("kill ", i), func(n *world) { n.process[i] = process{}; n.faults-- })
		if !p.paused {
			then(fmt.Sprint("pause ", i), func(n *world) { n.process[i].paused = true; n.faults-- })
		}
	}
	if p.paused {
		then(fmt.Sprint("resume ", i), func(n *world) { n.process[i].paused = false })
		if p.stage1.kind != noTx && !p.stage1.ended || p.stage2.kind != noTx && !p.stage2.ended {
			then(fmt.Sprint("time limit of the transactions of ", i), func(n *world) {
				n.process[i].stage1.ended, n.process[i].stage2.ended = true, true
			})
		}
	}
	if !p.running && w.last+1 < idLimit && !w.placing() {
		then(fmt.Sprint("join ", i), func(n *world) { n.join(i) })
	}
}

func (w *world) join(i int) {
	w.last++
	w.servers[w.last] = serverRow{there: true}
	lane := int8(0)
	for w.lanes[lane].server != 0 {
		lane++
	}
	w.lanes[lane].server = w.last
	w.process[i] = process{running: true, id: w.last, lane: lane, view: w.holder, version: w.version}
	w.plan()
}
