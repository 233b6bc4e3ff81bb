package definition

import "time"

// Collect is how the readings of a point are collected (domain devices.md 3.10). Interval is in seconds, at least 300
// if it is sent to the device; a device may report more often.
type Collect struct {
	Mode     string `json:"mode"` // UploadCollect, CommandCollect, tcpStandard, NoCollect
	Interval int64  `json:"interval"`
	Start    int64  `json:"start,omitempty"`
	End      int64  `json:"end,omitempty"`
}

// Modes of collection.
const (
	UploadCollect  = "UploadCollect"  // the device sends by itself
	CommandCollect = "CommandCollect" // the platform requests readings from the device
	TCPStandard    = "tcpStandard"    // as CommandCollect, but only over the device's line in its standard protocol
	NoCollect      = "NoCollect"      // no readings are expected
)

// Asked reports whether the platform requests the readings.
func (c Collect) Asked() bool { return c.Mode == CommandCollect || c.Mode == TCPStandard }

// Request is a device to request readings from: the main source of a point that the platform asks for readings (domain
// devices.md 3.10).
type Request struct {
	Device        int64
	CorporationID int64
	ProjectID     int64
	Every         time.Duration
	LineOnly      bool // all its points are in the mode TCPStandard
}
