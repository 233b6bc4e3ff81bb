package bulk_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

// samples are one action of every kind on the same things.
type samples struct {
	*apptest.Site
	t     *testing.T
	other project.Project
	n     int
}

var ctx = context.Background()

func must[T any](t *testing.T, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// open sets up a site whose spare device is connected to a channel and whose structure has a drawing.
func open(t *testing.T) *samples {
	s := apptest.OpenSite(t, database.SQLite)
	admin := apptest.Actor(s.Admin)
	must2(t)(s.Devices.Record(ctx, admin, s.Spare.ID, apptest.Draft(t, string(definition.AspectConnection), 0,
		definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 2})))
	sheet, err := s.Drawings.Create(ctx, admin, drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Structure.ID, Name: "Overview", Kind: drawing.Plan})
	must(t, sheet, err)
	must2(t)(s.Drawings.Place(ctx, admin, s.Project.ID, sheet.ID, []drawing.Mark{{PointID: s.Level.ID, X: 0.5, Y: 0.5}}, nil))
	other, err := s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: "Bridge 4"})
	return &samples{Site: s, t: t, other: must(t, other, err)}
}

func must2(t *testing.T) func(any, error) {
	return func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
}

var kinds = []bulk.Kind{bulk.ImportDevices, bulk.MoveDevices, bulk.SwapChannels, bulk.CloneStructure, bulk.RotateSecret}

// do executes an action of a kind, with unique names.
func (d *samples) do(kind bulk.Kind) (bulk.Operation, error) {
	d.n++
	admin := apptest.Actor(d.Admin)
	switch kind {
	case bulk.ImportDevices:
		list := make([]device.NewDevice, 3)
		for i := range list {
			list[i] = device.NewDevice{Device: device.Device{
				CorporationID: d.Corporation.ID, ProjectID: d.Project.ID, Name: "Gauge", Kind: device.Measuring,
				Type: "Crack", Model: "own", SNCode: fmt.Sprintf("NEW-%d-%d", d.n, i),
			}, Collector: d.Collector.SNCode, ChannelNo: int32(100 + 10*d.n + i)}
		}
		done, _, err := d.Bulk.Import(ctx, admin, d.Project.ID, list)
		return done, err
	case bulk.MoveDevices:
		return d.Bulk.Do(ctx, admin,
			d.Bulk.PlanMove(bulk.Relocation{DeviceIDs: []int64{d.Gauge.ID}, CorporationID: d.Corporation.ID, ProjectID: d.other.ID, Release: true}))
	case bulk.SwapChannels:
		return d.Bulk.Do(ctx, admin, d.Bulk.PlanSwap(bulk.Swap{First: d.Gauge.ID, Second: d.Spare.ID}))
	case bulk.CloneStructure:
		return d.Bulk.Do(ctx, admin, d.Bulk.PlanClone(bulk.Clone{
			StructureID: d.Structure.ID, ProjectID: d.Project.ID, Name: fmt.Sprintf("Copy %d", d.n),
			Prefix: fmt.Sprintf("%d-", d.n), Drawings: true, Coordinates: true,
		}))
	default:
		done, _, err := d.Bulk.Rotate(ctx, admin, d.Collector.ID, time.Hour, "")
		return done, err
	}
}

// undo undoes an action like a page does, confirming the later changes that its preview lists. It returns false if
// something later depends on it.
func (d *samples) undo(a bulk.Operation) bool {
	d.t.Helper()
	admin := apptest.Actor(d.Admin)
	before := d.stands()
	lines, _, err := d.Bulk.PlanUndo(ctx, admin, a.ID)
	d.same("after the preview", before)
	later := 0
	for _, line := range lines {
		if line.Change == bulk.Later {
			later++
		}
	}
	if err == nil {
		_, err = d.Bulk.Undo(ctx, admin, a.ID, later)
	}
	if err == nil {
		return true
	}
	if !errs.IsKind(err, errs.Conflict) {
		d.t.Fatalf("undo %s: %v", a.Kind, err)
	}
	d.same("after a refusal", before)
	return false
}

// stands returns all rows that actions change; of versioned rows only those in effect.
func (d *samples) stands() []string {
	d.t.Helper()
	lines := []string{}
	for _, query := range []string{
		"SELECT * FROM structure", "SELECT * FROM point", "SELECT * FROM plan", "SELECT * FROM plan_mark",
		"SELECT * FROM device", "SELECT device_id, current_secret FROM device_secret",
		"SELECT * FROM version WHERE superseded_at = 0",
		"SELECT vs.* FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id WHERE v.superseded_at = 0",
	} {
		rows, err := d.DB.Reader().QueryContext(ctx, query)
		must(d.t, rows, err)
		columns, err := rows.Columns()
		must(d.t, columns, err)
		for rows.Next() {
			cells, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				into[i] = &cells[i]
			}
			must(d.t, 0, rows.Scan(into...))
			lines = append(lines, query[len("SELECT "):]+fmt.Sprint(cells...))
		}
		must(d.t, 0, rows.Err())
		must(d.t, 0, rows.Close())
	}
	slices.Sort(lines)
	return lines
}

