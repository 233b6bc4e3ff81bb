package grading_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/feature/grading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
	"plumbline/internal/testing/apptest"
)

// word returns a Word document with more parts.
func word(t *testing.T, more ...string) string {
	t.Helper()
	var data bytes.Buffer
	archive := zip.NewWriter(&data)
	for _, name := range append([]string{"[Content_Types].xml", "word/document.xml"}, more...) {
		_, err := archive.Create(name)
		must(t, err)
	}
	must(t, archive.Close())
	return data.String()
}

const pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"

// sendDocument uploads a document as somebody.
func sendDocument(t *testing.T, s *apptest.Server, who, content string) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "plan.pdf")
	must(t, err)
	_, err = part.Write([]byte(content))
	must(t, err)
	must(t, form.Close())
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/upload/documents", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+s.Token(t, who))
	answer := httptest.NewRecorder()
	s.API.ServeHTTP(answer, request)
	return answer
}

// The contingency plan has documents that are saved under their names, and people of the project with their phones.
func TestContingencyPlanHasDocumentsAndPeople(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			exec(t, s, "UPDATE account SET mobile = '13800138000' WHERE id = ?", s.Member.ID)
			sent := func(content string) string {
				t.Helper()
				var made struct{ URL string }
				got := sendDocument(t, s, "manager", content)
				if got.Code != 200 || json.Unmarshal(got.Body.Bytes(), &made) != nil {
					t.Fatalf("upload: %d %s", got.Code, got.Body)
				}
				return made.URL
			}
			path := fmt.Sprintf("/api/projects/%d/contingency-plan", s.Project.ID)
			body := func(documents string) string {
				return fmt.Sprintf(`{"title":"Pit","text":"Stop","organisation":[{"role":"Leader","accountId":%d,"mobile":"1"},
					{"role":"Authority","name":"Wu","mobile":"13900139000"}],"documents":[%s]}`, s.Member.ID, documents)
			}
			one := func(url, name string) string { return fmt.Sprintf(`{"url":%q,"name":%q}`, url, name) }
			var plan grading.ContingencyPlan
			s.Ask(t, "manager", "PUT", path, body(one(sent(pdf), "应急预案.pdf")+","+one(sent(word(t)), "Evacuation.docx")), 200, &plan)
			s.Ask(t, "manager", "PUT", path, body(one(plan.Documents[1].URL, "Evacuation.docx")+","+one(plan.Documents[0].URL, "应急预案.pdf")), 200, &plan) // as a form sends them back
			s.Ask(t, "guest", "GET", path, "", 200, &plan)
			if len(plan.Documents) != 2 || plan.Documents[0].Name != "Evacuation.docx" || plan.Documents[1].Name != "应急预案.pdf" {
				t.Fatalf("%+v", plan.Documents)
			}
			if p := plan.Organisation; len(p) != 2 || p[0].Name != "member" || p[0].Mobile != "+8613800138000" && p[0].Mobile != "13800138000" || p[0].Left || p[1].Name != "Wu" {
				t.Errorf("%+v", p)
			}
			got := s.Call(t.Context(), t, "guest", "GET", plan.Documents[1].URL, "")
			if got.Code != 200 || got.Body.String() != pdf || got.Header().Get("Content-Type") != upload.PDF || got.Header().Get("Content-Disposition") != "attachment" {
				t.Errorf("document: %d %v %q", got.Code, got.Header(), got.Body)
			}
			exec(t, s, "DELETE FROM member_role WHERE account_id = ?", s.Member.ID)
			exec(t, s, "DELETE FROM project_member WHERE account_id = ?", s.Member.ID)
			var later grading.ContingencyPlan
			s.Ask(t, "guest", "GET", path, "", 200, &later)
			if p := later.Organisation[0]; !p.Left || p.Name != "member" || p.Mobile != "" {
				t.Errorf("somebody who has left: %+v", p)
			}
			for _, c := range []struct {
				body, field string
				code        *errs.Message
			}{
				{body(""), "organisation[0].accountId", errs.RecipientElsewhere},
				{`{"title":"Pit","text":"","documents":[` + one("/api/files/1", "a.pdf") + `]}`, "documents[0].url", errs.DocumentLost},
				{`{"title":"Pit","text":"","documents":[` + one(plan.Documents[0].URL, " ") + `]}`, "documents[0].name", errs.Empty},
			} {
				got := s.Call(t.Context(), t, "manager", "PUT", path, c.body)
				if got.Code != 422 || !strings.Contains(got.Body.String(), c.field) || !strings.Contains(got.Body.String(), fmt.Sprint(c.code.Code)) {
					t.Errorf("%s: %d %s", c.field, got.Code, got.Body)
				}
			}
		})
	}
}

func TestDocumentsAreRefused(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	for name, c := range map[string]struct {
		who, content string
		status       int
		code         *errs.Message
	}{
		"a page":           {"manager", "<html><script>alert(1)</script>", 422, errs.DocumentKind},
		"nothing":          {"manager", "", 422, errs.DocumentKind},
		"another archive":  {"manager", strings.Replace(word(t), "word/document.xml", "word/document.xmm", 2), 422, errs.DocumentKind},
		"macros":           {"manager", word(t, "word/vbaProject.bin"), 422, errs.DocumentKind},
		"a large one":      {"manager", pdf + strings.Repeat(" ", upload.MaxDocument), 413, errs.DocumentSize},
		"one of a guest":   {"guest", pdf, 403, errs.NotAllowed},
		"a picture's path": {"manager", "\x89PNG\r\n\x1a\n", 422, errs.DocumentKind},
	} {
		got := sendDocument(t, s, c.who, c.content)
		if got.Code != c.status || !strings.Contains(got.Body.String(), fmt.Sprint(c.code.Code)) {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
}
