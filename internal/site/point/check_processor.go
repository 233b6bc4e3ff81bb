package point

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/errs"
)

const (
	maxAbnormal = 4       // rows of the spike filter
	minAbnormal = 0.00001 // minimum threshold

	minSigma, maxSigma = 1, 20
	maxMean            = 9    // readings of a mean
	minAlpha           = 0.01 // weight of the newest reading

	maxSync        = 24 * 3600 // s between readings of vessels
	minRho, maxRho = 500, 2000 // kg/m³
	maxBeta        = 0.01      // 1/°C

	minHighPass, maxHighPass = 0.05, 50 // Hz

	minRadius, maxRadius = 100, 100_000 // mm, of a ring

	maxFence            = 100_000  // m
	minStep, maxMinStep = 0.1, 100 // m

	maxRingParts    = 40 // segments of a lining
	maxRingPartName = 20
)

// lined are the measurements of points in a line of vessels.
var lined = []string{"DBCJ", "StructuralDeformation"}

// checkProcessor validates a processor, and checks that its auxiliary points are in the project, have the required
// measurement and cause no cycle.
func (s *Service) checkProcessor(ctx context.Context, p Point, pr definition.Processor) error {
	var refusals errs.Refusals
	checkLine(&refusals, p, pr)
	checkRing(&refusals, p, pr.Ring)
	top := pr.TopShiftSource
	if top != 0 && pr.FixedEnd != "top" && pr.FixedEnd != "near" {
		refusals.Add("topShiftSource", errs.TopFixedOnly)
		top = 0 // one reason is enough
	}
	if err := s.checkHelper(ctx, &refusals, p, "refPoint", pr.RefPoint, errs.NotAReference, lined...); err != nil {
		return err
	}
	if err := s.checkHelper(ctx, &refusals, p, "topShiftSource", top, errs.NotAPosition, "SurfaceDisplacement", "StructuralDeformation"); err != nil {
		return err
	}
	checkOption(&refusals, "mode", pr.Mode, codes(catalog.Modes()))
	checkOption(&refusals, "fixedEnd", pr.FixedEnd, codes(catalog.FixedEnds()))
	checkOption(&refusals, "outputFrame", pr.OutputFrame, []string{"AB", "NE", "structure"})
	if !(pr.AxisAzimuth >= 0 && pr.AxisAzimuth <= 360) {
		refusals.Add("axisAzimuth", errs.OutOfRange, "min", 0, "max", 360)
	}
	checkSmoothing(&refusals, pr)
	checkVibration(&refusals, p, pr.Vibration)
	checkTrack(&refusals, p, pr)
	checkOption(&refusals, "changeUnit", pr.ChangeUnit, []string{"m", "mm"})
	if pr.ChangeUnit != "" && p.Measurement != "Waterlevel" {
		refusals.Add("changeUnit", errs.NotOneOf, "allowed", "")
	}
	if len(pr.Abnormal) > maxAbnormal {
		refusals.Add("abnormal", errs.TooManyEntries, "max", maxAbnormal)
	}
	seen := map[string]bool{}
	for i, row := range pr.Abnormal {
		at := entry("abnormal", i)
		switch {
		case row.Field == "":
			refusals.Add(at+"field", errs.Empty)
		case seen[row.Field]:
			refusals.Add(at+"field", errs.Duplicate)
		default:
			if _, ok := catalog.Field(p.Measurement, row.Field); !ok {
				refusals.Add(at+"field", errs.FieldUnknown, "field", row.Field)
			}
		}
		seen[row.Field] = true
		if !(row.Value >= minAbnormal) || math.IsInf(row.Value, 0) {
			refusals.Add(at+"value", errs.TooSmall, "min", minAbnormal)
		}
	}
	return refusals.Err()
}

// checkSmoothing validates the filter and the rejection of outliers.
func checkSmoothing(refusals *errs.Refusals, pr definition.Processor) {
	if !(pr.OutlierSigma >= 0 && pr.OutlierSigma <= maxSigma) || pr.OutlierSigma > 0 && pr.OutlierSigma < minSigma {
		refusals.Add("outlierSigma", errs.OutOfRange, "min", minSigma, "max", maxSigma)
	}
	if pr.Filter == nil {
		return
	}
	switch pr.Filter.Kind {
	case definition.FilterMedian:
	case definition.FilterMean:
		if pr.Filter.Count < 2 || pr.Filter.Count > maxMean {
			refusals.Add("filter.count", errs.OutOfRange, "min", 2, "max", maxMean)
		}
	case definition.FilterEWMA:
		if !(pr.Filter.Alpha >= minAlpha && pr.Filter.Alpha <= 1) {
			refusals.Add("filter.alpha", errs.OutOfRange, "min", minAlpha, "max", 1)
		}
	default:
		refusals.Add("filter.kind", errs.NotOneOf, "allowed", "median3, mean, ewma")
	}
}

