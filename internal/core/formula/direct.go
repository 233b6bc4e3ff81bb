package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

var directFamily = family{
	SystemFormula: SystemFormula{
		Code: "DIRECT", Label: label("直接取值", "Direct value", "直接取值"),
		Text: "y = scale·v + offset",
		Settings: []FormulaSetting{
			numeric("scale", label("比例", "Scale", "比例"), "").or(1),
			numeric("offset", label("偏移量", "Offset", "偏移量"), "").or(0),
			rawField("field", label("原始字段", "Raw field", "原始欄位")),
			source("role", label("数据来源", "Source", "資料來源")),
			perNode,
		},
	},
	source: "formulas.md section 1",
	maths:  scalar(newDirect),
}

// direct takes a field of a digital instrument as it is, scaled:
//
//	y = scale·v + offset
//
// Option field names the raw field; by default it has the name of the computed
// field. Option role selects another source of the binding. The value that a sensor sends until its first measurement
// after power-up gives no result: exactly 85 °C of a temperature string.
type direct struct {
	source        slot
	own           int     // the observed column
	powerOn       float64 // NaN: none
	taken         Term    // of the explanation, without its value
	unit          string
	reason        string
	scale, offset float64
}

func newDirect(b *binder) (kernel, error) {
	field := b.option("field")
	if field == "" {
		field = b.rule.ComputedField
	}
	role := b.option("role")
	k := &direct{taken: Term{Name: field, Kind: RawTerm, Role: role}, reason: MissingValue + field, scale: b.number("scale"), offset: b.number("offset")}
	k.powerOn, k.own = math.NaN(), b.outs[slices.Index(b.columns, reading.Column{Field: b.rule.ComputedField, Node: b.node})]
	_, k.unit = b.shown(b.rule.ComputedField)
	if role != "" {
		k.source = b.sourced("role", field, b.node)
		return k, nil
	}
	if k.source = b.value(field); k.source < 0 { // another rule computes it
		k.taken.Kind = ComputedTerm
		_, k.taken.Unit = b.shown(field)
	} else if b.setting.Raw != nil && !b.setting.Raw(field) {
		b.fail(illegal(UnknownName, field, 0))
	} else if b.setting.PowerOn != nil {
		if value, ok := b.setting.PowerOn(field); ok {
			k.powerOn = value
		}
	}
	return k, nil
}

func (k *direct) eval(f frame) (float64, reading.Flag, string) {
	v := f.at(k.source)
	if math.IsNaN(v) {
		return v, 0, k.reason
	}
	if v == k.powerOn && k.starts(f.env) {
		return math.NaN(), 0, PoweredOn
	}
	return k.scale*v + k.offset, 0, ""
}

// starts reports whether the sensor may just have been powered up: it has no value before, or none for three intervals.
func (k *direct) starts(env *Env) bool {
	if env.Previous == nil || reading.IsMissing(env.Previous[k.own]) {
		return true
	}
	return env.Interval > 0 && env.Elapsed*1000 > float64(3*env.Interval)
}

func (k *direct) explain(f frame) explanation {
	taken := k.taken
	taken.Value = value(f.at(k.source))
	return explanation{
		text: "y = scale·v + offset",
		terms: []Term{
			taken,
			{Name: "scale", Kind: CoefficientTerm, Value: k.scale},
			{Name: "offset", Kind: CoefficientTerm, Value: k.offset, Unit: k.unit},
		},
	}
}
