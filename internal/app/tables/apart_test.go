package tables_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/testing/apptest"
)

// TestChannelFeedsOnePointAtATime binds points to channels at any times, corrects, revokes, replaces devices,
// migrates and undoes in any order. Refused operations change nothing, and at no moment does a channel feed two
// points.
func TestChannelFeedsOnePointAtATime(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { feedOnePoint(t, apptest.OpenSite(t, engine)) })
	}
}

// noCurve is the read side of points without results.
type noCurve struct{}

func (noCurve) Handover(context.Context, int64, int64, definition.Binding) (pointconfig.Handover, error) {
	return pointconfig.Handover{}, nil
}

func feedOnePoint(test *testing.T, s *apptest.Site) {
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	const from, moments = int64(1_700_000_000_000), 6
	replacing := pointconfig.New(s.Store, s.Points, s.Corrections, noCurve{})
	n := 0
	rapid.Check(test, func(t *rapid.T) {
		n++
		var gauges, points []int64
		for i := range 3 {
			gauge, _, err := s.Devices.Create(ctx, admin, device.Device{
				CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Gauge", Kind: device.Measuring,
				Type: "Crack", Model: "own", SNCode: fmt.Sprintf("AP%dX%d", n, i),
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			gauges = append(gauges, gauge.ID)
			kind := rapid.SampledFrom([]point.Kind{point.Normal, point.Temporary}).Draw(t, "kind")
			made, err := s.Points.Create(ctx, admin, s.Project.ID, []point.New{{Point: point.Point{
				StructureID: s.Structure.ID, Name: fmt.Sprintf("AP%dX%d", n, i), Kind: kind, Measurement: "Crack", Category: "Crack",
			}}})
			if err != nil {
				t.Fatal(err)
			}
			points = append(points, made[0].ID)
		}
		line := func(id int64) timeline.Timeline[definition.Binding] {
			records, err := s.Points.Versions(ctx, admin.Scope, id, definition.AspectBinding)
			if err != nil {
				t.Fatal(err)
			}
			versions, err := timeline.Decode[definition.Binding](records, string(definition.AspectBinding))
			if err != nil {
				t.Fatal(err)
			}
			return timeline.Of(versions)
		}
		var replaced []int64
		for range rapid.IntRange(2, 10).Draw(t, "edits") {
			id := rapid.SampledFrom(points).Draw(t, "point")
			at := from + rapid.Int64Range(0, moments-1).Draw(t, "from")*1000
			binding := definition.Binding{
				Sources: []definition.Source{
					{Role: "main", DeviceID: rapid.SampledFrom(gauges).Draw(t, "gauge"), ChannelNo: rapid.Int32Range(0, 1).Draw(t, "channel")},
				},
			}
			draft := apptest.Draft(test, string(definition.AspectBinding), at, binding)
			standing := line(id).Versions()
			var err error
			switch edit := rapid.SampledFrom([]string{"bind", "bind", "correct", "revoke", "replace", "migrate", "undo"}).Draw(t, "edit"); {
			case edit == "replace":
				var r pointconfig.Replacement
				r, err = replacing.ChangeGroup(ctx, admin, id, pointconfig.Change{At: at, Binding: binding})
				if err == nil {
					replaced = append(replaced, r.ID)
				}
			case edit == "migrate" && len(replaced) > 0:
				_, err = replacing.Migrate(ctx, admin, rapid.SampledFrom(replaced).Draw(t, "replacement"), pointconfig.Migration{From: at})
			case edit == "undo" && len(replaced) > 0:
				_, err = replacing.Undo(ctx, admin, rapid.SampledFrom(replaced).Draw(t, "replacement"), "")
			case edit == "correct" && len(standing) > 0:
				_, err = s.Points.Correct(ctx, admin, id, rapid.SampledFrom(standing).Draw(t, "version").ID, draft)
			case edit == "revoke" && len(standing) > 0:
				_, err = s.Points.Supersede(ctx, admin, id, rapid.SampledFrom(standing).Draw(t, "version").ID, "")
			default:
				_, err = s.Points.Record(ctx, admin, id, draft)
			}
			refused := (*errs.Error)(nil)
			if err != nil && !errors.As(err, &refused) {
				t.Fatal(err)
			}
			if errs.Is(err, errs.ChannelTaken) && (len(refused.Fields) == 0 || refused.Args["name"] == nil || refused.Args["time"] == nil) {
				t.Fatalf("the refusal does not name field, other and time: %+v", refused)
			}
			for moment := range int64(moments) {
				fed := map[definition.Source]int64{}
				for _, id := range slices.Sorted(slices.Values(points)) {
					v, ok := line(id).At(from + moment*1000)
					if !ok || len(v.Value.Sources) == 0 {
						continue
					}
					source := definition.Source{DeviceID: v.Value.Sources[0].DeviceID, ChannelNo: v.Value.Sources[0].ChannelNo}
					if other := fed[source]; other != 0 {
						t.Fatalf("at %d channel %d of %d feeds points %d and %d", moment, source.ChannelNo, source.DeviceID, other, id)
					}
					fed[source] = id
				}
			}
		}
	})
}
