package schedule

import (
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/platform/errs"
)

type row struct {
	bun.BaseModel `bun:"table:report_schedule,alias:rs"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	Name          string
	Enabled       bool
	Settings      string
	Since         int64
	CreatedAt     int64
	ChangedAt     int64
}

// listedRow is a schedule with what its times depend on.
type listedRow struct {
	row      `bun:",extend"`
	Account  string `bun:",scanonly"`
	TimeZone string `bun:",scanonly"`
	Begun    int64  `bun:",scanonly"` // when the project was created
	Calendar string `bun:",scanonly"`
	LastEnd  int64  `bun:",scanonly"`
}

type runRow struct {
	bun.BaseModel `bun:"table:report_run,alias:rn"`
	ID            int64 `bun:",pk"`
	ScheduleID    int64
	CorporationID int64
	ProjectID     int64
	Number        int
	StartAt       int64
	EndAt         int64
	State         State
	Reason        string
	DocumentID    int64
	Skipped       int
	Late          int
	CreatedAt     int64
	ChangedAt     int64
	Schedule      string `bun:",scanonly"`
}

type mailRow struct {
	bun.BaseModel `bun:"table:report_mail,alias:rm"`
	ID            int64 `bun:",pk"`
	RunID         int64
	About         about
	AccountID     int64
	Address       string
	State         MailState
	Reason        string
	Linked        bool
	Attempts      int64
	Unsure        int64
	ClaimedUntil  int64
	DueAt         int64
	CreatedAt     int64
	EndedAt       int64
	Account       string `bun:",scanonly"`
}

func (r *listedRow) schedule() (s Schedule, err error) {
	s = Schedule{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, AccountID: r.AccountID, Account: r.Account,
		Since: r.Since, CreatedAt: r.CreatedAt, ChangedAt: r.ChangedAt, LastEnd: r.LastEnd,
	}
	if err := json.Unmarshal([]byte(r.Settings), &s.ReportScheduleFields); err != nil {
		return s, fmt.Errorf("settings of report schedule %d: %w", r.ID, err)
	}
	s.Name, s.Enabled = r.Name, r.Enabled
	s.calendar, s.zone, _, err = calendarOf(r.Calendar, r.TimeZone, r.Begun)
	return s, err
}

func (r *runRow) run() Run {
	return Run{
		ID: r.ID, ScheduleID: r.ScheduleID, Schedule: r.Schedule, CorporationID: r.CorporationID, ProjectID: r.ProjectID,
		Period: calendar.Period{Number: r.Number, Start: r.StartAt, End: r.EndAt}, State: r.State, Reason: errs.Restored(r.Reason),
		DocumentID: r.DocumentID, Skipped: r.Skipped, Late: r.Late, CreatedAt: r.CreatedAt, ChangedAt: r.ChangedAt,
	}
}
