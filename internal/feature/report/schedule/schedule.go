// Package schedule makes the reports of projects by their calendar: it begins them when a period has ended and its data are there,
// notifies the people who sign, and mails what is issued.
package schedule

import (
	"slices"
	"time"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/platform/errs"
)

const (
	mostSchedules = 50 // of a project
	mostMissed    = 31 // reports that a schedule makes up for
)

// ReportScheduleFields are the fields of a schedule that people write.
type ReportScheduleFields struct {
	Name     string `json:"name" minLength:"1" maxLength:"100"`
	Kind     string `json:"kind" enum:"day,week,month"`
	Enabled  bool   `json:"enabled"`
	Language string `json:"language" enum:"zh,en,zh-TW" doc:"Of its reports, and of mails to people who are not users"`
	Title    string `json:"title,omitempty" maxLength:"100" doc:"Of its reports; empty: by the kind"`
	projectreport.ReportForm
	MakeMinute int      `json:"makeMinute" minimum:"0" maximum:"1439" doc:"Minute of the day, in the time zone of the project, at which a report is made at the earliest"`
	WaitMinute int      `json:"waitMinute" minimum:"-1" maximum:"1439" doc:"Until when it waits for readings after the cut-off; -1: it does not wait"`
	Missed     string   `json:"missed" enum:"latest,all" doc:"Of several periods that were missed while the server stood still: report the latest, or each of the last 31"`
	Accounts   []int64  `json:"accountIds" maxItems:"50" doc:"Members of the project who get issued reports by mail"`
	Addresses  []string `json:"emailList" maxItems:"50" doc:"Other recipients"`
	Deliver    string   `json:"deliver" enum:"attachment,link" doc:"Attached files of more than 10 MB together become links"`
	Files      string   `json:"files" enum:"pdf,template,all" doc:"Which files of a report; one that the report does not have is replaced by those that it has"`
	Drafts     bool     `json:"drafts" doc:"The mails to those who sign have the draft"`
}

// Values of the fields.
const (
	missedAll   = "all"
	deliverLink = "link"
	filesAll    = "all"
	filesOwn    = "template"
)

// hours returns when reports are made.
func (f *ReportScheduleFields) hours() calendar.Hours {
	if f.WaitMinute < 0 {
		return calendar.Hours{Make: f.MakeMinute, Wait: f.MakeMinute}
	}
	return calendar.Hours{Make: f.MakeMinute, Wait: f.WaitMinute}
}

// Schedule is a schedule of a project.
type Schedule struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	AccountID     int64 // who saved it last
	Account       string
	ReportScheduleFields
	Since     int64 // UTC ms, as all times
	CreatedAt int64
	ChangedAt int64
	LastEnd   int64 // of the period that it reported last; 0: none

	calendar calendar.Calendar
	zone     *time.Location
}

// State is what became of a period.
type State string

// States of runs.
const (
	Making  State = "making"
	Waiting State = "waiting" // for signatures
	Issued  State = "issued"
	Failed  State = "failed"
	Removed State = "removed" // its report was deleted
)

// Run is a period of a schedule with its report.
type Run struct {
	ID            int64
	ScheduleID    int64
	Schedule      string // name
	CorporationID int64
	ProjectID     int64
	Period        calendar.Period
	State         State
	Reason        *errs.Error
	DocumentID    int64
	Skipped       int
	Late          int
	CreatedAt     int64
	ChangedAt     int64
}

// due returns the period that is to be reported at a time, and how many before it are left out. ok is false if there is none.
func (s *Schedule) due(now int64) (p calendar.Period, skipped int, ok bool) {
	list := s.calendar.Periods(calendar.Kind(s.Kind), s.zone, max(s.Since, s.LastEnd), now)
	list = slices.DeleteFunc(list, func(p calendar.Period) bool {
		earliest, _ := s.calendar.Times(&p, s.hours(), s.zone)
		return earliest > now
	})
	if len(list) == 0 {
		return p, 0, false
	}
	at := len(list) - 1
	if s.Missed == missedAll {
		at = max(0, len(list)-mostMissed)
	}
	return s.joined(list[at], at), at, true
}

// joined returns a period that begins where the last one that was reported ended, if the calendar was changed since.
func (s *Schedule) joined(p calendar.Period, skipped int) calendar.Period {
	if s.LastEnd == 0 || skipped > 0 {
		return p
	}
	return s.calendar.Join(calendar.Kind(s.Kind), s.zone, p, s.LastEnd)
}
