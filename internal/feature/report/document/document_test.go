package document_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/typeface"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const hour = int64(3_600_000)

// report is a report as the API describes it.
type report struct {
	ID         int64
	Status     string
	Reason     string
	Remark     string
	Number     string
	Revision   int
	Revises    int64
	RevisedBy  int64 `json:"revisedBy"`
	KnownAt    int64 `json:"knownAt"`
	Next       string
	Signatures []struct {
		Role, Name    string
		Picture, Seal bool
	}
	Files []struct {
		Format      string
		Size        int64
		SHA256      string `json:"sha256"`
		SignedBy    string
		Certificate string
	}
	Settings struct{ Conclusion string }
}

// site is a project with a point that has readings, and a server that runs jobs.
type site struct {
	*apptest.Server
	point   int64
	begin   int64
	reports string // path
}

func on(t *testing.T, test func(t *testing.T, s *site)) {
	if _, err := typeface.Embedded(); err != nil {
		t.Skip("the web was not built: make build")
	}
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := open(t, engine)
			t.Cleanup(s.work(t))
			test(t, s)
		})
	}
}

// open opens a site whose jobs do not run yet.
func open(t *testing.T, engine database.Dialect) *site {
	t.Helper()
	s := &site{Server: apptest.Start(t, engine, apptest.Options{})}
	s.reports = fmt.Sprintf("/api/projects/%d/project-reports", s.Project.ID)
	s.fill(t)
	return s
}

// work runs jobs until rest is called.
func (s *site) work(t *testing.T) (rest func()) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Jobs.Run(ctx) }()
	return func() { stop(); <-ended }
}

