package formula

import "plumbline/internal/core/reading"

// binder resolves what a rule reads during compilation. It keeps the first missing item in failed; Compile returns it.
type binder struct {
	*compiler
	index   int
	rule    *Rule
	columns []reading.Column // computed by the rule
	outs    []int            // their indices
	node    int32            // node being compiled
	family  *family
	failed  error
}

func (b *binder) fail(err error) {
	if b.failed == nil {
		b.failed = err
	}
}

// shown returns the rounding and unit of a field.
func (b *binder) shown(field string) (precision, string) {
	decimals, unit := unlisted, ""
	if b.setting.Field != nil {
		if d, u, ok := b.setting.Field(field); ok {
			decimals, unit = d, u
		}
	}
	return toDecimals(decimals + finer), unit
}

// has reports whether the point's measurement has a field; true if the measurement is unknown.
func (s *Setting) has(field string) bool {
	if s.Field == nil {
		return true
	}
	_, _, ok := s.Field(field)
	return ok
}

// value resolves a field name: the result of another rule, for the same node before the point itself, else the raw
// field of the main source.
func (b *binder) value(field string) slot {
	for _, node := range [2]int32{b.node, 0} {
		column := reading.Column{Field: field, Node: node}
		if rule, ok := b.owner[column]; ok && rule != b.index {
			b.uses[b.index][rule] = true
			return ^slot(b.position[column])
		}
	}
	return b.input("", field, b.node)
}

// input resolves a field of a role.
func (b *binder) input(role, field string, node int32) slot {
	return b.read(Input{Role: role, Field: field, Node: node})
}

// dispensable marks an input that the rule can do without: out of the instrument's range, it counts as not sent instead of
// making the whole reading invalid.
func (b *binder) dispensable(s slot) {
	if s >= 0 {
		b.spare[int(s)] = true
	}
}

// sourced resolves a field of the source that a setting names; nowhere if it names none.
func (b *binder) sourced(setting, field string, node int32) slot {
	role := b.option(setting)
	if role == "" {
		return nowhere
	}
	if b.reach(role); b.failed == nil && b.setting.Source != nil && isPoint(role) {
		if _, has := b.setting.Source(role, field); !has {
			b.fail(illegal(UnknownName, role+"."+field, 0))
		}
	}
	return b.input(role, field, node)
}

// reach refuses a point that the formula must not read: one outside of its project.
func (b *binder) reach(role string) {
	if b.setting.Source == nil || !isPoint(role) {
		return
	}
	if there, _ := b.setting.Source(role, ""); !there {
		b.fail(illegal(UnknownName, role, 0))
	}
}

// within resolves a field of a role whose reading must lie within ms of the main reading.
func (b *binder) within(role, field string, ms int64) slot {
	return b.read(Input{Role: role, Field: field, Within: ms})
}

func (b *binder) read(in Input) slot {
	at, ok := b.inputAt[in]
	if !ok {
		at = slot(len(b.inputs))
		b.inputs = append(b.inputs, in)
		b.inputAt[in] = at
	}
	b.takes[b.index] = append(b.takes[b.index], int(at))
	return at
}

// known returns the value of a name in a custom formula that is a parameter of the rule or a coefficient of the
// device.
func (b *binder) known(name string) (float64, bool) {
	if v, ok := b.rule.Params[name]; ok {
		return v, true
	}
	v, ok := b.setting.Coefficients[name]
	return v, ok
}

func (b *binder) finite(name string, v float64) float64 {
	if v-v != 0 {
		b.fail(illegal(BadCoefficient, name, 0))
	}
	return v
}
