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

	"plumbline/internal/api"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/monitor"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/intake"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

const (
	sent  = 48 // readings of each gauge, one an hour
	began = int64(1_780_000_000_000)
	hour  = int64(3_600_000)
)

// rehearsal is a small installation with one point and two gauges that could feed it.
type rehearsal struct {
	*server
	t           *testing.T
	point       point.Point
	first, next device.Device
}

func rehearse(t *testing.T) *rehearsal {
	t.Helper()
	return rehearseIn(t, t.TempDir())
}

// rehearseIn furnishes a folder.
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
	s, err := in.start(ctx, &front{})
	must(err)
	t.Cleanup(func() { must(s.stop()) })
	r := &rehearsal{server: s, t: t}
	site, err := s.Projects.Create(ctx, program("test"), project.Project{CorporationID: corporation, Name: "Dam"})
	must(err)
	place, err := s.Projects.CreateStructure(ctx, program("test"), project.Structure{ProjectID: site.ID, Name: "Crest", Type: "Dam"})
	must(err)
	for i, gauge := range []*device.Device{&r.first, &r.next} {
		register := fmt.Sprintf("CR-%d", i+1)
		*gauge, _, err = s.Devices.Create(ctx, program("test"), device.Device{
			CorporationID: corporation, ProjectID: site.ID, Name: register, Kind: device.Measuring, Type: "Crack", Model: "own", SNCode: register, Register: register,
		}, []dated.Draft{r.draft(string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": float64(i + 1)}})})
		must(err)
	}
	made, err := s.Points.Create(ctx, program("test"), site.ID, []point.New{{
		Point: point.Point{StructureID: place.ID, Name: "LF-01", Kind: point.Normal, Measurement: "Crack", Category: "Crack"},
		Config: []dated.Draft{
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
			// The first gauge passes 5 mm in the middle of its record, the second does not.
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

func (r *rehearsal) draft(aspect string, from int64, value any) dated.Draft {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // values of this file alone
	}
	return dated.Draft{Aspect: aspect, ValidFrom: from, Value: data}
}

func (r *rehearsal) send(gauge device.Device, at int64, disp float64) {
	r.t.Helper()
	entry, err := r.intake.Commit(r.t.Context(), intake.Frame{
		Device: gauge.ID, Register: gauge.Register, Transport: intake.HTTP, Kind: intake.Up, Received: time.Now().UnixMilli(),
		Payload: fmt.Appendf(nil, `{"t":%d,"v":{"disp":%g}}`, at, disp),
	})
	if err == nil {
		err = r.intake.WaitStored(r.t.Context(), entry)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *rehearsal) refresh() {
	r.t.Helper()
	if _, err := r.directory.Refresh(r.t.Context(), []int64{r.point.ID}, nil); err != nil {
		r.t.Fatal(err)
	}
	if err := r.devices.Refresh(r.t.Context(), []int64{r.first.ID, r.next.ID}); err != nil {
		r.t.Fatal(err)
	}
}

// settle waits until the results are those of what is configured now.
func (r *rehearsal) settle() {
	r.t.Helper()
	r.refresh()
	err := r.worker.Recompute(r.t.Context(), []int64{r.point.ID}, began, false, func(int64, int64) error { return nil })
	if err != nil {
		r.t.Fatal(err)
	}
}

// results are the stored widths by time; a flag counts as a difference too.
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
	tx, err := r.Data.Reader().BeginTx(r.t.Context(), nil)
	if err != nil {
		r.t.Fatal(err)
	}
	defer tx.Rollback()
	list, err := r.Store.PointRecords(r.t.Context(), tx, r.point.ID, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	found := map[int64]alarm.Record{}
	for _, record := range list {
		if record.WithdrawnAt == 0 {
			found[record.ID] = record
		}
	}
	return found
}

// shown are the values that the read side shows by time: observed ones and accumulated changes.
func (r *rehearsal) shown() map[int64]map[monitor.ValueType]float64 {
	r.t.Helper()
	read := monitor.New(monitor.Config{Series: r.Series, Directory: r.directory, Initials: r.Store, Levels: r.Store})
	table, err := read.Table(r.t.Context(), monitor.Request{
		Point: r.point.ID, Fields: []string{"width"}, ValueTypes: []monitor.ValueType{monitor.Observed, monitor.Accumulated}, Start: 1, End: began + 1000*hour,
	}, 1, 1000, false)
	if err != nil {
		r.t.Fatal(err)
	}
	found := map[int64]map[monitor.ValueType]float64{}
	for _, row := range table.Rows {
		found[row.Time] = map[monitor.ValueType]float64{}
		for c, column := range table.Columns {
			if !reading.IsMissing(row.Values[c]) {
				found[row.Time][column.ValueType] = row.Values[c]
			}
		}
	}
	return found
}

// initials are the stored initial values by the time from which they hold.
func (r *rehearsal) initials() map[int64]api.FormedInitial {
	r.t.Helper()
	list, err := r.Store.InitialValues(r.t.Context(), []int64{r.point.ID})
	if err != nil {
		r.t.Fatal(err)
	}
	found := map[int64]api.FormedInitial{}
	for _, one := range list {
		found[one.From] = api.FormedInitial{
			PointID: r.point.ID, PointName: "LF-01", From: one.From, Formed: one.Formed, Count: one.Count,
			Values: []api.InitialField{{Field: "width", Label: catalogue.Shown("Crack", "width").Label, Unit: "mm", Decimals: 2, Value: one.Values[0]}},
		}
	}
	return found
}

// happens does something for good and returns what it changed.
func (r *rehearsal) happens(do func(context.Context) error) api.Consequences {
	r.t.Helper()
	results, alerts, shown, initials := r.results(), r.alerts(), r.shown(), r.initials()
	if err := do(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	r.settle()
	c := api.Consequences{Alerts: []api.ConsequentAlert{}, Values: []api.ConsequentValue{}, Initials: []api.FormedInitial{}}
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
		} else if shown[t][monitor.Accumulated] != shownAfter[t][monitor.Accumulated] {
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

// newest lists what became of the newest five results.
func (r *rehearsal) newest(c *api.Consequences, before, after map[int64]map[monitor.ValueType]float64) {
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
		for _, kind := range []monitor.ValueType{monitor.Observed, monitor.Accumulated} {
			was, is := valueAt(before, t, kind), valueAt(after, t, kind)
			if !cmp.Equal(was, is) {
				c.Values = append(c.Values, api.ConsequentValue{
					PointID: r.point.ID, PointName: "LF-01", Time: t, Measurement: "Crack", Field: "width", ValueType: string(kind), Unit: "mm", Decimals: 2, Before: was, After: is,
				})
			}
		}
	}
}

func valueAt(shown map[int64]map[monitor.ValueType]float64, t int64, kind monitor.ValueType) *float64 {
	if v, ok := shown[t][kind]; ok {
		return &v
	}
	return nil
}

func (r *rehearsal) compareAlerts(c *api.Consequences, before, after map[int64]alarm.Record) {
	add := func(effect string, id int64, record alarm.Record, was alarm.Level) {
		last := record.Last()
		c.Alerts = append(c.Alerts, api.ConsequentAlert{
			Effect: effect, AlertID: id, StructureID: r.point.StructureID, PointID: r.point.ID, PointName: "LF-01", Measurement: "Crack", Field: "width", ValueType: "accumulated",
			Level: int(record.Level), LevelBefore: int(was), Value: &last.Value, Unit: "mm", Decimals: 2, Opened: record.Opened, Time: last.Time, Ended: record.Ended,
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
	slices.SortFunc(c.Alerts, func(a, b api.ConsequentAlert) int {
		if by := max(b.Level, b.LevelBefore) - max(a.Level, a.LevelBefore); by != 0 {
			return by
		}
		return int(b.Time - a.Time)
	})
}

// What a preview predicts is what happens when it is then really done.
func TestAPreviewTellsWhatThenHappens(t *testing.T) {
	r := rehearse(t)
	who, p := program("test"), previews{r.server}
	version := func(d dated.Draft) (preview, happen func(context.Context) (api.Consequences, error)) {
		return func(ctx context.Context) (api.Consequences, error) { return p.PointVersion(ctx, r.point.ID, 0, d) },
			func(ctx context.Context) (api.Consequences, error) {
				_, err := r.Points.Record(ctx, who, r.point.ID, d)
				return api.Consequences{}, err
			}
	}
	var shift correction.Correction
	for _, c := range []struct {
		name    string
		step    func() (preview, happen func(context.Context) (api.Consequences, error))
		results int
	}{
		{"another formula", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return version(r.draft(string(definition.AspectFormula), began+12*hour, widthBy("disp*K*2")))
		}, sent - 12},
		{"another gauge", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return version(r.draft(string(definition.AspectBinding), began+24*hour, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: r.next.ID}}}))
		}, sent - 24},
		{"a shift", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			shift = correction.Correction{PointID: r.point.ID, Kind: correction.Shift, Fields: []string{"width"}, Amount: 10, From: began + 6*hour, Note: "knocked"}
			return func(ctx context.Context) (api.Consequences, error) { return p.Correction(ctx, shift) },
				func(ctx context.Context) (_ api.Consequences, err error) {
					shift, err = r.Corrections.Create(ctx, who, shift)
					return
				}
		}, -1},
		{"the shift taken back", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return func(ctx context.Context) (api.Consequences, error) { return p.TakingBack(ctx, shift) },
				func(ctx context.Context) (api.Consequences, error) {
					_, err := r.Corrections.TakeBack(ctx, who, shift.ID, "it was not")
					return api.Consequences{}, err
				}
		}, -1},
		{"other limits", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			limits := crackLimits()
			*limits.Blue, *limits.Yellow, *limits.Orange, *limits.Red = 1, 2, 3, 4
			return version(r.draft(string(definition.AspectThresholds), began+hour, alarm.Thresholds{List: []alarm.Threshold{limits}}))
		}, 0},
		{"another initial value", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return version(r.draft(string(definition.AspectInitial), began+hour, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 1.5}}))
		}, 0},
		{"the initial value taken out of force", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			records, err := r.Points.Versions(t.Context(), who.Scope, r.point.ID, definition.AspectInitial)
			if err != nil {
				t.Fatal(err)
			}
			gone := records[len(records)-1]
			return func(ctx context.Context) (api.Consequences, error) {
					return p.PointVersion(ctx, r.point.ID, gone.ID, dated.Draft{Aspect: gone.Aspect, ValidFrom: gone.ValidFrom})
				}, func(ctx context.Context) (api.Consequences, error) {
					_, err := r.Points.Supersede(ctx, who, r.point.ID, gone.ID, "a slip")
					return api.Consequences{}, err
				}
		}, 0},
		{"an initial value of the first readings", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return version(r.draft(string(definition.AspectInitial), began+2*hour, definition.Initial{Mode: "auto", Time: began + hour, Count: 4}))
		}, 0},
		{"an initial value of the readings before", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return version(r.draft(string(definition.AspectInitial), began+30*hour, definition.Initial{Mode: "current", Time: began + 20*hour, Count: 2}))
		}, 0},
		{"the ground that it stands in", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			return version(r.draft(string(point.AspectEngineering), began, point.Engineering{SoilLayers: []point.SoilLayer{{Name: "clay", From: 0, To: 4}}}))
		}, -2},
		{"entered by hand from then on", func() (preview, happen func(context.Context) (api.Consequences, error)) {
			conversion := point.Conversion{Kind: point.Artificial, From: began + 40*hour, Formula: widthBy("width").Rules}
			return func(ctx context.Context) (api.Consequences, error) {
					converted, drafts, err := r.Points.PlanConversion(ctx, who.Scope, r.point.ID, conversion)
					if err != nil {
						return api.Consequences{}, err
					}
					return p.Conversion(ctx, converted, drafts)
				}, func(ctx context.Context) (api.Consequences, error) {
					_, err := r.Points.Convert(ctx, who, r.point.ID, conversion)
					return api.Consequences{}, err
				}
		}, sent - 40},
	} {
		preview, happen := c.step()
		predicted, err := preview(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		happened := r.happens(func(ctx context.Context) error {
			_, err := happen(ctx)
			return err
		})
		predicted.Recomputing, predicted.Warnings = 0, nil // neither pending work nor warnings are part of the outcome
		if diff := cmp.Diff(happened, predicted); diff != "" {
			t.Errorf("%s: the preview differs from what happened (-happened +predicted):\n%s", c.name, diff)
		}
		nothing := predicted.Results+predicted.Accumulated+predicted.AlertsOpened+predicted.AlertsWithdrawn+predicted.AlertsRevised == 0
		if c.results >= 0 && predicted.Results != c.results || nothing != (c.results == -2) {
			t.Errorf("%s: %+v, want %d results", c.name, predicted, c.results)
		}
	}
}

