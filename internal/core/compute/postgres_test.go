package compute_test

import (
	"testing"

	"plumbline/internal/app/tables"
	"plumbline/internal/core/alarm"
	seriespostgres "plumbline/internal/core/series/postgres"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/pgtest"
)

func TestOnPostgreSQL(t *testing.T) {
	ctx := t.Context()
	url := pgtest.URL(t)
	db, err := database.OpenPostgres(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	values, err := seriespostgres.Open(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := tables.Open(ctx, db, tables.Options{Bus: events.NewLocal(), Series: values})
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Distribute(t, url)
	h := &harness{db: db, series: values, store: tables}
	d, raw := gauge(h)
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{accumulated(limits(21, 24, 27, 30))}}))
	s := newSite(t, h, d)
	for _, hourOf := range []int64{0, 1, 2, 5, 3, 4, 7, 6} { // some of them late
		s.send(true, put(raw, start+hourOf*hour, []float64{1, 1.1, 0.9, 11.68, 13.5, 9, 1, 1}[hourOf]))
		s.drain()
	}
	records := s.records(d.Point.ID)
	if len(s.results(d.Point.ID)) != 8 || len(records) != 1 || records[0].Status != alarm.Restore || records[0].Ended != start+6*hour {
		t.Errorf("%d results, records %+v", len(s.results(d.Point.ID)), records)
	}
	if n := s.openMarks(); n != 0 {
		t.Errorf("%d marks left", n)
	}
}
