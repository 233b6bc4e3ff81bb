package catalog

import "plumbline/internal/platform/i18n"

// The kinds of a device (specification section 3).
const (
	Measuring = "Measuring"
	Collector = "Collector"
	DTU       = "DTU"
)

// DeviceType is one of the 35 device types, or one of three additional codes: GDM (gateway), DTU and Artificial
// (domain devices.md section 4).
type DeviceType struct {
	Code         string     `json:"code"`
	Label        i18n.Label `json:"label"`
	Kind         string     `json:"kind"`
	Sensor       bool       `json:"isSensor"` // a sensor connected to a channel of a collector
	Network      bool       `json:"withNetwork"`
	Families     []string   `json:"protocols"`
	Measurements []string   `json:"measurements"`
	Nodes        bool       `json:"nodes"`    // an array: one reading has several nodes
	Geometry     bool       `json:"geometry"` // made of segments: an array, or a sensor of which several form one
	Shared       bool       `json:"shared"`   // feeds several points (devices.md section 5.33, binding)
	Pages        []string   `json:"pages"`
	Init         string     `json:"init"`   // none, values, nodes, coordinates, run
	Blocks       []string   `json:"blocks"` // applicable configuration blocks
	Coefficients []string   `json:"coefficients"`
	Defaults     Defaults   `json:"defaults"`
	Fields       []RawField `json:"rawFields"`

	RepeatedHours float64 `json:"repeatedHours"` // hours over which identical readings are a fault; 0: never
	LowVoltage    float64 `json:"lowVoltage"`    // V below which the battery is low; 0: the voltage is not judged

	OwnLengths bool `json:"-"` // each segment has its own length (devices.md section 5.5)

	delivers map[string][]string // attributes by measurement, if not all
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

// DeviceTypes returns the 35 device types in the order of the specification, then GDM, DTU and Artificial.
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

// TypesWith returns the device types to which a configuration block applies.
func TypesWith(block string) []string {
	var codes []string
	for _, kind := range deviceTypes {
		if contains(kind.Blocks, block) {
			codes = append(codes, kind.Code)
		}
	}
	return codes
}

// Serves reports whether a device type can feed points with a measurement.
func Serves(deviceType, measurement string) bool {
	kind, ok := deviceTypeIndex[deviceType]
	return ok && contains(kind.Measurements, measurement)
}

// ServingTypes returns the device types that serve a measurement.
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
