// Package point is the measuring point: the place that is watched, what feeds it
// and how its readings become values. A point never owns raw data; it is bound to
// channels of devices by dated bindings.
package point

import "plumbline/internal/dated"

// Kind is the kind of a measuring point (specification section 3).
type Kind string

// The kinds.
const (
	Normal     Kind = "normal"
	Composite  Kind = "composite"
	Artificial Kind = "artificial"
	Virtual    Kind = "virtual"
	Temporary  Kind = "temporary"
)

// Point is a measuring point without its dated configuration.
type Point struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	StructureID   int64
	ItemID        int64 // 0: directly under the structure
	Name          string
	Kind          Kind
	Measurement   string // one of the 19 codes of the catalogue
	Category      string // device type code, or Composite, Artificial, Virtual
	Longitude     *int64 // millionths of an arc second, east positive
	Latitude      *int64 // millionths of an arc second, north positive
	Sort          int64
	CreatedAt     int64
}

// Aspect names a dated part of a point's configuration.
type Aspect string

// The aspects of a point. The JSON form of each value is the type named behind it.
const (
	AspectBinding    Aspect = "binding"    // Binding
	AspectFormula    Aspect = "formula"    // Formula
	AspectInitial    Aspect = "initial"    // Initial
	AspectProcessor  Aspect = "processor"  // Processor
	AspectCollect    Aspect = "collect"    // Collect
	AspectThresholds Aspect = "thresholds" // alarm.Thresholds
)

// Binding says which channels and points feed a point. Sources[0] is the main
// source: its readings give the times of the point.
type Binding struct {
	Sources []Source `json:"sources"`
}

// Source is one feed. Either DeviceID (with ChannelNo; a sensor on a collector is
// resolved through the sensor's own dated connection) or PointID with Field.
type Source struct {
	Role      string `json:"role"` // "main", "backsight1", "barometer", … the name formulas use
	DeviceID  int64  `json:"deviceId,omitempty"`
	ChannelNo int32  `json:"channelNo,omitempty"`
	PointID   int64  `json:"pointId,omitempty"`
	Field     string `json:"field,omitempty"`
}

// Formula is the conversion of a point: rules evaluated in dependency order.
type Formula struct {
	Rules []Rule `json:"rules"`
}

// The two types of a rule (specification section 3).
const (
	SystemFormula = "SYSTEM_FORMULA"
	CustomFormula = "CUSTOM_FORMULA"
)

// Rule computes one field, or the fields of one system formula.
type Rule struct {
	ComputedField string             `json:"computedField"`
	FormulaType   string             `json:"formulaType"`
	SysFormula    string             `json:"sysFormula,omitempty"`
	Text          string             `json:"formula,omitempty"`
	Params        map[string]float64 `json:"params,omitempty"` // over the device's coefficients
	Options       map[string]string  `json:"options,omitempty"`
}

// Initial says how the initial value is formed (domain measurements.md 0.1,
// devices.md 3.2). A new version is a new initial value from its time on.
type Initial struct {
	Mode   string             `json:"mode"`            // auto, current, manual
	Time   int64              `json:"time"`            // base time, UTC ms
	Count  int                `json:"count,omitempty"` // default 3
	Values map[string]float64 `json:"values,omitempty"`
	Nodes  []InitialNode      `json:"nodes,omitempty"`
}

// InitialNode is the typed initial value of one node.
type InitialNode struct {
	No     int32              `json:"no"`
	Values map[string]float64 `json:"values"`
}

