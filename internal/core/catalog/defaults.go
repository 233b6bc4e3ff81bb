package catalog

import "maps"

// Defaults are the initial entries of a new device's form (domain devices.md section 5). Missing or 0: no default.
type Defaults struct {
	Coefficients map[string]float64 `json:"coefficients"`
	SegmentLen   float64            `json:"segmentLen"` // mm, of an array
	Nodes        int32              `json:"nodes"`      // of an array
	Interval     int64              `json:"interval"`   // s between two collections
}

// usualSegment is the default segment length in mm (specification section 5).
const usualSegment = 500

// direction is the coefficient that says whether a wire's frequency rises (1) or falls (-1) with the measured
// quantity.
const direction = "dir"

// of completes the defaults of a type with those of its coefficients.
func (d Defaults) of(kind *DeviceType) Defaults {
	values := map[string]float64{}
	for _, name := range kind.Coefficients {
		if one, ok := CoefficientOf(name); ok && one.Default != nil {
			values[name] = *one.Default
		}
	}
	maps.Copy(values, d.Coefficients)
	d.Coefficients = values
	if d.SegmentLen == 0 && kind.Geometry {
		d.SegmentLen = usualSegment
	}
	return d
}

// WithDirection completes the coefficients of a device with the direction of its type.
func (t DeviceType) WithDirection(coefficients map[string]float64) map[string]float64 {
	usual, wire := t.Defaults.Coefficients[direction]
	if _, said := coefficients[direction]; said || !wire {
		return coefficients
	}
	whole := maps.Clone(coefficients)
	if whole == nil {
		whole = map[string]float64{}
	}
	whole[direction] = usual
	return whole
}
