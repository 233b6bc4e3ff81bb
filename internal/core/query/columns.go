package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// segments calls visit with the segments of configuration in a range.
func segments(p *compiled.Point, start, end int64, visit func(s *compiled.Segment)) {
	for t := start; ; {
		s := p.At(t)
		visit(s)
		if s.Until > end || s.Until <= t { // the last segment has no end
			return
		}
		t = s.Until
	}
}

// layout returns the columns of a program for a value type.
func layout(s *compiled.Segment, kind ValueType) *reading.Columns {
	switch {
	case s.Program == nil:
		return nil
	case kind == Observed:
		return s.Program.Observed()
	}
	return s.Program.Changed()
}

// columns returns the requested columns of one value type, ordered by field as in the measurement, then by node, earlier
// depths of nodes last. By default these are the fields of the measurement for which the value type makes sense, or all if there are none.
func columns(p *compiled.Point, r *Request, kind ValueType) ([]Column, error) {
	measurement := p.Definition.Point.Measurement
	there := placesIn(p, r, kind)
	wanted, err := wantedFields(measurement, r.Fields, kind, there.fields)
	if err != nil {
		return nil, err
	}
	var list []Column
	for at, depth := range there.current() {
		if slices.Contains(wanted, at.Field) && (len(r.Nodes) == 0 || slices.Contains(r.Nodes, at.Node)) {
			shown := ShownOf(p, at.Column, kind, r.End)
			shown.Depth, shown.Old = depth, there.old(at)
			if r.PerSegment && perSegment(&shown) {
				shown.PerSegment, shown.Label = true, segmentLabel(shown.Label)
			}
			list = append(list, shown)
		}
	}
	sortColumns(list, wanted)
	return list, nil
}

func sortColumns(list []Column, fields []string) {
	slices.SortFunc(list, func(a, b Column) int {
		if d := slices.Index(fields, a.Field) - slices.Index(fields, b.Field); d != 0 {
			return d
		}
		switch {
		case a.Old != b.Old:
			if a.Old {
				return 1
			}
			return -1
		case a.Node != b.Node || !a.Old:
			return int(a.Node - b.Node)
		}
		return cmp.Compare(*a.Depth, *b.Depth)
	})
}

// wantedFields returns the requested fields, or the default ones. A name that neither the measurement nor the point's
// formula has is an error.
func wantedFields(measurement string, asked []string, kind ValueType, there map[string]bool) ([]string, error) {
	if len(asked) > 0 {
		for i, name := range asked {
			if _, known := catalog.Field(measurement, name); !known && !there[name] {
				return nil, errs.OnField(fmt.Sprintf("fields[%d]", i), errs.NotOneOf, "allowed", strings.Join(order(measurement, there), ", "))
			}
		}
		return asked, nil
	}
	all := order(measurement, there)
	usual := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
		return !catalog.Shown(measurement, name).Has(typeOf(kind))
	})
	if len(usual) == 0 {
		return all, nil
	}
	return usual, nil
}

// typeOf returns the catalog's value type that decides whether a value type makes sense.
func typeOf(kind ValueType) string {
	switch kind {
	case Accumulated, Change:
		return catalog.Accumulated
	case Rate:
		return catalog.Rate
	}
	return catalog.Observed
}

// order sorts fields as in the measurement, then the others by name.
func order(measurement string, there map[string]bool) []string {
	var list []string
	m, _ := catalog.MeasurementOf(measurement)
	for _, attribute := range m.Attributes {
		if there[attribute.Name] {
			list = append(list, attribute.Name)
		}
	}
	own := len(list)
	for name := range there {
		if _, known := catalog.Field(measurement, name); !known {
			list = append(list, name)
		}
	}
	slices.Sort(list[own:])
	return list
}

// ShownOf returns how a column of a point is displayed at a time.
func ShownOf(p *compiled.Point, c reading.Column, kind ValueType, t int64) Column {
	column := shownColumn(p.Definition.Point.Measurement, c, kind)
	if kind == Observed {
		return column
	}
	if unit, decimals, ok := p.ChangeUnit(c.Field, t); ok {
		column.Unit, column.Decimals = unit, decimals
		if kind == Rate {
			column.Unit += "/d"
		}
	}
	return column
}

func shownColumn(measurement string, c reading.Column, kind ValueType) Column {
	shown := catalog.Shown(measurement, c.Field)
	column := Column{Field: c.Field, Node: c.Node, ValueType: kind, Label: shown.Label, Unit: shown.Unit, Decimals: shown.Decimals}
	if kind == Rate {
		column.Unit += "/d"
	}
	return column
}

// RawColumn returns how a raw field is displayed.
func RawColumn(deviceType string, c reading.Column) Column {
	column := Column{Field: c.Field, Node: c.Node, ValueType: Raw, Label: i18n.Label{Zh: c.Field, En: c.Field, Tw: c.Field}, Decimals: rawDecimals}
	field, ok := catalog.RawFieldOf(deviceType, c.Field)
	if !ok { // additional fields of an acquisition unit's channel
		field, ok = catalog.RawFieldOf("HDA3", c.Field)
	}
	if ok {
		column.Label, column.Unit = field.Label, field.Unit
		column.Decimals = 0
		for step := field.Step; step > 0 && step < 0.99 && column.Decimals < 9; step *= 10 {
			column.Decimals++
		}
		if field.Step == 0 {
			column.Decimals = rawDecimals
		}
	}
	return column
}

// rawDecimals is the number of decimals of a raw field without a stated resolution.
const rawDecimals = 3

// Shiftable is the columns of a point's change to which corrections apply now, and the depths of its nodes in m. It is
// empty for an unknown point or one that computes nothing.
type Shiftable struct {
	Columns []reading.Column
	Depths  map[int32]float64
}

// Shiftable returns what corrections apply to, in the order of ids.
func (s *Service) Shiftable(ctx context.Context, ids []int64) ([]Shiftable, error) {
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Shiftable, len(ids))
	for i, id := range ids {
		p, ok := find(id)
		if !ok {
			continue
		}
		segment := p.At(s.now().UnixMilli())
		if segment.Program == nil {
			continue
		}
		list[i].Depths = map[int32]float64{}
		for _, n := range segment.Nodes {
			list[i].Depths[n.No] = n.Depth
		}
		for _, c := range segment.Program.Changed().List[:segment.Program.Base()] {
			if catalog.Shown(p.Definition.Point.Measurement, c.Field).Has(catalog.Accumulated) {
				list[i].Columns = append(list[i].Columns, c)
			}
		}
	}
	return list, nil
}
