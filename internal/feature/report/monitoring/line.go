package monitoring

import (
	"context"
	"io"
	"slices"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// LineReportExport asks for the report of a hydrostatic line.
type LineReportExport struct {
	ProjectID        int64             `json:"projectId" minimum:"1"`
	MeasuringPointID int64             `json:"measuringPointId" minimum:"1" doc:"A vessel of the line"`
	KnownAt          httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the file is made"`
	Moments
	Form
}

var lineName = i18n.Label{Zh: "静力水准", En: "Hydrostatic levels", Tw: "靜力水準"}

// NewLines returns what makes reports of hydrostatic lines.
func NewLines(host feature.Host, version string, notes Notes) download.Maker {
	return &export.Tables[LineReportExport]{
		Host: host, Version: version, Name: "hsl-settlement-report",
		Call: httpapi.Operation{
			ID:       "exportLineReport",
			Example:  `{"projectId":{projectId},"measuringPointId":{measuringPointId},"format":"xlsx"}`,
			NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"measuringPointId":{measuringPointId},"time":1799000000000,"previous":1799000000000,"format":"xlsx"}`, Field: "previous"},
			Summary:  "The monitoring report of a hydrostatic line as a file",
			Detail:   "The vessels with the same reference point at the time of the report, with chainage and differential settlement between neighbors.",
		},
		Ask:   askLine,
		Known: func(r *LineReportExport) httpapi.AskedTime { return r.KnownAt },
		Write: func(ctx context.Context, s *export.Subject, w io.Writer, r *LineReportExport, progress download.Progress) (int64, error) {
			points, err := lineOf(ctx, s.Host, r)
			if err != nil {
				return 0, err
			}
			book, err := s.NewBook(w, about(s, &r.Moments, &r.Form, points))
			if err != nil {
				return 0, err
			}
			all := &tables{Subject: s, book: book, moments: &r.Moments, form: &r.Form, notes: notes, progress: progress, total: int64(len(points))}
			if err := all.write(ctx, s.In(lineName), points, []string{"settlement"}, 0, true); err != nil {
				return all.lines, err
			}
			return all.lines, book.Close()
		},
	}
}

func askLine(ctx context.Context, host feature.Host, r *LineReportExport) (f download.File, err error) {
	place, err := export.Enter(ctx, host, r.ProjectID, r.KnownAt)
	if err == nil {
		err = r.needs(ctx, r.ProjectID)
	}
	if err == nil {
		err = r.settle(r.KnownAt)
	}
	if err != nil {
		return f, err
	}
	points, err := lineOf(ctx, host, r)
	if err != nil {
		return f, err
	}
	return place.File("hsl-settlement-report", r.Format, place.Title(points, place.Day(r.Time)), r)
}

// lineOf returns the vessels of the line of a request, in the order of the project.
//
// Unscoped: the caller has checked access to the project.
func lineOf(ctx context.Context, host feature.Host, r *LineReportExport) ([]export.Point, error) {
	all, err := (&export.Points{ProjectID: r.ProjectID}).List(ctx, host)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	if !slices.Contains(ids, r.MeasuringPointID) {
		return nil, errs.OnField("measuringPointId", errs.NothingHere)
	}
	line, err := host.Read.LineOf(ctx, r.MeasuringPointID, ids, r.Time.Millis())
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(p export.Point) bool { return !slices.Contains(line.Vessels, p.ID) }), nil
}
