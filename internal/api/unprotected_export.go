package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/csvfile"
)

var unprotectedHead = []catalogue.Label{
	{Zh: "测点", En: "Measuring point", Tw: "測點"},
	{Zh: "监测项", En: "Measurement", Tw: "監測項"},
	{Zh: "结构物", En: "Structure", Tw: "結構物"},
	{Zh: "监测子项", En: "Item", Tw: "監測子項"},
	{Zh: "原因", En: "Reason", Tw: "原因"},
	{Zh: "处理", En: "Remedy", Tw: "處理"},
	{Zh: "现值", En: "Newest value", Tw: "現值"},
	{Zh: "单位", En: "Unit", Tw: "單位"},
	{Zh: "数据时间", En: "Time of reading", Tw: "資料時間"},
	{Zh: "时区", En: "Time zone", Tw: "時區"},
}

func (s *server) exportUnprotected(ctx context.Context, in *unprotectedExport) (*streamed, error) {
	project, err := s.Projects.Get(ctx, callerOf(ctx).scope, in.ProjectID)
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
	language := string(languageOf(ctx))
	return &streamed{
		Type: "text/csv; charset=utf-8", Disposition: `attachment; filename="unprotected-points.csv"`,
		Body: func(hc huma.Context) {
			err := csvfile.Write(hc.BodyWriter(), unprotectedHead, language, func(write func([]string) error, _ func() error) error {
				for i := range found.rows {
					if err := write(found.line(&found.rows[i], language, zone)); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				envelopeOf(ctx, err)        // logs what is ours
				panic(http.ErrAbortHandler) // the header is out: a cut off file must not look whole
			}
		},
	}, nil
}

// line is a point in the file. Its value is a number, so a minus stays what it is.
func (u *unprotectedList) line(r *unprotectedRow, language string, zone *time.Location) []string {
	l := &r.latest
	measurement, _ := catalogue.MeasurementOf(r.place.Measurement)
	cells := []string{
		r.place.Name, measurement.Label.In(language), u.names[r.place.StructureID], u.names[r.place.ItemID],
		l.Judgement.Reason.In(language), l.Judgement.Fix().Name().In(language),
	}
	for i := range cells {
		cells[i] = csvfile.Harmless(cells[i])
	}
	var value, at string
	if v := finite(l.Value); v != nil {
		value = strconv.FormatFloat(*v, 'f', l.Decimals, 64)
	}
	if l.Time != 0 {
		at = time.UnixMilli(l.Time).In(zone).Format(time.DateTime)
	}
	return append(cells, value, l.Unit, at, zone.String())
}