// checkVibration validates how records of vibration are summarized.
func checkVibration(refusals *errs.Refusals, p Point, v *definition.Vibration) {
	if v == nil {
		return
	}
	if p.Measurement != "Vibration" {
		refusals.Add("vibration", errs.Unexpected)
		return
	}
	if v.HighPass != 0 && !(v.HighPass >= minHighPass && v.HighPass <= maxHighPass) {
		refusals.Add("vibration.highPass", errs.OutOfRange, "min", minHighPass, "max", maxHighPass)
	}
	checkOption(refusals, "vibration.window", v.Window, []string{vibration.Hann, vibration.Rectangular})
}

// checkTrack validates the settings of a tracker.
func checkTrack(refusals *errs.Refusals, p Point, pr definition.Processor) {
	if p.Measurement != "Track" {
		for field, given := range map[string]bool{"fence": pr.Fence != nil, "minStep": pr.MinStep != 0} {
			if given {
				refusals.Add(field, errs.Unexpected)
			}
		}
		return
	}
	if pr.MinStep != 0 && !(pr.MinStep >= minStep && pr.MinStep <= maxMinStep) {
		refusals.Add("minStep", errs.OutOfRange, "min", minStep, "max", maxMinStep)
	}
	if pr.Fence == nil {
		return
	}
	for _, one := range []struct {
		field           string
		value, min, max float64
	}{{"lat", pr.Fence.Lat, -90, 90}, {"lon", pr.Fence.Lon, -180, 180}, {"reach", pr.Fence.Reach, 1, maxFence}} {
		if !(one.value >= one.min && one.value <= one.max) {
			refusals.Add("fence."+one.field, errs.OutOfRange, "min", one.min, "max", one.max)
		}
	}
}

// checkLine validates the settings of a hydrostatic level.
func checkLine(refusals *errs.Refusals, p Point, pr definition.Processor) {
	if !slices.Contains(lined, p.Measurement) {
		for field, given := range map[string]bool{"refPoint": pr.RefPoint != 0, "syncTolerance": pr.SyncTolerance != 0, "liquid": pr.Liquid != nil} {
			if given {
				refusals.Add(field, errs.Unexpected)
			}
		}
		return
	}
	if pr.SyncTolerance < 0 || pr.SyncTolerance > maxSync {
		refusals.Add("syncTolerance", errs.OutOfRange, "min", 1, "max", maxSync)
	}
	if l := pr.Liquid; l != nil {
		if !(l.Rho20 >= minRho && l.Rho20 <= maxRho) {
			refusals.Add("liquid.rho20", errs.OutOfRange, "min", minRho, "max", maxRho)
		}
		if !(l.Beta >= 0 && l.Beta <= maxBeta) {
			refusals.Add("liquid.beta", errs.OutOfRange, "min", 0, "max", maxBeta)
		}
	}
}

// checkRing validates the layout of a circular array; its nodes are checked with the formula.
func checkRing(refusals *errs.Refusals, p Point, r *definition.Ring) {
	if r == nil {
		return
	}
	if _, ok := catalog.Field(p.Measurement, "radial"); !ok {
		refusals.Add("ring", errs.Unexpected)
	}
	if r.StartNode < 0 || r.StartNode > maxNodes {
		refusals.Add("ring.startNode", errs.OutOfRange, "min", 0, "max", maxNodes)
	}
	if r.Radius != 0 && !(r.Radius >= minRadius && r.Radius <= maxRadius) {
		refusals.Add("ring.radius", errs.OutOfRange, "min", minRadius, "max", maxRadius)
	}
	checkOutline(refusals, *r)
	checkRingParts(refusals, r.Segments)
	if len(r.Chords) > maxNodes {
		refusals.Add("ring.chords", errs.TooManyEntries, "max", maxNodes)
		return
	}
	begun := map[int32]bool{}
	for i, chord := range r.Chords {
		at := strings.TrimSuffix(entry("ring.chords", i), ".")
		switch {
		case begun[chord[0]]:
			refusals.Add(at, errs.Duplicate)
		case chord[0] == chord[1]:
			refusals.Add(at, errs.ChordOfOneNode)
		}
		begun[chord[0]] = true
	}
}

