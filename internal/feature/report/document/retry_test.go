package document_test

import (
	"fmt"
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/typeface"
	"plumbline/internal/testing/apptest"
)

// cancelJob cancels the newest job of a person.
func (s *site) cancelJob(t *testing.T, who string) {
	t.Helper()
	var jobs struct{ List []struct{ ID int64 } }
	s.Ask(t, who, "GET", "/api/jobs", "", 200, &jobs)
	s.Ask(t, who, "POST", fmt.Sprintf("/api/jobs/%d/cancel", jobs.List[0].ID), "", 200, nil)
}

// TestReportThatCannotBeMadeIsTriedAgain cancels the job of a report.
func TestReportThatCannotBeMadeIsTriedAgain(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := open(t, engine)
			var r report
			s.Ask(t, "manager", "POST", s.reports, s.wanted(), 202, &r)
			s.Ask(t, "manager", "POST", s.one(r.ID)+"/retry", "", 409, nil)
			s.cancelJob(t, "manager")
			s.Ask(t, "manager", "GET", s.one(r.ID), "", 200, &r)
			if r.Status != "failed" || r.Reason == "" {
				t.Fatalf("%+v", r)
			}
			s.Ask(t, "manager", "POST", s.one(r.ID)+"/retry", "", 202, &r)
			if r.Status != "making" {
				t.Fatalf("%+v", r)
			}
		})
	}
}

// TestApprovedReportWhoseFilesFailIsIssuedLater cancels the job that prints an approved report: it keeps its signatures and number.
func TestApprovedReportWhoseFilesFailIsIssuedLater(t *testing.T) {
	if _, err := typeface.Embedded(); err != nil {
		t.Skip("the web was not built: make build")
	}
	s := open(t, apptest.Engines()[0])
	rest := s.work(t)
	r := s.begun(t)
	s.sign(t, "manager", "made", r.ID)
	s.settled(t, r.ID)
	s.sign(t, "owner", "checked", r.ID)
	s.settled(t, r.ID)
	rest()
	s.sign(t, "admin", "approved", r.ID)
	s.refuses(t, "manager", "POST", s.one(r.ID)+"/retry", "", errs.DownloadEnded)
	s.cancelJob(t, "admin")
	var approved report
	if s.Ask(t, "manager", "GET", s.one(r.ID), "", 200, &approved); approved.Status != "failed" || approved.Number == "" || len(approved.Signatures) != 3 {
		t.Fatalf("%+v", approved)
	}
	s.Ask(t, "manager", "POST", s.one(r.ID)+"/retry", "", 202, nil)
	t.Cleanup(s.work(t))
	if r = s.settled(t, r.ID); r.Status != "issued" || r.Number != approved.Number || len(r.Signatures) != 3 || len(r.Files) != 1 {
		t.Errorf("%+v", r)
	}
}
