package compute_test

import (
	"context"
	"database/sql"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"plumbline/internal/app/tables"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	seriesqlite "plumbline/internal/core/series/sqlite"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/migrated"
)

const (
	second = int64(1000)
	hour   = 3600 * second
	day    = 24 * hour
	start  = int64(1_750_000_000_000)
)

// harness holds the real stores on a real database; tests supply the points.
type harness struct {
	db     *database.DB
	series series.Store
	store  *tables.Store
	ids    int64
}

func openHarness(t testing.TB) *harness {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "data.db")
	migrated.File(t, path)
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	values, err := seriesqlite.Open(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := tables.Open(ctx, db, tables.Options{Bus: events.NewLocal(), Series: values})
	if err != nil {
		t.Fatal(err)
	}
	return &harness{db: db, series: values, store: tables}
}

func (h *harness) next() int64 { h.ids++; return h.ids }

// site is a set of points with their definitions, and a worker that folds them.
type site struct {
	t           testing.TB
	harness     *harness
	definitions map[int64]*definition.Definition
	directory   *compiled.Directory
	worker      *compute.Worker
	previewer   *compute.Previewer
	every       int
	piece       int
	now         int64 // time of receipt of readings
	entered     int64 // time at which the devices were added
	health      []alarm.HealthRule
}

func newSite(t testing.TB, h *harness, definitions ...definition.Definition) *site {
	s := &site{t: t, harness: h, definitions: map[int64]*definition.Definition{}, every: 16, piece: 40, now: start}
	for _, d := range definitions {
		s.definitions[d.Point.ID] = &d
	}
	s.restart()
	return s
}

// PointsAfter returns all points: no site has more than a page.
func (s *site) PointsAfter(context.Context, int64, int) ([]int64, error) {
	return slices.Sorted(maps.Keys(s.definitions)), nil
}

func (s *site) Definitions(_ context.Context, ids []int64) ([]definition.Definition, error) {
	var list []definition.Definition
	for id, d := range s.definitions {
		if slices.Contains(ids, id) {
			list = append(list, s.standing(*d, 0))
		}
	}
	return list, nil
}

func (s *site) DefinitionsKnown(_ context.Context, ids []int64, known int64) (list []definition.Definition, err error) {
	for _, id := range ids {
		list = append(list, s.standing(*s.definitions[id], known))
	}
	return list, nil
}

func (s *site) PointsOfDevices(context.Context, []int64) ([]int64, error) { return nil, nil }

func (s *site) Watched(ctx context.Context, ids []int64) ([]alarm.Device, error) {
	list, err := s.WatchedAfter(ctx, 0, 0)
	return slices.DeleteFunc(list, func(d alarm.Device) bool { return !slices.Contains(ids, d.ID) }), err
}

func (s *site) WatchedAfter(context.Context, int64, int) ([]alarm.Device, error) {
	var list []alarm.Device
	for _, d := range s.definitions {
		for id := range d.Devices {
			list = append(list, alarm.Device{ID: id, CorporationID: 1, ProjectID: 1, Entered: s.entered, Limits: alarm.ResolveHealth(lowest, s.health)})
		}
	}
	return list, nil
}

func (s *site) standing(d definition.Definition, known int64) definition.Definition {
	var list []correction.Correction
	for _, c := range d.Corrections {
		if known == 0 && c.InEffect() || known != 0 && c.RecordedAt < known && (c.RevokedAt == 0 || c.RevokedAt >= known) {
			list = append(list, c)
		}
	}
	d.Corrections = list
	return d
}

// restart simulates a kill: the worker's memory is lost.
func (s *site) restart() {
	s.t.Helper()
	ctx := context.Background()
	directory, err := compiled.NewDirectory(ctx, s)
	if err != nil {
		s.t.Fatal(err)
	}
	s.directory = directory
	parts := compute.Parts{DB: s.harness.db, Series: s.harness.series, Store: s.harness.store, Alarms: s.harness.store, Directory: directory}
	s.worker, s.previewer = compute.NewWorker(parts), &compute.Previewer{Parts: parts}
	s.worker.SetSizes(s.every, s.piece)
	if err := s.worker.Start(ctx); err != nil {
		s.t.Fatal(err)
	}
}

// send stores raw rows as stage 1 does. With handOver, stage 2 receives them too.
func (s *site) send(handOver bool, rows ...series.Put) {
	s.t.Helper()
	ctx := context.Background()
	var list []marks.Mark
	var points []int64
	for i := range rows {
		rows[i].Received = s.now
		device, channel := rows[i].Series.Channel()
		points = s.directory.AppendPoints(points[:0], device, channel, rows[i].Time)
		for _, id := range points {
			list = append(list, marks.Mark{Point: id, From: rows[i].Time})
		}
	}
	stored := marks.Stored{Rows: rows, Marks: marks.Merge(list)}
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
	if handOver {
		s.worker.Work(ctx, stored)
	}
}

// configure changes a definition and marks the point.
func (s *site) configure(id, from int64, change func(*definition.Definition)) {
	s.t.Helper()
	ctx := context.Background()
	change(s.definitions[id])
	s.mark(id, from)
	if _, err := s.directory.Refresh(ctx, []int64{id}, nil); err != nil {
		s.t.Fatal(err)
	}
	if err := s.worker.Start(ctx); err != nil {
		s.t.Fatal(err)
	}
}

