package formula

import "plumbline/internal/core/reading"

// families are the system formulas in the order of forms.
var families = []family{
	vwStrainFamily,
	vwRebarFamily,
	vwLoadCellFamily,
	vwLinearFamily,
	gkLinearFamily,
	vwPolyFamily,
	thermistorFamily,
	thermistorBetaFamily,
	platinumFamily,
	currentFamily,
	voltageFamily,
	directFamily,
	waterLevelFamily,
	inclinoChainFamily,
	inclinoProbeFamily,
	polarFamily,
	gnssFamily,
	arrayLevelFamily,
	arrayRingFamily,
	profilePolarFamily,
	array3DFamily,
	hslFamily,
	tiltFamily,
	crackFamily,
	crackSpatialFamily,
	crackPlaneFamily,
	rangeFamily,
	weirFamily,
	soilMoistureFamily,
	rainFamily,
	windFamily,
	windMeanFamily,
	axialSteelFamily,
	axialConcreteFamily,
	combinedFamily,
	differentialFamily,
	sectionFamily,
	railFamily,
	trajectoryFamily,
	pipeFamily,
	cableFamily,
}

// family is a system formula: its description with the schema of its settings, its outputs, and how a rule is
// compiled.
type family struct {
	SystemFormula
	// source is the document and section of the equation.
	source string
	maths
}

type maths struct {
	// outputs returns the columns that a rule computes.
	outputs func(rule *Rule, setting *Setting) ([]reading.Column, error)
	// compile returns the unit; b.outs are the indices of outputs among the observed columns.
	compile func(b *binder) (unit, error)
}

// SystemFormulas returns the descriptions of the system formulas in the order of forms.
func SystemFormulas() []SystemFormula {
	list := make([]SystemFormula, len(families))
	for i := range families {
		list[i] = families[i].described()
	}
	return list
}

func familyOf(code string) *family {
	for i := range families {
		if families[i].Code == code {
			return &families[i]
		}
	}
	return nil
}

// slot is the source of a number: an input, or (^slot) an observed column computed by another rule.
type slot int32

const nowhere slot = -1 << 31

// frame is what units read and write during a run. It is passed by value, so that nothing escapes to the heap.
type frame struct {
	in, out []float64
	env     *Env
}

func (f frame) at(s slot) float64 {
	switch {
	case s >= 0:
		return f.in[s]
	case s == nowhere:
		return reading.Missing
	}
	return f.out[^s]
}

// unit is a compiled rule.
type unit interface {
	// run writes to f.out and returns the reason of a missing value.
	run(f frame) (reading.Flag, string)
	// store rounds the results of run to what is stored, after all rules have run: rules read each other's results
	// with all digits. lost reports an overflow.
	store(out []float64) (lost bool)
	// explain explains the observed column at an index.
	explain(f frame, out int) []Step
	endless() bool
	// changed returns the columns of the change: base columns, to which shifts may be added, and columns derived from
	// them.
	changed() (base, derived []reading.Column)
	// place sets the indices of the unit's columns among all columns of the change.
	place(base, derived []int)
	change(observed, initial, out []float64)
	derive(changed []float64)
	explainChange(column reading.Column) (text string, from []reading.Column)
	// concerns reports whether the inputs of an array node affect a column.
	concerns(column reading.Column, node int32) bool
}

// kernel is a system formula that computes one number.
type kernel interface {
	// eval returns NaN or Missing with a reason if there is no result.
	eval(f frame) (value float64, flag reading.Flag, reason string)
	explain(f frame) explanation
}

// explanation is a kernel's account of one evaluation.
type explanation struct {
	text  string
	terms []Term
	parts []Step // intermediate quantities
}

// scalar turns a kernel into the maths of a family: it computes the rule's field or, with option perNode, that field
// for every node of an array.
func scalar(build func(b *binder) (kernel, error)) maths {
	return maths{
		outputs: scalarOutputs,
		compile: func(b *binder) (unit, error) { return compileScalar(b, build) },
	}
}

func scalarOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	if rule.ComputedField == "" {
		return nil, illegal(NoComputedField, "", 0)
	}
	if rule.Options[perNode.Name] != "true" {
		return []reading.Column{{Field: rule.ComputedField}}, nil
	}
	if len(setting.Segments) == 0 {
		return nil, incomplete(NoSegments, "")
	}
	list := make([]reading.Column, 0, len(setting.Segments))
	for _, segment := range setting.Segments {
		list = append(list, reading.Column{Field: rule.ComputedField, Node: segment.No})
	}
	return list, nil
}

