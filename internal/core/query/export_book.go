package query

import (
	"context"
	"io"
	"time"

	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

var (
	readingsSheet = i18n.Label{Zh: "测值", En: "Readings", Tw: "測值"}
	deviceHead    = i18n.Label{Zh: "设备", En: "Device", Tw: "設備"}
	pointHead     = i18n.Label{Zh: "测点", En: "Measuring point", Tw: "測點"}
	rangeHead     = i18n.Label{Zh: "时间范围", En: "Time range", Tw: "時間範圍"}
	zoneHead      = i18n.Label{Zh: "时区", En: "Time zone", Tw: "時區"}
	knownHead     = i18n.Label{Zh: "回看时点", En: "As known on", Tw: "回看時點"}
)

// ExportXLSX is an Export as a workbook, whose times are dates. Lines above the header name the point, its devices, the range and
// when it was known. What does not fit into one sheet continues in another.
func (s *Service) ExportXLSX(ctx context.Context, w io.Writer, r Request, lang string) error {
	stream, err := s.Stream(ctx, r)
	if err != nil {
		return err
	}
	point, zone := stream.sheet.point, stream.Zone()
	local := func(t int64) string { return time.UnixMilli(t).In(zone).Format(timeLayout) }
	about := [][]string{{pointHead.In(lang), point.Definition.Point.Name}}
	if r.Instruments != "" {
		about = append(about, []string{deviceHead.In(lang), r.Instruments})
	}
	about = append(about,
		[]string{rangeHead.In(lang), local(r.Start) + " – " + local(r.End)},
		[]string{zoneHead.In(lang), zoneName(point)})
	if r.Known != 0 {
		about = append(about, []string{knownHead.In(lang), local(r.Known)})
	}
	book := spreadsheet.NewBook(w)
	if err := stream.Sheet(ctx, book, readingsSheet.In(lang), about, lang, uncounted); err != nil {
		return err
	}
	return book.Close()
}
