package catalog

import "slices"

// Identical readings are a fault if there are at least RepeatedReadings of them over the hours of the type (domain
// thresholds.md section 3).
const (
	RepeatedReadings = 5
	// MostRepeatedHours is the maximum for a device or a type.
	MostRepeatedHours = 8760
)

// restless are the raw fields of which a reading must have at least one: a digital crack meter of the same type may
// well repeat.
var restless = []string{
	"freq", "freq1", "freq2", "freq3", "freq4", "freq5", "freq6", "digits", "strain", "ratio",
	"angleX", "angleY", "angleZ", "ax", "ay", "az", "hz", "v", "lat", "lon", "height",
	"vx", "vy", "vz", "peakX", "peakY", "peakZ", "freqX", "freqY", "freqZ", "pga", "pgv",
}

// RepeatedHours returns the hours over which identical readings of a device type are a fault; 0: never. Vibrating
// wires, angles, satellite positions, strain and vibration always vary while the instrument works. Rain, levels, soil
// moisture and manual readings may stay constant for weeks.
func RepeatedHours(deviceType string) float64 {
	if kind, ok := deviceTypeIndex[deviceType]; ok {
		return kind.RepeatedHours
	}
	return 0
}

// AlwaysVaries reports whether a raw field always varies while the instrument works.
func AlwaysVaries(field string) bool { return slices.Contains(restless, field) }

// Resolution returns the smallest step of a raw field of a device type; 0: not stated.
func Resolution(deviceType, field string) float64 {
	kind, ok := deviceTypeIndex[deviceType]
	if !ok {
		return 0
	}
	for i := range kind.Fields {
		if kind.Fields[i].Name == field {
			return kind.Fields[i].Step
		}
	}
	return 0
}

// LowVoltage returns the voltage below which the battery of a device type is low (domain thresholds.md section 3); 0: it
// has none, or several kinds.
func LowVoltage(deviceType string) float64 {
	if kind, ok := deviceTypeIndex[deviceType]; ok {
		return kind.LowVoltage
	}
	return 0
}
