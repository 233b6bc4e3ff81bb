package formula

import (
	"errors"

	"plumbline/internal/core/reading"
)

// Compile compiles a setting into a program. The error for invalid rules is an *Error.
func Compile(setting Setting) (Program, error) {
	if len(setting.Rules) == 0 {
		return nil, incomplete(NoRules, "")
	}
	c := &compiler{setting: &setting, owner: map[reading.Column]int{}, position: map[reading.Column]int{}, inputAt: map[Input]slot{}, spare: map[int]bool{}}
	parts := make([]*family, len(setting.Rules))
	columns := make([][]reading.Column, len(setting.Rules))
	for i := range setting.Rules {
		var err error
		if parts[i], columns[i], err = c.declare(i); err != nil {
			return nil, inRule(err, i)
		}
	}
	c.uses, c.takes = make([]map[int]bool, len(setting.Rules)), make([][]int, len(setting.Rules))
	units := make([]unit, len(setting.Rules))
	for i := range setting.Rules {
		c.uses[i] = map[int]bool{}
		b := &binder{compiler: c, index: i, rule: &setting.Rules[i], columns: columns[i], family: parts[i]}
		for _, column := range columns[i] {
			b.outs = append(b.outs, c.position[column])
		}
		made, err := parts[i].compile(b)
		if err == nil {
			err = b.failed
		}
		if err != nil {
			return nil, inRule(err, i)
		}
		units[i] = made
	}
	order, err := c.order()
	if err != nil {
		return nil, err
	}
	return c.link(units, order), nil
}

func inRule(err error, index int) error {
	var typed *Error
	if errors.As(err, &typed) {
		typed.Rule = index
	}
	return err
}

// compiler holds what the rules of one setting share during compilation.
type compiler struct {
	setting  *Setting
	observed []reading.Column
	position map[reading.Column]int // index of an observed column
	owner    map[reading.Column]int // rule that computes it
	inputs   []Input
	inputAt  map[Input]slot
	uses     []map[int]bool // rules that each rule reads from
	takes    [][]int        // inputs that each rule reads
	spare    map[int]bool   // inputs that a rule can do without
}

// declare returns the family of a rule and the columns that it computes.
func (c *compiler) declare(index int) (*family, []reading.Column, error) {
	rule := &c.setting.Rules[index]
	made := &customFamily
	if rule.System != "" {
		if made = familyOf(rule.System); made == nil {
			return nil, nil, illegal(UnknownSystem, rule.System, 0)
		}
	}
	if err := made.check(rule); err != nil {
		return nil, nil, err
	}
	columns, err := made.outputs(rule, c.setting)
	if err != nil {
		return nil, nil, err
	}
	for _, column := range columns {
		if _, twice := c.owner[column]; twice {
			return nil, nil, illegal(DuplicateField, column.Field, 0)
		}
		c.owner[column] = index
		c.position[column] = len(c.observed)
		c.observed = append(c.observed, column)
	}
	return made, columns, nil
}

// order sorts the rules so that each follows those that it reads from.
func (c *compiler) order() ([]int, error) {
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(c.uses))
	order := make([]int, 0, len(c.uses))
	var visit func(int) error
	visit = func(i int) error {
		switch state[i] {
		case done:
			return nil
		case open:
			return &Error{Code: Incomplete, Rule: i, Problem: Circular, Detail: c.setting.Rules[i].ComputedField}
		}
		state[i] = open
		for j := range c.uses {
			if c.uses[i][j] {
				if err := visit(j); err != nil {
					return err
				}
			}
		}
		state[i] = done
		order = append(order, i)
		return nil
	}
	for i := range c.uses {
		if err := visit(i); err != nil {
			return nil, err
		}
	}
	return order, nil
}

func (c *compiler) link(units []unit, order []int) *chain {
	made := &chain{
		inputs: c.inputs, observed: reading.Intern(c.observed), owner: make([]int, len(c.observed)), reads: make([][]int, len(units)), takes: c.takes,
	}
	for column, rule := range c.owner {
		made.owner[c.position[column]] = rule
	}
	var base, derived []reading.Column
	for _, u := range units {
		b, d := u.changed()
		base, derived = append(base, b...), append(derived, d...)
	}
	made.base = len(base)
	made.changed = reading.Intern(append(base, derived...))
	for _, column := range base {
		p, _ := (&binder{compiler: c}).shown(column.Field)
		made.rounding = append(made.rounding, p)
	}
	c.factor(made)
	nextBase, nextDerived := 0, made.base
	for _, u := range units {
		b, d := u.changed()
		u.place(positions(nextBase, len(b)), positions(nextDerived, len(d)))
		nextBase, nextDerived = nextBase+len(b), nextDerived+len(d)
	}
	for _, i := range order {
		made.units = append(made.units, units[i])
		made.endless = made.endless || units[i].endless()
		if u, ok := units[i].(backward); ok {
			columns, span, own := u.remembers(len(made.memory.Columns))
			made.memory.Own = made.memory.Own || own
			made.memory.Columns = append(made.memory.Columns, columns...)
			made.memory.Span = max(made.memory.Span, span)
		}
	}
	made.rules = units
	for i := range units {
		for j := range units {
			if c.uses[i][j] {
				made.reads[i] = append(made.reads[i], j)
			}
		}
	}
	for i, input := range c.inputs {
		if input.Role != "" || c.setting.Range == nil {
			continue
		}
		if low, high, ok := c.setting.Range(input.Field); ok {
			alone := input.Node == 0 && !c.spare[i] && (input.Field != companion || !c.readsOther(companion))
			made.limits = append(made.limits, Limit{i, low, high, alone})
		}
	}
	for i, column := range c.observed {
		if !Hidden(column.Field) {
			made.values = append(made.values, i)
		}
	}
	return made
}

// factor finds the columns of the change to be multiplied.
func (c *compiler) factor(made *chain) {
	for i, column := range made.changed.List {
		factor, ok := c.setting.Factors[column.Field]
		if !ok || factor == 1 {
			continue
		}
		if made.factors == nil {
			n := made.changed.Len()
			made.factors, made.scaled = make([]float64, n), make([]precision, n)
			for k := range made.factors {
				made.factors[k] = 1
			}
		}
		made.factors[i] = factor
		made.scaled[i], _ = (&binder{compiler: c}).shown(column.Field)
	}
}

func positions(from, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = from + i
	}
	return list
}

// companion is the field that instruments send along with the measured ones.
const companion = "temp"

// readsOther reports whether the rules read a field of the main source other than field.
func (c *compiler) readsOther(field string) bool {
	for _, input := range c.inputs {
		if input.Role == "" && input.Field != field {
			return true
		}
	}
	return false
}
