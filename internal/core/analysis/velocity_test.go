package analysis

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The worked numbers of rates: formulas.md section 19.
func TestRatesOfTheSource(t *testing.T) {
	row := between([]Sample{{begun, -11.85}, {begun + 36*hour, -12.37}}, 1, 0, quantiles{})
	close(t, "rate", row.Rate, -0.3466667, 1e-7)
	week := []float64{-10.12, -10.40, -10.71, -10.95, -11.31, -11.55, -11.88}
	list := every(7, 24*hour, func(days float64) float64 { return week[int(days+0.5)] })
	trend, err := rateOf(list)
	if err != nil {
		t.Fatal(err)
	}
	close(t, "slope", trend.slope, -0.29214286, 1e-7)
	close(t, "intercept", trend.begin, -10.1121429, 1e-7)
	close(t, "slope of the window", inWindow(list, 7*24*hour, quantiles{}).Rate, -0.29214286, 1e-7)
	close(t, "its error", inWindow(list, 7*24*hour, quantiles{}).rateError, trend.err, 1e-12)
}

// Without noise both ways find rate and acceleration of a parabola.
func TestMovementOfAParabola(t *testing.T) {
	list := every(60, 6*hour, func(t float64) float64 { return 2 + 0.5*t + 0.1*t*t })
	at := func(i int) float64 { return days(list[i].Time, begun) }
	got, err := Move(list, 0, nil)
	if err != nil || len(got.Rows) != 60 || got.Without != 1 {
		t.Fatalf("%d rows, %v", len(got.Rows), err)
	}
	close(t, "mean rate between two readings", got.Last.Rate, 0.5+0.2*(at(59)-0.125), 1e-9)
	close(t, "acceleration", got.Last.Acceleration, 0.2, 1e-9)
	got, err = Move(list, 48*hour, nil)
	if err != nil {
		t.Fatal(err)
	}
	close(t, "rate at the middle of the window", got.Last.Rate, 0.5+0.2*(at(59)-0.875), 1e-9)
	close(t, "acceleration of the window", got.Last.Acceleration, 0.2, 1e-9)
	if got.Without != 4 || !math.IsNaN(got.Rows[3].Rate) || math.IsNaN(got.Rows[4].Rate) {
		t.Errorf("%d without a rate", got.Without)
	}
	if got.Fastest.Time != got.Last.Time || !math.IsNaN(got.Last.Angle) {
		t.Errorf("fastest %+v", got.Fastest)
	}
}

// Tangent angles: 45° at the uniform rate, arctan 2, arctan 0.5, and the criteria at 80° and 85°.
func TestTangentAngles(t *testing.T) {
	for _, c := range []struct {
		times float64
		angle float64
		stage Stage
	}{
		{1, 45, Uniform},
		{2, 63.4349488, Initial},
		{0.5, 26.5650512, Slowing},
		{-1, -45, Slowing},
		{5.6, 79.8753283, Initial},
		{5.7, 80.0493733, Medium},
		{11.4, 84.9868862, Medium},
		{11.5, 85.0302592, Near},
	} {
		list := every(80, 6*hour, func(t float64) float64 { return -0.8 * (min(t, 10) + c.times*max(t-10, 0)) })
		got, err := Move(list, 48*hour, &[2]int64{begun, begun + 10*24*hour})
		if err != nil || !got.Creep.Determined || got.Creep.Readings != 41 {
			t.Fatalf("%+v, %v", got.Creep, err)
		}
		close(t, "uniform rate", got.Creep.Rate, -0.8, 1e-9)
		close(t, "angle", got.Last.Angle, c.angle, 1e-7)
		got.Last.AngleLow, got.Last.AngleHigh = got.Last.Angle-1e-6, got.Last.Angle+1e-6 // what is left of rounding is no stage
		if stage := got.Last.Stage(); stage != c.stage {
			t.Errorf("%v times the uniform rate is %s, want %s", c.times, stage, c.stage)
		}
	}
}

