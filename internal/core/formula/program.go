package formula

import "plumbline/internal/core/reading"

// Rule is one conversion rule as a person configured it.
type Rule struct {
	ComputedField string // the field a custom formula, or a system formula with one output, computes
	System        string // code of a system formula, "" for a custom one
	Text          string // text of a custom formula
	Params        map[string]float64
	Options       map[string]string
}

// Setting is what is valid at one time: rules, and what the device and the
// processor say. Params of a rule go before Coefficients.
type Setting struct {
	Rules        []Rule
	Coefficients map[string]float64
	Segments     []Segment // arrays: from the collar down
	MinDepth     float64   // m, of the collar node
	MarkAngle    float64   // degrees
	FixedEnd     string    // bottom, top, near, far, both; "" is bottom
	TwistOff     bool
	AxisAzimuth  float64 // degrees, azimuth of the structure's X axis
	OutputFrame  string  // AB (default), NE, structure: the axes of an array's x and y
	TempOff      bool    // temperatures are not taken into account
	Reference    string  // role of the reference of a hydrostatic level; "": the point is one
	// ReferenceWithin is how far the reading of the reference may lie from the point's, ms.
	ReferenceWithin int64
	Liquid          Liquid
	Ring            Ring
	TopSource       string // role of the point that is surveyed at the collar; "": none
	// Factors multiply changes by field: the sign of settlement, the unit of a level. Observed
	// values are as they are. nil changes nothing.
	Factors map[string]float64
	// Field says how a field of the point is shown: its decimals and unit; ok is false
	// for a field that the point's measurement does not have. nil knows no field.
	Field func(name string) (decimals int, unit string, ok bool)
	// Range gives the instrument's range of a raw field of the main source; a value
	// outside takes the reading out of count. nil checks nothing.
	Range func(field string) (low, high float64, ok bool)
	// Raw reports whether the main source can have a raw field; a name that it does not
	// have is refused with its place in the formula. nil takes any name.
	Raw func(field string) bool
	// Source reports whether there is another source of a role, or a point P<id>, and whether it
	// has a field. nil takes any.
	Source func(role, field string) (there, has bool)
}

// Segment is one rigid piece of an array.
type Segment struct {
	No    int32
	Len   float64 // mm
	Twist float64 // degrees, clockwise seen from above
}

// Input is one number that a program reads. Role "" is the point's main source;
// another role is a source of the point's binding; a role "P<id>" is the observed
// value of another point.
type Input struct {
	Role  string
	Field string
	Node  int32
	// Within is how far from the point's reading, ms, one of another source may lie, where
	// that is less than one interval; 0: one interval.
	Within int64
}

// Env is what a formula may ask about the past of its point.
type Env struct {
	Initial  []float64 // observed values of the initial value, nil while there is none
	Previous []float64 // observed values of the previous valid reading, nil before the first
	Elapsed  float64   // s since the previous reading, NaN before the first
}

// Program is the compiled rules of one point for one stretch of time. It is
// immutable and safe for concurrent use. Observe, Change and Derive round to the
// declared precision (three decimals finer than shown), each value once, at their end.
type Program interface {
	// Inputs lists what Observe reads, in its order.
	Inputs() []Input
	// Observed lists the columns that Observe writes: what is stored as result.
	Observed() *reading.Columns
	// Observe computes. in may hold Missing and NaN; out gets Missing where there is
	// no result. reason says in a stable key why the first missing value is missing,
	// "" when none is. The flag is Invalid when no value came out at all.
	Observe(in []float64, env *Env, out []float64) (flag reading.Flag, reason string)
	// Changed lists the columns of the accumulated change. The first Base of them are
	// what shifts may be added to; the others follow from them.
	Changed() *reading.Columns
	Base() int
	// Change computes observed against initial (both in the order of Observed), before
	// shifts, all columns.
	Change(observed, initial, out []float64)
	// Plain reports whether a column of the change is nothing but the rounded difference of
	// one observed column, and which: then a chart need not compute the others.
	Plain(column int) (observed int, difference func(now, before float64) float64, ok bool)
	// Derive is to be called after shifts were added to the base columns: it rounds
	// them and computes the columns behind them again (resultants, azimuths, rotated
	// components).
	Derive(changed []float64)
	// Limits lists the ranges of inputs.
	Limits() []Limit
	// Endless reports whether a result may depend on results of any age (prev.).
	Endless() bool
	// Pairing is how two readings make one observation; nil: each is one.
	Pairing() Pairing
	// Explain says how one observed column came about: the rules that it depends on,
	// in the order of computing. Empty for a column that is not observed.
	Explain(in []float64, env *Env, column reading.Column) []Step
	// Reads lists the inputs, by index, that an observed column is computed from, through
	// other rules as well.
	Reads(column reading.Column) []int
	// ExplainChange gives the equation of a column of the change and what it is computed
	// from: observed columns, now and initial, for a base column; base columns of the
	// change for the others. Empty for a column that is not changed.
	ExplainChange(column reading.Column) (text string, from []reading.Column)
}

// Limit is the instrument's range of an input. A number outside takes the whole
// reading out of count where it decides the reading (Decides); one node of an array, or
// the temperature that is measured along with it, is left out, as if it had not been sent.
type Limit struct {
	Input     int
	Low, High float64
	Decides   bool
}

// HeldField is the observed field that counts, by node of an array, for how many
// readings in a row a segment without tilt has stood on its last one. Missing while
// the segment answers. It is shown as a mark of the node, not as a value.
const HeldField = "held"

// Step is one step of an explanation.
type Step struct {
	Field  string  // what the step computes
	Node   int32   // of an array
	Key    string  // code of the system formula, CUSTOM_FORMULA, or an intermediate quantity
	Text   string  // the equation
	Inputs []Term  // what went in, in the order of the equation
	Value  float64 // Missing when there is none
	Unit   string
	Reason string // why there is no value
}

// Term is one number that went into a step.
type Term struct {
	Name  string
	Kind  TermKind
	Value float64 // Missing when there is none
	Unit  string
	Role  string // source of a raw field
	Field string // of the source, if it is not Name
	Node  int32
}

// TermKind says where a term comes from.
type TermKind string

// The kinds of terms.
const (
	RawTerm         TermKind = "raw"         // what an instrument sent
	CoefficientTerm TermKind = "coefficient" // device coefficients or the rule's own parameters
	ComputedTerm    TermKind = "computed"    // another rule, or another step
	PointTerm       TermKind = "point"       // observed value of another point
	InitialTerm     TermKind = "initial"
	PreviousTerm    TermKind = "previous"
)

// Node is a node of an array with its depth below the collar, m.
type Node struct {
	No    int32
	Depth float64
}

// Nodes lists the nodes of an array from the collar down: node 0 at the collar and
// the far end of each segment (domain formulas.md section 10).
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
