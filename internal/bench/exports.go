package bench

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// exports measures files of the readings of the points with a year of history, in each format, as jobs over the API. Values are
// the same in each of them: they are the lines of the Parquet file.
func (r *run) exports(ctx context.Context) error {
	var points []int64
	for _, g := range r.site.years {
		points = append(points, g.points...)
	}
	now := time.Now().UnixMilli()
	peak := r.watchMemory(ctx)
	var values float64
	for _, format := range []string{"parquet", "csv", "xlsx"} { // the first one says how many values there are
		began := time.Now()
		var file struct {
			ID     int64   `json:"id"`
			Status string  `json:"status"`
			Reason string  `json:"reason"`
			Lines  float64 `json:"lines"`
			Size   float64 `json:"size"`
		}
		if err := r.client.call(ctx, http.MethodPost, "/api/exports/measuring-point-data", map[string]any{
			"projectId": r.site.project, "measuringPointIds": points, "start": now - yearOfReadings*step, "end": now, "format": format,
		}, &file); err != nil {
			return err
		}
		for file.Status == "pending" {
			if err := pause(ctx, 20*time.Millisecond); err != nil {
				return err
			}
			if err := r.client.call(ctx, http.MethodGet, fmt.Sprintf("/api/projects/%d/reports/%d", r.site.project, file.ID), nil, &file); err != nil {
				return err
			}
		}
		if file.Status != "done" {
			return fmt.Errorf("the %s file: %s", format, file.Reason)
		}
		took := time.Since(began).Seconds()
		if format == "parquet" {
			values = file.Lines
		}
		goal := ">= 1,000,000"
		if format == "xlsx" {
			goal = ""
		}
		r.report.add("export_"+format+"_values_per_s", values/took, "1/s", goal,
			fmt.Sprintf("%.1f million values of %d points in %.1f s, %.0f MB, as a job over the API", values/1e6, len(points), took, file.Size/(1<<20)))
	}
	r.report.add("rss_export_mb", <-peak, "MB", "< 300", "highest meanwhile")
	return nil
}
