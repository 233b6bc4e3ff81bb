package dataapi

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

var (
	reportSheetName = i18n.Label{Zh: "监测报表", En: "Monitoring report", Tw: "監測報表"}
	reportHead      = []i18n.Label{
		{Zh: "测点", En: "Measuring point", Tw: "測點"},
		{Zh: "深度或距离 (m)", En: "Depth or distance (m)", Tw: "深度或距離 (m)"},
		{Zh: "监测量", En: "Quantity", Tw: "監測量"},
		{Zh: "单位", En: "Unit", Tw: "單位"},
		{Zh: "初始值", En: "Initial", Tw: "初始值"},
		{Zh: "上次测值", En: "Previous", Tw: "上次測值"},
		{Zh: "本次测值", En: "This", Tw: "本次測值"},
		{Zh: "变化单位", En: "Change unit", Tw: "變化單位"},
		{Zh: "本次变化", En: "Change", Tw: "本次變化"},
		{Zh: "累计变化", En: "Accumulated", Tw: "累計變化"},
		{Zh: "变化速率 (/d)", En: "Rate (/d)", Tw: "變化速率 (/d)"},
		{Zh: "控制值", En: "Control value", Tw: "控制值"},
		{Zh: "评价", En: "Verdict", Tw: "評價"},
		{Zh: "上次时间", En: "Previous time", Tw: "上次時間"},
		{Zh: "本次时间", En: "Time", Tw: "本次時間"},
		{Zh: "仪器", En: "Instrument", Tw: "儀器"},
	}
	lineHead = []i18n.Label{ // after reportHead
		{Zh: "里程 (m)", En: "Chainage (m)", Tw: "里程 (m)"},
		{Zh: "差异沉降 (‰)", En: "Differential settlement (‰)", Tw: "差異沉降 (‰)"},
	}
	reportMaxima = []i18n.Label{
		{Zh: "正向最大", En: "Greatest positive change", Tw: "正向最大"},
		{Zh: "负向最大", En: "Greatest negative change", Tw: "負向最大"},
		{Zh: "最大速率", En: "Greatest rate", Tw: "最大速率"},
	}
	reportProject     = i18n.Label{Zh: "项目", En: "Project", Tw: "專案"}
	reportMeasurement = i18n.Label{Zh: "监测项", En: "Measurement", Tw: "監測項"}
	reportZone        = i18n.Label{Zh: "时区", En: "Time zone", Tw: "時區"}
	notJudged         = i18n.Label{Zh: "未判定", En: "Not judged", Tw: "未判定"}
)

// missingCell is how a cell without a value reads (specification section 5).
const missingCell = "#N/A"

// reportSheet writes a report as a workbook with one sheet.
type reportSheet struct {
	report      *query.Report
	line        []alongLine // of the rows; nil: the report is not that of a line
	project     string
	instruments map[int64]string
	notes       reportNotes
	lang        string
}

func (t *reportSheet) workbook(ctx context.Context) ([]byte, error) {
	return spreadsheet.OneAtATime(ctx, func() ([]byte, error) {
		f := excelize.NewFile()
		defer f.Close()
		name := reportSheetName.In(t.lang)
		if err := f.SetSheetName(f.GetSheetName(0), name); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		w, err := f.NewStreamWriter(name)
		if err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		if err := w.SetColWidth(1, len(t.head()), 15); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		for i, line := range t.lines() {
			if err := w.SetRow("A"+strconv.Itoa(i+1), line); err != nil {
				return nil, fmt.Errorf("write report: %w", err)
			}
		}
		if err := w.Flush(); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		return out.Bytes(), nil
	})
}

func (t *reportSheet) lines() [][]any {
	first := &t.report.Points[0]
	measurement, _ := catalog.MeasurementOf(first.Measurement)
	var head []any
	for _, label := range t.head() {
		head = append(head, label.In(t.lang))
	}
	lines := [][]any{
		{reportProject.In(t.lang), t.project}, {reportMeasurement.In(t.lang), measurement.Label.In(t.lang)}, {reportZone.In(t.lang), first.Zone}, head,
	}
	for i := range t.report.Rows {
		line := t.row(&t.report.Rows[i])
		if t.line != nil {
			line = append(line, cellOf(t.line[i].chainage, 3), cellOf(t.line[i].differential, 3))
		}
		lines = append(lines, line)
	}
	for i := range t.report.Maxima {
		lines = append(lines, t.maxima(&t.report.Maxima[i])...)
	}
	return append(lines, t.noted()...)
}

func (t *reportSheet) head() []i18n.Label {
	if t.line == nil {
		return reportHead
	}
	return slices.Concat(reportHead, lineHead)
}

func (t *reportSheet) row(r *query.ReportRow) []any {
	p := &t.report.Points[r.Point]
	var depth any
	if r.Column.Depth != nil {
		depth = *r.Column.Depth
	}
	return []any{
		p.Name, depth, r.Column.Label.In(t.lang), r.Column.Unit, cellOf(r.Initial, r.Column.Decimals), cellOf(r.Previous, r.Column.Decimals),
		cellOf(r.Value, r.Column.Decimals), r.Changed.Unit, cellOf(r.Change, r.Changed.Decimals), cellOf(r.Accumulated, r.Changed.Decimals),
		cellOf(r.Rate, r.Changed.Decimals), r.ControlText(p.Thresholds), t.verdict(r), t.at(p.Previous), t.at(p.Time), t.instruments[p.Device],
	}
}

func (t *reportSheet) verdict(r *query.ReportRow) string {
	switch {
	case t.report.Points[r.Point].Time == 0:
		return missingCell
	case r.Level == alarm.NotJudged:
		return notJudged.In(t.lang)
	}
	return r.Level.Color().In(t.lang)
}

func (t *reportSheet) maxima(m *query.ReportMaxima) (lines [][]any) {
	for i, row := range []int{m.Positive, m.Negative, m.Rate} {
		if row < 0 {
			continue
		}
		r := &t.report.Rows[row]
		var depth any
		if r.Column.Depth != nil {
			depth = *r.Column.Depth
		}
		v, unit := r.Accumulated, r.Changed.Unit
		if i == 2 {
			v, unit = r.Rate, unit+"/d"
		}
		lines = append(lines, []any{
			reportMaxima[i].In(t.lang), depth, r.Column.Label.In(t.lang), unit, cellOf(v, r.Changed.Decimals), t.report.Points[r.Point].Name,
		})
	}
	return lines
}

// at returns a time in the zone of the project.
func (t *reportSheet) at(ms int64) string {
	if ms == 0 {
		return missingCell
	}
	zone, err := time.LoadLocation(t.report.Points[0].Zone)
	if err != nil {
		zone = time.UTC
	}
	return time.UnixMilli(ms).In(zone).Format(time.DateTime)
}

func cellOf(v float64, decimals int) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return missingCell
	}
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
