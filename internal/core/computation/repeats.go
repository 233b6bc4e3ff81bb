package computation

import (
	"math"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/reading"
)

// seldom is the interval from which on identical readings say nothing.
const seldom = 24 * int64(3600_000)

// repeats is when identical readings of a point are a fault of its device (domain
// thresholds.md section 3).
type repeats struct {
	after int64  // ms; 0: never
	kind  string // of the device, for the resolution of its fields
	any   bool   // for all fields: set for the device, or for a type that the catalogue does not check
}

func (p *Point) repeatsAt(t, interval int64) repeats {
	d := &p.Definition
	if d.Point.Kind == catalogue.ArtificialPoint || interval >= seldom {
		return repeats{}
	}
	binding, ok := d.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 {
		return repeats{}
	}
	main, ok := d.Devices[binding.Value.Sources[0].DeviceID]
	if !ok {
		return repeats{}
	}
	r := repeats{kind: main.Type}
	hours := catalogue.RepeatedHours(main.Type)
	switch {
	case main.RepeatedHours != nil:
		hours, r.any = *main.RepeatedHours, true
	case main.TypeRepeatedHours != nil:
		r.any = hours == 0 // otherwise only the fields that never stay the same by the catalogue
		hours = *main.TypeRepeatedHours
	}
	r.after = int64(hours * 3600_000)
	return r
}

// steps is how the raw fields of some columns are compared: 1/resolution, 0 where they are
// compared bit by bit; nil when no field of them says anything.
func (r *repeats) steps(columns *reading.Columns) []float64 {
	said := r.any
	list := make([]float64, columns.Len())
	for i, column := range columns.List {
		said = said || catalogue.Restless(column.Field)
		if step := catalogue.Resolution(r.kind, column.Field); step > 0 {
			list[i] = 1 / step
		}
	}
	if !said {
		return nil
	}
	return list
}

// countRepeats marks a reading that, like at least four before it over the time of the rule,
// has the same fields with the same values at the resolution of the instrument, in whatever
// order they are kept.
func (f *fold) countRepeats(t int64, columns *reading.Columns, raw []float64) reading.Flag {
	rule := &f.stretch.repeats
	if rule.after == 0 {
		f.state.same = 0
		return 0
	}
	if columns != f.hashedFor || *rule != f.hashedBy {
		f.hashedFor, f.hashedBy, f.hashes, f.steps = columns, *rule, f.scratch.hashesOf(columns), rule.steps(columns)
	}
	if f.steps == nil {
		f.state.same = 0
		return 0
	}
	var sum uint64
	for i, v := range raw {
		if reading.IsMissing(v) {
			continue
		}
		if f.steps[i] > 0 {
			v = math.Round(v * f.steps[i])
		}
		h := (f.hashes[i] ^ math.Float64bits(v)) * 0x9E3779B97F4A7C15
		sum += (h ^ h>>32) * 0xD6E8FEB86659FD93
	}
	if sum != f.state.rawHash || f.state.same == 0 {
		f.state.rawHash, f.state.same, f.state.sameSince = sum, 1, t
		return 0
	}
	f.state.same = min(f.state.same+1, catalogue.RepeatedReadings)
	if f.state.same < catalogue.RepeatedReadings || t-f.state.sameSince < rule.after {
		return 0
	}
	return reading.Repeated
}
