package schedule_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/smtptest"
)

type report struct {
	ID     int64
	Status string
	Number string
	Start  int64
	End    int64
	Files  []struct {
		SHA256 string `json:"sha256"`
		Size   int64
	}
}

// sign signs a report as three persons and returns it when it is issued.
func (r *rig) sign(id int64) (d report) {
	r.Helper()
	path := fmt.Sprintf("%s/project-reports/%d", r.project, id)
	for _, s := range [][2]string{{"manager", "made"}, {"owner", "checked"}, {"admin", "approved"}} {
		r.Ask(r.T, s[0], "POST", path+"/sign", fmt.Sprintf(`{"role":%q,"password":%q}`, s[1], apptest.Password), 202, nil)
	}
	for d.Status != "issued" && r.Context().Err() == nil {
		r.Ask(r.T, "guest", "GET", path, "", 200, &d)
		await.Pause()
	}
	return d
}

// to returns the mails to an address.
func (r *rig) to(address string) (list []smtptest.Mail) {
	for _, m := range r.post.Mails() {
		if m.To == address {
			list = append(list, m)
		}
	}
	return list
}

// inbox returns the titles of the notifications of a person of a kind.
func (r *rig) inbox(who, kind string) (titles []string) {
	r.Helper()
	var page struct {
		List []struct {
			Title, Content  string
			ProjectReportID int64
		}
	}
	r.Ask(r.T, who, "GET", "/api/notifications?kind="+kind, "", 200, &page)
	for _, n := range page.List {
		if n.Content != "" {
			n.Title += ": " + n.Content
		}
		if n.ProjectReportID != 0 {
			n.Title += fmt.Sprintf(" (%d)", n.ProjectReportID)
		}
		titles = append(titles, n.Title)
	}
	return titles
}

func TestScheduleMakesAReportThatIsSignedAndMailed(t *testing.T) {
	on(t, func(r *rig) {
		r.schedule(`,"title":"Daily of K12"`, 1)
		r.look(r.today - 1)
		if len(r.runs()) != 0 {
			r.Fatal("a report was made before its period had ended")
		}
		r.look(r.today)
		waiting := r.follows("waiting")
		if waiting.Start != r.today-day || waiting.End != r.today || waiting.Number != 10 || waiting.Skipped != 0 {
			r.Fatalf("%+v", waiting)
		}
		for _, who := range []string{"owner", "manager"} {
			if got := r.inbox(who, "report.waiting"); len(got) != 1 || got[0] != fmt.Sprintf("Daily of K12 waits for signatures (%d)", waiting.ReportID) {
				r.Errorf("%s: %q", who, got)
			}
		}
		r.must(r.scheduler.Send(r.Context(), clock.Now().UnixMilli()))
		if mails := r.to("owner@example.com"); len(mails) != 1 || len(mails[0].Files) != 0 ||
			!strings.Contains(mails[0].Text, fmt.Sprintf("%s/projects/%d/reports/project/%d", home, r.Project.ID, waiting.ReportID)) {
			r.Fatalf("%+v", mails)
		}
		if len(r.to("client@example.org")) != 0 {
			r.Error("a recipient got a draft")
		}

		issued := r.sign(waiting.ReportID)
		if !strings.HasPrefix(issued.Number, "K12-RB-") {
			r.Errorf("number %s", issued.Number)
		}
		r.follows("issued")
		for range 3 {
			r.must(r.scheduler.Follow(r.Context(), clock.Now().UnixMilli()))
			r.must(r.scheduler.Send(r.Context(), clock.Now().UnixMilli()))
		}
		for _, address := range []string{"client@example.org", "member@example.com"} {
			mails := r.to(address)
			if len(mails) != 1 || len(mails[0].Files) != 1 {
				r.Fatalf("%s: %+v", address, mails)
			}
			sum := sha256.Sum256(mails[0].Files[0].Data)
			if got := hex.EncodeToString(sum[:]); got != issued.Files[0].SHA256 || !strings.Contains(mails[0].Text, got) {
				r.Errorf("the attached file has the hash %s, the issued one %s", got, issued.Files[0].SHA256)
			}
			if want := issued.Number + " Daily of K12.pdf"; mails[0].Files[0].Name != want || !strings.Contains(mails[0].Subject, issued.Number) {
				r.Errorf("%s: %q %q", address, mails[0].Files[0].Name, mails[0].Subject)
			}
		}
		var sent struct {
			List []struct{ About, Status, Name, Address string }
		}
		path := fmt.Sprintf("%s/report-runs/%d/mails", r.project, waiting.ID)
		r.Ask(r.T, "guest", "GET", path, "", 200, &sent)
		for _, m := range sent.List {
			if m.About == "issued" && m.Status != "sent" || m.Address != "" && m.Address != "c…@example.org" {
				r.Errorf("%+v", m)
			}
		}
		r.Ask(r.T, "stranger", "GET", path, "", 404, nil)
	})
}

