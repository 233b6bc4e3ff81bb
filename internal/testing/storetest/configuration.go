package storetest

import (
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

// day is an arbitrary day at 00:00 UTC, in ms.
const day = 1_700_006_400_000

// marked runs do and returns the recompute marks that it created.
func marked(t testing.TB, s *apptest.Site, do func()) []marks.Mark {
	t.Helper()
	entries := must(marks.Pending(ctx, s.DB.Reader(), 0))(t)
	last := int64(0)
	if len(entries) > 0 {
		last = entries[len(entries)-1].Seq
	}
	do()
	var list []marks.Mark
	for _, entry := range must(marks.Pending(ctx, s.DB.Reader(), last))(t) {
		list = append(list, entry.Marks...)
	}
	ids := []int64{}
	for _, m := range marks.Merge(slices.Clone(list)) {
		ids = append(ids, m.Point)
	}
	if n := must(s.Store.Waiting(ctx, ids))(t); n != len(ids) {
		t.Errorf("%d of %d marked points are pending", n, len(ids))
	}
	return list
}

func versions(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	told := s.Bus.Subscribe(t.Context(), events.Config)
	collect := func(from, interval int64) timeline.Draft {
		return apptest.Draft(t, string(definition.AspectCollect), from, definition.Collect{Mode: "UploadCollect", Interval: interval})
	}
	var second, corrected timeline.Record
	list := marked(t, s, func() { second = must(s.Points.Record(ctx, admin, s.Level.ID, collect(day, 600)))(t) })
	same(t, "marks of a version", list, []marks.Mark{{Point: s.Level.ID, From: day}})
	if e := <-told; string(e.Payload) == "" {
		t.Errorf("the change was announced as %+v", e)
	}
	if second.RecordedBy != s.Admin.ID || second.RecordedAt == 0 || second.ID == 0 {
		t.Errorf("recorded %+v: by whom and when?", second)
	}
	list = marked(t, s, func() {
		corrected = must(s.Points.Correct(ctx, admin, s.Level.ID, second.ID, collect(day+1000, 900)))(t)
	})
	same(t, "a correction marks from the earlier of both", list, []marks.Mark{{Point: s.Level.ID, From: day}})
	_, err := s.Points.Correct(ctx, admin, s.Level.ID, second.ID, collect(day, 900))
	refused(t, err, errs.Changed)
	_, err = s.Points.Correct(ctx, admin, s.Crack.ID, corrected.ID, collect(day, 900))
	refused(t, err, errs.NothingHere)
	all := must(s.Points.Versions(ctx, s.Guest.Scope(), s.Level.ID, definition.AspectCollect))(t)
	same(t, "versions kept", len(all), 3)
	line := timeline.Of(must(timeline.Decode[definition.Collect](all, string(definition.AspectCollect)))(t))
	for at, want := range map[int64]int64{day - 1: 300, day: 300, day + 1000: 900} {
		if v, found := line.At(at); !found || v.Value.Interval != want {
			t.Errorf("interval at %d: %d, want %d", at, v.Value.Interval, want)
		}
	}
	list = marked(t, s, func() { must(s.Points.Supersede(ctx, admin, s.Level.ID, corrected.ID, "typed in error"))(t) })
	same(t, "revoking a version marks from it", list, []marks.Mark{{Point: s.Level.ID, From: day + 1000}})

	list = marked(t, s, func() {
		must(s.Devices.Record(ctx, admin, s.Gauge.ID, apptest.Draft(t, string(definition.AspectCoefficients), day,
			definition.Coefficients{Values: map[string]float64{"K": 2}})))(t)
	})
	same(t, "coefficients mark the points of the device", list, []marks.Mark{{Point: s.Level.ID, From: day}})
	list = marked(t, s, func() {
		must(s.Devices.Record(ctx, admin, s.Collector.ID, apptest.Draft(t, string(definition.AspectChannels), day, definition.Channels{})))(t)
	})
	same(t, "names of channels change no result", list, []marks.Mark(nil))

	bind := func(p int64, b definition.Binding) error {
		_, err := s.Points.Record(ctx, admin, p, apptest.Draft(t, string(definition.AspectBinding), 0, b))
		return err
	}
	gauge := definition.Source{Role: "main", DeviceID: s.Gauge.ID}
	refused(t, bind(s.Crack.ID, definition.Binding{}), errs.NoDevice, "value.sources")
	refused(t, bind(s.Crack.ID, definition.Binding{Sources: []definition.Source{gauge}}), errs.CategoryMismatch,
		"value.sources[0].deviceId", "value.sources[0].channelNo")
	refused(t, bind(s.Level.ID, definition.Binding{
		Sources: []definition.Source{{Role: "side", DeviceID: s.Gauge.ID}, {Role: "side", DeviceID: 4711}, {Role: "third"}},
	}),
		errs.NotOneOf, "value.sources[0].role", "value.sources[1].role", "value.sources[1].deviceId", "value.sources[2].deviceId")
	foreign, _, err := s.Devices.Create(ctx, apptest.Actor(s.Stranger),
		device.Device{CorporationID: s.Other.ID, Name: "Theirs", Kind: device.Measuring, Type: "Crack", Model: "own", SNCode: "X-1"}, nil)
	ok(t, err)
	refused(t, bind(s.Crack.ID, definition.Binding{
		Sources: []definition.Source{{Role: "main", DeviceID: foreign.ID}},
	}), errs.MustExist, "value.sources[0].deviceId")
	ok(t, bind(s.Crack.ID, definition.Binding{
		Sources: []definition.Source{{Role: "main", DeviceID: s.Spare.ID}, {Role: "P1", PointID: s.Level.ID, Field: "level"}},
	}))
	refused(t, bind(s.Level.ID, definition.Binding{Sources: []definition.Source{gauge, {Role: "P2", PointID: s.Crack.ID}}}), errs.FormulaIncomplete)
	for aspect, value := range map[definition.PointAspect]string{
		definition.AspectThresholds: `{"list":[{"field":"level","valueType":"observed","blue":5,"yellow":4,"orange":null,"red":null,"enable":true}]}`,
		definition.AspectFormula:    `{"rules":[{"computedField":"level","formulaType":"CUSTOM_FORMULA","formula":"1 +"}]}`,
		definition.AspectInitial:    `{"mode":"manual","time":0}`,
		definition.AspectProcessor:  `{"mode":"diagonal","abnormal":[{"field":"smell","value":0}]}`,
		definition.AspectCollect:    `{"mode":"CommandCollect","interval":60}`,
	} {
		_, err := s.Points.Record(ctx, admin, s.Level.ID, timeline.Draft{Aspect: string(aspect), Value: []byte(value)})
		if !errs.IsKind(err, errs.Invalid) {
			t.Errorf("%s %s: got %v, want a refusal", aspect, value, err)
		}
	}
}

func asKnownOn(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	first := must(s.Points.Record(ctx, admin, s.Level.ID, apptest.Draft(t, string(definition.AspectCollect), day,
		definition.Collect{Mode: "UploadCollect", Interval: 600})))(t)
	c := must(s.Corrections.Create(ctx, admin, correction.Correction{PointID: s.Level.ID, Kind: correction.Withdraw, From: day, To: day + 1}))(t)
	tick(t, s, c.RecordedAt)
	known := now(t, s)
	before := must(s.Store.DefinitionsKnown(ctx, []int64{s.Level.ID}, known))(t)[0]
	same(t, "corrections then", len(before.Corrections), 1)

	tick(t, s, known)
	must(s.Points.Correct(ctx, admin, s.Level.ID, first.ID, apptest.Draft(t, string(definition.AspectCollect), day,
		definition.Collect{Mode: "UploadCollect", Interval: 1200})))(t)
	must(s.Devices.Record(ctx, admin, s.Gauge.ID, apptest.Draft(t, string(definition.AspectCoefficients), day,
		definition.Coefficients{Values: map[string]float64{"K": 3}})))(t)
	must(s.Corrections.Revoke(ctx, admin, c.ID, ""))(t)

	after := must(s.Store.DefinitionsKnown(ctx, []int64{s.Level.ID}, known))(t)[0]
	if v, _ := after.Config.Collect.At(day); v.Value.Interval != 600 {
		t.Errorf("interval as known before the correction: %d, want 600", v.Value.Interval)
	}
	if v, _ := after.Devices[s.Gauge.ID].Config.Coefficients.At(day); v.Value.Values["K"] != 0 {
		t.Errorf("coefficients as known before they were recorded: %v", v.Value.Values)
	}
	same(t, "corrections as known before they were revoked", after.Corrections, before.Corrections)
	today := must(s.Store.Definitions(ctx, []int64{s.Level.ID}))(t)[0]
	if v, _ := today.Config.Collect.At(day); v.Value.Interval != 1200 || len(today.Corrections) != 0 {
		t.Errorf("today: interval %d, %d corrections", v.Value.Interval, len(today.Corrections))
	}
}

// now returns the database's time; tick waits until it is past a time.
func now(t testing.TB, s *apptest.Site) int64 {
	t.Helper()
	query := "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)"
	if s.DB.Dialect() == database.Postgres {
		query = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
	}
	var at int64
	ok(t, s.DB.Reader().QueryRowContext(ctx, query).Scan(&at))
	return at
}

func tick(t testing.TB, s *apptest.Site, past int64) {
	t.Helper()
	for now(t, s) <= past+1 {
	}
}

func corrections(t *testing.T, s *apptest.Site) {
	member := apptest.Actor(s.Member)
	good := correction.Correction{
		PointID: s.Level.ID, Kind: correction.Shift, Fields: []string{"level"}, Nodes: []int32{2}, From: day, Amount: -2.1, Note: "tube was struck",
	}
	var made correction.Correction
	list := marked(t, s, func() { made = must(s.Corrections.Create(ctx, member, good))(t) })
	same(t, "marks", list, []marks.Mark{{Point: s.Level.ID, From: day}})
	want := good
	want.ID, want.RecordedAt, want.RecordedBy = made.ID, made.RecordedAt, s.Member.ID
	named := want
	named.Author = s.Member.Name
	same(t, "list", must(s.Corrections.List(ctx, s.Guest.Scope(), s.Level.ID))(t), []correction.Correction{named})
	ofProject := func(scope access.Scope, filter correction.Filter) []correction.Listed {
		t.Helper()
		filter.ProjectID = s.Project.ID
		page := must(s.Corrections.ListProject(ctx, scope, filter))(t)
		same(t, "total", page.Total, len(page.List))
		return page.List
	}
	listed := []correction.Listed{{Correction: want, PointName: s.Level.Name, StructureID: s.Structure.ID, Measurement: s.Level.Measurement}}
	same(t, "of the project",
		ofProject(s.Guest.Scope(), correction.Filter{
			Kind: correction.Shift, PointID: s.Level.ID, Query: paging.Query{Keyword: "struck", Sort: "-from"},
		}), listed)
	same(t, "of another kind", ofProject(s.Guest.Scope(), correction.Filter{Kind: correction.TopShift}), []correction.Listed{})
	same(t, "of another point", ofProject(s.Guest.Scope(), correction.Filter{PointID: s.Crack.ID}), []correction.Listed{})
	same(t, "for a stranger", ofProject(s.Stranger.Scope(), correction.Filter{}), []correction.Listed{})
	_, err := s.Corrections.Revoke(ctx, apptest.Actor(s.Stranger), made.ID, "")
	refused(t, err, errs.NothingHere)
	list = marked(t, s, func() {
		if back := must(s.Corrections.Revoke(ctx, apptest.Actor(s.Owner), made.ID, "it was not"))(t); back.InEffect() || back.RevokedBy != s.Owner.ID {
			t.Errorf("revoked: %+v", back)
		}
	})
	same(t, "marks of taking back", list, []marks.Mark{{Point: s.Level.ID, From: day}})
	_, err = s.Corrections.Revoke(ctx, member, made.ID, "")
	refused(t, err, errs.CorrectionRevoked)

	for _, c := range []struct {
		correction correction.Correction
		fields     []string
	}{
		{correction.Correction{Kind: "paint"}, []string{"from", "kind"}},
		{correction.Correction{Kind: correction.Withdraw, From: day, To: day - 1}, []string{"to"}},
		{correction.Correction{Kind: correction.Amend, From: day}, []string{"nodeValues"}},
		{
			correction.Correction{Kind: correction.Amend, From: day, NodeValues: []correction.NodeValue{{No: 1, Values: map[string]float64{"smell": 1}}}},
			[]string{"nodeValues[0].values.smell"},
		},
		{correction.Correction{Kind: correction.Withdraw, From: day, To: day, Fields: []string{"smell"}}, []string{"fields[0]"}},
		{correction.Correction{Kind: correction.Shift, From: day, Amount: math.Inf(1)}, []string{"fields", "amount"}},
		{correction.Correction{Kind: correction.Replace, From: day, Values: map[string]float64{"smell": 1}}, []string{"values.smell"}},
		{correction.Correction{Kind: correction.TopShift, From: day}, []string{"values"}},
	} {
		c.correction.PointID = s.Level.ID
		_, err := s.Corrections.Create(ctx, member, c.correction)
		if !errs.IsKind(err, errs.Invalid) {
			t.Errorf("%+v: got %v, want a refusal", c.correction, err)
			continue
		}
		e, _ := errs.As(err)
		refused(t, err, e.Fields[0].Message, c.fields...)
	}
}

func definitions(t *testing.T, s *apptest.Site) {
	got := must(s.Store.Definitions(ctx, must(s.Store.PointsAfter(ctx, 0, 10))(t)))(t)
	same(t, "definitions", len(got), 2)
	d := got[0]
	same(t, "point", d.Point, s.Level.Defined())
	same(t, "zone and language", []string{d.ProjectZone, d.ProjectLanguage}, []string{"Asia/Shanghai", "zh"})
	gauge := d.Devices[s.Gauge.ID]
	if v, found := gauge.Config.Connection.At(day); !found || v.Value.CollectorID != s.Collector.ID || v.Value.ChannelNo != 1 {
		t.Errorf("connection %+v", v)
	}
	if v, found := gauge.Config.Coefficients.At(day); !found || v.Value.Values["elevation"] != 100 {
		t.Errorf("coefficients %+v", v)
	}
	device := func(d definition.Device) []any {
		return []any{d.ID, d.Kind, d.Type, d.RepeatedHours}
	}
	same(t, "device", device(gauge), device(s.Gauge.Defined(gauge.Config)))
	same(t, "points of the gauge", must(s.Store.PointsOfDevices(ctx, []int64{s.Gauge.ID}))(t), []int64{s.Level.ID})
	same(t, "what is gone is left out", len(must(s.Store.Definitions(ctx, []int64{4711}))(t)), 0)
	same(t, "what was never known", len(must(s.Store.DefinitionsKnown(ctx, []int64{4711}, time.Now().UnixMilli()))(t)), 0)
}

func checkpoints(t *testing.T, s *apptest.Site) {
	at := func(time int64, state string) compute.Checkpoint {
		return compute.Checkpoint{Point: s.Level.ID, Time: time, Config: 1<<63 + 7, State: []byte(state)}
	}
	put := func(drop []compute.Range, list ...compute.Checkpoint) {
		t.Helper()
		write(t, s, func(tx *database.Tx) error { return s.Store.ReplaceCheckpoints(ctx, tx.Tx, drop, list) })
	}
	put(nil, at(10, "a"), at(20, "b\x00\xff"), at(30, "c"))
	got, found, err := s.Store.LastCheckpoint(ctx, s.Level.ID, 30)
	ok(t, err)
	same(t, "last before 30", got, at(20, "b\x00\xff"))
	_, none, err := s.Store.LastCheckpoint(ctx, s.Level.ID, 10)
	ok(t, err)
	same(t, "found", []bool{found, none}, []bool{true, false})
	put([]compute.Range{{Point: s.Level.ID, From: 15, To: 30}}, at(25, "d"), at(10, "e"))
	same(t, "list", must(s.Store.Checkpoints(ctx, s.Level.ID, 0, 10))(t), []compute.Checkpoint{at(10, "e"), at(25, "d")})

	columns := reading.Intern([]reading.Column{{Field: "level"}, {Field: "temp", Node: 3}})
	value := compiled.InitialValue{Point: s.Level.ID, From: 5, Version: 9, Formed: 4, Count: 3, Columns: columns, Values: []float64{1.25, reading.Missing}}
	write(t, s, func(tx *database.Tx) error {
		return s.Store.ReplaceInitialValues(ctx, tx.Tx, []compute.Range{{Point: s.Level.ID, From: 0, To: 100}}, []compiled.InitialValue{value})
	})
	values := must(s.Store.InitialValues(ctx, []int64{s.Level.ID, s.Crack.ID}))(t)
	if len(values) != 1 || values[0].Columns != columns || values[0].Values[0] != 1.25 || !reading.IsMissing(values[0].Values[1]) || values[0].Version != 9 {
		t.Errorf("initial values %+v", values)
	}
}

func ids(t *testing.T, s *apptest.Site) {
	const writers, rounds = 4, 150 // more than one block together, because the log takes ids too
	made := make([][]int64, writers)
	var working sync.WaitGroup
	for w := range made {
		working.Go(func() {
			for range rounds {
				list := []correction.Correction{{PointID: s.Level.ID, Kind: correction.Withdraw, From: day, To: day}}
				if err := s.Store.CreateCorrections(ctx, audit.Program("test"), list); err != nil {
					t.Error(err)
					return
				}
				made[w] = append(made[w], list[0].ID)
				// A rejected change must not give its ids to rows of other transactions.
				if err := s.Store.CreateCorrections(ctx, audit.Program("test"),
					[]correction.Correction{
						{PointID: s.Level.ID, Kind: correction.Withdraw, From: day, To: day}, {PointID: 1},
					}); !errs.Is(err, errs.NothingHere) {
					t.Errorf("got %v, want not found", err)
				}
			}
		})
	}
	working.Wait()
	seen := map[int64]bool{}
	for _, list := range made {
		for _, id := range list {
			if id <= 0 || id >= 1<<53 || seen[id] {
				t.Fatalf("id %d is in use or out of range", id)
			}
			seen[id] = true
		}
	}
	same(t, "ids", len(seen), writers*rounds)
}
