package formula

import (
	"strconv"

	"plumbline/internal/core/reading"
)

var vwLoadCellFamily = family{
	SystemFormula: SystemFormula{
		Code: "VW_LOADCELL", Label: label("多弦测力计公式", "Load cell with several wires", "多弦測力計公式"),
		Text:   "F = Kr·[dir·K·(M − M0) + Kt·(t − t0)],  M = Σf²/n;  loss = 100·(F_lock − F)/F_lock;  ecc = 100·(F_max − F_min)/F_mean",
		Inputs: append(needs("freq1"), loadCellInputs()...),
		Fields: []string{"force", "eccentricity", "loss"},
		Settings: append(append([]FormulaSetting{coefficient("K").required()}, loadCellZeros()...),
			coefficient("Kt"), coefficient("t0"),
			coefficient("dir").oneOf(pick("-1", "减小", "Falls", "減小"), pick("1", "增大", "Rises", "增大")),
			coefficient("Kr"), coefficient("lockOff").atLeast(0.001)),
		SuitsTypes: []string{"Anchor", "AFM"},
	},
	source: "formulas.md section 7, measurements.md section 2.11, devices.md sections 5.15 and 5.16",
	maths:  scalar(newVWLoadCell),
}

// mostStrings is the maximum number of wires of a load cell.
const mostStrings = 6

func loadCellInputs() (list []FormulaInput) {
	for i := 2; i <= mostStrings; i++ {
		list = append(list, takes("", "freq"+strconv.Itoa(i)))
	}
	return append(list, takes("", "temp"))
}

func loadCellZeros() (list []FormulaSetting) {
	for i := 1; i <= mostStrings; i++ {
		list = append(list, coefficient("f0"+strconv.Itoa(i)).atLeast(wireLow))
	}
	return list
}

// vwLoadCell is formulas.md section 7:
//
//	M = (1/n)·Σf²
//	F = Kr·[dir·K·(M − M0) + Kt·(t − t0)]   kN
//
// Its wires are those with a zero frequency f01…f06. M and M0 are means over the wires that answer; a result without all
// of them is partial, and with less than half of them there is none. A wire outside 400…6000 Hz does not answer.
//
// The rule's field is the result: force; loss, the part of the lock-off force that was lost, in percent; or
// eccentricity, the difference between the largest and smallest force of a wire over their mean, in percent.
type vwLoadCell struct {
	wires      []slot
	zeros      []float64 // Hz
	numbers    []int     // of the wires, from 1
	reasons    []string
	k, dir, kr float64
	warmth     warmth
	field      string
	lockOff    float64
}

func newVWLoadCell(b *binder) (kernel, error) {
	k := &vwLoadCell{k: b.number("K"), dir: b.number("dir"), kr: b.number("Kr"), warmth: newWarmth(b), field: b.rule.ComputedField}
	for i := 1; i <= mostStrings; i++ {
		no := strconv.Itoa(i)
		zero, given := b.given("f0" + no)
		if !given {
			continue
		}
		wire := b.value("freq" + no)
		b.dispensable(wire)
		k.wires, k.zeros, k.numbers = append(k.wires, wire), append(k.zeros, zero), append(k.numbers, i)
		k.reasons = append(k.reasons, MissingValue+"freq"+no)
	}
	if len(k.wires) == 0 {
		b.fail(incomplete(NoCoefficient, "f01"))
	}
	if k.field == "loss" {
		k.lockOff = b.number("lockOff")
	}
	return k, nil
}

// answering returns whether a wire answers, with its frequency.
func (k *vwLoadCell) answering(f frame, wire int) (freq float64, ok bool) {
	freq = f.at(k.wires[wire])
	return freq, freq >= wireLow && freq <= wireHigh
}

// means returns the means of f² and f0² over the wires that answer, and the reason if they are too few.
func (k *vwLoadCell) means(f frame) (m, m0 float64, flag reading.Flag, reason string) {
	n := 0
	for i := range k.wires {
		freq, ok := k.answering(f, i)
		if !ok {
			flag = reading.Partial
			if reason == "" {
				reason = k.reasons[i]
			}
			continue
		}
		n++
		m += freq * freq
		m0 += k.zeros[i] * k.zeros[i]
	}
	if 2*n < len(k.wires) {
		return reading.Missing, reading.Missing, 0, reason
	}
	return m / float64(n), m0 / float64(n), flag, ""
}

// force returns F in kN.
func (k *vwLoadCell) force(f frame) (float64, reading.Flag, string) {
	m, m0, flag, reason := k.means(f)
	if reason != "" {
		return m, flag, reason
	}
	warm, noTemp := k.warmth.term(f)
	return k.kr * (k.dir*k.k*(m-m0) + warm), flag | noTemp, ""
}

