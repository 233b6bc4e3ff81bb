package postgres_test

import (
	"context"
	"database/sql"
	"testing"
	"testing/fstest"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/core/series/rows"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// The version before kept the newest valid row of all in series_state, did not mark invalid hot rows, and counted hot
// rows.
func TestMigrationOfTheVersionBefore(t *testing.T) {
	ctx := context.Background()
	db, err := database.OpenPostgres(ctx, pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	first, err := postgres.Migrations.ReadFile("migrations/00001_series.sql")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(ctx, fstest.MapFS{"00001_series.sql": {Data: first}}, "series_version"); err != nil {
		t.Fatal(err)
	}
	old := &layout1{T: t, db: db.Reader()}
	sealedOnly, inHot, hotOnly, invalidNow := series.ResultID(1), series.ResultID(2), series.ResultID(3), series.ResultID(4)
	old.chunk(sealedOnly, 1, 2, 3)
	old.state(sealedOnly, 3, 0, rowAt(3, true))
	old.chunk(inHot, 1, 2, 3)
	old.hot(inHot, rowAt(4, true), rowAt(5, false))
	old.state(inHot, 3, 2, rowAt(4, true))
	old.hot(hotOnly, rowAt(4, true), rowAt(5, true))
	old.state(hotOnly, 0, 2, rowAt(5, true))
	old.chunk(invalidNow, 1, 2, 3)
	old.hot(invalidNow, rowAt(3, false), rowAt(4, false))
	old.state(invalidNow, 3, 2, rowAt(2, true))

	store, err := postgres.Open(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	h := &held{T: t, db: db, store: store}
	check := func(when string, want map[series.ID]int64) {
		t.Helper()
		for id, at := range want {
			list, err := store.Latest(ctx, []series.ID{id})
			if err != nil || list[0].Found != (at > 0) || list[0].Time != at {
				t.Errorf("%s: latest of series %d is %v, %v; want that at %d", when, id, list, err, at)
			}
		}
	}
	check("after the migration", map[series.ID]int64{sealedOnly: 3, inHot: 4, hotOnly: 5, invalidNow: 2})
	if got := h.values(inHot); len(got) != 5 {
		t.Errorf("rows %v, want 5", got)
	}
	// The rows that the states name are withdrawn.
	tx := h.begin()
	h.write(tx, series.Batch{Replace: []series.Replacement{{Series: inHot, From: 4, To: 9}, {Series: hotOnly, From: 5, To: 9}}})
	h.commit(tx)
	want := map[series.ID]int64{sealedOnly: 3, inHot: 3, hotOnly: 4, invalidNow: 2}
	check("after a replacement", want)
	h.flush()
	check("after sealing", want)
}

// rowAt returns a row with its time as value.
func rowAt(t int64, valid bool) rows.Row {
	row := rows.Row{Time: t, Columns: single, Values: []float64{float64(t)}}
	if !valid {
		row.Flag = reading.Abnormal
	}
	return row
}

// layout1 fills tables as the version before did.
type layout1 struct {
	*testing.T
	db *sql.DB
}

func (l *layout1) exec(statement string, args ...any) {
	l.Helper()
	if _, err := l.db.Exec(statement, args...); err != nil {
		l.Fatal(err)
	}
}

func (l *layout1) hot(id series.ID, list ...rows.Row) {
	for _, row := range list {
		l.exec("INSERT INTO series_hot (series_id, ts, data) VALUES ($1, $2, $3)", int64(id), row.Time, rows.Pack(nil, row, id.IsRaw()))
	}
}

func (l *layout1) chunk(id series.ID, times ...int64) {
	var table rows.Table
	for _, t := range times {
		table.Set(rowAt(t, true))
	}
	var b series.Block
	table.Block(&b, 0, table.Len(), nil, id.IsRaw())
	data, n, err := codec.Encode(nil, &b)
	if err != nil {
		l.Fatal(err)
	}
	l.exec("INSERT INTO series_chunk VALUES ($1, $2, $3, $4, $5, $6)", int64(id), times[0], times[len(times)-1], len(times), n, data)
}

// state stores the state of a series; sealedTo 0 is none.
func (l *layout1) state(id series.ID, sealedTo int64, hot int, last rows.Row) {
	l.exec("INSERT INTO series_state VALUES ($1, $2, $3, $4, $5, $6)", int64(id), sql.NullInt64{Int64: sealedTo, Valid: sealedTo > 0},
		hot, hot*20, last.Time, rows.Pack(nil, last, id.IsRaw()))
}
