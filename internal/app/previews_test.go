package app

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/point"
	"plumbline/internal/site/preview"
)

const (
	sent  = 48 // hourly readings of each gauge
	began = int64(1_780_000_000_000)
	hour  = int64(3_600_000)
)

// What a preview predicts is what then happens.
func TestPreviewMatchesOutcome(t *testing.T) {
	r := rehearse(t)
	who, p := program("test"), r.Previews
	version := func(d timeline.Draft) (ask, happen func(context.Context) (preview.Consequences, error)) {
		return func(ctx context.Context) (preview.Consequences, error) { return p.PointVersion(ctx, r.point.ID, 0, d) },
			func(ctx context.Context) (preview.Consequences, error) {
				_, err := r.Points.Record(ctx, who, r.point.ID, d)
				return preview.Consequences{}, err
			}
	}
	var shift correction.Correction
	for _, c := range []struct {
		name    string
		step    func() (ask, happen func(context.Context) (preview.Consequences, error))
		results int
	}{
		{"another formula", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return version(r.draft(string(definition.AspectFormula), began+12*hour, widthBy("disp*K*2")))
		}, sent - 12},
		{"another gauge", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return version(r.draft(string(definition.AspectBinding), began+24*hour,
				definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: r.next.ID}}}))
		}, sent - 24},
		{"a shift", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			shift = correction.Correction{
				PointID: r.point.ID, Kind: correction.Shift, Fields: []string{"width"}, Amount: 10, From: began + 6*hour, Note: "knocked",
			}
			return func(ctx context.Context) (preview.Consequences, error) { return p.Correction(ctx, shift) },
				func(ctx context.Context) (_ preview.Consequences, err error) {
					shift, err = r.Corrections.Create(ctx, who, shift)
					return
				}
		}, -1},
		{"the shift revoked", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return func(ctx context.Context) (preview.Consequences, error) { return p.TakingBack(ctx, shift) },
				func(ctx context.Context) (preview.Consequences, error) {
					_, err := r.Corrections.Revoke(ctx, who, shift.ID, "it was not")
					return preview.Consequences{}, err
				}
		}, -1},
		{"other limits", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			limits := crackLimits()
			*limits.Blue, *limits.Yellow, *limits.Orange, *limits.Red = 1, 2, 3, 4
			return version(r.draft(string(definition.AspectThresholds), began+hour, alarm.Thresholds{List: []alarm.Threshold{limits}}))
		}, 0},
		{"another initial value", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return version(r.draft(string(definition.AspectInitial), began+hour, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 1.5}}))
		}, 0},
		{"the initial value revoked", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			records, err := r.Points.Versions(t.Context(), who.Scope, r.point.ID, definition.AspectInitial)
			if err != nil {
				t.Fatal(err)
			}
			gone := records[len(records)-1]
			return func(ctx context.Context) (preview.Consequences, error) {
					return p.PointVersion(ctx, r.point.ID, gone.ID, timeline.Draft{Aspect: gone.Aspect, ValidFrom: gone.ValidFrom})
				}, func(ctx context.Context) (preview.Consequences, error) {
					_, err := r.Points.Supersede(ctx, who, r.point.ID, gone.ID, "a slip")
					return preview.Consequences{}, err
				}
		}, 0},
		{"an initial value of the first readings", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return version(r.draft(string(definition.AspectInitial), began+2*hour, definition.Initial{Mode: "auto", Time: began + hour, Count: 4}))
		}, 0},
		{"an initial value of the readings before", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return version(r.draft(string(definition.AspectInitial), began+30*hour, definition.Initial{Mode: "current", Time: began + 20*hour, Count: 2}))
		}, 0},
		{"the structure's ground settings", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			return version(r.draft(string(point.AspectEngineering), began, point.Engineering{SoilLayers: []point.SoilLayer{{Name: "clay", From: 0, To: 4}}}))
		}, -2},
		{"entered manually from then on", func() (ask, happen func(context.Context) (preview.Consequences, error)) {
			conversion := point.Conversion{Kind: point.Artificial, From: began + 40*hour, Formula: widthBy("width").Rules}
			return func(ctx context.Context) (preview.Consequences, error) {
					converted, drafts, err := r.Points.PlanConversion(ctx, who.Scope, r.point.ID, conversion)
					if err != nil {
						return preview.Consequences{}, err
					}
					return p.Conversion(ctx, converted, drafts)
				}, func(ctx context.Context) (preview.Consequences, error) {
					_, err := r.Points.Convert(ctx, who, r.point.ID, conversion)
					return preview.Consequences{}, err
				}
		}, sent - 40},
	} {
		ask, happen := c.step()
		predicted, err := ask(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		happened := r.happens(func(ctx context.Context) error {
			_, err := happen(ctx)
			return err
		})
		predicted.Recomputing, predicted.Warnings = 0, nil // pending work and warnings are not part of the outcome
		if diff := cmp.Diff(happened, predicted); diff != "" {
			t.Errorf("%s: the preview differs from the outcome (-happened +predicted):\n%s", c.name, diff)
		}
		nothing := predicted.Results+predicted.Accumulated+predicted.AlertsOpened+predicted.AlertsWithdrawn+predicted.AlertsRevised == 0
		if c.results >= 0 && predicted.Results != c.results || nothing != (c.results == -2) {
			t.Errorf("%s: %+v, want %d results", c.name, predicted, c.results)
		}
	}
}

// The preview of an initial value returns it, or how many readings it waits for, even before any reading has reached
// it.
func TestPreviewOfInitialValue(t *testing.T) {
	r := rehearse(t)
	p := r.Previews
	last := began + (sent-1)*hour
	for _, c := range []struct {
		name    string
		from    int64
		initial definition.Initial
		value   float64 // width: 2 mm at first, then an eighth more per hour
		count   int
		formed  int64
		missing int
	}{
		{"the first readings", 0, definition.Initial{Mode: "auto", Count: 3}, 2.125, 3, began + 2*hour, 0},
		{"the first readings of a later time", 0, definition.Initial{Mode: "auto", Time: began + 9*hour, Count: 2}, 3.1875, 2, began + 10*hour, 0},
		{"the last readings", last + 1, definition.Initial{Mode: "current", Count: 3}, 7.75, 3, last, 0},
		{"the last readings before a time", last + 1, definition.Initial{Mode: "current", Time: began + 8*hour, Count: 1}, 3, 1, began + 8*hour, 0},
		{"manual", last + 1, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 1.5}}, 1.5, 0, 0, 0},
		{"more readings than exist", 0, definition.Initial{Mode: "auto", Time: last - hour, Count: 5}, 0, 2, 0, 3},
		{"future readings", last + 1, definition.Initial{Mode: "auto", Time: last + 1, Count: 3}, 0, 0, 0, 3},
	} {
		predicted, err := p.PointVersion(t.Context(), r.point.ID, 0, r.draft(string(definition.AspectInitial), c.from, c.initial))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want := preview.FormedInitial{
			PointID: r.point.ID, PointName: "LF-01", From: c.from, Formed: c.formed, Count: c.count, Missing: c.missing, Values: []preview.InitialField{},
		}
		if c.missing == 0 {
			want.Values = append(want.Values, preview.InitialField{
				Field: "width", Label: catalog.Shown("Crack", "width").Label, Unit: "mm", Decimals: 2, Value: c.value,
			})
		}
		if diff := cmp.Diff([]preview.FormedInitial{want}, predicted.Initials); diff != "" {
			t.Errorf("%s (-want +predicted):\n%s", c.name, diff)
		}
	}
}
