package formula_test

import (
	"math"
	"testing"
	"time"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// series folds the readings of one point whose formula reads its past, and compares each explanation with its result.
type series struct {
	*testing.T
	formula.Program
	env  formula.Env
	past formula.Past
}

func newSeries(t *testing.T, every time.Duration, s formula.Setting) *series {
	s.Field = exact
	p := &series{T: t, Program: compile(t, s)}
	p.env = formula.Env{Elapsed: math.NaN(), Interval: every.Milliseconds(), Past: &p.past}
	return p
}

func (s *series) reads(at time.Duration, sent values) observation {
	s.Helper()
	s.env.Time = at8.Add(at).UnixMilli()
	got := observe(s.Program, sent, &s.env)
	for i, column := range s.Observed().List {
		steps := s.Explain(sent.in(s.Program), &s.env, column)
		last := steps[len(steps)-1]
		if (last.Value != got.out[i]) == (last.Reason == "") || (last.Reason != "") != reading.IsMissing(got.out[i]) {
			s.Errorf("%s is %v, explained by %+v", column.Field, got.out[i], last)
		}
		for _, step := range steps {
			for _, term := range step.Inputs {
				if reading.IsMissing(term.Value) && step.Reason == "" {
					s.Errorf("%s is explained without a value of %s", step.Key, term.Name)
				}
			}
		}
	}
	if got.flag.Valid() {
		s.past.Append(s.Program, s.env.Time, s.Observed(), got.out)
	}
	return got
}

func wind(speed, direction float64) values { return values{"windSpeed": speed, "windDir": direction} }

func windMean(params coefs, options map[string]string) formula.Setting {
	return formula.Setting{Rules: []formula.Rule{{System: "WIND_MEAN", Params: params, Options: options}}}
}

var (
	workedSpeeds     = []float64{6.2, 7.1, 5.8, 8.4, 6.9}
	workedDirections = []float64{350, 5, 340, 12, 358}
)

// The worked winds of formulas.md section 22, one a minute.
func TestWorkedMeanWind(t *testing.T) {
	for mean, want := range map[string]float64{"vector": 6.7508442, "arithmetic": 6.88} {
		s := newSeries(t, time.Minute, windMean(coefs{"window": 5}, map[string]string{"mean": mean}))
		s.reads(0, wind(30, 180)) // older than the window
		var got observation
		for i, v := range workedSpeeds {
			got = s.reads(time.Duration(i+1)*time.Minute, wind(v, workedDirections[i]))
		}
		near(t, mean, got.at("windMean", 0), want)
		near(t, "direction", got.at("windMeanDir", 0), 358.411199)
		near(t, "speed", got.at("windSpeed", 0), 6.9)
		if got.flag != 0 {
			t.Errorf("%s: flag %v", mean, got.flag.Names())
		}
	}
}

func TestMeanWindWithFaults(t *testing.T) {
	s := newSeries(t, time.Minute, windMean(coefs{"window": 3}, nil))
	if got := s.reads(0, wind(2, 90)); got.flag != reading.Partial || got.at("windMean", 0) != 2 {
		t.Errorf("the first reading: %v m/s, flag %v", got.at("windMean", 0), got.flag.Names())
	}
	if got := s.reads(time.Minute, values{"windDir": 3}); got.reason != "missing:windSpeed" || got.flag.Valid() {
		t.Errorf("without a speed: %q", got.reason)
	}
	got := s.reads(2*time.Minute, values{"windSpeed": 4})
	if got.flag != reading.Partial || got.at("windMean", 0) != 2 || got.at("windMeanDir", 0) != 90 {
		t.Errorf("a wind without direction: %v m/s from %v, flag %v", got.at("windMean", 0), got.at("windMeanDir", 0), got.flag.Names())
	}
	if got = s.reads(3*time.Minute, values{"windSpeed": 4}); !reading.IsMissing(got.at("windMean", 0)) {
		t.Errorf("the window has no direction: %v m/s", got.at("windMean", 0))
	}
	if got = s.reads(20*time.Minute, wind(5, 10)); got.flag != reading.Partial || got.at("windMean", 0) != 5 {
		t.Errorf("after a gap: %v m/s, flag %v", got.at("windMean", 0), got.flag.Names())
	}
	s.reads(21*time.Minute, wind(5, 190))
	sparse := newSeries(t, time.Hour, windMean(nil, nil))
	if got = sparse.reads(0, wind(3, 20)); !reading.IsMissing(got.at("windMean", 0)) || got.flag != 0 || got.at("windSpeed", 0) != 3 {
		t.Errorf("ten minutes of a reading an hour: %v m/s", got.at("windMean", 0))
	}
	calm := newSeries(t, time.Minute, windMean(coefs{"window": 1}, nil))
	if got = calm.reads(0, wind(0, 20)); got.at("windMean", 0) != 0 || !reading.IsMissing(got.at("windMeanDir", 0)) {
		t.Errorf("a calm: %v m/s from %v", got.at("windMean", 0), got.at("windMeanDir", 0))
	}
}

func TestGust(t *testing.T) {
	gust := map[string]string{"gust": "true"}
	s := newSeries(t, time.Second, windMean(coefs{"window": 1}, gust))
	var got observation
	for i, v := range []float64{4, 4, 10, 13, 16, 5, 4} {
		got = s.reads(time.Duration(i)*time.Second, wind(v, 0))
	}
	near(t, "the largest mean over 3 s", got.at("windMax", 0), 13)
	near(t, "a minute later", s.reads(64*time.Second, wind(7, 0)).at("windMax", 0), 34.0/3)
	slow := newSeries(t, time.Minute, windMean(nil, gust))
	if got = slow.reads(0, wind(4, 0)); !reading.IsMissing(got.at("windMax", 0)) {
		t.Errorf("a reading a minute has gusts of %v m/s", got.at("windMax", 0))
	}
}

// The worked trend of formulas.md section 19 along each axis of a position.
func TestWorkedTrendOfAPosition(t *testing.T) {
	list := []float64{-10.12, -10.40, -10.71, -10.95, -11.31, -11.55, -11.88}
	local := formula.Rule{System: "GNSS_ENU", Params: coefs{"trendWindow": 7, "scale": 1}, Options: map[string]string{"input": "enu"}}
	s := newSeries(t, 24*time.Hour, formula.Setting{Rules: []formula.Rule{local}})
	s.reads(-10*24*time.Hour, values{"n": 999, "e": 999, "u": 999, "quality": 4}) // older than the window
	var got observation
	for i, v := range list {
		got = s.reads(time.Duration(i)*24*time.Hour, values{"n": v, "e": -v, "u": 2 * v, "quality": 4})
		if enough := i >= 4; reading.IsMissing(got.at("trendN", 0)) == enough {
			t.Errorf("the trend after %d days is %v", i, got.at("trendN", 0))
		}
	}
	near(t, "north", got.at("trendN", 0), -0.292142857)
	near(t, "east", got.at("trendE", 0), 0.292142857)
	near(t, "up", got.at("trendU", 0), -0.584285714)
	if got = s.reads(7*24*time.Hour, values{"n": 0, "e": 0, "u": 0, "quality": 1}); !reading.IsMissing(got.at("trendN", 0)) {
		t.Errorf("a single solution has a trend of %v", got.at("trendN", 0))
	}
}

// One degree of latitude is 111 km: 1 mm/d to the north and 2 mm/d down.
func TestTrendOfGeodeticPositions(t *testing.T) {
	s := newSeries(t, 6*time.Hour, formula.Setting{Rules: []formula.Rule{{System: "GNSS_ENU", Params: coefs{"trendWindow": 2}}}})
	var got observation
	for i := range 9 {
		days := float64(i) / 4
		got = s.reads(time.Duration(i)*6*time.Hour, values{"lat": 30.5 + days*0.001/110_852.4, "lon": 114.3, "height": 48 - 0.002*days, "quality": 4})
	}
	for field, want := range map[string]float64{"trendN": 1, "trendE": 0, "trendU": -2} {
		if v := got.at(field, 0); math.Abs(v-want) > 0.002 {
			t.Errorf("%s is %v mm/d, want %v", field, v, want)
		}
	}
}

func TestShotsOfARange(t *testing.T) {
	rule := formula.Rule{System: "RANGE", ComputedField: "chord", Params: coefs{"shots": 5}}
	p := compile(t, formula.Setting{Rules: []formula.Rule{rule}, Field: exact})
	shots := func(list ...float64) values {
		v := values{}
		for i, d := range list {
			v[[]string{"dist/1", "dist/2", "dist/3", "dist/4", "dist/5"}[i]] = d
		}
		return v
	}
	nan := math.NaN()
	for _, test := range []struct {
		name   string
		in     values
		want   float64
		flag   reading.Flag
		reason string
	}{
		{"five shots", shots(12.3457, 12.9, 12.3455, 11.2, 12.3456), 12345.6, 0, ""},
		{"one is silent", shots(12.3457, 12.9, nan, 11.2, 12.3455), 12345.6, reading.Partial, ""},
		{"two remain", shots(12.3457, nan, nan, nan, 12.3455), nan, reading.Invalid, "missing:dist"},
	} {
		got := observe(p, test.in, nil)
		if got.flag != test.flag || got.reason != test.reason {
			t.Errorf("%s: flag %v, reason %q", test.name, got.flag.Names(), got.reason)
		}
		steps := p.Explain(test.in.in(p), &formula.Env{Elapsed: nan}, p.Observed().List[0])
		if test.want == test.want {
			near(t, test.name, got.at("chord", 0), test.want)
			if len(steps) != 2 || steps[0].Key != "d" || steps[1].Value != got.at("chord", 0) {
				t.Errorf("%s is explained by %+v", test.name, steps)
			}
		} else if last := steps[len(steps)-1]; last.Reason != test.reason {
			t.Errorf("%s is explained by %+v", test.name, last)
		}
	}
}

func TestWorkedDifferentialSettlement(t *testing.T) {
	rule := func(field string) formula.Rule {
		return formula.Rule{
			System: "DIFFERENTIAL", ComputedField: "slopeX", Params: coefs{"distance": 18.2}, Options: map[string]string{"a": "P1", "b": "P2", "field": field},
		}
	}
	checkScalars(t, []scalarCase{
		{"settlements", rule("settlement"), nil, values{"P1.settlement": -12.37, "P2.settlement": -4.81}, -0.415384615},
		{"elevations", rule("elevation"), nil, values{"P1.elevation": 20.98763, "P2.elevation": 20.99519}, -0.415384615},
		{"heights", rule("height"), nil, values{"P1.height": 30, "P2.height": 30.0182}, -1},
	})
	p := compile(t, formula.Setting{Rules: []formula.Rule{rule("")}})
	for in, reason := range map[string]string{"P1": "missing:P2.settlement", "P2": "missing:P1.settlement"} {
		if got := observe(p, values{in + ".settlement": 1}, nil); got.reason != reason || got.flag.Valid() {
			t.Errorf("%s alone: %q", in, got.reason)
		}
	}
}
