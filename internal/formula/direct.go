package formula

import "plumbline/internal/reading"

func init() { register("DIRECT", scalar(newDirect)) }

// direct takes a field of a digital instrument as it is, scaled:
//
//	y = scale·v + offset
//
// Option field names the raw field, the computed field's own name by default;
// option role another source of the binding.
type direct struct {
	source        slot
	field         string
	reason        string
	scale, offset float64
}

func newDirect(b *binder) (kernel, error) {
	field := b.text("field")
	if field == "" {
		field = b.rule.ComputedField
	}
	k := &direct{field: field, reason: MissingValue + field, scale: b.param("scale", 1), offset: b.param("offset", 0)}
	if role := b.text("role"); role != "" {
		k.source = b.input(role, field, b.node)
	} else {
		k.source = b.value(field)
		if k.source >= 0 && b.setting.Raw != nil && !b.setting.Raw(field) {
			b.fail(illegal(UnknownName, field, 0))
		}
	}
	return k, nil
}

func (k *direct) eval(f frame) (float64, reading.Flag, string) {
	v := f.at(k.source)
	if v != v {
		return v, 0, k.reason
	}
	return k.scale*v + k.offset, 0, ""
}

func (k *direct) explain(f frame) explanation {
	return explanation{
		text: "y = scale·v + offset",
		terms: []Term{
			{Name: k.field, Kind: RawTerm, Value: value(f.at(k.source))},
			{Name: "scale", Kind: CoefficientTerm, Value: k.scale},
			{Name: "offset", Kind: CoefficientTerm, Value: k.offset},
		},
	}
}
