package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/preview"
	"plumbline/internal/site/project"
)

// rehearsal is a small installation with one point and two gauges that can feed it.
type rehearsal struct {
	*Server
	t           *testing.T
	point       point.Point
	first, next device.Device
}

func rehearse(t *testing.T) *rehearsal {
	t.Helper()
	return rehearseIn(t, t.TempDir())
}

// rehearseIn seeds a folder.
func rehearseIn(t *testing.T, folder string) *rehearsal {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	in, err := Open(ctx, Config{Data: folder, AdminPassword: "Start-2468!", Version: "test"}, slog.New(slog.DiscardHandler))
	must(err)
	t.Cleanup(func() { must(in.Close()) })
	corporation, _, _, err := in.FirstStart(ctx)
	must(err)
	s, err := in.Start(ctx, StartOptions{})
	must(err)
	t.Cleanup(func() { must(s.Stop()) })
	r := &rehearsal{Server: s, t: t}
	site, err := s.Projects.Create(ctx, program("test"), project.Project{CorporationID: corporation, Name: "Dam"})
	must(err)
	place, err := s.Projects.CreateStructure(ctx, program("test"), project.Structure{ProjectID: site.ID, Name: "Crest", Type: "Dam"})
	must(err)
	for i, gauge := range []*device.Device{&r.first, &r.next} {
		register := fmt.Sprintf("CR-%d", i+1)
		*gauge, _, err = s.Devices.Create(ctx, program("test"), device.Device{
			CorporationID: corporation, ProjectID: site.ID, Name: register, Kind: device.Measuring, Type: "Crack",
			Model: "own", SNCode: register, Register: register,
		}, []timeline.Draft{r.draft(string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": float64(i + 1)}})})
		must(err)
	}
	made, err := s.Points.Create(ctx, program("test"), site.ID, []point.New{{
		Point: point.Point{StructureID: place.ID, Name: "LF-01", Kind: point.Normal, Measurement: "Crack", Category: "Crack"},
		Config: []timeline.Draft{
			r.draft(string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: r.first.ID}}}),
			r.draft(string(definition.AspectFormula), 0, widthBy("disp*K")),
			r.draft(string(definition.AspectCollect), 0, definition.Collect{Mode: "UploadCollect", Interval: 3600}),
			r.draft(string(definition.AspectInitial), 0, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 0}}),
			r.draft(string(definition.AspectThresholds), 0, alarm.Thresholds{List: []alarm.Threshold{crackLimits()}}),
		},
	}})
	must(err)
	r.point = made[0]
	r.refresh()
	for i, gauge := range []device.Device{r.first, r.next} {
		for n := range sent {
			// The first gauge exceeds 5 mm in the middle of its record, the second does not.
			width := 2 + float64(1-i)*float64(n)/8
			r.send(gauge, began+int64(n)*hour, width)
		}
	}
	r.settle()
	if got := len(r.results()); got != sent {
		t.Fatalf("%d results", got)
	}
	return r
}

func crackLimits() alarm.Threshold {
	level := func(v float64) *float64 { return &v }
	return alarm.Threshold{Field: "width", ValueType: "accumulated", Blue: level(5), Yellow: level(9), Orange: level(14), Red: level(20), Enable: true}
}

func widthBy(text string) definition.Formula {
	return definition.Formula{Rules: []definition.Rule{{FormulaType: definition.CustomFormula, ComputedField: "width", Text: text}}}
}

func (r *rehearsal) draft(aspect string, from int64, value any) timeline.Draft {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // only values from this file
	}
	return timeline.Draft{Aspect: aspect, ValidFrom: from, Value: data}
}

