package formula

import (
	"time"

	"plumbline/internal/core/reading"
)

// Rule is one conversion rule as configured.
type Rule struct {
	ComputedField string // the field computed by a custom formula, or a system formula with one output
	System        string // code of a system formula, "" for a custom one
	Text          string // text of a custom formula
	Params        map[string]float64
	Options       map[string]string
}

// Setting is the configuration at one time: rules, and the settings of device and processor. Params of a rule override
// Coefficients.
type Setting struct {
	Rules        []Rule
	Coefficients map[string]float64
	Segments     []Segment // of an array, from the collar down
	MinDepth     float64   // m, of the collar node
	MarkAngle    float64   // degrees
	FixedEnd     string    // bottom, top, near, far, both; "" is bottom
	TwistOff     bool
	AxisAzimuth  float64 // degrees, azimuth of the structure's X axis
	OutputFrame  string  // AB (default), NE, structure: the axes of x and y
	TempOff      bool    // temperatures are ignored
	Reference    string  // role of the reference of a hydrostatic level; "": the point itself
	// ReferenceWithin is the maximum time between readings of the reference and the point, ms.
	ReferenceWithin int64
	Liquid          Liquid
	Ring            Ring
	Pipe            Pipe
	TopSource       string // role of the point surveyed at the collar, or ""
	// Factors multiply changes, by field: the sign of settlement, the unit of a level. Observed values are not
	// affected. May be nil.
	Factors map[string]float64
	// Field returns the displayed decimals and unit of a field of the point; ok is false if the measurement does not
	// have it. nil knows no field.
	Field func(name string) (decimals int, unit string, ok bool)
	// Range returns the instrument's range of a raw field of the main source; a value outside makes the reading
	// invalid. nil checks nothing.
	Range func(field string) (low, high float64, ok bool)
	// PowerOn returns what a sensor of the main source sends until its first measurement after power-up. nil: no sensor
	// sends such a value.
	PowerOn func(field string) (value float64, ok bool)
	// Raw reports whether the main source can have a raw field; other names are an error with their position in the
	// formula. nil allows any name.
	Raw func(field string) bool
	// Source reports whether a role or a point P<id> exists, and whether it has a field. nil allows any.
	Source func(role, field string) (there, has bool)
}

// Segment is one rigid segment of an array.
type Segment struct {
	No    int32
	Len   float64 // mm
	Twist float64 // degrees, clockwise seen from above
}

// Input is one number that a program reads. Role "" is the point's main source, other roles are sources of the
// binding, and a role "P<id>" is the observed value of another point.
type Input struct {
	Role  string
	Field string
	Node  int32
	// Within is the maximum time in ms to a reading of another source, if less than one interval; 0: one interval.
	Within int64
}

// Env is the past of a point that a formula may use.
type Env struct {
	Initial  []float64 // observed values of the initial value, or nil
	Previous []float64 // observed values of the previous valid reading, nil before the first
	Elapsed  float64   // s since the previous reading, NaN before the first
	Interval int64     // ms between readings as configured; 0: not configured

	// For programs with a Memory.
	Past *Past          // nil: nothing
	Time int64          // of the reading, UTC ms
	Zone *time.Location // of the project
}

// Memory is which earlier results a program reads besides the previous one.
type Memory struct {
	Span    int64 // ms before the reading; 0: none
	Columns []int // observed columns
	// Own leaves out results of other sources than the present ones: positions of two receivers are not compared.
	Own bool
}

// Past is the valid results of a point before a reading, in time order. Values has those of the columns of Memory, result
// after result.
type Past struct {
	Times  []int64
	Values []float64
}

// Append adds a result of columns to what a program remembers.
func (p *Past) Append(program Program, t int64, columns *reading.Columns, values []float64) {
	p.Times = append(p.Times, t)
	for _, at := range program.Memory().Columns {
		v := reading.Missing
		if i := columns.Index(program.Observed().List[at]); i >= 0 {
			v = values[i]
		}
		p.Values = append(p.Values, v)
	}
}

