package model_test

import "fmt"

// memberSteps are the actions of package cluster that a server can take.
func (m model) memberSteps(w *world, i int, then func(string, func(*world))) {
	p := &w.process[i]
	if !w.servers[p.id].there {
		then(fmt.Sprint("stop the replaced ", i), func(n *world) { n.process[i] = process{} })
		return
	}
	if w.servers[p.id].expired {
		then(fmt.Sprint("renew ", i), func(n *world) { n.servers[p.id].expired = false })
	}
	if p.view != w.holder {
		then(fmt.Sprint("look ", i), func(n *world) { n.process[i].view = n.holder })
	}
	if !w.placing() {
		m.placeSteps(w, i, then)
	}
	for lane, row := range w.lanes {
		if row.server != 0 && !w.servers[row.server].there && m.keeps(adoptLanes) && !w.placing() {
			then(fmt.Sprint("adopt the lane of ", row.server), func(n *world) {
				n.lanes[lane].server, n.lanes[lane].adopted = p.id, true
			})
		}
		if row.server == p.id && row.adopted && row.frames == row.stored {
			then(fmt.Sprint("free lane ", lane), func(n *world) { n.lanes[lane].server, n.lanes[lane].adopted = 0, false })
		}
	}
}

// placeSteps change who holds what: one at a time in the installation.
func (m model) placeSteps(w *world, i int, then func(string, func(*world))) {
	p := &w.process[i]
	for dead := int8(1); dead < idLimit; dead++ {
		if s := w.servers[dead]; s.there && s.expired && dead != p.id {
			then(fmt.Sprintf("%d takes over from %d", p.id, dead), func(n *world) { m.takeOver(n, dead) })
		}
	}
	if ids := w.takers(); w.faults > 0 {
		for _, id := range ids {
			if id != w.wanted {
				then(fmt.Sprint("the partition is wanted at ", id), func(n *world) { n.wanted = id; n.faults-- })
			}
		}
		if !w.servers[p.id].draining && len(ids) > 1 {
			then(fmt.Sprint("drain ", i), func(n *world) { n.servers[p.id].draining = true; n.faults--; n.plan() })
		}
	}
	lane := w.lanes[p.lane]
	if w.servers[p.id].draining && w.holder != p.id && lane.frames == lane.stored && p.stage1.kind == noTx && p.stage2.kind == noTx {
		then(fmt.Sprint("leave ", i), func(n *world) {
			n.lanes[p.lane].server = 0
			m.forget(n, p.id)
			n.process[i] = process{}
		})
	}
}

func (m model) takeOver(w *world, dead int8) {
	if m.keeps(holdLease) {
		for i := range w.process {
			if p := &w.process[i]; p.id == dead {
				p.stage1.ended, p.stage2.ended = true, true
			}
		}
	}
	m.forget(w, dead)
	if w.holder == dead {
		w.holder = 0
	}
	w.plan()
}

// forget removes a server. Its marks are then those of nobody.
func (m model) forget(w *world, id int8) {
	w.servers[id] = serverRow{}
	for k := range w.marks {
		for r := range w.marks[k] {
			if row := &w.marks[k][r]; row.there && row.server == id && m.keeps(routeMarks) {
				row.server, row.handed = 0, false
			}
		}
	}
}

// beginSteps begin transactions, each with the lease.
func (m model) beginSteps(w *world, i int, then func(string, func(*world))) {
	p := &w.process[i]
	if m.keeps(holdLease) && !w.servers[p.id].there {
		return
	}
	if p.stage1.kind == noTx {
		for r := range readings {
			if !w.servers[p.id].draining && !w.frames().has(r) && w.lanes[p.lane].server == p.id {
				then(fmt.Sprintf("%d begins to append %d", i, r), func(n *world) {
					n.process[i].stage1 = transaction{kind: appendTx, reading: int8(r), lane: p.lane}
				})
			}
			for lane, row := range w.lanes {
				if row.server == p.id && row.frames.has(r) && !row.stored.has(r) {
					then(fmt.Sprintf("%d begins to store %d", i, r), func(n *world) { m.beginStore(n, &n.process[i], r, int8(lane)) })
				}
			}
		}
	}
	if p.stage2.kind != noTx {
		return
	}
	switch {
	case p.held && w.wanted != p.id && !w.placing():
		then(fmt.Sprint("begin to release ", i), func(n *world) {
			n.process[i].held, n.process[i].stage2 = false, transaction{kind: releaseTx}
		})
	case !p.held && w.wanted == p.id && w.holder != p.id && (w.holder == 0 || !m.keeps(releaseByOwner)) && !w.placing():
		then(fmt.Sprint("begin to claim ", i), func(n *world) { n.process[i].stage2 = transaction{kind: claimTx} })
	}
	for r := range readings {
		m.beginFold(w, i, r, then)
	}
}

