package alarm

import (
	"math"
	"strconv"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/i18n"
)

// Inequality formats the relation of a step's value to its limit with the unit, and is always true:
// |−68.03| ≥ 60.00 mm, signed if one direction counts, ≤ at lower limits.
func Inequality(measurement string, key Key, step Step) string {
	unit, decimals := Shown(measurement, key, step)
	decimals = max(decimals, decimalsOf(step.Limit))
	number := func(v float64) string { return Number(v, decimals) }
	value, limit, relation := number(step.Value), step.Limit, " ≥ "
	switch {
	case step.Side == LowerLimit:
		return WithUnit(value+" ≤ "+number(limit), unit)
	case step.Reference != 0:
		from := number(step.Reference)
		if step.Reference < 0 {
			from = "(" + from + ")"
		}
		value += " − " + from
	}
	switch {
	case step.Direction == DirectionNegative:
		relation, limit = " ≤ ", -limit
	case step.Direction == DirectionPositive, step.Direction == "" && step.Value >= step.Limit:
	default:
		value = "|" + value + "|"
	}
	return WithUnit(value+relation+number(limit), unit)
}

// Number formats a value with a true minus sign.
func Number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if v == 0 || strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// WithUnit appends a unit to a number, separated by a space except for % and degrees.
func WithUnit(number, unit string) string {
	switch unit {
	case "":
		return number
	case "%", "°", "′", "″":
		return number + unit
	}
	return number + " " + unit
}

// decimalsOf returns the number of decimals with which a limit was entered.
func decimalsOf(limit float64) int {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(limit), 'f', -1, 64), ".")
	return min(len(fraction), 6)
}

// Quantity returns the name of what a key judges: field and value type.
func Quantity(measurement string, key Key) i18n.Label {
	a, t := catalog.Shown(measurement, key.Field).Label, valueTypeNames[key.ValueType]
	return i18n.Label{Zh: a.Zh + t.Zh, En: a.En + " " + t.En, Tw: a.Tw + t.Tw}
}
