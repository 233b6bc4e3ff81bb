package point

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

const (
	maxLayers   = 50
	maxPlaces   = 500     // of a line
	maxOffset   = 100_000 // mm
	maxChainage = 100_000 // m
	maxWords    = 100     // characters of a text
	maxPath     = 500     // of a picture
	maxHeight   = 9000    // m
	maxDepth    = 1000    // m
	maxQuantity = 1e9     // of a force, modulus or area
	maxBolts    = 100_000 // in a tunnel's ring, with margin
	maxFields   = 11      // colors in the palette
)

// checkEngineering validates the engineering data of a point.
func checkEngineering(e Engineering) error {
	var refusals errs.Refusals
	for _, text := range []struct {
		field, value string
		most         int
	}{{"location", e.Location, maxWords}, {"section", e.Section, maxWords}, {"chainage", e.Chainage, maxWords}} {
		tooLong(&refusals, text.field, text.value, text.most)
	}
	for _, height := range []struct {
		field string
		value *float64
	}{{"elevation", e.Elevation}, {"collarElevation", e.CollarElevation}} {
		if height.value != nil {
			within(&refusals, height.field, *height.value, -maxHeight, maxHeight)
		}
	}
	within(&refusals, "pitDepthH", e.PitDepthH, 0, maxDepth)
	within(&refusals, "lockOffForce", e.LockOffForce, 0, maxQuantity)
	within(&refusals, "boltCount", float64(e.BoltCount), 0, maxBolts)
	onSite(&refusals, "installedAt", e.InstalledAt)
	checkLayers(&refusals, e.SoilLayers)
	checkStages(&refusals, e.Stages)
	checkMarks(&refusals, e.Marks)
	checkDesignLine(&refusals, e.DesignLine)
	checkGroundLine(&refusals, e.GroundLine)
	for name, value := range e.DesignValues {
		if name != "f1" && name != "f2" && name != "fy" {
			refusals.Add("designValues."+name, errs.NotOneOf, "allowed", "f1, f2, fy")
			continue
		}
		within(&refusals, "designValues."+name, value, 0, maxQuantity)
	}
	if c := e.Control; c != nil {
		within(&refusals, "control.accumulated", c.Accumulated, 0, maxQuantity)
		within(&refusals, "control.rate", c.Rate, 0, maxQuantity)
	}
	tooLong(&refusals, "photoUrl", e.PhotoURL, maxPath)
	if m := e.Material; m != nil {
		for _, part := range []struct {
			field string
			value float64
		}{{"E", m.E}, {"A", m.A}, {"Ec", m.Ec}, {"Es", m.Es}, {"As", m.As}} {
			within(&refusals, "material."+part.field, part.value, 0, maxQuantity)
		}
	}
	return refusals.Err()
}

// checkLayers checks that layers have names and thickness and do not overlap.
func checkLayers(refusals *errs.Refusals, layers []SoilLayer) {
	if len(layers) > maxLayers {
		refusals.Add("soilLayers", errs.TooManyEntries, "max", maxLayers)
		return
	}
	order := make([]int, len(layers))
	for i, layer := range layers {
		order[i] = i
		named(refusals, entry("soilLayers", i)+"name", layer.Name)
		within(refusals, entry("soilLayers", i)+"from", layer.From, 0, maxDepth)
		within(refusals, entry("soilLayers", i)+"to", layer.To, 0, maxDepth)
		if layer.To <= layer.From {
			refusals.Add(entry("soilLayers", i)+"to", errs.AboveOther, "other", "from")
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(layers[a].From, layers[b].From) })
	for k := 1; k < len(order); k++ {
		if layers[order[k]].From < layers[order[k-1]].To {
			refusals.Add(entry("soilLayers", order[k])+"from", errs.LayersOverlap, "other", layers[order[k-1]].Name)
		}
	}
}

func checkStages(refusals *errs.Refusals, stages []Stage) {
	if len(stages) > maxLayers {
		refusals.Add("stages", errs.TooManyEntries, "max", maxLayers)
		return
	}
	for i, stage := range stages {
		named(refusals, entry("stages", i)+"name", stage.Name)
		within(refusals, entry("stages", i)+"depth", stage.Depth, 0, maxDepth)
		onSite(refusals, entry("stages", i)+"date", stage.Date)
	}
}

func checkMarks(refusals *errs.Refusals, marks []DepthMark) {
	if len(marks) > maxLayers {
		refusals.Add("marks", errs.TooManyEntries, "max", maxLayers)
		return
	}
	for i, mark := range marks {
		named(refusals, entry("marks", i)+"name", mark.Name)
		within(refusals, entry("marks", i)+"depth", mark.Depth, 0, maxDepth)
	}
}

