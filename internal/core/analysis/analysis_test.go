package analysis

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const hour = int64(time.Hour / time.Millisecond)

const begun = int64(1_750_000_000_000)

// every returns a series of n samples at equal steps.
func every(n int, step int64, value func(days float64) float64) []Sample {
	list := make([]Sample, n)
	for i := range list {
		t := begun + int64(i)*step
		list[i] = Sample{t, value(days(t, begun))}
	}
	return list
}

func close(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// Without noise every curve is found again, and continues as it was.
func TestPredictFindsItsCurve(t *testing.T) {
	for curve, value := range map[Curve]func(days float64) float64{
		Linear:      func(t float64) float64 { return 3 + 0.25*t },
		LogTime:     func(t float64) float64 { return 1.5 + 4*math.Log1p(t) },
		Exponential: func(t float64) float64 { return 12 - 9*math.Exp(-t/6) },
	} {
		got, err := Predict(every(120, 6*hour, value), curve, begun+60*24*hour, 61)
		if err != nil {
			t.Fatal(err)
		}
		last := got.Rows[60]
		close(t, string(curve)+" in 60 days", last.Value, value(60), 1e-4)
		close(t, string(curve)+": R²", got.R2, 1, 1e-9)
		if got.Readings != 120 || got.From != begun || got.To != begun+119*6*hour {
			t.Errorf("%s is computed from %d readings, %d to %d", curve, got.Readings, got.From, got.To)
		}
	}
}

// A later reading lies in the band as often as the band says, and the coefficients within their errors of the truth.
func TestBandHoldsLaterReadings(t *testing.T) {
	for curve, value := range map[Curve]func(days float64) float64{
		Linear:      func(t float64) float64 { return 3 + 0.25*t },
		LogTime:     func(t float64) float64 { return 1.5 + 4*math.Log1p(t) },
		Exponential: func(t float64) float64 { return 12 - 9*math.Exp(-t/6) },
	} {
		random := rand.New(rand.NewPCG(1, 2))
		inside := 0
		const runs = 1000
		for range runs {
			noisy := func(t float64) float64 { return value(t) + 0.3*random.NormFloat64() }
			got, err := Predict(every(80, 6*hour, noisy), curve, begun+30*24*hour, 2)
			if err != nil {
				t.Fatal(err)
			}
			if v := noisy(30); v >= got.Rows[1].Low && v <= got.Rows[1].High {
				inside++
			}
		}
		if share := float64(inside) / runs; share < 0.86 || share > 0.94 {
			t.Errorf("%s: %.1f %% of later readings lie in the band of 90 %%", curve, share*100)
		}
	}
}

func TestTooFewReadingsPredictNothing(t *testing.T) {
	if _, err := Predict(every(7, hour, math.Sqrt), Linear, begun+100*hour, 5); !errors.Is(err, ErrTooFew) {
		t.Errorf("predicted: %v", err)
	}
	if _, err := InverseVelocity(every(11, hour, math.Sqrt)); !errors.Is(err, ErrTooFew) {
		t.Errorf("estimated: %v", err)
	}
}

// voight is a movement that fails at a time, in days from the beginning: the solution of Voight's equation for α = 2.
func voight(fails float64) func(days float64) float64 {
	return func(t float64) float64 { return 5 - 30*math.Log((fails-t)/fails) }
}

func TestFailureTimeWithoutNoise(t *testing.T) {
	got, err := InverseVelocity(every(60, 6*hour, voight(17)))
	if err != nil || !got.Accelerates {
		t.Fatalf("%+v, %v", got, err)
	}
	close(t, "days to failure", days(got.Time, begun), 17, 1e-3)
	now := days(got.To, begun)
	close(t, "rate", got.Rate, 30/(17-now), 1e-3)
	close(t, "inverse rate at the end", got.Line[1], (17-now)/30, 1e-5)
	for _, one := range InverseRates(every(60, 6*hour, voight(17)), 24*hour, got.Direction) { // the mean rate over a day, not that at its end
		t1, t0 := days(one.Time, begun), days(one.Time, begun)-1
		close(t, "inverse rate", one.Value, 1/(30*math.Log((17-t0)/(17-t1))), 1e-9)
	}
	last := got.Curve[len(got.Curve)-1]
	close(t, "the curve", last.Value, voight(17)(days(last.Time, begun)), 0.05)
	if falling, err := InverseVelocity(every(60, 6*hour, func(t float64) float64 { return -voight(17)(t) })); err != nil {
		t.Error(err)
	} else {
		close(t, "days to failure of a settlement", days(falling.Time, begun), 17, 1e-3)
	}
}

// The interval holds the truth in about nine of ten movements with noise, gaps and irregular times. Movements whose
// acceleration is lost in the noise have no failure time and do not count.
func TestIntervalHoldsTheFailure(t *testing.T) {
	inside, estimated := 0, 0
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 7))
		fails := 12 + 4*random.Float64()
		noise := 0.2 + 0.8*random.Float64()
		var list []Sample
		for i := range 41 { // ten days at six hours
			at := begun + int64(i)*6*hour + int64(random.IntN(int(hour)))
			if random.Float64() < 0.15 || i > 14 && i < 19 && seed%3 == 0 {
				continue
			}
			list = append(list, Sample{at, voight(fails)(days(at, begun)) + noise*random.NormFloat64()})
		}
		got, err := InverseVelocity(list)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Accelerates {
			continue
		}
		estimated++
		if truth := begun + int64(fails*day); truth >= got.Low && (got.High == 0 || truth <= got.High) {
			inside++
		}
	}
	share := float64(inside) / float64(estimated)
	t.Logf("%d of 1000 movements accelerate, the truth is inside the interval in %.1f %%", estimated, share*100)
	if estimated < 950 || share < 0.85 || share > 0.95 {
		t.Errorf("%d movements accelerate, the truth is inside the interval in %.1f %%", estimated, share*100)
	}
}

