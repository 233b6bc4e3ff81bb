package formula_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// scanned returns what a rangefinder at (x, y) m sends of a section: the distance to the outline in every direction, with
// the instrument turned by tilt degrees.
func scanned(n int, x, y, tilt float64, radius func(degrees float64) float64) values {
	v := values{"tilt": tilt}
	for i := range n {
		angle := float64(i) * 360 / float64(n)
		sin, cos := math.Sincos((angle + tilt) * math.Pi / 180)
		// The outline is found along the ray by bisection: the sections of the tests are convex.
		low, high := 0.0, 20.0
		for range 60 {
			d := (low + high) / 2
			px, py := x+d*cos, y+d*sin
			if math.Hypot(px, py) < radius(math.Atan2(py, px)*180/math.Pi) {
				low = d
			} else {
				high = d
			}
		}
		v[fmt.Sprintf("angle/%d", i+1)], v[fmt.Sprintf("dist/%d", i+1)] = angle, low
	}
	return v
}

func scan(params coefs, options map[string]string) formula.Setting {
	return formula.Setting{Rules: []formula.Rule{{System: "PROFILE_POLAR", Params: params, Options: options}}}
}

// The ring of formulas.md section 13, scanned from its center instead of walked along: twelve nodes at 30°, three times as
// many points. Its worked numbers hold at every third one.
func TestScannedSectionAgreesWithWorkedRing(t *testing.T) {
	q0 := [][2]float64{
		{0, -1931.85165258},
		{965.92582629, -1673.03260748},
		{1673.03260748, -965.92582629},
		{1931.85165258, 0},
		{1673.03260748, 965.92582629},
		{965.92582629, 1673.03260748},
		{0, 1931.85165258},
		{-965.92582629, 1673.03260748},
		{-1673.03260748, 965.92582629},
		{-1931.85165258, 0},
		{-1673.03260748, -965.92582629},
		{-965.92582629, -1673.03260748},
	}
	q := [][2]float64{
		{-1.41221299, -1930.27275643},
		{964.39116092, -1670.97710704},
		{1672.20598609, -964.47174558},
		{1932.84694888, 1.09485231},
		{1675.34479386, 967.52056482},
		{967.58916628, 1674.14945810},
		{0.95701561, 1930.57827958},
		{-964.59311582, 1670.38173000},
		{-1672.22542696, 963.90822309},
		{-1933.26746881, -1.28842727},
		{-1675.66076624, -967.39029138},
		{-967.84594106, -1673.61675616},
	}
	// A scan measures along fixed directions, so the movement along the outline is not seen: the radial change is that of
	// the distance. The nodes lie at the directions of the initial ring.
	send := func(distance func(i int) float64) values {
		v := values{}
		for i := range 36 {
			v[fmt.Sprintf("angle/%d", i+1)], v[fmt.Sprintf("dist/%d", i+1)] = float64(i)*10, distance(i)/1000
		}
		return v
	}
	at := func(ring [][2]float64, i int) float64 { return math.Hypot(ring[i/3][0], ring[i/3][1]) }
	p := compile(t, scan(coefs{"angleStep": 10, "phi0": -90}, map[string]string{"instrument": "stands"}))
	change := changes(
		observe(p, send(func(i int) float64 { return at(q0, i) }), nil), observe(p, send(func(i int) float64 { return at(q, i) }), nil), nil)
	for i := range q {
		near(t, fmt.Sprintf("radial of node %d", i*3+1), change[of("radial", int32(i*3+1))], at(q, i*3)-at(q0, i*3))
	}
	near(t, "convergence of the vertical diameter", change[of("convergence", 1)], at(q, 0)+at(q, 18)-at(q0, 0)-at(q0, 18))
}

// Wherever the instrument stands and however it is tilted, it sees the same section. Far from the center it sees one side
// with more points than the other, which moves the center of the circle through them by less than a millimeter.
func TestSectionDoesNotDependOnTheInstrument(t *testing.T) {
	circle := func(float64) float64 { return 3 }
	squeezed := func(degrees float64) float64 { return 3 - 0.006*math.Cos(2*degrees*math.Pi/180) }
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64Range(-0.8, 0.8).Draw(t, "x"), rapid.Float64Range(-0.8, 0.8).Draw(t, "y")
		tilt, moved := rapid.Float64Range(-8, 8).Draw(t, "tilt"), rapid.Float64Range(-0.004, 0.004).Draw(t, "moved")
		p, err := formula.Compile(scan(coefs{"angleStep": 1}, nil))
		if err != nil {
			t.Fatal(err)
		}
		change := changes(observe(p, scanned(360, x, y, 0, circle), nil), observe(p, scanned(360, x+moved, y-moved, tilt, squeezed), nil), nil)
		least, most := math.Inf(1), math.Inf(-1)
		for node := int32(1); node <= 360; node++ {
			radial := change[of("radial", node)]
			least, most = min(least, radial), max(most, radial)
		}
		if math.Abs(least+6) > 1 || math.Abs(most-6) > 1 {
			t.Fatalf("radial changes from %v to %v, want −6 to 6", least, most)
		}
	})
}

