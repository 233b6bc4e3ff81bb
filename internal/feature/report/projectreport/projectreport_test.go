package projectreport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"mime/multipart"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const hour = int64(3_600_000)

// site is a project with two points with readings and one without, and a server that runs jobs.
type site struct {
	*apptest.Server
	points []int64
	begin  int64
}

func open(t *testing.T, s *apptest.Server) *site {
	t.Helper()
	made := &site{Server: s, begin: clock.Now().Truncate(time.Hour).UnixMilli() - 48*hour}
	zone, err := time.LoadLocation(s.Project.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)
	var added struct{ List []struct{ ID int64 } }
	s.Ask(t, "owner", "POST", path, `{"points":[
		{"name":"=P1","type":"artificial","measurement":"Crack","category":"Artificial"},
		{"name":"P2","type":"artificial","measurement":"Crack","category":"Artificial"},
		{"name":"P3","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201, &added)
	for i, p := range added.List {
		made.points = append(made.points, p.ID)
		if i == 2 {
			break
		}
		var rows []string
		for k := range int64(8) {
			at := time.UnixMilli(made.begin + 4*k*hour).In(zone).Format(time.DateTime)
			rows = append(rows, fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, 0.1*float64(k)+float64(i)))
		}
		s.Ask(t, "owner", "POST", fmt.Sprintf("%s/%d/artificial-data", path, p.ID), `{"rows":[`+strings.Join(rows, ",")+`],"note":"tape"}`, 201, nil)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Jobs.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	s.Computed(t, made.begin+28*hour, made.points[0], made.points[1])
	return made
}

// columns are those of a report row that are numbers.
var columns = []string{"initial", "previous", "this", "change", "accumulated", "rate"}

// template uploads a template with a row for each point.
func (s *site) template(t *testing.T) (id int64) {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	cells := map[string]string{"A1": "{{project.name}}", "A2": "{{#points}}{{point}}", "A4": "{{conclusion}}"}
	for i, name := range columns {
		cells[string(rune('B'+i))+"2"] = "{{" + name + "}}"
	}
	for cell, text := range cells {
		if err := f.SetCellStr("Sheet1", cell, text); err != nil {
			t.Fatal(err)
		}
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "t.xlsx")
	if err == nil {
		err = f.Write(part)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", fmt.Sprintf("/api/projects/%d/report-templates?name=Rows&filename=t.xlsx", s.Project.ID), &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+s.Token(t, "manager"))
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	var made struct {
		ID      int64
		Unknown int
	}
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 || made.Unknown != 0 {
		t.Fatalf("%v %d %s", err, w.Code, w.Body)
	}
	return made.ID
}

// export asks for a report and returns its file when it is made.
func (s *site) export(t *testing.T, more string) []byte {
	t.Helper()
	var f struct {
		ID             int64
		Status, Reason string
	}
	s.Ask(t, "manager", "POST", "/api/exports/project-report", fmt.Sprintf(`{"projectId":%d,"kind":"day","start":%d,"end":%d,"measuringPointIds":[%d,%d,%d]%s}`,
		s.Project.ID, s.begin+4*hour, s.begin+20*hour, s.points[0], s.points[1], s.points[2], more), 202, &f)
	path := fmt.Sprintf("/api/projects/%d/reports/%d", s.Project.ID, f.ID)
	for f.Status == "pending" && t.Context().Err() == nil {
		s.Ask(t, "manager", "GET", path, "", 200, &f)
		await.Pause()
	}
	if f.Status != "done" {
		t.Fatalf("%+v", f)
	}
	var link struct{ Path string }
	s.Ask(t, "manager", "POST", path+"/link", "", 200, &link)
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, httptest.NewRequest("GET", link.Path, nil))
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// TestTemplateIsFilledWithWhatTheAPIReturns compares the cells of a filled template with the rows of the page of monitoring
// reports, with the data as they are and as they were known.
func TestTemplateIsFilledWithWhatTheAPIReturns(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := open(t, apptest.Start(t, engine, apptest.Options{}))
			template := s.template(t)
			var page struct{ Rows []map[string]any }
			s.Ask(t, "manager", "POST", "/api/monitor/report-preview", fmt.Sprintf(`{"measuringPointIds":[%d,%d,%d],"time":%d,"previous":%d}`,
				s.points[0], s.points[1], s.points[2], s.begin+20*hour, s.begin+4*hour), 200, &page)
			now := fmt.Sprintf(`,"templateId":%d,"format":"xlsx","conclusion":"All is well."`, template)
			for what, more := range map[string]string{"now": now, "as known": now + fmt.Sprintf(`,"knownAt":%d`, clock.Now().UnixMilli())} {
				f, err := excelize.OpenReader(bytes.NewReader(s.export(t, more)))
				if err != nil {
					t.Fatal(err)
				}
				cell := func(at string) string {
					text, err := f.GetCellValue("Sheet1", at, excelize.Options{RawCellValue: true})
					if err != nil {
						t.Fatal(err)
					}
					return text
				}
				if cell("A1") != s.Project.Name || cell("A2") != "=P1" || cell("A3") != "P2" || cell("A4") != "P3" || cell("A6") != "All is well." {
					t.Errorf("%s: %q %q %q %q %q", what, cell("A1"), cell("A2"), cell("A3"), cell("A4"), cell("A6"))
				}
				for i, row := range page.Rows {
					for k, name := range columns {
						if name == "this" {
							name = "value"
						}
						got, want := cell(fmt.Sprintf("%c%d", 'B'+k, 2+i)), row[name]
						v, err := strconv.ParseFloat(got, 64)
						if number, ok := want.(float64); ok && (err != nil || math.Abs(v-number) > 1e-9) || !ok && got != "#N/A" {
							t.Errorf("%s: %s of point %d is %q, want %v", what, name, i+1, got, want)
						}
					}
				}
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestFormatMustFitTheForm(t *testing.T) {
	s := open(t, apptest.Start(t, apptest.Engines()[0], apptest.Options{}))
	ask := func(who, more string, status int) {
		t.Helper()
		s.Ask(t, who, "POST", "/api/exports/project-report", fmt.Sprintf(`{"projectId":%d,"kind":"day","start":%d,"end":%d%s}`,
			s.Project.ID, s.begin, s.begin+24*hour, more), status, nil)
	}
	var failure struct{ Code int }
	s.Ask(t, "manager", "POST", "/api/exports/project-report", fmt.Sprintf(`{"projectId":%d,"kind":"day","start":%d,"end":%d,"format":"xlsx"}`,
		s.Project.ID, s.begin, s.begin+24*hour), 422, &failure)
	if failure.Code != errs.TemplateNeeded.Code {
		t.Errorf("code %d", failure.Code)
	}
	ask("manager", `,"format":"docx","shipped":"pit"`, 422)
	ask("manager", `,"format":"xlsx","shipped":"pit","templateId":999999`, 422)
	ask("manager", `,"format":"xlsx","templateId":999999`, 404)
	ask("guest", `,"format":"pdf"`, 403)
	ask("stranger", `,"format":"pdf"`, 404)
}
