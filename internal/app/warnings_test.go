package app

import (
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// Thresholds without effect are reported before saving, one by one and in bulk, and also those that another change
// would disable.
func TestPreviewsWarnOfThresholdsWithoutEffect(t *testing.T) {
	r := rehearse(t)
	ctx, who, p := t.Context(), program("test"), r.Previews
	// A gauge that never sent: with readings, its point would be judged as soon as they are computed.
	gauge, _, err := r.Devices.Create(ctx, who, device.Device{
		CorporationID: r.next.CorporationID, ProjectID: r.point.ProjectID, Name: "CR-3", Kind: device.Measuring, Type: "Crack",
		Model: "own", SNCode: "CR-3", Register: "CR-3",
	}, []timeline.Draft{r.draft(string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": 1}})})
	if err != nil {
		t.Fatal(err)
	}
	made, err := r.Points.Create(ctx, who, r.point.ProjectID, []point.New{{
		Point: point.Point{StructureID: r.point.StructureID, Name: "LF-02", Kind: point.Normal, Measurement: "Crack", Category: "Crack"},
		Config: []timeline.Draft{
			r.draft(string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: gauge.ID}}}),
			r.draft(string(definition.AspectFormula), 0, widthBy("disp*K")),
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	silent := made[0]
	otherField := crackLimits()
	otherField.Field, otherField.ValueType = "temp", alarm.Observed
	limits := r.draft(string(definition.AspectThresholds), began+hour, alarm.Thresholds{List: []alarm.Threshold{crackLimits(), otherField}})
	initials, err := r.Points.Versions(ctx, who.Scope, r.point.ID, definition.AspectInitial)
	if err != nil || len(initials) != 1 {
		t.Fatalf("%d initial values, %v", len(initials), err)
	}
	gone := timeline.Draft{Aspect: initials[0].Aspect, ValidFrom: initials[0].ValidFrom}

	type warning struct {
		code, fix, point, label string
	}
	for _, test := range []struct {
		name    string
		preview func() (preview.Consequences, error)
		want    []warning
	}{
		{"a field that is not computed", func() (preview.Consequences, error) {
			return p.PointVersion(ctx, r.point.ID, 0, limits)
		}, []warning{{"noFormula", "setFormula", "LF-01", "Temperature observed value"}}},
		{"the initial value revoked", func() (preview.Consequences, error) {
			return p.PointVersion(ctx, r.point.ID, initials[0].ID, gone)
		}, []warning{{"noInitialValue", "setInitialValue", "LF-01", "Crack width accumulated change"}}},
		{"an unrelated change", func() (preview.Consequences, error) {
			return p.PointVersion(ctx, r.point.ID, 0, r.draft(string(definition.AspectFormula), began+hour, widthBy("disp*K*2")))
		}, nil},
		{"thresholds of many points", func() (preview.Consequences, error) {
			return p.Plan(ctx, pointconfig.Plan{
				Versions: []pointconfig.Step{{PointID: r.point.ID, Draft: limits, From: began}, {PointID: silent.ID, Draft: limits, From: began}},
			})
		}, []warning{{"noData", "viewDevice", "LF-02", "Crack width accumulated change"}, {"noFormula", "setFormula", "LF-01", "Temperature observed value"}}},
	} {
		told, err := test.preview()
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if len(told.Warnings) != len(test.want) {
			t.Errorf("%s: %+v", test.name, told.Warnings)
			continue
		}
		for i, w := range told.Warnings {
			got := warning{w.Code, w.Fix, w.List[0].Name, w.List[0].Labels[0].En}
			if got != test.want[i] || w.Points != 1 || w.Reason.Zh == "" || w.List[0].StructureID != r.point.StructureID {
				t.Errorf("%s: %+v, want %+v", test.name, w, test.want[i])
			}
		}
	}
}
