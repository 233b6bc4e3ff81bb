package schedule

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/feature/report/document"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/clock"
)

const (
	lookEvery   = 15 * time.Second
	followEvery = 2 * time.Second
)

// Inbox writes the in-app messages about reports, in the transaction of what they are about.
type Inbox interface {
	// ReportWaits notifies accounts that a report waits for signatures.
	ReportWaits(ctx context.Context, tx *sql.Tx, n Notice) error
	// ReportFailed notifies accounts that a schedule could not make a report.
	ReportFailed(ctx context.Context, tx *sql.Tx, n Notice) error
}

// Notice is what an in-app message is about.
type Notice struct {
	CorporationID, ProjectID int64
	DocumentID               int64  // 0: none
	Title                    string // of the report, or the name of the schedule
	Reason                   string // why it failed, as errs.Error.Stored
	Accounts                 []int64
}

// Scheduler makes the reports of schedules. Any number of servers run one each.
type Scheduler struct {
	*Store
	Host      feature.Host
	Documents *document.Store
	Inbox     Inbox
	Log       *slog.Logger
}

// Run works until ctx ends, and does nothing while other servers do the work of this one.
func (s *Scheduler) Run(ctx context.Context) {
	look, follow := time.NewTicker(lookEvery), time.NewTicker(followEvery)
	defer look.Stop()
	defer follow.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			s.each(ctx, "report schedules", s.Look)
		case <-follow.C:
			s.each(ctx, "reports of schedules", s.Follow)
			s.each(ctx, "mails about reports", s.Send)
		}
	}
}

func (s *Scheduler) each(ctx context.Context, what string, do func(context.Context, int64) error) {
	if s.Host.Resting != nil && s.Host.Resting() {
		return
	}
	if err := do(ctx, clock.Now().UnixMilli()); err != nil && ctx.Err() == nil {
		s.Log.ErrorContext(ctx, what, "error", err)
	}
}

// late returns how many active points of a schedule have no reading after the end of a period yet. A point is active if it had one in
// the period or in as long a time before it.
//
// Unscoped: work of the program, for a schedule that was saved in its scope.
func (s *Scheduler) late(ctx context.Context, c *Schedule, p *calendar.Period) (late int, err error) {
	points, err := export.Read(ctx, c.Choice.Of(s.Tables, c.ProjectID))
	if err != nil {
		return 0, err
	}
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	if len(ids) > query.MostLatest {
		ids = ids[:query.MostLatest] // such a report is refused when it is begun
	}
	newest, err := s.Host.Read.Latest(ctx, ids)
	if err != nil {
		return 0, err
	}
	since := p.Start - (p.End - p.Start)
	for i := range newest {
		if t := newest[i].Time; t >= since && t < p.End {
			late++
		}
	}
	return late, nil
}
