package formula

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"plumbline/internal/core/reading"
)

// customFamily are custom formulas. Their settings, perNode and the number start, have no form.
var customFamily = family{
	SystemFormula: SystemFormula{Code: "CUSTOM_FORMULA", Settings: []FormulaSetting{
		perNode, numeric("start", label("起始值", "Start value", "起始值"), ""),
	}},
	maths: scalar(newCustom),
}

// newCustom compiles a custom formula (domain formulas.md section 1). A name means,
// in this order: dt; a parameter of the rule or a coefficient of the device; what
// another rule computes; a raw field of the main source (f and t are freq and temp). init.x and prev.x are the
// point's own initial and previous observed value of x, P12.x is the observed value
// of point 12, and role.x the raw field of another source of the binding.
//
// Before the first valid reading prev.x has no value, and so the formula has none, unless
// the rule has the parameter start, which is then used instead.
func newCustom(b *binder) (kernel, error) {
	c := &custom{text: b.rule.Text}
	resolve := func(name, member string, column int) (*node, error) {
		return c.resolve(b, name, member, column)
	}
	root, err := parse(b.rule.Text, resolve)
	if err != nil {
		return nil, err
	}
	c.code, err = assemble(root, func(n *node) string { return MissingValue + c.named[n] })
	c.named = nil
	return c, err
}

// custom is a compiled custom formula.
type custom struct {
	text  string
	code  program
	named map[*node]string // operand -> name, during compilation
	terms []customTerm     // for the explanation, in text order
}

type customTerm struct {
	term    Term
	operand *node // nil for a coefficient
}

// coefficientNames always mean coefficients: if one is missing, the formula is incomplete instead of reading a raw
// field of that name.
var coefficientNames = map[string]bool{
	"K": true, "Kt": true, "f0": true, "t0": true, "Kr": true, "iMin": true, "iMax": true, "vMin": true, "vMax": true,
	"fullscale": true, "zero": true, "installHeight": true, "segmentLen": true,
}

// shortNames are the letters used in certificates for the fields of vibrating-wire sensors.
var shortNames = map[string]string{"f": "freq", "t": "temp"}

// ShortName reports whether a name is a letter used in certificates for a field.
func ShortName(name string) bool { return shortNames[name] != "" }

// longName returns the field that a name means: itself, unless it is a short name and no field has it.
func (b *binder) longName(name string) string {
	long, short := shortNames[name]
	if !short || b.setting.Raw != nil && b.setting.Raw(name) {
		return name
	}
	if _, computed := b.owner[reading.Column{Field: name}]; computed {
		return name
	}
	return long
}

func (c *custom) resolve(b *binder, name, member string, column int) (*node, error) {
	if member != "" {
		return c.resolveMember(b, name, member, column)
	}
	if name == "dt" {
		return c.operand(&node{kind: operand, op: opElapsed, column: column}, Term{Name: name, Kind: PreviousTerm, Unit: "s"}), nil
	}
	if v, ok := b.known(name); ok {
		b.finite(name, v)
		c.terms = append(c.terms, customTerm{term: Term{Name: name, Kind: CoefficientTerm, Value: v}})
		return &node{kind: number, value: v, column: column}, nil
	}
	if coefficientNames[name] {
		return nil, &Error{Code: Incomplete, Column: column, Problem: NoCoefficient, Detail: name}
	}
	field := b.longName(name)
	at := b.value(field)
	_, unit := b.shown(field)
	term := Term{Name: name, Kind: ComputedTerm, Unit: unit, Node: b.node}
	if at >= 0 {
		if b.setting.Raw != nil && !b.setting.Raw(field) {
			return nil, illegal(UnknownName, name, column)
		}
		term.Kind, term.Unit, term.Field = RawTerm, "", field
	}
	return c.operand(&node{kind: operand, op: opValue, slot: at, column: column}, term), nil
}

func (c *custom) resolveMember(b *binder, name, member string, column int) (*node, error) {
	full := name + "." + member
	_, unit := b.shown(member)
	switch name {
	case "init", "prev":
		at, ok := b.position[reading.Column{Field: member, Node: b.node}]
		if !ok {
			return nil, illegal(UnknownName, full, column)
		}
		if name == "init" {
			return c.operand(&node{kind: operand, op: opInitial, slot: slot(at), column: column},
				Term{Name: full, Kind: InitialTerm, Unit: unit, Node: b.node}), nil
		}
		start, ok := b.given("start")
		if !ok {
			start = math.NaN()
		}
		return c.operand(&node{kind: operand, op: opPrevious, slot: slot(at), value: start, column: column},
			Term{Name: full, Kind: PreviousTerm, Unit: unit, Node: b.node}), nil
	}
	kind := RawTerm
	if isPoint(name) {
		kind = PointTerm
	}
	if b.setting.Source != nil {
		switch there, has := b.setting.Source(name, member); {
		case !there && kind == PointTerm || there && !has:
			return nil, illegal(UnknownName, full, column)
		case !there:
			return nil, &Error{Code: Incomplete, Column: column, Problem: NoSource, Detail: full}
		}
	}
	at := b.input(name, member, 0)
	return c.operand(&node{kind: operand, op: opValue, slot: at, column: column}, Term{Name: full, Kind: kind, Role: name, Field: member}), nil
}

var pointNames = regexp.MustCompile(`\bP([1-9][0-9]{0,15})\.`)

// PointsRead returns the points that a rule reads: those that the text of a custom formula names, and those that a
// system formula has as sources.
func PointsRead(text string, options map[string]string) []int64 {
	var ids []int64
	read := func(digits string) {
		if id, err := strconv.ParseInt(digits, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	for _, match := range pointNames.FindAllStringSubmatch(text, -1) {
		read(match[1])
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if role := options[name]; sourceSettings()[name] && isPoint(role) {
			read(role[1:])
		}
	}
	return ids
}

// sourceSettings returns the names of the settings that are sources.
var sourceSettings = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, f := range families {
		for _, s := range f.Settings {
			if s.Kind == sourceKind {
				names[s.Name] = true
			}
		}
	}
	return names
})

// isPoint reports whether a role refers to another point: P and its id.
func isPoint(role string) bool {
	digits, ok := strings.CutPrefix(role, "P")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func (c *custom) operand(n *node, term Term) *node {
	if c.named == nil {
		c.named = map[*node]string{}
	}
	c.named[n] = term.Name
	c.terms = append(c.terms, customTerm{term, n})
	return n
}

func (c *custom) eval(f frame) (float64, reading.Flag, string) {
	v, reason := c.code.run(f)
	return v, 0, reason
}

func (c *custom) explain(f frame) explanation {
	why := explanation{text: c.text}
	told := map[string]bool{}
	for _, t := range c.terms {
		if told[t.term.Name] {
			continue
		}
		told[t.term.Name] = true
		term := t.term
		if n := t.operand; n != nil {
			switch n.op {
			case opElapsed:
				term.Value = f.env.Elapsed
			case opInitial:
				term.Value = past(f.env.Initial, n.slot)
			case opPrevious:
				term.Value = past(f.env.Previous, n.slot)
			default:
				term.Value = f.at(n.slot)
			}
			if math.IsNaN(term.Value) {
				term.Value = reading.Missing
			}
		}
		why.terms = append(why.terms, term)
	}
	return why
}
