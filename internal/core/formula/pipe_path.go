package formula

import (
	"math"
	"slices"
	"sort"
)

// Pipe is where a pipe begins and ends, from the device's pamConfig.
type Pipe struct {
	Entry, Exit PipeEnd
	Backward    bool    // the sonde is pulled from the exit to the entry
	Average     bool    // the two runs of a survey in opposite directions are averaged
	Length      float64 // m; 0: not known
}

// lengthTolerance is by how much a survey may be shorter or longer than the pipe and still ends at its far end, m.
const lengthTolerance = 1

// whole reports whether a survey covers the pipe.
func (p Pipe) whole(surveyed float64) bool {
	return p.Length == 0 || math.Abs(p.Length-surveyed) <= lengthTolerance
}

// PipeEnd is the position of an end of a pipe.
type PipeEnd struct {
	Known    bool
	Position [3]float64 // north, east, up, m
}

// PipeSurvey is one run of a sonde.
type PipeSurvey struct {
	Stations []PipeStation // in the order of the run
	Offset   float64       // degrees, added to headings
	Open     bool          // the misclosure is not distributed
}

// with returns the survey and the pipe with what the reading says of the whole survey; NaN: nothing.
func (s PipeSurvey) with(p Pipe, direction, closure float64) (PipeSurvey, Pipe) {
	if direction-direction == 0 {
		p.Backward = direction < 0
	}
	s.Open = s.Open || closure == 0
	return s, p
}

// add adds a station from its raw values in the order of PipeStationFields, if there are enough of them. A position counts
// before angles.
func (s *PipeSurvey) add(read [len(PipeStationFields)]float64) {
	station := PipeStation{Chainage: read[0], Pitch: read[1], Heading: read[2], Position: [3]float64(read[3:])}
	sum := read[3] + read[4] + read[5]
	station.Known = sum-sum == 0
	enough := station.Chainage
	if !station.Known {
		enough += station.Pitch + station.Heading
	}
	if enough-enough == 0 {
		s.Stations = append(s.Stations, station)
	}
}

// PipeStation is what was read at one station: its angles, or its position if Known.
type PipeStation struct {
	Chainage       float64 // m, from where the run began
	Pitch, Heading float64 // degrees
	Known          bool
	Position       [3]float64 // north, east, up, m
}

// PipePath is a computed run, from the entry on: chainage counts from there.
type PipePath struct {
	Stations []PathStation
	Length   float64 // m, surveyed
	// Misclosure is the known position of the far end minus the computed one, m; nil if it is not known, or if the run
	// does not reach it.
	Misclosure *[3]float64
	Closed     bool // the misclosure is distributed
	Backward   bool // the run began at the exit
}

// PathStation is one station of a path.
type PathStation struct {
	Chainage float64
	Position [3]float64
	from     PipeStation // as read
	share    [3]float64  // of the misclosure
	step     [3]float64  // from the station before it in the run
	mean     [2]float64  // pitch and heading of that step, degrees
}

// NotRising is why a survey has no result whose chainage falls or stands still.
const NotRising = "chainageNotRising"

// Path computes a run. The reason says why there is none.
func (p Pipe) Path(s PipeSurvey) (path PipePath, reason string) {
	if len(s.Stations) < 2 {
		return path, MissingValue + "chainage"
	}
	known := true
	for i, station := range s.Stations {
		if i > 0 && station.Chainage <= s.Stations[i-1].Chainage {
			return path, NotRising
		}
		known = known && station.Known
	}
	path.Stations = make([]PathStation, len(s.Stations))
	first, last := s.Stations[0].Chainage, s.Stations[len(s.Stations)-1].Chainage
	path.Length, path.Backward = last-first, p.Backward
	begin, end := p.Entry, p.Exit
	if p.Backward {
		begin, end = end, begin
	}
	if known {
		for i, station := range s.Stations {
			path.Stations[i] = PathStation{Chainage: station.Chainage - first, Position: station.Position, from: station}
		}
	} else if !path.integrate(s, begin.Position) {
		return PipePath{}, MissingValue + "pitch"
	}
	// A run that ends before the pipe does misses its far end by what was not surveyed.
	if far := &path.Stations[len(path.Stations)-1]; end.Known && p.whole(path.Length) {
		path.Misclosure = &[3]float64{
			end.Position[0] - far.Position[0], end.Position[1] - far.Position[1], end.Position[2] - far.Position[2],
		}
	}
	switch {
	case known || path.Misclosure == nil:
	case !begin.Known: // the run starts anywhere, so it ends where it must
		path.move(*path.Misclosure, true)
		path.Misclosure = nil
	case !s.Open:
		path.Closed = true
		path.move(*path.Misclosure, false)
	}
	if p.Backward {
		from := path.Length // chainage of the exit
		if !p.whole(path.Length) {
			from = p.Length
		}
		slices.Reverse(path.Stations)
		for i := range path.Stations {
			path.Stations[i].Chainage = from - path.Stations[i].Chainage
		}
	}
	return path, ""
}

