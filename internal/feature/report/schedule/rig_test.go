package schedule_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/schedule"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/platform/typeface"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const (
	home = "https://monitor.example.com"
	hour = int64(3_600_000)
	day  = 24 * hour
)

// rig is a project that has been monitored for ten days, with a calendar whose days end at midnight UTC, a server that runs jobs, and
// a scheduler that looks when a test says so.
type rig struct {
	*testing.T
	*apptest.Server
	post      *apptest.PostOffice
	scheduler *schedule.Scheduler
	project   string // path
	today     int64  // UTC ms: midnight
	point     int64
}

// on runs a test on both databases.
func on(t *testing.T, test func(r *rig)) { onEach(t, apptest.Engines(), test) }

// onOne runs a test whose behaviour does not depend on the database.
func onOne(t *testing.T, test func(r *rig)) { onEach(t, apptest.Engines()[:1], test) }

func onEach(t *testing.T, engines []database.Dialect, test func(r *rig)) {
	t.Helper()
	if _, err := typeface.Embedded(); err != nil {
		t.Skip("the web was not built: make build")
	}
	for _, engine := range engines {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.PublicURL = home }})
			r := &rig{T: t, Server: s, post: s.Mail, project: fmt.Sprintf("/api/projects/%d", s.Project.ID), today: clock.Now().UnixMilli() / day * day}
			r.scheduler = r.another()
			r.exec("UPDATE project SET time_zone = 'UTC' WHERE id = ?", s.Project.ID)
			for _, a := range []struct {
				id   int64
				name string
			}{{s.Owner.ID, "owner"}, {s.Member.ID, "member"}} {
				r.exec("UPDATE account SET email = ?, language = 'en' WHERE id = ?", a.name+"@example.com", a.id)
			}
			r.fill()
			r.Ask(t, "manager", "PUT", r.project+"/project-report-config", r.calendar(""), 200, nil)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() { defer close(ended); s.Jobs.Run(ctx) }()
			t.Cleanup(func() { stop(); <-ended })
			test(r)
		})
	}
}

// another returns the scheduler of another server of the installation.
func (r *rig) another() *schedule.Scheduler {
	s := r.Server
	return schedule.New(feature.Host{
		Log: slog.New(slog.DiscardHandler), Tables: s.Site.Store.Tables, Secrets: s.Secrets, Blobs: s.Blobs, Identity: s.Identity,
		Projects: s.Projects, Read: s.Read, Mail: r.post.Mailer, PublicURL: home,
	}, app.ReportInbox(s.Site.Store))
}

func (r *rig) calendar(holidays string) string {
	start := time.UnixMilli(r.today - 10*day).UTC().Format(time.DateOnly)
	return fmt.Sprintf(`{"start":%q,"cutOffHour":0,"firstWeekday":1,"monthDay":1,"weekends":false,"holidays":[%s],"onHoliday":"skip","numberPrefix":"K12-"}`, start, holidays)
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) exec(query string, args ...any) {
	r.Helper()
	r.must(r.Site.Store.Tables.Write(r.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(r.Context(), query, args...)
		return err
	}))
}

// fill adds a point with a reading every six hours until yesterday evening.
func (r *rig) fill() {
	r.Helper()
	path := fmt.Sprintf("/api/structures/%d/measuring-points", r.Structure.ID)
	var added struct{ List []struct{ ID int64 } }
	r.Ask(r.T, "owner", "POST", path, `{"points":[{"name":"P1","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201, &added)
	r.point = added.List[0].ID
	var rows []string
	for at := r.today - 2*day; at < r.today; at += 6 * hour {
		rows = append(rows, r.row(at))
	}
	r.measure(rows...)
}

func (r *rig) row(at int64) string {
	return fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, time.UnixMilli(at).UTC().Format(time.DateTime), float64(at-r.today)/float64(day))
}

func (r *rig) measure(rows ...string) {
	r.Helper()
	path := fmt.Sprintf("/api/structures/%d/measuring-points/%d/artificial-data", r.Structure.ID, r.point)
	r.Ask(r.T, "owner", "POST", path, `{"rows":[`+strings.Join(rows, ",")+`],"note":"tape"}`, 201, nil)
}

// fields are those of a schedule about the point; more replaces or adds some.
func (r *rig) fields(more string) string {
	return fmt.Sprintf(`{"name":"Daily","kind":"day","enabled":true,"language":"en","makeMinute":0,"waitMinute":-1,"missed":"latest","measuringPointIds":[%d],
		"curves":-1,"accountIds":[%d],"emailList":["client@example.org"],"deliver":"attachment","files":"pdf","drafts":false%s}`, r.point, r.Member.ID, more)
}

type made struct {
	ID       int64
	NextMade int64
	Last     *run
}

type run struct {
	ID       int64
	Number   int
	Start    int64
	End      int64
	Status   string
	Reason   string
	ReportID int64 `json:"projectReportId"`
	Skipped  int
	Late     int
}

// schedule makes a schedule that was saved days ago.
func (r *rig) schedule(more string, ago int) (m made) {
	r.Helper()
	r.Ask(r.T, "manager", "POST", r.project+"/report-schedules", r.fields(more), 201, &m)
	r.exec("UPDATE report_schedule SET since = ? WHERE id = ?", r.today-int64(ago)*day, m.ID)
	return m
}

func (r *rig) one(id int64) string { return fmt.Sprintf("%s/report-schedules/%d", r.project, id) }

// runs returns the runs of all schedules, newest first.
func (r *rig) runs() []run {
	r.Helper()
	var page struct{ List []run }
	r.Ask(r.T, "guest", "GET", r.project+"/report-runs?sort=-end", "", 200, &page)
	return page.List
}

// follows lets the scheduler follow its reports until the latest run has a state.
func (r *rig) follows(status string) run {
	r.Helper()
	for r.Context().Err() == nil {
		r.must(r.scheduler.Follow(r.Context(), clock.Now().UnixMilli()))
		if list := r.runs(); list[0].Status == status {
			return list[0]
		}
		await.Pause()
	}
	r.Fatal("the run did not become " + status)
	return run{}
}

func (r *rig) look(now int64) {
	r.Helper()
	r.must(r.scheduler.Look(r.Context(), now))
}

func (r *rig) number(query string, args ...any) (n int) {
	r.Helper()
	r.must(r.Site.Store.Tables.Bun.NewRaw(query, args...).Scan(r.Context(), &n))
	return n
}
