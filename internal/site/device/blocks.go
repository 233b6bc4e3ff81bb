package device

import "plumbline/internal/core/definition"

// The blocks of a device's configuration except calibration and geometry (domain devices.md section 3). They are
// versioned like the rest.
const (
	AspectHem     definition.DeviceAspect = "hem"     // Hem
	AspectChart   definition.DeviceAspect = "chart"   // Chart
	AspectResolve definition.DeviceAspect = "resolve" // Resolve
)

// blocks maps aspects that only some device types have to configuration blocks of the catalog (domain devices.md
// appendix B).
var blocks = map[definition.DeviceAspect]string{
	definition.AspectChannels: "channelConfig", AspectHem: "hemConfig", AspectChart: "chartConfig", definition.AspectPam: "pamConfig",
	definition.AspectGDMAngle: "gdmAngleInit", AspectResolve: "resolveConfig",
}

// Hem is the expansion modules of an acquisition unit (domain devices.md section 3.6).
type Hem struct {
	Slaves []Slave `json:"slaves"`
	Rate   float64 `json:"rate,omitempty" doc:"Hz, of each dynamic channel"`
}

// Slave is one expansion module.
type Slave struct {
	SN             string `json:"sn"`
	Address        int32  `json:"address" doc:"1 to 31"`
	Channels       int32  `json:"channels" doc:"4, 8 or 16"`
	Type           string `json:"type" enum:"vw,analog,digital,dynamic"`
	FirstChannelNo int32  `json:"firstChannelNo" doc:"Channel of the unit that its first one is"`
}

// Chart is how the values of a device are charted (domain devices.md section 3.5).
type Chart struct {
	Direction    string   `json:"direction,omitempty" enum:"vertical,horizontal"`
	ReverseDepth *bool    `json:"reverseDepth,omitempty" doc:"Depth increases downwards; default true"`
	Left         string   `json:"profileChart1LMetric,omitempty" doc:"Left field of the first profile chart"`
	Right        string   `json:"profileChart1RMetric,omitempty" doc:"Right field of the first profile chart"`
	YMin         *float64 `json:"yMin,omitempty" doc:"Omitted: by the values"`
	YMax         *float64 `json:"yMax,omitempty" doc:"Omitted: by the values"`
	Thresholds   *bool    `json:"showThreshold,omitempty" doc:"Omitted: they are shown"`
	Palette      string   `json:"palette,omitempty" enum:"standard,cool,warm,mono"`
	Nodes        []int32  `json:"nodes,omitempty" doc:"Nodes shown by default; empty: the usual ones"`
	Decimals     *int     `json:"decimals,omitempty" doc:"0 to 9; omitted: as for the field"`
}

// Resolve is how the position of a GNSS receiver is computed (domain devices.md section 3.12).
type Resolve struct {
	TaskName      string   `json:"taskName,omitempty" doc:"Letters, digits, _ and -"`
	BaseStation   int64    `json:"baseStation,omitempty" doc:"Device of the base station"`
	Role          string   `json:"role,omitempty" enum:"base,rover"`
	AntennaHeight float64  `json:"antennaHeight,omitempty" doc:"m"`
	AntennaType   string   `json:"antennaType,omitempty"`
	RTCM          *RTCM    `json:"rtcm,omitempty"`
	ElevationMask float64  `json:"elevationMask,omitempty" doc:"degrees"`
	Systems       []string `json:"systems,omitempty" doc:"Any of G, R, E, C"`
	Mode          string   `json:"mode,omitempty" enum:"static,kinematic"`
}

// RTCM is the source of a receiver's observations.
type RTCM struct {
	Source string `json:"source" enum:"tcp,ntrip"`
	definition.Endpoint
}