func compileScalar(b *binder, build func(b *binder) (kernel, error)) (unit, error) {
	made := &scalarUnit{code: b.family.Code, columns: b.columns}
	for i, column := range b.columns {
		b.node = column.Node
		k, err := build(b)
		if err != nil {
			return nil, err
		}
		if b.failed != nil {
			return nil, b.failed
		}
		made.kernels = append(made.kernels, k)
		made.outs = append(made.outs, b.outs[i])
	}
	made.rounding, made.unit = b.shown(b.rule.ComputedField)
	return made, nil
}

// scalarUnit runs a kernel for the point or each node.
type scalarUnit struct {
	code     string
	columns  []reading.Column
	kernels  []kernel
	outs     []int
	bases    []int
	rounding precision
	unit     string
}

func (u *scalarUnit) run(f frame) (flag reading.Flag, reason string) {
	for i, k := range u.kernels {
		v, marks, why := k.eval(f)
		flag |= marks
		if v-v != 0 { // NaN or infinite
			v = reading.Missing
			if why == "" {
				why = NotANumber
			}
			if reason == "" {
				reason = why
			}
			if uncomputable(why) {
				flag |= reading.NotComputed
			}
		}
		f.out[u.outs[i]] = v
	}
	return flag, reason
}

// uncomputable reports whether a formula had all its inputs and still no result.
func uncomputable(reason string) bool {
	switch reason {
	case NotANumber, DividedByZero, LogOfNonPositive:
		return true
	}
	return false
}

func (u *scalarUnit) store(out []float64) bool { return u.rounding.store(out, u.outs...) }

func (u *scalarUnit) endless() bool {
	for _, k := range u.kernels {
		if c, ok := k.(*custom); ok && c.code.previous {
			return true
		}
	}
	return false
}

func (u *scalarUnit) explain(f frame, out int) []Step {
	for i, position := range u.outs {
		if position != out {
			continue
		}
		why := u.kernels[i].explain(f)
		value, reason := f.out[out], ""
		if reading.IsMissing(value) {
			if _, _, reason = u.kernels[i].eval(f); reason == "" {
				reason = OutsideRange
			}
		}
		for p := range why.parts {
			why.parts[p].Node = u.columns[i].Node
		}
		return append(why.parts, Step{
			Field: u.columns[i].Field, Node: u.columns[i].Node, Key: u.code, Text: why.text, Inputs: why.terms,
			Value: value, Unit: u.unit, Reason: reason,
		})
	}
	return nil
}

func (u *scalarUnit) changed() (base, derived []reading.Column) { return u.columns, nil }

func (u *scalarUnit) place(base, _ []int) { u.bases = base }

func (u *scalarUnit) change(observed, initial, out []float64) {
	for i, from := range u.outs {
		out[u.bases[i]] = u.rounding.difference(observed[from], initial[from])
	}
}

func (u *scalarUnit) derive([]float64) {}

// subtraction is the equation of the change of most fields.
const subtraction = "Δ = v − v_init"

func (u *scalarUnit) explainChange(column reading.Column) (string, []reading.Column) {
	return subtraction, []reading.Column{column}
}

func (u *scalarUnit) concerns(column reading.Column, node int32) bool { return node == column.Node }

// difference returns now − before, rounded; Missing if either is.
func (p precision) difference(now, before float64) float64 {
	v := now - before
	if v-v != 0 {
		return reading.Missing
	}
	return p.round(v)
}

// Reasons of a missing value. MissingValue is followed by the name of the field, as in "missing:freq".
const (
	MissingValue     = "missing:"
	NotANumber       = "notANumber"
	DividedByZero    = "dividedByZero"
	LogOfNonPositive = "logOfNonPositive"
	SensorFault      = "sensorFault"      // a current or voltage outside the range of a healthy sensor
	NotFixed         = "solutionNotFixed" // a single or differential GNSS solution
	BadOrientation   = "badOrientation"   // a backsight exceeds the tolerance
	NotPositive      = "notPositive"
	OutsideRange     = "outOfRange"    // a companion value outside of the instrument's range was left out
	SegmentSilent    = "segmentSilent" // a segment of an array has had no tilt for too long
	PoorFix          = "poorFix"       // a fix with a large HDOP
	TooFast          = "tooFast"       // a fix too far from the previous one
	InMotion         = "inMotion"      // a segment shakes: its acceleration is not that of gravity
	TooSteep         = "tooSteep"      // a segment too far from the vertical for its acceleration to give its direction
	TooSparse        = "tooSparse"     // a sum over less time than lies between readings
	PoweredOn        = "poweredOn"     // a sensor sent its power-on value: it had not measured yet
	RingOpen         = "ringOpen"      // a closed ring exceeds the allowed misclosure
)
