package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

// vectorLen is the maximum number of components of a vector formula.
const vectorLen = 3

// vectorKernel is a system formula that computes the components of a movement in its own axes.
type vectorKernel interface {
	// eval returns a value or Missing for each observed column.
	eval(f frame) ([vectorLen]float64, reading.Flag, string)
	explain(f frame, component int) explanation
}

// vector turns a vector kernel into the maths of a family. The change of each component is its difference, and res is
// derived from them if the measurement has it.
func vector(outputs func(*Rule, *Setting) ([]reading.Column, error), build func(b *binder) (vectorKernel, error)) maths {
	return maths{outputs: outputs, compile: func(b *binder) (unit, error) { return compileVector(b, build) }}
}

func compileVector(b *binder, build func(b *binder) (vectorKernel, error)) (unit, error) {
	k, err := build(b)
	if err != nil {
		return nil, err
	}
	made := &vectorUnit{code: b.family.Code, kernel: k, columns: b.columns, outs: b.outs, resultantAt: -1}
	for _, column := range b.columns {
		p, unit := b.shown(column.Field)
		made.rounding, made.units = append(made.rounding, p), append(made.units, unit)
	}
	if _, taken := b.owner[resultantColumn]; b.setting.has(resultantColumn.Field) && !taken {
		made.derived = []reading.Column{resultantColumn}
		made.resultant, _ = b.shown(resultantColumn.Field)
	}
	return made, b.failed
}

var resultantColumn = reading.Column{Field: "res"}

type vectorUnit struct {
	code        string
	kernel      vectorKernel
	columns     []reading.Column
	derived     []reading.Column
	outs        []int
	bases       []int
	resultantAt int
	rounding    []precision
	resultant   precision
	units       []string
}

func (u *vectorUnit) run(f frame) (reading.Flag, string) {
	values, flag, reason := u.kernel.eval(f)
	for i, out := range u.outs {
		v := values[i]
		if v-v != 0 {
			v = reading.Missing
			if reason == "" {
				flag, reason = flag|reading.NotComputed, NotANumber
			}
		}
		f.out[out] = v
	}
	return flag, reason
}

func (u *vectorUnit) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return lost
}

func (u *vectorUnit) endless() bool { return false }

func (u *vectorUnit) concerns(reading.Column, int32) bool { return true }

func (u *vectorUnit) changed() (base, derived []reading.Column) { return u.columns, u.derived }

func (u *vectorUnit) place(base, derived []int) {
	u.bases = base
	if len(derived) > 0 {
		u.resultantAt = derived[0]
	}
}

func (u *vectorUnit) change(observed, initial, out []float64) {
	for i, at := range u.outs {
		out[u.bases[i]] = u.rounding[i].difference(observed[at], initial[at])
	}
}

func (u *vectorUnit) derive(changed []float64) {
	if u.resultantAt < 0 {
		return
	}
	sum := 0.0
	for _, at := range u.bases {
		sum += changed[at] * changed[at] // Missing is NaN
	}
	changed[u.resultantAt] = u.resultant.kept(math.Sqrt(sum))
}

func (u *vectorUnit) explainChange(column reading.Column) (string, []reading.Column) {
	if column != resultantColumn {
		return subtraction, []reading.Column{column}
	}
	if len(u.columns) == vectorLen {
		return "√(Δx² + Δy² + Δz²)", u.columns
	}
	return "√(Δx² + Δy²)", u.columns
}

func (u *vectorUnit) explain(f frame, out int) []Step {
	i := slices.Index(u.outs, out)
	why := u.kernel.explain(f, i)
	step := Step{Field: u.columns[i].Field, Key: u.code, Text: why.text, Inputs: why.terms, Value: f.out[out], Unit: u.units[i]}
	if reading.IsMissing(step.Value) {
		_, step.Reason = u.run(f)
	}
	return append(why.parts, step)
}
