package compute

import (
	"math"

	"plumbline/internal/core/reading"
)

// jumps reports whether a value differs from the previous valid one by more than an abnormal-value threshold, or is an
// outlier.
func (f *fold) jumps(values []float64) bool {
	if len(f.state.previous) == 0 {
		return false
	}
	previous := f.unfiltered()
	for _, s := range f.segment.Spikes {
		if math.Abs(values[s.Column]-previous[s.Column]) > s.Most {
			return true
		}
	}
	return f.outlying(values)
}

// confirms reports whether a reading agrees with the held one in the columns that jumped.
func (f *fold) confirms(values []float64) bool {
	previous := f.unfiltered()
	for _, s := range f.segment.Spikes {
		jumped := len(previous) > 0 && math.Abs(f.state.held.values[s.Column]-previous[s.Column]) > s.Most
		if jumped && !(math.Abs(values[s.Column]-f.state.held.values[s.Column]) <= s.Most) {
			return false
		}
	}
	for i, was := range f.state.held.values {
		mean, most, ok := f.usual(i)
		if ok && math.Abs(was-mean) > most && !(math.Abs(values[i]-was) <= most) {
			return false
		}
	}
	return true
}

// settle decides about the held reading and rewrites it.
func (f *fold) settle(confirmed bool) {
	h := &f.state.held
	h.pending = false
	flag := h.flag
	if !confirmed {
		flag |= reading.Abnormal
	}
	shown := f.smooth(h.flag, h.values)
	if confirmed && f.outlying(h.values) {
		f.state.recent = nil // the values before are no longer typical
	}
	if f.heldRow >= 0 {
		f.rows[f.heldRow].Flag = flag
	} else {
		values := f.alloc(len(h.values))
		copy(values, shown)
		f.emit(h.time, flag, values)
		f.lookback.settled.ok, f.lookback.settled.time, f.lookback.settled.flag = true, h.time, flag
	}
	f.heldRow = -1
	if confirmed {
		f.accept(h.time, shown, h.values)
	}
}
