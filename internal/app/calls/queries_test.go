package calls_test

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"testing"
	"time"

	"plumbline/internal/bench/screens"
	"plumbline/internal/feature/demo"
	"plumbline/internal/site/drawing"
)

// TestQueriesDoNotGrowWithRows calls every list, tree and screen for a small project and for one ten times its size,
// and compares the number of queries.
func TestQueriesDoNotGrowWithRows(t *testing.T) {
	h := newHarness(t)
	services := demo.Services{
		Projects: h.Projects, Points: h.Points, Devices: h.Devices, Drawings: drawing.New(h.Store),
		Send:    func(context.Context, int64, string, []byte) error { return nil },
		Refresh: func(context.Context, []int64, []int64) error { return nil },
	}
	made := h.Store.Queries(isRequest) // background work runs concurrently
	ask := func(projectID int64) map[string]int64 {
		counts := map[string]int64{}
		now := time.Now()
		ids := map[string]int64{
			"project": projectID, "corporation": h.Corporation.ID, "from": now.AddDate(0, 0, -1).UnixMilli(), "to": now.UnixMilli(),
		}
		if err := screens.First(ids, func(path string, found any) error {
			return json.Unmarshal([]byte(h.want(http.StatusOK, "admin", "GET", path, "")), found)
		}); err != nil {
			t.Fatal(err)
		}
		for _, call := range screens.Calls {
			path, body := call.Filled(ids)
			// The fewest of four: caches are filled by the first call, and may each expire once during the others.
			fewest := int64(math.MaxInt64)
			for range 4 {
				made.Store(0)
				if w := h.call("admin", call.Method, path, body); w.Code != http.StatusOK {
					t.Fatalf("%s: %d %s", path, w.Code, w.Body)
				}
				fewest = min(fewest, made.Load())
			}
			counts[call.Key] = fewest
		}
		return counts
	}
	load := func(size demo.Size) int64 {
		id, err := demo.LoadLarge(t.Context(), services, h.Corporation.ID, time.Now().UnixMilli(), size)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	small := ask(load(demo.Size{Structures: 2, Points: 30, Devices: 30}))
	large := ask(load(demo.Size{Structures: 20, Points: 300, Devices: 300}))
	for _, call := range screens.Calls {
		few, many := small[call.Key], large[call.Key]
		if many > few {
			t.Errorf("%s: %d queries, and %d of ten times the rows", call.Key, few, many)
		}
		t.Logf("%3d  %s", many, call.Key)
	}
}
