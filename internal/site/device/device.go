// Package device is the measuring devices, collectors and data transfer units:
// what they are, how they are known on the network, and their dated configuration.
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

// Device is a device without its dated configuration.
type Device struct {
	ID            int64
	CorporationID int64
	ProjectID     int64 // 0: in the corporation's stock
	Name          string
	Kind          string
	Type          string // one of the catalogue's device types, GDM, DTU or Artificial
	Model         string
	Manufacturer  string
	SNCode        string // unique platform-wide
	Register      string // identifier on the network, unique platform-wide; empty for bare sensors
	ProtocolCode  string // protocol family
	TimeZone      string // IANA name for device times without zone; empty: the project's
	CreatedAt     int64

	// The thresholds of the device's health (domain thresholds.md section 3).
	VoltageThreshold *float64 // V; nil: the voltage is not judged
	LostThreshold    int      // missed collections after which data count as lost; 0 takes 3
	RepeatedHours    *float64 // over which identical readings are a fault, 0 never; nil takes what its type says
}

// Defined returns the part of the device that the results of its points depend on.
func (d Device) Defined(config definition.DeviceConfig) definition.Device {
	return definition.Device{ID: d.ID, Kind: d.Kind, Type: d.Type, RepeatedHours: d.RepeatedHours, Config: config}
}
