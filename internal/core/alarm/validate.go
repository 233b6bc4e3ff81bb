package alarm

import (
	"fmt"
	"math"
	"slices"

	"plumbline/internal/platform/errs"
)

// Bounds of a list of thresholds.
const (
	maxThresholds = 200
	maxTimes      = 100
	maxDays       = 30
)

// Validate checks thresholds entered by a person or set by a preset: levels above 0 and rising, lower limits falling,
// no gap below a given level, and one threshold per field, value type and node range (domain thresholds.md section 1).
// The error has a field for each problem.
func Validate(thresholds Thresholds) error {
	var refused errs.Refusals
	if len(thresholds.List) > maxThresholds {
		refused.Add("list", errs.TooManyEntries, "max", maxThresholds)
		return refused.Err()
	}
	seen := map[Key]bool{}
	for i, t := range thresholds.List {
		at := func(name string) string { return fmt.Sprintf("list[%d].%s", i, name) }
		if t.Field == "" {
			refused.Add(at("field"), errs.Empty)
		}
		if !slices.Contains([]ValueType{Observed, Accumulated, Rate}, t.ValueType) {
			refused.Add(at("valueType"), errs.NotOneOf, "allowed", "observed, accumulated, rate")
		}
		if !slices.Contains([]string{"", DirectionBoth, DirectionPositive, DirectionNegative}, t.Direction) {
			refused.Add(at("direction"), errs.NotOneOf, "allowed", "both, positive, negative")
		}
		validateLevels(&refused, at, &t)
		if r := t.NodeRange; r != nil && (r[0] < 0 || r[0] > r[1]) {
			refused.Add(at("nodeRange"), errs.OutOfRange, "min", 0, "max", r[1])
		}
		if math.IsNaN(t.Reference) || math.IsInf(t.Reference, 0) {
			refused.Add(at("reference"), errs.NotFinite)
		}
		if t.ConfirmTimes < 0 || t.ConfirmTimes > maxTimes {
			refused.Add(at("confirmTimes"), errs.OutOfRange, "min", 1, "max", maxTimes)
		}
		if t.AtOnce < 0 || t.AtOnce > int(Red) {
			refused.Add(at("atOnce"), errs.OutOfRange, "min", 0, "max", int(Red))
		}
		if t.ConfirmDays < 0 || t.ConfirmDays > maxDays {
			refused.Add(at("confirmDays"), errs.OutOfRange, "min", 0, "max", maxDays)
		}
		if t.RestoreTimes < 0 || t.RestoreTimes > maxTimes {
			refused.Add(at("restoreTimes"), errs.OutOfRange, "min", 1, "max", maxTimes)
		}
		if m := t.RestoreMargin; m != nil && !(*m >= 0 && *m < 1) {
			refused.Add(at("restoreMargin"), errs.OutOfRange, "min", 0, "max", 0.99)
		}
		if key := t.Key(); seen[key] {
			refused.Add(at("field"), errs.ThresholdTwice)
		} else {
			seen[key] = true
		}
	}
	return refused.Err()
}

func validateLevels(refused *errs.Refusals, at func(string) string, t *Threshold) {
	upper := t.upper()
	validateSet(refused, at, "", upper, errs.ThresholdRising, "lower", func(level, before float64) bool { return level > before })
	if t.Lower == nil {
		if upper[0] == nil {
			refused.Add(at("blue"), errs.Empty)
		}
		return
	}
	lower := t.lower()
	validateSet(refused, at, "lower.", lower, errs.ThresholdFalling, "upper", func(level, before float64) bool { return level < before })
	if upper[0] == nil && lower[0] == nil {
		refused.Add(at("blue"), errs.Empty)
	}
}

var levelFields = [...]string{"blue", "yellow", "orange", "red"}

func validateSet(refused *errs.Refusals, at func(string) string, prefix string, levels [4]*float64,
	order *errs.Message, argument string, inOrder func(level, before float64) bool,
) {
	for i, level := range levels {
		if level == nil {
			continue
		}
		field := at(prefix + levelFields[i])
		switch {
		case math.IsNaN(*level) || math.IsInf(*level, 0):
			refused.Add(field, errs.NotFinite)
		case *level <= 0:
			refused.Add(field, errs.ThresholdNotPositive)
		case i > 0 && levels[i-1] == nil:
			refused.Add(field, errs.ThresholdGap)
		case i > 0 && !inOrder(*level, *levels[i-1]):
			refused.Add(field, order, argument, Level(i).Color())
		}
	}
}
