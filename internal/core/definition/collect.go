package definition

import "time"

// Collect is how the readings of a point are collected (domain devices.md 3.10). Interval is in
// seconds, at least 300 where it is sent to the device; a device may report more often.
type Collect struct {
	Mode     string `json:"mode"` // UploadCollect, CommandCollect, NoCollect
	Interval int64  `json:"interval"`
	Start    int64  `json:"start,omitempty"`
	End      int64  `json:"end,omitempty"`
}

// CommandCollect is the mode of a point whose device is asked for its readings.
const CommandCollect = "CommandCollect"

// Asked is a device that is asked for readings: the main source of a point that is collected by
// command (domain devices.md 3.10).
type Asked struct {
	Device        int64
	CorporationID int64
	ProjectID     int64
	Every         time.Duration
}