// integrate sums the steps between stations from where the run begins. It reports false if one has no angles.
func (path *PipePath) integrate(s PipeSurvey, at [3]float64) bool {
	for i, station := range s.Stations {
		one := PathStation{Chainage: station.Chainage - s.Stations[0].Chainage, from: station}
		if i > 0 {
			before := s.Stations[i-1]
			one.mean = [2]float64{(before.Pitch + station.Pitch) / 2, meanAngle(before.Heading, station.Heading) + s.Offset}
			sinP, cosP := math.Sincos(one.mean[0] * math.Pi / 180)
			sinH, cosH := math.Sincos(one.mean[1] * math.Pi / 180)
			ds := station.Chainage - before.Chainage
			one.step = [3]float64{ds * cosP * cosH, ds * cosP * sinH, ds * sinP}
			for axis := range at {
				at[axis] += one.step[axis]
			}
		}
		one.Position = at
		path.Stations[i] = one
	}
	return at[0]-at[0] == 0 && at[1]-at[1] == 0 && at[2]-at[2] == 0
}

// move adds a displacement to the stations: all of it, or in proportion to the chainage.
func (path *PipePath) move(by [3]float64, whole bool) {
	for i := range path.Stations {
		one := &path.Stations[i]
		share := 1.0
		if !whole {
			share = one.Chainage / path.Length
		}
		for axis := range by {
			one.share[axis] = share * by[axis]
			one.Position[axis] += one.share[axis]
		}
	}
}

// meanAngle returns the mean of two directions, degrees, the short way round: of 359° and 1° it is 0°.
func meanAngle(a, b float64) float64 {
	turn := math.Mod(b-a, 360)
	switch {
	case turn > 180:
		turn -= 360
	case turn < -180:
		turn += 360
	}
	return a + turn/2
}

// nearStation is how far beyond the last station, m, its position still counts for a node: chainages are in steps of 0.01 m.
const nearStation = 0.005

// after returns the first station behind the beginning at or after a chainage; -1: outside of the path.
func (path *PipePath) after(chainage float64) int {
	n := len(path.Stations)
	if n < 2 || chainage < path.Stations[0].Chainage-nearStation || chainage > path.Stations[n-1].Chainage+nearStation {
		return -1
	}
	return max(1, min(n-1, sort.Search(n, func(i int) bool { return path.Stations[i].Chainage >= chainage })))
}

// At returns the position at a chainage from the entry; ok is false outside of the surveyed stretch.
func (path *PipePath) At(chainage float64) (at [3]float64, ok bool) {
	i := path.after(chainage)
	if i < 0 {
		return at, false
	}
	a, b := &path.Stations[i-1], &path.Stations[i]
	part := (chainage - a.Chainage) / (b.Chainage - a.Chainage)
	for axis := range at {
		at[axis] = a.Position[axis] + part*(b.Position[axis]-a.Position[axis])
	}
	return at, true
}

// BendRadius returns the radius of the circle through three points, m; NaN on a straight line.
func BendRadius(a, b, c [3]float64) float64 {
	var u, v [3]float64
	for i := range u {
		u[i], v[i] = b[i]-a[i], c[i]-b[i]
	}
	cross := math.Hypot(math.Hypot(u[1]*v[2]-u[2]*v[1], u[2]*v[0]-u[0]*v[2]), u[0]*v[1]-u[1]*v[0])
	long := func(p [3]float64) float64 { return math.Hypot(math.Hypot(p[0], p[1]), p[2]) }
	whole := [3]float64{u[0] + v[0], u[1] + v[1], u[2] + v[2]}
	radius := long(u) * long(v) * long(whole) / (2 * cross)
	if math.IsInf(radius, 0) {
		return math.NaN()
	}
	return radius
}

// explainStep explains the position of a station along an axis: the step that reaches it in the run, and its share of the
// misclosure.
func (path *PipePath) explainStep(axis, i int) []Step {
	one, before := &path.Stations[i], &path.Stations[i-1]
	if one.from.Known {
		return nil
	}
	if one.from.Chainage < before.from.Chainage { // backward: the run reached the one before later
		one, before = before, one
	}
	letter := [...]string{"N", "E", "Z"}[axis]
	text := [...]string{"ΔN = Δs·cos p·cos h", "ΔE = Δs·cos p·sin h", "ΔZ = Δs·sin p"}[axis]
	terms := []Term{
		{Name: "Δs", Kind: RawTerm, Value: math.Abs(one.Chainage - before.Chainage), Unit: "m", Field: "chainage"},
		{Name: "p", Kind: RawTerm, Value: one.mean[0], Unit: "°", Field: "pitch"},
	}
	if axis < 2 {
		terms = append(terms, Term{Name: "h", Kind: RawTerm, Value: one.mean[1], Unit: "°", Field: "heading"})
	}
	steps := []Step{{Key: "Δ" + letter, Text: text, Inputs: terms, Value: one.step[axis], Unit: "m"}}
	if path.Closed {
		steps = append(steps, Step{
			Key: "f", Text: "f·s/S", Value: one.share[axis], Unit: "m", Inputs: []Term{
				{Name: "f", Kind: ComputedTerm, Value: path.Misclosure[axis], Unit: "m"},
				{Name: "S", Kind: ComputedTerm, Value: path.Length, Unit: "m"},
			},
		})
	}
	return steps
}