// Processor is the processing of a point's readings (domain devices.md 3.4).
type Processor struct {
	Mode            string        `json:"mode,omitempty"`     // vertical, horizontal, circular, deflection, 3d
	FixedEnd        string        `json:"fixedEnd,omitempty"` // bottom, top, near, far, both
	TwistCorrection *bool         `json:"twistCorrection,omitempty"`
	OutputFrame     string        `json:"outputFrame,omitempty"` // AB, NE, structure
	AxisAzimuth     float64       `json:"axisAzimuth,omitempty"` // degrees clockwise from north
	Abnormal        []AbnormalRow `json:"abnormal,omitempty"`    // spike filter, at most 4 rows
	OutlierSigma    float64       `json:"outlierSigma,omitempty" doc:"A value farther from the mean of the last 20 than so many standard deviations is held like a spike; 0: off"`
	Filter          *Smoothing    `json:"filter,omitempty" doc:"Smooths the observed values; left out: none"`
	TempComp        *bool         `json:"tempComp,omitempty" doc:"Formulas take the temperature into account; left out: they do"`
	Ring            *Ring         `json:"ring,omitempty" doc:"Circular arrays; left out: a closed ring of all segments"`
	RefPoint        int64         `json:"refPoint,omitempty" doc:"Hydrostatic levels: the point of the reference vessel; left out: the point is one itself"`
	SyncTolerance   int64         `json:"syncTolerance,omitempty" doc:"Hydrostatic levels: s between the readings of a vessel and of the reference, 300 where left out"`
	Liquid          *Liquid       `json:"liquid,omitempty" doc:"Hydrostatic levels that send a pressure: what fills them; left out: water"`
	TopShiftSource  int64         `json:"topShiftSource,omitempty" doc:"Arrays fixed at the top: the point whose displacement is added to every node"`
	ChangeUnit      string        `json:"changeUnit,omitempty" enum:"m,mm" doc:"Water levels: unit of changes and their rates; left out: m"`
}

// Ring is how a circular array lies (domain formulas.md section 13).
type Ring struct {
	Open      bool       `json:"open,omitempty" doc:"An arc between two end points that do not move"`
	StartNode int32      `json:"startNode,omitempty" doc:"Node at which the ring begins; segments up to it do not lie on it"`
	Chords    [][2]int32 `json:"chords,omitempty" doc:"Pairs of nodes whose distance is the convergence, each begun by another node; left out: the diameters"`
	Radius    float64    `json:"radius,omitempty" doc:"Of the design, mm; left out: that of the circle through the initial nodes"`
}

// SyncTolerance is that of a processor that says none, s (domain devices.md section 5.7).
const SyncTolerance = 300

// Liquid is what fills a hydrostatic level (domain formulas.md section 15).
type Liquid struct {
	Rho20 float64 `json:"rho20" doc:"Density at 20 °C, kg/m³, 500 to 2000"`
	Beta  float64 `json:"beta" doc:"Expansion, 1/°C, 0 to 0.01"`
}

// Others lists the points whose results take part in the processing.
func (p Processor) Others() []int64 {
	var list []int64
	for _, id := range [...]int64{p.RefPoint, p.TopShiftSource} {
		if id != 0 {
			list = append(list, id)
		}
	}
	return list
}

// Smoothing filters the observed values of a point; readings stay as they were sent
// (domain devices.md section 3.4).
type Smoothing struct {
	Kind  string  `json:"kind" enum:"median3,mean,ewma"`
	Count int     `json:"count,omitempty" doc:"mean: of how many readings, 2 to 9"`
	Alpha float64 `json:"alpha,omitempty" doc:"ewma: weight of the newest reading, over 0 and at most 1"`
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

// Collect is the collection of a point (domain devices.md 3.10). Interval in seconds, at least 300
// for devices that are told it; what a device really does may be faster.
type Collect struct {
	Mode     string `json:"mode"` // UploadCollect, CommandCollect, NoCollect
	Interval int64  `json:"interval"`
	Start    int64  `json:"start,omitempty"`
	End      int64  `json:"end,omitempty"`
}

// Config is the dated configuration of a point.
type Config struct {
	Binding   dated.Timeline[Binding]
	Formula   dated.Timeline[Formula]
	Initial   dated.Timeline[Initial]
	Processor dated.Timeline[Processor]
	Collect   dated.Timeline[Collect]
}
