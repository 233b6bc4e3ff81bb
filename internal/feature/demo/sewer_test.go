package demo

import (
	"math"
	"testing"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/formula"
)

// Closed on the exit, the surveys of the sewer are within 3 mm of where it lies; before that they miss the exit by centimeters.
func TestSurveysOfTheSewer(t *testing.T) {
	records, err := sewerRuns()
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		var survey formula.PipeSurvey
		for _, n := range r.Nodes {
			survey.Stations = append(survey.Stations, formula.PipeStation{
				Chainage: n.Values["chainage"], Pitch: n.Values["pitch"], Heading: n.Values["heading"],
			})
		}
		pipe := compiled.PipeOf(*sewerPam())
		pipe.Backward = r.Values["direction"] < 0
		path, reason := pipe.Path(survey)
		if reason != "" || !path.Closed {
			t.Fatalf("survey %d: %q", i+1, reason)
		}
		if m := path.Misclosure; math.Hypot(m[0], m[1]) < 0.01 || math.Hypot(m[0], m[1]) > 0.2 {
			t.Errorf("survey %d misses by %v m", i+1, *m)
		}
		for chainage := 0.0; chainage <= sewerLength; chainage += 5 {
			got, _ := path.At(chainage)
			for axis, want := range sewerAt(chainage, sewerSurveys[i].grown) {
				if math.Abs(got[axis]-want) > 0.003 {
					t.Errorf("survey %d at %v m: %v, want %v", i+1, chainage, got[axis], want)
				}
			}
		}
	}
}
