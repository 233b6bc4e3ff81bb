package point

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/project"
)

const (
	maxName    = 20 // characters (specification section 5)
	maxNote    = 500
	maxSources = 64
	maxRules   = 32
	maxNodes   = 1024

	maxInitial = 1000 // readings that an initial value is made of

	minCommandInterval = 300 // s, for devices that are told it
	maxInterval        = 365 * 24 * 3600

	// earliest is the first time a reading can have: 2000-01-01 UTC.
	earliest = 946_684_800_000
)

// Categories of points that are no device type.
const (
	compositeCategory  = "Composite"
	artificialCategory = "Artificial"
	virtualCategory    = "Virtual"
)

func entry(list string, i int) string { return fmt.Sprintf("%s[%d].", list, i) }

// checkNew holds a new point and its first versions against the rules.
func (s *Service) checkNew(ctx context.Context, p *New) error {
	var refusals fault.Refusals
	if err := refusals.Merge("", s.checkPoint(ctx, p.Point)); err != nil {
		return err
	}
	measured, ok := catalogue.MeasurementOf(p.Measurement)
	if !ok {
		refusals.Add("measurement", fault.MustExist)
	} else if p.Kind == Artificial && !measured.Manual { // domain measurements.md section 6
		refusals.Add("measurement", fault.NotByHand)
	}
	_, isType := catalogue.DeviceTypeOf(p.Category)
	switch p.Kind {
	case Normal, Temporary:
		if !isType {
			refusals.Add("category", fault.MustExist)
		} else if !catalogue.Serves(p.Category, p.Measurement) {
			refusals.Add("category", fault.CategoryMismatch)
		}
	case Composite:
		requireCategory(&refusals, p.Category, compositeCategory)
	case Artificial:
		requireCategory(&refusals, p.Category, artificialCategory)
	case Virtual:
		requireCategory(&refusals, p.Category, virtualCategory)
	default:
		refusals.Add("type", fault.NotOneOf, "allowed", "normal, composite, artificial, virtual, temporary")
	}
	if err := refusals.Err(); err != nil {
		return err // the configuration can't be judged without a sound point
	}
	var records []dated.Record
	for i, draft := range p.Config {
		if err := refusals.Merge(entry("config", i), s.checkDraft(ctx, p.Point, records, draft, 0)); err != nil {
			return err
		}
		records = append(records, record(draft))
	}
	return refusals.Err()
}

// record is the draft as it would stand, for the checks of the drafts after it.
func record(draft dated.Draft) dated.Record {
	return dated.Record{Version: dated.Version[json.RawMessage]{ValidFrom: draft.ValidFrom, Value: draft.Value}, OwnerKind: dated.OfPoint, Aspect: draft.Aspect}
}

func requireCategory(refusals *fault.Refusals, category, wanted string) {
	if category != wanted {
		refusals.Add("category", fault.NotOneOf, "allowed", wanted)
	}
}

// checkPoint holds what may be changed of a point against the rules.
func (s *Service) checkPoint(ctx context.Context, p Point) error {
	var refusals fault.Refusals
	switch n := utf8.RuneCountInString(p.Name); {
	case n == 0:
		refusals.Add("name", fault.Empty)
	case n > maxName:
		refusals.Add("name", fault.TooLong, "max", maxName)
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
		refusals.Add(field, fault.MustExist)
	}
	return refusals.Err()
}

// checkDraft holds a version against the rules of its aspect. records are the
// versions that the point has, gone the one in whose place it comes; 0: none.
func (s *Service) checkDraft(ctx context.Context, p Point, records []dated.Record, draft dated.Draft, gone int64) error {
	var refusals fault.Refusals
	err := refusals.Merge("", checkDated(draft))
	if err != nil {
		return err
	}
	switch definition.PointAspect(draft.Aspect) {
	case definition.AspectBinding:
		err = decoded(draft.Value, func(b definition.Binding) error { return s.checkTakeover(ctx, p, draft, gone, b, nil) })
	case definition.AspectFormula:
		err = decoded(draft.Value, func(f definition.Formula) error { return s.checkFormula(ctx, p, records, draft.ValidFrom, f) })
	case definition.AspectInitial:
		err = decoded(draft.Value, func(in definition.Initial) error { return checkInitial(p, in) })
	case definition.AspectProcessor:
		err = decoded(draft.Value, func(pr definition.Processor) error { return s.checkProcessor(ctx, p, pr) })
	case definition.AspectCollect:
		err = decoded(draft.Value, checkCollect)
	case definition.AspectThresholds:
		err = decoded(draft.Value, func(t alarm.Thresholds) error { return checkThresholds(p, t) })
	case AspectEngineering:
		err = decoded(draft.Value, checkEngineering)
	case AspectChart:
		err = decoded(draft.Value, func(c Charts) error { return checkCharts(p, c) })
	default:
		refusals.Add("aspect", fault.NotOneOf, "allowed", "binding, formula, initial, processor, collect, thresholds, engineering, chart")
	}
	if err := refusals.Merge("value.", err); err != nil {
		return err
	}
	return refusals.Err()
}

