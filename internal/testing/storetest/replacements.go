package storetest

import (
	"context"
	"encoding/json"
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/testing/apptest"
)

// sides is a curve with a given end and beginning.
type sides pointconfig.Handover

func (s sides) Handover(context.Context, int64, int64, definition.Binding) (pointconfig.Handover, error) {
	return pointconfig.Handover(s), nil
}

func replacements(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	next, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Successor", Kind: device.Measuring,
		Type: s.Gauge.Type, Model: "own", SNCode: "WL-NEXT",
	}, nil)
	ok(t, err)
	service := pointconfig.New(s.Store, s.Points, s.Corrections,
		sides{Last: day - 5000, First: day - 1000, Carried: []pointconfig.Carried{{Field: "level", Amount: 1.25}}})
	change := pointconfig.Change{At: day, Binding: definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: next.ID}}}, Note: "flooded"}
	bound := func(at int64) int64 {
		versions := must(timeline.Decode[definition.Binding](must(s.Points.Versions(ctx, s.Admin.Scope(), s.Level.ID,
			definition.AspectBinding))(t), string(definition.AspectBinding)))(t)
		v, _ := timeline.Of(versions).At(at)
		return v.Value.Sources[0].DeviceID
	}

	_, err = service.ChangeGroup(ctx, apptest.Actor(s.Stranger), s.Level.ID, change)
	refused(t, err, errs.NothingHere)
	_, err = service.ChangeGroup(ctx, admin, s.Crack.ID, change)
	refused(t, err, errs.NoDevice, "at")
	_, err = service.ChangeGroup(ctx, admin, s.Level.ID, pointconfig.Change{At: 5, Binding: change.Binding})
	refused(t, err, errs.TimeOutOfRange, "at")

	must(s.Points.Record(ctx, admin, s.Level.ID,
		apptest.Draft(t, string(definition.AspectInitial), 0, definition.Initial{Mode: "manual", Values: map[string]float64{"level": 3}})))(t)
	r := must(service.ChangeGroup(ctx, admin, s.Level.ID, change))(t)
	same(t, "who feeds the point at the change", bound(day), next.ID)
	same(t, "and before it", bound(day-1000), s.Gauge.ID)
	stored := must(service.Replacement(ctx, s.Guest.Scope(), r.ID))(t)
	same(t, "as stored", stored, r)
	_, err = service.Replacement(ctx, s.Stranger.Scope(), r.ID)
	refused(t, err, errs.NothingHere)
	_, err = service.Migrate(ctx, admin, r.ID, pointconfig.Migration{From: day - 5000})
	refused(t, err, errs.OutsideHandover, "from")

	list := marked(t, s, func() { r = must(service.Migrate(ctx, admin, r.ID, pointconfig.Migration{Carry: true}))(t) })
	for _, mark := range list {
		if mark.Point != s.Level.ID || mark.From != day-1000 {
			t.Errorf("migrating marks %+v", mark)
		}
	}
	same(t, "state", r.State, pointconfig.Completed)
	same(t, "begin of the new readings", r.From, int64(day-1000))
	same(t, "who feeds the point then", bound(day-1000), next.ID)
	same(t, "what it made", []int{len(r.Versions), len(r.Corrections)}, []int{2, 1})
	_, err = service.Migrate(ctx, admin, r.ID, pointconfig.Migration{})
	refused(t, err, errs.MigratedAlready)

	second := must(service.ChangeGroup(ctx, admin, s.Level.ID,
		pointconfig.Change{At: day + 1000, Binding: definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Gauge.ID}}}}))(t)
	_, err = service.Undo(ctx, admin, r.ID, "")
	refused(t, err, errs.LaterReplacement)
	must(service.Undo(ctx, admin, second.ID, "mistyped"))(t)
	r = must(service.Undo(ctx, admin, r.ID, "dried"))(t)
	same(t, "who feeds the point again", bound(day+5000), s.Gauge.ID)
	same(t, "versions and corrections in effect", []int{len(r.Versions), len(r.Corrections)}, []int{0, 0})
	for _, c := range must(s.Corrections.List(ctx, s.Admin.Scope(), s.Level.ID))(t) {
		if c.InEffect() {
			t.Errorf("a correction is still in effect: %+v", c)
		}
	}
	same(t, "replacements kept", len(must(service.Replacements(ctx, s.Guest.Scope(), s.Level.ID))(t)), 2)
	ok(t, s.Points.Delete(ctx, admin, s.Level.ID))
}

func manyPoints(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	service := pointconfig.New(s.Store, s.Points, s.Corrections, sides{})
	collect := func(interval int64) json.RawMessage {
		return apptest.Draft(t, "", 0, definition.Collect{Mode: "UploadCollect", Interval: interval}).Value
	}
	bulk := pointconfig.Bulk{Aspect: definition.AspectCollect, ValidFrom: day, Changes: []pointconfig.Assignment{
		{PointIDs: []int64{s.Level.ID}, Value: collect(600)}, {PointIDs: []int64{s.Crack.ID, s.Crack.ID, 4711}, Value: collect(0)},
	}}
	_, err := service.RecordBulk(ctx, admin, s.Project.ID, bulk)
	refused(t, err, errs.OutOfRange, "changes[1].measuringPointIds[0].value.interval", "changes[1].measuringPointIds[1]", "changes[1].measuringPointIds[2]")
	bulk.Changes[1] = pointconfig.Assignment{PointIDs: []int64{s.Crack.ID}, Value: collect(900)}
	same(t, "versions made", len(must(service.RecordBulk(ctx, admin, s.Project.ID, bulk))(t)), 2)
	filter := point.Filter{ProjectID: s.Project.ID}
	page := must(service.InForce(ctx, s.Guest.Scope(), filter, definition.AspectCollect, day))(t)
	for _, c := range page.List {
		if c.Record.ValidFrom != day {
			t.Errorf("%s: collection from %d holds", c.Point.Name, c.Record.ValidFrom)
		}
	}
	same(t, "points of a stranger", len(must(service.InForce(ctx, s.Stranger.Scope(), filter, definition.AspectCollect, day))(t).List), 0)
	groups := must(service.Formulas(ctx, s.Guest.Scope(), filter, 0))(t)
	count := 0
	for _, g := range groups.List {
		count += len(g.Points)
	}
	same(t, "each point is in one group", count, page.Total)
	var pages []pointconfig.Shared
	for at := range groups.Total {
		filter.Query = paging.Query{Page: at + 1, Size: 1}
		one := must(service.Formulas(ctx, s.Guest.Scope(), filter, 0))(t)
		same(t, "groups on all pages", one.Total, groups.Total)
		pages = append(pages, one.List...)
	}
	same(t, "groups page by page", pages, groups.List)
	filter.Query = paging.Query{Keyword: "no such point"}
	same(t, "groups of no point", len(must(service.Formulas(ctx, s.Guest.Scope(), filter, 0))(t).List), 0)
	same(t, "groups of a stranger", len(must(service.Formulas(ctx, s.Stranger.Scope(), point.Filter{ProjectID: s.Project.ID}, 0))(t).List), 0)
}
