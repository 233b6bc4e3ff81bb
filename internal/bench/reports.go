package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"
)

// The size of the site for reports.
const (
	reportPoints = 1000
	reportCurves = 60
	aMonth       = 31 * 24 * time.Hour
	longPoints   = 40 // with five years of readings: 105 million values
	quickPoints  = 2
	mostOfSheet  = 65_535
	manyReports  = 200
)

// Reports measures large files, a monthly report with 60 curves, and 200 reports that are asked for at once while readings come in
// at half of the full rate.
func Reports(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx)) }()
	long := longPoints
	if o.Quick {
		long = quickPoints
	}
	folder := filepath.Join(r.folder, "reports")
	month, histories, err := r.setUpReports(ctx, folder, long)
	if err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	for _, part := range []part{
		{"history", func(ctx context.Context) error { return r.fillReports(ctx, month, histories, now) }},
		{"restart", func(ctx context.Context) error { return r.restart(ctx, folder) }},
		{"large files", func(ctx context.Context) error { return r.largeFiles(ctx, histories, now) }},
		{"one sheet", func(ctx context.Context) error { return r.oneSheet(ctx, histories[0], now) }},
		{"a monthly report", func(ctx context.Context) error { return r.monthlyReport(ctx, month, now) }},
		{"full rate", r.http},
		{"200 reports at once", func(ctx context.Context) error { return r.reportsAtOnce(ctx, month[:reportCurves], now) }},
	} {
		fmt.Fprintf(o.Log, "%-28s …\n", part.what)
		if err := part.do(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", part.what, err)
		}
	}
	return r.report, nil
}

// setUpReports makes the site of the full rate, a project whose points a report is about, and points for a long history.
func (r *run) setUpReports(ctx context.Context, folder string, long int) (month, histories []*gateway, err error) {
	if r.database, err = r.databases.open(ctx, "reports"); err != nil {
		return nil, nil, err
	}
	b, err := newBuilder(ctx, folder, r.database)
	if err != nil {
		return nil, nil, err
	}
	r.site = &site{}
	some := func(name string, n, channels int) (list []*gateway, err error) {
		for i := range n {
			g, err := b.gateway(ctx, fmt.Sprintf("%s%02d", name, i), channels)
			if err != nil {
				return nil, err
			}
			list = append(list, g)
		}
		return list, nil
	}
	err = func() error {
		if err := b.newProject(ctx, "bench"); err != nil {
			return err
		}
		if r.site.live, err = some("BENCH", gateways, channelsEach); err != nil {
			return err
		}
		if histories, err = some("BENCHLONG", long, 1); err != nil {
			return err
		}
		if r.site.alarms, err = b.gateway(ctx, "BENCHALARM", alarmChannels); err != nil {
			return err
		}
		r.site.project = b.project
		if err := b.newProject(ctx, "report"); err != nil {
			return err
		}
		r.site.month = b.project
		month, err = some("BENCHMONTH", reportPoints, 1)
		return err
	}()
	if err := errors.Join(err, b.Close()); err != nil {
		return nil, nil, err
	}
	return month, histories, r.restart(ctx, folder)
}

// fillReports fills the month of the report and five years of the other points.
func (r *run) fillReports(ctx context.Context, month, histories []*gateway, now int64) error {
	jobs := make(chan func() error, len(month)+len(histories))
	for _, g := range month {
		jobs <- r.fill(ctx, g, int(aMonth.Milliseconds()/step), now)
	}
	for _, g := range histories {
		jobs <- r.fill(ctx, g, fiveYears, now)
	}
	close(jobs)
	if err := parallel(2, jobs); err != nil {
		return err
	}
	return r.settle(ctx)
}

// largeFiles measures csv and Parquet of the long history, in a server that was just started.
func (r *run) largeFiles(ctx context.Context, histories []*gateway, now int64) error {
	return r.exportReadings(ctx, pointsOf(histories), now-fiveYears*step, now, []string{"csv", "parquet"})
}

