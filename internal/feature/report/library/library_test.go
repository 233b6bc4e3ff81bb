package library_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// checked is a template as the API describes it.
type checked struct {
	ID      int64
	Name    string
	Version int
	Unknown int
	Format  string
	Places  []struct{ Sheet, Cell, Placeholder, State, Suggestion string }
}

// book returns a workbook with texts in column A.
func book(t *testing.T, texts ...string) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, text := range texts {
		if err := f.SetCellStr("Sheet1", fmt.Sprintf("A%d", i+1), text); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type site struct {
	*apptest.Server
	path string
}

func on(t *testing.T, test func(t *testing.T, s *site)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := &site{Server: apptest.Start(t, engine, apptest.Options{})}
			s.path = fmt.Sprintf("/api/projects/%d/report-templates", s.Project.ID)
			test(t, s)
		})
	}
}

// send uploads a file, maybe with changes.
func (s *site) send(t *testing.T, who, method, path string, query url.Values, file []byte, changes ...string) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "t.xlsx")
	if err == nil {
		_, err = part.Write(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range changes {
		if err := form.WriteField("changes", text); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, path+"?"+query.Encode(), &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Authorization", "Bearer "+s.Token(t, who))
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}

func decode(t *testing.T, w *httptest.ResponseRecorder, into any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
}

func (s *site) upload(t *testing.T, method, path, name string, file []byte, status int) (c checked) {
	t.Helper()
	query := url.Values{"filename": {"day.xlsx"}}
	if name != "" {
		query.Set("name", name)
	}
	w := s.send(t, "manager", method, path, query, file)
	if w.Code != status {
		t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	decode(t, w, &c)
	return c
}

func TestTemplateIsKeptInVersions(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		first := book(t, "{{project.name}}", "{{project.nmae}}")
		made := s.upload(t, "POST", s.path, "Day", first, 201)
		if made.Version != 1 || made.Unknown != 1 || made.Format != "xlsx" || len(made.Places) != 2 {
			t.Fatalf("%+v", made)
		}
		s.upload(t, "POST", s.path, "day", first, 422) // the name is taken
		one := fmt.Sprintf("%s/%d", s.path, made.ID)

		wrong := made.Places[1]
		if wrong.Cell != "A2" || wrong.Suggestion != "{{project.name}}" {
			t.Fatalf("%+v", wrong)
		}
		change := fmt.Sprintf(`{"version":1,"changes":[{"sheet":%q,"cell":"A2","from":%q,"to":%q}]}`, wrong.Sheet, wrong.Placeholder, wrong.Suggestion)
		s.Ask(t, "manager", "POST", one+"/adopt", change, 200, &made)
		if made.Version != 2 || made.Unknown != 0 {
			t.Fatalf("%+v", made)
		}
		s.Ask(t, "manager", "POST", one+"/adopt", change, 409, nil) // somebody changed it meanwhile

		third := s.upload(t, "PUT", one, "", book(t, "{{conclusion}}"), 200)
		if third.Version != 3 {
			t.Fatalf("%+v", third)
		}
		for version, want := range map[int]string{1: "{{project.nmae}}", 2: "{{project.name}}"} {
			w := s.Call(t.Context(), t, "guest", "GET", fmt.Sprintf("%s/file?version=%d", one, version), "")
			f, err := excelize.OpenReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := f.GetCellValue("Sheet1", "A2"); got != want || err != nil {
				t.Errorf("version %d has %q, %v", version, got, err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}

		s.Ask(t, "guest", "DELETE", one, "", 403, nil)
		s.Ask(t, "stranger", "GET", one, "", 404, nil)
		s.Ask(t, "manager", "DELETE", one, "", 200, nil)
		s.Ask(t, "manager", "GET", one, "", 404, nil)
		s.upload(t, "POST", s.path, "Day", first, 201) // the name is free again
	})
}

func TestCheckStoresNothing(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		found := s.upload(t, "POST", s.path+"/check", "", book(t, "{{signature.checkd}}"), 200)
		if found.ID != 0 || found.Unknown != 1 {
			t.Errorf("%+v", found)
		}
		var list struct{ List []checked }
		if s.Ask(t, "guest", "GET", s.path, "", 200, &list); len(list.List) != 0 {
			t.Errorf("%+v", list)
		}
	})
}

func TestSuggestionsAreAdoptedBeforeTheFileIsStored(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		file := book(t, "{{project.nmae}}", "{{concluson}}")
		named := url.Values{"name": {"Day"}, "filename": {"day.xlsx"}}
		first := `[{"sheet":"Sheet1","cell":"A1","from":"{{project.nmae}}","to":"{{project.name}}"}]`
		w := s.send(t, "manager", "POST", s.path, named, file, first)
		var made checked
		if decode(t, w, &made); w.Code != 201 || made.Version != 1 || made.Unknown != 1 || made.Places[0].Placeholder != "{{project.name}}" {
			t.Fatalf("%d %+v", w.Code, made)
		}
		many := "[" + strings.Repeat("{},", 1000) + "{}]"
		for _, wrong := range []string{"x", `{"cell":"A1"}`, many} {
			var refused struct{ Fields map[string]string }
			w := s.send(t, "manager", "POST", s.path, url.Values{"name": {"Other"}, "filename": {"day.xlsx"}}, file, wrong)
			if decode(t, w, &refused); w.Code != 422 || refused.Fields["changes"] == "" {
				t.Errorf("%.20s: %d %s", wrong, w.Code, w.Body)
			}
		}
	})
}

func TestVersionThatWasReplacedMeanwhileIsKept(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		made := s.upload(t, "POST", s.path, "Day", book(t, "{{project.name}}"), 201)
		one := fmt.Sprintf("%s/%d", s.path, made.ID)
		seen := url.Values{"filename": {"day.xlsx"}, "version": {"1"}}
		for _, want := range []int{200, 409} { // two people who both saw the first version
			if w := s.send(t, "manager", "PUT", one, seen, book(t, "{{conclusion}}")); w.Code != want {
				t.Errorf("%d, want %d: %s", w.Code, want, w.Body)
			}
		}
	})
}

func TestFileThatIsNoTemplateIsRefused(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		w := s.send(t, "manager", "POST", s.path, url.Values{"name": {"A"}, "filename": {"a.xlsx"}}, []byte("MZ"))
		var failure struct{ Code int }
		decode(t, w, &failure)
		if w.Code != 422 || failure.Code != errs.TemplateFormat.Code {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if w := s.send(t, "guest", "POST", s.path, url.Values{"name": {"A"}, "filename": {"a.xlsx"}}, book(t, "x")); w.Code != 403 {
			t.Errorf("a guest may upload: %d %s", w.Code, w.Body)
		}
		if w := s.send(t, "stranger", "POST", s.path, url.Values{"name": {"A"}, "filename": {"a.xlsx"}}, book(t, "x")); w.Code != 404 {
			t.Errorf("a stranger may upload: %d %s", w.Code, w.Body)
		}
	})
}

func TestTemplatesAreLimited(t *testing.T) {
	server := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	s := &site{Server: server, path: fmt.Sprintf("/api/projects/%d/report-templates", server.Project.ID)}
	file := book(t, "{{project.name}}")
	for i := range 100 {
		s.upload(t, "POST", s.path, fmt.Sprintf("Day %d", i), file, 201)
	}
	w := s.send(t, "manager", "POST", s.path, url.Values{"name": {"More"}, "filename": {"a.xlsx"}}, file)
	var failure struct{ Code int }
	if decode(t, w, &failure); w.Code != 409 || failure.Code != errs.TooManyTemplates.Code {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
