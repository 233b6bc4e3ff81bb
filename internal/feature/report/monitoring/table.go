package monitoring

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/i18n"
)

var (
	rowHead = []i18n.Label{
		export.StructureLabel,
		export.ItemLabel,
		export.PointLabel,
		{Zh: "深度或距离 (m)", En: "Depth or distance (m)", Tw: "深度或距離 (m)"},
		{Zh: "监测量", En: "Quantity", Tw: "監測量"},
		export.UnitLabel,
		{Zh: "初始值", En: "Initial", Tw: "初始值"},
		{Zh: "上次测值", En: "Previous", Tw: "上次測值"},
		{Zh: "本次测值", En: "This", Tw: "本次測值"},
		{Zh: "变化单位", En: "Change unit", Tw: "變化單位"},
		{Zh: "本次变化", En: "Change", Tw: "本次變化"},
		{Zh: "累计变化", En: "Accumulated", Tw: "累計變化"},
		{Zh: "变化速率 (/d)", En: "Rate (/d)", Tw: "變化速率 (/d)"},
		{Zh: "控制值", En: "Control value", Tw: "控制值"},
		{Zh: "评价", En: "Verdict", Tw: "評價"},
		beforeLabel,
		timeLabel,
	}
	lineHead = []i18n.Label{ // after rowHead
		{Zh: "里程 (m)", En: "Chainage (m)", Tw: "里程 (m)"},
		{Zh: "差异沉降 (‰)", En: "Differential settlement (‰)", Tw: "差異沉降 (‰)"},
	}
	extremeLabels = []i18n.Label{
		{Zh: "正向最大", En: "Greatest positive change", Tw: "正向最大"},
		{Zh: "负向最大", En: "Greatest negative change", Tw: "負向最大"},
		{Zh: "最大速率", En: "Greatest rate", Tw: "最大速率"},
	}
	signLabels = []i18n.Label{
		{Zh: "测量人", En: "Measured by", Tw: "測量人"},
		{Zh: "计算人", En: "Computed by", Tw: "計算人"},
		{Zh: "校核人", En: "Checked by", Tw: "校核人"},
	}
	instrumentLabel = i18n.Label{Zh: "仪器", En: "Instrument", Tw: "儀器"}
	unjudgedText    = i18n.Label{Zh: "未判定", En: "Not judged", Tw: "未判定"}
	betweenLabel    = i18n.Label{Zh: "本表读数时间范围", En: "This report refers to readings between", Tw: "本表讀數時間範圍"}
	noteLabel       = i18n.Label{Zh: "注记", En: "Note", Tw: "注記"}
	moreNotes       = i18n.Label{Zh: "更早的注记未列出", En: "Older notes are not listed", Tw: "更早的注記未列出"}
)

// tables writes the tables of a report.
type tables struct {
	*export.Subject
	book     export.Book
	moments  *Moments
	form     *Form
	notes    Notes
	progress download.Progress
	total    int64 // points
	done     int64
	lines    int64
}

// table is one table in the making.
type table struct {
	*tables
	along    bool // with the place along a line
	points   []export.Point
	extremes []extreme
	from, to int64 // of the readings, UTC ms; 0: none
}

// extreme is an extreme row of a field, with its point.
type extreme struct {
	field string
	rows  [3]*query.ReportRow // the greatest positive and negative change, and the greatest rate; nil: none
	names [3]string
}

// write writes a table of points with the wanted fields (empty: the main ones).
func (t *tables) write(ctx context.Context, name string, points []export.Point, fields []string, step float64, along bool) error {
	head := slices.Clone(rowHead)
	if t.form.Instruments {
		head = append(head, instrumentLabel)
	}
	if along {
		head = append(head, lineHead...)
	}
	one := &table{tables: t, along: along, points: points}
	t.book.Begin(name, t.Head(head...))
	for page := range slices.Chunk(points, pageOf(t.Subject)) {
		if err := one.page(ctx, page, fields, step); err != nil {
			return err
		}
		if err := t.progress(t.done, t.total); err != nil {
			return err
		}
	}
	return one.foot(ctx, name)
}

func (t *table) page(ctx context.Context, points []export.Point, fields []string, step float64) error {
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	report, err := t.Read().Report(ctx, query.ReportRequest{
		Points: ids, Time: t.moments.Time.Millis(), Previous: t.moments.Previous.Millis(), Base: t.moments.Base.Millis(), Fields: fields, Step: step,
	})
	if err != nil {
		return err
	}
	instruments := map[int64]string{}
	if t.form.Instruments {
		devices := make([]int64, len(report.Points))
		for i := range report.Points {
			devices[i] = report.Points[i].Device
		}
		if instruments, err = t.Instruments(ctx, devices); err != nil {
			return err
		}
	}
	var along []query.AlongLine
	if t.along {
		chainages, err := t.Host.Points.Chainages(ctx, ids, t.moments.Time.Millis())
		if err != nil {
			return err
		}
		along = query.Differentials(report.Rows, chainages)
	}
	for i := range report.Rows {
		r := &report.Rows[i]
		p := &report.Points[r.Point]
		t.row(&points[r.Point], p, r)
		if t.form.Instruments {
			t.book.Text(instruments[p.Device])
		}
		if along != nil {
			t.book.Number(export.Rounded(along[i].Chainage, 3))
			t.book.Number(export.Rounded(along[i].Differential, 3))
		}
	}
	t.keep(&report)
	t.done, t.lines = t.done+int64(len(points)), t.lines+int64(len(report.Rows))
	return nil
}