func (d *samples) same(when string, want []string) {
	d.t.Helper()
	got := d.stands()
	for _, line := range got {
		if !slices.Contains(want, line) {
			d.t.Errorf("%s extra: %s", when, line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			d.t.Errorf("%s missing: %s", when, line)
		}
	}
}

// Undoing any two actions in either order restores the previous state exactly: an action that another depends on is
// refused until that one is undone. Of two rotations the first cannot be undone, since its old secret is gone.
func TestUndoInAnyOrder(t *testing.T) {
	d := open(t)
	for _, first := range kinds {
		for _, second := range kinds {
			for _, oldestFirst := range []bool{false, true} {
				name := fmt.Sprintf("%s then %s, oldest first: %t", first, second, oldestFirst)
				before := d.stands()
				a, err := d.do(first)
				must(t, a, err)
				between := d.stands()
				b, err := d.do(second)
				if err != nil { // already done, or changed in the meantime: refused, nothing done
					if _, told := errs.As(err); !told {
						t.Fatalf("%s: %v", name, err)
					}
					d.same(name+", refused", between)
					if !d.undo(a) {
						t.Errorf("%s: the first is not undone", name)
					}
					d.same(name, before)
					continue
				}
				if oldestFirst && d.undo(a) {
					if !d.undo(b) {
						t.Errorf("%s: the second is not undone after the first", name)
					}
				} else {
					if !d.undo(b) {
						t.Errorf("%s: the second is not undone", name)
					}
					d.same(name+", between", between)
					if lost := first == bulk.RotateSecret && second == first; d.undo(a) == lost {
						t.Errorf("%s: the first is undone: %t", name, !lost)
					} else if lost {
						continue
					}
				}
				d.same(name, before)
				if t.Failed() {
					return
				}
			}
		}
	}
}

// A plan changes nothing for any caller, and is refused outside the scope.
func TestPlanChangesNothing(t *testing.T) {
	d := open(t)
	before := d.stands()
	planners := map[string]bulk.Planner{
		"move":   d.Bulk.PlanMove(bulk.Relocation{DeviceIDs: []int64{d.Gauge.ID}, CorporationID: d.Corporation.ID, ProjectID: d.other.ID, Release: true}),
		"swap":   d.Bulk.PlanSwap(bulk.Swap{First: d.Gauge.ID, Second: d.Spare.ID}),
		"clone":  d.Bulk.PlanClone(bulk.Clone{StructureID: d.Structure.ID, ProjectID: d.Project.ID, Name: "Copy", Prefix: "C-", Drawings: true}),
		"rotate": d.Bulk.PlanRotation(d.Collector.ID, time.Hour),
	}
	for name, planner := range planners {
		p, err := planner.Plan(ctx, apptest.Actor(d.Admin))
		if err != nil || len(p.Lines) == 0 {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
		if _, err := planner.Plan(ctx, apptest.Actor(d.Stranger)); !errs.IsKind(err, errs.NotFound) {
			t.Errorf("%s of a stranger: %v", name, err)
		}
	}
	d.same("after planning", before)
}

// If two people see the same preview and both confirm, it is executed once. Otherwise a swap would be undone by its
// repetition, and a rotation would replace the secret just given out.
func TestConfirmedPreviewRunsOnce(t *testing.T) {
	d := open(t)
	admin := apptest.Actor(d.Admin)
	at := time.Now().Add(-time.Hour).UnixMilli()
	swap := d.Bulk.PlanSwap(bulk.Swap{First: d.Gauge.ID, Second: d.Spare.ID, At: at})
	shown, err := swap.Plan(ctx, admin)
	must(t, shown, err)
	first, err := d.Bulk.Do(ctx, admin, bulk.Expected(shown.Mark(), swap))
	must(t, first, err)
	before := d.stands()
	if _, err := d.Bulk.Do(ctx, admin, bulk.Expected(shown.Mark(), swap)); !errs.Is(err, errs.Changed) {
		t.Errorf("the same swap again: %v", err)
	}
	rotation, err := d.Bulk.PlanRotation(d.Collector.ID, time.Hour).Plan(ctx, admin)
	must(t, rotation, err)
	d.same("after planning", before)
	done, secret, err := d.Bulk.Rotate(ctx, admin, d.Collector.ID, time.Hour, rotation.Mark())
	must(t, done, err)
	before = d.stands()
	if _, _, err := d.Bulk.Rotate(ctx, admin, d.Collector.ID, time.Hour, rotation.Mark()); !errs.Is(err, errs.Changed) || secret == "" {
		t.Errorf("the same rotation again: %v", err)
	}
	d.same("after a refusal", before)
}

// Two collectors of which one is connected to the other cannot be swapped: one would be connected to itself.
func TestSwapCannotConnectDeviceToItself(t *testing.T) {
	d := open(t)
	admin := apptest.Actor(d.Admin)
	hub, _, err := d.Devices.Create(ctx, admin, device.Device{
		CorporationID: d.Corporation.ID, ProjectID: d.Project.ID, Name: "Hub", Kind: device.Collector, Type: "HDA3",
		Model: "own", SNCode: "HUB-9", Register: "HUB-9",
	}, nil)
	must(t, hub, err)
	connect := func(id, to int64, channel int32) error {
		_, err := d.Devices.Record(ctx, admin, id, apptest.Draft(t, string(definition.AspectConnection), 0,
			definition.Connection{CollectorID: to, ChannelNo: channel}))
		return err
	}
	must(t, 0, connect(d.Collector.ID, hub.ID, 1))
	if err := connect(hub.ID, d.Collector.ID, 9); !errs.Is(err, errs.HangsOnItself) {
		t.Errorf("a cycle of collectors: %v", err)
	}
	if _, err := d.Bulk.PlanSwap(bulk.Swap{First: d.Gauge.ID, Second: d.Collector.ID}).Plan(ctx, admin); !errs.Is(err, errs.HangsOnItself) {
		t.Errorf("a collector on its own channel: %v", err)
	}
}
