package app

import (
	"context"
	"testing"
	"time"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/schedule"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/sqlkit"
)

const day = 24 * hour

// schedulesForEver runs the server and looks at a schedule day after day.
func schedulesForEver(argument string, ready func()) error {
	ctx := context.Background()
	k, s, err := serving(ctx, argument)
	if err != nil {
		return err
	}
	scheduler := schedule.New(feature.Host{
		Log: s.Log, Tables: s.Store.Tables, Secrets: s.Secrets, Blobs: s.Blobs, Identity: s.Identity, Projects: s.Projects, Read: s.Read,
	}, ReportInbox(s.Store))
	p, err := s.Points.Get(ctx, program("test").Scope, k.Point)
	if err != nil {
		return err
	}
	at, schedules := began, 0
	err = s.Store.Tables.Bun.NewRaw("SELECT COALESCE(MAX(end_at), ?), (SELECT COUNT(*) FROM report_schedule) FROM report_run", began).Scan(ctx, &at, &schedules)
	if err != nil {
		return err
	}
	if schedules == 0 {
		if err := scheduled(ctx, s, scheduler, p.ProjectID); err != nil {
			return err
		}
	}
	ready()
	for ; ; at += day {
		if err := scheduler.Look(ctx, at); err != nil {
			return err
		}
		if err := scheduler.Follow(ctx, at); err != nil {
			return err
		}
	}
}

// scheduled adds a schedule of a project that has been monitored since long ago.
func scheduled(ctx context.Context, s *Server, scheduler *schedule.Scheduler, project int64) error {
	account, _, err := s.Identity.FindActive(ctx, "admin")
	if err != nil {
		return err
	}
	who := audit.Actor{AccountID: account.ID, CorporationID: account.CorporationID, Scope: account.Scope()}
	config := schedule.ReportConfigFields{
		Start: time.UnixMilli(began - 2*day).UTC().Format(time.DateOnly), CutOffHour: 8, FirstWeekday: 1, MonthDay: 1,
		Holidays: []schedule.ReportHoliday{}, OnHoliday: "skip",
	}
	if err := scheduler.SetConfig(ctx, who, project, &config, &config); err != nil {
		return err
	}
	c := schedule.Schedule{ProjectID: project, ReportScheduleFields: schedule.ReportScheduleFields{
		Name: "Daily", Kind: "day", Enabled: true, Language: "en", MakeMinute: 510, WaitMinute: -1, Missed: "all", Deliver: "attachment", Files: "pdf",
	}}
	c.Curves = -1
	if err := scheduler.Add(ctx, who, &c); err != nil {
		return err
	}
	return s.Store.Tables.Write(ctx, func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(ctx, "UPDATE report_schedule SET since = ? WHERE id = ?", began, c.ID)
		return err
	})
}

// A server killed while it makes the reports of a schedule leaves one of each period, with a job.
func TestKilledWhileSchedulesAreRun(t *testing.T) {
	k := killed{Folder: t.TempDir()}
	t.Run("seed", func(t *testing.T) { k.Point = rehearseIn(t, k.Folder).point.ID })
	runs := 0
	k.again(t, "schedules", 5, time.Second, func(t *testing.T) { runs = k.runs(t) })
	if runs == 0 {
		t.Error("nothing was made")
	}
	t.Logf("%d runs", runs)
}

// runs counts the runs of the installation, each of which has one report or says why it has none.
func (k killed) runs(t *testing.T) (n int) {
	t.Helper()
	in, err := k.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}()
	rows, err := in.DB.Reader().QueryContext(t.Context(), `
		SELECT r.start_at, r.end_at, r.reason <> '', (SELECT COUNT(*) FROM document d JOIN job j ON j.id = d.job_id WHERE d.start_at = r.start_at AND d.end_at = r.end_at)
		FROM report_run r ORDER BY r.end_at`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for last := int64(0); rows.Next(); n++ {
		var start, end, reports int64
		var failed bool
		if err := rows.Scan(&start, &end, &failed, &reports); err != nil {
			t.Fatal(err)
		}
		if last != 0 && start != last || failed == (reports == 1) || reports > 1 {
			t.Errorf("from %d to %d after %d: %d reports, failed: %t", start, end, last, reports, failed)
		}
		last = end
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}
