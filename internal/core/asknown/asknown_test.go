package asknown_test

import (
	"context"
	"testing"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// store has one row of one value in each series, and estimates any number of them.
type store struct {
	series.Store
	rows int64
}

func (s store) Rows(context.Context, []series.ID) (int64, error) { return s.rows, nil }

func (store) Before(_ context.Context, _ series.ID, _ int64, _ int, _ []reading.Column, visit func(*series.Block) error) error {
	columns := reading.Intern([]reading.Column{{Field: "width"}})
	return visit(&series.Block{Columns: columns, Times: []int64{1}, Flags: []reading.Flag{0}, Values: [][]float64{{7}}})
}

// engine counts the histories that it folds.
type engine struct{ folded int }

func (e *engine) AsOf(context.Context, compiled.Loader, int64, int64, int64) (*compute.Computed, error) {
	e.folded++
	return &compute.Computed{}, nil
}

func (e *engine) Since(context.Context, *compute.Computed, int64, int64) (compute.Since, error) {
	return compute.Since{}, nil
}

func TestHistoryIsFoldedOnceForAnEarlierTime(t *testing.T) {
	e := &engine{}
	s := asknown.New(store{rows: 1000}, e, nil)
	for _, known := range []int64{50, 50, 60, 50} {
		if _, err := s.History(t.Context(), 1, known); err != nil {
			t.Fatal(err)
		}
	}
	if e.folded != 2 {
		t.Errorf("folded %d times for two times of knowledge", e.folded)
	}
}

func TestHistoryThatNeedsTooMuchMemoryIsRefused(t *testing.T) {
	e := &engine{}
	s := asknown.New(store{rows: 3_000_000}, e, nil)
	if _, err := s.History(t.Context(), 1, 50); !errs.Is(err, errs.HistoryTooLarge) || e.folded != 0 {
		t.Errorf("got %v, folded %d times", err, e.folded)
	}
}