// checkDated holds the time and the note of a version against the rules.
func checkDated(draft dated.Draft) error {
	var refusals fault.Refusals
	// Time 0 stands for "always": a point's first versions hold for all that comes in later.
	if draft.ValidFrom != 0 && (draft.ValidFrom < earliest || draft.ValidFrom > time.Now().Add(24*time.Hour).UnixMilli()) {
		refusals.Add("validFrom", fault.TimeOutOfRange)
	}
	if utf8.RuneCountInString(draft.Note) > maxNote {
		refusals.Add("note", fault.TooLong, "max", maxNote)
	}
	return refusals.Err()
}

// decoded reads a value of an aspect, unknown fields refused, and checks it.
func decoded[T any](value json.RawMessage, check func(T) error) error {
	var v T
	if err := fault.Decode(value, &v); err != nil {
		return err
	}
	return check(v)
}

func checkInitial(p Point, in definition.Initial) error {
	var refusals fault.Refusals
	switch in.Mode {
	case "auto", "current":
	case "manual":
		if len(in.Values) == 0 && len(in.Nodes) == 0 {
			refusals.Add("values", fault.Empty)
		}
	default:
		refusals.Add("mode", fault.NotOneOf, "allowed", "auto, current, manual")
	}
	if in.Time != 0 && (in.Time < earliest || in.Time > time.Now().Add(24*time.Hour).UnixMilli()) {
		refusals.Add("time", fault.TimeOutOfRange)
	}
	if in.Count < 0 || in.Count > maxInitial {
		refusals.Add("count", fault.OutOfRange, "min", 1, "max", maxInitial)
	}
	checkValues(&refusals, p, "values", in.Values)
	if len(in.Nodes) > maxNodes {
		refusals.Add("nodes", fault.TooManyEntries, "max", maxNodes)
		return refusals.Err()
	}
	seen := map[int32]bool{}
	for i, node := range in.Nodes {
		if seen[node.No] {
			refusals.Add(entry("nodes", i)+"no", fault.Duplicate)
		}
		seen[node.No] = true
		checkValues(&refusals, p, entry("nodes", i)+"values", node.Values)
	}
	return refusals.Err()
}

func checkValues(refusals *fault.Refusals, p Point, path string, values map[string]float64) {
	for field, value := range values {
		if _, ok := catalogue.Field(p.Measurement, field); !ok {
			refusals.Add(path+"."+field, fault.FieldUnknown, "field", field)
		} else if math.IsNaN(value) || math.IsInf(value, 0) {
			refusals.Add(path+"."+field, fault.NotFinite)
		}
	}
}

func checkCollect(c definition.Collect) error {
	var refusals fault.Refusals
	least := int64(1)
	switch c.Mode {
	case "UploadCollect":
	case "CommandCollect":
		least = minCommandInterval
	case "NoCollect":
		least = 0
	default:
		refusals.Add("mode", fault.NotOneOf, "allowed", "UploadCollect, CommandCollect, NoCollect")
	}
	if c.Interval < least || c.Interval > maxInterval {
		refusals.Add("interval", fault.OutOfRange, "min", least, "max", maxInterval)
	}
	onSite(&refusals, "start", c.Start)
	onSite(&refusals, "end", c.End)
	if c.Start != 0 && c.End != 0 && c.Start > c.End {
		refusals.Add("end", fault.StartAfterEnd)
	}
	return refusals.Err()
}

func checkThresholds(p Point, t alarm.Thresholds) error {
	var refusals fault.Refusals
	if err := refusals.Merge("", alarm.Validate(t)); err != nil {
		return err
	}
	for i, row := range t.List {
		if _, ok := catalogue.Field(p.Measurement, row.Field); row.Field != "" && !ok {
			refusals.Add(entry("list", i)+"field", fault.FieldUnknown, "field", row.Field)
		}
	}
	return refusals.Err()
}

func checkOption(refusals *fault.Refusals, field, value string, allowed []string) {
	if value == "" {
		return
	}
	for _, code := range allowed {
		if code == value {
			return
		}
	}
	refusals.Add(field, fault.NotOneOf, "allowed", fmt.Sprint(allowed))
}

func codes(options []catalogue.Option) []string {
	list := make([]string, len(options))
	for i, option := range options {
		list[i] = option.Code
	}
	return list
}
