package formula_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func pipeline(p formula.Pipe) formula.Setting {
	return formula.Setting{Rules: []formula.Rule{{System: "PIPE_ATTITUDE"}}, Segments: segmentsOf(3, 2000), Pipe: p}
}

func end(north, east, up float64) formula.PipeEnd {
	return formula.PipeEnd{Known: true, Position: [3]float64{north, east, up}}
}

func pulled(stations ...[3]float64) values {
	in := values{}
	for i, s := range stations {
		in[fmt.Sprintf("chainage/%d", i+1)], in[fmt.Sprintf("pitch/%d", i+1)], in[fmt.Sprintf("heading/%d", i+1)] = s[0], s[1], s[2]
	}
	return in
}

var workedPipe = [][3]float64{{0, -1.20, 85.0}, {2, -1.05, 85.4}, {4, -0.80, 86.1}, {6, -0.62, 86.9}}

// The worked example of formulas.md section 28.
func TestWorkedPipe(t *testing.T) {
	now := observe(compile(t, pipeline(formula.Pipe{})), pulled(workedPipe...), nil)
	near(t, "north", now.at("northing", 3), 0.43760880)
	near(t, "east", now.at("easting", 3), 5.98295833)
	near(t, "up", now.at("elevation", 3), -0.096337615)
	if now.at("northing", 0) != 0 {
		t.Errorf("the entry is at %v", now.at("northing", 0))
	}
}

func TestPipeIsClosedByChainage(t *testing.T) {
	entry, exit := end(100, 200, 10), end(100.5, 206.1, 9.9)
	p := compile(t, pipeline(formula.Pipe{Entry: entry, Exit: exit}))
	open := observe(compile(t, pipeline(formula.Pipe{Entry: entry})), pulled(workedPipe...), nil)
	closed := observe(p, pulled(workedPipe...), nil)
	near(t, "north of the exit", closed.at("northing", 3), 100.5)
	near(t, "a third of the misclosure", closed.at("easting", 1)-open.at("easting", 1), (206.1-200-5.98295833)/3)
	in := pulled(workedPipe...)
	in[formula.PipeClosure] = 0
	near(t, "left open for one survey", observe(p, in, nil).at("easting", 3), open.at("easting", 3))
	steps := p.Explain(pulled(workedPipe...).in(p), &formula.Env{}, of("easting", 3))
	if len(steps) != 3 || math.Abs(steps[0].Value-2*math.Cos(-0.71*math.Pi/180)*math.Sin(86.5*math.Pi/180)) > 1e-9 || steps[2].Value != closed.at("easting", 3) {
		t.Errorf("explained by %+v", steps)
	}
	change := changes(open, closed, nil)
	near(t, "change of the exit, mm", change[of("y", 3)], 1000*(206.1-200-5.98295833))
}

// A run that ends before the pipe does is not pulled to its far end, and one from the exit begins there.
func TestRunThatDoesNotReachTheFarEnd(t *testing.T) {
	long := formula.Pipe{Entry: end(0, 0, 0), Exit: end(0, 20, 0), Length: 20}
	straight := [][3]float64{{0, 0, 90}, {2, 0, 90}, {4, 0, 90}, {6, 0, 90}}
	forward := observe(compile(t, pipeline(long)), pulled(straight...), nil)
	near(t, "4 m from the entry", forward.at("easting", 2), 4)
	long.Backward = true
	for i := range straight {
		straight[i][2] = 270
	}
	backward := observe(compile(t, pipeline(long)), pulled(straight...), nil)
	if got := backward.at("easting", 2); !reading.IsMissing(got) {
		t.Errorf("4 m from the entry, which the run did not reach, is %v", got)
	}
}

// A pipe that was surveyed from its exit lies where it lies from its entry.
func TestPipeFromEitherEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var there [][3]float64
		heading := rapid.Float64Range(0, 360)
		for i := range 4 {
			there = append(there, [3]float64{float64(2 * i), rapid.Float64Range(-30, 30).Draw(t, "pitch"), heading.Draw(t, "first")})
			if i > 0 {
				there[i][2] = math.Mod(there[i-1][2]+rapid.Float64Range(-20, 20).Draw(t, "bend")+360, 360)
			}
		}
		var back [][3]float64
		for i := range there {
			s := there[len(there)-1-i]
			back = append(back, [3]float64{6 - s[0], -s[1], math.Mod(s[2]+180, 360)})
		}
		entry := end(50, 60, 7)
		made := func(backward bool) formula.Program {
			p, err := formula.Compile(func() formula.Setting {
				s := pipeline(formula.Pipe{Entry: entry, Backward: backward})
				s.Field = exact
				return s
			}())
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		one, other := observe(made(false), pulled(there...), nil), observe(made(true), pulled(back...), nil)
		given := pulled(back...)
		given[formula.PipeDirection] = -1
		marked := observe(made(false), given, nil)
		for _, field := range []string{"northing", "easting", "elevation"} {
			for node := range int32(4) {
				if math.Abs(one.at(field, node)-other.at(field, node)) > 1e-8 || marked.at(field, node) != other.at(field, node) {
					t.Fatalf("%s of node %d: %v, %v, %v", field, node, one.at(field, node), other.at(field, node), marked.at(field, node))
				}
			}
		}
	})
}

