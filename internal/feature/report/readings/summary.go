package readings

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/i18n"
)

// Summary makes summaries: a line for each measuring point over a time range (domain measurements.md 5, total-report).
type Summary struct {
	host    feature.Host
	version string // of the product
}

// NewSummary returns a maker of summaries.
func NewSummary(host feature.Host, version string) *Summary { return &Summary{host, version} }

// Kind is the name of the specification.
func (m *Summary) Kind() string { return "total-report" }

// SummaryExport asks for a summary of measuring points.
type SummaryExport struct{ export.Selection }

// Register registers the call that asks for a file.
func (m *Summary) Register(k *httpapi.Kernel, center *download.Center) {
	httpapi.Register(k, httpapi.Operation{
		ID: "exportSummary", Method: http.MethodPost, Path: "/exports/total-report", Tag: "reports", Need: export.Create, Held: httpapi.InBody,
		Status: http.StatusAccepted, Unmeasured: "a row and a job",
		Example:  `{"projectId":{projectId},"start":1799000000000,"end":1799900000000}`,
		NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"start":1799000000000,"end":1799900000000,"knownAt":4102444800000}`, Field: "knownAt"},
		Summary:  "A line for each measuring point with its extremes, last value, rate and level, as a workbook",
		Detail: "Made in the background: see listReports. Needs Data:Retrieve too. Extremes are those of the valid readings in the range, of an array those of the worst node. " +
			"Last value, rate and level are those of the reading that a monitoring report at the end of the range uses.",
	}, func(ctx context.Context, in *struct{ Body SummaryExport }) (*httpapi.Output[download.Report], error) {
		r := &in.Body
		place, points, err := r.Choose(ctx, m.host)
		if err != nil {
			return nil, err
		}
		f, err := place.File(m.Kind(), export.XLSX, place.Title(points, place.Span(r.Start, r.End)), r)
		if err != nil {
			return nil, err
		}
		return center.Ask(ctx, f)
	})
}

var (
	summaryName    = i18n.Label{Zh: "汇总", En: "Summary", Tw: "彙總"}
	attributeLabel = i18n.Label{Zh: "监测属性", En: "Attribute", Tw: "監測屬性"}
	kindLabel      = i18n.Label{Zh: "数值", En: "Value", Tw: "數值"}
	countLabel     = i18n.Label{Zh: "有效测值数", En: "Valid readings", Tw: "有效測值數"}
	maximumLabel   = i18n.Label{Zh: "最大值", En: "Maximum", Tw: "最大值"}
	minimumLabel   = i18n.Label{Zh: "最小值", En: "Minimum", Tw: "最小值"}
	lastLabel      = i18n.Label{Zh: "末次值", En: "Last value", Tw: "末次值"}
	atLabel        = i18n.Label{Zh: "%s时间", En: "Time of %s", Tw: "%s時間"}
	nodeLabel      = i18n.Label{Zh: "%s节点", En: "Node of %s", Tw: "%s節點"}
	rateLabel      = i18n.Label{Zh: "变化速率（每天）", En: "Rate per day", Tw: "變化速率（每天）"}
	levelLabel     = i18n.Label{Zh: "评价", En: "Level", Tw: "評價"}
	unjudgedText   = i18n.Label{Zh: "未判定", En: "Not judged", Tw: "未判定"}
)

// Make writes the summary of a request.
func (m *Summary) Make(ctx context.Context, w io.Writer, f *download.File, progress download.Progress) (lines int64, err error) {
	request, err := export.RequestOf[SummaryExport](f)
	if err != nil {
		return 0, err
	}
	subject, err := export.Open(ctx, m.host, m.version, f, request.KnownAt)
	if err != nil {
		return 0, err
	}
	points, err := subject.Points(ctx, &request.Points)
	if err != nil {
		return 0, err
	}
	book, err := subject.NewBook(w, subject.About(subject.Named(points), subject.Range(request.Start, request.End)))
	if err != nil {
		return 0, err
	}
	book.Begin(subject.In(summaryName), summaryHead(f.Language))
	for i := range points {
		one, err := summary(ctx, subject.Read(), &request.Selection, &points[i])
		if err != nil {
			return lines, err
		}
		one.write(book, subject)
		lines++
		if err := progress(lines, int64(len(points))); err != nil {
			return lines, err
		}
	}
	return lines, book.Close()
}

func summaryHead(lang string) []string {
	of := func(format i18n.Label, what i18n.Label) string { return fmt.Sprintf(format.In(lang), what.In(lang)) }
	head := []string{}
	for _, label := range []i18n.Label{
		export.StructureLabel, export.ItemLabel, export.PointLabel, export.MeasurementLabel, attributeLabel, kindLabel, export.UnitLabel, countLabel,
	} {
		head = append(head, label.In(lang))
	}
	for _, label := range []i18n.Label{maximumLabel, minimumLabel} {
		head = append(head, label.In(lang), of(atLabel, label), of(nodeLabel, label))
	}
	return append(head, lastLabel.In(lang), of(atLabel, lastLabel), rateLabel.In(lang), levelLabel.In(lang))
}

// summed is what a summary says about a point. Values that are missing are NaN.
type summed struct {
	point        *export.Point
	column       query.Column
	count        int
	highest      query.Extreme
	lowest       query.Extreme
	nodes        [2]query.Column // of the extremes
	last         float64
	lastAt       int64 // UTC ms; 0: none
	rate         float64
	level        alarm.Level
	withoutField bool
}

// summary sums a point up: its main field, of an array the node with the highest level or the largest change.
func summary(ctx context.Context, from *query.Service, selection *export.Selection, p *export.Point) (*summed, error) {
	one := &summed{point: p, last: math.NaN(), rate: math.NaN(), level: alarm.NotJudged}
	report, err := from.Report(ctx, query.ReportRequest{Points: []int64{p.ID}, Time: selection.End.Millis()})
	if err != nil {
		return nil, err
	}
	worst := -1
	for i := range report.Rows {
		if worst < 0 || worse(&report.Rows[i], &report.Rows[worst]) {
			worst = i
		}
	}
	if worst < 0 {
		one.withoutField = true
		return one, nil
	}
	row := &report.Rows[worst]
	one.column, one.last, one.rate, one.level, one.lastAt = row.Column, row.Value, row.Rate, row.Level, report.Points[0].Time
	chart, err := from.Query(ctx, query.Request{
		Point: p.ID, Fields: []string{row.Column.Field}, ValueTypes: []query.ValueType{row.Column.ValueType},
		Start: selection.Start.Millis(), End: selection.End.Millis(), MaxPoints: 2,
	})
	if err != nil {
		return nil, err
	}
	for i := range chart.Series {
		s := &chart.Series[i].Statistics
		if s.Count == 0 {
			continue
		}
		if one.count == 0 || s.Max.Value > one.highest.Value {
			one.highest, one.nodes[0] = s.Max, chart.Series[i].Column
		}
		if one.count == 0 || s.Min.Value < one.lowest.Value {
			one.lowest, one.nodes[1] = s.Min, chart.Series[i].Column
		}
		one.count = max(one.count, s.Count)
	}
	return one, nil
}

// worse reports whether a row is to stand for its point instead of another.
func worse(a, b *query.ReportRow) bool {
	if a.Level != b.Level {
		return a.Level > b.Level
	}
	if !reading.IsFinite(a.Accumulated) || !reading.IsFinite(b.Accumulated) {
		return reading.IsFinite(a.Accumulated) && !reading.IsFinite(b.Accumulated)
	}
	return math.Abs(a.Accumulated) > math.Abs(b.Accumulated)
}

func (s *summed) write(book export.Book, subject *export.Subject) {
	lang := subject.File.Language
	book.Line()
	book.Text(s.point.Structure)
	book.Text(s.point.Item)
	book.Text(s.point.Name)
	book.Text(subject.Measurement(s.point.Measurement))
	if s.withoutField {
		return
	}
	book.Text(s.column.Label.In(lang))
	book.Text(subject.ValueType(s.column.ValueType))
	book.Text(s.column.Unit)
	book.Number(float64(s.count))
	at := func(t int64) {
		if t == 0 {
			book.Empty()
			return
		}
		book.Time(t)
	}
	for i, e := range []query.Extreme{s.highest, s.lowest} {
		if s.count == 0 {
			book.Number(math.NaN())
			book.Empty()
			book.Empty()
			continue
		}
		book.Number(e.Value)
		at(e.Time)
		book.Text(place(&s.nodes[i]))
	}
	book.Number(s.last)
	at(s.lastAt)
	book.Number(s.rate)
	switch {
	case s.lastAt == 0:
		book.Text("#N/A")
	case s.level == alarm.NotJudged:
		book.Text(unjudgedText.In(lang))
	default:
		book.Text(s.level.Color().In(lang))
	}
}

// place names the node of a column; empty: the point itself.
func place(c *query.Column) string {
	switch {
	case c.Depth != nil:
		return fmt.Sprintf("%.2f m", *c.Depth)
	case c.Node != 0:
		return fmt.Sprint(c.Node)
	}
	return ""
}
