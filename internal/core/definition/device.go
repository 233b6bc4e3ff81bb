package definition

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/timeline"
)

// Device is the part of a device that the results of its points depend on.
type Device struct {
	ID            int64
	Kind          string   // a kind of the catalog
	Type          string   // a code of catalog.DeviceTypes
	RepeatedHours *float64 // hours over which identical readings are a fault, 0 never; nil: by the rule of its type
	// TypeRepeatedHours is the corporation's rule for the type; nil: the catalog's.
	TypeRepeatedHours *float64

	Config DeviceConfig
}

// Carrier returns the collector and channel that deliver the readings of a sensor at a time. Collectors behind a DTU
// send under their own register ID and have none.
func (d Device) Carrier(at int64) (collector int64, channel int32, ok bool) {
	connection, ok := d.Config.Connection.At(at)
	if !ok || d.Kind != catalog.MeasuringDevice || connection.Value.CollectorID == 0 {
		return 0, 0, false
	}
	return connection.Value.CollectorID, connection.Value.ChannelNo, true
}

// DeviceAspect is a versioned part of a device's configuration.
type DeviceAspect string

// The comment behind each aspect names the type of its JSON value.
const (
	AspectCoefficients DeviceAspect = "coefficients" // Coefficients
	AspectGeometry     DeviceAspect = "geometry"     // Geometry
	AspectConnection   DeviceAspect = "connection"   // Connection
	AspectChannels     DeviceAspect = "channels"     // Channels
	AspectRanges       DeviceAspect = "ranges"       // Ranges
	AspectBasic        DeviceAspect = "basic"        // Basic
	AspectGDMAngle     DeviceAspect = "gdmAngle"     // GDMAngle
	AspectPam          DeviceAspect = "pam"          // Pam
)

// Computes reports whether results depend on an aspect.
func (a DeviceAspect) Computes() bool {
	switch a {
	case AspectCoefficients, AspectGeometry, AspectConnection, AspectBasic, AspectGDMAngle, AspectRanges, AspectPam:
		return true
	}
	return false
}

// DeviceConfig is the versioned configuration of a device.
type DeviceConfig struct {
	Coefficients timeline.Timeline[Coefficients]
	Geometry     timeline.Timeline[Geometry]
	Connection   timeline.Timeline[Connection]
	Channels     timeline.Timeline[Channels]
	Basic        timeline.Timeline[Basic]
	GDMAngle     timeline.Timeline[GDMAngle]
	Ranges       timeline.Timeline[Ranges]
	Pam          timeline.Timeline[Pam]
}
