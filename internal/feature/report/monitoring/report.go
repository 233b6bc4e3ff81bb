package monitoring

import (
	"context"
	"io"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
)

// PointReportExport asks for the monitoring report of measuring points.
type PointReportExport struct {
	export.Points
	Moments
	Form
	Fields []string `json:"fields,omitempty" maxItems:"16" doc:"Empty: the main field, or the three components of a position"`
	Step   float64  `json:"step,omitempty" minimum:"0" maximum:"100" doc:"m: rows at these depths, linear between the nodes of an array; 0: rows of its nodes"`
}

// NewReports returns what makes monitoring reports.
func NewReports(host feature.Host, version string, notes Notes) download.Maker {
	return &export.Tables[PointReportExport]{
		Host: host, Version: version, Name: "measuring-point-report",
		Call: httpapi.Operation{
			ID:       "exportPointReport",
			Example:  `{"projectId":{projectId},"format":"xlsx"}`,
			NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"time":1799000000000,"previous":1799000000000,"format":"xlsx"}`, Field: "previous"},
			Summary:  "The rows of reportPreview of any number of points as a file",
			Detail:   "A table for each measurement, with its extremes, the notes between its times and places for signatures. Arrays have a row for each node.",
		},
		Ask:   askReport,
		Known: func(r *PointReportExport) httpapi.AskedTime { return r.KnownAt },
		Write: func(ctx context.Context, s *export.Subject, w io.Writer, r *PointReportExport, progress download.Progress) (int64, error) {
			return writeReport(ctx, s, w, r, notes, progress)
		},
	}
}

func askReport(ctx context.Context, host feature.Host, r *PointReportExport) (f download.File, err error) {
	place, points, err := r.Choose(ctx, host)
	if err == nil {
		err = r.needs(ctx, r.ProjectID)
	}
	if err == nil {
		err = r.settle(r.KnownAt)
	}
	if err != nil {
		return f, err
	}
	if len(r.Fields) > 0 { // a field that a measurement does not have is refused now
		for _, group := range byMeasurement(points) {
			request := query.ReportRequest{Points: []int64{group[0].ID}, Time: r.Time.Millis(), Fields: r.Fields}
			if _, err := host.Read.Report(ctx, request); err != nil {
				return f, err
			}
		}
	}
	return place.File("measuring-point-report", r.Format, place.Title(points, place.Day(r.Time)), r)
}

func writeReport(ctx context.Context, s *export.Subject, w io.Writer, r *PointReportExport, notes Notes, progress download.Progress) (int64, error) {
	points, err := s.Points(ctx, &r.Points)
	if err != nil {
		return 0, err
	}
	book, err := s.NewBook(w, about(s, &r.Moments, &r.Form, points))
	if err != nil {
		return 0, err
	}
	all := &tables{Subject: s, book: book, moments: &r.Moments, form: &r.Form, notes: notes, progress: progress, total: int64(len(points))}
	for _, group := range byMeasurement(points) {
		if err := all.write(ctx, s.Measurement(group[0].Measurement), group, r.Fields, r.Step, false); err != nil {
			return all.lines, err
		}
	}
	return all.lines, book.Close()
}

// byMeasurement groups points by measurement, in the order of the catalog.
func byMeasurement(points []export.Point) (groups [][]export.Point) {
	by := map[string][]export.Point{}
	for _, p := range points {
		by[p.Measurement] = append(by[p.Measurement], p)
	}
	for _, m := range catalog.Measurements() {
		if len(by[m.Code]) > 0 {
			groups = append(groups, by[m.Code])
		}
	}
	return groups
}