// checkOutline validates the design outline of a section.
func checkOutline(refusals *errs.Refusals, r definition.Ring) {
	angular := r.Shape == definition.Horseshoe || r.Shape == definition.Rectangle
	if !angular && r.Shape != "" && r.Shape != definition.Circle {
		refusals.Add("ring.shape", errs.NotOneOf, "allowed", "circle, horseshoe, rectangle")
		return
	}
	inside := r.Radius
	switch r.Shape {
	case definition.Horseshoe:
		inside = min(r.Width/2, r.Height-r.Width/2) // the walls stay
	case definition.Rectangle:
		inside = min(r.Width, r.Height) / 2
	}
	if angular && r.Radius != 0 {
		refusals.Add("ring.radius", errs.Unexpected)
	}
	for field, size := range map[string]float64{"ring.width": r.Width, "ring.height": r.Height} {
		switch {
		case !angular && size != 0:
			refusals.Add(field, errs.Unexpected)
		case angular && !(size >= minRadius && size <= 2*maxRadius):
			refusals.Add(field, errs.OutOfRange, "min", minRadius, "max", 2*maxRadius)
		}
	}
	if r.Shape == definition.Horseshoe && r.Height < r.Width/2 {
		refusals.Add("ring.height", errs.OutOfRange, "min", r.Width/2, "max", 2*maxRadius)
	}
	if r.Clearance != 0 && !(r.Clearance > 0 && r.Clearance < inside) {
		refusals.Add("ring.clearance", errs.OutOfRange, "min", 0, "max", inside)
	}
}

// checkRingParts validates the segments of a lining: they have different names and do not overlap.
func checkRingParts(refusals *errs.Refusals, parts []definition.RingPart) {
	if len(parts) > maxRingParts {
		refusals.Add("ring.segments", errs.TooManyEntries, "max", maxRingParts)
		return
	}
	if len(parts) == 1 {
		refusals.Add("ring.segments", errs.TooFewEntries, "min", 2)
	}
	names := map[string]bool{}
	for i, part := range parts {
		at := entry("ring.segments", i)
		switch name := strings.TrimSpace(part.Name); {
		case name == "":
			refusals.Add(at+"name", errs.Empty)
		case utf8.RuneCountInString(name) > maxRingPartName:
			refusals.Add(at+"name", errs.TooLong, "max", maxRingPartName)
		case names[name]:
			refusals.Add(at+"name", errs.Duplicate)
		default:
			names[name] = true
		}
		fits := true
		for _, end := range []struct {
			name  string
			value float64
		}{{"from", part.From}, {"to", part.To}} {
			if !(end.value >= 0 && end.value <= 360) {
				refusals.Add(at+end.name, errs.OutOfRange, "min", 0, "max", 360)
				fits = false
			}
		}
		if fits && slices.ContainsFunc(parts[:i], func(other definition.RingPart) bool { return overlap(other, part) }) {
			refusals.Add(at+"from", errs.SegmentsOverlap)
		}
	}
}

// overlap reports whether one of two segments begins inside the other.
func overlap(a, b definition.RingPart) bool {
	from := math.Mod(b.From-a.From+360, 360)
	return from < a.Span() || 360-from < b.Span()
}

// checkHelper checks that an auxiliary point is suitable.
func (s *Service) checkHelper(ctx context.Context, refusals *errs.Refusals, p Point, field string, id int64,
	unfit *errs.Message, measurements ...string,
) error {
	if id == 0 {
		return nil
	}
	other, err := s.store.PointIn(ctx, p.ProjectID, id)
	switch {
	case errs.IsKind(err, errs.NotFound) || err == nil && other.ID == p.ID:
		refusals.Add(field, errs.MustExist)
		return nil
	case err != nil:
		return err
	case !slices.Contains(measurements, other.Measurement):
		refusals.Add(field, unfit, "name", other.Name)
		return nil
	case p.ID == 0:
		return nil
	}
	feeds, err := s.store.SourcePoints(ctx, p.ProjectID)
	if err != nil {
		return err
	}
	feeds[p.ID] = append(feeds[p.ID], id)
	if circle(feeds, p.ID) {
		refusals.Add(field, errs.FormulaIncomplete, "where", ": "+other.Name)
	}
	return nil
}
