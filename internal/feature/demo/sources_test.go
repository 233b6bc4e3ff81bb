package demo

import (
	"math"
	"testing"
)

// The data sets pass the checks published by their sources (data notes).
func TestSourcesMatchPublishedValues(t *testing.T) {
	slide, err := landslide()
	if err != nil || len(slide) != 1344 {
		t.Fatalf("landslide: %d records, %v; want 1344", len(slide), err)
	}
	if got := slide[0].Channels[0].Values; got["freq"] != 2923 || got["res"] != 5781 {
		t.Errorf("first piezometer reading %v", got)
	}
	string1, err := inclinometer("1")
	if err != nil || len(string1) != 478 {
		t.Fatalf("inclinometer: %d records, %v; want 478", len(string1), err)
	}
	// The tilts add up to the published movement of the top relative to the toe: 5.75 mm.
	top := func(r Record) (sum float64) {
		for _, n := range r.Nodes {
			sum += stringSegment * math.Sin(n.Values["angleX"]*math.Pi/180)
		}
		return sum
	}
	if moved := top(string1[len(string1)-1]) - top(string1[0]); math.Abs(moved-5.75) > 0.05 {
		t.Errorf("the top of string 1 moves %.3f mm, want 5.75", moved)
	}
	epochs, first, err := prisms()
	if err != nil || len(first) != 15 {
		t.Fatalf("prisms: %d epochs of %d prisms, %v", len(epochs), len(first), err)
	}
	for _, check := range []struct {
		border [4]float64
		x, y   float64
	}{
		{[4]float64{-0.25, 0.75, 0, 1}, -0.125, 0.875},
		{[4]float64{-0.5, 0.75, -0.25, 1.25}, -0.375, 1.0},
	} {
		if x, y := crossing(check.border); math.Abs(x-check.x) > 0.015 || math.Abs(y-check.y) > 0.015 {
			t.Errorf("crossing of %v is (%.4f, %.4f), want (%g, %g)", check.border, x, y, check.x, check.y)
		}
	}
	for name, load := range map[string]func() ([]Record, error){
		"bridge": bridge, "prism": prism, "weather": weatherOf,
		"gnss":   func() ([]Record, error) { return gnss("S106", origin{30.9, 110.6, 380}) },
		"cracks": func() ([]Record, error) { return cracks("Pianterreno", true) },
	} {
		records, err := load()
		if err != nil || len(records) == 0 {
			t.Errorf("%s: %d records, %v", name, len(records), err)
		}
		for i := 1; i < len(records); i++ {
			if records[i].Time <= records[i-1].Time {
				t.Fatalf("%s: times do not rise at record %d", name, i)
			}
		}
	}
}
