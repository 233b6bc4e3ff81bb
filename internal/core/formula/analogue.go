package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var currentFamily = family{
	SystemFormula: SystemFormula{
		Code: "MA_LINEAR", Label: label("电流线性公式", "Current loop, linear", "電流線性公式"),
		Text:   "y = zero + (I − iMin)/(iMax − iMin)·(fullscale − zero)",
		Inputs: needs("ma"),
		Settings: []FormulaSetting{
			coefficient("iMin"), coefficient("iMax"), coefficient("fullscale").required(), coefficient("zero"), perNode,
		},
		SuitsTypes: []string{"VOLWL", "WDM", "WATERLEVEL", "Crack", "Flow", "HSL"},
	},
	source: "formulas.md section 8, limits of NAMUR NE 43",
	maths:  scalar(newCurrentLoop),
}

var voltageFamily = family{
	SystemFormula: SystemFormula{
		Code: "VOLT_LINEAR", Label: label("电压线性公式", "Voltage, linear", "電壓線性公式"),
		Text:   "y = zero + (U − vMin)/(vMax − vMin)·(fullscale − zero)",
		Inputs: needs("volt"),
		Settings: []FormulaSetting{
			coefficient("vMin"), coefficient("vMax"), coefficient("fullscale").required(), coefficient("zero"), perNode,
		},
		SuitsTypes: []string{"VOLWL", "WDM", "WATERLEVEL", "Crack", "SHM"},
	},
	source: "formulas.md section 8",
	maths:  scalar(newVoltage),
}

// analogue is MA_LINEAR and VOLT_LINEAR of formulas.md section 8:
//
//	y = zero + (s − sMin)/(sMax − sMin)·(fullscale − zero)
//
// A signal beyond the fault limits gives no result; one beyond the healthy limits is
// out of range but still extrapolated.
type analogue struct {
	signal                             slot
	name, unit                         string
	low, high                          float64
	zero, fullscale                    float64
	faultLow, faultHigh, okLow, okHigh float64
}

// The limits of a 4–20 mA loop, mA (NAMUR NE 43).
const (
	loopFaultLow  = 3.6
	loopOKLow     = 3.8
	loopOKHigh    = 20.5
	loopFaultHigh = 21.0
)

func newCurrentLoop(b *binder) (kernel, error) {
	k := &analogue{name: "ma", unit: "mA", low: b.number("iMin"), high: b.number("iMax")}
	if k.low == 4 && k.high == 20 {
		k.faultLow, k.okLow, k.okHigh, k.faultHigh = loopFaultLow, loopOKLow, loopOKHigh, loopFaultHigh
	} else {
		k.tolerate(0.025, 0.03125)
	}
	return k, k.finish(b, "iMax")
}

func newVoltage(b *binder) (kernel, error) {
	k := &analogue{name: "volt", unit: "V", low: b.number("vMin"), high: b.number("vMax")}
	k.tolerate(0.01, 0.02) // −0.05 and 5.10 V of 0–5 V
	return k, k.finish(b, "vMax")
}

// tolerate sets the fault limits as fractions of the span beyond its ends.
func (k *analogue) tolerate(below, above float64) {
	span := k.high - k.low
	k.faultLow, k.faultHigh = k.low-below*span, k.high+above*span
	k.okLow, k.okHigh = k.faultLow, k.faultHigh
}

// finish reads the settings common to both formulas; highest names the setting of the upper limit.
func (k *analogue) finish(b *binder, highest string) error {
	k.signal, k.zero, k.fullscale = b.value(k.name), b.number("zero"), b.number("fullscale")
	if k.high <= k.low {
		return illegal(BadCoefficient, highest, 0)
	}
	return nil
}

func (k *analogue) eval(f frame) (float64, reading.Flag, string) {
	s := f.at(k.signal)
	if math.IsNaN(s) {
		return s, 0, k.missing()
	}
	if s < k.faultLow || s > k.faultHigh {
		return math.NaN(), 0, SensorFault
	}
	var flag reading.Flag
	if s < k.okLow || s > k.okHigh {
		flag = reading.OutOfRange
	}
	return k.zero + (s-k.low)/(k.high-k.low)*(k.fullscale-k.zero), flag, ""
}

func (k *analogue) missing() string {
	if k.name == "ma" {
		return MissingValue + "ma"
	}
	return MissingValue + "volt"
}

func (k *analogue) explain(f frame) explanation {
	return explanation{
		text: "y = zero + (s − sMin)/(sMax − sMin)·(fullscale − zero)",
		terms: []Term{
			{Name: "s", Kind: RawTerm, Value: value(f.at(k.signal)), Unit: k.unit},
			{Name: "sMin", Kind: CoefficientTerm, Value: k.low, Unit: k.unit},
			{Name: "sMax", Kind: CoefficientTerm, Value: k.high, Unit: k.unit},
			{Name: "zero", Kind: CoefficientTerm, Value: k.zero},
			{Name: "fullscale", Kind: CoefficientTerm, Value: k.fullscale},
		},
	}
}
