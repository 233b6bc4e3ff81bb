package catalog

import "maps"

// Defaults is what a device of a type is started with in a form (domain devices.md
// section 5). Left out or 0: there is no usual value.
type Defaults struct {
	Coefficients map[string]float64 `json:"coefficients"`
	SegmentLen   float64            `json:"segmentLen"` // mm, of an array
	Nodes        int32              `json:"nodes"`      // of an array
	Interval     int64              `json:"interval"`   // s between two collections
}

// usualSegment is the length of a segment, mm, where the type says none (specification section 5).
const usualSegment = 500

// direction is the coefficient that says whether a wire sounds higher (1) or lower (-1)
// when what is measured grows.
const direction = "dir"

// of joins what a type's file says with the defaults of its coefficients.
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

// WithDirection is the coefficients of a device with the direction of its type, where
// they say none.
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
