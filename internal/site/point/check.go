package point

import (
	"context"
	"fmt"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/project"
	"plumbline/internal/site/versions"
)

const (
	maxName    = 20 // characters (specification section 5)
	maxSources = 64
	maxRules   = 32
	maxNodes   = 1024

	maxInitial = 1000 // readings averaged for an initial value

	minCommandInterval = 300 // s, if it is sent to the device
	maxInterval        = 365 * 24 * 3600
)

// Categories of points other than device types.
const (
	compositeCategory  = "Composite"
	artificialCategory = "Artificial"
	virtualCategory    = "Virtual"
)

func entry(list string, i int) string { return fmt.Sprintf("%s[%d].", list, i) }

// checkNew validates a new point and its first versions.
func (s *Service) checkNew(ctx context.Context, p *New) error {
	var refusals errs.Refusals
	if err := refusals.Merge("", s.checkPoint(ctx, p.Point)); err != nil {
		return err
	}
	measured, ok := catalog.MeasurementOf(p.Measurement)
	if !ok {
		refusals.Add("measurement", errs.MustExist)
	} else if p.Kind == Artificial && !measured.Manual { // domain measurements.md section 6
		refusals.Add("measurement", errs.NotByHand)
	}
	_, isType := catalog.DeviceTypeOf(p.Category)
	switch p.Kind {
	case Normal, Temporary:
		if !isType {
			refusals.Add("category", errs.MustExist)
		} else if !catalog.Serves(p.Category, p.Measurement) {
			refusals.Add("category", errs.CategoryMismatch)
		}
	case Composite:
		requireCategory(&refusals, p.Category, compositeCategory)
	case Artificial:
		requireCategory(&refusals, p.Category, artificialCategory)
	case Virtual:
		requireCategory(&refusals, p.Category, virtualCategory)
	default:
		refusals.Add("type", errs.NotOneOf, "allowed", "normal, composite, artificial, virtual, temporary")
	}
	if err := refusals.Err(); err != nil {
		return err // the configuration can only be validated for a valid point
	}
	var records []timeline.Record
	for i, draft := range p.Config {
		if err := refusals.Merge(entry("config", i), s.CheckDraft(ctx, p.Point, records, draft, 0)); err != nil {
			return err
		}
		records = append(records, versions.Drafted(timeline.OfPoint, draft)...)
	}
	return refusals.Err()
}

func requireCategory(refusals *errs.Refusals, category, wanted string) {
	if category != wanted {
		refusals.Add("category", errs.NotOneOf, "allowed", wanted)
	}
}

