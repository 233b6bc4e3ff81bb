package compiled

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/reading"
)

// seldom is the interval from which identical readings mean nothing.
const seldom = 24 * int64(3600_000)

// Repeats is the rule by which identical readings of a point are a fault of its device (domain thresholds.md section
// 3).
type Repeats struct {
	After int64  // ms; 0: never
	kind  string // of the device, for the resolution of its fields
	any   bool   // for all fields: set on the device, or for a type that the catalog does not check
}

func (p *Point) repeatsAt(t, interval int64) Repeats {
	d := &p.Definition
	if d.Point.Kind == catalog.ArtificialPoint || interval >= seldom {
		return Repeats{}
	}
	binding, ok := d.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 {
		return Repeats{}
	}
	main, ok := d.Devices[binding.Value.Sources[0].DeviceID]
	if !ok {
		return Repeats{}
	}
	r := Repeats{kind: main.Type}
	hours := catalog.RepeatedHours(main.Type)
	switch {
	case main.RepeatedHours != nil:
		hours, r.any = *main.RepeatedHours, true
	case main.TypeRepeatedHours != nil:
		r.any = hours == 0 // otherwise only the fields that, by the catalog, never stay the same
		hours = *main.TypeRepeatedHours
	}
	r.After = int64(hours * 3600_000)
	return r
}

// Steps returns how the raw fields of columns are compared: 1/resolution, or 0 for a bitwise comparison; nil if no
// field counts.
func (r *Repeats) Steps(columns *reading.Columns) []float64 {
	said := r.any
	list := make([]float64, columns.Len())
	for i, column := range columns.List {
		said = said || catalog.AlwaysVaries(column.Field)
		if step := catalog.Resolution(r.kind, column.Field); step > 0 {
			list[i] = 1 / step
		}
	}
	if !said {
		return nil
	}
	return list
}
