package series_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

var level = reading.Intern([]reading.Column{{Field: "level"}})

// readings has rows of one raw series, newest last, and their revisions.
type readings struct {
	series.Store
	rows    []series.Put
	revised []series.Revision
}

func (r readings) block(rows []series.Put) *series.Block {
	b := &series.Block{Columns: level, Values: make([][]float64, 1)}
	for _, row := range rows {
		b.Times, b.Received = append(b.Times, row.Time), append(b.Received, row.Received)
		b.Flags, b.Values[0] = append(b.Flags, row.Flag), append(b.Values[0], row.Values[0])
	}
	return b
}

func (r readings) Scan(_ context.Context, _ series.ID, from, to int64, _ []reading.Column, visit func(*series.Block) error) error {
	rows := slices.DeleteFunc(slices.Clone(r.rows), func(row series.Put) bool { return row.Time < from || row.Time > to })
	return visit(r.block(rows))
}

// Before visits the rows in pieces of two.
func (r readings) Before(_ context.Context, _ series.ID, t int64, n int, _ []reading.Column, visit func(*series.Block) error) error {
	rows := slices.DeleteFunc(slices.Clone(r.rows), func(row series.Put) bool { return row.Time >= t })
	rows = rows[max(0, len(rows)-n):]
	for len(rows) > 0 {
		piece := min(2, len(rows))
		if err := visit(r.block(rows[len(rows)-piece:])); err != nil {
			return err
		}
		rows = rows[:len(rows)-piece]
	}
	return nil
}

func (r readings) Revisions(_ context.Context, _ series.ID, from, to int64) ([]series.Revision, error) {
	return slices.DeleteFunc(slices.Clone(r.revised), func(v series.Revision) bool { return v.Time < from || v.Time > to }), nil
}

// valueAt is a reading as a test expects it.
type valueAt struct {
	Time  int64
	Value float64
}

func collect(to *[]valueAt) func(*series.Block) error {
	return func(b *series.Block) error {
		var piece []valueAt
		for i, t := range b.Times {
			piece = append(piece, valueAt{t, b.Values[0][i]})
		}
		*to = append(piece, *to...) // Before visits the newest piece first; Scan has one piece
		return nil
	}
}

// Eight readings, of which the last four came in after 100, and the second was revised twice.
func TestReadingsAsOf(t *testing.T) {
	raw := readings{revised: []series.Revision{
		{Time: 2, Column: level.List[0], Value: 20, Received: 12, Replaced: 50},
		{Time: 2, Column: level.List[0], Value: 21, Received: 50, Replaced: 200},
	}}
	for at := range int64(8) {
		received := at + 10
		if at >= 4 {
			received += 100
		}
		raw.rows = append(raw.rows, series.Put{Time: at, Received: received, Values: []float64{float64(at)}})
	}
	store := series.ReadingsAsOf(raw, 100)
	id := series.RawID(7, 0)
	for _, c := range []struct {
		what string
		read func(func(*series.Block) error) error
		want []valueAt
	}{
		{"all", func(visit func(*series.Block) error) error { return store.Scan(t.Context(), id, 0, 9, nil, visit) }, []valueAt{{0, 0}, {1, 1}, {2, 21}, {3, 3}}},
		{"none of them was known", func(visit func(*series.Block) error) error { return store.Scan(t.Context(), id, 5, 9, nil, visit) }, nil},
		{"the last three", func(visit func(*series.Block) error) error { return store.Before(t.Context(), id, 9, 3, nil, visit) }, []valueAt{{1, 1}, {2, 21}, {3, 3}}},
		{"more than there are", func(visit func(*series.Block) error) error { return store.Before(t.Context(), id, 3, 9, nil, visit) }, []valueAt{{0, 0}, {1, 1}, {2, 21}}},
	} {
		var got []valueAt
		if err := c.read(collect(&got)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
	known, err := store.Revisions(t.Context(), id, 0, 9)
	if err != nil || len(known) != 1 || known[0].Value != 20 {
		t.Errorf("revisions known then: %+v, %v", known, err)
	}
}
