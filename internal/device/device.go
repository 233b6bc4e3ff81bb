// Package device is the measuring devices, collectors and data transfer units:
// what they are, how they are known on the network, and their dated configuration.
package device

import "plumbline/internal/dated"

// The kinds of a device (specification section 3).
const (
	Measuring = "Measuring"
	Collector = "Collector"
	DTU       = "DTU"
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

// Aspect names a dated part of a device's configuration.
type Aspect string

// The aspects of a device. The JSON form of each value is the type named behind it.
const (
	AspectCoefficients Aspect = "coefficients" // Coefficients
	AspectGeometry     Aspect = "geometry"     // Geometry
	AspectConnection   Aspect = "connection"   // Connection
	AspectChannels     Aspect = "channels"     // Channels
	AspectRanges       Aspect = "ranges"       // Ranges
)

// Coefficients are the calibration numbers of a device by their domain names: K,
// Kt, f0, t0, Kr, iMin, iMax, vMin, vMax, fullscale, zero, A, B, C, G, elevation,
// installHeight … (domain devices.md 3.1, 3.9, formulas.md).
type Coefficients struct {
	Values map[string]float64 `json:"values"`
}

// Geometry is the build of an array device (domain devices.md 3.1).
type Geometry struct {
	SegmentLen float64 `json:"segmentLen"`          // mm
	MinDepth   float64 `json:"minDepth"`            // m, depth of the first node below the collar
	MarkAngle  float64 `json:"markAngle"`           // degrees, azimuth of the A+ mark
	InitTwist  float64 `json:"initTwist,omitempty"` // degrees, of nodes that have none of their own
	Nodes      []Node  `json:"nodes"`
}

// Node is one segment of an array. Len and Twist of 0 and nil take the array's
// SegmentLen and InitTwist.
type Node struct {
	No    int32    `json:"no"`
	SN    string   `json:"sn,omitempty"`
	Len   float64  `json:"len,omitempty"`   // mm
	Twist *float64 `json:"twist,omitempty"` // degrees
	Used  bool     `json:"used"`
}

// Connection says on which channel of which collector a bare sensor hangs.
type Connection struct {
	CollectorID int64 `json:"collectorId"`
	ChannelNo   int32 `json:"channelNo"`
}

// Channels is the channel configuration of a collector (domain devices.md 3.3).
type Channels struct {
	Channels []Channel `json:"channels"`
}

// Channel is one channel. Name is what a gateway calls it ("point" in its messages).
type Channel struct {
	ChannelNo int32   `json:"channelNo"`
	IsUsed    bool    `json:"isUsed"`
	Signal    string  `json:"signal,omitempty"` // vw, ma, volt, rs485, pulse, thermistor, dynamic
	Name      string  `json:"name,omitempty"`
	Rate      float64 `json:"rate,omitempty"`    // Hz, dynamic channels; the sum stays at or below 64
	Address   int32   `json:"address,omitempty"` // on the bus of an RS-485 channel, 1 to 254
	Baud      int32   `json:"baud,omitempty"`

	Excitation *Excitation `json:"excitation,omitempty"` // vibrating wire
}

// Excitation is how a vibrating wire is made to sound.
type Excitation struct {
	FMin float64 `json:"fMin"` // Hz
	FMax float64 `json:"fMax"` // Hz
	Mode string  `json:"mode"` // sweep, pluck
}

// Config is the dated configuration of a device.
type Config struct {
	Coefficients dated.Timeline[Coefficients]
	Geometry     dated.Timeline[Geometry]
	Connection   dated.Timeline[Connection]
	Channels     dated.Timeline[Channels]
	Basic        dated.Timeline[Basic]
	GDMAngle     dated.Timeline[GDMAngle]
	Ranges       dated.Timeline[Ranges]
}
