package formula

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
)

// chain is a Program: units in dependency order.
type chain struct {
	inputs   []Input
	observed *reading.Columns
	changed  *reading.Columns
	base     int
	rounding []precision // of the base columns of the change
	factors  []float64   // of the columns of the change; nil: none
	scaled   []precision // of the columns of the change, with factors
	units    []unit      // in order of computation
	rules    []unit      // in order of the rules
	owner    []int       // index of the rule of each observed column
	reads    [][]int     // rules that each rule reads from
	takes    [][]int     // inputs that each rule reads
	limits   []Limit
	values   []int // observed columns that are values of the point
	endless  bool
	memory   Memory
}

func (c *chain) Inputs() []Input            { return c.inputs }
func (c *chain) Observed() *reading.Columns { return c.observed }
func (c *chain) Changed() *reading.Columns  { return c.changed }
func (c *chain) Base() int                  { return c.base }
func (c *chain) Endless() bool              { return c.endless }
func (c *chain) Memory() Memory             { return c.memory }
func (c *chain) Limits() []Limit            { return c.limits }

func (c *chain) Observe(in []float64, env *Env, out []float64) (flag reading.Flag, reason string) {
	return c.observe(in, env, out, nil)
}

// observe is Observe; unless raw is nil, it also returns the values before rounding.
func (c *chain) observe(in []float64, env *Env, out, raw []float64) (flag reading.Flag, reason string) {
	in, flag = c.inRange(in)
	f := frame{in, out, env}
	for _, u := range c.units {
		marks, why := u.run(f)
		flag |= marks
		if reason == "" {
			reason = why
		}
	}
	if raw != nil {
		copy(raw, out)
	}
	for _, u := range c.units {
		if u.store(out) {
			flag |= reading.NotComputed
			reason = cmp.Or(reason, NotANumber)
		}
	}
	for _, i := range c.values {
		if !reading.IsMissing(out[i]) {
			return flag, reason
		}
	}
	return flag | reading.Invalid, reason
}

// inRange checks the instrument's ranges. It does not change the caller's values.
func (c *chain) inRange(in []float64) (checked []float64, flag reading.Flag) {
	copied := false
	for i := range c.limits {
		l := &c.limits[i]
		v := in[l.Input]
		if !(v < l.Low || v > l.High) { // false for NaN and Missing
			continue
		}
		if l.Decides {
			flag |= reading.OutOfRange
			continue
		}
		if !copied {
			in, copied = append([]float64(nil), in...), true
		}
		in[l.Input] = reading.Missing
	}
	return in, flag
}

func (c *chain) Change(observed, initial, out []float64) {
	for _, u := range c.units {
		u.change(observed, initial, out)
	}
	if c.factors != nil {
		c.scale(out, 0, c.base)
	}
	c.follow(out)
}

// follow computes the columns derived from the base columns.
func (c *chain) follow(changed []float64) {
	for _, u := range c.units {
		u.derive(changed)
	}
	if c.factors != nil {
		c.scale(changed, c.base, len(changed))
	}
}

func (c *chain) scale(changed []float64, from, to int) {
	for i := from; i < to; i++ {
		if c.factors[i] != 1 && !reading.IsMissing(changed[i]) {
			changed[i] = c.scaled[i].round(changed[i] * c.factors[i])
		}
	}
}

func (c *chain) Plain(column int) (observed int, difference func(now, before float64) float64, ok bool) {
	for _, u := range c.units {
		if s, is := u.(*scalarUnit); is {
			i := slices.Index(s.bases, column)
			switch {
			case i < 0:
			case c.factors == nil || c.factors[column] == 1:
				return s.outs[i], s.rounding.difference, true
			default:
				return s.outs[i], func(now, before float64) float64 {
					v := s.rounding.difference(now, before)
					if reading.IsMissing(v) {
						return v
					}
					return c.scaled[column].round(v * c.factors[column])
				}, true
			}
		}
	}
	return 0, nil, false
}

func (c *chain) Derive(changed []float64) {
	for i, p := range c.rounding {
		changed[i] = p.kept(changed[i])
	}
	c.follow(changed)
}

func (c *chain) Explain(in []float64, env *Env, column reading.Column) []Step {
	at := c.observed.Index(column)
	if at < 0 {
		return nil
	}
	out, raw := make([]float64, c.observed.Len()), make([]float64, c.observed.Len())
	c.observe(in, env, out, raw)
	f := frame{in, raw, env} // rules read each other's results with all digits
	var steps []Step
	told := map[int]bool{}
	var tell func(rule, position int)
	tell = func(rule, position int) {
		if told[rule] {
			return
		}
		told[rule] = true
		for _, other := range c.reads[rule] {
			tell(other, c.firstOf(other, column.Node))
		}
		steps = append(steps, c.rules[rule].explain(f, position)...)
	}
	tell(c.owner[at], at)
	for i := range steps {
		if k := c.observed.Index(reading.Column{Field: steps[i].Field, Node: steps[i].Node}); k >= 0 {
			steps[i].Value = out[k] // as stored
		}
	}
	return steps
}

func (c *chain) Reads(column reading.Column) []int {
	at := c.observed.Index(column)
	if at < 0 {
		return nil
	}
	var list []int
	told := map[int]bool{}
	var tell func(rule int)
	tell = func(rule int) {
		if told[rule] {
			return
		}
		told[rule] = true
		for _, other := range c.reads[rule] {
			tell(other)
		}
		for _, input := range c.takes[rule] {
			if node := c.inputs[input].Node; (node == 0 || c.rules[rule].concerns(column, node)) && !slices.Contains(list, input) {
				list = append(list, input)
			}
		}
	}
	tell(c.owner[at])
	return list
}

func (c *chain) ExplainChange(column reading.Column) (text string, from []reading.Column) {
	for _, u := range c.rules {
		base, derived := u.changed()
		if slices.Contains(base, column) || slices.Contains(derived, column) {
			text, from := u.explainChange(column)
			if c.factors != nil {
				text = factored(text, c.factors[c.changed.Index(column)])
			}
			return text, from
		}
	}
	return "", nil
}

// firstOf returns the observed column of a rule for a node, or its first column.
func (c *chain) firstOf(rule int, node int32) int {
	first := -1
	for i, owner := range c.owner {
		if owner != rule {
			continue
		}
		if c.observed.List[i].Node == node {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// factored returns an equation whose result is multiplied by a factor.
func factored(text string, factor float64) string {
	if factor == 1 {
		return text
	}
	number := strconv.FormatFloat(factor, 'f', -1, 64)
	if factor < 0 {
		number = "(" + strings.Replace(number, "-", "−", 1) + ")"
	}
	if name, equation, ok := strings.Cut(text, " = "); ok {
		return name + " = (" + equation + ")·" + number
	}
	return "(" + text + ")·" + number
}
