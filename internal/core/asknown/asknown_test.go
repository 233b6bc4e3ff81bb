package asknown_test

import (
	"context"
	"testing"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
)

var width = reading.Intern([]reading.Column{{Field: "width"}})

// store has one row of one value in each series, and estimates any number of them.
type store struct {
	series.Store
	rows int64
}

func (s store) Rows(context.Context, []series.ID) (int64, error) { return s.rows, nil }

func (store) Before(_ context.Context, _ series.ID, _ int64, _ int, _ []reading.Column, visit func(*series.Block) error) error {
	return visit(&series.Block{Columns: width, Times: []int64{1}, Flags: []reading.Flag{0}, Values: [][]float64{{7}}})
}

// loader knows points 1 to chain, each of which is computed from the next.
type loader struct {
	compiled.Loader
	chain int64
}

func (l loader) DefinitionsKnown(_ context.Context, ids []int64, _ int64) (list []definition.Definition, err error) {
	for _, id := range ids {
		d := definition.Definition{Point: definition.Point{ID: id, Measurement: "Crack", Category: "Composite"}}
		if id < l.chain {
			source := definition.Binding{Sources: []definition.Source{{Role: "main", PointID: id + 1}}}
			rule := definition.Rule{ComputedField: "width", FormulaType: definition.CustomFormula, Text: "width"}
			d.Config.Binding = timeline.Of([]timeline.Version[definition.Binding]{{ID: 1, Value: source}})
			d.Config.Formula = timeline.Of([]timeline.Version[definition.Formula]{{ID: 2, Value: definition.Formula{Rules: []definition.Rule{rule}}}})
		}
		list = append(list, d)
	}
	return list, nil
}

// engine counts the histories that it folds.
type engine struct {
	folded int
	rows   []series.Put
}

func (e *engine) AsOf(context.Context, compiled.Loader, int64, int64, int64) (*compute.Computed, error) {
	e.folded++
	return &compute.Computed{Rows: e.rows}, nil
}

func (e *engine) Since(context.Context, *compute.Computed, int64, int64) (compute.Since, error) {
	return compute.Since{}, nil
}

func TestHistoryIsFoldedOnceForAnEarlierTime(t *testing.T) {
	e := &engine{}
	s := asknown.New(store{rows: 1000}, e, loader{})
	for _, known := range []int64{50, 50, 60, 50} {
		if _, err := s.History(t.Context(), 1, known); err != nil {
			t.Fatal(err)
		}
	}
	if e.folded != 2 {
		t.Errorf("folded %d times for two times of knowledge", e.folded)
	}
}

// Each history fits, but not the first of a chain of four points with those that it is computed from.
func TestHistoryThatNeedsTooMuchMemoryIsRefused(t *testing.T) {
	e := &engine{}
	s := asknown.New(store{rows: 700_000}, e, loader{chain: 4})
	if _, err := s.History(t.Context(), 3, 50); err != nil {
		t.Errorf("a point with one source: %v", err)
	}
	if _, err := s.History(t.Context(), 1, 50); !errs.Is(err, errs.HistoryTooLarge) || e.folded != 1 {
		t.Errorf("got %v, folded %d times", err, e.folded)
	}
}

// The newest 150 results do not count: the newest value is older.
func TestNewestValidValueIsFoundBehindInvalidOnes(t *testing.T) {
	var rows []series.Put
	for i := range int64(200) {
		row := series.Put{Series: series.ResultID(1), Time: 1000 + i, Columns: width, Values: []float64{float64(i)}}
		if i >= 50 {
			row.Flag = reading.Withdrawn
		}
		rows = append(rows, row)
	}
	s := asknown.New(store{rows: 1000}, &engine{rows: rows}, loader{})
	extent, err := s.At(5000).Extent(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if extent.Last != 1049 {
		t.Errorf("the newest valid result is of %d, want 1049", extent.Last)
	}
}
