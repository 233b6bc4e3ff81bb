package compute

import (
	"slices"

	"plumbline/internal/core/marks"
)

// dirtyRows follows the rows of marks in the database: which of them this worker has in hand, for how many points
// each of them waits, and which the next transaction clears. A row stays in the database until all that it names is
// stored, so that a kill loses nothing.
type dirtyRows struct {
	open    map[int64]int // rows in hand, and for how many points they wait
	cleared []int64       // rows that the next transaction clears

	seen    map[int64]bool // rows that this look found in nobody's hand
	waiting map[int64]bool // rows that the look before found
}

func newDirtyRows() *dirtyRows {
	return &dirtyRows{open: map[int64]int{}, seen: map[int64]bool{}, waiting: map[int64]bool{}}
}

// known reports whether a row is in hand.
func (d *dirtyRows) known(seq int64) bool {
	_, known := d.open[seq]
	return known
}

// admit takes a row in hand; nothing waits for it yet.
func (d *dirtyRows) admit(seq int64) { d.open[seq] = 0 }

// own takes a row in hand that stands for the unfinished refold of one point.
func (d *dirtyRows) own(seq int64) { d.open[seq] = 1 }

// idle reports whether no point waits for a row.
func (d *dirtyRows) idle(seq int64) bool { return d.open[seq] <= 0 }

// hold notes that a row waits for one more point; 0 is no row.
func (d *dirtyRows) hold(seq int64) {
	if seq != 0 {
		d.open[seq]++
	}
}

// drop notes that one point of a row is done. The row is cleared after the last one.
func (d *dirtyRows) drop(seqs ...int64) {
	for _, seq := range seqs {
		if seq == 0 {
			continue
		}
		if d.open[seq]--; d.idle(seq) {
			d.release(seq)
		}
	}
}

// release lets the next transaction clear a row.
func (d *dirtyRows) release(seq int64) {
	if seq != 0 {
		d.cleared = append(d.cleared, seq)
	}
}

// retake keeps rows that were released, because the transaction that was to clear them failed.
func (d *dirtyRows) retake(list []int64) {
	d.cleared = slices.DeleteFunc(d.cleared, func(seq int64) bool { return slices.Contains(list, seq) })
}

// committed forgets rows that a transaction cleared; nothing is left to clear.
func (d *dirtyRows) committed(list []int64) {
	d.forget(list...)
	d.cleared = d.cleared[:0]
}

// forget lets go of rows that are no longer in the database.
func (d *dirtyRows) forget(list ...int64) {
	for _, seq := range list {
		delete(d.open, seq)
	}
}

// lend counts down rows for a separate transaction, and returns those that it clears. giveBack undoes it.
func (d *dirtyRows) lend(list []int64) (clear []int64) {
	for _, seq := range list {
		if d.open[seq] == 1 {
			clear = append(clear, seq)
		}
		d.open[seq]--
	}
	return clear
}

// giveBack counts rows up again whose transaction failed.
func (d *dirtyRows) giveBack(list []int64) {
	for _, seq := range list {
		d.open[seq]++
	}
}

// look begins another look at the rows of the database.
func (d *dirtyRows) look() { d.waiting, d.seen = d.seen, map[int64]bool{} }

// abandoned reports whether a row was in nobody's hand at the look before, too. One that stage 1 has just written is
// on its way through the queue.
func (d *dirtyRows) abandoned(seq int64) bool {
	if d.waiting[seq] {
		return true
	}
	d.seen[seq] = true
	return false
}

func pointsOf(list []marks.Mark) []int64 {
	points := make([]int64, 0, len(list))
	for _, mark := range list {
		points = append(points, mark.Point)
	}
	return points
}
