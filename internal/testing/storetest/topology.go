package storetest

import (
	"slices"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/topology"
	"plumbline/internal/testing/apptest"
)

func topologies(t *testing.T, s *apptest.Site) {
	admin, graphs := apptest.Actor(s.Admin), topology.New(s.Store)
	graph := func() topology.Graph {
		t.Helper()
		return must(graphs.Graph(ctx, s.Guest.Scope(), s.Project.ID))(t)
	}
	node := func(id int64) topology.Device {
		t.Helper()
		g := graph()
		at := slices.IndexFunc(g.Devices, func(d topology.Device) bool { return d.ID == id })
		if at < 0 {
			t.Fatalf("device %d is not in %+v", id, g.Devices)
		}
		return g.Devices[at]
	}
	leaf := func(id int64) topology.Point {
		t.Helper()
		g := graph()
		return g.Points[slices.IndexFunc(g.Points, func(p topology.Point) bool { return p.ID == id })]
	}
	gauge := node(s.Gauge.ID)
	same(t, "the gauge hangs on the collector", []any{gauge.ParentID, gauge.Channel, gauge.Status, gauge.Health},
		[]any{s.Collector.ID, int32(1), device.Offline, device.Unknown})
	same(t, "the collector on nothing", node(s.Collector.ID).ParentID, int64(0))
	level := leaf(s.Level.ID)
	same(t, "the point is fed by the gauge", []any{level.DeviceID, level.StructureID, level.ItemID, level.LastReading},
		[]any{s.Gauge.ID, s.Structure.ID, s.Item.ID, int64(0)})
	same(t, "one that nothing feeds", leaf(s.Crack.ID).DeviceID, int64(0))

	now, volts := time.Now().UnixMilli(), 3.6
	ok(t, s.Store.SaveSeen(ctx, []ingest.Seen{{Device: s.Collector.ID, LastSeen: now, Voltage: ingest.Report{Value: volts, At: now}}}))
	same(t, "seen", []any{node(s.Collector.ID).Status, node(s.Collector.ID).LastSeen, *node(s.Collector.ID).Voltage}, []any{device.Online, now, volts})

	// The graph shows the current channel of a moved sensor.
	moveTo(t, s, s.Spare.ID, s.Project.ID)
	must(s.Devices.Record(ctx, admin, s.Gauge.ID, apptest.Draft(t, string(definition.AspectConnection), now,
		definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 7})))(t)
	same(t, "the channel of now", node(s.Gauge.ID).Channel, int32(7))

	// Sorting some nodes only exchanges their positions; the others stay.
	order := func() (ids []int64) {
		for _, d := range graph().Devices {
			ids = append(ids, d.ID)
		}
		return ids
	}
	before := order()
	ok(t, graphs.Sort(ctx, admin, s.Project.ID, topology.OfDevice, []int64{before[2], before[0]}))
	same(t, "sorted", order(), []int64{before[2], before[1], before[0]})
	ok(t, graphs.Sort(ctx, admin, s.Project.ID, topology.OfDevice, before))
	same(t, "back", order(), before)
	points := func() (ids []int64) {
		for _, p := range graph().Points {
			ids = append(ids, p.ID)
		}
		return ids
	}
	as := points()
	turned := slices.Clone(as)
	slices.Reverse(turned)
	ok(t, graphs.Sort(ctx, admin, s.Project.ID, topology.OfPoint, turned))
	for _, kind := range []topology.Kind{topology.OfDevice, topology.OfPoint, topology.OfStructure} {
		refused(t, graphs.Sort(ctx, admin, s.Project.ID, kind, []int64{s.Project.ID}), errs.MustExist, "ids")
		refused(t, graphs.Sort(ctx, apptest.Actor(s.Stranger), s.Project.ID, kind, []int64{s.Gauge.ID}), errs.NothingHere)
	}
	refused(t, graphs.Sort(ctx, admin, s.Project.ID, topology.OfDevice, []int64{before[0], before[0]}), errs.Duplicate, "ids")
	_, err := graphs.Graph(ctx, s.Stranger.Scope(), s.Project.ID)
	refused(t, err, errs.NothingHere)
}
