package definition

import "math"

// Processor is the processing of a point's readings (domain devices.md 3.4).
type Processor struct {
	Mode            string        `json:"mode,omitempty"`     // vertical, horizontal, circular, deflection, 3d
	FixedEnd        string        `json:"fixedEnd,omitempty"` // bottom, top, near, far, both
	TwistCorrection *bool         `json:"twistCorrection,omitempty"`
	OutputFrame     string        `json:"outputFrame,omitempty"` // AB, NE, structure
	AxisAzimuth     float64       `json:"axisAzimuth,omitempty"` // degrees clockwise from north
	Abnormal        []AbnormalRow `json:"abnormal,omitempty"`    // spike filter, at most 4 rows
	OutlierSigma    float64       `json:"outlierSigma,omitempty" doc:"Values farther from the mean of the last 20 than this many standard deviations are treated as spikes; 0: off"`
	Filter          *Smoothing    `json:"filter,omitempty" doc:"Smooths the observed values; omitted: no smoothing"`
	TempComp        *bool         `json:"tempComp,omitempty" doc:"Formulas compensate for temperature; default true"`
	Ring            *Ring         `json:"ring,omitempty" doc:"Circular arrays; omitted: a closed ring of all segments"`
	RefPoint        int64         `json:"refPoint,omitempty" doc:"Hydrostatic levels: the point of the reference vessel; omitted: the point is itself the reference"`
	SyncTolerance   int64         `json:"syncTolerance,omitempty" doc:"Hydrostatic levels: s between the readings of a vessel and of the reference; default 300"`
	Liquid          *Liquid       `json:"liquid,omitempty" doc:"Hydrostatic levels that send pressure: the liquid; default water"`
	TopShiftSource  int64         `json:"topShiftSource,omitempty" doc:"Arrays fixed at the top: the point whose displacement is added to every node"`
	ChangeUnit      string        `json:"changeUnit,omitempty" enum:"m,mm" doc:"Water levels: unit of changes and their rates; default m"`
	Vibration       *Vibration    `json:"vibration,omitempty" doc:"Records of vibration: how peaks, frequencies and displacement follow from the samples"`
	Fence           *Fence        `json:"fence,omitempty" doc:"Trackers: the circle in which the tracker should stay; omitted: none"`
	MinStep         float64       `json:"minStep,omitempty" doc:"Trackers: m between two fixes below which the tracker is at rest, 0.1 to 100; default 2"`
}

// Fence is the circle in which a tracker should stay (domain devices.md section 5.6).
type Fence struct {
	Lat   float64 `json:"lat" doc:"Latitude of the center, degrees (WGS-84)"`
	Lon   float64 `json:"lon" doc:"Longitude of the center, degrees (WGS-84)"`
	Reach float64 `json:"reach" doc:"Radius, m, 1 to 100000"`
}

// Vibration is how records of vibration are summarized (domain formulas.md section 26).
type Vibration struct {
	HighPass         float64 `json:"highPass,omitempty" doc:"Hz, corner of the filter before an integration, 0.05 to 50; default 0.5"`
	Window           string  `json:"window,omitempty" enum:"hann,rectangular" doc:"Window of the spectrum; default hann"`
	KeepAcceleration bool    `json:"keepAcceleration,omitempty" doc:"Acceleration is not integrated to velocity and displacement"`
}

// Ring is the layout of a circular array (domain formulas.md section 13).
type Ring struct {
	Open      bool       `json:"open,omitempty" doc:"An arc between two end points that do not move"`
	StartNode int32      `json:"startNode,omitempty" doc:"Node at which the ring begins; segments before it are not part of it"`
	Chords    [][2]int32 `json:"chords,omitempty" doc:"Pairs of nodes whose distance is the convergence, each starting at a different node; omitted: the diameters"`
	Radius    float64    `json:"radius,omitempty" doc:"Design radius, mm; default: radius of the circle through the initial nodes"`
	Segments  []RingPart `json:"segments,omitempty" doc:"Segments of the lining behind the array; at most 40"`
	Shape     Shape      `json:"shape,omitempty" enum:"circle,horseshoe,rectangle" doc:"Design outline; default: circle"`
	Width     float64    `json:"width,omitempty" doc:"Of a horseshoe or rectangle, mm"`
	Height    float64    `json:"height,omitempty" doc:"Of a horseshoe or rectangle, mm"`
	Clearance float64    `json:"clearance,omitempty" doc:"Distance of the clearance outline inside the design outline, mm; 0: none"`
}

// Shape is the outline of a section by design (domain devices.md section 5.27).
type Shape string

// A horseshoe is a half circle on straight walls.
const (
	Circle    Shape = "circle"
	Horseshoe Shape = "horseshoe"
	Rectangle Shape = "rectangle"
)

// RingPart is a segment of a lining, between two angles about the center of the ring: degrees counterclockwise from the
// right, as the section is drawn. From 340 to 20 leads through 0.
type RingPart struct {
	Name string  `json:"name" doc:"At most 20 characters, each name once"`
	From float64 `json:"from" doc:"0 to 360"`
	To   float64 `json:"to" doc:"0 to 360"`
}

// Span returns the size of the segment, degrees, more than 0 and at most 360.
func (p RingPart) Span() float64 {
	if span := math.Mod(p.To-p.From+720, 360); span > 0 {
		return span
	}
	return 360
}

// SyncTolerance is the default tolerance of a processor, s (domain devices.md section 5.7).
const SyncTolerance = 300

// Liquid is the liquid of a hydrostatic level (domain formulas.md section 15).
type Liquid struct {
	Rho20 float64 `json:"rho20" doc:"Density at 20 °C, kg/m³, 500 to 2000"`
	Beta  float64 `json:"beta" doc:"Expansion, 1/°C, 0 to 0.01"`
}

// Others returns the points whose results the processor uses.
func (p Processor) Others() []int64 {
	var list []int64
	for _, id := range [...]int64{p.RefPoint, p.TopShiftSource} {
		if id != 0 {
			list = append(list, id)
		}
	}
	return list
}

// Smoothing filters the observed values of a point; raw readings are not changed (domain devices.md section 3.4).
type Smoothing struct {
	Kind  string  `json:"kind" enum:"median3,mean,ewma"`
	Count int     `json:"count,omitempty" doc:"mean: number of readings, 2 to 9"`
	Alpha float64 `json:"alpha,omitempty" doc:"ewma: weight of the newest reading, greater than 0 and at most 1"`
}

// The kinds of smoothing.
const (
	FilterMedian = "median3"
	FilterMean   = "mean"
	FilterEWMA   = "ewma"
)

// AbnormalRow is one row of the spike filter (domain measurements.md section 4 rule 3).
type AbnormalRow struct {
	Field string  `json:"field"`
	Value float64 `json:"value"`
}