func TestTwoServersMakeOneReportOfAPeriod(t *testing.T) {
	on(t, func(r *rig) {
		r.schedule("", 1)
		var servers sync.WaitGroup
		failed := make(chan error, 8)
		for range 4 {
			s := r.another()
			servers.Go(func() { failed <- s.Look(r.Context(), r.today) })
		}
		servers.Wait()
		for range 4 {
			r.must(<-failed)
		}
		r.follows("waiting")
		for range 4 {
			s := r.another()
			servers.Go(func() { failed <- s.Follow(r.Context(), clock.Now().UnixMilli()) })
			servers.Go(func() { failed <- s.Send(r.Context(), clock.Now().UnixMilli()) })
		}
		servers.Wait()
		for range 8 {
			r.must(<-failed)
		}
		if n := r.number("SELECT COUNT(*) FROM document"); n != 1 || len(r.runs()) != 1 {
			r.Errorf("%d reports, %d runs", n, len(r.runs()))
		}
		if mails := r.to("owner@example.com"); len(mails) != 1 {
			r.Errorf("%d mails", len(mails))
		}
	})
}

func TestMissedPeriodsAreReportedOnceAfterAStop(t *testing.T) {
	on(t, func(r *rig) {
		r.schedule("", 5)
		r.look(r.today)
		r.look(r.today)
		if list := r.runs(); len(list) != 1 || list[0].Skipped != 4 || list[0].Start != r.today-day {
			r.Fatalf("the latest only: %+v", list)
		}
		all := r.schedule(`,"name":"Each","missed":"all"`, 5)
		r.look(r.today)
		var page struct{ List []run }
		r.Ask(r.T, "guest", "GET", fmt.Sprintf("%s/report-runs?sort=end&scheduleId=%d", r.project, all.ID), "", 200, &page)
		for i, one := range page.List {
			if one.Start != r.today-int64(5-i)*day || one.End != one.Start+day || one.Skipped != 0 {
				r.Errorf("%d: %+v", i, one)
			}
		}
		if len(page.List) != 5 {
			r.Errorf("%d reports", len(page.List))
		}
	})
}

func TestReportWaitsForLateData(t *testing.T) {
	onOne(t, func(r *rig) {
		r.schedule(`,"makeMinute":30,"waitMinute":360`, 1)
		for _, at := range []int64{r.today, r.today + hour/2, r.today + 6*hour - 1} {
			r.look(at)
			if list := r.runs(); len(list) != 0 {
				r.Fatalf("at %d: %+v", at-r.today, list)
			}
		}
		second := r.schedule(`,"name":"Patient","makeMinute":30,"waitMinute":720`, 1)
		r.look(r.today + 6*hour)
		if list := r.runs(); len(list) != 1 || list[0].Late != 1 {
			r.Fatalf("at its hour: %+v", list)
		}
		r.measure(r.row(r.today))
		for r.Context().Err() == nil && len(r.runs()) == 1 {
			r.look(r.today + 7*hour)
			await.Pause()
		}
		var m made
		if r.Ask(r.T, "guest", "GET", r.one(second.ID), "", 200, &m); m.Last == nil || m.Last.Late != 0 || m.NextMade != r.today+day+hour/2 {
			r.Errorf("after the reading: %+v", m)
		}
	})
}

