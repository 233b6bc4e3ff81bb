package definition

import "time"

// Collect is how the readings of a point are collected (domain devices.md 3.10). Interval is in seconds, at least 300
// if it is sent to the device; a device may report more often.
type Collect struct {
	Mode     string `json:"mode"` // UploadCollect, CommandCollect, NoCollect
	Interval int64  `json:"interval"`
	Start    int64  `json:"start,omitempty"`
	End      int64  `json:"end,omitempty"`
}

// Modes of collection.
const (
	UploadCollect  = "UploadCollect"  // the device sends by itself
	CommandCollect = "CommandCollect" // the platform requests readings from the device
	NoCollect      = "NoCollect"      // no readings are expected
)

// Request is a device to request readings from: the main source of a point in the mode CommandCollect (domain
// devices.md 3.10).
type Request struct {
	Device        int64
	CorporationID int64
	ProjectID     int64
	Every         time.Duration
}