// The estimates of the past come closer to the truth, and each uses only the readings up to its time.
func TestHistoryUsesTheReadingsOfItsTime(t *testing.T) {
	list := every(60, 6*hour, voight(17))
	history := History(list, 12*hour, 4)
	if len(history) != 4 {
		t.Fatalf("%+v", history)
	}
	for i, one := range history {
		if want := list[59].Time - int64(i)*12*hour; one.At != want || one.Readings != 60-2*i {
			t.Errorf("estimate %d at %d from %d readings", i, one.At, one.Readings)
		}
		close(t, "days to failure", days(one.Time, begun), 17, 1e-2)
	}
	if history := History(list[:15], 6*hour, 8); len(history) != 4 { // 15, 14, 13 and 12 readings
		t.Errorf("%d estimates", len(history))
	}
}

func TestRising(t *testing.T) {
	for name, one := range map[string]struct {
		value func(float64) float64
		want  bool
	}{
		"accelerating":              {voight(17), true},
		"accelerating settlement":   {func(t float64) float64 { return -voight(17)(t) }, true},
		"steady":                    {func(t float64) float64 { return 2 * t }, false},
		"slowing down":              {math.Sqrt, false},
		"still":                     {func(float64) float64 { return 1 }, false},
		"accelerating, then steady": {func(t float64) float64 { return max(t*t, 20*t-100) - max(0, 20*t-200) }, false},
	} {
		if got := Rising(every(60, 6*hour, one.value), 4); got != one.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if Rising(every(4, 6*hour, voight(17)), 4) {
		t.Error("four readings rise")
	}
}

// Most steady movements have no failure time.
func TestSteadyMovementDoesNotFail(t *testing.T) {
	wrong := 0
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 3))
		steady := func(t float64) float64 { return 0.8*t + 0.5*random.NormFloat64() }
		if got, err := InverseVelocity(every(40, 6*hour, steady)); err != nil {
			t.Fatal(err)
		} else if got.Accelerates {
			wrong++
		}
	}
	if wrong > 50 { // the test at 90 % is wrong about one steady movement in twenty that seems to accelerate
		t.Errorf("%d of 500 steady movements fail", wrong)
	}
}

func TestSmoothing(t *testing.T) {
	list := every(5, hour, func(t float64) float64 { return math.Round(t * 24) })
	list[2].Value = 50
	for i, want := range []float64{0, 1, 3, 4, 4} {
		close(t, "median", MovingMedian(list, 3)[i].Value, want, 0)
	}
	for i, want := range []float64{0, 17, 18, 19, 4} {
		close(t, "mean", MovingMean(list, 3)[i].Value, want, 1e-12)
	}
	if got := Hampel(list, 5, 3, 0.1); len(got) != 1 || got[0] != 2 {
		t.Errorf("outliers %v, want the third reading", got)
	}
	if got := Hampel(every(9, hour, func(float64) float64 { return 4 }), 5, 3, 0.1); len(got) != 0 {
		t.Errorf("outliers %v among equal readings", got)
	}
}

func TestInterpolationLeavesLongGaps(t *testing.T) {
	list := []Sample{{begun, 0}, {begun + 2*hour, 4}, {begun + 10*hour, 8}}
	got := Interpolate(list, hour, 3*hour)
	want := []Sample{{begun, 0}, {begun + hour, 2}, {begun + 2*hour, 4}, {begun + 10*hour, 8}}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
}

// The smoother is closer to the truth than the readings are, and keeps a series without noise as it is.
func TestKalmanRemovesNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	truth := func(t float64) float64 { return 3 * math.Sin(t/4) }
	noisy := every(300, hour, func(t float64) float64 { return truth(t) + 0.4*random.NormFloat64() })
	var before, after float64
	for i, s := range Kalman(noisy, 0.05) {
		want := truth(days(s.Time, begun))
		before += (noisy[i].Value - want) * (noisy[i].Value - want)
		after += (s.Value - want) * (s.Value - want)
	}
	if after > before/3 {
		t.Errorf("squared error %v after smoothing, %v before", after, before)
	}
}

// Smoothing and outliers do not depend on where the zero of a series is, nor on its sign.
func TestMethodsFollowTheSeries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		list := make([]Sample, n)
		moved := make([]Sample, n)
		by := rapid.Float64Range(-100, 100).Draw(t, "by")
		for i := range list {
			list[i] = Sample{begun + int64(i)*hour, float64(rapid.IntRange(-50, 50).Draw(t, "value"))}
			moved[i] = Sample{list[i].Time, by - list[i].Value}
		}
		for name, method := range map[string]func([]Sample) []Sample{
			"median": func(s []Sample) []Sample { return MovingMedian(s, 5) },
			"mean":   func(s []Sample) []Sample { return MovingMean(s, 5) },
			"kalman": func(s []Sample) []Sample { return Kalman(s, 0.1) },
			"steps":  func(s []Sample) []Sample { return Interpolate(s, hour/2, 3*hour) },
		} {
			a, b := method(list), method(moved)
			if len(a) != len(b) {
				t.Fatalf("%s: %d and %d values", name, len(a), len(b))
			}
			for i := range a {
				if math.Abs(by-a[i].Value-b[i].Value) > 1e-9 {
					t.Fatalf("%s: %v and %v", name, a[i], b[i])
				}
			}
		}
	})
}
