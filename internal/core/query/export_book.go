package query

import (
	"context"
	"io"
	"math"
	"time"

	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

var readingsSheet = i18n.Label{Zh: "测值", En: "Readings", Tw: "測值"}

// ExportXLSX is an Export as a workbook, whose times are dates. What does not fit into one sheet continues in another.
func (s *Service) ExportXLSX(ctx context.Context, w io.Writer, r Request, lang string) error {
	sheet, err := s.newSheet(ctx, &r)
	if err != nil {
		return err
	}
	zone := zoneOf(sheet.point)
	return spreadsheet.Write(ctx, w, readingsSheet.In(lang), sheet.head(lang), func(out *spreadsheet.Writer) error {
		cells := make([]any, 0, len(sheet.columns)+2)
		return s.eachExported(ctx, sheet, &r, func(row *Row) error {
			cells = append(cells[:0], out.Time(time.UnixMilli(row.Time).In(zone)))
			for _, v := range row.Values {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					cells = append(cells, notAvailable)
				} else {
					cells = append(cells, v)
				}
			}
			return out.Line(append(cells, flagText(row.Flag))...)
		})
	})
}