func checkDesignLine(refusals *errs.Refusals, line []DesignStation) {
	places := make([]float64, len(line))
	for i, one := range line {
		places[i] = one.Depth
	}
	if !checkPlaces(refusals, "designLine", "depth", places, maxDepth) {
		return
	}
	for i, one := range line {
		within(refusals, entry("designLine", i)+"offsetA", one.OffsetA, -maxOffset, maxOffset)
		within(refusals, entry("designLine", i)+"offsetB", one.OffsetB, -maxOffset, maxOffset)
	}
}

func checkGroundLine(refusals *errs.Refusals, line []GroundStation) {
	places := make([]float64, len(line))
	for i, one := range line {
		places[i] = one.Chainage
	}
	if !checkPlaces(refusals, "groundLine", "chainage", places, maxChainage) {
		return
	}
	for i, one := range line {
		within(refusals, entry("groundLine", i)+"elevation", one.Elevation, -maxHeight, maxHeight)
	}
}

// checkPlaces checks that the places of a line rise, and reports false if there are too many or too few to draw one.
func checkPlaces(refusals *errs.Refusals, line, field string, places []float64, most float64) bool {
	switch {
	case len(places) > maxPlaces:
		refusals.Add(line, errs.TooManyEntries, "max", maxPlaces)
		return false
	case len(places) == 1:
		refusals.Add(line, errs.TooFewEntries, "min", 2)
		return false
	}
	for i, place := range places {
		at := entry(line, i) + field
		within(refusals, at, place, 0, most)
		if i > 0 && place <= places[i-1] {
			refusals.Add(at, errs.AboveOther, "other", places[i-1])
		}
	}
	return true
}

// checkCharts validates the chart settings of a point.
func checkCharts(p Point, charts Charts) error {
	var refusals errs.Refusals
	if len(charts.List) > len(catalog.Pages()) {
		return errs.OnField("list", errs.TooManyEntries, "max", len(catalog.Pages()))
	}
	seen := map[string]bool{}
	for i, chart := range charts.List {
		at := entry("list", i)
		if _, ok := catalog.PageOf(chart.Chart); !ok {
			refusals.Add(at+"chart", errs.MustExist)
		}
		if seen[chart.Chart] {
			refusals.Add(at+"chart", errs.Duplicate)
		}
		seen[chart.Chart] = true
		tooLong(&refusals, at+"label", chart.Label, maxName)
		if err := refusals.Merge(at+"configs.", checkConfigs(p, chart.Configs)); err != nil {
			return err
		}
	}
	return refusals.Err()
}

func checkConfigs(p Point, c ChartConfigs) error {
	var refusals errs.Refusals
	if err := refusals.Merge("", device.CheckChart(c.Chart)); err != nil {
		return err
	}
	known := func(path, field string) {
		if _, ok := catalog.Field(p.Measurement, field); field != "" && !ok {
			refusals.Add(path, errs.FieldUnknown, "field", field)
		}
	}
	known("profileChart1LMetric", c.Left)
	known("profileChart1RMetric", c.Right)
	if len(c.Fields) > maxFields {
		refusals.Add("fields", errs.TooManyEntries, "max", maxFields)
	}
	for i, field := range c.Fields {
		at := strings.TrimSuffix(entry("fields", i), ".")
		known(at, field)
		if slices.Index(c.Fields, field) < i {
			refusals.Add(at, errs.Duplicate)
		}
	}
	checkOption(&refusals, "valueType", c.ValueType, []string{"observed", "accumulated", "change", "rate"})
	return refusals.Err()
}

func named(refusals *errs.Refusals, field, name string) {
	if strings.TrimSpace(name) == "" {
		refusals.Add(field, errs.Empty)
	}
	tooLong(refusals, field, name, maxWords)
}

func tooLong(refusals *errs.Refusals, field, value string, most int) {
	if utf8.RuneCountInString(value) > most {
		refusals.Add(field, errs.TooLong, "max", most)
	}
}

// onSite validates a date of the works, past or planned; 0 is unknown.
func onSite(refusals *errs.Refusals, field string, t int64) {
	if t < 0 || t > lastOnSite {
		refusals.Add(field, errs.TimeBetween, "min", "1970-01-01", "max", time.UnixMilli(lastOnSite).UTC().Format(time.DateOnly))
	}
}

// lastOnSite is 2200-01-01 UTC.
const lastOnSite = 7_258_118_400_000

func within(refusals *errs.Refusals, field string, value, low, high float64) {
	if !(value >= low && value <= high) {
		refusals.Add(field, errs.OutOfRange, "min", low, "max", high)
	}
}