func (r *rehearsal) send(gauge device.Device, at int64, disp float64) {
	r.t.Helper()
	entry, err := r.Intake.Commit(r.t.Context(), ingest.Frame{
		Device: gauge.ID, Register: gauge.Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: time.Now().UnixMilli(),
		Payload: fmt.Appendf(nil, `{"t":%d,"v":{"disp":%g}}`, at, disp),
	})
	if err == nil {
		err = r.Intake.WaitStored(r.t.Context(), entry)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *rehearsal) refresh() {
	r.t.Helper()
	if _, err := r.Directory.Refresh(r.t.Context(), []int64{r.point.ID}, nil); err != nil {
		r.t.Fatal(err)
	}
	if err := r.IntakeDevices.Refresh(r.t.Context(), []int64{r.first.ID, r.next.ID}); err != nil {
		r.t.Fatal(err)
	}
}

// settle waits until the results match the current configuration.
func (r *rehearsal) settle() {
	r.t.Helper()
	r.refresh()
	err := r.Worker.Recompute(r.t.Context(), []int64{r.point.ID}, began, false, func(int64, int64) error { return nil })
	if err != nil {
		r.t.Fatal(err)
	}
}

// results returns the stored widths by time; a different flag counts as a difference.
func (r *rehearsal) results() map[int64]string {
	r.t.Helper()
	found := map[int64]string{}
	err := r.Series.Scan(r.t.Context(), series.ResultID(r.point.ID), 0, 1<<62, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			row := fmt.Sprint(b.Flags[i])
			for c := range b.Columns.List {
				row += fmt.Sprint(" ", b.Values[c][i])
			}
			found[t] = row
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return found
}

func (r *rehearsal) alerts() map[int64]alarm.Record {
	r.t.Helper()
	tx, err := r.DB.Reader().BeginTx(r.t.Context(), nil)
	if err != nil {
		r.t.Fatal(err)
	}
	defer tx.Rollback()
	lists, err := r.Store.PointRecords(r.t.Context(), tx, alarm.PointSince{Point: r.point.ID})
	if err != nil {
		r.t.Fatal(err)
	}
	found := map[int64]alarm.Record{}
	for _, record := range lists[0] {
		if record.WithdrawnAt == 0 {
			found[record.ID] = record
		}
	}
	return found
}

// shown returns the displayed values by time: observed ones and accumulated changes.
func (r *rehearsal) shown() map[int64]map[query.ValueType]float64 {
	r.t.Helper()
	read := query.New(query.Config{Series: r.Series, Directory: r.Directory, Initials: r.Store, Levels: r.Store})
	table, err := read.Table(r.t.Context(), query.Request{
		Point: r.point.ID, Fields: []string{"width"}, ValueTypes: []query.ValueType{query.Observed, query.Accumulated}, Start: 1, End: began + 1000*hour,
	}, 1, 1000, false)
	if err != nil {
		r.t.Fatal(err)
	}
	found := map[int64]map[query.ValueType]float64{}
	for _, row := range table.Rows {
		found[row.Time] = map[query.ValueType]float64{}
		for c, column := range table.Columns {
			if !reading.IsMissing(row.Values[c]) {
				found[row.Time][column.ValueType] = row.Values[c]
			}
		}
	}
	return found
}

// initials returns the stored initial values by start time.
func (r *rehearsal) initials() map[int64]preview.FormedInitial {
	r.t.Helper()
	list, err := r.Store.InitialValues(r.t.Context(), []int64{r.point.ID})
	if err != nil {
		r.t.Fatal(err)
	}
	found := map[int64]preview.FormedInitial{}
	for _, one := range list {
		found[one.From] = preview.FormedInitial{
			PointID: r.point.ID, PointName: "LF-01", From: one.From, Formed: one.Formed, Count: one.Count,
			Values: []preview.InitialField{{Field: "width", Label: catalog.Shown("Crack", "width").Label, Unit: "mm", Decimals: 2, Value: one.Values[0]}},
		}
	}
	return found
}

// happens makes a change and returns its effects.
func (r *rehearsal) happens(do func(context.Context) error) preview.Consequences {
	r.t.Helper()
	results, alerts, shown, initials := r.results(), r.alerts(), r.shown(), r.initials()
	if err := do(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	r.settle()
	c := preview.Consequences{Alerts: []preview.ConsequentAlert{}, Values: []preview.ConsequentValue{}, Initials: []preview.FormedInitial{}}
	for from, initial := range r.initials() {
		if !cmp.Equal(initial, initials[from]) {
			c.Initials = append(c.Initials, initial)
		}
	}
	touched := func(t int64) {
		c.Points = 1
		if c.From == 0 || t < c.From {
			c.From = t
		}
		c.To = max(c.To, t)
	}
	after, shownAfter := r.results(), r.shown()
	for t, row := range after {
		if was, ok := results[t]; !ok || was != row {
			c.Results++
			touched(t)
		} else if shown[t][query.Accumulated] != shownAfter[t][query.Accumulated] {
			c.Accumulated++
			touched(t)
		}
	}
	for t := range results {
		if _, ok := after[t]; !ok {
			c.Results++
			touched(t)
		}
	}
	r.newest(&c, shown, shownAfter)
	r.compareAlerts(&c, alerts, r.alerts())
	return c
}

// newest lists the changes of the newest five results.
func (r *rehearsal) newest(c *preview.Consequences, before, after map[int64]map[query.ValueType]float64) {
	both := map[int64]bool{}
	for t := range before {
		both[t] = true
	}
	for t := range after {
		both[t] = true
	}
	times := slices.Sorted(maps.Keys(both))
	slices.Reverse(times)
	for _, t := range times[:min(5, len(times))] {
		for _, kind := range []query.ValueType{query.Observed, query.Accumulated} {
			was, is := valueAt(before, t, kind), valueAt(after, t, kind)
			if !cmp.Equal(was, is) {
				c.Values = append(c.Values, preview.ConsequentValue{
					PointID: r.point.ID, PointName: "LF-01", Time: t, Measurement: "Crack", Field: "width",
					ValueType: string(kind), Unit: "mm", Decimals: 2, Before: was, After: is,
				})
			}
		}
	}
}

func valueAt(shown map[int64]map[query.ValueType]float64, t int64, kind query.ValueType) *float64 {
	if v, ok := shown[t][kind]; ok {
		return &v
	}
	return nil
}

func (r *rehearsal) compareAlerts(c *preview.Consequences, before, after map[int64]alarm.Record) {
	add := func(effect string, id int64, record alarm.Record, was alarm.Level) {
		last := record.Last()
		c.Alerts = append(c.Alerts, preview.ConsequentAlert{
			Effect: effect, AlertID: id, StructureID: r.point.StructureID, PointID: r.point.ID, PointName: "LF-01",
			Measurement: "Crack", Field: "width", ValueType: "accumulated",
			Level: int(record.Level), LevelBefore: int(was), Value: &last.Value, Unit: "mm", Decimals: 2,
			Opened: record.Opened, Time: last.Time, Ended: record.Ended,
		})
	}
	for id, record := range after {
		was, ok := before[id]
		switch {
		case !ok:
			c.AlertsOpened++
			add("appears", 0, record, alarm.Normal)
		case !cmp.Equal(was.Steps, record.Steps) || was.Opened != record.Opened || was.Ended != record.Ended:
			c.AlertsRevised++
			add("changes", id, record, was.Level)
		}
	}
	for id, record := range before {
		if _, ok := after[id]; !ok {
			c.AlertsWithdrawn++
			add("vanishes", id, record, record.Level)
		}
	}
	slices.SortFunc(c.Alerts, func(a, b preview.ConsequentAlert) int {
		if by := max(b.Level, b.LevelBefore) - max(a.Level, a.LevelBefore); by != 0 {
			return by
		}
		return int(b.Time - a.Time)
	})
}