// mark writes the mark of a change.
func (s *site) mark(id, from int64) {
	s.t.Helper()
	ctx := context.Background()
	err := s.harness.db.Write(ctx, func(tx *database.Tx) error {
		_, err := marks.Add(ctx, tx.Tx, []marks.Mark{{Point: id, From: from}}, "configuration")
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// drain finishes all pending work, including the health checks of devices.
func (s *site) drain() {
	s.worker.Drain(context.Background())
	s.watch()
}

// row is a stored result in comparable form.
type row struct {
	Time   int64
	Flag   reading.Flag
	Values map[reading.Column]float64
}

func (s *site) results(id int64) []row {
	s.t.Helper()
	var list []row
	err := s.harness.series.Scan(context.Background(), series.ResultID(id), 0, 1<<62, nil, func(b *series.Block) error {
		for i := range b.Times {
			r := row{Time: b.Times[i], Flag: b.Flags[i], Values: map[reading.Column]float64{}}
			for c, column := range b.Columns.List {
				if v := b.Values[c][i]; !reading.IsMissing(v) {
					r.Values[column] = v
				}
			}
			list = append(list, r)
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func rowsOf(puts []series.Put) []row {
	var list []row
	for _, p := range puts {
		r := row{Time: p.Time, Flag: p.Flag, Values: map[reading.Column]float64{}}
		for c, column := range p.Columns.List {
			if !reading.IsMissing(p.Values[c]) {
				r.Values[column] = p.Values[c]
			}
		}
		list = append(list, r)
	}
	return list
}

func (s *site) records(id int64) []alarm.Record {
	s.t.Helper()
	ctx := context.Background()
	tx, err := s.harness.db.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		s.t.Fatal(err)
	}
	defer tx.Rollback()
	lists, err := s.harness.store.PointRecords(ctx, tx, alarm.PointSince{Point: id})
	if err != nil {
		s.t.Fatal(err)
	}
	return lists[0]
}

// episode is the part of an alert record that must not depend on the order of arrival.
type episode struct {
	Key    alarm.Key
	Opened int64
	Steps  []alarm.Step
	Ended  int64
}

func standingEpisodes(records []alarm.Record) []episode {
	var list []episode
	for _, r := range records {
		if r.WithdrawnAt == 0 {
			list = append(list, episode{r.Key, r.Opened, r.Steps, r.Ended})
		}
	}
	sortEpisodes(list)
	return list
}

func plainEpisodes(episodes []alarm.Episode) []episode {
	var list []episode
	for _, e := range episodes {
		list = append(list, episode{e.Key, e.Opened, e.Steps, e.Ended})
	}
	sortEpisodes(list)
	return list
}

func sortEpisodes(list []episode) {
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Opened != b.Opened {
			return a.Opened < b.Opened
		}
		if a.Key != b.Key {
			return a.Key.Field+string(a.Key.ValueType) < b.Key.Field+string(b.Key.ValueType)
		}
		if a.Steps[0].Level != b.Steps[0].Level {
			return a.Steps[0].Level < b.Steps[0].Level
		}
		return a.Ended < b.Ended
	})
}

func (s *site) initials(id int64) []compiled.InitialValue {
	s.t.Helper()
	list, err := s.harness.store.InitialValues(context.Background(), []int64{id})
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func (s *site) openMarks() int {
	s.t.Helper()
	s.watch() // deletes those of devices
	entries, err := marks.Pending(context.Background(), s.harness.db.Reader(), 0)
	if err != nil {
		s.t.Fatal(err)
	}
	return len(entries)
}

// gauge is the definition of a point that doubles the field "raw" of a device.
func gauge(h *harness) (definition.Definition, series.ID) {
	device := h.next()
	d := definition.Definition{
		Point:   definition.Point{ID: h.next(), CorporationID: 1, ProjectID: 1, StructureID: 1, Measurement: "Crack", Kind: catalog.NormalPoint},
		Devices: map[int64]definition.Device{},
	}
	d.Config.Binding = versions(h, at(0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: device}}}))
	d.Config.Formula = versions(h, at(0, formulaOf("raw*2")))
	d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "auto", Count: 3}))
	d.Config.Collect = versions(h, at(0, definition.Collect{Interval: 3600}))
	return d, series.RawID(device, 0)
}

func formulaOf(text string) definition.Formula {
	return definition.Formula{Rules: []definition.Rule{{ComputedField: "width", FormulaType: definition.CustomFormula, Text: text}}}
}

type since[T any] struct {
	from  int64
	value T
}

func at[T any](from int64, value T) since[T] { return since[T]{from, value} }

func versions[T any](h *harness, list ...since[T]) timeline.Timeline[T] {
	var made []timeline.Version[T]
	for _, v := range list {
		made = append(made, timeline.Version[T]{ID: h.next(), ValidFrom: v.from, Value: v.value})
	}
	return timeline.Of(made)
}

var rawColumns = reading.Intern([]reading.Column{{Field: "raw"}})

func put(id series.ID, t int64, value float64) series.Put {
	return series.Put{Series: id, Time: t, Columns: rawColumns, Values: []float64{value}}
}
