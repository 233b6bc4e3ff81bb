package formula

import "plumbline/internal/core/reading"

// drift is a temperature term factor·(T − T0) of a formula with its own factor, unlike warmth, whose factor Kt is that
// of the device. Without a temperature it is omitted and the result is flagged.
type drift struct {
	temp       slot
	factor, t0 float64
	name       string // of the factor
}

func newDrift(b *binder, name string, factor float64) drift {
	d := drift{temp: nowhere, factor: factor, name: name}
	if b.setting.TempOff {
		d.factor = 0
	}
	if d.factor != 0 {
		d.t0 = b.number("t0")
		d.temp = b.value("temp")
	}
	return d
}

func (d drift) term(f frame) (float64, reading.Flag) {
	if d.factor == 0 {
		return 0, 0
	}
	t := f.at(d.temp)
	if t-t != 0 {
		return 0, reading.NoTemp
	}
	return d.factor * (t - d.t0), 0
}

func (d drift) explain(f frame, why *explanation, unit string) {
	if d.factor == 0 {
		return
	}
	term, _ := d.term(f)
	why.terms = append(why.terms, Term{Name: "T", Kind: RawTerm, Value: value(f.at(d.temp)), Unit: "°C"},
		Term{Name: "T0", Kind: CoefficientTerm, Value: d.t0, Unit: "°C"},
		Term{Name: d.name, Kind: CoefficientTerm, Value: d.factor, Unit: unit + "/°C"})
	why.parts = append(why.parts, Step{Key: "(T − T0)·(" + d.name + ")", Value: term, Unit: unit})
}
