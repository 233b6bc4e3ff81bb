package schedule_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// A report that cannot be made is a failed run with its reason, and a message to who set the schedule up.
func TestRunThatCannotBeginSaysWhy(t *testing.T) {
	on(t, func(r *rig) {
		m := r.schedule("", 4)
		fails := func(days int64, broken, repaired string, args []any, m *errs.Message) {
			r.Helper()
			want := m.Text(errs.English, errs.Args{"name": "manager"})
			r.exec(broken, args...)
			r.look(r.today - days*day)
			if list := r.runs(); list[0].Status != "failed" || list[0].Reason != want || list[0].ReportID != 0 {
				r.Errorf("%+v, want %s", list[0], want)
			}
			r.exec(repaired, args...)
		}
		fails(3, "UPDATE account SET active = FALSE WHERE id = ?", "UPDATE account SET active = TRUE WHERE id = ?", []any{r.Manager.ID}, errs.ScheduleAccountGone)
		set := func(from, to string) string {
			return fmt.Sprintf("UPDATE report_schedule SET settings = REPLACE(settings, '%s', '%s') WHERE id = ?", from, to)
		}
		shape := fmt.Sprintf(`"measuringPointIds":[%d]`, r.point)
		fails(2, set(shape, `"measuringPointIds":[999999]`), set(`"measuringPointIds":[999999]`, shape), []any{m.ID}, errs.SchedulePointsGone)
		fails(1, set(shape, `"structureIds":[999999]`), set(`"structureIds":[999999]`, shape), []any{m.ID}, errs.ScheduleStructureGone)
		fails(0, set(shape, `"templateId":999999`), set(`"templateId":999999`, shape), []any{m.ID}, errs.ScheduleTemplateGone)
		failed := "The report schedule “Daily” could not make a report: "
		if got := r.inbox("manager", "report.failed"); len(got) != 4 || got[0] != failed+errs.ScheduleTemplateGone.Text(errs.English, nil) {
			r.Errorf("%q", got)
		}
		gone := failed + errs.ScheduleAccountGone.Text(errs.English, errs.Args{"name": "manager"})
		if got := r.inbox("owner", "report.failed"); len(got) != 1 || got[0] != gone { // the manager could not read it
			r.Errorf("%q", got)
		}
		r.Ask(r.T, "manager", "POST", r.one(m.ID)+"/run", "", 202, nil) // once its cause is gone, it is made
		r.follows("waiting")
	})
}

func TestWrongSchedulesAreRefused(t *testing.T) {
	onOne(t, func(r *rig) {
		path := r.project + "/report-schedules"
		for more, want := range map[string]*errs.Message{
			`,"emailList":["nobody"]`:                           errs.EmailFormat,
			`,"emailList":["a@b.example","a@b.example"]`:        errs.Duplicate,
			`,"measuringPointIds":[],"measurements":["Camera"]`: errs.NoPointsChosen,
		} {
			r.refused("manager", "POST", path, r.fields(more), 422, want)
		}
		for _, more := range []string{fmt.Sprintf(`,"accountIds":[%d]`, r.Stranger.ID), `,"structureIds":[999999]`, `,"templateId":999999`} {
			r.refused("manager", "POST", path, r.fields(more), 404, errs.NothingHere)
		}
		r.Ask(r.T, "guest", "POST", path, r.fields(""), 403, nil)
		r.Ask(r.T, "stranger", "POST", path, r.fields(""), 404, nil)

		var m struct {
			ID        int64
			EmailList []string `json:"emailList"`
		}
		r.Ask(r.T, "manager", "POST", path, r.fields(""), 201, &m)
		for who, want := range map[string]string{"guest": "c…@example.org", "manager": "client@example.org"} {
			if r.Ask(r.T, who, "GET", r.one(m.ID), "", 200, &m); m.EmailList[0] != want {
				r.Errorf("%s sees %q", who, m.EmailList)
			}
		}
		for range 49 {
			r.Ask(r.T, "manager", "POST", path, r.fields(""), 201, nil)
		}
		r.refused("manager", "POST", path, r.fields(""), 409, errs.TooManySchedules)
		r.Ask(r.T, "owner", "DELETE", r.one(m.ID), "", 200, nil)
		r.Ask(r.T, "owner", "GET", r.one(m.ID), "", 404, nil)
	})
}

