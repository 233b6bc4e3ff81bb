package testrun

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

// maxSheetRows is the most readings of a workbook (specification section 9).
const maxSheetRows = 65535

const timeLayout = "2006-01-02 15:04:05.000"

type label = i18n.Label

var (
	readingsSheet   = label{Zh: "读数", En: "Readings", Tw: "讀數"}
	statisticsSheet = label{Zh: "统计", En: "Statistics", Tw: "統計"}
	readingHead     = []label{{Zh: "时间", En: "Time", Tw: "時間"}, {Zh: "通道", En: "Channel", Tw: "通道"}}
	statisticHead   = []label{
		{Zh: "通道", En: "Channel", Tw: "通道"},
		{Zh: "读数", En: "Reading", Tw: "讀數"},
		{Zh: "数量", En: "Count", Tw: "數量"},
		{Zh: "最小值", En: "Minimum", Tw: "最小值"},
		{Zh: "最大值", En: "Maximum", Tw: "最大值"},
		{Zh: "平均值", En: "Mean", Tw: "平均值"},
		{Zh: "标准差", En: "Standard deviation", Tw: "標準差"},
		{Zh: "最新值", En: "Last", Tw: "最新值"},
		{Zh: "典型间隔 (s)", En: "Typical interval (s)", Tw: "典型間隔 (s)"},
		{Zh: "最长间隔 (s)", En: "Longest interval (s)", Tw: "最長間隔 (s)"},
		{Zh: "中断次数", En: "Gaps", Tw: "中斷次數"},
		{Zh: "缺少读数", En: "Missing readings", Tw: "缺少讀數"},
	}
)

// sheet is the readings of a run as rows of the same columns.
type sheet struct {
	run      Run
	device   string // its type
	lang     string
	zone     *time.Location
	channels []Channel
	columns  []reading.Column
}

func (s *Service) newSheet(ctx context.Context, r Run, deviceType, lang string) (*sheet, error) {
	t := &sheet{run: r, device: deviceType, lang: lang, zone: time.UTC}
	if d, known := s.devices.ByID(r.DeviceID); known {
		t.zone = d.Zone()
	}
	var err error
	if t.channels, err = s.Statistics(ctx, r.DeviceID, r.From, r.To); err != nil {
		return nil, err
	}
	for _, c := range t.channels {
		for _, f := range c.Fields {
			if !slices.Contains(t.columns, f.Column) {
				t.columns = append(t.columns, f.Column)
			}
		}
	}
	slices.SortFunc(t.columns, func(a, b reading.Column) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Field, b.Field))
	})
	return t, nil
}

// name returns the heading of a column, with its node and unit.
func (t *sheet) name(c reading.Column) string {
	known := query.RawColumn(t.device, c)
	name := known.Label.In(t.lang)
	if name != c.Field {
		name += " " + c.Field
	}
	if c.Node != 0 {
		name = strconv.Itoa(int(c.Node)) + "/" + name
	}
	if known.Unit != "" {
		name += " (" + known.Unit + ")"
	}
	return name
}

func (t *sheet) head() []string {
	head := csvfile.Head(readingHead, t.lang)
	for _, c := range t.columns {
		head = append(head, t.name(c))
	}
	return head
}

// rows calls visit with each reading; a value that it does not have is missing.
func (s *Service) rows(ctx context.Context, t *sheet, visit func(at int64, no int32, values []float64) error) error {
	values := make([]float64, len(t.columns))
	return s.scan(ctx, t.run.DeviceID, t.run.From, t.run.To, func(no int32, b *series.Block) error {
		for i, at := range b.Times {
			for c, column := range t.columns {
				values[c] = reading.Missing
				if from := b.Columns.Index(column); from >= 0 {
					values[c] = b.Values[from][i]
				}
			}
			if err := visit(at, no, values); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteCSV streams the readings of a run, by channel and time, in the time zone of the device.
func (s *Service) WriteCSV(ctx context.Context, w io.Writer, r Run, deviceType, lang string) error {
	t, err := s.newSheet(ctx, r, deviceType, lang)
	if err != nil {
		return err
	}
	return csvfile.Write(w, t.head(), func(out *csvfile.Writer) error {
		var line []byte
		return s.rows(ctx, t, func(at int64, no int32, values []float64) error {
			line = time.UnixMilli(at).In(t.zone).AppendFormat(line[:0], timeLayout)
			line = strconv.AppendInt(append(line, ','), int64(no), 10)
			for _, v := range values {
				line = append(line, ',')
				if reading.IsFinite(v) {
					line = strconv.AppendFloat(line, v, 'f', -1, 64)
				}
			}
			return out.Plain(line)
		})
	})
}

// Workbook returns the statistics and the readings of a run as a workbook; the error is TooManyRows if they do not fit.
func (s *Service) Workbook(ctx context.Context, r Run, deviceType, lang string) ([]byte, error) {
	t, err := s.newSheet(ctx, r, deviceType, lang)
	if err != nil {
		return nil, err
	}
	var total int64
	for _, c := range t.channels {
		total += c.Arrivals.Count
	}
	if total > maxSheetRows {
		return nil, errs.New(errs.TooManyRows, "count", total)
	}
	return spreadsheet.OneAtATime(ctx, func() ([]byte, error) { return s.write(ctx, t) })
}

func (s *Service) write(ctx context.Context, t *sheet) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	if err := f.SetSheetName(f.GetSheetName(0), statisticsSheet.In(t.lang)); err != nil {
		return nil, fmt.Errorf("write workbook: %w", err)
	}
	if err := write(f, statisticsSheet.In(t.lang), csvfile.Head(statisticHead, t.lang), t.statistics); err != nil {
		return nil, fmt.Errorf("write statistics: %w", err)
	}
	if _, err := f.NewSheet(readingsSheet.In(t.lang)); err != nil {
		return nil, fmt.Errorf("write workbook: %w", err)
	}
	err := write(f, readingsSheet.In(t.lang), t.head(), func(line func([]any) error) error {
		return s.rows(ctx, t, func(at int64, no int32, values []float64) error {
			cells := []any{time.UnixMilli(at).In(t.zone).Format(timeLayout), no}
			for _, v := range values {
				cells = append(cells, number(v))
			}
			return line(cells)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("write readings: %w", err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		return nil, fmt.Errorf("write workbook: %w", err)
	}
	return out.Bytes(), nil
}

// write writes the lines of a sheet below its head.
func write(f *excelize.File, name string, head []string, lines func(line func([]any) error) error) error {
	w, err := f.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := w.SetColWidth(1, len(head), 20); err != nil {
		return err
	}
	cells := make([]any, len(head))
	for i, text := range head {
		cells[i] = text
	}
	at := 0
	line := func(cells []any) error {
		at++
		return w.SetRow("A"+strconv.Itoa(at), cells)
	}
	if err := line(cells); err != nil {
		return err
	}
	if err := lines(line); err != nil {
		return err
	}
	return w.Flush()
}

func (t *sheet) statistics(line func([]any) error) error {
	for _, c := range t.channels {
		a := c.Arrivals
		for _, f := range c.Fields {
			err := line([]any{
				c.No, t.name(f.Column), f.Count, f.Min, f.Max, number(f.Mean), number(f.Std), f.Last,
				float64(a.Typical) / 1000, float64(a.Longest) / 1000, a.Gaps, a.Missing,
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// number is a cell, empty without a value.
func number(v float64) any {
	if !reading.IsFinite(v) {
		return nil
	}
	return v
}
