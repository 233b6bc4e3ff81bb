package analysis

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// noise returns values that resemble their neighbors with a correlation, with a standard deviation of 1.
func noise(random *rand.Rand, correlation float64) func() float64 {
	last := random.NormFloat64()
	return func() float64 {
		last = correlation*last + math.Sqrt(1-correlation*correlation)*random.NormFloat64()
		return last
	}
}

func TestPairsAreNearestWithinTolerance(t *testing.T) {
	list := every(4, hour, func(days float64) float64 { return days * 24 })
	other := []Sample{{begun - 3*hour, 1}, {begun + hour/4, 2}, {begun + hour + hour/2, 3}, {begun + 3*hour, 4}}
	for _, c := range []struct {
		lag, tolerance int64
		want           []Pair
	}{
		{0, 0, []Pair{{begun + 3*hour, 3, 4}}},
		{0, hour / 4, []Pair{{begun, 0, 2}, {begun + 3*hour, 3, 4}}},
		{0, hour / 2, []Pair{{begun, 0, 2}, {begun + hour, 1, 3}, {begun + 2*hour, 2, 3}, {begun + 3*hour, 3, 4}}},
		{3 * hour, hour / 4, []Pair{{begun, 0, 1}, {begun + 3*hour, 3, 2}}},
		{-2 * hour, hour / 2, []Pair{{begun, 0, 3}, {begun + hour, 1, 4}}},
	} {
		got := PairsOf(list, other, c.lag, c.tolerance)
		if len(got) != len(c.want) {
			t.Errorf("lag %d h, tolerance %d min: %v", c.lag/hour, c.tolerance*60/hour, got)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("lag %d h, tolerance %d min: pair %d is %v, want %v", c.lag/hour, c.tolerance*60/hour, i, got[i], c.want[i])
			}
		}
	}
	if got := PairsOf(list, nil, 0, hour); len(got) != 0 {
		t.Errorf("pairs without another series: %v", got)
	}
}

// The numbers of Anscombe's first data set (1973, The American Statistician 27, 17), as published and as R computes them.
func TestRelationOfAnscombe(t *testing.T) {
	x := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	y := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	var pairs []Pair
	for i := range x {
		pairs = append(pairs, Pair{begun + int64(i)*hour, y[i], x[i]})
	}
	got, err := Relate(pairs)
	if err != nil {
		t.Fatal(err)
	}
	if got.Correlation > 0 {
		t.Fatalf("the residuals resemble their neighbors: %v", got.Correlation)
	}
	close(t, "slope", got.Slope, 0.500090909, 1e-7)
	close(t, "its error", got.SlopeError, 0.117905501, 1e-7)
	close(t, "intercept", got.Intercept, 3.000090909, 1e-7)
	close(t, "its error", got.InterceptError, 1.124746791, 1e-7)
	close(t, "R²", got.R2, 0.666542460, 1e-7)
	close(t, "r", got.R, 0.816420516, 1e-7)
	close(t, "deviation", got.Deviation, 1.236603323, 1e-7)
	close(t, "upper end of the slope", got.SlopeHigh, 0.500090909+1.833112933*0.117905501, 1e-6)
	if len(got.Rows) != 11 || got.Line[0].Other != 4 || got.Line[lineRows-1].Other != 14 {
		t.Errorf("%d rows, line from %v to %v", len(got.Rows), got.Line[0], got.Line[lineRows-1])
	}
	last := got.Line[lineRows-1]
	close(t, "half of the band at 14", last.High-last.Value, 1.833112933*1.236603323*math.Sqrt(1+1./11+25./110), 1e-6)
}

// Intervals of the slope hold the truth about as often as they say, also where neighbors resemble each other.
func TestSlopeIntervalsHold(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for _, correlation := range []float64{0, 0.6} {
		holds := 0
		const runs = 1000
		for range runs {
			cause, rest := noise(random, 0.9), noise(random, correlation)
			pairs := make([]Pair, 300)
			for i := range pairs {
				x := cause()
				pairs[i] = Pair{begun + int64(i)*hour, 2 - 0.7*x + 0.5*rest(), x}
			}
			got, err := Relate(pairs)
			if err != nil {
				t.Fatal(err)
			}
			if got.SlopeLow <= -0.7 && -0.7 <= got.SlopeHigh {
				holds++
			}
		}
		if share := float64(holds) / runs; share < 0.87 || share > 0.97 {
			t.Errorf("neighbors at %v: %.1f %% of the intervals of 90 %% hold the slope", correlation, share*100)
		}
	}
}

