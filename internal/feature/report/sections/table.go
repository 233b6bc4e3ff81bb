package sections

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/asknown"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/section"
)

var (
	summaryName  = i18n.Label{Zh: "汇总", En: "Summary", Tw: "彙總"}
	sectionLabel = i18n.Label{Zh: "断面", En: "Section", Tw: "斷面"}
	kindsLabel   = i18n.Label{Zh: "监测量", En: "Quantities", Tw: "監測量"}
	timeLabel    = i18n.Label{Zh: "时间", En: "Time", Tw: "時間"}
	baseLabel    = i18n.Label{Zh: "变化的基准时间", En: "Changes since", Tw: "變化的基準時間"}
	initialText  = i18n.Label{Zh: "初始值", En: "The initial value", Tw: "初始值"}
	unjudgedText = i18n.Label{Zh: "未判定", En: "Not judged", Tw: "未判定"}
	signsLabel   = i18n.Label{Zh: "正负号", En: "Signs", Tw: "正負號"}
	signsText    = i18n.Label{Zh: "收敛、弦长变化：缩短为负；偏移：向右为正；沉降：下沉为负", En: "Convergence and change of chords: shortening is negative. Offset: right is positive. Settlement: down is negative", Tw: "收斂、弦長變化：縮短為負；偏移：向右為正；沉降：下沉為負"}

	summaryHead = []i18n.Label{
		sectionLabel,
		{Zh: "里程 (m)", En: "Chainage (m)", Tw: "里程 (m)"},
		export.PointLabel,
		{Zh: "监测量", En: "Quantity", Tw: "監測量"},
		export.UnitLabel,
		{Zh: "初始值", En: "Initial", Tw: "初始值"},
		{Zh: "期初值", En: "At the start", Tw: "期初值"},
		{Zh: "期末值", En: "At the end", Tw: "期末值"},
		{Zh: "变化单位", En: "Change unit", Tw: "變化單位"},
		{Zh: "本期变化", En: "Change", Tw: "本期變化"},
		{Zh: "累计变化", En: "Accumulated", Tw: "累計變化"},
		{Zh: "变化速率 (/d)", En: "Rate (/d)", Tw: "變化速率 (/d)"},
		{Zh: "控制值", En: "Control value", Tw: "控制值"},
		{Zh: "评价", En: "Verdict", Tw: "評價"},
		{Zh: "期初读数时间", En: "Time at the start", Tw: "期初讀數時間"},
		{Zh: "期末读数时间", En: "Time at the end", Tw: "期末讀數時間"},
	}
)

func about(s *export.Subject, r *SectionReportExport, structure string, blocks []block) [][]string {
	var names, fields []string
	for _, b := range blocks {
		if !slices.Contains(names, b.section) {
			names = append(names, b.section)
		}
		if name := kindName(s, b.kind); !slices.Contains(fields, name) {
			fields = append(fields, name)
		}
	}
	base := s.In(initialText)
	if r.Base != 0 {
		base = s.Local(r.Base.Millis())
	}
	return s.About(
		[]string{s.In(export.StructureLabel), structure},
		[]string{s.In(sectionLabel), strings.Join(names, ", ")},
		[]string{s.In(kindsLabel), strings.Join(fields, ", ")},
		s.Range(r.Start, r.End),
		[]string{s.In(baseLabel), base},
		[]string{s.In(signsLabel), s.In(signsText)},
	)
}

// kindName names a field of sections.
func kindName(s *export.Subject, kind string) string {
	return s.In(catalog.Shown("StructuralDeformation", kind).Label)
}

// tables writes the tables of a file.
type tables struct {
	*export.Subject
	book    export.Book
	request *SectionReportExport
	lines   int64
}

// summary writes the rows of a report at the end of the range compared with its start.
func (t *tables) summary(ctx context.Context, blocks []block) error {
	t.book.Begin(t.In(summaryName), t.Head(summaryHead...))
	for i := range blocks {
		b := &blocks[i]
		for first := 0; first < len(b.members); first += asknown.MostPoints {
			members := b.members[first:min(first+asknown.MostPoints, len(b.members))]
			r := query.ReportRequest{
				Time: t.request.End.Millis(), Previous: t.request.Start.Millis(), Base: t.request.Base.Millis(), Fields: []string{b.kind},
			}
			for _, m := range members {
				r.Points = append(r.Points, m.ID)
			}
			report, err := t.Read().Report(ctx, r)
			if err != nil {
				return err
			}
			for k := range report.Rows {
				row := &report.Rows[k]
				t.row(&members[row.Point], &report.Points[row.Point], row)
			}
		}
	}
	return nil
}

