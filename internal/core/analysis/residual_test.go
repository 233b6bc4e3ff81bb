package analysis

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// weather is a simulated year and a half: temperature and reservoir level with their own course, and rain on some days.
type weather struct{ temperature, level, rain Cause }

func weatherOf(random *rand.Rand, days int) (w weather) {
	for i := range days * 4 {
		at := begun + int64(i-35*4)*6*hour
		t := float64(i) / 4
		w.temperature.List = append(w.temperature.List, Sample{at, 12 + 9*math.Sin(2*math.Pi*t/365) + 3*random.NormFloat64()})
		w.level.List = append(w.level.List, Sample{at, 140 + 5*math.Sin(t/40) + 3*math.Sin(t/11)})
		rain := 0.0
		if random.Float64() < 0.1 {
			rain = 12 * random.ExpFloat64()
		}
		w.rain.List = append(w.rain.List, Sample{at, rain})
	}
	w.temperature.Interval, w.level.Interval, w.rain.Interval = 6*hour, 6*hour, 6*hour
	return w
}

// truth are the coefficients of the simulated movement, of time, temperature, level, its square, and rain of 1 and 7 days.
var truth = map[string]float64{"time": 0.01, "temperature": -0.25, "level1": 0.4, "level2": 0.03, "rain1": 0.05, "rain7": 0.02}

func (w *weather) model() *Environment {
	return &Environment{Time: true, Temperature: &w.temperature, Level: &w.level, Powers: 2, Rain: &w.rain, RainDays: []int{1, 7}}
}

// moved is a daily movement that the weather causes, with the constants of the model at a level of 140 m and 12 °C.
func (w *weather) moved(days int, noise func() float64) (list []Sample) {
	for i := range days {
		t := begun + int64(i)*24*hour
		temperature, _ := w.temperature.near(t)
		level, _ := w.level.near(t)
		day, _ := w.rain.sum(t, 1)
		week, _ := w.rain.sum(t, 7)
		list = append(list, Sample{t, 30 + truth["time"]*float64(i) + truth["temperature"]*(temperature-12) + truth["level1"]*(level-140) +
			truth["level2"]*(level-140)*(level-140) + truth["rain1"]*day + truth["rain7"]*week + noise()})
	}
	return list
}

func named(one Term) string {
	if one.Kind == Level || one.Kind == Rain {
		return one.Kind + string(rune('0'+one.Number))
	}
	return one.Kind
}

func TestExplainFindsTheCauses(t *testing.T) {
	w := weatherOf(rand.New(rand.NewPCG(1, 1)), 500)
	list := w.moved(400, func() float64 { return 0 })
	got, err := Explain(list, begun+300*24*hour, w.model())
	if err != nil {
		t.Fatal(err)
	}
	close(t, "R²", got.R2, 1, 1e-9)
	if got.Readings != 301 || got.Later != 99 || got.Unmatched != 0 || got.Reduced {
		t.Errorf("%d fitted, %d later, %d unmatched", got.Readings, got.Later, got.Unmatched)
	}
	for _, one := range got.Terms {
		want := truth[named(one)]
		switch {
		case one.Kind == Constant:
			continue
		case one.Kind == Level && one.Number == 1: // the slope at the mean level of the fit
			want += 2 * truth["level2"] * (one.About - 140)
		}
		close(t, named(one), one.Value, want, 1e-6)
	}
	for _, row := range got.Rows {
		close(t, "residual", row.Residual, 0, 1e-6)
	}
}

// Readings without an input near them are left out and counted.
func TestExplainLeavesOutReadingsWithoutInputs(t *testing.T) {
	w := weatherOf(rand.New(rand.NewPCG(1, 1)), 500)
	list := w.moved(300, func() float64 { return 0 })
	w.rain.List = w.rain.List[45*4:] // from ten days after the first reading, summed over seven
	got, err := Explain(list, math.MaxInt64-1, w.model())
	if err != nil || got.Unmatched != 17 || got.Readings != 283 {
		t.Errorf("%d unmatched, %d fitted, %v", got.Unmatched, got.Readings, err)
	}
	close(t, "R²", got.R2, 1, 1e-9)
}

