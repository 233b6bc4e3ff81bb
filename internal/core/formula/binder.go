package formula

import "plumbline/internal/core/reading"

// binder resolves what one rule reads while it is compiled. The first thing that
// is missing is kept in failed; Compile returns it.
type binder struct {
	*compiler
	index   int
	rule    *Rule
	columns []reading.Column // that the rule computes
	outs    []int            // their positions
	node    int32            // node that is being compiled
	family  *family
	failed  error
}

func (b *binder) fail(err error) {
	if b.failed == nil {
		b.failed = err
	}
}

// shown gives the rounding and the unit of a field.
func (b *binder) shown(field string) (precision, string) {
	decimals, unit := unlisted, ""
	if b.setting.Field != nil {
		if d, u, ok := b.setting.Field(field); ok {
			decimals, unit = d, u
		}
	}
	return toDecimals(decimals + finer), unit
}

// has reports whether the point's measurement has a field; all when nothing is known.
func (s *Setting) has(field string) bool {
	if s.Field == nil {
		return true
	}
	_, _, ok := s.Field(field)
	return ok
}

// value finds what a formula reads under a field name: what another rule computes,
// at the same node before the point itself, else the raw field of the main source.
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

// input reads a field of a role.
func (b *binder) input(role, field string, node int32) slot {
	return b.read(Input{Role: role, Field: field, Node: node})
}

// within reads a field of a role that must have been read so many ms from the reading.
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

// known returns what the name of a custom formula means as a parameter of the rule or a coefficient of the device.
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
