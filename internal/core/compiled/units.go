package compiled

import (
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
)

// levels are the fields whose changes can be told in another unit than the level itself
// (domain measurements.md section 2.3): GB 50497 wants mm and mm/d, reservoirs have m.
var levelFields = []string{"level", "depth"}

func multiplied(factors map[string]float64, field string, factor float64) map[string]float64 {
	if factors == nil {
		factors = map[string]float64{}
	}
	factors[field] = factor
	return factors
}

// AddUnits tells the unit of what was judged where it is not that of the field.
func (p *Point) AddUnits(episodes []alarm.Episode) {
	for i := range episodes {
		e := &episodes[i]
		if e.Key.ValueType == alarm.Observed || !slices.Contains(levelFields, e.Key.Field) {
			continue
		}
		e.Steps = slices.Clone(e.Steps) // those of the fold go on
		for k := range e.Steps {
			unit, _, _ := p.ChangeUnit(e.Key.Field, e.Steps[k].Time)
			if unit != "" && e.Key.ValueType == alarm.Rate {
				unit += "/d"
			}
			e.Steps[k].Unit = unit
		}
	}
}

// ChangeUnit is the unit of the changes of a field at a time, and with how many decimals
// they are shown; ok is false where it is that of the field itself.
func (p *Point) ChangeUnit(field string, t int64) (unit string, decimals int, ok bool) {
	processor, there := p.Definition.Config.Processor.At(t)
	if !there || processor.Value.ChangeUnit != "mm" {
		return "", 0, false
	}
	if !slices.Contains(levelFields, field) {
		return "", 0, false
	}
	return "mm", max(catalog.Shown(p.Definition.Point.Measurement, field).Decimals-2, 0), true
}
