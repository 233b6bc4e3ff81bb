// Package device manages measuring devices, collectors and data transfer units: their data, network identity and
// versioned configuration.
package device

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
)

// The kinds of a device (specification section 3).
const (
	Measuring = catalog.MeasuringDevice
	Collector = catalog.CollectorDevice
	DTU       = catalog.DTUDevice
)

// Device is a device without its versioned configuration.
type Device struct {
	ID            int64
	CorporationID int64
	ProjectID     int64 // 0: in the corporation's stock
	Name          string
	Kind          string
	Type          string // a device type of the catalog, GDM, DTU or Artificial
	Model         string
	Manufacturer  string
	SNCode        string // unique on the platform
	Register      string // identifier on the network, unique on the platform; empty for sensors on a collector
	ProtocolCode  string // protocol family
	TimeZone      string // IANA name for device times without a zone; empty: the project's
	CreatedAt     int64

	// Thresholds of the device's health before its first rule (domain thresholds.md section 3).
	VoltageThreshold *float64 // V, 0: the voltage is not judged; nil: by the rules of its type and project
	LostThreshold    int      // missed collections after which data is lost; 0: by the rules of its type and project
	RepeatedHours    *float64 // hours over which identical readings are a fault, 0 never; nil means the rule of the type
}

// Defined returns the part of the device that the results of its points depend on.
func (d Device) Defined(config definition.DeviceConfig) definition.Device {
	return definition.Device{ID: d.ID, Kind: d.Kind, Type: d.Type, RepeatedHours: d.RepeatedHours, Config: config}
}
