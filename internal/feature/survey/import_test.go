package survey_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

type rig struct {
	*apptest.Server
	t     *testing.T
	sonde int64
	point int64
	path  string
}

func draft(t *testing.T, aspect string, value any) timeline.Draft {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return timeline.Draft{Aspect: aspect, Value: text}
}

func start(t *testing.T, engine database.Dialect) *rig {
	return startWith(t, engine, "PAM", "StructuralDeformation", "PIPE_ATTITUDE", draft(t, string(definition.AspectPam), definition.Pam{
		Entry: &definition.Station{}, Exit: &definition.Station{N: 0.44, E: 6, Z: -0.1}, Step: 2, Length: 6,
	}))
}

// startWith starts a server with a device of a type and the point that it feeds.
func startWith(t *testing.T, engine database.Dialect, kind, measurement, formula string, config timeline.Draft) *rig {
	s := apptest.Start(t, engine, apptest.Options{})
	admin := apptest.Actor(s.Admin)
	sonde, _, err := s.Devices.Create(t.Context(), admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Sonde", Kind: device.Measuring, Type: kind, Model: kind + "-1", SNCode: kind + "-7", Register: kind + "-7",
	}, []timeline.Draft{config})
	if err != nil {
		t.Fatal(err)
	}
	made, err := s.Points.Create(t.Context(), admin, s.Project.ID, []point.New{{
		Point: point.Point{
			StructureID: s.Structure.ID, ItemID: s.Item.ID, Name: "Surveyed", Kind: point.Normal, Measurement: measurement, Category: kind, Sort: 9,
		},
		Config: []timeline.Draft{
			draft(t, string(definition.AspectBinding), definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: sonde.ID}}}),
			draft(t, string(definition.AspectFormula), definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: formula}}}),
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]string{"PAM": "pam-surveys", "RDM": "rdm-surveys"}[kind]
	return &rig{s, t, sonde.ID, made[0].ID, fmt.Sprintf("/api/structures/%d/measuring-points/%d/%s", s.Structure.ID, made[0].ID, calls)}
}

func (r *rig) send(who, path, file string, status int) map[string]any {
	r.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "run.csv")
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err != nil || form.Close() != nil {
		r.t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(r.t.Context(), "POST", path, &body)
	request.Header.Set("Accept-Language", "en")
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+r.Token(r.t, who))
	w := httptest.NewRecorder()
	r.API.ServeHTTP(w, request)
	if w.Code != status {
		r.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	var answer map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		r.t.Fatal(err)
	}
	return answer
}

// file requests the file of the survey at a time.
func (r *rig) file(who string, at int64) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(r.t.Context(), "GET",
		fmt.Sprintf("/api/structures/%d/measuring-points/%d/surveys/%d/file", r.Structure.ID, r.point, at), nil)
	request.Header.Set("Authorization", "Bearer "+r.Token(r.t, who))
	w := httptest.NewRecorder()
	r.API.ServeHTTP(w, request)
	return w
}

const run = "里程;俯仰角;航向角\n0;-1.20;85.0\n2;-1.05;85.4\n4;-0.80;86.1\n6;-0.62;86.9\n"

// A survey is previewed, imported as one reading, and computed as any other; its file is kept.
func TestSurveyIsImported(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			r := start(t, engine)
			found := r.send("admin", r.path+"/preview", run, 200)
			if found["length"] != 6.0 || found["stations"] != 4.0 || found["closed"] != true {
				t.Errorf("the preview is %v", found)
			}
			miss := math.Hypot(math.Hypot(0.44-0.43760880, 6-5.98295833), -0.1+0.096337615)
			if got := found["misclosure"].(float64); math.Abs(got-miss) > 1e-7 || math.Abs(found["perMille"].(float64)-1000*miss/6) > 1e-4 {
				t.Errorf("misclosure %v, want %v", got, miss)
			}
			layout := url.QueryEscape(`{"separator":"semicolon","head":1,"columns":{"chainage":0,"pitch":1,"heading":2}}`)
			if open := r.send("admin", r.path+"/preview?open=true&layout="+layout, run, 200); open["closed"] != false {
				t.Errorf("left open: %v", open)
			}
			bad := r.send("admin", r.path+"/preview", strings.Replace(run, "4;", "2;", 1), 200)
			problem := bad["problems"].([]any)[0].(map[string]any)
			if problem["line"] != 4.0 || problem["field"] != "chainage" || problem["code"] != float64(errs.ChainageRises.Code) {
				t.Errorf("a chainage that stands still: %v", problem)
			}

			at := time.Now().Add(-time.Hour).UnixMilli()
			path := fmt.Sprintf("%s?time=%d&name=First&filename=run.csv", r.path, at)
			r.send("guest", path, run, 403)
			r.send("admin", r.path+"?name=First&filename=run.csv", run, 422)
			r.send("admin", path, strings.Replace(run, "4;", "2;", 1), 422)
			if made := r.send("admin", path, run, 201); made["stations"] != 4.0 {
				t.Errorf("imported %v", made)
			}
			if again := r.send("admin", path, run, 409); again["code"] != float64(errs.SurveyThere.Code) {
				t.Errorf("twice: %v", again)
			}
			rows, err := r.Read.RawBefore(t.Context(), r.sonde, 0, at+1, 1)
			if err != nil || len(rows) != 1 || len(rows[0].Values) != 12 {
				t.Errorf("stored %v, %v", rows, err)
			}
			for times, want := range map[string]bool{``: true, fmt.Sprintf(`,"times":[%d]`, at): true, fmt.Sprintf(`,"times":[%d]`, at+1): false} {
				body := fmt.Sprintf(`{"measuringPointId":%d,"start":%d,"end":%d%s}`, r.point, at, at, times)
				w := r.Call(t.Context(), t, "guest", "POST", "/api/monitor/pam", body)
				var answer struct{ List []struct{ Nodes []any } }
				if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer.List) != 1 || len(answer.List[0].Nodes) > 0 != want {
					t.Errorf("nodes of the survey with %q: %d %s", times, w.Code, w.Body)
				}
			}
			files, err := r.Devices.Files(t.Context(), access.Scope{All: true}, r.sonde)
			if err != nil || len(files) != 1 || !strings.HasSuffix(files[0].Name, " First.csv") || files[0].UploadedBy != r.Admin.ID {
				t.Errorf("kept %v, %v", files, err)
			}
			other := fmt.Sprintf("/api/structures/%d/measuring-points/%d/pam-surveys", r.Structure.ID, r.Level.ID)
			if refused := r.send("admin", other+"/preview", run, 409); refused["code"] != float64(errs.PipeUnset.Code) {
				t.Errorf("another point: %v", refused)
			}
		})
	}
}

