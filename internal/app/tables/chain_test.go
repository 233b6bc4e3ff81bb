package tables_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

// TestConnectionsStayValid connects devices to each other at any times, corrects, revokes, swaps and
// undoes in any order. Refused operations change nothing, and at no moment is a device connected to itself or does a
// channel carry two.
func TestConnectionsStayValid(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { hangTogether(t, apptest.OpenSite(t, engine)) })
	}
}

func hangTogether(test *testing.T, s *apptest.Site) {
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	const from, moments = int64(1_700_000_000_000), 6
	n := 0
	rapid.Check(test, func(t *rapid.T) {
		n++
		names, ids := map[int64]string{}, []int64(nil)
		for i := range 4 {
			name := fmt.Sprintf("CHAIN%dX%d", n, i)
			made, _, err := s.Devices.Create(ctx, admin, device.Device{
				CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: name, Kind: device.Collector,
				Type: "HDA3", Model: "HDA3-32", SNCode: name, Register: name,
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			names[made.ID], ids = name, append(ids, made.ID)
		}
		line := func(id int64) timeline.Timeline[definition.Connection] {
			records, err := s.Devices.Versions(ctx, admin.Scope, id, definition.AspectConnection)
			if err != nil {
				t.Fatal(err)
			}
			versions, err := timeline.Decode[definition.Connection](records, string(definition.AspectConnection))
			if err != nil {
				t.Fatal(err)
			}
			return timeline.Of(versions)
		}
		var swaps []int64
		for range rapid.IntRange(2, 10).Draw(t, "edits") {
			id := rapid.SampledFrom(ids).Draw(t, "device")
			draft := apptest.Draft(test, string(definition.AspectConnection), from+rapid.Int64Range(0, moments-1).Draw(t, "from")*1000, definition.Connection{
				CollectorID: rapid.SampledFrom(ids).Draw(t, "collector"), ChannelNo: rapid.Int32Range(1, 2).Draw(t, "channel"),
			})
			standing := line(id).Versions()
			var err error
			switch edit := rapid.SampledFrom([]string{"connect", "connect", "correct", "revoke", "swap", "undo"}).Draw(t, "edit"); {
			case edit == "swap":
				var done bulk.Operation
				done, err = s.Bulk.Do(ctx, admin, s.Bulk.PlanSwap(bulk.Swap{First: id, Second: rapid.SampledFrom(ids).Draw(t, "second"), At: draft.ValidFrom}))
				if err == nil {
					swaps = append(swaps, done.ID)
				}
			case edit == "undo" && len(swaps) > 0:
				_, err = s.Bulk.Undo(ctx, admin, rapid.SampledFrom(swaps).Draw(t, "swap"), 0)
			case edit == "connect" || edit == "undo" || len(standing) == 0:
				_, err = s.Devices.Record(ctx, admin, id, draft)
			case edit == "correct":
				_, err = s.Devices.Correct(ctx, admin, id, rapid.SampledFrom(standing).Draw(t, "version").ID, draft)
			default:
				_, err = s.Devices.Supersede(ctx, admin, id, rapid.SampledFrom(standing).Draw(t, "version").ID, "")
			}
			if refused := (*errs.Error)(nil); err != nil && !errors.As(err, &refused) {
				t.Fatal(err)
			}
			for moment := range int64(moments) {
				at, held, carried := from+moment*1000, map[int64]definition.Connection{}, map[definition.Connection]int64{}
				for _, id := range ids {
					v, ok := line(id).At(at)
					if !ok || v.Value.CollectorID == 0 {
						continue
					}
					if other := carried[v.Value]; other != 0 {
						t.Fatalf("at %d channel %d of %s carries %s and %s", moment, v.Value.ChannelNo, names[v.Value.CollectorID], names[other], names[id])
					}
					held[id], carried[v.Value] = v.Value, id
				}
				for _, id := range ids {
					for next, steps := held[id].CollectorID, 0; next != 0; next, steps = held[next].CollectorID, steps+1 {
						if next == id || steps > len(ids) {
							t.Fatalf("at %d %s is connected to itself", moment, names[id])
						}
					}
				}
			}
		}
	})
}
