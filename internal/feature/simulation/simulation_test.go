package simulation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

type object = map[string]any

// ask makes a call as a person and expects a status.
func ask(t *testing.T, s *apptest.Server, who, method, path, body string, status int) object {
	t.Helper()
	got := s.Call(t.Context(), t, who, method, path, body)
	if got.Code != status {
		t.Fatalf("%s: %s %s %s: %d %s", who, method, path, body, got.Code, got.Body)
	}
	answer := object{}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

const hour = int64(3_600_000)

// site is a structure with two points whose readings a person enters, hour by hour.
type site struct {
	*apptest.Server
	points     string
	one, other int64
	begin      int64
}

var widths = []float64{0.5, 1.5, 2.5, 1.5, 0.2, 0.2, 0.2, 3.5, 0.1, 0.1, 1.2, 0.3}

const (
	inForce = `{"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`
	higher  = `{"list":[{"field":"width","valueType":"observed","blue":2,"yellow":3,"orange":4,"red":5,"enable":true}]}`
)

func open(t *testing.T, s *apptest.Server) *site {
	t.Helper()
	made := &site{Server: s, points: fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)}
	list := ask(t, s, "owner", "POST", made.points, `{"points":[
		{"name":"P1","type":"artificial","measurement":"Crack","category":"Artificial"},
		{"name":"P2","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201)["list"].([]any)
	made.one, made.other = int64(list[0].(object)["id"].(float64)), int64(list[1].(object)["id"].(float64))
	made.begin = clock.Now().Truncate(time.Hour).UnixMilli() - int64(len(widths))*hour
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	changed := s.Site.Bus.Subscribe(ctx, events.Alert)
	ask(t, s, "owner", "PUT", made.path(made.one)+"/thresholds", `{"validFrom":1700000000000,`+inForce[1:], 200)
	for _, point := range []int64{made.other, made.one} {
		made.enter(t, point)
	}
	for len(made.alerts(t)) < 3 {
		if _, ok := <-changed; !ok {
			t.Fatalf("alerts: %v", made.alerts(t))
		}
	}
	return made
}

// enter enters the readings of a point.
func (s *site) enter(t *testing.T, point int64) {
	t.Helper()
	zone, err := time.LoadLocation(s.Project.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for i, v := range widths {
		at := time.UnixMilli(s.at(i)).In(zone).Format(time.DateTime)
		rows = append(rows, fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, v))
	}
	ask(t, s.Server, "owner", "POST", s.path(point)+"/artificial-data", `{"rows":[`+strings.Join(rows, ",")+`],"note":"tape"}`, 201)
}

func (s *site) at(i int) int64 { return s.begin + int64(i)*hour }

func (s *site) path(point int64) string { return fmt.Sprintf("%s/%d", s.points, point) }

// alerts returns the stored alerts, the oldest first.
func (s *site) alerts(t *testing.T) []object {
	t.Helper()
	var list []object
	for _, one := range ask(t, s.Server, "guest", "GET", "/api/alerts?pageSize=50", "", 200)["list"].([]any) {
		list = append(list, one.(object))
	}
	for i := range list {
		for j := range list[:i] {
			if list[j]["opened"].(float64) > list[i]["opened"].(float64) {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
	return list
}

// question asks about the span of all readings.
func (s *site) question(more string) string {
	return fmt.Sprintf(`{"field":"width","valueType":"observed","start":%d,"end":%d,%s}`, s.begin, s.at(len(widths)-1), more)
}

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, plain) {
		t.Errorf("%s: %v, want %v", what, got, plain)
	}
}

func on(t *testing.T, test func(t *testing.T, s *site)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { test(t, open(t, apptest.Start(t, engine, apptest.Options{}))) })
	}
}

func TestSimulationOfAPoint(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		simulate := func(more string) object {
			t.Helper()
			return ask(t, s.Server, "guest", "POST", s.path(s.one)+"/threshold-simulation", s.question(more), 200)
		}
		found := simulate(`"sets":[` + higher + `,` + inForce + `]`)
		current, sets := found["current"].(object), found["sets"].([]any)
		expect(t, "readings", found["readings"], len(widths))
		expect(t, "worst", found["worst"], object{"time": s.at(7), "value": 3.5, "node": 0})
		expect(t, "curve", found["curve"].(object)["values"], widths)
		expect(t, "alerts in force", current["alerts"], []int{3, 2, 1, 0})
		expect(t, "hours in force", current["hours"], []int{4, 5, 1, 1, 0})
		// The simulated alerts are those that exist.
		var opened, stored []any
		for _, one := range current["list"].([]any) {
			opened = append(opened, one.(object)["opened"], one.(object)["level"])
		}
		for _, one := range s.alerts(t) {
			stored = append(stored, one["opened"], one["level"])
		}
		expect(t, "stored alerts", opened, stored)

		draft := sets[0].(object)
		expect(t, "alerts of the draft", draft["alerts"], []int{2, 1, 0, 0})
		expect(t, "hours of the draft", draft["hours"], []int{7, 3, 1, 0, 0})
		expect(t, "episodes of the draft", draft["list"], []object{
			{"opened": s.at(2), "ended": s.at(4), "level": 1, "value": 2.5, "time": s.at(2), "node": 0, "false": false},
			{"opened": s.at(7), "ended": s.at(9), "level": 2, "value": 3.5, "time": s.at(7), "node": 0, "false": false},
		})
		expect(t, "lengths of the draft", draft["byLength"], []int{0, 2, 0, 0, 0})
		expect(t, "the same limits as a set", sets[1], current)
		expect(t, "versions", found["inForce"].([]any)[0].(object)["from"], 1_700_000_000_000)

		// What people know to be false is marked with both sets.
		ask(t, s.Server, "owner", "POST", "/api/alerts/bulk-process",
			fmt.Sprintf(`{"alerts":[{"id":%.0f}],"status":"FalseAlarm","note":"a bird"}`, s.alerts(t)[1]["id"]), 200)
		found = simulate(`"sets":[` + higher + `]`)
		expect(t, "false ones in force", found["current"].(object)["false"], 1)
		expect(t, "false ones of the draft", found["sets"].([]any)[0].(object)["false"], 1)

		// Without thresholds and without a set there is the curve alone.
		bare := ask(t, s.Server, "guest", "POST", s.path(s.other)+"/threshold-simulation", s.question(`"sets":[]`), 200)
		expect(t, "alerts without thresholds", bare["current"].(object)["episodes"], 0)
		expect(t, "hours without a judgement", bare["current"].(object)["unjudged"], len(widths)-1)
		expect(t, "readings without thresholds", bare["readings"], len(widths))
	})
}

func TestSimulationOfManyPoints(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); s.Jobs.Run(ctx) }()
		defer func() { stop(); <-ended }()
		path := fmt.Sprintf("/api/projects/%d/threshold-simulations", s.Project.ID)
		run := func(more string) object {
			t.Helper()
			job := ask(t, s.Server, "guest", "POST", path, s.question(fmt.Sprintf(`"measuringPointIds":[%d,%d],%s`, s.other, s.one, more)), 202)
			for {
				found := ask(t, s.Server, "guest", "GET", fmt.Sprintf("%s/%.0f", path, job["id"]), "", 200)
				if state := found["state"]; state != "waiting" && state != "running" {
					return found
				}
				await.Pause()
			}
		}
		found := run(`"set":` + higher)
		expect(t, "state", found["state"], "done")
		expect(t, "progress", []any{found["done"], found["total"]}, []int{2, 2})
		one, other := found["points"].([]any)[0].(object), found["points"].([]any)[1].(object)
		expect(t, "name", one["measuringPointName"], "P1")
		expect(t, "alerts in force", one["current"].(object)["alerts"], []int{3, 2, 1, 0})
		expect(t, "alerts of the change", one["draft"].(object)["alerts"], []int{2, 1, 0, 0})
		expect(t, "alerts of a point without thresholds", other["draft"].(object)["alerts"], []int{2, 1, 0, 0})

		found = run(`"factor":0.5`)
		one, other = found["points"].([]any)[0].(object), found["points"].([]any)[1].(object)
		expect(t, "alerts with half the limits", one["draft"].(object)["alerts"], []int{3, 3, 2, 2})
		if other["draft"] != nil {
			t.Errorf("nothing times 0.5 is %v", other["draft"])
		}
		// What people know to be false is counted for those who may see alerts.
		ask(t, s.Server, "owner", "POST", "/api/alerts/bulk-process",
			fmt.Sprintf(`{"alerts":[{"id":%.0f}],"status":"FalseAlarm","note":"a bird"}`, s.alerts(t)[1]["id"]), 200)
		role := ask(t, s.Server, "admin", "POST", "/api/roles", `{"name":"Reader","permissions":["View:Project","View:Data"]}`, 201)["id"]
		ask(t, s.Server, "admin", "POST", fmt.Sprintf("/api/projects/%d/members", s.Project.ID),
			fmt.Sprintf(`{"userId":%d,"roles":[%.0f]}`, s.Outsider.ID, role), 201)
		falseOnes := func(found object) any { return found["points"].([]any)[0].(object)["current"].(object)["false"] }
		found = run(`"set":` + higher)
		expect(t, "false alarms", falseOnes(found), 1)
		found = ask(t, s.Server, "outsider", "GET", fmt.Sprintf("%s/%.0f", path, found["jobId"]), "", 200)
		expect(t, "false alarms for people who may not see alerts", falseOnes(found), 0)
		// Everybody sees the job in the project, but not its outcome.
		jobs := ask(t, s.Server, "guest", "GET", fmt.Sprintf("/api/jobs?projectId=%d&kind=simulateThresholds", s.Project.ID), "", 200)
		expect(t, "result of the job", jobs["list"].([]any)[0].(object)["result"], nil)
	})
}

func TestSimulationsAreRefused(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		point, many := s.path(s.one)+"/threshold-simulation", fmt.Sprintf("/api/projects/%d/threshold-simulations", s.Project.ID)
		of := fmt.Sprintf(`"measuringPointIds":[%d],`, s.one)
		other := strings.Replace(higher, "observed", "rate", 1)
		for _, c := range []struct {
			who, method, path, body string
			status                  int
			want                    string
		}{
			{"guest", "POST", point, strings.Replace(s.question(`"sets":[]`), "width", "depth", 1), 422, `"field"`},
			{"guest", "POST", point, strings.Replace(s.question(`"sets":[]`), "observed", "raw", 1), 422, `"valueType"`},
			{"guest", "POST", point, s.question(`"sets":[{"list":[]}]`), 422, `"sets[0].list"`},
			{"guest", "POST", point, s.question(`"sets":[` + inForce + `,` + other + `]`), 422, `"sets[1].list[0].valueType"`},
			{"guest", "POST", point, s.question(`"sets":[` + strings.Replace(higher, "width", "x", 1) + `]`), 422, `"sets[0].list[0].field"`},
			{"guest", "POST", point, s.question(`"sets":[` + strings.Replace(higher, "3", "2", 1) + `]`), 422, `"sets[0].list[0].yellow"`},
			{"guest", "POST", point, s.question(`"sets":[` + inForce + `,` + inForce + `,` + inForce + `]`), 422, `"sets"`},
			{"guest", "POST", point, `{"field":"width","valueType":"observed","start":1799900000000,"end":1799000000000}`, 422, ""},
			{"guest", "POST", point, `{"field":"width","valueType":"observed","start":0,"end":1799000000000}`, 422, ""},
			{"guest", "POST", point, `{"field":"width","valueType":"observed","start":1,"end":1799000000000}`, 422, `"start"`},
			{"stranger", "POST", point, s.question(`"sets":[]`), 404, ""},
			{"guest", "POST", many, s.question(of + `"factor":0`), 422, `"factor"`},
			{"guest", "POST", many, s.question(of + `"factor":101`), 422, `"factor"`},
			{"guest", "POST", many, s.question(of + `"sets":[]`), 422, ""},
			{"guest", "POST", many, s.question(strings.TrimSuffix(of, ",")), 422, `"factor"`},
			{"guest", "POST", many, s.question(of + `"factor":2,"set":` + higher), 422, fmt.Sprint(errs.FactorOrThresholds.Code)},
			{"guest", "POST", many, s.question(of + `"set":` + other), 422, `"set.list[0].valueType"`},
			{"guest", "POST", many, s.question(`"measuringPointIds":[],"factor":2`), 422, `"measuringPointIds"`},
			{"guest", "POST", many, s.question(`"measuringPointIds":[999999],"factor":2`), 404, `"measuringPointIds"`},
			{"guest", "POST", many, s.question(fmt.Sprintf(`"measuringPointIds":[%d,%d],"factor":2`, s.one, s.Level.ID)), 422, fmt.Sprint(errs.OneMeasurement.Code)},
			{"guest", "POST", many, s.question(`"factor":2,"measuringPointIds":[` + strings.TrimSuffix(numbers(501), ",") + `]`), 413, `"measuringPointIds"`},
			{"stranger", "POST", many, s.question(of + `"factor":2`), 404, ""},
			{"guest", "GET", many + "/999999", "", 404, ""},
			{"stranger", "GET", many + "/999999", "", 404, ""},
		} {
			got := s.Call(t.Context(), t, c.who, c.method, c.path, c.body)
			if got.Code != c.status || !strings.Contains(got.Body.String(), c.want) {
				t.Errorf("%s: %s %s %s: %d %s, want %d %s", c.who, c.method, c.path, c.body, got.Code, got.Body, c.status, c.want)
			}
		}
		// The outcome of another kind of job, or of another project, is not there.
		recompute := ask(t, s.Server, "owner", "POST", fmt.Sprintf("/api/projects/%d/recompute", s.Project.ID), `{}`, 202)
		ask(t, s.Server, "guest", "GET", fmt.Sprintf("%s/%.0f", many, recompute["id"]), "", 404)
	})
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,", i+1)
	}
	return b.String()
}
