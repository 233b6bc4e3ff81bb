package compute

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A row of marks that names two points is deleted after the second one.
func TestRowIsClearedAfterLastPoint(t *testing.T) {
	d := newDirtyRows()
	d.admit(7)
	d.hold(7)
	d.hold(7)
	d.drop(7)
	if len(d.cleared) != 0 || !d.known(7) {
		t.Fatalf("cleared %v with one point to go", d.cleared)
	}
	d.drop(7)
	if !slices.Equal(d.cleared, []int64{7}) {
		t.Fatalf("cleared %v", d.cleared)
	}
	d.committed(d.cleared)
	if d.known(7) || len(d.cleared) != 0 {
		t.Error("the row is still known after the transaction")
	}
}

// A failed transaction keeps its rows: they wait for the next one.
func TestFailedTransactionKeepsRows(t *testing.T) {
	d := newDirtyRows()
	d.hold(1)
	d.hold(2)
	d.drop(1, 2)
	d.retake([]int64{1})
	if !slices.Equal(d.cleared, []int64{2}) {
		t.Fatalf("cleared %v", d.cleared)
	}
	d.hold(1)
	d.drop(1)
	if !slices.Equal(d.cleared, []int64{2, 1}) {
		t.Fatalf("cleared %v", d.cleared)
	}
}

// giveBack undoes lend exactly. lend deletes only rows that wait for one point.
func TestGiveBackUndoesLend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDirtyRows()
		before := rapid.MapOfN(rapid.Int64Range(1, 9), rapid.IntRange(1, 3), 1, 5).Draw(t, "rows")
		for seq, n := range before {
			for range n {
				d.hold(seq)
			}
		}
		var lent []int64
		for seq := range before {
			lent = append(lent, seq)
		}
		for _, seq := range d.lend(lent) {
			if before[seq] != 1 {
				t.Fatalf("row %d is cleared while %d wait for it", seq, before[seq]-1)
			}
		}
		d.giveBack(lent)
		for seq, n := range before {
			if d.open[seq] != n {
				t.Fatalf("row %d counts %d, was %d", seq, d.open[seq], n)
			}
		}
	})
}