func TestLinksNeedAPublicAddress(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	var failure struct{ Code int }
	path := fmt.Sprintf("/api/projects/%d/report-schedules", s.Project.ID)
	s.Ask(t, "manager", "POST", path, `{"name":"Daily","kind":"day","enabled":true,"language":"en","makeMinute":0,"waitMinute":-1,"missed":"latest",
		"accountIds":[],"emailList":[],"deliver":"link","files":"pdf","drafts":false}`, 422, &failure)
	if failure.Code != errs.LinksNeedAddress.Code {
		t.Errorf("code %d", failure.Code)
	}
}

func TestPausedScheduleLeavesPeriodsOut(t *testing.T) {
	onOne(t, func(r *rig) {
		m := r.schedule("", 1)
		r.Ask(r.T, "manager", "PUT", r.one(m.ID)+"/enabled", `{"enabled":false}`, 200, nil)
		r.look(r.today)
		r.Ask(r.T, "owner", "PUT", r.one(m.ID)+"/enabled", `{"enabled":true}`, 200, nil)
		r.look(clock.Now().UnixMilli())
		if list := r.runs(); len(list) != 0 {
			r.Errorf("%+v", list)
		}
	})
}

// A mail whose server is away is sent later; one whose outcome is unknown is repeated once.
func TestMailIsNeitherLostNorRepeatedForever(t *testing.T) {
	on(t, func(r *rig) {
		r.schedule(`,"accountIds":[]`, 1)
		r.look(r.today)
		waiting := r.follows("waiting")
		r.exec("DELETE FROM report_mail")
		r.sign(waiting.ReportID)
		r.follows("issued")
		now := clock.Now()
		state := func() (text string) {
			var sent struct {
				List []struct{ Status, Reason string }
			}
			r.Ask(r.T, "manager", "GET", fmt.Sprintf("%s/report-runs/%d/mails", r.project, waiting.ID), "", 200, &sent)
			for _, m := range sent.List {
				text += m.Status + m.Reason + " "
			}
			return text
		}
		r.post.Refuse(0, 451)
		r.must(r.scheduler.Send(r.Context(), now.UnixMilli()))
		r.must(r.scheduler.Send(r.Context(), now.UnixMilli()))
		if got := state(); got != "pending " || len(r.to("client@example.org")) != 0 {
			r.Fatalf("after a refusal for now: %s", got)
		}
		r.post.Refuse(0, 0)
		// A server claims the mail and is killed.
		r.exec("UPDATE report_mail SET state = 'claimed', claimed_until = ?", now.UnixMilli()-1)
		r.must(r.scheduler.Send(r.Context(), now.UnixMilli()))
		if got := state(); got != "sent " || len(r.to("client@example.org")) != 1 {
			r.Fatalf("after a kill: %s", got)
		}
		r.exec("UPDATE report_mail SET state = 'claimed', claimed_until = ?", now.UnixMilli()-1)
		r.must(r.scheduler.Send(r.Context(), now.Add(time.Hour).UnixMilli()))
		if got := state(); got != "unknownlostAnswer " || len(r.to("client@example.org")) != 1 {
			r.Errorf("after a second kill: %s", got)
		}
	})
}

func TestLargeFilesAreLinked(t *testing.T) {
	onOne(t, func(r *rig) {
		r.schedule("", 1)
		r.look(r.today)
		waiting := r.follows("waiting")
		d := r.sign(waiting.ReportID)
		r.follows("issued")
		r.exec("UPDATE document_file SET size = ? WHERE document_id = ?", 11<<20, d.ID)
		r.must(r.scheduler.Send(r.Context(), clock.Now().UnixMilli()))
		mails := r.to("client@example.org")
		if len(mails) != 1 || len(mails[0].Files) != 0 || !strings.Contains(mails[0].Text, "too large to attach (11 MB)") {
			r.Fatalf("%+v", mails)
		}
		at := strings.Index(mails[0].Text, home+"/api/")
		link, _, _ := strings.Cut(mails[0].Text[at+len(home):], "\n")
		if got := r.Call(r.Context(), r.T, "", "GET", link, ""); got.Code != 200 || !strings.HasPrefix(got.Body.String(), "%PDF-") {
			r.Errorf("%s: %d", link, got.Code)
		}
	})
}