// fill adds a point with a reading each hour.
func (s *site) fill(t *testing.T) {
	t.Helper()
	path := fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)
	var added struct{ List []struct{ ID int64 } }
	s.Ask(t, "owner", "POST", path, `{"points":[{"name":"P1","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201, &added)
	s.point = added.List[0].ID
	s.begin = clock.Now().Truncate(time.Hour).UnixMilli() - 48*hour
	for k := range int64(8) {
		s.enter(t, s.begin+4*k*hour, 0.1*float64(k))
	}
	s.Computed(t, s.begin+28*hour, s.point)
}

// enter adds a reading of the point.
func (s *site) enter(t *testing.T, at int64, width float64) {
	t.Helper()
	zone, err := time.LoadLocation(s.Project.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/api/structures/%d/measuring-points/%d/artificial-data", s.Structure.ID, s.point)
	row := fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, time.UnixMilli(at).In(zone).Format(time.DateTime), width)
	s.Ask(t, "owner", "POST", path, `{"rows":[`+row+`],"note":"tape"}`, 201, nil)
}

func (s *site) wanted() string {
	return fmt.Sprintf(`{"kind":"day","start":%d,"end":%d,"measuringPointIds":[%d]}`, s.begin+12*hour, s.begin+36*hour, s.point)
}

// one returns the path of a report.
func (s *site) one(id int64) string { return fmt.Sprintf("%s/%d", s.reports, id) }

// settled waits until a report is not being made.
func (s *site) settled(t *testing.T, id int64) (r report) {
	t.Helper()
	for ctx := t.Context(); ctx.Err() == nil; {
		if s.Ask(t, "guest", "GET", s.one(id), "", 200, &r); r.Status != "making" && r.Status != "issuing" {
			return r
		}
		await.Pause()
	}
	t.Fatal("the report was not made")
	return r
}

func (s *site) begun(t *testing.T) report {
	t.Helper()
	var r report
	s.Ask(t, "manager", "POST", s.reports, s.wanted(), 202, &r)
	if r = s.settled(t, r.ID); r.Status != "draft" || r.Next != "made" || r.KnownAt == 0 || len(r.Files) != 1 {
		t.Fatalf("%+v", r)
	}
	return r
}

func (s *site) sign(t *testing.T, who, role string, id int64) {
	t.Helper()
	s.Ask(t, who, "POST", s.one(id)+"/sign", signature(role), 202, nil)
}

func signature(role string) string {
	return fmt.Sprintf(`{"role":%q,"password":%q}`, role, apptest.Password)
}

// refuses expects that a call conflicts with the state of a report.
func (s *site) refuses(t *testing.T, who, method, path, body string, want *errs.Message) {
	t.Helper()
	var failure struct{ Code int }
	if s.Ask(t, who, method, path, body, 409, &failure); failure.Code != want.Code {
		t.Errorf("%s %s: code %d, want %d", method, path, failure.Code, want.Code)
	}
}

// pdf opens the PDF of a report by a new link.
func (s *site) pdf(t *testing.T, id int64) []byte {
	t.Helper()
	var link struct{ Path string }
	s.Ask(t, "manager", "POST", s.one(id)+"/files/pdf/link", "", 200, &link)
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, httptest.NewRequest("GET", link.Path+"&inline=true", nil))
	if w.Code != 200 || !bytes.HasPrefix(w.Body.Bytes(), []byte("%PDF-")) {
		t.Fatalf("%d %.40q", w.Code, w.Body.String())
	}
	return w.Body.Bytes()
}

func TestThreePersonsIssueAReport(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		r := s.begun(t)
		draft := s.pdf(t, r.ID)
		s.Ask(t, "manager", "PATCH", s.one(r.ID), `{"weather":"Sunny","conclusion":"All is well."}`, 202, nil)
		if r = s.settled(t, r.ID); r.Status != "draft" || r.Settings.Conclusion != "All is well." {
			t.Fatalf("%+v", r)
		}
		if bytes.Equal(draft, s.pdf(t, r.ID)) {
			t.Error("the conclusion was not printed")
		}

		s.refuses(t, "manager", "POST", s.one(r.ID)+"/sign", signature("checked"), errs.NotYourSignature)
		s.sign(t, "manager", "made", r.ID)
		s.refuses(t, "manager", "PATCH", s.one(r.ID), `{"conclusion":"Else."}`, errs.DocumentNotDraft)
		s.refuses(t, "manager", "POST", s.one(r.ID)+"/sign", signature("checked"), errs.SignedAlready)
		s.Ask(t, "guest", "POST", s.one(r.ID)+"/sign", signature("checked"), 403, nil)
		s.sign(t, "owner", "checked", r.ID)
		s.refuses(t, "owner", "POST", s.one(r.ID)+"/sign", signature("approved"), errs.SignedAlready)
		s.Ask(t, "admin", "POST", s.one(r.ID)+"/sign", `{"role":"approved","password":"wrong"}`, 422, nil)
		s.sign(t, "admin", "approved", r.ID)

		if r = s.settled(t, r.ID); r.Status != "issued" || r.Next != "" || len(r.Signatures) != 3 {
			t.Fatalf("%+v", r)
		}
		if want := fmt.Sprintf("RB-%d-001", time.UnixMilli(s.begin+36*hour).UTC().Year()); r.Number != want {
			t.Errorf("number %s, want %s", r.Number, want)
		}
		sum := sha256.Sum256(s.pdf(t, r.ID))
		if got := hex.EncodeToString(sum[:]); got != r.Files[0].SHA256 {
			t.Errorf("the file has the hash %s, not %s", got, r.Files[0].SHA256)
		}
		s.refuses(t, "manager", "DELETE", s.one(r.ID), "", errs.DocumentIssued)
		s.refuses(t, "manager", "POST", s.one(r.ID)+"/return", `{"remark":"?"}`, errs.DocumentNotSigned)
	})
}

// What arrives after a report was issued is listed next to it, and is the reason of its revision.
func TestLateReadingsAreListedNextToAReport(t *testing.T) {
	type change struct {
		Name, Quantity string
		Issued, Now    *struct {
			Time int64
			This *float64
		}
	}
	type changes struct{ Values []change }
	on(t, func(t *testing.T, s *site) {
		r := s.begun(t)
		path := s.one(r.ID) + "/changes"
		s.refuses(t, "manager", "GET", path, "", errs.DocumentNotIssued)
		s.sign(t, "manager", "made", r.ID)
		s.sign(t, "owner", "checked", r.ID)
		s.sign(t, "admin", "approved", r.ID)
		s.settled(t, r.ID)
		var none changes
		if s.Ask(t, "guest", "GET", path, "", 200, &none); len(none.Values) > 0 {
			t.Fatalf("nothing has changed, and %+v is listed", none)
		}
		s.enter(t, s.begin+34*hour, 9.5)
		var late changes
		for ctx := t.Context(); len(late.Values) == 0 && ctx.Err() == nil; {
			s.Ask(t, "guest", "GET", path, "", 200, &late)
			await.Pause()
		}
		c := late.Values[0]
		if c.Name != "P1" || c.Now.Time != s.begin+34*hour || *c.Now.This != 9.5 || c.Issued.Time >= c.Now.Time {
			t.Errorf("%+v: issued %+v, now %+v", c, c.Issued, c.Now)
		}
		var second report
		s.Ask(t, "manager", "POST", s.one(r.ID)+"/revise", `{"reason":"late readings"}`, 202, &second)
		s.settled(t, second.ID)
		s.sign(t, "manager", "made", second.ID)
		s.sign(t, "owner", "checked", second.ID)
		s.sign(t, "admin", "approved", second.ID)
		s.settled(t, second.ID)
		if s.Ask(t, "guest", "GET", s.one(second.ID)+"/changes", "", 200, &none); len(none.Values) > 0 {
			t.Errorf("the revision does not contain %+v", none)
		}
	})
}

func TestIssuedReportIsRevised(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		issue := func(id int64) report {
			t.Helper()
			s.sign(t, "manager", "made", id)
			s.sign(t, "owner", "checked", id)
			s.sign(t, "admin", "approved", id)
			return s.settled(t, id)
		}
		first := s.begun(t)
		s.refuses(t, "manager", "POST", s.one(first.ID)+"/revise", `{"reason":"late readings"}`, errs.DocumentNotIssued)
		first = issue(first.ID)
		printed := s.pdf(t, first.ID)

		var second report
		s.Ask(t, "manager", "POST", s.one(first.ID)+"/revise", `{"reason":"late readings"}`, 202, &second)
		s.refuses(t, "manager", "POST", s.one(first.ID)+"/revise", `{"reason":"again"}`, errs.DocumentRevised)
		if second = s.settled(t, second.ID); second.Revision != 1 || second.Revises != first.ID {
			t.Fatalf("%+v", second)
		}
		second = issue(second.ID)
		if second.Number != first.Number {
			t.Errorf("the revision has the number %s", second.Number)
		}
		first = s.settled(t, first.ID)
		if first.RevisedBy != second.ID || !bytes.Equal(printed, s.pdf(t, first.ID)) {
			t.Errorf("the first report has changed: %+v", first)
		}
		third := issue(s.begun(t).ID)
		if !strings.HasSuffix(third.Number, "-002") {
			t.Errorf("the next report has the number %s", third.Number)
		}
	})
}

func TestReturnedReportIsADraftAgain(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		r := s.begun(t)
		s.Ask(t, "owner", "POST", s.one(r.ID)+"/return", `{"remark":"not yet"}`, 409, nil)
		s.sign(t, "manager", "made", r.ID)
		s.sign(t, "owner", "checked", r.ID)
		s.Ask(t, "guest", "POST", s.one(r.ID)+"/return", `{"remark":"weather is missing"}`, 403, nil)
		s.Ask(t, "owner", "POST", s.one(r.ID)+"/return", `{"remark":"weather is missing"}`, 200, &r)
		if r.Status != "draft" || r.Remark != "weather is missing" || len(r.Signatures) != 0 {
			t.Fatalf("%+v", r)
		}
		s.Ask(t, "manager", "PATCH", s.one(r.ID), `{"weather":"Rain"}`, 202, nil)
		r = s.settled(t, r.ID)
		s.sign(t, "owner", "made", r.ID) // persons may change places
		s.sign(t, "manager", "checked", r.ID)
		s.Ask(t, "owner", "DELETE", s.one(r.ID), "", 200, nil)
		s.Ask(t, "owner", "GET", s.one(r.ID), "", 404, nil)
	})
}

func TestWrongReportsAreRefused(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		ahead := clock.Now().Add(time.Hour).UnixMilli()
		for body, want := range map[string]*errs.Message{
			`{"kind":"day","start":1700000000000,"end":1700100000000,"measuringPointIds":[999999]}`:     errs.NothingHere,
			`{"kind":"day","start":1700100000000,"end":1700000000000}`:                                  errs.StartAfterEnd,
			`{"kind":"day","start":1700000000000,"end":1700100000000,"structureIds":[999999]}`:          errs.NothingHere,
			`{"kind":"day","start":1700000000000,"end":1700100000000,"measurements":["Camera"]}`:        errs.NoPointsChosen,
			fmt.Sprintf(`{"kind":"day","start":1700000000000,"end":1700100000000,"knownAt":%d}`, ahead): errs.KnownAhead,
			`{"kind":"day","start":0,"end":1700000000000}`:                                              errs.TimeRequired,
		} {
			var failure struct{ Code int }
			status := 422
			if want.Code == errs.NothingHere.Code {
				status = 404
			}
			s.Ask(t, "manager", "POST", s.reports, body, status, &failure)
			if failure.Code != want.Code {
				t.Errorf("%s: code %d, want %d", body, failure.Code, want.Code)
			}
		}
		s.Ask(t, "guest", "POST", s.reports, s.wanted(), 403, nil)
		s.Ask(t, "stranger", "POST", s.reports, s.wanted(), 404, nil)
	})
}

func TestReportsThatAreNotIssuedAreLimited(t *testing.T) {
	s := open(t, apptest.Engines()[0])
	for range 200 {
		s.Ask(t, "manager", "POST", s.reports, s.wanted(), 202, nil)
	}
	var failure struct{ Code int }
	if s.Ask(t, "manager", "POST", s.reports, s.wanted(), 429, &failure); failure.Code != errs.TooManyDocuments.Code {
		t.Errorf("code %d", failure.Code)
	}
}