func TestSearchFindsTheLag(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	cause := noise(random, 0.8)
	other := every(600, hour, func(float64) float64 { return 0 })
	for i := range other {
		other[i].Value = cause()
	}
	list := make([]Sample, 0, 500)
	for i := 50; i < 550; i++ { // follows 7 h later, downwards, on a trend that has nothing to do with it
		list = append(list, Sample{other[i].Time, 40 + 0.3*float64(i) - 2*other[i-7].Value + 0.5*random.NormFloat64()})
	}
	lag, got, err := SearchLag(list, other, 24*hour, hour, hour/2)
	if err != nil || lag != 7*hour || got.AtEnd || got.Step != hour || len(got.Lags) != 49 {
		t.Fatalf("lag %v h, %+v, %v", float64(lag)/float64(hour), got, err)
	}
	for _, one := range got.Lags {
		if one.Lag == lag && (one.R > -0.9 || one.Pairs != 500) {
			t.Errorf("at the lag: %+v", one)
		}
	}
	if got.Limit < 0.03 || got.Limit > 0.3 {
		t.Errorf("limit %v", got.Limit)
	}
	// A range that ends before the lag says so.
	if lag, got, err := SearchLag(list, other, 5*hour, hour, hour/2); err != nil || lag != 5*hour || !got.AtEnd {
		t.Errorf("lag %v h, %+v, %v", float64(lag)/float64(hour), got.AtEnd, err)
	}
	// Two straight lines in time have nothing else in common.
	line := every(100, hour, func(days float64) float64 { return 3 * days })
	if _, _, err := SearchLag(line, line, 5*hour, hour, hour/2); !errors.Is(err, ErrStill) {
		t.Errorf("lines: %v", err)
	}
	if _, _, err := SearchLag(other[:100], line, 5*hour, hour, hour/2); !errors.Is(err, ErrUnsolvable) {
		t.Errorf("another line: %v", err)
	}
	// A wide range with a short step has no more lags than are affordable.
	_, got, err = SearchLag(list, other, 720*hour, hour/60, hour/2)
	if err != nil || len(got.Lags) > mostLags {
		t.Errorf("%d lags, %v", len(got.Lags), err)
	}
}

// The largest correlation of unrelated series is beyond the limit about as often as it says, however many lags are tried and however slow the series are.
func TestLimitOfUnrelatedSeries(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	const runs = 100
	for _, c := range []struct {
		within int64
		slow   float64
	}{{0, 0.8}, {12, 0.8}, {72, 0.8}, {48, 0.2}, {48, 0.95}} {
		beyond := 0
		for range runs {
			a, b := noise(random, c.slow), noise(random, c.slow)
			list, other := make([]Sample, 400), make([]Sample, 400)
			for i := range list {
				at := begun + int64(i)*hour
				list[i], other[i] = Sample{at, a()}, Sample{at, b()}
			}
			lag, got, err := SearchLag(list, other, c.within*hour, hour, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range got.Lags {
				if one.Lag == lag && math.Abs(one.R) > got.Limit {
					beyond++
				}
			}
		}
		share := float64(beyond) / runs
		t.Logf("%+v: %.1f %%", c, share*100)
		if share > 0.17 || share < 0.05 {
			t.Errorf("%+v: %.1f %% of unrelated series are beyond the limit of 90 %%", c, share*100)
		}
	}
}

func TestNoRelation(t *testing.T) {
	list := every(20, hour, math.Sqrt)
	still := every(20, hour, func(float64) float64 { return 4.25 })
	if _, err := Relate(PairsOf(list, still, 0, hour)); !errors.Is(err, ErrUnsolvable) {
		t.Errorf("a cause that never changes: %v", err)
	}
	if _, err := Relate(PairsOf(list[:7], list, 0, hour)); !errors.Is(err, ErrTooFew) {
		t.Errorf("seven pairs: %v", err)
	}
	if _, err := Differ(PairsOf(list[:7], list, 0, hour)); !errors.Is(err, ErrTooFew) {
		t.Errorf("seven pairs: %v", err)
	}
	if _, _, err := SearchLag(list[:7], list, 5*hour, hour, 0); !errors.Is(err, ErrTooFew) {
		t.Errorf("seven pairs: %v", err)
	}
}

func TestDifference(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	list := every(200, 6*hour, func(days float64) float64 { return -12 - 0.4*days + 0.1*random.NormFloat64() })
	other := every(200, 6*hour, func(days float64) float64 { return -4 - 0.1*days + 0.1*random.NormFloat64() })
	got, err := Differ(PairsOf(list, other, 0, hour))
	if err != nil || got.Pairs != 200 || len(got.Rows) != 200 {
		t.Fatalf("%+v, %v", got, err)
	}
	close(t, "rate", got.Rate, -0.3, 3*got.RateError)
	close(t, "begin of the line", got.Value, -8, 0.1)
	close(t, "scatter", got.Scatter, 0.1*math.Sqrt2, 0.02)
	if got.Last.Difference != list[199].Value-other[199].Value || got.Last.Time != list[199].Time || got.Largest.Difference < got.Least.Difference+10 {
		t.Errorf("%+v", got)
	}
}

func TestManyPairsAreReduced(t *testing.T) {
	list := every(5000, hour, func(days float64) float64 { return math.Sin(days) })
	list[1234].Value, list[4321].Value = 50, -60
	got, err := Differ(PairsOf(list, every(5000, hour, func(float64) float64 { return 1 }), 0, 0))
	if err != nil || !got.Reduced || len(got.Rows) > mostRows {
		t.Fatalf("%d rows, %v", len(got.Rows), err)
	}
	close(t, "largest", got.Largest.Difference, 49, 0)
	seen := 0
	for i, row := range got.Rows {
		if i > 0 && row.Time <= got.Rows[i-1].Time {
			t.Fatalf("row %d is not after the one before it", i)
		}
		if row.Difference == 49 || row.Difference == -61 {
			seen++
		}
	}
	if seen != 2 {
		t.Errorf("%d of 2 extremes are shown", seen)
	}
}
