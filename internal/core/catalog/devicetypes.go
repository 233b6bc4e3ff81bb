package catalog

import "plumbline/internal/platform/i18n"

// The kinds of a device (specification section 3).
const (
	Measuring = "Measuring"
	Collector = "Collector"
	DTU       = "DTU"
)

// DeviceType is one of the 35 device types, or one of the three codes that devices
// have next to them: GDM (gateway), DTU and Artificial (domain devices.md section 4).
type DeviceType struct {
	Code         string     `json:"code"`
	Label        i18n.Label `json:"label"`
	Kind         string     `json:"kind"`
	Sensor       bool       `json:"isSensor"` // a bare sensor that hangs on a channel of a collector
	Network      bool       `json:"withNetwork"`
	Families     []string   `json:"protocols"`
	Measurements []string   `json:"measurements"`
	Nodes        bool       `json:"nodes"`    // an array: one reading has many nodes
	Geometry     bool       `json:"geometry"` // it can be built of segments: an array, or a sensor of which several make one
	Shared       bool       `json:"shared"`   // feeds several points (devices.md section 5.33, binding)
	Pages        []string   `json:"pages"`
	Init         string     `json:"init"`   // none, values, nodes, coordinates, run
	Blocks       []string   `json:"blocks"` // configuration blocks that apply
	Coefficients []string   `json:"coefficients"`
	Defaults     Defaults   `json:"defaults"`
	Fields       []RawField `json:"rawFields"`

	RepeatedHours float64 `json:"repeatedHours"` // over which identical readings are a fault; 0: never

	OwnLengths bool `json:"-"` // each segment has its own length (devices.md section 5.5)

	delivers map[string][]string // attributes by measurement, where not all
}

var (
	deviceTypes     = readDeviceTypes()
	deviceTypeIndex = indexOf(deviceTypes)
)

func indexOf(types []DeviceType) map[string]*DeviceType {
	index := make(map[string]*DeviceType, len(types))
	for i := range types {
		index[types[i].Code] = &types[i]
	}
	return index
}

// DeviceTypes lists the 35 device types in the order of the specification, then
// GDM, DTU and Artificial.
func DeviceTypes() []DeviceType { return deviceTypes }

// DeviceTypeOf returns a device type by its code.
func DeviceTypeOf(code string) (DeviceType, bool) {
	kind, ok := deviceTypeIndex[code]
	if !ok {
		return DeviceType{}, false
	}
	return *kind, true
}

// HasBlock reports whether a configuration block applies to a device type.
func HasBlock(deviceType, block string) bool {
	kind, ok := deviceTypeIndex[deviceType]
	return ok && contains(kind.Blocks, block)
}

// TypesWith lists the device types that a configuration block applies to.
func TypesWith(block string) []string {
	var codes []string
	for _, kind := range deviceTypes {
		if contains(kind.Blocks, block) {
			codes = append(codes, kind.Code)
		}
	}
	return codes
}

// Serves reports whether points with a measurement can be fed by a device type.
func Serves(deviceType, measurement string) bool {
	kind, ok := deviceTypeIndex[deviceType]
	return ok && contains(kind.Measurements, measurement)
}

// ServingTypes lists the device types that serve a measurement.
func ServingTypes(measurement string) []i18n.Option {
	options := make([]i18n.Option, 0, 8)
	for _, kind := range deviceTypes {
		if contains(kind.Measurements, measurement) {
			options = append(options, option(kind.Code, kind.Label))
		}
	}
	return options
}

func contains(list []string, wanted string) bool {
	for _, one := range list {
		if one == wanted {
			return true
		}
	}
	return false
}
