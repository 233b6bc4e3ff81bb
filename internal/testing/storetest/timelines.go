package storetest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

// history is an aspect of a point or device, with its n-th possible value.
type history struct {
	aspect    string
	value     func(n int) any
	versions  func() ([]timeline.Record, error)
	record    func(timeline.Draft) (timeline.Record, error)
	correct   func(id int64, draft timeline.Draft) (timeline.Record, error)
	supersede func(id int64) (timeline.Record, error)
}

func ofPoint(s *apptest.Site, aspect definition.PointAspect, value func(n int) any) history {
	admin, id := apptest.Actor(s.Admin), s.Level.ID
	return history{
		aspect: string(aspect), value: value,
		versions: func() ([]timeline.Record, error) { return s.Points.Versions(ctx, admin.Scope, id, aspect) },
		record:   func(d timeline.Draft) (timeline.Record, error) { return s.Points.Record(ctx, admin, id, d) },
		correct: func(version int64, d timeline.Draft) (timeline.Record, error) {
			return s.Points.Correct(ctx, admin, id, version, d)
		},
		supersede: func(version int64) (timeline.Record, error) { return s.Points.Supersede(ctx, admin, id, version, "") },
	}
}

func ofDevice(s *apptest.Site, id int64, aspect definition.DeviceAspect, value func(n int) any) history {
	admin := apptest.Actor(s.Admin)
	return history{
		aspect: string(aspect), value: value,
		versions: func() ([]timeline.Record, error) { return s.Devices.Versions(ctx, admin.Scope, id, aspect) },
		record:   func(d timeline.Draft) (timeline.Record, error) { return s.Devices.Record(ctx, admin, id, d) },
		correct: func(version int64, d timeline.Draft) (timeline.Record, error) {
			return s.Devices.Correct(ctx, admin, id, version, d)
		},
		supersede: func(version int64) (timeline.Record, error) { return s.Devices.Supersede(ctx, admin, id, version, "") },
	}
}

func histories(t *testing.T, s *apptest.Site) []history {
	other := func(kind, role string) int64 {
		d, _, err := s.Devices.Create(t.Context(), apptest.Actor(s.Admin), device.Device{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: kind, Kind: role, Type: kind,
			Model: kind + "-1", SNCode: "TIME-" + kind, Register: "TIME-" + kind,
		}, nil)
		ok(t, err)
		return d.ID
	}
	limit := func(v float64) *float64 { return &v }
	return []history{
		ofPoint(s, definition.AspectBinding, func(n int) any {
			return definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Collector.ID, ChannelNo: int32(2 + n%6)}}}
		}),
		ofPoint(s, definition.AspectFormula, func(n int) any {
			return definition.Formula{Rules: []definition.Rule{{FormulaType: definition.CustomFormula, ComputedField: "level", Text: fmt.Sprint(n)}}}
		}),
		ofPoint(s, definition.AspectCollect, func(n int) any { return definition.Collect{Mode: "UploadCollect", Interval: int64(600 + n)} }),
		ofPoint(s, definition.AspectInitial, func(n int) any { return definition.Initial{Mode: "auto", Count: 1 + n} }),
		ofPoint(s, definition.AspectProcessor, func(n int) any { return definition.Processor{AxisAzimuth: float64(n)} }),
		ofPoint(s, definition.AspectThresholds, func(n int) any {
			return alarm.Thresholds{List: []alarm.Threshold{{Field: "level", ValueType: alarm.Observed, Blue: limit(float64(n + 1)), Enable: true}}}
		}),
		ofPoint(s, point.AspectEngineering, func(n int) any { return point.Engineering{PitDepthH: float64(n)} }),
		ofPoint(s, point.AspectChart, func(n int) any { return point.Charts{List: []point.Chart{{Chart: "hda-chart", Label: fmt.Sprint(n)}}} }),
		ofDevice(s, s.Spare.ID, definition.AspectCoefficients, func(n int) any { return definition.Coefficients{Values: map[string]float64{"K": float64(n)}} }),
		ofDevice(s, s.Spare.ID, definition.AspectConnection, func(n int) any {
			return definition.Connection{CollectorID: s.Collector.ID, ChannelNo: int32(9 + n%6)}
		}),
		ofDevice(s, s.Spare.ID, definition.AspectGeometry, func(n int) any {
			return definition.Geometry{SegmentLen: 500, MarkAngle: float64(n), Nodes: []definition.Node{{No: 1, Used: true}}}
		}),
		ofDevice(s, s.Spare.ID, definition.AspectRanges, func(n int) any {
			return definition.Ranges{List: []definition.Range{{Field: "freq", Max: limit(float64(n))}}}
		}),
		ofDevice(s, s.Spare.ID, definition.AspectBasic, func(n int) any { return definition.Basic{MaxDepth: limit(float64(n))} }),
		ofDevice(s, s.Spare.ID, device.AspectChart, func(n int) any { return device.Chart{YMin: limit(float64(-n - 1))} }),
		ofDevice(s, s.Collector.ID, device.AspectHem, func(n int) any { return device.Hem{Rate: float64(n)} }),
		ofDevice(s, other("PAM", device.Measuring), definition.AspectPam, func(n int) any { return definition.Pam{Step: float64(n + 1)} }),
		ofDevice(s, other("GDM", device.Collector), definition.AspectGDMAngle, func(n int) any { return definition.GDMAngle{X0: float64(n)} }),
		ofDevice(s, other("GNSS", device.Measuring), device.AspectResolve, func(n int) any { return device.Resolve{ElevationMask: float64(n)} }),
		ofDevice(s, s.Collector.ID, device.AspectLink, func(n int) any { return device.Link{Address: n + 1} }),
		ofDevice(s, s.Collector.ID, definition.AspectChannels, func(n int) any {
			return definition.Channels{Channels: []definition.Channel{{ChannelNo: 1, IsUsed: true, Signal: "vw", Name: fmt.Sprint(n)}}}
		}),
	}
}

