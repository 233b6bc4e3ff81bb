package formula_test

import (
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// The worked faces of formulas.md section 17: c −2.0″ and i 2.0″ around 127.23616665° and 88.35902775°.
func TestTwoFacesCancelInstrumentErrors(t *testing.T) {
	rule := stationRule()
	rule.Options = map[string]string{"faces": "2"}
	p := compile(t, formula.Setting{Rules: []formula.Rule{rule}, Field: exact})
	// The backsight is observed with the same collimation error.
	const backsight, c = 12.561555556, -2. / 3600
	left := values{"hz": 127.2356111, "v": 88.3595833, "sd": 183.2746, "face": 1, "backsight1.hz": backsight + c, "backsight1.face": 1}
	right := values{"hz": 307.2367222, "v": 271.6415278, "sd": 183.2748, "face": 2, "backsight1.hz": backsight + 180 - c, "backsight1.face": 2}
	join := func(of, other values) values {
		joined := values{}
		for name, v := range of {
			joined[name] = v
		}
		for _, name := range []string{"hz", "v", "sd"} {
			joined[formula.OtherFace+"."+name] = other[name]
		}
		return joined
	}
	plain := stationRule()
	single := compile(t, formula.Setting{Rules: []formula.Rule{plain}, Field: exact})
	want := observe(single, values{"hz": 127.23616665, "v": 88.35902775, "sd": 183.2747, "face": 1, "backsight1.hz": backsight}, nil)
	for name, in := range map[string]values{"face II last": join(right, left), "face I last": join(left, right)} {
		got := observe(p, in, nil)
		if got.flag != 0 {
			t.Errorf("%s: flag %v", name, got.flag.Names())
		}
		for _, field := range []string{"northing", "easting", "elevation"} {
			if math.Abs(got.at(field, 0)-want.at(field, 0)) > 2e-7 {
				t.Errorf("%s: %s %.9f, want %.9f", name, field, got.at(field, 0), want.at(field, 0))
			}
		}
		if math.Abs(got.at("collimation", 0)+2) > 1e-3 || math.Abs(got.at("index", 0)-2) > 1e-3 {
			t.Errorf("%s: collimation %v″, index %v″", name, got.at("collimation", 0), got.at("index", 0))
		}
		told := map[string]int{}
		for _, step := range p.Explain(in.in(p), &formula.Env{}, reading.Column{Field: "easting"}) {
			told[step.Key] = len(step.Inputs)
		}
		if told["Hz"] != 2 || told["z"] != 2 || told["c"] != 2 || told["i"] != 2 {
			t.Errorf("%s: the explanation does not show both faces: %v", name, told)
		}
		for field, text := range map[string]string{"collimation": "c = (HzL − (HzR − 180))/2", "index": "i = (VL + VR − 360)/2"} {
			if steps := p.Explain(in.in(p), &formula.Env{}, reading.Column{Field: field}); len(steps) != 1 ||
				steps[0].Text != text || steps[0].Unit != "″" || steps[0].Inputs[0].Unit != "°" {
				t.Errorf("%s: %s is explained by %v", name, field, steps)
			}
		}
	}
}

func TestSingleFaceIsNormalizedAndFlagged(t *testing.T) {
	rule := stationRule()
	rule.Options = map[string]string{"faces": "2"}
	both := compile(t, formula.Setting{Rules: []formula.Rule{rule}, Field: exact})
	one := compile(t, formula.Setting{Rules: []formula.Rule{stationRule()}, Field: exact})
	first := values{"hz": 127.2356, "v": 88.3596, "sd": 183.2746, "backsight1.hz": 12.561555556}
	second := values{"hz": 307.2356, "v": 271.6404, "sd": 183.2746, "backsight1.hz": 192.561555556, "backsight1.face": 2}
	want := observe(one, first, nil)
	for name, given := range map[string]struct {
		of   formula.Program
		in   values
		flag reading.Flag
	}{
		"face I of two":  {both, first, reading.Partial},
		"face II of two": {both, second, reading.Partial},
		"face II of one": {one, second, 0},
	} {
		got := observe(given.of, given.in, nil)
		if got.flag != given.flag {
			t.Errorf("%s: flag %v", name, got.flag.Names())
		}
		for _, field := range []string{"northing", "easting", "elevation"} {
			if math.Abs(got.at(field, 0)-want.at(field, 0)) > 1e-9 {
				t.Errorf("%s: %s %v, want %v", name, field, got.at(field, 0), want.at(field, 0))
			}
		}
	}
}

func TestInvalidFaceSettings(t *testing.T) {
	rule := stationRule()
	rule.Options = map[string]string{"faces": "3"}
	if _, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}}); err == nil {
		t.Error("three faces were accepted")
	}
	rule = stationRule()
	rule.Options, rule.Params["faceTol"] = map[string]string{"faces": "2"}, 0
	if _, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}}); err == nil {
		t.Error("a face tolerance of 0 was accepted")
	}
}
