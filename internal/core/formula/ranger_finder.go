package formula

import (
	"fmt"
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/sample"
)

// mostShots is the maximum number of shots of a reading.
const mostShots = 20

var rangeFamily = family{
	SystemFormula: SystemFormula{
		Code: "RANGE", Label: label("测距公式", "Laser range", "測距公式"),
		Text:   "y = Kr·d·cos γ·1000",
		Inputs: needs("dist"),
		Settings: []FormulaSetting{
			coefficient("Kr"), coefficient("gamma").atLeast(-89).atMost(89), perNode,
			numeric("shots", label("单次测量的读数个数", "Shots of a reading", "單次測量的讀數個數"), "").atLeast(sample.LeastTrimmed).atMost(mostShots).
				when(perNode.Name, "false").
				helped("仪器逐次上传（节点1、2…）时填写，去掉最大、最小值后取平均；仪器已取平均时留空",
					"If the instrument sends every shot, as nodes 1, 2…: their mean without the largest and smallest; empty if it sends the mean",
					"儀器逐次上傳（節點1、2…）時填寫，去掉最大、最小值後取平均；儀器已取平均時留空"),
		},
		SuitsTypes: []string{"RangerFinder"},
	},
	source: "formulas.md section 18, devices.md section 5.28",
	maths:  scalar(newRange),
}

// rangeMeter is RangerFinder of formulas.md section 18: the part of a distance along the wanted direction.
//
//	y = Kr·d·cos γ·1000
//
// d in m; the result is in mm, or in m for a field in m. Shorter is negative. Most instruments send the trimmed mean of
// their shots; of one that sends every shot, as a node each, d is the mean without the largest and the smallest. A shot
// that is missing or outside of the instrument's range makes the result partial; there are at least three.
type rangeMeter struct {
	dist              slot
	shots             []slot
	kr, gamma, factor float64
	scale             float64
	unit              string
}

func newRange(b *binder) (kernel, error) {
	k := &rangeMeter{dist: nowhere, kr: b.number("Kr"), gamma: b.number("gamma"), scale: 1000}
	if shots, given := b.given("shots"); given && b.option(perNode.Name) != "true" {
		for no := range int32(shots) {
			shot := b.input("", "dist", no+1)
			b.dispensable(shot)
			k.shots = append(k.shots, shot)
		}
	} else {
		k.dist = b.value("dist")
	}
	if _, k.unit = b.shown(b.rule.ComputedField); k.unit == "m" {
		k.scale = 1
	}
	k.factor = k.kr * math.Cos(k.gamma*math.Pi/180) * k.scale
	return k, nil
}

func (k *rangeMeter) eval(f frame) (float64, reading.Flag, string) {
	d, answered := k.distance(f)
	switch {
	case d-d != 0:
		return reading.Missing, 0, MissingValue + "dist"
	case answered < len(k.shots):
		return d * k.factor, reading.Partial, ""
	}
	return d * k.factor, 0, ""
}

// distance returns what was measured, and the number of shots that answered.
func (k *rangeMeter) distance(f frame) (d float64, answered int) {
	if len(k.shots) == 0 {
		return f.at(k.dist), 0
	}
	var list [mostShots]float64
	for _, shot := range k.shots {
		if v := f.at(shot); v-v == 0 {
			list[answered] = v
			answered++
		}
	}
	return sample.TrimmedMean(list[:answered]), answered
}

func (k *rangeMeter) explain(f frame) explanation {
	text := "y = Kr·d·cos γ·1000"
	if k.scale == 1 {
		text = "y = Kr·d·cos γ"
	}
	d, _ := k.distance(f)
	measured, parts := Term{Name: "d", Kind: RawTerm, Value: value(d), Unit: "m", Field: "dist"}, []Step(nil)
	if len(k.shots) > 0 {
		measured.Kind, measured.Field = ComputedTerm, ""
		mean := Step{Key: "d", Text: "d = (Σd_i − d_max − d_min)/(n − 2)", Value: value(d), Unit: "m"}
		for no, shot := range k.shots {
			if v := f.at(shot); v-v == 0 {
				mean.Inputs = append(mean.Inputs, Term{Name: fmt.Sprintf("d%d", no+1), Kind: RawTerm, Value: v, Unit: "m", Field: "dist"})
			}
		}
		parts = []Step{mean}
	}
	return explanation{text: text, parts: parts, terms: []Term{
		measured,
		{Name: "Kr", Kind: CoefficientTerm, Value: k.kr},
		{Name: "γ", Kind: CoefficientTerm, Value: k.gamma, Unit: "°"},
	}}
}