// spread returns the largest and smallest of the forces of the wires and their mean, without temperature term.
func (k *vwLoadCell) spread(f frame) (largest, smallest, mean float64) {
	n := 0.0
	for i := range k.wires {
		freq, ok := k.answering(f, i)
		if !ok {
			continue
		}
		force := k.kr * k.dir * k.k * (freq*freq - k.zeros[i]*k.zeros[i])
		if n == 0 || force > largest {
			largest = force
		}
		if n == 0 || force < smallest {
			smallest = force
		}
		mean += force
		n++
	}
	return largest, smallest, mean / n
}

func (k *vwLoadCell) eval(f frame) (float64, reading.Flag, string) {
	force, flag, reason := k.force(f)
	if reason != "" {
		return force, flag, reason
	}
	switch k.field {
	case "loss":
		return 100 * (k.lockOff - force) / k.lockOff, flag, ""
	case "eccentricity":
		largest, smallest, mean := k.spread(f)
		if mean <= 0 {
			return reading.Missing, flag, NotPositive
		}
		return 100 * (largest - smallest) / mean, flag &^ reading.NoTemp, ""
	}
	return force, flag, ""
}

func (k *vwLoadCell) explain(f frame) explanation {
	m, m0, _, _ := k.means(f)
	squares := Step{Key: "M", Text: "M = Σf²/n", Value: value(m), Unit: "Hz²"}
	zeros := Step{Key: "M0", Text: "M0 = Σf0²/n", Value: value(m0), Unit: "Hz²"}
	for i, no := range k.numbers {
		freq, ok := k.answering(f, i)
		if !ok {
			continue
		}
		name := strconv.Itoa(no)
		squares.Inputs = append(squares.Inputs, Term{Name: "f" + name, Kind: RawTerm, Value: freq, Unit: "Hz"})
		zeros.Inputs = append(zeros.Inputs, Term{Name: "f0" + name, Kind: CoefficientTerm, Value: k.zeros[i], Unit: "Hz"})
	}
	if k.field == "eccentricity" {
		return k.explainSpread(f, squares.Inputs, zeros.Inputs)
	}
	why := explanation{
		text: "F = Kr·[dir·K·(M − M0) + Kt·(t − t0)]",
		terms: []Term{
			{Name: "M", Kind: ComputedTerm, Value: value(m), Unit: "Hz²"},
			{Name: "M0", Kind: ComputedTerm, Value: value(m0), Unit: "Hz²"},
			{Name: "dir", Kind: CoefficientTerm, Value: k.dir},
			{Name: "K", Kind: CoefficientTerm, Value: k.k},
			{Name: "Kr", Kind: CoefficientTerm, Value: k.kr},
		},
		parts: []Step{squares, zeros},
	}
	k.warmth.explain(f, &why, "kN")
	if k.field != "loss" {
		return why
	}
	force, _, _ := k.force(f)
	why.parts = append(why.parts, Step{Key: "F", Text: why.text, Inputs: why.terms, Value: value(force), Unit: "kN"})
	why.text = "loss = 100·(F_lock − F)/F_lock"
	why.terms = []Term{
		{Name: "F", Kind: ComputedTerm, Value: value(force), Unit: "kN"}, {Name: "F_lock", Kind: CoefficientTerm, Value: k.lockOff, Unit: "kN"},
	}
	return why
}

func (k *vwLoadCell) explainSpread(f frame, wires, zeros []Term) explanation {
	largest, smallest, mean := k.spread(f)
	coefficients := []Term{
		{Name: "dir", Kind: CoefficientTerm, Value: k.dir}, {Name: "K", Kind: CoefficientTerm, Value: k.k}, {Name: "Kr", Kind: CoefficientTerm, Value: k.kr},
	}
	why := explanation{text: "ecc = 100·(F_max − F_min)/F_mean", terms: []Term{
		{Name: "F_max", Kind: ComputedTerm, Value: value(largest), Unit: "kN"},
		{Name: "F_min", Kind: ComputedTerm, Value: value(smallest), Unit: "kN"},
		{Name: "F_mean", Kind: ComputedTerm, Value: value(mean), Unit: "kN"},
	}}
	for i := range wires {
		freq, zero := wires[i].Value, zeros[i].Value
		why.parts = append(why.parts, Step{
			Key: "F" + wires[i].Name[1:], Text: "Kr·dir·K·(f² − f0²)", Inputs: append([]Term{wires[i], zeros[i]}, coefficients...),
			Value: k.kr * k.dir * k.k * (freq*freq - zero*zero), Unit: "kN",
		})
	}
	return why
}
