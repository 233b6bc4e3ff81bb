package bench

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/parquet-go/parquet-go"
)

// exported is a file of the download centre.
type exported struct {
	ID     int64   `json:"id"`
	Status string  `json:"status"`
	Reason string  `json:"reason"`
	Lines  float64 `json:"lines"` // readings of a file of readings
	Size   float64 `json:"size"`
}

// exports measures files of the readings of the points with a year of history.
func (r *run) exports(ctx context.Context) error {
	now := time.Now().UnixMilli()
	return r.exportReadings(ctx, pointsOf(r.site.years), now-yearOfReadings*step, now, []string{"parquet", "csv", "xlsx"})
}

// exportReadings measures files of readings in each format, as jobs over the API, and the memory meanwhile. A reading is a row of csv
// and workbooks, each of its values a row of Parquet.
func (r *run) exportReadings(ctx context.Context, points []int64, start, end int64, formats []string) error {
	peak := r.watchMemory(ctx)
	for _, format := range formats {
		file, took, err := r.export(ctx, "measuring-point-data", map[string]any{
			"projectId": r.site.project, "measuringPointIds": points, "start": start, "end": end, "format": format,
		})
		if err != nil {
			return err
		}
		rows := file.Lines
		if format == "parquet" {
			if rows, err = r.parquetRows(ctx, file); err != nil {
				return err
			}
		}
		goal := ">= 1,000,000"
		if format == "xlsx" {
			goal = ""
		}
		r.report.add("export_"+format+"_rows_per_s", rows/took.Seconds(), "1/s", goal,
			fmt.Sprintf("%.2f million rows from %.2f million readings of %d points in %.1f s, %.0f MB, as a job over the API",
				rows/1e6, file.Lines/1e6, len(points), took.Seconds(), file.Size/(1<<20)))
	}
	r.report.add("rss_export_mb", <-peak, "MB", "< 300", "highest meanwhile")
	return nil
}

// export asks for a file and waits until it is made.
func (r *run) export(ctx context.Context, kind string, request map[string]any) (file exported, took time.Duration, err error) {
	began := time.Now()
	if err := r.client.call(ctx, http.MethodPost, "/api/exports/"+kind, request, &file); err != nil {
		return file, 0, err
	}
	for file.Status == "pending" {
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return file, 0, err
		}
		if err := r.client.call(ctx, http.MethodGet, fmt.Sprintf("/api/projects/%v/reports/%d", request["projectId"], file.ID), nil, &file); err != nil {
			return file, 0, err
		}
	}
	if file.Status != "done" {
		return file, 0, fmt.Errorf("the %s file of %s: %s", request["format"], kind, file.Reason)
	}
	return file, time.Since(began), nil
}

// download returns the bytes of a file, valid until the next call.
func (r *run) download(ctx context.Context, project int64, file exported) ([]byte, error) {
	var link struct {
		Path string `json:"path"`
	}
	if err := r.client.call(ctx, http.MethodPost, fmt.Sprintf("/api/projects/%d/reports/%d/link", project, file.ID), map[string]any{}, &link); err != nil {
		return nil, err
	}
	return r.client.raw(ctx, http.MethodGet, link.Path, nil)
}

// parquetRows returns the number of rows that the footer of a file gives.
func (r *run) parquetRows(ctx context.Context, file exported) (float64, error) {
	data, err := r.download(ctx, r.site.project, file)
	if err != nil {
		return 0, err
	}
	opened, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, fmt.Errorf("the Parquet file: %w", err)
	}
	return float64(opened.NumRows()), nil
}
