package catalog

import "plumbline/internal/platform/i18n"

// RawField is one number that an instrument sends (domain devices.md appendix A).
type RawField struct {
	Level    string     `json:"level"` // node, channel, point, head, device, …: what the number belongs to
	Name     string     `json:"name"`
	LabelKey string     `json:"labelKey"`
	Label    i18n.Label `json:"label"`
	Unit     string     `json:"unit"`
	Min      *float64   `json:"min"` // range of the instrument, null where it has none
	Max      *float64   `json:"max"`
	Step     float64    `json:"resolution"` // 0: none stated
	Spike    float64    `json:"spike"`      // default abnormal threshold, 0: not filtered
}

// RawFieldOf returns a raw field of a device type by its name; of several levels
// with one name the first counts.
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