// timelines records, corrects and revokes versions of each aspect of a point and of a device in random order. The
// result must be the timeline of the version times, without gaps or overlaps, each version with its given value.
func timelines(t *testing.T, s *apptest.Site) {
	for _, h := range histories(t, s) {
		t.Run(h.aspect, func(t *testing.T) {
			for _, r := range must(h.versions())(t) {
				if r.SupersededAt == 0 {
					must(h.supersede(r.ID))(t)
				}
			}
			standing := map[int64]timeline.Record{}
			n := 0
			rapid.Check(t, func(edits *rapid.T) { // one edit each: the history grows over all of them
				edit := rapid.SampledFrom([]string{"record", "correct", "revoke"}).Draw(edits, "edit")
				if len(standing) == 0 {
					edit = "record"
				}
				var picked int64
				if edit != "record" {
					picked = rapid.SampledFrom(slices.Sorted(maps.Keys(standing))).Draw(edits, "version")
				}
				n++
				draft := apptest.Draft(t, h.aspect, day+rapid.Int64Range(0, 12).Draw(edits, "from")*1000, h.value(n%50))
				switch edit {
				case "record":
					r := must(h.record(draft))(t)
					standing[r.ID] = recordOf(r, draft)
				case "correct":
					r := must(h.correct(picked, draft))(t)
					delete(standing, picked)
					standing[r.ID] = recordOf(r, draft)
				default:
					must(h.supersede(picked))(t)
					delete(standing, picked)
				}
				line := timeline.Of(must(timeline.Decode[json.RawMessage](must(h.versions())(t), h.aspect))(t))
				for at := int64(day - 1000); at <= day+13_000; at += 500 {
					best, found := timeline.Record{}, false
					for _, r := range standing {
						if r.ValidFrom <= at && (!found || r.ValidFrom > best.ValidFrom || r.ValidFrom == best.ValidFrom && r.ID > best.ID) {
							best, found = r, true
						}
					}
					if v, ok := line.At(at); ok != found || v.ID != best.ID || string(v.Value) != string(best.Value) {
						edits.Fatalf("at %d version %d holds (%v): %s, want %d (%v): %s", at, v.ID, ok, v.Value, best.ID, found, best.Value)
					}
				}
			})
		})
	}
}

// recordOf returns the expected record of a draft.
func recordOf(r timeline.Record, draft timeline.Draft) timeline.Record {
	r.ValidFrom, r.Value = draft.ValidFrom, draft.Value
	return r
}
