package formula

import "plumbline/internal/core/reading"

// families lists the system formulas in the order in which forms offer them.
var families = []family{
	vwLinearFamily,
	gkLinearFamily,
	vwPolyFamily,
	thermistorFamily,
	currentFamily,
	voltageFamily,
	directFamily,
	waterLevelFamily,
	inclinoChainFamily,
	polarFamily,
	gnssFamily,
	arrayLevelFamily,
	arrayRingFamily,
	hslFamily,
}

// family is a system formula: its description with the schema of its settings, what it computes, and how a rule
// of it becomes a unit.
type family struct {
	SystemFormula
	// source is where the equation comes from: the document and its section.
	source string
	maths
}

type maths struct {
	// outputs lists the columns that a rule computes.
	outputs func(rule *Rule, setting *Setting) ([]reading.Column, error)
	// compile makes the unit; b.outs are the positions of outputs among the observed columns.
	compile func(b *binder) (unit, error)
}

// SystemFormulas describes the system formulas in the order in which forms offer them.
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

// slot is where a number is read from: an input, or (^slot) an observed column
// that another rule computes.
type slot int32

const nowhere slot = -1 << 31

// frame is what units read and write while a program runs. It is passed by value,
// so that nothing escapes.
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
	// run computes into f.out and says why a value is missing.
	run(f frame) (reading.Flag, string)
	// store rounds what run has computed to what is stored, once all rules have run: rules that feed
	// each other work with all digits. lost says that a number was too large to be one.
	store(out []float64) (lost bool)
	// explain returns how the observed column at a position was computed.
	explain(f frame, out int) []Step
	endless() bool
	// changed lists the columns of the change: those that shifts may be added to, and
	// those that follow from them.
	changed() (base, derived []reading.Column)
	// place tells the unit where its columns are among all columns of the change.
	place(base, derived []int)
	change(observed, initial, out []float64)
	derive(changed []float64)
	explainChange(column reading.Column) (text string, from []reading.Column)
	// concerns reports whether inputs of a node of an array matter for a column.
	concerns(column reading.Column, node int32) bool
}

// kernel is a system formula that computes one number.
type kernel interface {
	// eval gives NaN or Missing with a reason when there is no result.
	eval(f frame) (value float64, flag reading.Flag, reason string)
	explain(f frame) explanation
}

// explanation is what a kernel says about one evaluation.
type explanation struct {
	text  string
	terms []Term
	parts []Step // intermediate quantities, computed before
}

// scalar makes the maths of a family of a kernel: it computes the rule's field, or with option
// perNode that field of every node of an array.
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

// scalarUnit runs a kernel for the point or for each node.
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

// uncomputable says whether a formula had all that it needs and gave no number all the same.
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

// subtraction is the change of most fields.
const subtraction = "Δ = v − v_init"

func (u *scalarUnit) explainChange(column reading.Column) (string, []reading.Column) {
	return subtraction, []reading.Column{column}
}

func (u *scalarUnit) concerns(column reading.Column, node int32) bool { return node == column.Node }

// difference is now − before, rounded; Missing when one of them is.
func (p precision) difference(now, before float64) float64 {
	v := now - before
	if v-v != 0 {
		return reading.Missing
	}
	return p.round(v)
}

// The reasons for which a value is missing. MissingValue is followed by the name
// of the field, as in "missing:freq".
const (
	MissingValue     = "missing:"
	NotANumber       = "notANumber"
	DividedByZero    = "dividedByZero"
	LogOfNonPositive = "logOfNonPositive"
	SensorFault      = "sensorFault"      // a current or voltage that no healthy sensor gives
	NotFixed         = "solutionNotFixed" // a single or differential GNSS solution
	BadOrientation   = "badOrientation"   // a backsight lies outside of the tolerance
	NotPositive      = "notPositive"
	OutsideRange     = "outOfRange"    // a companion value outside of the instrument's range was left out
	SegmentSilent    = "segmentSilent" // a segment of an array has no tilt for too long
	RingOpen         = "ringOpen"      // a closed ring misses itself by more than it may
)
