package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"testing"

	"plumbline/internal/app"
)

// oldTown starts a server with a structure without points. It returns its administrator's token, a request function
// and the path of the points.
func oldTown(t *testing.T) (r *running, token string, ask func(path, body string, out any), points string) {
	r = run(t, app.Config{Data: t.TempDir(), HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", LogFormat: "text", AdminPassword: password, Version: "test"})
	t.Cleanup(func() { r.stop(t) })
	var session struct{ Token string }
	r.ask(t, "", "/api/sessions/signin", fmt.Sprintf(`{"name":"admin","password":%q}`, password), &session)
	ask = func(path, body string, out any) {
		t.Helper()
		r.ask(t, session.Token, path, body, out)
	}
	var project, structure struct{ ID int64 }
	ask("/api/projects", `{"name":"Old town","timeZone":"Asia/Shanghai"}`, &project)
	ask(fmt.Sprintf("/api/projects/%d/structures", project.ID), `{"name":"House","type":"Ancient"}`, &structure)
	return r, session.Token, ask, fmt.Sprintf("/api/structures/%d/measuring-points", structure.ID)
}

// Manual readings of an artificial point without formula or source, and of a converted point, are previewed, shown in
// the newest values and in tables, and judged.
func TestReadingsByHand(t *testing.T) {
	r, token, ask, points := oldTown(t)
	const configured = `"config":[{"aspect":"initial","validFrom":0,"value":{"mode":"auto","count":1}},
		{"aspect":"thresholds","validFrom":0,"value":{"list":[{"field":"width","valueType":"accumulated","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}}]`
	var made struct{ List []struct{ ID int64 } }
	ask(points, fmt.Sprintf(`{"points":[{"name":"LF-01","type":"artificial","measurement":"Crack","category":"Artificial",%[1]s},
		{"name":"LF-02","measurement":"Crack","category":"Crack",%[1]s}]}`, configured), &made)
	for i, name := range []string{"made", "converted"} {
		t.Run(name, func(t *testing.T) {
			id := made.List[i].ID
			one := fmt.Sprintf("%s/%d", points, id)
			var predicted struct{ Results, AlertsOpened int }
			if name == "converted" {
				const artificial = `{"type":"artificial","from":1767225600000}`
				ask(one+"/convert/preview", artificial, &predicted)
				if predicted.Results != 0 {
					t.Errorf("conversion changes %d results", predicted.Results)
				}
				ask(one+"/convert", artificial, nil)
			}
			const rows = `{"rows":[{"time":"2026-03-01 08:30:00","values":{"width":10}},{"time":"2026-03-02 08:30:00","values":{"width":10.5}},
				{"time":"2026-03-03 08:30:00","values":{"width":12.25,"shearY":0.5}}],"note":"feeler gauge"}`
			ask(one+"/artificial-data/preview", rows, &predicted)
			if predicted.Results != 3 || predicted.AlertsOpened != 1 {
				t.Errorf("the preview predicts %+v", predicted)
			}
			var entered struct{ Rows int }
			ask(one+"/artificial-data", rows, &entered)
			if entered.Rows != 3 {
				t.Errorf("%d rows entered", entered.Rows)
			}
			const last = int64(1772497800000) // 2026-03-03 08:30 in Shanghai
			var latest struct {
				List []struct {
					Time                         int64
					Observed, Accumulated, Value *float64
					Level                        int
				}
			}
			for len(latest.List) == 0 || latest.List[0].Time != last { // until it is computed
				ask("/api/monitor/latest", fmt.Sprintf(`{"measuringPointIds":[%d]}`, id), &latest)
			}
			if l := latest.List[0]; l.Time != last || l.Observed == nil || *l.Observed != 12.25 ||
				l.Accumulated == nil || *l.Accumulated != 2.25 || l.Level != 2 {
				t.Errorf("newest %+v", l)
			}
			var chart struct {
				Series []struct {
					Field  string
					Times  []int64
					Values []float64
				}
				Gaps  []struct{ From int64 }
				Marks []struct {
					Time int64
					Kind string
				}
			}
			ask("/api/monitor/query", fmt.Sprintf(`{"measuringPointId":%d,"fields":["width","shearY"],"start":1772236800000,"end":1772582400000}`, id), &chart)
			shown := map[string]string{}
			for _, s := range chart.Series {
				shown[s.Field] = fmt.Sprint(s.Times, s.Values)
			}
			if want := map[string]string{
				"width": "[1772325000000 1772411400000 1772497800000] [10 10.5 12.25]", "shearY": "[1772497800000] [0.5]",
			}; !maps.Equal(shown, want) {
				t.Errorf("shown %v", shown)
			}
			for _, mark := range chart.Marks {
				if mark.Kind == "correction" {
					t.Errorf("an entry is marked as a correction at %d", mark.Time)
				}
			}
			var why struct {
				Flags, Raw, Steps []any
				Reason            string
				Observed          float64
			}
			ask("/api/monitor/explain", fmt.Sprintf(`{"measuringPointId":%d,"field":"width","time":%d}`, id, last), &why)
			if got := fmt.Sprint(why); got != "{[manual] [] []  12.25}" {
				t.Errorf("explained as %s", got)
			}
			if len(chart.Gaps) > 0 {
				t.Errorf("gaps %v in manual readings", chart.Gaps)
			}
			var page struct {
				List []struct {
					MeasuringPointID int64
					Level            int
				}
			}
			body := r.request(t, http.MethodGet, token, "/api/alerts", "")
			if err := json.Unmarshal(body, &page); err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, a := range page.List {
				if a.MeasuringPointID == id && a.Level == 2 {
					found++
				}
			}
			if found != 1 {
				t.Errorf("alerts %s", body)
			}
		})
	}
}

// An inclinometer read manually: nodes are identified by their depth, in any order of entry; each has its change from
// the first run, and entering a run again replaces the old one.
func TestInclinometerByHand(t *testing.T) {
	r, token, ask, points := oldTown(t)
	var made struct{ List []struct{ ID int64 } }
	ask(points, `{"points":[{"name":"CX-01","type":"artificial","measurement":"DeepDisplacement","category":"Artificial",
		"config":[{"aspect":"initial","validFrom":0,"value":{"mode":"auto","count":1}}]}]}`, &made)
	id := made.List[0].ID
	one := fmt.Sprintf("%s/%d", points, id)
	enter := func(rows string) {
		t.Helper()
		ask(one+"/artificial-data", `{"rows":[`+rows+`],"note":"probe 7"}`, nil)
	}
	enter(`{"time":"2026-03-01 08:00:00","nodes":[{"depth":1,"values":{"x":20}},{"depth":0.5,"values":{"x":10}}]}`)
	enter(`{"time":"2026-03-02 08:00:00","nodes":[{"depth":0.5,"values":{"x":11}},{"depth":1.5,"values":{"x":30}},{"depth":1.0,"values":{"x":23}}]}`)
	enter(`{"time":"2026-03-02 08:00:00","nodes":[{"depth":1.0,"values":{"x":22.5}}]}`)
	const last = int64(1772409600000) // 2026-03-02 08:00 in Shanghai
	var chart struct {
		Series []struct {
			Node   int32
			Depth  *float64
			Times  []int64
			Values []float64
		}
	}
	shown := map[string]string{}
	want := map[string]string{
		"1 0.5": "[1772323200000 1772409600000] [0 1]", "2 1": "[1772323200000 1772409600000] [0 2.5]",
	}
	var latest struct{ List []struct{ Time int64 } }
	for len(latest.List) == 0 || latest.List[0].Time != last { // until the point is known
		ask("/api/monitor/latest", fmt.Sprintf(`{"measuringPointIds":[%d]}`, id), &latest)
	}
	for shown["2 1"] != want["2 1"] { // until it is computed
		ask("/api/monitor/query",
			fmt.Sprintf(`{"measuringPointId":%d,"fields":["x"],"valueType":"accumulated","start":1772236800000,"end":%d}`, id, last+1), &chart)
		clear(shown)
		for _, s := range chart.Series {
			if s.Depth != nil && len(s.Times) > 0 {
				shown[fmt.Sprint(s.Node, " ", *s.Depth)] = fmt.Sprint(s.Times, s.Values)
			}
		}
	}
	if !maps.Equal(shown, want) {
		t.Errorf("shown %v", shown)
	}
	var corrections struct {
		List []struct {
			TakenBackAt int64
			NodeValues  []struct{ No int32 }
		}
	}
	body := r.request(t, http.MethodGet, token, one+"/corrections", "")
	if err := json.Unmarshal(body, &corrections); err != nil {
		t.Fatal(err)
	}
	standing := 0
	for _, c := range corrections.List {
		if c.TakenBackAt == 0 {
			standing += len(c.NodeValues)
		}
	}
	if standing != 5 {
		t.Errorf("%d node values in effect, want 2 and 3: %s", standing, body)
	}
}

// ask posts a request and decodes the response.
func (r *running) ask(t *testing.T, token, path, body string, out any) {
	t.Helper()
	answered := r.request(t, http.MethodPost, token, path, body)
	if out == nil {
		return
	}
	if err := json.Unmarshal(answered, out); err != nil {
		t.Fatalf("%s: %v in %s", path, err, answered)
	}
}

// request makes a call that must succeed.
func (r *running) request(t *testing.T, method, token, path, body string) []byte {
	t.Helper()
	status, answered := r.exchange(t, method, token, path, []byte(body))
	if status >= http.StatusBadRequest {
		t.Fatalf("%s: %d %s", path, status, bytes.TrimSpace(answered))
	}
	return answered
}

func (r *running) exchange(t *testing.T, method, token, path string, body []byte) (status int, answered []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, r.base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if answered, err = io.ReadAll(reply.Body); err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, answered
}
