package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// reads measures the chart of a year and the newest values of 10,000 points.
func (r *run) reads(ctx context.Context) error {
	now := time.Now().UnixMilli()
	var years []time.Duration
	for i := range 60 {
		g := r.site.years[i%len(r.site.years)]
		took, err := timed(func() error {
			_, err := r.client.raw(ctx, http.MethodPost, "/api/monitor/query", map[string]any{
				"measuringPointId": g.points[0], "fields": []string{"angleX"}, "valueType": "accumulated", "start": now - yearOfReadings*step, "end": now,
			})
			return err
		})
		if err != nil {
			return err
		}
		years = append(years, took)
	}
	r.report.add("chart_year_ms_p95", percentile(years, 0.95), "ms", "< 20",
		fmt.Sprintf("105,120 readings at the API, 60 requests over 10 points; median %.1f ms", percentile(years, 0.5)))
	ids := pointsOf(r.site.live)
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	var latest []time.Duration
	for range 40 {
		took, err := timed(func() error {
			_, err := r.client.raw(ctx, http.MethodPost, "/api/monitor/latest", map[string]any{"measuringPointIds": ids})
			return err
		})
		if err != nil {
			return err
		}
		latest = append(latest, took)
	}
	r.report.add("latest_10k_ms_p95", percentile(latest, 0.95), "ms", "< 30",
		fmt.Sprintf("10,000 points at the API, 40 requests; median %.1f ms", percentile(latest, 0.5)))
	return nil
}

// recompute refolds five years of one point.
func (r *run) recompute(ctx context.Context) error {
	began := time.Now()
	var job struct {
		ID    int64  `json:"id"`
		State string `json:"state"`
	}
	if err := r.client.call(ctx, http.MethodPost, fmt.Sprintf("/api/structures/%d/measuring-points/%d/recompute", r.site.structure, r.site.five.points[0]),
		map[string]any{"from": 0}, &job); err != nil {
		return err
	}
	for job.State != "done" {
		if job.State == "failed" || job.State == "cancelled" {
			return fmt.Errorf("the job ended as %s", job.State)
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
		if err := r.client.call(ctx, http.MethodGet, fmt.Sprintf("/api/jobs/%d", job.ID), nil, &job); err != nil {
			return err
		}
	}
	r.report.add("recompute_5y_s", time.Since(began).Seconds(), "s", "< 3", "525,600 readings of one point, as a job over the API")
	return nil
}
