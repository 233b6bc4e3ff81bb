package content

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// withoutNumbers are measurements that have no report rows: pictures and positions of vehicles.
var withoutNumbers = []string{"Camera", "Track"}

// readTables fills the tables of all measurements.
func (b *gathering) readTables(ctx context.Context, progress Progress) error {
	maxima := map[string]*extremes{}
	list := slices.DeleteFunc(slices.Clone(b.points), func(p chosen) bool { return slices.Contains(withoutNumbers, p.Measurement) })
	done := int64(0)
	for part := range slices.Chunk(list, atOnce) {
		ids := make([]int64, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		read := b.reader()
		made, err := read.Report(ctx, query.ReportRequest{Points: ids, Time: b.request.To, Previous: b.request.From})
		if err != nil {
			return err
		}
		rows := made.Rows
		for i := range part {
			n := slices.IndexFunc(rows, func(r query.ReportRow) bool { return r.Point != i })
			if n < 0 {
				n = len(rows)
			}
			if err := b.addPoint(ctx, read, &part[i], &made.Points[i], rows[:n], maxima); err != nil {
				return err
			}
			rows = rows[n:]
		}
		if done += int64(len(part)); progress != nil {
			if err := progress(done, int64(len(list))); err != nil {
				return err
			}
		}
	}
	for i := range b.report.Measurements {
		m := &b.report.Measurements[i]
		if e := maxima[m.Code]; e != nil {
			m.Maxima = e.list
		}
	}
	return nil
}

// addPoint adds the rows of one point to the part of its measurement.
func (b *gathering) addPoint(
	ctx context.Context, read *query.Service, p *chosen, about *query.ReportPoint, rows []query.ReportRow, maxima map[string]*extremes,
) error {
	if about.Project == 0 { // it did not exist when the report's knowledge ends
		return nil
	}
	measured, _ := catalog.MeasurementOf(p.Measurement)
	m := b.measurementOf(p.Measurement, measured.Label.In(b.request.Language))
	extreme := maxima[p.Measurement]
	if extreme == nil {
		extreme = &extremes{at: map[string]int{}}
		maxima[p.Measurement] = extreme
	}
	remark := ""
	if about.Time == 0 {
		missing, err := b.missing(ctx, read, p)
		if err != nil {
			return err
		}
		m.Missing = append(m.Missing, missing)
		remark = noDataText.In(b.request.Language)
	}
	for len(rows) > 0 { // the rows of a quantity follow each other
		field := rows[0].Column.Field
		n := slices.IndexFunc(rows, func(r query.ReportRow) bool { return r.Column.Field != field })
		if n < 0 {
			n = len(rows)
		}
		b.addQuantity(m, p, about, rows[:n], remark, extreme)
		rows = rows[n:]
	}
	return nil
}

// addQuantity adds the rows of one quantity of a point: one, or those of the nodes of an array with the one that stands for it.
func (b *gathering) addQuantity(m *Measurement, p *chosen, about *query.ReportPoint, rows []query.ReportRow, remark string, extreme *extremes) {
	worst, array := 0, len(rows) > 1 || rows[0].Column.Depth != nil
	list := make([]Row, len(rows))
	for i := range rows {
		list[i] = b.row(p, about, &rows[i], remark)
		extreme.add(&list[i])
		if larger(&rows[i], &rows[worst]) {
			worst = i
		}
	}
	m.Rows = append(m.Rows, list[worst])
	if array {
		m.Holes = append(m.Holes, Hole{
			Point: p.Name, PointID: p.ID, Structure: p.Structure, Quantity: list[0].Quantity, Instrument: list[0].Instrument, Count: about.Count, Rows: list,
		})
	}
	if b.found[p.ID] != nil {
		return // a curve and a plan show the first quantity of a point
	}
	kind := rows[0].Column.ValueType
	if catalog.Shown(p.Measurement, rows[0].Column.Field).Has(catalog.Accumulated) {
		kind = query.Accumulated
	}
	b.found[p.ID] = &seen{row: list[worst], field: rows[0].Column.Field, node: rows[worst].Column.Node, kind: kind, array: array}
	if array {
		b.profiles[p.ID] = &Hole{Point: p.Name, Quantity: list[0].Quantity, Rows: list}
	}
}

// larger reports whether a row is to stand for its array instead of another: by its change, or its value without one.
func larger(a, than *query.ReportRow) bool {
	size := func(r *query.ReportRow) float64 {
		if reading.IsFinite(r.Accumulated) {
			return math.Abs(r.Accumulated)
		}
		return math.Abs(r.Value)
	}
	return size(a) > size(than) || reading.IsFinite(size(a)) && !reading.IsFinite(size(than))
}

// row returns the row of a report.
func (b *gathering) row(p *chosen, about *query.ReportPoint, r *query.ReportRow, remark string) Row {
	lang, c, changed := b.request.Language, &r.Column, &r.Changed
	row := Row{
		Point: p.Name, PointID: p.ID, Structure: p.Structure, Item: p.Item, Quantity: c.Label.In(lang), Depth: Number{Unit: "m", Decimals: 2},
		Initial: number(r.Initial, c.Unit, c.Decimals), Previous: number(r.Previous, c.Unit, c.Decimals), This: number(r.Value, c.Unit, c.Decimals),
		Change: number(r.Change, changed.Unit, changed.Decimals), Accumulated: number(r.Accumulated, changed.Unit, changed.Decimals),
		Rate: number(r.Rate, changed.Unit+"/d", changed.Decimals), Control: r.ControlText(about.Thresholds), Level: int(r.Level),
		Time: about.Time, PreviousTime: about.Previous, Instrument: b.instruments[about.Device], Remark: remark,
	}
	if c.Depth != nil {
		row.Depth = number(*c.Depth, "m", 2)
	}
	if row.Remark == "" && about.Previous == 0 && about.Time != 0 {
		row.Remark = noPreviousText.In(lang)
	}
	return row
}

func number(v float64, unit string, decimals int) Number {
	n := Number{Unit: unit, Decimals: decimals}
	if reading.IsFinite(v) {
		n.Value = &v
	}
	return n
}

// extremes finds the maxima of a measurement: of each quantity the most positive and most negative change and the highest rate.
type extremes struct {
	list []Maximum
	at   map[string]int // by quantity and what it is the maximum of
}

func (e *extremes) add(r *Row) {
	e.keep(MostPositive, r, &r.Accumulated, func(v, than float64) bool { return v > than }, func(v float64) bool { return v > 0 })
	e.keep(MostNegative, r, &r.Accumulated, func(v, than float64) bool { return v < than }, func(v float64) bool { return v < 0 })
	e.keep(Fastest, r, &r.Rate, func(v, than float64) bool { return math.Abs(v) > math.Abs(than) }, func(float64) bool { return true })
}

func (e *extremes) keep(of Extreme, r *Row, n *Number, above func(v, than float64) bool, counts func(float64) bool) {
	if n.Value == nil || !counts(*n.Value) {
		return
	}
	key := string(of) + r.Quantity
	at, known := e.at[key]
	if known && !above(*n.Value, *e.list[at].Value.Value) {
		return
	}
	made := Maximum{Of: of, Quantity: r.Quantity, Value: *n, Point: r.Point, Depth: r.Depth, Time: r.Time, Level: r.Level}
	if known {
		e.list[at] = made
		return
	}
	e.at[key] = len(e.list)
	e.list = append(e.list, made)
}

var (
	noDataText     = i18n.Label{Zh: "无数据", En: "no data", Tw: "無資料"}
	noPreviousText = i18n.Label{Zh: "无上期测值", En: "no reading in the last period", Tw: "無上期測值"}
	neverText      = i18n.Label{Zh: "从未收到测值", En: "has never had a reading", Tw: "從未收到測值"}
	silentText     = i18n.Label{Zh: "自 %s 起无测值", En: "no reading since %s", Tw: "自 %s 起無測值"}
	neverValidText = i18n.Label{Zh: "仅有无效测值", En: "has only invalid readings", Tw: "僅有無效測值"}
	invalidText    = i18n.Label{Zh: "本期仅有无效测值，最近有效测值 %s", En: "only invalid readings, the last valid one on %s", Tw: "本期僅有無效測值，最近有效測值 %s"}
)

// missing says why a point has no reading: it has had none since a time, or only invalid ones.
func (b *gathering) missing(ctx context.Context, read *query.Service, p *chosen) (Missing, error) {
	lang := b.request.Language
	valid, newest, err := read.LastTimes(ctx, p.ID, b.request.To+1)
	m := Missing{Point: p.Name, Last: valid, Reason: neverText.In(lang)}
	if err != nil || newest == 0 {
		return m, err
	}
	at := func(t int64) string { return time.UnixMilli(t).In(b.zone).Format(time.DateTime) }
	switch {
	case newest <= max(valid, b.request.From):
		m.Reason = fmt.Sprintf(silentText.In(lang), at(newest))
	case valid == 0:
		m.Reason = neverValidText.In(lang)
	default:
		m.Reason = fmt.Sprintf(invalidText.In(lang), at(valid))
	}
	return m, nil
}