// The probe is pulled up, so the deepest station comes first; one station was read in one direction only.
const casing = "Depth,A0,A180,B0,B180\n2.0,500,-484,120,-104\n1.5,520,-504,118,-102\n1.0,540,,116,-100\n0.5,560,-544,114,-98\n"

// A survey of a casing is previewed with its checksums, imported as one reading, and named in the list of surveys.
func TestCasingIsImported(t *testing.T) {
	nodes := make([]definition.Node, 4)
	for i := range nodes {
		nodes[i] = definition.Node{No: int32(i + 1), Used: true}
	}
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			r := startWith(t, engine, "RDM", "DeepDisplacement", "INCLINO_PROBE",
				draft(t, string(definition.AspectGeometry), definition.Geometry{SegmentLen: 500, Nodes: nodes}))
			found := r.send("admin", r.path+"/preview", casing, 200)
			a := found["a"].(map[string]any)
			if found["stations"] != 4.0 || found["total"] != 4.0 || found["from"] != 0.5 || found["to"] != 2.0 || a["mean"] != 16.0 || a["oneDirection"] != 1.0 {
				t.Errorf("the preview is %v", found)
			}
			bad := r.send("admin", r.path+"/preview", strings.Replace(casing, "1.5,520", "1.7,520", 1), 200)
			problem := bad["problems"].([]any)[0].(map[string]any)
			if problem["line"] != 3.0 || problem["field"] != "depth" || problem["code"] != float64(errs.NoStation.Code) || !strings.Contains(problem["reason"].(string), "1.5 m") {
				t.Errorf("a depth without a station: %v", problem)
			}

			at := time.Now().Add(-time.Hour).UnixMilli()
			path := fmt.Sprintf("%s?time=%d&name=Third&operator=Wang&filename=run.csv", r.path, at)
			r.send("guest", path, casing, 403)
			r.send("admin", path, strings.Replace(casing, "1.5,520", "x,520", 1), 422)
			if made := r.send("admin", path, casing, 201); made["stations"] != 4.0 {
				t.Errorf("imported %v", made)
			}
			r.send("admin", path, casing, 409)
			rows, err := r.Read.RawBefore(t.Context(), r.sonde, 0, at+1, 1)
			if err != nil || len(rows) != 1 || len(rows[0].Values) != 15 {
				t.Errorf("stored %v, %v", rows, err)
			}
			surveys, err := r.Read.Surveys(t.Context(), query.SurveyRequest{Point: r.point, Start: at, End: at})
			if err != nil || len(surveys) != 1 || surveys[0].DeviceID != r.sonde || surveys[0].Stations[0].Values[0] != 560 {
				t.Errorf("surveys %v, %v", surveys, err)
			}
			files, err := r.Devices.Files(t.Context(), access.Scope{All: true}, r.sonde)
			if err != nil || len(files) != 1 || !strings.HasSuffix(files[0].Name, " Third; Wang.csv") {
				t.Errorf("kept %v, %v", files, err)
			}
			if w := r.file("admin", at); w.Code != 200 || w.Body.String() != casing || !strings.Contains(w.Header().Get("Content-Disposition"), "Third") {
				t.Errorf("the file: %d %v", w.Code, w.Header())
			}
			if none := r.file("admin", at-5000); none.Code != 422 {
				t.Errorf("the file of a time without a survey: %d", none.Code)
			}
			if stranger := r.file("stranger", at); stranger.Code != 404 {
				t.Errorf("another corporation asks for the file: %d", stranger.Code)
			}
			other := fmt.Sprintf("/api/structures/%d/measuring-points/%d/rdm-surveys", r.Structure.ID, r.Level.ID)
			if refused := r.send("admin", other+"/preview", casing, 409); refused["code"] != float64(errs.CasingUnset.Code) {
				t.Errorf("another point: %v", refused)
			}
		})
	}
}
