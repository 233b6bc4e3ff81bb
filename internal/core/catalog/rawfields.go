package catalog

import (
	"slices"

	"plumbline/internal/platform/i18n"
)

// RawField is a field that an instrument sends (domain devices.md appendix A).
type RawField struct {
	Level    string     `json:"level"` // node, channel, point, head, device, …
	Name     string     `json:"name"`
	LabelKey string     `json:"labelKey"`
	Label    i18n.Label `json:"label"`
	Unit     string     `json:"unit"`
	Min      *float64   `json:"min"` // range of the instrument, may be null
	Max      *float64   `json:"max"`
	Step     float64    `json:"resolution"` // 0: not stated
	Spike    float64    `json:"spike"`      // default abnormal threshold, 0: not filtered
	// PowerOn is what the sensor sends until its first measurement after power-up; nil: nothing.
	PowerOn *float64 `json:"powerOn,omitempty" doc:"What the sensor sends until its first measurement after power-up"`
}

// RawFieldOf returns a raw field of a device type by name; if several levels have the name, the first.
func RawFieldOf(deviceType, name string) (RawField, bool) {
	kind, ok := deviceTypeIndex[deviceType]
	if !ok {
		return RawField{}, false
	}
	for _, field := range kind.Fields {
		if field.Name == name {
			return field, true
		}
	}
	return RawField{}, false
}

// nodeLevels are the levels of raw fields that an array sends by node.
var nodeLevels = []string{"node", "station"}

// IsNodeReading reports whether a device type sends a raw field for each of its nodes.
func IsNodeReading(name string) bool {
	for _, kind := range deviceTypeIndex {
		for _, field := range kind.Fields {
			if field.Name == name && slices.Contains(nodeLevels, field.Level) {
				return true
			}
		}
	}
	return false
}