func TestHolidaysAreCoveredByTheNextReport(t *testing.T) {
	onOne(t, func(r *rig) {
		date := func(days int64) string { return time.UnixMilli(r.today + days*day).UTC().Format(time.DateOnly) }
		r.Ask(r.T, "manager", "PUT", r.project+"/project-report-config", r.calendar(fmt.Sprintf(`{"from":%q,"to":%q,"name":"Feast"}`, date(-2), date(-1))), 200, nil)
		r.schedule("", 5)
		r.look(r.today - 2*day)
		r.look(r.today - day)
		r.look(r.today)
		if list := r.runs(); len(list) != 2 || list[0].Start != r.today-3*day || list[0].End != r.today || list[0].Skipped != 0 || list[1].End != list[0].Start {
			r.Fatalf("%+v", list)
		}
		var days struct {
			List []struct {
				Date, Name string
				Holiday    bool
				Reports    []struct {
					Kind      string
					Scheduled bool
				}
			}
		}
		r.Ask(r.T, "guest", "POST", r.project+"/project-report-config/preview",
			fmt.Sprintf(`{"month":%q,"config":%s}`, date(-1)[:7], r.calendar(fmt.Sprintf(`{"from":%q,"to":%q,"name":"Feast"}`, date(-1), date(-1)))), 200, &days)
		for _, d := range days.List {
			if d.Date == date(-1) && (!d.Holiday || d.Name != "Feast" || len(d.Reports) > 0 && d.Reports[0].Kind == "day") {
				r.Errorf("%+v", d)
			}
		}
	})
}

func TestCutOffMayMoveWithoutAGap(t *testing.T) {
	onOne(t, func(r *rig) {
		r.schedule("", 2)
		r.look(r.today - day)
		r.Ask(r.T, "manager", "PUT", r.project+"/project-report-config", strings.Replace(r.calendar(""), `"cutOffHour":0`, `"cutOffHour":8`, 1), 200, nil)
		r.look(r.today)
		r.look(r.today + day) // the first midnight after the cut-off
		list := r.runs()
		for i := range list[1:] {
			if list[i].Start != list[i+1].End {
				r.Errorf("%+v", list)
			}
		}
		if len(list) != 3 || list[0].End != r.today+8*hour {
			r.Errorf("%+v", list)
		}
	})
}

func TestRunNowMakesThePeriodThatEndedLastOnce(t *testing.T) {
	on(t, func(r *rig) {
		m := r.schedule(`,"enabled":false`, 0)
		var first run
		r.Ask(r.T, "manager", "POST", r.one(m.ID)+"/run", "", 202, &first)
		if first.End != r.today || first.Status != "making" {
			r.Fatalf("%+v", first)
		}
		r.refused("manager", "POST", r.one(m.ID)+"/run", "", 409, errs.PeriodReported)
		waiting := r.follows("waiting")
		r.Ask(r.T, "manager", "DELETE", fmt.Sprintf("%s/project-reports/%d", r.project, waiting.ReportID), "", 200, nil)
		r.follows("removed")
		var again run
		r.Ask(r.T, "manager", "POST", r.one(m.ID)+"/run", "", 202, &again)
		if again.ID != first.ID || again.ReportID == first.ReportID {
			r.Errorf("%+v", again)
		}
		r.Ask(r.T, "guest", "POST", r.one(m.ID)+"/run", "", 403, nil)
		r.Ask(r.T, "stranger", "POST", r.one(m.ID)+"/run", "", 404, nil)

		ahead := strings.Replace(r.calendar(""), time.UnixMilli(r.today-10*day).UTC().Format(time.DateOnly), "2099-01-01", 1)
		r.Ask(r.T, "manager", "PUT", r.project+"/project-report-config", ahead, 200, nil)
		r.refused("manager", "POST", r.one(m.ID)+"/run", "", 409, errs.NoPeriodEnded)
	})
}

func (r *rig) refused(who, method, path, body string, status int, want *errs.Message) {
	r.Helper()
	var failure struct{ Code int }
	if r.Ask(r.T, who, method, path, body, status, &failure); failure.Code != want.Code {
		r.Errorf("%s %s %s: code %d, want %d", method, path, body, failure.Code, want.Code)
	}
}