// oneSheet measures the largest sheet that can be asked for as such, with all types of values.
func (r *run) oneSheet(ctx context.Context, g *gateway, now int64) error {
	file, took, err := r.export(ctx, "measuring-point-data", map[string]any{
		"projectId": r.site.project, "measuringPointIds": g.points, "start": now - mostOfSheet*step, "end": now, "format": "xlsx", "singleSheet": true,
		"valueTypes": []string{"raw", "observed", "accumulated", "change", "rate"},
	})
	if err != nil {
		return err
	}
	r.report.add("export_sheet_s", took.Seconds(), "s", "< 4",
		fmt.Sprintf("%.0f rows with five types of %d values in one sheet, %.1f MB", file.Lines, fields, file.Size/(1<<20)))
	return nil
}

func (r *run) reportRequest(kind string, about []*gateway, span time.Duration, now int64) map[string]any {
	return map[string]any{
		"projectId": r.site.month, "kind": kind, "format": "pdf", "start": now - span.Milliseconds(), "end": now,
		"measuringPointIds": pointsOf(about), "curves": reportCurves,
	}
}

// monthlyReport measures a report with 60 curves.
func (r *run) monthlyReport(ctx context.Context, month []*gateway, now int64) error {
	file, took, err := r.export(ctx, "project-report", r.reportRequest("month", month, aMonth-24*time.Hour, now))
	if err != nil {
		return err
	}
	data, err := r.download(ctx, r.site.month, file)
	if err != nil {
		return err
	}
	printed := bytes.Count(data, []byte("/Type /Page\n"))
	r.report.add("report_month_s", took.Seconds(), "s", "< 10",
		fmt.Sprintf("%d pages about %d points with %d curves, a reading every five minutes, %.1f MB, as a job over the API",
			printed, len(month), reportCurves, file.Size/(1<<20)))
	return nil
}

// reportsAtOnce asks for 200 daily reports at once, and measures alarms and the journal while they wait and are made.
func (r *run) reportsAtOnce(ctx context.Context, about []*gateway, now int64) error {
	peak := r.watchMemory(ctx)
	began := time.Now()
	for range manyReports {
		if err := r.client.call(ctx, http.MethodPost, "/api/exports/project-report", r.reportRequest("day", about, 24*time.Hour, now), nil); err != nil {
			return err
		}
	}
	asked := time.Since(began)
	took, err := r.raiseAlarms(ctx, 60*time.Millisecond)
	if err != nil {
		return err
	}
	lag, err := r.highest(ctx, "plumbline_journal_lag_seconds")
	if err != nil {
		return err
	}
	states := map[string]int{}
	path := fmt.Sprintf("/api/projects/%d/reports?kind=project-report&", r.site.month)
	if err := pages(ctx, r.client, path, func(f exported) { states[f.Status]++ }); err != nil {
		return err
	}
	if states["error"] > 0 {
		return fmt.Errorf("%d of %d reports failed", states["error"], manyReports)
	}
	made := states["done"] - 1 // without that of the month
	r.report.add("reports_alarm_latency_ms_p99", percentile(took, 0.99), "ms", "< 1000",
		fmt.Sprintf("accepted to record, %d alarms in 30 s at half the load while %d reports wait or are made; median %.0f ms",
			len(took), manyReports, percentile(took, 0.5)))
	r.report.add("reports_lag_s", lag, "s", "< 1", "journal lag at the end of the alarms")
	r.report.add("reports_per_min", float64(made)/time.Since(began).Minutes(), "1/min", "",
		fmt.Sprintf("%d daily reports of %d points with as many curves in %.0f s; %d were asked for in %.1f s",
			made, len(about), time.Since(began).Seconds(), manyReports, asked.Seconds()))
	r.report.add("rss_reports_mb", <-peak, "MB", "< 400", "highest meanwhile")
	return nil
}