func (t *table) row(named *export.Point, p *query.ReportPoint, r *query.ReportRow) {
	b, c, changed := t.book, &r.Column, &r.Changed
	b.Line()
	b.Text(named.Structure)
	b.Text(named.Item)
	b.Text(named.Name)
	t.depth(c)
	b.Text(t.In(c.Label))
	b.Text(c.Unit)
	for _, v := range []float64{r.Initial, r.Previous, r.Value} {
		b.Number(export.Rounded(v, c.Decimals))
	}
	b.Text(changed.Unit)
	for _, v := range []float64{r.Change, r.Accumulated, r.Rate} {
		b.Number(export.Rounded(v, changed.Decimals))
	}
	b.Text(r.ControlText(p.Thresholds))
	b.Text(t.verdict(p, r))
	b.Time(p.Previous)
	b.Time(p.Time)
}

func (t *table) depth(c *query.Column) {
	switch {
	case c.Depth != nil:
		t.book.Number(*c.Depth)
	default:
		t.book.Empty()
	}
}

func (t *table) verdict(p *query.ReportPoint, r *query.ReportRow) string {
	switch {
	case p.Time == 0:
		return export.Missing
	case r.Level == alarm.NotJudged:
		return t.In(unjudgedText)
	}
	return t.In(r.Level.Color())
}

// keep remembers the extremes of a page, and the span of its readings.
func (t *table) keep(report *query.Report) {
	for i := range report.Points {
		p := &report.Points[i]
		for _, at := range [...]int64{p.Previous, p.Time} {
			if at > 0 {
				t.to = max(t.to, at)
				if t.from == 0 || at < t.from {
					t.from = at
				}
			}
		}
	}
	for _, m := range report.Maxima {
		k := slices.IndexFunc(t.extremes, func(e extreme) bool { return e.field == m.Field })
		if k < 0 {
			k = len(t.extremes)
			t.extremes = append(t.extremes, extreme{field: m.Field})
		}
		e := &t.extremes[k]
		for which, row := range [...]int{m.Positive, m.Negative, m.Rate} {
			if row < 0 {
				continue
			}
			r := &report.Rows[row]
			if old := e.rows[which]; old == nil || math.Abs(extremeOf(r, which)) > math.Abs(extremeOf(old, which)) {
				e.rows[which], e.names[which] = r, report.Points[r.Point].Name
			}
		}
	}
}

// extremeOf returns the value of which a row is the extreme: the accumulated change, or the rate.
func extremeOf(r *query.ReportRow, which int) float64 {
	if which == 2 {
		return r.Rate
	}
	return r.Accumulated
}

// foot writes what is below a table.
func (t *table) foot(ctx context.Context, name string) error {
	t.book.Foot(name)
	for i := range t.extremes {
		e := &t.extremes[i]
		for which, r := range e.rows {
			if r == nil {
				continue
			}
			unit := r.Changed.Unit
			if which == 2 {
				unit += "/d"
			}
			t.book.Line()
			t.book.Text(t.In(extremeLabels[which]))
			t.book.Text(t.In(r.Column.Label))
			t.book.Text(e.names[which])
			t.depth(&r.Column)
			t.book.Number(export.Rounded(extremeOf(r, which), r.Changed.Decimals))
			t.book.Text(unit)
		}
	}
	t.line(t.In(betweenLabel), t.Local(t.from), t.Local(t.to))
	if err := t.noted(ctx); err != nil {
		return err
	}
	for _, label := range signLabels {
		t.line(t.In(label))
	}
	return nil
}

func (t *table) line(cells ...string) {
	t.book.Line()
	for _, cell := range cells {
		t.book.Text(cell)
	}
}

// notedPoints is the most points of which notes are asked for at once.
const notedPoints = 200

// noted writes the notes on the points between the times of the table.
func (t *table) noted(ctx context.Context) error {
	if t.to == 0 {
		return nil
	}
	ids := make([]int64, len(t.points))
	for i := range t.points {
		ids[i] = t.points[i].ID
	}
	cut := false
	for page := range slices.Chunk(ids, notedPoints) {
		list, more, err := t.notes(ctx, t.Scope, t.File.ProjectID, page, t.from, t.to, t.KnownAt)
		if err != nil {
			return err
		}
		for _, n := range list {
			span := t.Local(n.From)
			if n.To != n.From {
				span += " – " + t.Local(n.To)
			}
			t.line(t.In(noteLabel), n.Point, span, n.Text)
		}
		cut = cut || more
	}
	if cut {
		t.line(t.In(noteLabel), t.In(moreNotes))
	}
	return nil
}
