package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"plumbline/internal/bench/screens"
)

// screenGoal is the target of the calls at the 95th percentile, ms.
const screenGoal = 200

// Screens measures the calls of lists, trees and screens over a generated project of 200 structures, 10,000 points and
// 5,000 devices: 40 times each, 10 with quick, one after the other on loopback.
func Screens(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx)) }()
	rounds := 40
	if o.Quick {
		rounds = 10
	}
	fmt.Fprintln(o.Log, "start with the generated project …")
	if r.server, err = start(ctx, filepath.Join(r.folder, "data"), "--demo", "--demo-large"); err != nil {
		return nil, err
	}
	c, err := signIn(ctx, r.server.http)
	if err != nil {
		return nil, err
	}
	ids, err := largest(ctx, c)
	if err != nil {
		return nil, err
	}
	report = r.report
	report.Mode = strconv.Itoa(rounds) + " calls each"
	var worst float64
	for _, one := range screens.Calls {
		fmt.Fprintln(o.Log, one.Key, "…")
		first, took, size, err := repeated(ctx, c, one, ids, rounds)
		if err != nil {
			return nil, err
		}
		p95 := percentile(took, 0.95)
		worst = math.Max(worst, p95)
		report.add("screen_"+one.Key+"_ms_p95", p95, "ms", fmt.Sprintf("< %d", screenGoal),
			fmt.Sprintf("median %.1f, first %.0f, %.1f KB", percentile(took, 0.5), float64(first)/float64(time.Millisecond), float64(size)/1024))
	}
	report.add("screens_worst_ms_p95", worst, "ms", fmt.Sprintf("< %d", screenGoal), fmt.Sprintf("of %d calls", len(screens.Calls)))
	return report, nil
}

// repeated calls once with cold caches, then rounds times. size is that of the response text in bytes.
func repeated(ctx context.Context, c *client, one screens.Call, ids map[string]int64,
	rounds int,
) (first time.Duration, took []time.Duration, size int, err error) {
	path, content := one.Filled(ids)
	var body any
	if content != "" {
		body = rawText(content)
	}
	for i := range rounds + 1 {
		began := time.Now()
		text, err := c.raw(ctx, one.Method, path, body)
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

// MarshalJSON returns the text.
func (t rawText) MarshalJSON() ([]byte, error) { return []byte(t), nil }

// largest returns the project with the most points, and a structure, a point, a device and a drawing in it.
func largest(ctx context.Context, c *client) (map[string]int64, error) {
	var projects struct {
		List []struct{ ID, CorporationID, PointCount int64 }
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
	now := time.Now()
	ids := map[string]int64{
		"project": most.ID, "corporation": most.CorporationID, "from": now.AddDate(0, 0, -1).UnixMilli(), "to": now.UnixMilli(),
	}
	return ids, screens.First(ids, func(path string, found any) error { return c.call(ctx, http.MethodGet, path, nil, found) })
}
