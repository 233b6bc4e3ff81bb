package compare

import (
	"context"
	"fmt"
	"math"

	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/i18n"
)

var (
	firstLabel      = i18n.Label{Zh: "第一次", En: "First", Tw: "第一次"}
	secondLabel     = i18n.Label{Zh: "第二次", En: "Second", Tw: "第二次"}
	periodLabels    = []i18n.Label{{Zh: "第一时段", En: "First period", Tw: "第一時段"}, {Zh: "第二时段", En: "Second period", Tw: "第二時段"}}
	differenceLabel = i18n.Label{Zh: "差值", En: "Difference", Tw: "差值"}
	ruleText        = i18n.Label{Zh: "后者减前者", En: "Second less first", Tw: "後者減前者"}

	pointHead = []i18n.Label{
		export.StructureLabel,
		export.ItemLabel,
		export.PointLabel,
		{Zh: "深度或距离 (m)", En: "Depth or distance (m)", Tw: "深度或距離 (m)"},
		{Zh: "监测量", En: "Quantity", Tw: "監測量"},
		{Zh: "数值", En: "Value", Tw: "數值"},
		export.UnitLabel,
	}
	timesHead = []i18n.Label{ // after pointHead
		{Zh: "第一次时间", En: "Time of first", Tw: "第一次時間"},
		firstLabel,
		{Zh: "第二次时间", En: "Time of second", Tw: "第二次時間"},
		secondLabel,
		{Zh: "变化单位", En: "Change unit", Tw: "變化單位"},
		differenceLabel,
		{Zh: "变化速率 (/d)", En: "Rate (/d)", Tw: "變化速率 (/d)"},
	}
	countLabel       = i18n.Label{Zh: "有效测值数", En: "Valid readings", Tw: "有效測值數"}
	statisticsLabels = []i18n.Label{
		{Zh: "最小值", En: "Minimum", Tw: "最小值"},
		{Zh: "最大值", En: "Maximum", Tw: "最大值"},
		{Zh: "平均值", En: "Mean", Tw: "平均值"},
		{Zh: "末次值", En: "Last value", Tw: "末次值"},
	}
)

func (t *tables) about(points []export.Point) [][]string {
	named := t.Named(points)
	if times := t.request.Times; times != nil {
		return t.About(named,
			[]string{t.In(firstLabel), t.Local(times.First.Millis())},
			[]string{t.In(secondLabel), t.Local(times.Second.Millis())},
			[]string{t.In(differenceLabel), t.In(ruleText)},
		)
	}
	lines := [][]string{named}
	for i, p := range []Period{t.request.Periods.First, t.request.Periods.Second} {
		lines = append(lines, []string{t.In(periodLabels[i]), t.Local(p.Start.Millis()) + " – " + t.Local(p.End.Millis())})
	}
	return t.About(append(lines, []string{t.In(differenceLabel), t.In(ruleText)})...)
}

func (t *tables) head() []string {
	if t.request.Times != nil {
		return t.Head(append(append([]i18n.Label{}, pointHead...), timesHead...)...)
	}
	head := t.Head(pointHead...)
	for _, period := range periodLabels {
		head = append(head, t.In(period)+" "+t.In(countLabel))
		for _, name := range statisticsLabels {
			head = append(head, t.In(period)+" "+t.In(name))
		}
	}
	for _, name := range statisticsLabels {
		head = append(head, t.In(differenceLabel)+" "+t.In(name))
	}
	return head
}

// name writes what a line is about.
func (t *tables) name(p *export.Point, c *query.Column) {
	b := t.book
	b.Line()
	b.Text(p.Structure)
	b.Text(p.Item)
	b.Text(p.Name)
	switch {
	case c.Depth != nil:
		b.Number(*c.Depth)
	case c.Node != 0:
		b.Text(fmt.Sprint(c.Node))
	default:
		b.Empty()
	}
	b.Text(t.In(c.Label))
	b.Text(t.ValueType(c.ValueType))
	b.Text(c.Unit)
	t.lines++
}

// times writes the main fields of points at two times.
func (t *tables) times(ctx context.Context, points []export.Point) error {
	times := t.request.Times
	report, err := t.Read().Report(ctx, query.ReportRequest{Points: idsOf(points), Time: times.Second.Millis(), Previous: times.First.Millis()})
	if err != nil {
		return err
	}
	for i := range report.Rows {
		r := &report.Rows[i]
		p := &report.Points[r.Point]
		t.name(&points[r.Point], &r.Column)
		t.book.Time(p.Previous)
		t.book.Number(export.Rounded(r.Previous, r.Column.Decimals))
		t.book.Time(p.Time)
		t.book.Number(export.Rounded(r.Value, r.Column.Decimals))
		t.book.Text(r.Changed.Unit)
		t.book.Number(export.Rounded(r.Change, r.Changed.Decimals))
		t.book.Number(export.Rounded(r.Rate, r.Changed.Decimals))
	}
	return nil
}

func idsOf(points []export.Point) []int64 {
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	return ids
}

// periods writes the main fields of points in two periods. Rows are those of a report at the end of the second.
func (t *tables) periods(ctx context.Context, points []export.Point) error {
	both := []Period{t.request.Periods.First, t.request.Periods.Second}
	read := t.Read()
	report, err := read.Report(ctx, query.ReportRequest{Points: idsOf(points), Time: both[1].End.Millis()})
	if err != nil {
		return err
	}
	for first := 0; first < len(report.Rows); {
		c := &report.Rows[first].Column
		next := first + 1
		for next < len(report.Rows) && report.Rows[next].Point == report.Rows[first].Point && report.Rows[next].Column.Field == c.Field {
			next++
		}
		point := &points[report.Rows[first].Point]
		var charts [2]query.Chart
		for i, p := range both {
			charts[i], err = read.Query(ctx, query.Request{
				Point: point.ID, Fields: []string{c.Field}, ValueTypes: []query.ValueType{c.ValueType},
				Start: p.Start.Millis(), End: p.End.Millis(), MaxPoints: 2,
			})
			if err != nil {
				return err
			}
		}
		for k := first; k < next; k++ {
			t.statistics(point, &report.Rows[k].Column, &charts)
		}
		first = next
	}
	return nil
}

// statistics writes what a column of a point was in two periods.
func (t *tables) statistics(p *export.Point, c *query.Column, charts *[2]query.Chart) {
	t.name(p, c)
	var values [2][]float64
	for i := range charts {
		var s query.Statistics
		for k := range charts[i].Series {
			if one := &charts[i].Series[k]; one.Column.Node == c.Node && !one.Column.Old {
				s = one.Statistics
			}
		}
		t.book.Number(float64(s.Count))
		values[i] = []float64{s.Min.Value, s.Max.Value, s.Mean, s.Last.Value}
		for k := range values[i] {
			if s.Count == 0 {
				values[i][k] = math.NaN()
			}
			values[i][k] = export.Rounded(values[i][k], c.Decimals)
			t.book.Number(values[i][k])
		}
	}
	for k := range values[0] {
		t.book.Number(export.Rounded(values[1][k]-values[0][k], c.Decimals))
	}
}
