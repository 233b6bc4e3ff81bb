package formula_test

import (
	"math"
	"testing"
	"time"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// gauge folds the rain of one point: what the readings before it remember is what a fold keeps.
type gauge struct {
	*testing.T
	formula.Program
	env  formula.Env
	past formula.Past
	raw  string // the field that it sends
}

func newGauge(t *testing.T, every time.Duration, options ...string) *gauge {
	rule := formula.Rule{System: "RAIN", Options: map[string]string{}}
	for i := 0; i < len(options); i += 2 {
		rule.Options[options[i]] = options[i+1]
	}
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{rule}, Coefficients: coefs{"Kr": 0.2}})
	g := &gauge{T: t, Program: p, raw: "pulse"}
	g.env = formula.Env{Elapsed: math.NaN(), Interval: every.Milliseconds(), Zone: time.FixedZone("local", 8*3600), Past: &g.past}
	return g
}

// reads folds a reading with a number of tips, or rain.
func (g *gauge) reads(at time.Time, sent float64) observation {
	g.Helper()
	t := at.UnixMilli()
	if n := len(g.past.Times); n > 0 {
		g.env.Elapsed = float64(t-g.past.Times[n-1]) / 1000
	}
	g.env.Time = t
	got := observe(g.Program, values{g.raw: sent}, &g.env)
	g.past.Times = append(g.past.Times, t)
	for _, column := range g.Memory().Columns {
		g.past.Values = append(g.past.Values, got.out[column])
	}
	return got
}

// at8 is 8:00 of a day, local time of the gauge.
var at8 = time.Date(2026, 7, 1, 8, 0, 0, 0, time.FixedZone("local", 8*3600))

// The worked hour of formulas.md section 21: tips every 5 minutes with 0.2 mm each are 6.4 mm.
func TestWorkedRain(t *testing.T) {
	g := newGauge(t, 5*time.Minute)
	var got observation
	for i, n := range []float64{3, 5, 8, 2, 0, 1, 4, 6, 0, 0, 2, 1} {
		got = g.reads(at8.Add(time.Duration(i+1)*5*time.Minute), n)
		near(t, "rain", got.at("rain", 0), n*0.2)
	}
	near(t, "the hour", got.at("rain1h", 0), 6.4)
	near(t, "ten minutes", got.at("rain10min", 0), 0.6)
	near(t, "intensity", got.at("intensity", 0), 3.6)
	near(t, "the day so far", got.at("rainDay", 0), 6.4)
	if got := g.reads(at8.Add(65*time.Minute), math.NaN()); got.reason != "missing:pulse" || !reading.IsMissing(got.at("rain1h", 0)) {
		t.Errorf("no tips: %q, %v mm", got.reason, got.at("rain1h", 0))
	}
}

// A reading at 8:00 belongs to the day that ends; the next one begins a new day.
func TestRainDayEndsAt8(t *testing.T) {
	g := newGauge(t, time.Hour)
	var got observation
	for hour := 1; hour <= 24; hour++ {
		got = g.reads(at8.Add(time.Duration(hour)*time.Hour), 5)
	}
	near(t, "the day", got.at("rainDay", 0), 24)
	near(t, "24 h", got.at("rain24h", 0), 24)
	if got.flag != 0 {
		t.Errorf("a whole day is %v", got.flag.Names())
	}
	got = g.reads(at8.Add(25*time.Hour), 10)
	near(t, "the new day", got.at("rainDay", 0), 2)
	near(t, "24 h later", got.at("rain24h", 0), 25)
}

// A sum says when a reading is missing in its time, and no longer once the gap is behind.
func TestRainWithAGap(t *testing.T) {
	g := newGauge(t, 10*time.Minute)
	at := at8
	for range 30 * 6 {
		at = at.Add(10 * time.Minute)
		g.reads(at, 1)
	}
	if got := g.reads(at.Add(10*time.Minute), 1); got.flag != 0 {
		t.Fatalf("without a gap: %v", got.flag.Names())
	}
	at = at.Add(40 * time.Minute) // two readings are missing
	got := g.reads(at, 1)
	near(t, "three hours", got.at("rain3h", 0), 16*0.2)
	if got.flag != reading.Partial {
		t.Errorf("with a gap: %v", got.flag.Names())
	}
	for range 24 * 6 {
		at = at.Add(10 * time.Minute)
		got = g.reads(at, 1)
	}
	if got.flag != 0 {
		t.Errorf("a day after the gap: %v", got.flag.Names())
	}
}

// Readings every 15 minutes have no sum of 10 minutes, and neither have hourly ones.
func TestSparseRain(t *testing.T) {
	quarterly := newGauge(t, 15*time.Minute)
	if got := quarterly.reads(at8.Add(15*time.Minute), 5); !reading.IsMissing(got.at("rain10min", 0)) {
		t.Errorf("10 minutes of a gauge every 15: %v mm", got.at("rain10min", 0))
	}
	g := newGauge(t, time.Hour)
	got := g.reads(at8.Add(time.Hour), 5)
	if !reading.IsMissing(got.at("rain10min", 0)) || !reading.IsMissing(got.at("intensity", 0)) {
		t.Errorf("10 minutes of an hourly gauge: %v mm, %v mm/h", got.at("rain10min", 0), got.at("intensity", 0))
	}
	near(t, "an hour", got.at("rain1h", 0), 1)
	g.past = formula.Past{} // as before that reading
	steps := g.Explain(values{"pulse": 5}.in(g.Program), &g.env, reading.Column{Field: "intensity"})
	if last := steps[len(steps)-1]; last.Reason != formula.TooSparse {
		t.Errorf("explained by %+v", last)
	}
	near(t, "explained", g.Explain(values{"pulse": 5}.in(g.Program), &g.env, reading.Column{Field: "rain1h"})[1].Value, 1)
}

// The worked antecedent rain of formulas.md section 21: 12.4 mm yesterday, 31.6 and 5.2 mm three and four days ago.
func TestAntecedentRain(t *testing.T) {
	g := newGauge(t, 12*time.Hour, "input", "rain", "antecedent", "15")
	g.raw = "rain"
	fell := map[int]float64{1: 12.4, 3: 31.6, 4: 5.2, 16: 100}
	var got observation
	for day := 16; day >= 0; day-- {
		today := at8.AddDate(0, 0, -day)
		g.reads(today, 0)
		if got = g.reads(today.Add(12*time.Hour), fell[day]); day == 14 && got.flag != reading.Partial {
			t.Errorf("after two days: %v", got.flag.Names())
		}
	}
	near(t, "antecedent rain", got.at("rainAntecedent", 0), 31.73437747)
	if got.flag != 0 {
		t.Errorf("all days are there: %v", got.flag.Names())
	}
	last := g.past
	last.Times, last.Values = last.Times[:len(last.Times)-1], last.Values[:len(last.Values)-1]
	g.past = last
	steps := g.Explain(values{"rain": 0}.in(g.Program), &g.env, reading.Column{Field: "rainAntecedent"})
	if inputs := steps[len(steps)-1].Inputs; len(inputs) != 4 || inputs[3].Name != "P4" || math.Abs(inputs[3].Value-5.2) > 1e-9 {
		t.Errorf("explained by %+v", inputs)
	}
	g.reads(at8.AddDate(0, 0, 1).Add(12*time.Hour), 0) // that of 8:00 is missing
	if got := g.reads(at8.AddDate(0, 0, 2), 0); got.flag != reading.Partial {
		t.Errorf("after a gap: %v", got.flag.Names())
	}
}
