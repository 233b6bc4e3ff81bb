package formula

// drift is the temperature term of a formula with its own factor, instead of the coefficient Kt of the device.
type drift struct {
	warmth
	name string // of the factor
}

func newDrift(b *binder, name string, factor float64) drift {
	return drift{newWarmthOf(b, factor), name}
}

func (d drift) explain(f frame, why *explanation, unit string) {
	if d.kt == 0 {
		return
	}
	term, _ := d.term(f)
	why.terms = append(why.terms, Term{Name: "T", Kind: RawTerm, Value: value(f.at(d.temp)), Unit: "°C"},
		Term{Name: "T0", Kind: CoefficientTerm, Value: d.t0, Unit: "°C"},
		Term{Name: d.name, Kind: CoefficientTerm, Value: d.kt, Unit: unit + "/°C"})
	why.parts = append(why.parts, Step{Key: "(T − T0)·(" + d.name + ")", Value: term, Unit: unit})
}