// The preview of an initial value gives it, or the readings it waits for, even before any reading has reached it.
func TestAPreviewNamesTheInitialValue(t *testing.T) {
	r := rehearse(t)
	p := previews{r.server}
	last := began + (sent-1)*hour
	for _, c := range []struct {
		name    string
		from    int64
		initial definition.Initial
		value   float64 // width: 2 mm at first, one eighth more each hour
		count   int
		formed  int64
		missing int
	}{
		{"the first readings", 0, definition.Initial{Mode: "auto", Count: 3}, 2.125, 3, began + 2*hour, 0},
		{"the first readings of a later time", 0, definition.Initial{Mode: "auto", Time: began + 9*hour, Count: 2}, 3.1875, 2, began + 10*hour, 0},
		{"the last readings", last + 1, definition.Initial{Mode: "current", Count: 3}, 7.75, 3, last, 0},
		{"the last readings before a time", last + 1, definition.Initial{Mode: "current", Time: began + 8*hour, Count: 1}, 3, 1, began + 8*hour, 0},
		{"typed", last + 1, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 1.5}}, 1.5, 0, 0, 0},
		{"more readings than came", 0, definition.Initial{Mode: "auto", Time: last - hour, Count: 5}, 0, 2, 0, 3},
		{"readings to come", last + 1, definition.Initial{Mode: "auto", Time: last + 1, Count: 3}, 0, 0, 0, 3},
	} {
		predicted, err := p.PointVersion(t.Context(), r.point.ID, 0, r.draft(string(definition.AspectInitial), c.from, c.initial))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want := api.FormedInitial{PointID: r.point.ID, PointName: "LF-01", From: c.from, Formed: c.formed, Count: c.count, Missing: c.missing, Values: []api.InitialField{}}
		if c.missing == 0 {
			want.Values = append(want.Values, api.InitialField{Field: "width", Label: catalogue.Shown("Crack", "width").Label, Unit: "mm", Decimals: 2, Value: c.value})
		}
		if diff := cmp.Diff([]api.FormedInitial{want}, predicted.Initials); diff != "" {
			t.Errorf("%s (-want +predicted):\n%s", c.name, diff)
		}
	}
}
