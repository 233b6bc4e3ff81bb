package definition

// Binding lists the channels and points that feed a point. Sources[0] is the main source: its readings set the times
// of the point.
type Binding struct {
	Sources []Source `json:"sources"`
}

// Source is one source: DeviceID with ChannelNo (a sensor on a collector is resolved through the sensor's own
// connection), or PointID with Field.
type Source struct {
	Role      string `json:"role"` // "main", "backsight1", "barometer", … the name formulas use
	DeviceID  int64  `json:"deviceId,omitempty"`
	ChannelNo int32  `json:"channelNo,omitempty"`
	PointID   int64  `json:"pointId,omitempty"`
	Field     string `json:"field,omitempty"`
}