func (m model) beginStore(w *world, p *process, r int, lane int8) {
	if m.keeps(shareVersion) {
		p.version = w.version
	}
	p.stage1 = transaction{kind: storeTx, reading: int8(r), lane: lane, home: p.home(), version: p.version}
}

func (m model) beginFold(w *world, i, r int, then func(string, func(*world))) {
	p := &w.process[i]
	seen, orphans := uint8(0), uint8(0)
	for k := range w.marks {
		row := w.marks[k][r]
		switch {
		case row.there && row.server == p.id && (!row.handed || p.queued.has(r)):
			seen |= 1 << k
		case row.there && !w.servers[row.server].there:
			orphans |= 1 << k
		}
	}
	if home := p.home(); orphans != 0 && home != 0 && m.keeps(routeMarks) {
		then(fmt.Sprintf("%d routes the marks of %d", i, r), func(n *world) {
			for k := range n.marks {
				if orphans>>k&1 == 1 {
					n.marks[k][r] = markRow{there: true, server: home}
				}
			}
		})
	}
	if seen == 0 {
		return
	}
	what := foldTx
	if !p.held {
		what = forwardTx
	}
	then(fmt.Sprintf("%d begins to fold or forward %d", i, r), func(n *world) {
		q := &n.process[i]
		if m.keeps(shareVersion) {
			q.version = n.version
		}
		q.stage2 = transaction{kind: what, reading: int8(r), seen: seen, home: q.home(), version: q.version}
	})
}

// commitSteps commit the open transactions of a process. Those that were ended fail.
func (m model) commitSteps(w *world, i int) (steps []step) {
	if tx := w.process[i].stage1; tx.kind != noTx {
		next := step{name: fmt.Sprintf("%d commits %d of stage 1", i, tx.kind), world: *w}
		m.commitStage1(&next.world, &next.process[i], tx)
		steps = append(steps, next)
	}
	if tx := w.process[i].stage2; tx.kind != noTx {
		next := step{name: fmt.Sprintf("%d commits %d of stage 2", i, tx.kind), world: *w}
		next.err = m.commitStage2(&next.world, &next.process[i], tx)
		steps = append(steps, next)
	}
	return steps
}

func (m model) commitStage1(w *world, p *process, tx transaction) {
	p.stage1 = transaction{}
	lane, bit := &w.lanes[tx.lane], set(1)<<tx.reading
	switch {
	case tx.ended:
	case tx.kind == appendTx:
		if !w.frames().has(int(tx.reading)) { // a device sends a reading again only without an acknowledgement
			lane.frames |= bit
		}
	case lane.stored&bit != 0: // the cursor was moved
	default:
		lane.stored |= bit
		if tx.version > 0 {
			own := tx.home == p.id
			w.marks[0][tx.reading] = markRow{there: true, server: tx.home, handed: own}
			if own {
				p.queued |= bit
			}
		}
	}
}

func (m model) commitStage2(w *world, p *process, tx transaction) error {
	p.stage2 = transaction{}
	if tx.ended {
		p.held = p.held || tx.kind == releaseTx
		return nil
	}
	switch tx.kind {
	case claimTx:
		w.holder, p.held = p.id, true
	case releaseTx:
		w.holder = 0
	case foldTx:
		if w.holder != p.id {
			return fmt.Errorf("server %d stores results of a partition that %d holds", p.id, w.holder)
		}
		w.results[tx.reading] = tx.version
		m.clear(w, p, tx, markRow{})
	case forwardTx:
		m.clear(w, p, tx, markRow{there: true, server: tx.home})
	}
	return nil
}

// clear replaces the rows of marks that a transaction has read.
func (m model) clear(w *world, p *process, tx transaction, by markRow) {
	for k := range w.marks {
		if tx.seen>>k&1 == 1 {
			w.marks[k][tx.reading] = by
		}
	}
	p.queued &^= 1 << tx.reading
}
