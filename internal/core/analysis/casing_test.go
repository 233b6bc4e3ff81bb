package analysis

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"plumbline/internal/core/formula"
)

// casing is a straight hole of stations half a meter apart whose half differences are given.
func casing(n int, half func(depth float64) [2]float64) []formula.CasingStation {
	list := make([]formula.CasingStation, n)
	for i := range list {
		depth := float64(i+1) / 2
		list[i] = formula.CasingStation{No: int32(i + 1), Depth: depth, Half: half(depth)}
	}
	return list
}

// drilled is a hole that is not straight, in digits of a probe with 25000.
func drilled(depth float64) [2]float64 {
	return [2]float64{200 + 95*math.Sin(depth/3.1), -130 + 60*math.Sin(depth/2.3+1)}
}

// Four stations of one axis read 3, 5, 4 and 4 digits more than before: the bias is their mean, 4 digits, and its standard
// error √(2/3)/√4 = 0.408.
func TestBiasIsTheMeanDifference(t *testing.T) {
	none := math.NaN()
	base := casing(4, func(float64) [2]float64 { return [2]float64{100, none} })
	survey := slices.Clone(base)
	for i, more := range []float64{3, 5, 4, 4} {
		survey[i].Half[0] += more
	}
	e, err := EstimateCasing(CasingFit{Survey: survey, Base: base, Terms: []int{formula.BiasA}, Noise: none})
	if err != nil {
		t.Fatal(err)
	}
	one := e.Terms[0]
	if math.Abs(one.Value-4) > 1e-12 || math.Abs(one.StandardError-math.Sqrt(2.0/3)/2) > 1e-12 || e.Stations != 4 || e.Readings != 4 || e.Freedom != 3 {
		t.Errorf("bias %+v of %+v", one, e)
	}
	if met := e.Conditions[0]; met.Name != "enough" || met.Met {
		t.Errorf("three more readings than terms are enough: %+v", met)
	}
}

// Known errors are found: each lies within its 90 % interval in 85 to 95 % of 400 simulated pairs of surveys, of which the
// second axis is read twice as badly as the first.
func TestKnownErrorsAreWithinTheirIntervals(t *testing.T) {
	truth := formula.CasingErrors{12, -7, 0.6, -0.4, 35, 2.5}
	terms := []int{formula.BiasA, formula.BiasB, formula.RotationA, formula.RotationB, formula.DepthTerm, formula.Settlement}
	const runs = 400
	var inside [6]int
	for run := range runs {
		random := rand.New(rand.NewPCG(uint64(run), 7))
		noise := func(list []formula.CasingStation) {
			for i := range list {
				list[i].Half[0] += 1.2 * random.NormFloat64()
				list[i].Half[1] += 2.4 * random.NormFloat64()
			}
		}
		base := casing(60, drilled)
		survey := slices.Clone(base)
		for i := range survey { // the errors are those of what is there
			for axis := range 2 {
				survey[i].Half[axis] += truth.At(base, i, axis)
			}
		}
		noise(base)
		noise(survey)
		e, err := EstimateCasing(CasingFit{Survey: survey, Base: base, Terms: terms, Noise: 2.4})
		if err != nil {
			t.Fatal(err)
		}
		for j, one := range e.Terms {
			if one.Low <= truth[one.Term] && truth[one.Term] <= one.High {
				inside[j]++
			}
		}
	}
	for j, n := range inside {
		if share := float64(n) / runs; share < 0.85 || share > 0.95 {
			t.Errorf("%s is within its interval in %.1f %%", formula.CasingTerms[j], 100*share)
		}
	}
}

// What is estimated is what a correction takes out: without noise the survey is the base again, up to what bending twice
// leaves.
func TestEstimatedErrorsComeOff(t *testing.T) {
	base := casing(40, drilled)
	survey := slices.Clone(base)
	for i := range survey {
		survey[i].Half[0] += 9
		survey[i].Half[1] -= 4
	}
	e, err := EstimateCasing(CasingFit{Survey: survey, Base: base, Terms: []int{formula.BiasA, formula.BiasB}, Zone: 10, Noise: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range survey {
		for axis := range 2 {
			if left := survey[i].Half[axis] - e.Errors.At(survey, i, axis) - base[i].Half[axis]; math.Abs(left) > 1e-9 {
				t.Fatalf("station %d differs by %v", i, left)
			}
		}
	}
}

func TestErrorsThatCannotBeToldApart(t *testing.T) {
	straight := casing(20, func(float64) [2]float64 { return [2]float64{100, 50} })
	fit := CasingFit{Survey: straight, Base: straight, Terms: []int{formula.BiasA, formula.RotationA}}
	var wrong Undetermined
	if _, err := EstimateCasing(fit); !errors.As(err, &wrong) || wrong.Term != "rotationA" {
		t.Errorf("a straight casing determines %v", err)
	}
	fit.Terms, fit.Zone = []int{formula.BiasA}, 9
	if _, err := EstimateCasing(fit); !errors.Is(err, ErrTooFew) {
		t.Errorf("three stations: %v", err)
	}
	// Over a short zone the casing is almost straight.
	random := rand.New(rand.NewPCG(3, 3))
	base := casing(40, drilled)
	survey := slices.Clone(base)
	for i := range survey {
		survey[i].Half[0] += random.NormFloat64()
	}
	e, err := EstimateCasing(CasingFit{Survey: survey, Base: base, Terms: []int{formula.BiasA, formula.RotationA}, Zone: 17, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range e.Conditions {
		if one.Met != (one.Name == "enough") {
			t.Errorf("%s is met: %v", one.Name, one.Met)
		}
	}
	if e.Terms[0].Rival != formula.RotationA {
		t.Errorf("the bias is told from %d", e.Terms[0].Rival)
	}
}

// Checksums of 14, 16 and 18 vary by 2 digits, half of it in half the difference; of two such surveys by √2.
func TestNoiseByChecksums(t *testing.T) {
	sums := []float64{14, 16, 18, math.NaN()}
	if v := CasingNoise(sums, sums); math.Abs(v-math.Sqrt2) > 1e-12 {
		t.Errorf("noise %v", v)
	}
}
