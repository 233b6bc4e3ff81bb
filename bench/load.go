package main

import (
	"math"
	"math/rand/v2"
)

// load is what every store is given: readings of displacement with drift, a daily and
// a yearly cycle and noise, in steps of 0.01 mm, and a temperature in steps of 0.1
// degree; one of sixteen a second late.
type load struct {
	seed       uint64
	rounds     int // of one reading of each live point
	livePoints int
	yearPoints int // points with a year of 5-minute readings
	monthly    int // points with 30 days of them
	tail       int // further points with six readings each
}

func fullLoad(seed uint64) load {
	return load{seed: seed, rounds: 2160, livePoints: 1000, yearPoints: 20, monthly: 200, tail: 10_000}
}

func shortLoad(seed uint64) load {
	return load{seed: seed, rounds: 250, livePoints: 1000, yearPoints: 3, monthly: 100, tail: 10_000}
}

const (
	begin      = int64(1_700_000_000_000)
	fiveMin    = int64(300_000)
	twentyMin  = int64(1_200_000)
	yearRows   = 105_120
	monthRows  = 8_640
	backCommit = 5_000
	exportRows = 65_535
)

// Points are numbered by what they are for.
const (
	livePoint  = int64(1)
	yearPoint  = int64(100_001)
	monthPoint = int64(200_001)
	tailPoint  = int64(300_001)
)

// row is a reading: two displacements and a temperature.
type row struct {
	point int64
	time  int64
	v     [3]float64
}

// sensor makes the readings of one point, one after the other.
type sensor struct {
	rng   *rand.Rand
	point int64
	drift [2]float64
	phase float64
	time  int64
}

func (l load) sensor(point int64) *sensor {
	rng := rand.New(rand.NewPCG(l.seed, uint64(point)))
	return &sensor{rng: rng, point: point, phase: rng.Float64() * 2 * math.Pi, time: begin}
}

func (s *sensor) next(step int64) row {
	r := row{point: s.point, time: s.time}
	if s.rng.IntN(16) == 0 {
		r.time += 1000
	}
	day := 2*math.Pi*float64(s.time%86_400_000)/86_400_000 + s.phase
	year := 2 * math.Pi * float64(s.time%31_536_000_000) / 31_536_000_000
	for i := range s.drift {
		s.drift[i] += s.rng.NormFloat64() * 0.003
		r.v[i] = round(s.drift[i]+0.4*math.Sin(day)+2*math.Sin(year)+0.02*s.rng.NormFloat64(), 100)
	}
	r.v[2] = round(15+5*math.Sin(day)+10*math.Sin(year)+0.1*s.rng.NormFloat64(), 10)
	s.time += step
	return r
}

func round(v, steps float64) float64 { return math.Round(v*steps) / steps }

// history is n readings of a point.
func (l load) history(point int64, n int, step int64) []row {
	s := l.sensor(point)
	rows := make([]row, n)
	for i := range rows {
		rows[i] = s.next(step)
	}
	return rows
}

// checksum is independent of the order of points but not of that of values.
type checksum struct {
	Rows int
	Sum  float64
}

func (c *checksum) add(time int64, v [3]float64) {
	c.Rows++
	c.Sum += float64(time%1009)*v[0] + v[1] - 3*v[2]
}

func checksumOf(rows []row) checksum {
	var c checksum
	for _, r := range rows {
		c.add(r.time, r.v)
	}
	return c
}

func (c checksum) equal(other checksum) bool {
	return c.Rows == other.Rows && math.Abs(c.Sum-other.Sum) <= 1e-9*math.Max(1, math.Abs(c.Sum))
}
