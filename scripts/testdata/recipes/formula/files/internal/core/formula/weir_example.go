package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var weirExampleFamily = family{
	SystemFormula: SystemFormula{
		Code: "WEIR_EXAMPLE", Label: label("三角堰示例", "Example of a triangular weir", "三角堰範例"),
		Text:   "Q = C·(U·K)^2.5",
		Inputs: needs("volt"),
		Settings: []FormulaSetting{
			numeric("head", label("每伏水头K", "Head per volt K", "每伏水頭K"), "m/V").required(),
			numeric("discharge", label("流量系数C", "Discharge coefficient C", "流量係數C"), "").or(1.4),
		},
		SuitsTypes: []string{"Flow"},
	},
	source: "Thomson's formula of a 90° notch: Q = 1.4·h^2.5, m³/s",
	maths:  scalar(newWeirExample),
}

// weirExample is Thomson's formula of a triangular weir, whose head a sensor gives in volts:
//
//	Q = C·h^2.5, h = U·K
type weirExample struct {
	signal          slot
	head, discharge float64
}

func newWeirExample(b *binder) (kernel, error) {
	return &weirExample{signal: b.value("volt"), head: b.number("head"), discharge: b.number("discharge")}, nil
}

func (k *weirExample) eval(f frame) (float64, reading.Flag, string) {
	u := f.at(k.signal)
	if math.IsNaN(u) {
		return u, 0, MissingValue + "volt"
	}
	return k.discharge * math.Pow(max(u*k.head, 0), 2.5), 0, ""
}

func (k *weirExample) explain(f frame) explanation {
	return explanation{
		text: "Q = C·(U·K)^2.5",
		terms: []Term{
			{Name: "U", Kind: RawTerm, Value: value(f.at(k.signal)), Unit: "V"},
			{Name: "K", Kind: CoefficientTerm, Value: k.head, Unit: "m/V"},
			{Name: "C", Kind: CoefficientTerm, Value: k.discharge},
		},
	}
}
