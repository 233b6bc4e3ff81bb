package vibration

import (
	"cmp"
	"math"
	"strconv"
)

// Record is the waveform of one record: what an instrument sampled from Start on.
type Record struct {
	Start int64   // UTC ms
	Rate  float64 // Hz
	Axes  []Axis
}

// Axis is the samples of one component, NaN where a part did not come.
type Axis struct {
	Field   string // such as vx or az
	Unit    string // as sent; "" if the sender named none
	Samples []float64
}

// Samples returns the number of samples of each axis.
func (r *Record) Samples() int {
	if len(r.Axes) == 0 {
		return 0
	}
	return len(r.Axes[0].Samples)
}

// Duration returns the length of the record in ms.
func (r *Record) Duration() int64 { return int64(math.Round(float64(r.Samples()) * 1000 / r.Rate)) }

// Settings say how a record is summarized. The zero value is the default.
type Settings struct {
	HighPass float64 // Hz, before an integration; 0: DefaultHighPass
	Window   string  // of the spectrum; "": Hann
	// KeepAcceleration leaves acceleration as it is: no velocity and no displacement.
	KeepAcceleration bool
}

// DefaultHighPass is the corner in Hz of the filter before an integration.
const DefaultHighPass = 0.5

// Key identifies the settings.
func (s Settings) Key() string {
	return strconv.FormatFloat(cmp.Or(s.HighPass, DefaultHighPass), 'g', -1, 64) + " " + cmp.Or(s.Window, Hann) + " " + strconv.FormatBool(s.KeepAcceleration)
}

// Canonical returns the unit in which a component is computed and the factor to it: mm/s for a velocity, m/s² for an
// acceleration, and the unit as it is for anything else.
func (a *Axis) Canonical() (unit string, factor float64) {
	switch a.Unit {
	case "mm/s":
		return "mm/s", 1
	case "cm/s":
		return "mm/s", 10
	case "m/s":
		return "mm/s", 1000
	case "m/s2", "m/s²":
		return "m/s²", 1
	case "mm/s2", "mm/s²":
		return "m/s²", 0.001
	case "gal":
		return "m/s²", 0.01
	case "g":
		return "m/s²", gravity
	case "mg":
		return "m/s²", gravity / 1000
	case "":
		switch a.Field {
		case "vx", "vy", "vz":
			return "mm/s", 1
		case "ax", "ay", "az":
			return "m/s²", 1
		}
	}
	return a.Unit, 1
}

// gravity is the standard acceleration of free fall, m/s².
const gravity = 9.80665
