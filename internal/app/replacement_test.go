package app

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// deltas returns the accumulated changes of width by time, as charts and alarms see them.
func (r *rehearsal) deltas() map[int64]float64 {
	r.t.Helper()
	ctx := r.t.Context()
	definitions, err := r.Store.Definitions(ctx, []int64{r.point.ID})
	if err != nil {
		r.t.Fatal(err)
	}
	initials, err := r.Store.InitialValues(ctx, []int64{r.point.ID})
	if err != nil {
		r.t.Fatal(err)
	}
	changes := compiled.NewChanges(compiled.Compile(definitions[0]), initials)
	found := map[int64]float64{}
	err = r.Series.Scan(ctx, series.ResultID(r.point.ID), 0, 1<<62, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			row := make([]float64, len(b.Values))
			for c := range b.Values {
				row[c] = b.Values[c][i]
			}
			out := make([]float64, changes.Columns(t).Len())
			if changes.Accumulated(t, row, out) {
				found[t] = out[0]
			}
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return found
}

// A gauge breaks; its successor feeds a temporary point for half a day before the replacement is entered. The curve
// continues, and undoing it leaves no trace.
func TestReplaceDeviceGroup(t *testing.T) {
	r := rehearse(t)
	ctx, who, p := t.Context(), program("test"), r.Previews
	service := pointconfig.New(r.Store, r.Points, r.Corrections, p)
	made, err := r.Points.Create(ctx, who, r.point.ProjectID, []point.New{{
		Point: point.Point{StructureID: r.point.StructureID, Name: "LF-01 new", Kind: point.Temporary, Measurement: "Crack", Category: "Crack"},
		Config: []timeline.Draft{
			r.draft(string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: r.next.ID}}}),
			r.draft(string(definition.AspectFormula), 0, widthBy("disp*K")),
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	temporary := made[0]
	for n := range 12 {
		r.send(r.next, began+int64(sent+n)*hour, 7+float64(n)/10)
	}
	r.settle()
	// The plan reads the temporary point too, so its results must exist.
	if _, err := r.Directory.Refresh(ctx, []int64{temporary.ID}, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Worker.Recompute(ctx, []int64{temporary.ID}, began, false, func(int64, int64) error { return nil }); err != nil {
		t.Fatal(err)
	}
	before, resultsBefore := r.deltas(), r.results()
	last := began + (sent-1)*hour
	at := began + 60*hour
	group := definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: r.next.ID}}}

	if _, err := r.Points.Record(ctx, who, r.point.ID, r.draft(string(definition.AspectBinding), at, group)); err == nil {
		t.Error("a plain binding accepted the devices of a temporary point")
	}
	change := pointconfig.Change{At: at, Binding: group, Note: "lightning"}
	var replaced pointconfig.Replacement
	r.rehearsed("change", service.PlanChange, change, func(ctx context.Context) error {
		replaced, err = service.ChangeGroup(ctx, who, r.point.ID, change)
		return err
	})
	if replaced.State != pointconfig.NotMigrated || len(replaced.Versions) != 3 || len(replaced.Corrections) != 1 {
		t.Fatalf("after the first step: %+v", replaced)
	}
	if diff := cmp.Diff(before, r.deltas()); diff != "" {
		t.Errorf("nothing came after the change, but the curve changed:\n%s", diff)
	}
	_, plan, err := service.PlanMigration(ctx, who.Scope, replaced.ID, pointconfig.Migration{Count: 1, Carry: true})
	if err != nil {
		t.Fatal(err)
	}
	predicted, err := p.Plan(ctx, plan)
	if err != nil {
		t.Fatal(err)
	}
	happened := r.happens(func(ctx context.Context) error {
		replaced, err = service.Migrate(ctx, who, replaced.ID, pointconfig.Migration{Count: 1, Carry: true})
		return err
	})
	if predicted.Results < happened.Results || predicted.AlertsOpened != happened.AlertsOpened || happened.Results != 12 {
		t.Errorf("migration predicted %+v, did %+v", predicted, happened)
	}
	if replaced.From != last+hour || replaced.CarriedAt != last || replaced.State != pointconfig.Completed {
		t.Errorf("migrated as %+v", replaced)
	}
	after := r.deltas()
	for at, delta := range before {
		if after[at] != delta {
			t.Errorf("the old group's change at %d was %v and is %v", at, delta, after[at])
		}
	}
	// The first reading of the new gauge is its own initial value: the curve continues at the last height of the old
	// gauge, with the new gauge's steps (K 2).
	for n := range 12 {
		at := began + int64(sent+n)*hour
		if want, got := before[last]+float64(n)/5, after[at]; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("change %d h after the replacement: %v, want %v", n, got, want)
		}
	}
	if _, err := service.Migrate(ctx, who, replaced.ID, pointconfig.Migration{}); !errs.Is(err, errs.MigratedAlready) {
		t.Errorf("migrating twice: %v", err)
	}
	groups, err := service.Groups(ctx, who.Scope, r.point.ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 2 || groups[0].Members[0].SNCode != "CR-1" || groups[1].Members[0].SNCode != "CR-2" ||
		groups[0].Until != groups[1].From || groups[1].From != last+hour {
		t.Errorf("the groups of the point: %+v", groups)
	}
	if binding := r.bindingOf(temporary.ID, last+hour); len(binding.Sources) != 0 {
		t.Errorf("the temporary point still has %+v", binding)
	}

	if replaced, err = service.Undo(ctx, who, replaced.ID, "it was the cable"); err != nil {
		t.Fatal(err)
	}
	r.settle()
	if diff := cmp.Diff(before, r.deltas()); diff != "" {
		t.Errorf("after undo the curve differs:\n%s", diff)
	}
	if diff := cmp.Diff(resultsBefore, r.results()); diff != "" {
		t.Errorf("after undo the results differ:\n%s", diff)
	}
	if binding := r.bindingOf(temporary.ID, at); len(binding.Sources) != 1 {
		t.Errorf("after undo the temporary point has %+v", binding)
	}
	if _, err := service.Undo(ctx, who, replaced.ID, ""); !errs.Is(err, errs.Changed) {
		t.Errorf("undone twice: %v", err)
	}
}

