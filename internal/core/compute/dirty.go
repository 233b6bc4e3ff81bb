package compute

import "slices"

// dirtyRows tracks the rows of marks in the database: those that this worker is processing, how many points each still
// waits for, and those that the next transaction deletes. A row is deleted only after all its points are stored, so
// that a kill loses nothing.
type dirtyRows struct {
	open    map[int64]int // rows in progress, with the number of points they wait for
	cleared []int64       // rows that the next transaction deletes
}

func newDirtyRows() *dirtyRows {
	return &dirtyRows{open: map[int64]int{}}
}

// known reports whether the row is in progress.
func (d *dirtyRows) known(seq int64) bool {
	_, known := d.open[seq]
	return known
}

// admit registers a row; no point waits for it yet.
func (d *dirtyRows) admit(seq int64) { d.open[seq] = 0 }

// own registers the row of one unfinished refold.
func (d *dirtyRows) own(seq int64) { d.open[seq] = 1 }

// idle reports whether no point keeps the row.
func (d *dirtyRows) idle(seq int64) bool { return d.open[seq] <= 0 }

// hold counts one more point for a row; 0 is no row.
func (d *dirtyRows) hold(seq int64) {
	if seq != 0 {
		d.open[seq]++
	}
}

// drop counts one point less. The row is released after its last point.
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

// release lets the next transaction delete a row.
func (d *dirtyRows) release(seq int64) {
	if seq != 0 {
		d.cleared = append(d.cleared, seq)
	}
}

// retake keeps released rows whose deletion failed.
func (d *dirtyRows) retake(list []int64) {
	d.cleared = slices.DeleteFunc(d.cleared, func(seq int64) bool { return slices.Contains(list, seq) })
}

// committed forgets rows that a transaction has deleted.
func (d *dirtyRows) committed(list []int64) {
	d.forget(list...)
	d.cleared = d.cleared[:0]
}

// forget drops rows that no longer exist in the database.
func (d *dirtyRows) forget(list ...int64) {
	for _, seq := range list {
		delete(d.open, seq)
	}
}

// lend drops points for a separate transaction and returns the rows to delete. giveBack undoes it.
func (d *dirtyRows) lend(list []int64) (clear []int64) {
	for _, seq := range list {
		if d.open[seq] == 1 {
			clear = append(clear, seq)
		}
		d.open[seq]--
	}
	return clear
}

// giveBack restores the counts after a failed transaction.
func (d *dirtyRows) giveBack(list []int64) {
	for _, seq := range list {
		d.open[seq]++
	}
}
