package readings

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/feature/download"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

type askInput struct{ Body ReadingsExport }

// Register registers the call that asks for a file.
func (m *Maker) Register(k *httpapi.Kernel, center *download.Center) {
	httpapi.Register(k, httpapi.Operation{
		ID: "exportReadings", Method: http.MethodPost, Path: "/exports/measuring-point-data", Tag: "reports", Need: create, Held: httpapi.InBody,
		Status: http.StatusAccepted, Unmeasured: "a row and a job",
		Example:  `{"projectId":{projectId},"measuringPointIds":[{measuringPointId}],"start":1799000000000,"end":1799900000000,"format":"csv"}`,
		NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"start":1799000000000,"end":1799900000000,"format":"csv","singleSheet":true}`, Field: "singleSheet"},
		Summary:  "Readings of measuring points as a file",
		Detail: "Made in the background without a limit of rows: see listReports. Needs Data:Retrieve too. " +
			"One sheet that is asked for as such has at most 65,535 rows: more are refused with their number.",
	}, func(ctx context.Context, in *askInput) (*httpapi.Output[download.Report], error) {
		f, err := m.ask(ctx, &in.Body)
		if err != nil {
			return nil, err
		}
		return center.Ask(ctx, f)
	})
}

var (
	create  = access.Permission{Area: access.Report, Action: access.Create}
	seeData = access.Permission{Area: access.Data, Action: access.Retrieve}
)

// ask checks a request and returns its file.
func (m *Maker) ask(ctx context.Context, r *ReadingsExport) (f download.File, err error) {
	who := httpapi.CallerOf(ctx)
	project, err := m.host.Projects.Get(ctx, who.Scope, r.ProjectID)
	if err != nil {
		return f, errs.OnField("projectId", errs.NothingHere)
	}
	for _, need := range []access.Permission{create, seeData} {
		if err := who.Require(need, project.ID); err != nil {
			return f, err
		}
	}
	if err := r.check(); err != nil {
		return f, err
	}
	slices.Sort(r.MeasuringPointIDs)
	r.MeasuringPointIDs = slices.Compact(r.MeasuringPointIDs)
	points, err := m.points(ctx, r)
	switch {
	case err != nil:
		return f, err
	case len(points) < len(r.MeasuringPointIDs):
		return f, errs.OnField("measuringPointIds", errs.NothingHere)
	case len(points) == 0:
		return f, errs.New(errs.NoPointsChosen)
	case len(points) > mostPoints:
		return f, errs.OnField("measuringPointIds", errs.TooManyPoints, "max", mostPoints)
	}
	if r.SingleSheet {
		if err := m.checkSheet(ctx, r, points); err != nil {
			return f, err
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		return f, fmt.Errorf("request of an export: %w", err)
	}
	lang := string(httpapi.LanguageOf(ctx))
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return f, fmt.Errorf("time zone of project %d: %w", project.ID, err)
	}
	return download.File{
		ProjectID: project.ID, Kind: m.Kind(), Format: r.Format, Request: text, Language: lang, Extension: extension(r.Format),
		Title: title(r, points, zone, lang),
	}, nil
}

// checkSheet refuses what does not fit into one sheet, before any work is done.
func (m *Maker) checkSheet(ctx context.Context, r *ReadingsExport, points []chosen) error {
	if len(points) > 1 {
		return errs.OnField("singleSheet", errs.OneSheetOnly)
	}
	from := m.host.Read
	if at := r.KnownAt.Millis(); at != 0 {
		from = m.host.AsKnown.At(at)
	}
	stream, err := from.Stream(ctx, r.of(points[0].ID))
	if err != nil {
		return err
	}
	rows, err := stream.Count(ctx)
	if err == nil && rows > mostOfSheet {
		err = errs.New(errs.TooManyRows, "count", rows)
	}
	return err
}

func extension(format string) string {
	if format == csvFormat {
		return ".zip"
	}
	return "." + format
}

var titleOfMany = i18n.Label{Zh: "%s 等 %d 个测点 %s 至 %s", En: "%s and others (%d points), %s to %s", Tw: "%s 等 %d 個測點 %s 至 %s"}

// title names a file by its points and range.
func title(r *ReadingsExport, points []chosen, zone *time.Location, lang string) string {
	day := func(t httpapi.AskedTime) string { return time.UnixMilli(t.Millis()).In(zone).Format(time.DateOnly) }
	if len(points) == 1 {
		return fmt.Sprintf("%s %s – %s", points[0].Name, day(r.Start), day(r.End))
	}
	return fmt.Sprintf(titleOfMany.In(lang), points[0].Name, len(points), day(r.Start), day(r.End))
}
