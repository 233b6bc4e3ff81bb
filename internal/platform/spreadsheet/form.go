package spreadsheet

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
)

// EachRow calls row with the cells of each row of the first sheet of a form, as typed. It returns the first error of
// row, and refuses a form of more than most rows.
func EachRow(data []byte, most int, row func(line int, cells []string) error) (err error) {
	f, err := Open(data)
	if err != nil {
		return err
	}
	defer f.Close()
	defer func() {
		if r := recover(); r != nil {
			err = errs.Wrap(fmt.Errorf("read sheet: %v", r), errs.WorkbookUnreadable)
		}
	}()
	rows, err := f.Rows(f.GetSheetName(0))
	if err != nil {
		return errs.OnField("file", errs.WorkbookUnreadable)
	}
	defer rows.Close()
	for line := 1; rows.Next(); line++ {
		if line > most {
			return errs.OnField("file", errs.WorkbookTooBig)
		}
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return errs.OnField("file", errs.WorkbookUnreadable)
		}
		if err := row(line, cells); err != nil {
			return err
		}
	}
	return nil
}

// timeFormats are the formats in which people type times and spreadsheets paste them, with slashes replaced by hyphens.
var timeFormats = []string{"2006-1-2 15:04:05", "2006-1-2 15:04", "2006-1-2"}

// TimeOf returns the time of a cell in UTC ms: a text in the zone, or a spreadsheet date, which is days since 1900.
func TimeOf(cell string, zone *time.Location) (at int64, ok bool) {
	if days, err := strconv.ParseFloat(cell, 64); err == nil {
		if at, err := excelize.ExcelDateToTime(days, false); err == nil {
			at = at.Round(time.Second) // a date is a fraction of a day
			return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, zone).UnixMilli(), true
		}
	}
	for _, format := range timeFormats {
		if at, err := time.ParseInLocation(format, strings.ReplaceAll(cell, "/", "-"), zone); err == nil {
			return at.UnixMilli(), true
		}
	}
	return 0, false
}
