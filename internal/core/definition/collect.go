package definition

// Collect is the collection of a point (domain devices.md 3.10). Interval in seconds, at least 300
// for devices that are told it; what a device really does may be faster.
type Collect struct {
	Mode     string `json:"mode"` // UploadCollect, CommandCollect, NoCollect
	Interval int64  `json:"interval"`
	Start    int64  `json:"start,omitempty"`
	End      int64  `json:"end,omitempty"`
}
