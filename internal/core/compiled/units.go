package compiled

import (
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
)

// levelFields are the fields whose changes may have a unit other than the level (domain measurements.md section 2.3):
// mm and mm/d for GB 50497, m for reservoirs.
var levelFields = []string{"level", "depth"}

func multiplied(factors map[string]float64, field string, factor float64) map[string]float64 {
	if factors == nil {
		factors = map[string]float64{}
	}
	factors[field] = factor
	return factors
}

// AddUnits sets the units of judged values that differ from the unit of their field.
func (p *Point) AddUnits(episodes []alarm.Episode) {
	for i := range episodes {
		e := &episodes[i]
		if e.Key.ValueType == alarm.Observed || !slices.Contains(levelFields, e.Key.Field) {
			continue
		}
		e.Steps = slices.Clone(e.Steps) // the fold still uses its own
		for k := range e.Steps {
			unit, _, _ := p.ChangeUnit(e.Key.Field, e.Steps[k].Time)
			if unit != "" && e.Key.ValueType == alarm.Rate {
				unit += "/d"
			}
			e.Steps[k].Unit = unit
		}
	}
}

// ChangeUnit returns the unit and decimals of the changes of a field at a time; ok is false if they are those of the
// field.
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
