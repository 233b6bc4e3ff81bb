package compiled_test

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/cluster"
)

const change = int64(1_750_000_000_000) // UTC ms at which the binding of some points changes

// site is points and devices in memory, by id.
type site struct {
	points  map[int64]definition.Definition
	devices map[int64]alarm.Device
}

func (s *site) PointsAfter(_ context.Context, after int64, limit int) ([]int64, error) {
	ids := slices.Sorted(maps.Keys(s.points))
	first, _ := slices.BinarySearch(ids, after+1)
	return ids[first:min(first+limit, len(ids))], nil
}

func (s *site) Definitions(_ context.Context, ids []int64) (list []definition.Definition, err error) {
	for _, id := range ids {
		if d, ok := s.points[id]; ok {
			list = append(list, d)
		}
	}
	return list, nil
}

func (s *site) DefinitionsKnown(ctx context.Context, ids []int64, _ int64) ([]definition.Definition, error) {
	return s.Definitions(ctx, ids)
}

func (s *site) PointsOfDevices(_ context.Context, devices []int64) (ids []int64, err error) {
	for id, d := range s.points {
		for _, v := range d.Config.Binding.Versions() {
			if slices.ContainsFunc(v.Value.Sources, func(source definition.Source) bool { return slices.Contains(devices, source.DeviceID) }) {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

func (s *site) Watched(_ context.Context, ids []int64) (list []alarm.Device, err error) {
	for _, id := range ids {
		if d, ok := s.devices[id]; ok {
			list = append(list, d)
		}
	}
	return list, nil
}

func (s *site) WatchedAfter(ctx context.Context, after int64, limit int) ([]alarm.Device, error) {
	ids := slices.Sorted(maps.Keys(s.devices))
	first, _ := slices.BinarySearch(ids, after+1)
	return s.Watched(ctx, ids[first:min(first+limit, len(ids))])
}

// bound is a point with one set of sources before change and another one from then on.
func bound(id, project int64, before, after []definition.Source) definition.Definition {
	d := definition.Definition{
		Point: definition.Point{ID: id, CorporationID: 1, ProjectID: project, Kind: catalog.NormalPoint, Measurement: "Crack"},
	}
	d.Config.Binding = timeline.Of([]timeline.Version[definition.Binding]{
		{ID: 1, ValidFrom: 0, Value: definition.Binding{Sources: before}}, {ID: 2, ValidFrom: change, Value: definition.Binding{Sources: after}},
	})
	d.Config.Formula = timeline.Of([]timeline.Version[definition.Formula]{{ID: 3, Value: definition.Formula{Rules: []definition.Rule{
		{ComputedField: "width", FormulaType: definition.CustomFormula, Text: "raw*2"},
	}}}})
	return d
}

// Whatever partitions a server holds and whatever changes, it marks the same points as one that holds all, keeps the
// points that it folds, and finds the others.
func TestSharedDirectoryMarksAsCompleteOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		s := &site{points: map[int64]definition.Definition{}, devices: map[int64]alarm.Device{}}
		device := rapid.Int64Range(1, 6)
		point := func(name string) int64 { // far apart, so that points of one project are in many partitions
			return rapid.Int64Range(11, 18).Draw(t, name) << cluster.Slot
		}
		draw := func() int64 {
			id := point("point")
			source := func() []definition.Source {
				if rapid.IntRange(0, 3).Draw(t, "virtual") == 0 {
					if other := point("other"); other < id { // no cycles
						return []definition.Source{{Role: "main", PointID: other}}
					}
				}
				return []definition.Source{{Role: "main", DeviceID: device.Draw(t, "device"), ChannelNo: rapid.Int32Range(0, 2).Draw(t, "channel")}}
			}
			s.points[id] = bound(id, rapid.Int64Range(1, 4).Draw(t, "project"), source(), source())
			return id
		}
		for id := range int64(6) {
			s.devices[id+1] = alarm.Device{ID: id + 1, CorporationID: 1, ProjectID: rapid.Int64Range(1, 4).Draw(t, "project of device")}
		}
		for range rapid.IntRange(1, 8).Draw(t, "points") {
			draw()
		}
		complete, err := compiled.NewDirectory(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		shared, err := compiled.NewSharedDirectory(ctx, s, false)
		if err != nil {
			t.Fatal(err)
		}
		held := map[int]bool{}
		parts := func(of bool) (list []int) {
			for _, d := range s.points {
				if part := cluster.PartOf(d.Point.ProjectID, d.Point.ID); held[part] == of && rapid.Bool().Draw(t, "part") {
					held[part] = !of
					list = append(list, part)
				}
			}
			for id, d := range s.devices {
				if part := cluster.PartOf(d.ProjectID, id); held[part] == of && rapid.Bool().Draw(t, "part of device") {
					held[part] = !of
					list = append(list, part)
				}
			}
			return list
		}
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			switch rapid.SampledFrom([]string{"hold", "release", "change", "delete", "look", "reload"}).Draw(t, "step") {
			case "hold":
				err = shared.Hold(ctx, parts(false))
			case "release":
				shared.Release(parts(true))
			case "change":
				refresh(t, []int64{draw()}, complete, shared)
			case "delete":
				if ids := slices.Sorted(maps.Keys(s.points)); len(ids) > 0 {
					id := rapid.SampledFrom(ids).Draw(t, "deleted")
					delete(s.points, id)
					refresh(t, []int64{id}, complete, shared)
				}
			case "look":
				_, err = shared.FindAll(ctx, slices.Sorted(maps.Keys(s.points)))
			case "reload":
				_, err = shared.Reload(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
			agree(t, s, complete, shared, held)
		}
	})
}

func refresh(t *rapid.T, ids []int64, directories ...*compiled.Directory) {
	t.Helper()
	for _, d := range directories {
		if _, err := d.Refresh(context.Background(), ids, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func agree(t *rapid.T, s *site, complete, shared *compiled.Directory, held map[int]bool) {
	t.Helper()
	ctx := context.Background()
	same := func(what string, of int64, want, got []int64) {
		t.Helper()
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(slices.Compact(want), slices.Compact(got)); diff != "" {
			t.Fatalf("%s %d: %s", what, of, diff)
		}
	}
	for _, from := range []int64{change - 1, change} {
		for id := range s.devices {
			for channel := range int32(3) {
				same("points of device", id, complete.AppendPoints(nil, id, channel, from), shared.AppendPoints(nil, id, channel, from))
			}
		}
	}
	for id, d := range s.points {
		source := series.ResultID(id)
		dependants := shared.AppendAway(nil, source, compiled.Beginning)
		var want []int64
		for _, p := range complete.FedBy(source) {
			want = append(want, p.Definition.Point.ID)
		}
		for _, p := range shared.FedBy(source) {
			dependants = append(dependants, p.Definition.Point.ID)
		}
		same("points computed from", id, want, dependants)
		part, ok := shared.Part(id)
		if !ok || part != cluster.PartOf(d.Point.ProjectID, id) || !shared.IsPoint(id) {
			t.Fatalf("point %d is in partition %d, %t", id, part, ok)
		}
		if _, kept := shared.Point(id); held[part] && !kept {
			t.Fatalf("point %d of a held partition is not kept", id)
		}
		found, ok, err := shared.Find(ctx, id)
		if err != nil || !ok || !slices.EqualFunc(found.Definition.Config.Binding.Versions(), d.Config.Binding.Versions(),
			func(a, b timeline.Version[definition.Binding]) bool {
				return slices.Equal(a.Value.Sources, b.Value.Sources)
			}) {
			t.Fatalf("found %v, %t, %v", found, ok, err)
		}
	}
	for id, device := range s.devices {
		if !held[cluster.PartOf(device.ProjectID, id)] {
			continue
		}
		var want, got []int64
		for _, p := range complete.MainOf(id) {
			want = append(want, p.Definition.Point.ID)
		}
		for _, p := range shared.MainOf(id) {
			got = append(got, p.Definition.Point.ID)
		}
		same("points whose health goes with device", id, want, got)
	}
	for _, id := range []int64{7, 99 << cluster.Slot} {
		if _, ok, err := shared.Find(ctx, id); ok || err != nil || shared.IsPoint(id) {
			t.Fatalf("point %d: found %t, %v", id, ok, err)
		}
	}
}

// A point of another server takes at most 200 bytes: 100 for each of its two series, raw and result.
func TestPointsOfOthersAreSmall(t *testing.T) {
	const points, channels = 50_000, 8
	s := &site{points: map[int64]definition.Definition{}, devices: map[int64]alarm.Device{}}
	for i := range int64(points) {
		id, device := 1_000_000+i, 1+i/channels
		sources := []definition.Source{{Role: "main", DeviceID: device, ChannelNo: int32(i % channels)}}
		s.points[id] = bound(id, 1+i/1000, sources, sources)
		s.devices[device] = alarm.Device{ID: device, CorporationID: 1, ProjectID: 1 + i/1000}
	}
	before := heap()
	shared, err := compiled.NewSharedDirectory(t.Context(), s, false)
	if err != nil {
		t.Fatal(err)
	}
	each := float64(heap()-before) / points
	t.Logf("%.0f bytes each", each)
	if each > 200 {
		t.Errorf("a point of another server takes %.0f bytes", each)
	}
	runtime.KeepAlive(shared)
	runtime.KeepAlive(s)
}

func heap() uint64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}