// Intervals of rates, accelerations and angles hold the truth about as often as they say.
func TestMovementIntervalsHold(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 1))
	const runs = 300
	holds := map[string]int{}
	count := func(what string, low, high, want float64) {
		if low <= want && want <= high {
			holds[what]++
		}
	}
	for range runs {
		list := every(120, 6*hour, func(t float64) float64 {
			return 0.4*t + 0.6*max(t-20, 0) + 0.3*random.NormFloat64()
		})
		creep := &[2]int64{begun, begun + 20*24*hour}
		near, err := Move(list, 0, creep)
		if err != nil {
			t.Fatal(err)
		}
		wide, err := Move(list, 72*hour, creep)
		if err != nil {
			t.Fatal(err)
		}
		count("rate between readings", near.Last.RateLow, near.Last.RateHigh, 1)
		count("acceleration between readings", near.Last.AccelerationLow, near.Last.AccelerationHigh, 0)
		count("rate of a window", wide.Last.RateLow, wide.Last.RateHigh, 1)
		count("acceleration of a window", wide.Last.AccelerationLow, wide.Last.AccelerationHigh, 0)
		count("angle", wide.Last.AngleLow, wide.Last.AngleHigh, math.Atan(1/0.4)*180/math.Pi)
	}
	for _, what := range []string{
		"rate between readings", "acceleration between readings", "rate of a window", "acceleration of a window", "angle",
	} {
		if share := float64(holds[what]) / runs; share < 0.85 || share > 0.97 {
			t.Errorf("%.1f %% of the intervals of 90 %% hold the %s", share*100, what)
		}
	}
}

func TestMovementThatCannotBeComputed(t *testing.T) {
	list := every(60, 6*hour, math.Sqrt)
	if _, err := Move(list[:7], 0, nil); !errors.Is(err, ErrTooFew) {
		t.Errorf("seven readings: %v", err)
	}
	if _, err := Move(list, 0, &[2]int64{begun, begun + 24*hour}); !errors.Is(err, ErrTooFew) {
		t.Errorf("five readings of creep: %v", err)
	}
	still := every(60, 6*hour, func(t float64) float64 { return math.Mod(4*t, 2) }) // to and fro
	got, err := Move(still, 48*hour, &[2]int64{begun, begun + 10*24*hour})
	if err != nil || got.Creep.Determined || !math.IsNaN(got.Last.Angle) {
		t.Errorf("no creep: %+v, %v", got.Creep, err)
	}
}

func TestManyReadingsMove(t *testing.T) {
	list := every(9000, hour, func(t float64) float64 { return math.Sin(t / 10) })
	for _, window := range []int64{0, 24 * hour} {
		got, err := Move(list, window, nil)
		if err != nil || !got.Reduced || len(got.Rows) > mostRows || got.Rows[len(got.Rows)-1].Time != got.To {
			t.Errorf("window %d h: %d rows, %v", window/hour, len(got.Rows), err)
		}
	}
}

// Quantiles that are kept differ from those computed for their degrees of freedom by less than what is shown.
func TestKeptQuantiles(t *testing.T) {
	kept := quantiles{}
	for freedom := 1.0; freedom < 60_000; freedom *= 1.013 {
		if got, want := kept.of(freedom), quantile(freedom); math.Abs(got-want) > 0.001*want {
			t.Errorf("%v degrees: %v, want %v", freedom, got, want)
		}
	}
	if len(kept) > 1000 {
		t.Errorf("%d kept", len(kept))
	}
}

// Of more readings than are shown, the last and the fastest are still those of all.
func TestLastOfManyReadings(t *testing.T) {
	list := every(5000, hour, func(days float64) float64 { return days })
	list[4000].Value += 3
	list[4990].Value += 1
	got, err := Move(list, 0, nil)
	if err != nil || !got.Reduced || got.Without != 1 {
		t.Fatalf("%d rows, %d without a rate, %v", len(got.Rows), got.Without, err)
	}
	if got.Last.Time != list[4999].Time || got.Fastest.Time != list[4000].Time {
		t.Errorf("last %v, fastest %v", got.Last.Time, got.Fastest.Time)
	}
	// With a window, too: the row between those shown has the steepest fit, and the readings after a gap have none.
	list = append(slices.Clone(list[:4995]), Sample{list[4999].Time + 30*hour, 3})
	const window = 4 * hour
	if got, err = Move(list, window, nil); err != nil || !got.Reduced {
		t.Fatalf("%d rows, %v", len(got.Rows), err)
	}
	fastest, without := 0, 0
	for i := range list {
		row := inWindow(list[windowBefore(list, i, window):i+1], window, quantiles{})
		switch {
		case math.IsNaN(row.Rate):
			without++
		case math.Abs(row.Rate) > math.Abs(inWindow(list[windowBefore(list, fastest, window):fastest+1], window, quantiles{}).Rate), fastest == 0:
			fastest = i
		}
	}
	if got.Without != without || got.Last.Time != list[4994].Time || got.Fastest.Time != list[fastest].Time {
		t.Errorf("%d without, want %d; last %v, fastest %v, want %v", got.Without, without, got.Last.Time, got.Fastest.Time, list[fastest].Time)
	}
	if slices.ContainsFunc(got.Rows, func(r MovementRow) bool { return r.Time == got.Fastest.Time }) {
		t.Error("the fastest is among the rows: the test does not show what it should")
	}
}
