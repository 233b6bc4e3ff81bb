package notify

import "encoding/json"

// Kinds of notifications about reports that a calendar makes.
const (
	ReportWaits  = "report.waiting" // for signatures
	ReportFailed = "report.failed"
)

// ReportArgs are the arguments of a notification about a report.
type ReportArgs struct {
	Title    string `json:"title"`              // of the report, or the name of the schedule
	ReportID int64  `json:"reportId,omitempty"` // 0: it was not begun
	Reason   string `json:"reason,omitempty"`   // of ReportFailed, as errs.Error.Stored
}

// Report returns the arguments of a ReportWaits or ReportFailed notification; ok is false for any other kind.
func (n Notification) Report() (args ReportArgs, ok bool) {
	if n.Kind != ReportWaits && n.Kind != ReportFailed || json.Unmarshal(n.Args, &args) != nil {
		return ReportArgs{}, false
	}
	return args, true
}
