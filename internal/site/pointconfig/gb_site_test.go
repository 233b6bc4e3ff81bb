package pointconfig

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
)

func order(items ...ItemsFor) SiteOrder {
	return SiteOrder{PresetOrder: PresetOrder{Grade: 1, SupportType: "diaphragmWall", DepthH: 12.5, Mode: DefaultMode}, Items: items}
}

// reds returns the red limit of each line by item, field and value type; -1 if it is skipped.
func reds(t *testing.T, o SiteOrder, p point.Point, at place, old ...alarm.Threshold) map[string]float64 {
	t.Helper()
	lines, err := o.linesOf(p, alarm.Thresholds{List: old}, at)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for _, l := range lines {
		if l.New == nil {
			found[l.Item+" "+l.Skipped+l.Missing] = -1
			continue
		}
		found[l.Item+" "+l.New.Field+" "+string(l.New.ValueType)] = *l.New.Red
		if err := alarm.Validate(alarm.Thresholds{List: []alarm.Threshold{*l.New}}); err != nil {
			t.Errorf("%s: %v", l.Item, err)
		}
	}
	return found
}

// Each point gets what the standard names for its measurement (worked example 1 of domain thresholds.md 4.4), or the
// reason why it keeps its thresholds.
func TestSiteOrderNamesItemsAndReasons(t *testing.T) {
	of := func(measurement string) point.Point { return point.Point{Measurement: measurement, ItemID: 7} }
	var known place
	known.engineering.DesignValues = map[string]float64{"f2": 4200}
	smw := order()
	smw.SupportType = "smw"
	for name, c := range map[string]struct {
		order SiteOrder
		point point.Point
		at    place
		want  map[string]float64
	}{
		"wall top": {order(), of("SurfaceDisplacement"), place{}, map[string]float64{
			"wallTopHorizontal x accumulated": 30, "wallTopHorizontal x rate": 3, "wallTopVertical z accumulated": 20, "wallTopVertical z rate": 3,
		}},
		"an empty cell":       {smw, of("DeepDisplacement"), place{}, map[string]float64{"deepHorizontal noValue": -1}},
		"no design value":     {order(), of("AxialForce"), place{}, map[string]float64{"supportForce noDesignf2": -1}},
		"design value":        {order(), of("AxialForce"), known, map[string]float64{"supportForce force observed": 3360}},
		"several items":       {order(), of("StructuralDeformation"), place{}, map[string]float64{" chooseItem": -1}},
		"not in the standard": {order(), of("Rainfall"), place{}, map[string]float64{" notNamed": -1}},
		"tilt": {order(), of("Tilt"), place{}, map[string]float64{
			"buildingTilt slopeX accumulated": 2, "buildingTilt slopeX rate": 0.1, "buildingTilt slopeY accumulated": 2, "buildingTilt slopeY rate": 0.1,
		}},
		"chosen for the measurement": {
			order(ItemsFor{Measurement: "DBCJ", Items: []string{"pitHeave"}}), of("DBCJ"),
			place{},
			map[string]float64{"pitHeave settlement accumulated": 60, "pitHeave settlement rate": 10},
		},
		"chosen for the item": {
			order(ItemsFor{Measurement: "DBCJ", Items: []string{"pitHeave"}}, ItemsFor{ItemID: 7, Items: []string{"columnVertical"}}), of("DBCJ"),
			place{},
			map[string]float64{"columnVertical settlement accumulated": 30, "columnVertical settlement rate": 3},
		},
		"left out":       {order(ItemsFor{ItemID: 7}), of("DBCJ"), place{}, map[string]float64{" leftOut": -1}},
		"other settings": {order(ItemsFor{ItemID: 8}), of("Waterlevel"), place{}, map[string]float64{"groundwater level accumulated": 2, "groundwater level rate": 0.5}},
		"of another measurement": {
			order(ItemsFor{ItemID: 7, Items: []string{"groundwater"}}), of("DBCJ"), place{}, map[string]float64{"groundwater notNamed": -1},
		},
		"the same field twice": {
			order(ItemsFor{ItemID: 7, Items: []string{"columnVertical", "groundSettlement"}}), of("DBCJ"),
			place{},
			map[string]float64{"columnVertical settlement accumulated": 30, "columnVertical settlement rate": 3, "groundSettlement sameField": -1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, reds(t, c.order, c.point, c.at)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The rate of the standard counts at once, 70 % of it three times in a row, and a tilt rate on three days.
func TestRateOfPresetsCountsAsInTheStandard(t *testing.T) {
	for item, want := range map[string][3]int{"wallTopHorizontal": {3, 4, 0}, "roadUrban": {3, 4, 0}, "buildingTilt": {0, 0, 3}} {
		o := order().PresetOrder
		o.Item, o.ValueTypes = item, []alarm.ValueType{alarm.Rate, alarm.Accumulated}
		got, err := o.Thresholds()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range got.Thresholds {
			counts := [3]int{row.ConfirmTimes, row.AtOnce, row.ConfirmDays}
			if row.ValueType == alarm.Rate && counts != want || row.ValueType != alarm.Rate && counts != [3]int{} {
				t.Errorf("%s, %s: %v", item, row.ValueType, counts)
			}
		}
	}
}

// In custom mode a place in the range of the standard may be chosen: half way from 20 mm, 0.2 % and 2 mm/d to 30, 0.3
// and 3.
func TestPlaceInRange(t *testing.T) {
	half := 0.5
	o := order().PresetOrder
	o.Item, o.Mode, o.ValueTypes = "wallTopHorizontal", CustomMode, []alarm.ValueType{alarm.Accumulated, alarm.Rate}
	o.Custom = Custom{InRange: &half, Multipliers: [4]float64{0.6, 0.8, 0.9, 1}, RateMultipliers: [4]float64{0.5, 0.6, 0.8, 1}}
	got, err := o.Thresholds()
	if err != nil {
		t.Fatal(err)
	}
	var levels []float64
	for _, row := range got.Thresholds {
		levels = append(levels, *row.Blue, *row.Red)
	}
	if diff := cmp.Diff([]float64{15, 25, 1.3, 2.5}, levels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	half = 1.1
	o.Custom.RateMultipliers[2] = 0.4
	if _, err := o.Thresholds(); !errs.Is(err, errs.OutOfRange) {
		t.Errorf("a place beyond the range and factors that fall: %v", err)
	}
}

func TestSiteOrderRefusesBadChoices(t *testing.T) {
	custom := order()
	custom.Mode = CustomMode
	for name, o := range map[string]SiteOrder{
		"an unknown item":            order(ItemsFor{Items: []string{"bread"}}),
		"of another measurement":     order(ItemsFor{Measurement: "Tilt", Items: []string{"groundwater"}}),
		"custom without a place":     custom,
		"an unknown type of support": {PresetOrder: PresetOrder{Grade: 1, Mode: DefaultMode, SupportType: "bread"}},
		"an unknown grade":           {PresetOrder: PresetOrder{Grade: 4, Mode: DefaultMode}},
	} {
		if err := o.checkSite(); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