// rehearsed compares what a plan predicts with what happens.
func (r *rehearsal) rehearsed(step string,
	plan func(context.Context, access.Scope, int64, pointconfig.Change) (pointconfig.Replacement, pointconfig.Plan, error),
	c pointconfig.Change, do func(context.Context) error,
) {
	r.t.Helper()
	_, planned, err := plan(r.t.Context(), program("test").Scope, r.point.ID, c)
	if err != nil {
		r.t.Fatalf("%s: %v", step, err)
	}
	predicted, err := r.Previews.Plan(r.t.Context(), planned)
	if err != nil {
		r.t.Fatalf("%s: %v", step, err)
	}
	happened := r.happens(do)
	// Only the plan includes the temporary point, and for several points only the newest result of each.
	predicted.Points, predicted.Accumulated, predicted.Values, predicted.MoreValues, predicted.Recomputing = 0, 0, nil, 0, 0
	predicted.Warnings = nil
	predicted.Initials = slices.DeleteFunc(predicted.Initials, func(i preview.FormedInitial) bool { return i.Missing > 0 }) // incomplete ones are not stored
	happened.Points, happened.Accumulated, happened.Values = 0, 0, nil
	if diff := cmp.Diff(happened, predicted); diff != "" {
		r.t.Errorf("%s: the plan differs from what happened (-happened +predicted):\n%s", step, diff)
	}
}

// The new gauge has another zero: neither its first readings before migration nor the rate across the change count as
// movement, and open alerts continue.
func TestReplacingAGaugeRaisesNoAlarm(t *testing.T) {
	r := rehearse(t)
	ctx, who := t.Context(), program("test")
	aboveIts := 3.5 // mm per day: the crack opens by 3
	limits := alarm.Thresholds{List: []alarm.Threshold{crackLimits(), {Field: "width", ValueType: "rate", Blue: &aboveIts, Enable: true}}}
	if _, err := r.Points.Record(ctx, who, r.point.ID, r.draft(string(definition.AspectThresholds), began, limits)); err != nil {
		t.Fatal(err)
	}
	r.settle()
	type alert struct {
		Status alarm.Status
		Level  alarm.Level
	}
	alerts := func() map[int64]alert {
		found := map[int64]alert{}
		for id, record := range r.alerts() {
			found[id] = alert{record.Status, record.CurrentLevel}
		}
		return found
	}
	before, stood := alerts(), r.deltas()
	if len(before) != 1 {
		t.Fatalf("alerts of the opening crack: %+v", before)
	}
	service := pointconfig.New(r.Store, r.Points, r.Corrections, r.Previews)
	last := began + (sent-1)*hour
	at := last + hour
	group := definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: r.next.ID}}}
	replaced, err := service.ChangeGroup(ctx, who, r.point.ID, pointconfig.Change{At: at, Binding: group, Note: "lightning"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 {
		r.send(r.next, at+int64(n)*hour, 50+float64(n)/64)
	}
	r.settle()
	goesOn := func(when string) {
		t.Helper()
		if diff := cmp.Diff(before, alerts()); diff != "" {
			t.Errorf("%s the alerts differ:\n%s", when, diff)
		}
		deltas := r.deltas()
		for n := range 6 {
			if got, want := deltas[at+int64(n)*hour], stood[last]; got < want-0.2 || got > want+0.2 {
				t.Errorf("%s the change %d h after the replacement is %v, and was %v", when, n, got, want)
			}
		}
	}
	goesOn("before the data are migrated")
	if replaced, err = service.Migrate(ctx, who, replaced.ID, pointconfig.Migration{Count: 2, Carry: true}); err != nil {
		t.Fatal(err)
	}
	r.settle()
	goesOn("when they are migrated")
	if len(replaced.Versions) != 2 || len(replaced.Corrections) != 1 {
		t.Errorf("versions and corrections in effect: %+v", replaced)
	}
	if _, err = service.Undo(ctx, who, replaced.ID, ""); err != nil {
		t.Fatal(err)
	}
}

func (r *rehearsal) bindingOf(id, at int64) definition.Binding {
	r.t.Helper()
	records, err := r.Points.Versions(r.t.Context(), program("test").Scope, id, definition.AspectBinding)
	if err != nil {
		r.t.Fatal(err)
	}
	versions, err := timeline.Decode[definition.Binding](records, string(definition.AspectBinding))
	if err != nil {
		r.t.Fatal(err)
	}
	v, _ := timeline.Of(versions).At(at)
	return v.Value
}

// A formula is tested on the newest readings before it is saved.
func TestTryFormulaOnStoredReadings(t *testing.T) {
	r := rehearse(t)
	value := r.draft(string(definition.AspectFormula), 0, widthBy("disp*K*10")).Value
	samples, err := r.Previews.Formula(t.Context(), r.point.ID, value, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(samples) != 5 {
		t.Fatalf("%d samples", len(samples))
	}
	newest := samples[4]
	if newest.Time != began+(sent-1)*hour || len(newest.Inputs) != 1 || newest.Inputs[0].Value != 7.875 ||
		newest.Values[0] != 78.75 || newest.Before[0] != 7.875 {
		t.Errorf("newest sample: %+v", newest)
	}
	if len(r.results()) != sent {
		t.Error("trying a formula stored something")
	}
}
