package compute_test

import (
	"context"
	"database/sql"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

// run starts a worker of a site; stop ends it.
func (s *site) run(bus events.Bus) (worker *compute.Worker, stop func()) {
	worker = compute.NewWorker(compute.Parts{
		DB: s.harness.db, Series: s.harness.series, Store: s.harness.store, Alarms: s.harness.store, Directory: s.directory, Bus: bus,
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(ctx) }()
	return worker, func() {
		cancel()
		if err := <-ended; err != nil {
			s.t.Error(err)
		}
	}
}

// store writes raw rows and their mark as stage 1 does.
func (s *site) store(rows []series.Put, points ...int64) marks.Stored {
	s.t.Helper()
	ctx := context.Background()
	stored := marks.Stored{Rows: rows}
	for _, id := range points {
		stored.Marks = append(stored.Marks, marks.Mark{Point: id, From: rows[0].Time})
	}
	err := s.harness.db.Write(ctx, func(tx *database.Tx) error {
		outcomes, apply, err := s.harness.series.Write(ctx, tx.Tx, series.Batch{Raw: rows})
		if err != nil {
			return err
		}
		tx.AfterCommit(apply)
		stored.Outcomes = outcomes
		written, err := new(marks.Queue).Hand(ctx, tx.Tx, stored.Marks)
		stored.Mark = written.Own
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return stored
}

func TestRunFoldsStoredReadingsAndPublishes(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 0}}))
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{accumulated(limits(21, 24, 27, 30))}}))
	s := newSite(t, h, d)
	bus := events.NewLocal()
	defer bus.Close()
	listening, forget := context.WithCancel(t.Context())
	defer forget()
	live, alerts := bus.Subscribe(listening, events.Live), bus.Subscribe(listening, events.Alert)
	worker, stop := s.run(bus)
	defer stop()
	if err := worker.Stored(t.Context(), s.store([]series.Put{put(raw, start, 1), put(raw, start+hour, 16)}, d.Point.ID)); err != nil {
		t.Fatal(err)
	}
	if event := <-live; event.Project != d.Point.ProjectID {
		t.Errorf("%+v", event)
	}
	if event := <-alerts; event.Project != d.Point.ProjectID {
		t.Errorf("%+v", event)
	}
	if records := s.records(d.Point.ID); len(records) != 1 || records[0].Level != alarm.Red {
		t.Errorf("%+v", records)
	}
}

// reloading is a configuration that is loaded again whenever it may have changed.
type reloading struct{ *site }

func (reloading) Share(context.Context, *sql.Tx, []int64) error { return nil }

func (r reloading) CatchUp(ctx context.Context) error {
	replaced, err := r.directory.Reload(ctx)
	r.worker.Replaced(replaced)
	return err
}

func TestConfigurationIsReloadedAfterLostEvents(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	gone, _ := gauge(h)
	s := newSite(t, h, d, gone)
	s.send(true, put(raw, start, 2))
	s.worker.Follow(reloading{s})
	came, _ := gauge(h)
	s.definitions[came.Point.ID] = &came
	delete(s.definitions, gone.Point.ID)
	// Another node changes the formula; no event names the point here.
	s.definitions[d.Point.ID].Config.Formula = versions(h, at(0, formulaOf("raw*3")))
	s.mark(d.Point.ID, 0)
	s.worker.Look(t.Context())
	s.drain()
	if results := s.results(d.Point.ID); len(results) != 1 || results[0].Values[width] != 6 {
		t.Errorf("%+v", results)
	}
	if _, ok := s.directory.Point(came.Point.ID); !ok {
		t.Error("the new point is not known")
	}
	if _, ok := s.directory.Point(gone.Point.ID); ok {
		t.Error("the removed point is known")
	}
}

func TestRecomputeWaitsAndResumes(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	s := newSite(t, h, d)
	var rows []series.Put
	from := start - 30_000*hour
	for i := range 30_000 {
		rows = append(rows, put(raw, from+int64(i)*hour, float64(i%50)))
	}
	s.store(rows)
	progress := func(done, total int64) error {
		if done < 0 || done > total {
			t.Errorf("progress %d of %d", done, total)
		}
		return nil
	}
	bus := events.NewLocal()
	defer bus.Close()
	worker, stop := s.run(bus)
	if err := worker.Recompute(t.Context(), []int64{d.Point.ID}, from, false, progress); err != nil {
		t.Fatal(err)
	}
	stop()
	if got := len(s.results(d.Point.ID)); got != len(rows) {
		t.Fatalf("%d results", got)
	}
	s.definitions[d.Point.ID].Config.Formula = versions(h, at(0, formulaOf("raw*3")))
	// Requested, started, killed: the next worker finishes without another request.
	s.configure(d.Point.ID, 0, func(*definition.Definition) {})
	s.worker.SetSizes(64, 4000)
	s.worker.Steps(t.Context(), 2)
	s.restart()
	if s.worker.Queued() != 1 {
		t.Fatal("the kill left no mark")
	}
	worker, stop = s.run(bus)
	defer stop()
	if err := worker.Recompute(t.Context(), []int64{d.Point.ID}, from, true, progress); err != nil {
		t.Fatal(err)
	}
	results := s.results(d.Point.ID)
	for i, r := range results {
		if r.Values[width] != float64(i%50)*3 {
			t.Fatalf("result %d is %v", i, r.Values)
		}
	}
	if n := s.openMarks(); n != 0 {
		t.Errorf("%d marks left", n)
	}
}

func TestWatchFindsSilentDevice(t *testing.T) {
	h := openHarness(t)
	d, raw := instrument(h)
	s := newSite(t, h, d)
	s.hourly(raw, 1)
	if err := s.worker.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	device := d.Config.Binding.Versions()[0].Value.Sources[0].DeviceID
	open, err := h.store.DeviceRecords(t.Context())
	if err != nil || len(open) != 1 || open[0].DeviceID != device || open[0].Opened != start+3*hour+300*second {
		t.Fatalf("%+v, %v", open, err)
	}
	now := s.worker.Now()
	s.send(true, put(raw, now-hour, 1))
	s.drain()
	if err := s.worker.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if open, err = h.store.DeviceRecords(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("%+v, %v", open, err)
	}
}
