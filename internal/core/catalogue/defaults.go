package catalogue

import "maps"

// Defaults is what a device of a type is started with in a form (domain devices.md
// section 5). Left out or 0: there is no usual value.
type Defaults struct {
	Coefficients map[string]float64 `json:"coefficients"`
	SegmentLen   float64            `json:"segmentLen"` // mm, of an array
	Nodes        int32              `json:"nodes"`      // of an array
	Interval     int64              `json:"interval"`   // s between two collections
}

const (
	quarterHour = 900
	halfHour    = 2 * quarterHour
	hour        = 4 * quarterHour
)

// typeDefaults are the defaults of types beside those of each coefficient. The wire of
// strain, rebar and crack gauges is stretched by what they measure (formulas.md section 2).
var typeDefaults = map[string]Defaults{
	"ADM":          {Nodes: 40, Interval: hour},
	"ADMI":         {Nodes: 40, Interval: hour},
	"SDM":          {SegmentLen: 1000, Interval: hour},
	"SDMX":         {SegmentLen: 2000, Interval: hour},
	"SDMPRO":       {SegmentLen: 1000, Interval: hour},
	"HDA2":         {Interval: halfHour},
	"HDA3":         {Interval: halfHour},
	"VOLWL":        {Coefficients: map[string]float64{"fullscale": 10}},
	"Crack":        {Coefficients: map[string]float64{direction: 1}},
	"STRAIN":       {Coefficients: map[string]float64{direction: 1, "E": 2.06e5}},
	"Steel":        {Coefficients: map[string]float64{direction: 1}},
	"Rain":         {Coefficients: map[string]float64{"Kr": 0.2}, Interval: hour},
	"TDM":          {Interval: 600},
	"HSL":          {Interval: halfHour},
	"Station":      {Interval: 2 * hour},
	"GNSS":         {Interval: hour},
	"IDM":          {Interval: hour},
	"SHM":          {Interval: hour},
	"WATERLEVEL":   {Interval: halfHour},
	"RangerFinder": {Interval: halfHour},
}

// usualSegment is the length of a segment, mm, where the type says none (specification section 5).
const usualSegment = 500

// direction is the coefficient that says whether a wire sounds higher (1) or lower (-1)
// when what is measured grows.
const direction = "dir"

// defaultsOf joins what a type says with the defaults of its coefficients.
func defaultsOf(kind *DeviceType) Defaults {
	found := typeDefaults[kind.Code]
	values := map[string]float64{}
	for _, name := range kind.Coefficients {
		if one, ok := CoefficientOf(name); ok && one.Default != nil {
			values[name] = *one.Default
		}
	}
	maps.Copy(values, found.Coefficients)
	found.Coefficients = values
	if found.SegmentLen == 0 && kind.Geometry {
		found.SegmentLen = usualSegment
	}
	return found
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