func (t *tables) row(m *section.Place, p *query.ReportPoint, r *query.ReportRow) {
	b, c, changed := t.book, &r.Column, &r.Changed
	b.Line()
	b.Text(m.Section)
	b.Number(export.Rounded(m.Chainage, 3))
	b.Text(m.Name)
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
	switch {
	case p.Time == 0:
		b.Text(export.Missing)
	case r.Level == alarm.NotJudged:
		b.Text(t.In(unjudgedText))
	default:
		b.Text(t.In(r.Level.Color()))
	}
	b.Time(p.Previous)
	b.Time(p.Time)
	t.lines++
}

// series is the readings of a member, read as they are needed.
type series struct {
	columns []query.Column
	next    func() (query.Row, error, bool)
	row     query.Row
	ended   bool
}

// advance reads the next reading.
func (m *series) advance() error {
	row, err, more := m.next()
	m.row, m.ended = row, !more
	return err
}

// readings writes the readings of the members of a section, a line for each time.
func (t *tables) readings(ctx context.Context, b *block) error {
	head := []string{t.In(timeLabel)}
	chart := spreadsheet.Chart{Title: b.section + " " + kindName(t.Subject, b.kind)}
	var all []*series
	for _, m := range b.members {
		one, stop, err := t.open(ctx, m.ID, b.kind)
		if err != nil {
			return err
		}
		defer stop()
		for i := range one.columns {
			c := &one.columns[i]
			if c.ValueType == query.Accumulated {
				chart.Columns, chart.Unit = append(chart.Columns, len(head)), t.ValueType(c.ValueType)+" ("+c.Unit+")"
			}
			head = append(head, fmt.Sprintf("%s %s (%s)", m.Name, t.ValueType(c.ValueType), c.Unit))
		}
		if err := one.advance(); err != nil {
			return err
		}
		all = append(all, one)
	}
	t.book.Begin(chart.Title, head)
	t.book.Draw(chart)
	for {
		at := int64(math.MaxInt64)
		for _, m := range all {
			if !m.ended {
				at = min(at, m.row.Time)
			}
		}
		if at == math.MaxInt64 {
			return nil
		}
		t.book.Line()
		t.book.Time(at)
		t.lines++
		for _, m := range all {
			if err := t.values(m, at); err != nil {
				return err
			}
		}
	}
}

// values writes the cells of a member at a time: empty if it has no reading then.
func (t *tables) values(m *series, at int64) error {
	if m.ended || m.row.Time != at {
		for range m.columns {
			t.book.Empty()
		}
		return nil
	}
	for i, v := range m.row.Values {
		t.book.Number(export.Rounded(v, m.columns[i].Decimals))
	}
	return m.advance()
}

// errUnread ends a stream of which nobody reads the rest.
var errUnread = errors.New("not read to its end")

// open opens the valid readings of a member: of chords also the length itself.
func (t *tables) open(ctx context.Context, point int64, kind string) (*series, func(), error) {
	r := query.Request{
		Point: point, Fields: []string{kind}, ValueTypes: []query.ValueType{query.Accumulated},
		Start: t.request.Start.Millis(), End: t.request.End.Millis(), Base: t.request.Base.Millis(),
	}
	if kind == "chord" {
		r.ValueTypes = []query.ValueType{query.Observed, query.Accumulated}
	}
	stream, err := t.Read().Stream(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	next, stop := iter.Pull2(func(yield func(query.Row, error) bool) {
		err := stream.Each(ctx, func(row *query.Row) error {
			if !yield(query.Row{Time: row.Time, Values: slices.Clone(row.Values), Flag: row.Flag}, nil) {
				return errUnread
			}
			return nil
		})
		if err != nil && !errors.Is(err, errUnread) {
			yield(query.Row{}, err)
		}
	})
	return &series{columns: stream.Columns(), next: next}, stop, nil
}
