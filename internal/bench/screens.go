package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// screen is a call that a page makes; {names} in path and body are ids of the generated project.
type screen struct {
	key, method, path, body string
}

// screens are the lists, trees and screens of the issue "sites and devices", section 4.
var screens = []screen{
	{"projects", "GET", "/api/projects?pageSize=200", ""},
	{"project_markers", "GET", "/api/projects/markers", ""},
	{"structure_markers", "GET", "/api/structures/markers", ""},
	{"point_markers", "GET", "/api/measuring-points/markers?projectId={project}&limit=2000", ""},
	{"structures", "GET", "/api/projects/{project}/structures", ""},
	{"tree", "GET", "/api/projects/{project}/tree", ""},
	{"topology", "GET", "/api/projects/{project}/topo", ""},
	{"plans", "GET", "/api/projects/{project}/plans", ""},
	{"points", "GET", "/api/projects/{project}/measuring-points?pageSize=200", ""},
	{"points_sought", "GET", "/api/projects/{project}/measuring-points?pageSize=200&name=99", ""},
	{"devices", "GET", "/api/corporations/{corporation}/devices?pageSize=200", ""},
	{"devices_offline", "GET", "/api/corporations/{corporation}/devices?pageSize=200&status=offline", ""},
	{"devices_counted", "GET", "/api/corporations/{corporation}/devices/stat", ""},
	{"alerts", "GET", "/api/alerts?pageSize=200", ""},
	{"alerts_of_project", "GET", "/api/alerts?projectId={project}&pageSize=20", ""},
	{"notifications", "GET", "/api/notifications?pageSize=200", ""},
	{"operation_logs", "GET", "/api/operation-logs?pageSize=200", ""},
	{"corporation_figures", "GET", "/api/stats/corporation", ""},
	{"projects_ranked", "GET", "/api/stats/projects?pageSize=200", ""},
	{"project_figures", "GET", "/api/stats/projects/{project}", ""},
	{"structures_ranked", "GET", "/api/stats/projects/{project}/structures", ""},
	{"structure_figures", "GET", "/api/stats/projects/{project}/structures/{structure}", ""},
	{"measurements", "GET", "/api/stats/measurement-values?projectId={project}", ""},
	{"completeness", "GET", "/api/stats/completeness?projectId={project}", ""},
	{"weather", "GET", "/api/stats/weather?projectId={project}", ""},
	{"alert_status", "GET", "/api/stats/alert-status?projectId={project}", ""},
	{"device_health", "GET", "/api/stats/device-health?projectId={project}", ""},
	{"alert_trend", "GET", "/api/stats/alert-trend?projectId={project}", ""},
	{"overview_of_structure", "POST", "/api/monitor/overview", `{"projectId":{project},"structureId":{structure}}`},
	{"overview_of_project", "POST", "/api/monitor/overview", `{"projectId":{project}}`},
}

// screenGoal is what the calls are held to at the 95th percentile, ms.
const screenGoal = 200

// Screens measures the calls of lists, trees and screens over a generated project of
// 200 structures, 10,000 points and 5,000 devices: 40 times each, 10 when quick, one
// after the other, on loopback.
func Screens(ctx context.Context, o Options) (report *Report, err error) {
	folder, err := os.MkdirTemp("", "plumbline-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	rounds := 40
	if o.Quick {
		rounds = 10
	}
	fmt.Fprintln(o.Log, "start with the generated project …")
	s, err := start(ctx, filepath.Join(folder, "data"), "--demo", "--demo-large")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	c, err := signIn(ctx, s.http)
	if err != nil {
		return nil, err
	}
	ids, err := largest(ctx, c)
	if err != nil {
		return nil, err
	}
	report = &Report{Version: o.Version, Quick: o.Quick, Mode: strconv.Itoa(rounds) + " calls each"}
	var worst float64
	for _, one := range screens {
		fmt.Fprintln(o.Log, one.key, "…")
		first, took, size, err := repeated(ctx, c, one, ids, rounds)
		if err != nil {
			return nil, err
		}
		p95 := percentile(took, 0.95)
		worst = math.Max(worst, p95)
		report.add("screen_"+one.key+"_ms_p95", p95, "ms", fmt.Sprintf("< %d", screenGoal),
			fmt.Sprintf("median %.1f, first %.0f, %.1f KB", percentile(took, 0.5), float64(first)/float64(time.Millisecond), float64(size)/1024))
	}
	report.add("screens_worst_ms_p95", worst, "ms", fmt.Sprintf("< %d", screenGoal), fmt.Sprintf("of %d calls", len(screens)))
	return report, nil
}

// repeated calls once with nothing remembered, and then rounds times. size is that of the answer as text, bytes.
func repeated(ctx context.Context, c *client, one screen, ids *strings.Replacer, rounds int) (first time.Duration, took []time.Duration, size int, err error) {
	var body any
	if one.body != "" {
		body = rawText(ids.Replace(one.body))
	}
	for i := range rounds + 1 {
		began := time.Now()
		text, err := c.raw(ctx, one.method, ids.Replace(one.path), body)
		if err != nil {
			return 0, nil, 0, err
		}
		if size = len(text); i == 0 {
			first = time.Since(began)
			continue
		}
		took = append(took, time.Since(began))
	}
	return first, took, size, nil
}

// rawText is a body that is JSON already.
type rawText string

// MarshalJSON answers the text.
func (t rawText) MarshalJSON() ([]byte, error) { return []byte(t), nil }

// largest finds the project with the most points, and its first structure.
func largest(ctx context.Context, c *client) (*strings.Replacer, error) {
	var projects struct {
		List []struct {
			ID            int64
			CorporationID int64
			PointCount    int
		}
	}
	if err := c.call(ctx, http.MethodGet, "/api/projects?pageSize=200", nil, &projects); err != nil {
		return nil, err
	}
	if len(projects.List) == 0 {
		return nil, errors.New("the demo has no project")
	}
	most := projects.List[0]
	for _, p := range projects.List {
		if p.PointCount > most.PointCount {
			most = p
		}
	}
	var structures struct{ List []struct{ ID int64 } }
	if err := c.call(ctx, http.MethodGet, fmt.Sprintf("/api/projects/%d/structures", most.ID), nil, &structures); err != nil {
		return nil, err
	}
	if len(structures.List) == 0 {
		return nil, errors.New("the generated project has no structure")
	}
	id := func(n int64) string { return strconv.FormatInt(n, 10) }
	return strings.NewReplacer("{project}", id(most.ID), "{corporation}", id(most.CorporationID), "{structure}", id(structures.List[0].ID)), nil
}
