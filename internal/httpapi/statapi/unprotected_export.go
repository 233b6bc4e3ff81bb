package statapi

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/catalog"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/i18n"
)

var unprotectedHead = []i18n.Label{
	{Zh: "测点", En: "Measuring point", Tw: "測點"},
	{Zh: "监测项", En: "Measurement", Tw: "監測項"},
	{Zh: "结构物", En: "Structure", Tw: "結構物"},
	{Zh: "监测子项", En: "Item", Tw: "監測子項"},
	{Zh: "原因", En: "Reason", Tw: "原因"},
	{Zh: "处理", En: "Fix", Tw: "處理"},
	{Zh: "最新值", En: "Latest value", Tw: "最新值"},
	{Zh: "单位", En: "Unit", Tw: "單位"},
	{Zh: "数据时间", En: "Data time", Tw: "資料時間"},
	{Zh: "时区", En: "Time zone", Tw: "時區"},
}

func (s *server) exportUnprotected(ctx context.Context, in *unprotectedExport) (*httpapi.Streamed, error) {
	project, err := s.Projects.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	found, err := s.findUnprotected(ctx, in.ProjectID, &in.UnprotectedFilter, in.Name)
	if err != nil {
		return nil, err
	}
	found.sort("", false)
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil || project.TimeZone == "" {
		zone = time.UTC
	}
	language := string(httpapi.LanguageOf(ctx))
	return &httpapi.Streamed{
		Type: "text/csv; charset=utf-8", Disposition: `attachment; filename="unprotected-points.csv"`,
		Body: func(hc huma.Context) {
			err := csvfile.Write(hc.BodyWriter(), csvfile.Head(unprotectedHead, language), func(out *csvfile.Writer) error {
				for i := range found.rows {
					if err := out.Line(found.line(&found.rows[i], language, zone)...); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				httpapi.EnvelopeOf(ctx, err) // logs unexpected errors
				panic(http.ErrAbortHandler)  // the header was sent: abort, so that a truncated file does not look complete
			}
		},
	}, nil
}

// line formats a point. Its value is a number, so a leading minus is not escaped.
func (u *unprotectedList) line(r *unprotectedRow, language string, zone *time.Location) []string {
	l := &r.latest
	measurement, _ := catalog.MeasurementOf(r.place.Measurement)
	cells := []string{
		r.place.Name, measurement.Label.In(language), u.names[r.place.StructureID], u.names[r.place.ItemID],
		l.Judgement.Reason.In(language), l.Judgement.Fix().Name().In(language),
	}
	var value, at string
	if v := httpapi.Finite(l.Value); v != nil {
		value = strconv.FormatFloat(*v, 'f', l.Decimals, 64)
	}
	if l.Time != 0 {
		at = time.UnixMilli(l.Time).In(zone).Format(time.DateTime)
	}
	return append(cells, value, l.Unit, at, zone.String())
}
