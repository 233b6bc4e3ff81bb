package query

import (
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
)

type judgedField struct {
	field string
	kind  ValueType
}

// judgedFields returns the fields that thresholds judge at a time. A rate is displayed as the accumulated change that
// it belongs to.
func judgedFields(d *definition.Definition, t int64) []judgedField {
	thresholds, ok := d.Thresholds.At(t)
	if !ok {
		return nil
	}
	var list []judgedField
	for _, one := range thresholds.Value.List {
		judged := judgedField{one.Field, Accumulated}
		if one.ValueType == alarm.Observed {
			judged.kind = Observed
		}
		if one.Enable && !slices.Contains(list, judged) {
			list = append(list, judged)
		}
	}
	return list
}

// mainOf returns the field displayed in lists: the main attribute of the measurement, or the first field that the
// formula computes.
func mainOf(measurement string, s *compiled.Segment) (field string, kind ValueType) {
	m, _ := catalog.MeasurementOf(measurement)
	if s.Program == nil || hasField(layout(s, ValueType(m.MainType)), m.Main) {
		return m.Main, ValueType(m.MainType)
	}
	for _, kind := range [...]ValueType{Accumulated, Observed} {
		for _, attribute := range m.Attributes {
			if attribute.Has(string(kind)) && hasField(layout(s, kind), attribute.Name) {
				return attribute.Name, kind
			}
		}
	}
	if observed := s.Program.Observed(); observed.Len() > 0 {
		return observed.List[0].Field, Observed
	}
	return m.Main, ValueType(m.MainType)
}

func hasField(columns *reading.Columns, field string) bool {
	if columns == nil {
		return false
	}
	for _, c := range columns.List {
		if c.Field == field {
			return true
		}
	}
	return false
}

// worst returns the node with the greatest value, 0 for points without nodes.
func worst(s *compiled.Segment, field string, kind ValueType, observed, accumulated []float64) int32 {
	values := observed
	if kind == Accumulated {
		values = accumulated
	}
	node, most := int32(0), -1.0
	if values == nil {
		return node
	}
	for i, c := range layout(s, kind).List {
		if c.Field == field && math.Abs(values[i]) > most {
			node, most = c.Node, math.Abs(values[i])
		}
	}
	return node
}

func arranged(values []float64, from, to *reading.Columns) []float64 {
	if from == to {
		return values
	}
	out := make([]float64, to.Len())
	for i, c := range to.List {
		out[i] = reading.Missing
		if at := from.Index(c); at >= 0 {
			out[i] = values[at]
		}
	}
	return out
}

func pick(columns *reading.Columns, values []float64, c reading.Column) float64 {
	if at := columns.Index(c); at >= 0 && values != nil {
		return values[at]
	}
	return math.NaN()
}

// share returns the greatest ratio of the main field to its highest limit over all value types, to four decimals; NaN
// without an upper threshold.
func share(d *definition.Definition, l *Latest) float64 {
	thresholds, ok := d.Thresholds.At(l.Time)
	if !ok {
		return math.NaN()
	}
	most := math.NaN()
	for i := range thresholds.Value.List {
		t := &thresholds.Value.List[i]
		if !t.Enable || t.Field != l.Field || t.NodeRange != nil && (l.Node < t.NodeRange[0] || l.Node > t.NodeRange[1]) {
			continue
		}
		v := l.Observed - t.Reference
		switch t.ValueType {
		case alarm.Accumulated:
			v = l.Accumulated
		case alarm.Rate:
			v = l.Rate
		}
		switch t.Direction {
		case "negative":
			v = -v
		case "positive":
		default:
			v = math.Abs(v)
		}
		limit := limitOf(t)
		if part := v / limit; limit > 0 && !math.IsNaN(part) && !(part <= most) {
			most = max(part, 0)
		}
	}
	return math.Round(most*1e4) / 1e4
}

// control returns the highest limit for the displayed value and value type: a magnitude if both directions count, else
// on the side of the value. NaN without one.
func control(d *definition.Definition, l *Latest) float64 {
	thresholds, ok := d.Thresholds.At(l.Time)
	if !ok {
		return math.NaN()
	}
	for i := range thresholds.Value.List {
		t := &thresholds.Value.List[i]
		if !t.Enable || t.Field != l.Field || t.ValueType != alarm.ValueType(l.ValueType) ||
			t.NodeRange != nil && (l.Node < t.NodeRange[0] || l.Node > t.NodeRange[1]) {
			continue
		}
		limit := limitOf(t)
		if t.Direction == "negative" || t.Direction != "positive" && t.Reference != 0 && l.Value < t.Reference {
			limit = -limit
		}
		return t.Reference + limit
	}
	return math.NaN()
}
