package formula

import (
	"math"
	"testing"
)

// A station at 1 m reads (A0 − A180)/2 = 500 and (B0 − B180)/2 = 100 between stations that read 480 and 540 along A. A bias of 4
// digits, a rotation of 0.5° with π/180·0.5·100 = 0.8727 digits, and a probe that is 10 + 5·1 mm too deep where half the
// difference changes by 60 digits a meter, 0.9 digits, make it read 5.7727 digits too much.
func TestErrorsOfASurveyAreTakenOut(t *testing.T) {
	nodes := []Node{{0, 0}, {1, 0.5}, {2, 1}, {3, 1.5}}
	read := map[int32]*[4]float64{
		1: {488, -472, 108, -92}, 2: {508, -492, 108, -92}, 3: {548, -532, 108, -92},
	}
	e := CasingErrorsOf(map[string]float64{"biasA": 4, "rotationA": 0.5, "depth": 10, "settlement": 5})
	before := *read[2]
	e.Remove(nodes, func(field int, node int32) *float64 {
		if values := read[node]; values != nil {
			return &values[field]
		}
		return nil
	})
	const off = 4 + 0.5*math.Pi/180*100 + 0.9
	want := [4]float64{before[0] - off, before[1] + off, before[2], before[3]}
	for k, v := range read[2] {
		if math.Abs(v-want[k]) > 1e-9 {
			t.Errorf("%s is %v, want %v", ProbeFields[k], v, want[k])
		}
	}
	if sum := Checksum(read[2][0], read[2][1]); math.Abs(sum-16) > 1e-9 {
		t.Errorf("the checksum is %v, it must stay 16", sum)
	}
}

// A station that was read in one direction uses the mean zero offset for its part of the errors, and loses its reading if what
// decides its error is not there.
func TestErrorsOfStationsReadInPart(t *testing.T) {
	nodes := []Node{{1, 0.5}, {2, 1}}
	none := math.NaN()
	var read map[int32]*[4]float64
	again := func() { read = map[int32]*[4]float64{1: {508, -492, 100, -100}, 2: {600, none, none, none}} }
	again()
	at := func(field int, node int32) *float64 { return &read[node][field] }
	CasingErrorsOf(map[string]float64{"depth": 100}).Remove(nodes, at)
	// Half the differences are 500 and 600 − 8 = 592: 184 digits a meter.
	if got := read[2][0]; math.Abs(got-(600-18.4)) > 1e-9 {
		t.Errorf("one direction: %v", got)
	}
	if got := read[1][2]; !math.IsNaN(got) {
		t.Errorf("the only station along B does not bend: %v", got)
	}
	again()
	CasingErrorsOf(map[string]float64{"rotationA": 1}).Remove(nodes, at)
	if got := read[2][0]; !math.IsNaN(got) {
		t.Errorf("rotation without the other axis: %v", got)
	}
	if got := read[1][0]; math.IsNaN(got) {
		t.Error("the other station lost its reading")
	}
}

// A survey along A only has no rotation, and one in one direction has no errors of depths: such terms leave it as it is.
func TestErrorsThatASurveyCannotHave(t *testing.T) {
	nodes := []Node{{1, 0.5}, {2, 1}}
	none := math.NaN()
	read := map[int32]*[4]float64{1: {508, -492, none, none}, 2: {600, -590, none, none}}
	at := func(field int, node int32) *float64 { return &read[node][field] }
	if CasingErrorsOf(map[string]float64{"rotationA": 1, "biasB": 3}).Remove(nodes, at) || read[1][0] != 508 {
		t.Errorf("rotation without B: %v", *read[1])
	}
	if !CasingErrorsOf(map[string]float64{"rotationA": 1, "biasA": 3}).Remove(nodes, at) || read[1][0] != 505 || read[1][1] != -489 {
		t.Errorf("bias with a rotation: %v", *read[1])
	}
	read = map[int32]*[4]float64{1: {508, none, none, none}, 2: {600, none, none, none}}
	if !CasingErrorsOf(map[string]float64{"depth": 100, "biasA": 3}).Remove(nodes, at) || read[2][0] != 597 {
		t.Errorf("one direction: %v", *read[2])
	}
}