// checkPoint validates the editable fields of a point.
func (s *Service) checkPoint(ctx context.Context, p Point) error {
	var refusals errs.Refusals
	switch n := utf8.RuneCountInString(p.Name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
	project.CheckCoordinates(&refusals, "", p.Longitude, p.Latitude)
	ok, err := s.store.PlaceExists(ctx, p.ProjectID, p.StructureID, p.ItemID)
	if err != nil {
		return err
	}
	if !ok {
		field := "structureId"
		if p.ItemID != 0 {
			field = "itemId"
		}
		refusals.Add(field, errs.MustExist)
	}
	return refusals.Err()
}

// aspects are the configuration aspects of a point.
var aspects = []definition.PointAspect{
	definition.AspectBinding, definition.AspectFormula, definition.AspectInitial, definition.AspectProcessor,
	definition.AspectCollect, definition.AspectMonitoring, definition.AspectThresholds, AspectEngineering, AspectChart,
}

// checkValue validates the value of a draft by the rules of its aspect.
func (s *Service) checkValue(ctx context.Context, p Point, records []timeline.Record, draft timeline.Draft, replaced int64) error {
	switch definition.PointAspect(draft.Aspect) {
	case definition.AspectBinding:
		return versions.Decoded(draft.Value, func(b definition.Binding) error { return s.checkTakeover(ctx, p, draft, replaced, b, nil) })
	case definition.AspectFormula:
		return versions.Decoded(draft.Value, func(f definition.Formula) error { return s.checkFormula(ctx, p, records, draft.ValidFrom, f) })
	case definition.AspectInitial:
		return versions.Decoded(draft.Value, func(in definition.Initial) error { return checkInitial(p, in) })
	case definition.AspectProcessor:
		return versions.Decoded(draft.Value, func(pr definition.Processor) error { return s.checkProcessor(ctx, p, pr) })
	case definition.AspectCollect:
		return versions.Decoded(draft.Value, checkCollect)
	case definition.AspectMonitoring:
		return versions.Decoded(draft.Value, func(definition.Monitoring) error { return nil })
	case definition.AspectThresholds:
		return versions.Decoded(draft.Value, func(t alarm.Thresholds) error { return checkThresholds(p, t) })
	case AspectEngineering:
		return versions.Decoded(draft.Value, checkEngineering)
	case AspectChart:
		return versions.Decoded(draft.Value, func(c Charts) error { return checkCharts(p, c) })
	}
	return fmt.Errorf("aspect %q has no rules", draft.Aspect)
}

// checkRevoked validates the configuration without a version. Only a binding can conflict with other points.
func (s *Service) checkRevoked(ctx context.Context, p Point, revoked timeline.Record) error {
	if definition.PointAspect(revoked.Aspect) != definition.AspectBinding {
		return nil
	}
	var refusals errs.Refusals
	if err := s.checkClashes(ctx, &refusals, p, timeline.Edit{Gone: []int64{revoked.ID}}, nil); err != nil {
		return err
	}
	return refusals.Err()
}

func checkInitial(p Point, in definition.Initial) error {
	var refusals errs.Refusals
	switch in.Mode {
	case "auto", "current":
	case "manual":
		if len(in.Values) == 0 && len(in.Nodes) == 0 {
			refusals.Add("values", errs.Empty)
		}
	default:
		refusals.Add("mode", errs.NotOneOf, "allowed", "auto, current, manual")
	}
	if in.Time != 0 && !timeline.Possible(in.Time) {
		refusals.Add("time", errs.TimeOutOfRange)
	}
	if in.Count < 0 || in.Count > maxInitial {
		refusals.Add("count", errs.OutOfRange, "min", 1, "max", maxInitial)
	}
	checkValues(&refusals, p, "values", in.Values)
	if len(in.Nodes) > maxNodes {
		refusals.Add("nodes", errs.TooManyEntries, "max", maxNodes)
		return refusals.Err()
	}
	seen := map[int32]bool{}
	for i, node := range in.Nodes {
		if seen[node.No] {
			refusals.Add(entry("nodes", i)+"no", errs.Duplicate)
		}
		seen[node.No] = true
		checkValues(&refusals, p, entry("nodes", i)+"values", node.Values)
	}
	return refusals.Err()
}

func checkValues(refusals *errs.Refusals, p Point, path string, values map[string]float64) {
	for field, value := range values {
		if _, ok := catalog.Field(p.Measurement, field); !ok {
			refusals.Add(path+"."+field, errs.FieldUnknown, "field", field)
		} else if !reading.IsFinite(value) {
			refusals.Add(path+"."+field, errs.NotFinite)
		}
	}
}

func checkCollect(c definition.Collect) error {
	var refusals errs.Refusals
	least := int64(1)
	switch c.Mode {
	case definition.UploadCollect:
	case definition.CommandCollect, definition.TCPStandard:
		least = minCommandInterval
	case definition.NoCollect:
		least = 0
	default:
		refusals.Add("mode", errs.NotOneOf, "allowed", "UploadCollect, CommandCollect, tcpStandard, NoCollect")
	}
	if c.Interval < least || c.Interval > maxInterval {
		refusals.Add("interval", errs.OutOfRange, "min", least, "max", maxInterval)
	}
	onSite(&refusals, "start", c.Start)
	onSite(&refusals, "end", c.End)
	if c.Start != 0 && c.End != 0 && c.Start > c.End {
		refusals.Add("end", errs.StartAfterEnd)
	}
	return refusals.Err()
}

func checkThresholds(p Point, t alarm.Thresholds) error {
	var refusals errs.Refusals
	if err := refusals.Merge("", alarm.Validate(t)); err != nil {
		return err
	}
	for i, row := range t.List {
		if _, ok := catalog.Field(p.Measurement, row.Field); row.Field != "" && !ok {
			refusals.Add(entry("list", i)+"field", errs.FieldUnknown, "field", row.Field)
		}
	}
	return refusals.Err()
}

func checkOption(refusals *errs.Refusals, field, value string, allowed []string) {
	if value == "" {
		return
	}
	for _, code := range allowed {
		if code == value {
			return
		}
	}
	refusals.Add(field, errs.NotOneOf, "allowed", fmt.Sprint(allowed))
}

func codes(options []i18n.Option) []string {
	list := make([]string, len(options))
	for i, option := range options {
		list[i] = option.Code
	}
	return list
}
