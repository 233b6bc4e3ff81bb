package query

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"plumbline/internal/core/alarm"
)

// atSteps replaces the rows of the nodes of an array by rows at every multiple of a step (m) between its first and its
// last node. Values are linear between two nodes, as the segments of an array are straight. Rows without a depth stay.
func atSteps(rows []ReportRow, step float64) []ReportRow {
	var made []ReportRow
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Column.Field == rows[0].Column.Field {
			n++
		}
		made = append(made, fieldAtSteps(rows[:n], step)...)
		rows = rows[n:]
	}
	return made
}

// mostSteps limits the rows of one field.
const mostSteps = 2000

func fieldAtSteps(nodes []ReportRow, step float64) []ReportRow {
	for i := range nodes {
		if nodes[i].Column.Depth == nil || i > 0 && *nodes[i].Column.Depth <= *nodes[i-1].Column.Depth {
			return nodes
		}
	}
	const tolerance = 1e-6 // m
	first, last := *nodes[0].Column.Depth, *nodes[len(nodes)-1].Column.Depth
	k := int(math.Ceil((first - tolerance) / step))
	var made []ReportRow
	for i := 0; len(made) < mostSteps; k++ {
		depth := math.Round(float64(k)*step*1e6) / 1e6
		if depth > last+tolerance {
			return made
		}
		for i+1 < len(nodes) && *nodes[i+1].Column.Depth <= depth+tolerance {
			i++
		}
		if i+1 == len(nodes) || math.Abs(*nodes[i].Column.Depth-depth) <= tolerance {
			made = append(made, nodes[i])
			continue
		}
		made = append(made, between(&nodes[i], &nodes[i+1], depth))
	}
	return made
}

// between returns the row at a depth between two nodes.
func between(a, b *ReportRow, depth float64) ReportRow {
	part := (depth - *a.Column.Depth) / (*b.Column.Depth - *a.Column.Depth)
	at := func(from, to float64) float64 { return from + (to-from)*part }
	row := *a
	row.Interpolated = true
	row.Column.Node, row.Changed.Node = 0, 0
	row.Column.Depth, row.Changed.Depth = &depth, &depth
	row.Initial, row.Previous, row.Value = at(a.Initial, b.Initial), at(a.Previous, b.Previous), at(a.Value, b.Value)
	row.Change, row.Accumulated, row.Rate = at(a.Change, b.Change), at(a.Accumulated, b.Accumulated), at(a.Rate, b.Rate)
	row.judged = judgedValues{
		observed: at(a.judged.observed, b.judged.observed), accumulated: at(a.judged.accumulated, b.judged.accumulated),
		rate: at(a.judged.rate, b.judged.rate), nodes: [2]int32{a.judged.nodes[0], b.judged.nodes[0]},
	}
	return row
}

// judge sets the level of a row: the highest of its thresholds.
func (r *ReportRow) judge(thresholds []alarm.Threshold) {
	for i := range thresholds {
		t := &thresholds[i]
		if !r.judgedBy(t) {
			continue
		}
		v := r.judged.observed
		switch t.ValueType {
		case alarm.Accumulated:
			v = r.judged.accumulated
		case alarm.Rate:
			v = r.judged.rate
		}
		if !math.IsNaN(v) {
			r.Level = max(r.Level, t.JudgeValue(v).Level)
		}
	}
}

// judgedBy reports whether a threshold judges the field and the nodes of a row.
func (r *ReportRow) judgedBy(t *alarm.Threshold) bool {
	nodes := r.judged.nodes
	return t.Field == r.Column.Field && (t.NodeRange == nil || nodes[0] >= t.NodeRange[0] && nodes[1] <= t.NodeRange[1])
}

// ReportMaxima are the rows with the extreme values of a field, as indexes in Rows; -1: none.
type ReportMaxima struct {
	Field    string
	Positive int // the greatest change above zero since the initial value or the base
	Negative int // the greatest change below zero
	Rate     int // the greatest rate in either direction
}

// maximaOf returns the extremes of each field. A field without changes has none.
func maximaOf(rows []ReportRow) []ReportMaxima {
	list := []ReportMaxima{}
	at := map[string]int{}
	for i := range rows {
		row := &rows[i]
		k, ok := at[row.Column.Field]
		if !ok {
			k = len(list)
			at[row.Column.Field] = k
			list = append(list, ReportMaxima{Field: row.Column.Field, Positive: -1, Negative: -1, Rate: -1})
		}
		m := &list[k]
		if v := row.Accumulated; v > 0 && (m.Positive < 0 || v > rows[m.Positive].Accumulated) {
			m.Positive = i
		}
		if v := row.Accumulated; v < 0 && (m.Negative < 0 || v < rows[m.Negative].Accumulated) {
			m.Negative = i
		}
		if v := math.Abs(row.Rate); !math.IsNaN(v) && (m.Rate < 0 || v > math.Abs(rows[m.Rate].Rate)) {
			m.Rate = i
		}
	}
	return list
}

// ControlText returns the highest limits of what a row is judged by: of its change or value, then of its rate, as
// ±30 / ±3. It is empty without thresholds.
func (r *ReportRow) ControlText(thresholds []alarm.Threshold) string {
	value, rate := "", ""
	for i := range thresholds {
		t := &thresholds[i]
		switch {
		case !r.judgedBy(t):
		case t.ValueType == alarm.Rate:
			rate = cmp.Or(rate, controlOf(t))
		case t.ValueType == alarm.Accumulated || value == "":
			value = controlOf(t)
		}
	}
	if rate == "" {
		return value
	}
	return cmp.Or(value, "–") + " / " + rate
}

// controlOf returns the highest limit of each side of a threshold.
func controlOf(t *alarm.Threshold) string {
	number := func(v float64) string {
		return strings.Replace(strconv.FormatFloat(math.Round(v*1e9)/1e9, 'f', -1, 64), "-", "−", 1)
	}
	upper, lower := limitOf(t), math.NaN()
	if t.Lower != nil {
		for _, limit := range []*float64{t.Lower.Red, t.Lower.Orange, t.Lower.Yellow, t.Lower.Blue} {
			if limit != nil {
				lower = *limit
				break
			}
		}
	}
	switch {
	case !math.IsNaN(lower) && upper > 0:
		return number(t.Reference+lower) + "…" + number(t.Reference+upper)
	case !math.IsNaN(lower):
		return "≥ " + number(t.Reference+lower)
	case !(upper > 0):
		return ""
	case t.Direction == alarm.DirectionNegative:
		return number(t.Reference - upper)
	case t.Direction == alarm.DirectionPositive:
		return number(t.Reference + upper)
	case t.Reference != 0:
		return number(t.Reference) + " ± " + number(upper)
	}
	return "±" + number(upper)
}