// Program is the compiled rules of one point for one segment of configuration. It is immutable and safe for concurrent
// use. Observe, Change and Derive round each value once, at the end, to its declared precision (three decimals more
// than displayed).
type Program interface {
	// Inputs returns what Observe reads, in order.
	Inputs() []Input
	// Observed returns the columns that Observe writes: the stored result.
	Observed() *reading.Columns
	// Observe computes the observed values. in may contain Missing and NaN; out gets Missing where there is no result.
	// reason is the stable key of the first missing value's reason, or "". The flag is Invalid if there is no value at
	// all.
	Observe(in []float64, env *Env, out []float64) (flag reading.Flag, reason string)
	// Changed returns the columns of the accumulated change. The first Base of them take shifts; the others are
	// derived from them.
	Changed() *reading.Columns
	Base() int
	// Change computes the change of observed from initial (both in the order of Observed), before shifts, in all
	// columns.
	Change(observed, initial, out []float64)
	// Plain reports whether a column of the change is just the rounded difference of one observed column, and which
	// one: a chart then need not compute the others.
	Plain(column int) (observed int, difference func(now, before float64) float64, ok bool)
	// Derive rounds the base columns after shifts were added, and recomputes the columns derived from them
	// (resultants, azimuths, rotated components).
	Derive(changed []float64)
	// Limits returns the ranges of inputs.
	Limits() []Limit
	// Memory returns the earlier results that Observe reads.
	Memory() Memory
	// Endless reports whether a result may depend on arbitrarily old results (prev.).
	Endless() bool
	// Pairing returns how two readings form one observation; nil: each reading is one.
	Pairing() Pairing
	// Explain returns the steps of one observed column: the rules that it depends on, in order of computation. Empty
	// for other columns.
	Explain(in []float64, env *Env, column reading.Column) []Step
	// Reads returns the indices of the inputs of an observed column, including those through other rules.
	Reads(column reading.Column) []int
	// ExplainChange returns the equation of a column of the change and what it is computed from: observed columns, now
	// and initial, for a base column; base columns of the change for the others. Empty for other columns.
	ExplainChange(column reading.Column) (text string, from []reading.Column)
}

// Limit is the instrument's range of an input. A number outside invalidates the whole reading if the input decides it
// (Decides). One array node, one of several wires, or the temperature sent along, is ignored instead, as if it had not
// been sent.
type Limit struct {
	Input     int
	Low, High float64
	Decides   bool
}

// HeldField is the observed field that counts, by array node, for how many consecutive readings a segment without tilt
// has used its last one. Missing while the segment sends. It is displayed as a flag of the node, not as a value.
const HeldField = "held"

// Step is one step of an explanation.
type Step struct {
	Field  string  // what the step computes
	Node   int32   // of an array
	Key    string  // code of the system formula, CUSTOM_FORMULA, or an intermediate quantity
	Text   string  // the equation
	Inputs []Term  // in the order of the equation
	Value  float64 // or Missing
	Unit   string
	Reason string // why there is no value
}

// Term is one number in a step.
type Term struct {
	Name  string
	Kind  TermKind
	Value float64 // or Missing
	Unit  string
	Role  string // source of a raw field
	Field string // of the source, if it is not Name
	Node  int32
}

// TermKind is the origin of a term.
type TermKind string

const (
	RawTerm         TermKind = "raw"         // sent by an instrument
	CoefficientTerm TermKind = "coefficient" // device coefficients or the rule's own parameters
	ComputedTerm    TermKind = "computed"    // another rule, or another step
	PointTerm       TermKind = "point"       // observed value of another point
	InitialTerm     TermKind = "initial"
	PreviousTerm    TermKind = "previous"
)

// Node is an array node with its depth below the collar, m.
type Node struct {
	No    int32
	Depth float64
}

// Nodes returns the nodes of an array from the collar down: node 0 at the collar and the far end of each segment
// (domain formulas.md section 10).
func Nodes(minDepth float64, segments []Segment) []Node {
	if len(segments) == 0 {
		return nil
	}
	list := make([]Node, 0, len(segments)+1)
	list = append(list, Node{0, minDepth})
	length := 0.0
	for _, segment := range segments {
		length += segment.Len
		list = append(list, Node{segment.No, minDepth + length/1000})
	}
	return list
}
