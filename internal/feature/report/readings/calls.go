package readings

import (
	"context"
	"net/http"

	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

type askInput struct{ Body ReadingsExport }

// Register registers the call that asks for a file.
func (m *Maker) Register(k *httpapi.Kernel, center *download.Center) {
	httpapi.Register(k, httpapi.Operation{
		ID: "exportReadings", Method: http.MethodPost, Path: "/exports/measuring-point-data", Tag: "reports", Need: export.Create, Held: httpapi.InBody,
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

// ask checks a request and returns its file.
func (m *Maker) ask(ctx context.Context, r *ReadingsExport) (f download.File, err error) {
	place, points, err := r.Choose(ctx, m.host)
	if err != nil {
		return f, err
	}
	if err := r.check(); err != nil {
		return f, err
	}
	if r.SingleSheet {
		if err := m.checkSheet(ctx, r, points); err != nil {
			return f, err
		}
	}
	return place.File(m.Kind(), r.Format, place.Title(points, place.Span(r.Start, r.End)), r)
}

// checkSheet refuses what does not fit into one sheet, before any work is done.
func (m *Maker) checkSheet(ctx context.Context, r *ReadingsExport, points []export.Point) error {
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