func TestPipeBetweenStations(t *testing.T) {
	p := compile(t, pipeline(formula.Pipe{}))
	short := observe(p, pulled([3]float64{0, 0, 90}, [3]float64{3, 0, 90}), nil)
	near(t, "between stations", short.at("easting", 1), 2)
	if !reading.IsMissing(short.at("easting", 2)) || short.flag&reading.Partial == 0 {
		t.Errorf("beyond the surveyed stretch: %v, flag %v", short.at("easting", 2), short.flag)
	}
	if bad := observe(p, pulled([3]float64{0, 0, 90}, [3]float64{0, 0, 90}), nil); bad.reason != formula.NotRising {
		t.Errorf("a chainage that stands still: %q", bad.reason)
	}
	if none := observe(p, values{}, nil); none.reason != "missing:chainage" {
		t.Errorf("an empty survey: %q", none.reason)
	}
	wrapped := observe(p, pulled([3]float64{0, 0, 359}, [3]float64{6, 0, 1}), nil)
	near(t, "north of a heading across 0°", wrapped.at("northing", 3), 6)
	known := values{}
	for i, at := range [][4]float64{{0, 10, 20, 5}, {6, 16, 20, 5}} {
		for k, field := range []string{"chainage", "northing", "easting", "elevation"} {
			known[fmt.Sprintf("%s/%d", field, i+1)] = at[k]
		}
	}
	near(t, "north of given positions", observe(p, known, nil).at("northing", 1), 12)
}

func TestBendRadius(t *testing.T) {
	arc := func(degrees float64) [3]float64 {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return [3]float64{300 * cos, 300 * sin, 4}
	}
	near(t, "radius", formula.BendRadius(arc(0), arc(0.4), arc(1)), 300)
	if r := formula.BendRadius([3]float64{}, [3]float64{1, 0, 0}, [3]float64{2, 0, 0}); !math.IsNaN(r) {
		t.Errorf("a straight pipe has radius %v", r)
	}
}

// A sonde with a drift in its heading bends a straight pipe one way, and the other way when it is pulled back.
func TestRunsInBothDirectionsAreAveraged(t *testing.T) {
	entry := end(0, 0, 0)
	p := compile(t, pipeline(formula.Pipe{Entry: entry, Exit: end(0, 6, 0), Average: true, Length: 6}))
	forward, back := pulled([3]float64{0, 0, 90}, [3]float64{2, 0, 91}, [3]float64{4, 0, 92}, [3]float64{6, 0, 93}),
		pulled([3]float64{0, 0, 270}, [3]float64{2, 0, 271}, [3]float64{4, 0, 272}, [3]float64{6, 0, 273})
	forward[formula.PipeDirection], back[formula.PipeDirection] = 1, -1
	first := observe(p, forward, nil)
	second := observe(p, back, nil)
	if a, b := first.at("northing", 1), second.at("northing", 1); math.Abs(a) < 0.01 || math.Abs(a+b) > 1e-3 {
		t.Fatalf("the runs are %v and %v m off", a, b)
	}
	soon := &formula.Env{Previous: first.out, Elapsed: 3600}
	mean := observe(p, back, soon)
	for _, node := range []int32{0, 1, 2, 3} {
		for _, field := range []string{"northing", "easting", "elevation"} {
			near(t, fmt.Sprintf("%s of node %d", field, node), mean.at(field, node), (first.at(field, node)+second.at(field, node))/2)
		}
	}
	steps := p.Explain(back.in(p), soon, of("northing", 1))
	last := steps[len(steps)-1]
	if last.Text != "P = (P_1 + P_2)/2" || last.Value != mean.at("northing", 1) || last.Inputs[0].Value != first.at("northing", 1) ||
		last.Inputs[1].Value != steps[len(steps)-2].Value {
		t.Errorf("explained by %+v", steps)
	}
	for name, alone := range map[string]observation{
		"a day and more later":   observe(p, back, &formula.Env{Previous: first.out, Elapsed: 90_000}),
		"the same direction":     observe(p, back, &formula.Env{Previous: second.out, Elapsed: 3600}),
		"after a mean":           observe(p, back, &formula.Env{Previous: mean.out, Elapsed: 3600}),
		"without being averaged": observe(compile(t, pipeline(formula.Pipe{Entry: entry, Exit: end(0, 6, 0), Length: 6})), back, nil),
	} {
		near(t, name, alone.at("northing", 1), second.at("northing", 1))
	}
	short := pulled([3]float64{0, 0, 270}, [3]float64{2, 0, 271})
	short[formula.PipeDirection] = -1
	if got := observe(p, short, soon); got.at("northing", 1) != first.at("northing", 1) || got.flag != reading.Partial {
		t.Errorf("a node that one run lacks: %v, flag %v", got.at("northing", 1), got.flag.Names())
	}
	if got := observe(p, values{formula.PipeDirection: -1}, soon); got.flag.Valid() || !reading.IsMissing(got.at("northing", 1)) {
		t.Errorf("a run without stations: %v", got.at("northing", 1))
	}
}