// The intervals of coefficients hold the truth, and the bands later readings, as often as they say: also where each residual
// resembles the one before, in which case they may be a little wide.
func TestResidualHoldsTheTruth(t *testing.T) {
	for name, c := range map[string]struct{ follows, least, most float64 }{
		"independent residuals": {0, 0.85, 0.95},
		"similar neighbors":     {0.6, 0.85, 0.999},
	} {
		inside, bands, later, tried := 0, 0, 0, 0
		for seed := range uint64(1000) {
			random := rand.New(rand.NewPCG(seed, 11))
			w := weatherOf(random, 300)
			before := 0.0
			list := w.moved(200, func() float64 {
				before = c.follows*before + 0.6*math.Sqrt(1-c.follows*c.follows)*random.NormFloat64()
				return before
			})
			got, err := Explain(list, begun+159*24*hour, w.model())
			if err != nil {
				t.Fatal(err)
			}
			bands, later = bands+got.Inside, later+got.Later
			for _, one := range got.Terms {
				want, ok := truth[named(one)]
				if !ok || one.Kind == Level {
					continue
				}
				tried++
				if math.Abs(one.Value-want) <= 1.645*one.StandardError {
					inside++
				}
			}
		}
		share, band := float64(inside)/float64(tried), float64(bands)/float64(later)
		t.Logf("%s: %.1f %% of coefficients, %.1f %% of later readings are inside", name, share*100, band*100)
		if share < c.least || share > c.most {
			t.Errorf("%s: %.1f %% of coefficients are inside", name, share*100)
		}
		if band < 0.85 || band > 0.95 {
			t.Errorf("%s: %.1f %% of later readings are inside", name, band*100)
		}
	}
}

func TestUndeterminedTermsAreNamed(t *testing.T) {
	w := weatherOf(rand.New(rand.NewPCG(1, 1)), 300)
	list := w.moved(150, func() float64 { return 0 })
	steady, dry, same := w.temperature, w.rain, w.level
	steady.List, dry.List = nil, nil
	for i, s := range w.temperature.List {
		steady.List = append(steady.List, Sample{s.Time, 21})
		dry.List = append(dry.List, Sample{w.rain.List[i].Time, 0})
	}
	same.List = w.temperature.List
	for want, change := range map[string]func(e *Environment){
		Temperature: func(e *Environment) { e.Temperature = &steady },
		Rain:        func(e *Environment) { e.Rain = &dry },
		Level:       func(e *Environment) { e.Level = &same },
	} {
		e := w.model()
		change(e)
		var wrong Undetermined
		if _, err := Explain(list, math.MaxInt64-1, e); !errors.As(err, &wrong) || wrong.Term != want {
			t.Errorf("%s is determined: %v", want, err)
		}
	}
	e := w.model()
	if _, err := Explain(list[:e.Fewest()-1], math.MaxInt64-1, e); !errors.Is(err, ErrTooFew) || e.Fewest() != 21 {
		t.Errorf("too few readings are fitted: %v", err)
	}
	if _, err := Explain(nil, 0, e); !errors.Is(err, ErrTooFew) {
		t.Errorf("no readings: %v", err)
	}
}

// Of many readings those that differ most from the model stay.
func TestResidualKeepsExtremes(t *testing.T) {
	list := every(9000, hour, func(t float64) float64 { return 2 * t })
	list[4321].Value += 5
	list[4322].Value -= 5
	got, err := Explain(list, math.MaxInt64-1, &Environment{Time: true, LogTime: true, Cycles: 2})
	if err != nil || !got.Reduced || len(got.Rows) > mostRows || got.Beyond != 2 {
		t.Fatalf("%d rows, %d beyond, %v", len(got.Rows), got.Beyond, err)
	}
	high, low := 0.0, 0.0
	for i, row := range got.Rows {
		if i > 0 && row.Time <= got.Rows[i-1].Time {
			t.Fatal("rows are out of order")
		}
		high, low = max(high, row.Residual), min(low, row.Residual)
	}
	close(t, "greatest residual", high, 5, 0.1)
	close(t, "least residual", low, -5, 0.1)
}
