package vibration

import (
	"cmp"
	"math"
	"slices"
)

// Summary is the fields that a record gives its point (domain measurements.md section 2.5). A field that the record
// cannot give is missing.
type Summary map[string]float64

// fields are the names of a summary.
var fields = []string{
	"peakX", "peakY", "peakZ", "rmsX", "rmsY", "rmsZ", "freqX", "freqY", "freqZ", "ppv", "pvs", "pga", "pgv", "disp",
}

// Fields returns the names of the fields that a record can give, in their order.
func Fields() []string { return fields }

// IsField reports whether a record can give a field.
func IsField(name string) bool { return slices.Contains(fields, name) }

// Summarize returns the summary of a record. A record with gaps has peaks and effective values only: its spectrum and
// its integrals would be of other movements.
func Summarize(r *Record, s Settings) Summary {
	sum := Summary{}
	var velocities, accelerations, displacements [][]float64
	corner := cmp.Or(s.HighPass, DefaultHighPass)
	for i := range r.Axes {
		a := &r.Axes[i]
		letter := Letter(a.Field)
		if letter == "" {
			continue
		}
		unit, factor := a.Canonical()
		x := make([]float64, len(a.Samples))
		whole := true
		for k, v := range a.Samples {
			x[k] = v * factor
			whole = whole && !math.IsNaN(v)
		}
		statistics := StatisticsOf(x)
		sum.put("peak"+letter, statistics.Peak)
		sum.put("rms"+letter, statistics.RMS)
		if whole {
			sum.put("freq"+letter, SpectrumOf(x, r.Rate, s.Window).Dominant())
		}
		x = WithoutMean(x)
		switch unit {
		case "mm/s":
			velocities = append(velocities, x)
		case "m/s²":
			accelerations = append(accelerations, x)
			if !whole || s.KeepAcceleration {
				continue
			}
			if x = Integrated(x, r.Rate, corner); x == nil {
				continue
			}
			for k := range x {
				x[k] *= 1000 // m/s to mm/s
			}
			velocities = append(velocities, x)
		default:
			continue
		}
		if whole {
			displacements = append(displacements, Integrated(x, r.Rate, corner))
		}
	}
	sum.put("ppv", PPV(velocities...))
	sum.put("pvs", PVS(velocities...))
	sum.put("pga", PPV(accelerations...))
	if len(accelerations) > 0 {
		sum.put("pgv", PPV(velocities...)/1000)
	}
	sum.put("disp", PPV(displacements...))
	return sum
}

func (s Summary) put(field string, v float64) {
	if !math.IsNaN(v) && !math.IsInf(v, 0) {
		s[field] = v
	}
}

// Value returns a field; nil: the record cannot give it.
func (s Summary) Value(field string) *float64 {
	if v, ok := s[field]; ok {
		return &v
	}
	return nil
}

// Letter returns X, Y or Z for the field of a component; "" for anything else.
func Letter(field string) string {
	switch field {
	case "x", "vx", "ax":
		return "X"
	case "y", "vy", "ay":
		return "Y"
	case "z", "vz", "az":
		return "Z"
	}
	return ""
}
