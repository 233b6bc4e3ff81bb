package app

import (
	"sync"
	"time"
)

// diskWatch remembers how much of the data folder's disk was free, and tells the
// day on which it fills at the present rate.
type diskWatch struct {
	space func() (free, total uint64, err error)

	mu      sync.Mutex
	samples []diskSample // oldest first
}

type diskSample struct {
	at   time.Time
	free float64 // bytes
}

const (
	diskEvery  = time.Minute
	diskMemory = 24 * time.Hour
	// diskTrust is the least span of samples that a forecast is made from: a start
	// that loads much must not announce the end of the disk.
	diskTrust = 30 * time.Minute
	// diskHorizon is how far a forecast is told; beyond it "not in sight" is honest.
	diskHorizon = 10 * 365 * 24 * time.Hour
)

// look takes a sample; called every diskEvery.
func (w *diskWatch) look(now time.Time) {
	free, _, err := w.space()
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.samples = append(w.samples, diskSample{now, float64(free)})
	for len(w.samples) > 0 && now.Sub(w.samples[0].at) > diskMemory {
		w.samples = w.samples[1:]
	}
}

// slope is the least-squares growth of the free space, bytes a second, and the last
// sample; false while there are too few samples to tell.
func (w *diskWatch) slope() (slope float64, last diskSample, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.samples) < 2 || w.samples[len(w.samples)-1].at.Sub(w.samples[0].at) < diskTrust {
		return 0, diskSample{}, false
	}
	last = w.samples[len(w.samples)-1]
	var n, sumX, sumY, sumXX, sumXY float64
	for _, s := range w.samples {
		x := s.at.Sub(last.at).Seconds()
		n++
		sumX += x
		sumY += s.free
		sumXX += x * x
		sumXY += x * s.free
	}
	return (n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX), last, true
}

// perDay is how many bytes of the disk are used up a day; 0 when that is not known.
func (w *diskWatch) perDay() float64 {
	slope, _, ok := w.slope()
	if !ok {
		return 0
	}
	return -slope * (24 * time.Hour).Seconds()
}

// fullAt is when the disk fills at the present rate; false when it does not, or when
// that is not known yet.
func (w *diskWatch) fullAt() (time.Time, bool) {
	slope, last, ok := w.slope()
	if !ok || slope >= 0 {
		return time.Time{}, false
	}
	left := last.free / -slope
	if left > diskHorizon.Seconds() {
		return time.Time{}, false
	}
	return last.at.Add(time.Duration(left * float64(time.Second))), true
}
