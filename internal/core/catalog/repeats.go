package catalog

import "slices"

// When readings that are identical again and again speak of a fault (domain thresholds.md
// section 3): at least RepeatedReadings of them over at least so many hours.
const (
	RepeatedReadings = 5
	// MostRepeatedHours is the most that a device or a type may be given.
	MostRepeatedHours = 8760
)

// restless are the raw fields of which at least one must be in a reading of such a type: a
// digital crack meter of the same type may well show the same.
var restless = []string{
	"freq", "freq1", "freq2", "freq3", "freq4", "freq5", "freq6", "digits", "strain", "ratio",
	"angleX", "angleY", "angleZ", "ax", "ay", "az", "hz", "v", "lat", "lon", "height",
	"vx", "vy", "vz", "peakX", "peakY", "peakZ", "freqX", "freqY", "freqZ", "pga", "pgv",
}

// RepeatedHours is over how many hours identical readings of a device type are a fault; 0: they are none.
// Vibrating wires, angles, satellite positions, strain and vibration never stay the same while the
// instrument works. Rain, levels, soil moisture and what people read may stand still for weeks.
func RepeatedHours(deviceType string) float64 {
	if kind, ok := deviceTypeIndex[deviceType]; ok {
		return kind.RepeatedHours
	}
	return 0
}

// Restless reports whether a raw field never stays the same while the instrument works.
func Restless(field string) bool { return slices.Contains(restless, field) }

// Resolution is the smallest step of a raw field of a device type; 0: none is stated.
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
