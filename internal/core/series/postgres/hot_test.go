package postgres

import (
	"slices"
	"testing"
)

func TestSeriesIsDueByItsRowsOrBytes(t *testing.T) {
	limits := limits{rows: 3, spread: 1, bytes: 100}
	var counts hotCounts
	write := func(id int64, bytes ...int) {
		var list hotRows
		for _, n := range bytes {
			list.ids, list.data = append(list.ids, id), append(list.data, make([]byte, n))
		}
		counts.add(&list, &limits)
	}
	due := func(want ...int64) {
		t.Helper()
		if got := counts.takeDue(); !slices.Equal(got, want) {
			t.Errorf("due: %v, want %v", got, want)
		}
	}
	write(7, 10, 10)
	write(5, 99)
	due()
	write(5, 1)
	write(7, 10)
	due(5, 7)
	due()
	write(7, 10, 10)
	due() // counted from the start again
	write(7, 10)
	due(7)
}

func TestCountsStartAgainWhenThereAreTooMany(t *testing.T) {
	limits := limits{rows: 2, spread: 1, bytes: 100}
	var counts hotCounts
	list := hotRows{ids: make(values[int64], maxCounted+1), data: make(values[[]byte], maxCounted+1)}
	for i := range list.ids {
		list.ids[i] = int64(i)
	}
	counts.add(&list, &limits)
	counts.add(&hotRows{ids: values[int64]{1}, data: values[[]byte]{nil}}, &limits)
	if len(counts.counts) != 1 || len(counts.takeDue()) != 0 {
		t.Errorf("%d counts kept", len(counts.counts))
	}
}