func TestSectionWithObstaclesAndGaps(t *testing.T) {
	circle := func(float64) float64 { return 3 }
	p := compile(t, scan(nil, nil))
	initial := observe(p, scanned(72, 0, 0, 0, circle), nil)
	near(t, "position", initial.at("x", 1), 3000)
	near(t, "position", initial.at("y", 19), 3000)
	near(t, "area of 72 triangles", initial.at("area", 0), 72.0/2*9*math.Sin(5*math.Pi/180))

	hidden := scanned(72, 0, 0, 0, circle)
	for i := 10; i <= 14; i++ { // somebody stands in the way
		hidden[fmt.Sprintf("dist/%d", i)] = 1.2
	}
	change := changes(initial, observe(p, hidden, nil), nil)
	for node := int32(1); node <= 72; node++ {
		got, want := change[of("radial", node)], 0.0
		if node >= 10 && node <= 14 {
			if !reading.IsMissing(got) {
				t.Errorf("hidden node %d changed by %v", node, got)
			}
		} else if math.Abs(got-want) > 1e-6 {
			t.Errorf("node %d changed by %v", node, got)
		}
	}
	if got := change[of("area", 0)]; !reading.IsMissing(got) {
		t.Errorf("the area of a hidden section changed by %v", got)
	}
	smaller := changes(initial, observe(p, scanned(72, 0, 0, 0, func(float64) float64 { return 2.99 }), nil), nil)
	near(t, "change in area", smaller[of("area", 0)], 72.0/2*(2.99*2.99-9)*math.Sin(5*math.Pi/180))
	if got := change[of("convergence", 12)]; !reading.IsMissing(got) {
		t.Errorf("the chord of a hidden node changed by %v", got)
	}

	short := scanned(72, 0, 0, 0, circle)
	delete(short, "dist/30") // one point is interpolated, a row of them is not
	for i := 40; i <= 45; i++ {
		delete(short, fmt.Sprintf("dist/%d", i))
	}
	got := observe(p, short, nil)
	if got.flag != reading.Partial || got.reason != "missing:dist" {
		t.Errorf("flag %v, reason %q", got.flag.Names(), got.reason)
	}
	if x := got.at("x", 30); reading.IsMissing(x) {
		t.Error("a single point was not interpolated")
	}
	if x := got.at("x", 42); !reading.IsMissing(x) {
		t.Errorf("a point in a gap is at %v", x)
	}
	for i := 1; i <= 40; i++ {
		delete(short, fmt.Sprintf("dist/%d", i))
	}
	if got := observe(p, short, nil); got.reason != "missing:dist" || !reading.IsMissing(got.at("x", 60)) {
		t.Errorf("reason %q and position %v of a third of a section", got.reason, got.at("x", 60))
	}
}

// Points without angles are at equal steps, clockwise if the instrument turns that way.
func TestAnglesOfASectionAreOptional(t *testing.T) {
	p := compile(t, scan(coefs{"phi0": 90}, map[string]string{"turns": "clockwise"}))
	v := values{}
	for i := range 72 {
		v[fmt.Sprintf("dist/%d", i+1)] = 2 + float64(i)/100
	}
	got := observe(p, v, nil)
	near(t, "top", got.at("y", 1), 2000)
	near(t, "right", got.at("x", 19), 2180)
}

// An instrument may send more points than the section has nodes, if it sends their angles.
func TestSectionOfManyPoints(t *testing.T) {
	p := compile(t, scan(nil, nil))
	got := observe(p, scanned(360, 0, 0, 0, func(float64) float64 { return 3 }), nil)
	if got.flag != 0 || got.reason != "" {
		t.Errorf("flag %v, reason %q", got.flag.Names(), got.reason)
	}
	near(t, "left", got.at("x", 37), -3000)
}

// An angle encoder that stands still makes no section.
func TestSectionInOneDirection(t *testing.T) {
	v := values{}
	for i := range 72 {
		v[fmt.Sprintf("angle/%d", i+1)], v[fmt.Sprintf("dist/%d", i+1)] = 12, 3
	}
	if got := observe(compile(t, scan(nil, nil)), v, nil); got.reason != "missing:dist" || !reading.IsMissing(got.at("x", 30)) {
		t.Errorf("reason %q, position %v", got.reason, got.at("x", 30))
	}
}

func TestStepOfASectionDividesTheCircle(t *testing.T) {
	for _, step := range []float64{0, -5, 7, 1e-9} {
		if _, err := formula.Compile(scan(coefs{"angleStep": step}, nil)); err == nil {
			t.Errorf("a step of %v° was accepted", step)
		}
	}
}
