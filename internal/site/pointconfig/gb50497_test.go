package pointconfig_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/pointconfig"
)

func levels(t alarm.Threshold) [4]float64 { return [4]float64{*t.Blue, *t.Yellow, *t.Orange, *t.Red} }

// The worked examples of domain thresholds.md 4.4.
func TestWorkedPresets(t *testing.T) {
	both := []alarm.ValueType{alarm.Accumulated, alarm.Rate}
	wall := pointconfig.PresetOrder{
		Item: "wallTopHorizontal", SupportType: "diaphragmWall", Grade: 1, DepthH: 12.5, Mode: pointconfig.DefaultMode, ValueTypes: both,
	}
	strict, shallow, shallowStrict, unknown := wall, wall, wall, wall
	strict.Mode, shallow.DepthH, unknown.DepthH = pointconfig.StrictMode, 5, 0
	shallowStrict.Mode, shallowStrict.DepthH = pointconfig.StrictMode, 5
	force := pointconfig.PresetOrder{
		Item: "supportForce", Grade: 1, Mode: pointconfig.DefaultMode, ValueTypes: []alarm.ValueType{alarm.Observed}, Design: map[string]float64{"f2": 4200},
	}
	for _, c := range []struct {
		name  string
		order pointconfig.PresetOrder
		want  [][4]float64
	}{
		{"default", wall, [][4]float64{{21, 24, 27, 30}, {2.1, 2.4, 2.7, 3}}},
		{"strict", strict, [][4]float64{{12, 14, 17, 20}, {1.2, 1.4, 1.7, 2}}},
		{"shallow", shallow, [][4]float64{{10.5, 12, 13.5, 15}, {2.1, 2.4, 2.7, 3}}},
		{"shallow and strict", shallowStrict, [][4]float64{{6, 7, 8.5, 10}, {1.2, 1.4, 1.7, 2}}},
		{"depth unknown", unknown, [][4]float64{{21, 24, 27, 30}, {2.1, 2.4, 2.7, 3}}},
		{"support force", force, [][4]float64{{2352, 2688, 3024, 3360}}},
	} {
		got, err := c.order.Thresholds()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var found [][4]float64
		for _, row := range got.Thresholds {
			found = append(found, levels(row))
		}
		if diff := cmp.Diff(c.want, found); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if got.NoDepth != (c.name == "depth unknown") {
			t.Errorf("%s: depth missing %v", c.name, got.NoDepth)
		}
	}
}

func TestPresetsNameMissingValues(t *testing.T) {
	order := pointconfig.PresetOrder{
		Item: "deepHorizontal", SupportType: "smw", Grade: 1, Mode: pointconfig.DefaultMode, ValueTypes: []alarm.ValueType{alarm.Accumulated},
	}
	if _, err := order.Thresholds(); !errs.Is(err, errs.NothingPreset) {
		t.Errorf("a cell that the standard leaves empty: %v", err)
	}
	order = pointconfig.PresetOrder{Item: "anchorForce", Grade: 2, Mode: pointconfig.StrictMode, ValueTypes: []alarm.ValueType{alarm.Observed}}
	if _, err := order.Thresholds(); !errs.Is(err, errs.DesignValue) {
		t.Errorf("without the design value: %v", err)
	}
	order.Design = map[string]float64{"f2": 800, "fy": 500}
	order.Mode = pointconfig.DefaultMode
	got, err := order.Thresholds()
	if err != nil {
		t.Fatal(err)
	}
	lower := got.Thresholds[0].Lower
	if diff := cmp.Diff([4]float64{460, 440, 420, 400}, [4]float64{*lower.Blue, *lower.Yellow, *lower.Orange, *lower.Red}); diff != "" {
		t.Errorf("lower limits of an anchor (-want +got):\n%s", diff)
	}
	for _, row := range got.Thresholds {
		if err := alarm.Validate(alarm.Thresholds{List: []alarm.Threshold{row}}); err != nil {
			t.Errorf("%+v: %v", row, err)
		}
	}
}

func TestPresetFieldsExist(t *testing.T) {
	supports := map[string]bool{}
	for _, s := range pointconfig.SupportTypes() {
		supports[s.Code] = true
	}
	for _, p := range pointconfig.Presets() {
		for _, m := range p.Measurements {
			if _, ok := catalog.Field(m, p.FieldOf(m)); !ok {
				t.Errorf("%s: %s has no field %s", p.Code, m, p.Field)
			}
		}
		for _, row := range p.Rows {
			for _, s := range row.Types {
				if !supports[s] {
					t.Errorf("%s: no support %s", p.Code, s)
				}
			}
		}
	}
}
