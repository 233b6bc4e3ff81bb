package api_test

import (
	"context"
	"math"
	"net/http"
	"testing"
	"time"

	"plumbline/internal/demo"
	"plumbline/internal/plan"
)

// TestQueriesDoNotGrowWithRows asks every list, tree and screen of a small project and
// of one ten times its size, and holds the second against the queries of the first.
func TestQueriesDoNotGrowWithRows(t *testing.T) {
	h := newHouse(t)
	doors := demo.Services{
		Projects: h.Projects, Points: h.Points, Devices: h.Devices, Plans: plan.New(h.Store),
		Send:    func(context.Context, int64, string, []byte) error { return nil },
		Refresh: func(context.Context, []int64, []int64) error { return nil },
	}
	calls := []struct{ method, path, body string }{
		{"GET", "/api/projects", ""},
		{"GET", "/api/projects/markers", ""},
		{"GET", "/api/projects/{large}/tree", ""},
		{"GET", "/api/projects/{large}/topo", ""},
		{"GET", "/api/projects/{large}/structures", ""},
		{"GET", "/api/projects/{large}/measuring-points?pageSize=200", ""},
		{"GET", "/api/corporations/{ours}/devices?projectId={large}&pageSize=200", ""},
		{"GET", "/api/corporations/{ours}/devices/stat", ""},
		{"GET", "/api/stats/corporation", ""},
		{"GET", "/api/stats/projects", ""},
		{"GET", "/api/stats/projects/{large}", ""},
		{"GET", "/api/stats/projects/{large}/structures", ""},
		{"GET", "/api/stats/measurement-values?projectId={large}", ""},
		{"GET", "/api/stats/completeness?projectId={large}", ""},
		{"GET", "/api/stats/weather?projectId={large}", ""},
		{"GET", "/api/stats/alert-status?projectId={large}", ""},
		{"GET", "/api/stats/device-health?projectId={large}", ""},
		{"GET", "/api/stats/alert-trend?projectId={large}", ""},
		{"GET", "/api/alerts?projectId={large}&pageSize=200", ""},
		{"GET", "/api/notifications?pageSize=200", ""},
		{"GET", "/api/operation-logs?pageSize=200", ""},
		{"POST", "/api/monitor/overview", `{"projectId":{large}}`},
	}
	made := h.Store.Queries(isRequest) // computation works beside
	ask := func(projectID int64) map[string]int64 {
		counts := map[string]int64{}
		h.ids["large"] = projectID
		for _, call := range calls {
			// The fewer of two: permissions may have to be read again.
			fewest := int64(math.MaxInt64)
			for range 2 {
				made.Store(0)
				if w := h.call("admin", call.method, h.path(call.path), h.path(call.body)); w.Code != http.StatusOK {
					t.Fatalf("%s: %d %s", call.path, w.Code, w.Body)
				}
				fewest = min(fewest, made.Load())
			}
			counts[call.method+" "+call.path] = fewest
		}
		return counts
	}
	load := func(size demo.Size) int64 {
		id, err := demo.LoadLarge(t.Context(), doors, h.Corporation.ID, time.Now().UnixMilli(), size)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	small := ask(load(demo.Size{Structures: 2, Points: 30, Devices: 30}))
	large := ask(load(demo.Size{Structures: 20, Points: 300, Devices: 300}))
	for call, n := range large {
		if n > small[call] {
			t.Errorf("%s: %d queries, and %d of ten times the rows", call, small[call], n)
		}
		t.Logf("%3d  %s", n, call)
	}
}
