package preview

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// mostOfAResult is how many values of one array result are listed: those that change most.
const mostOfAResult = 8

// summary adds up the previews of points.
type summary struct {
	find func(id int64) (*compiled.Point, bool)
}

// consequences adds up the previews of points, and lists alerts and newest results.
func (s *Service) consequences(ctx context.Context, found []compute.Preview) (Consequences, error) {
	ids := make([]int64, len(found))
	for i := range found {
		ids[i] = found[i].Point
	}
	find, err := s.Directory.FindAll(ctx, ids)
	if err != nil {
		return Consequences{}, err
	}
	return summary{find}.of(found), nil
}

func (s summary) of(found []compute.Preview) Consequences {
	sum := NoConsequences()
	for i := range found {
		one := &found[i]
		sum.AlertsOpened += len(one.Appear)
		sum.AlertsWithdrawn += len(one.Vanish)
		sum.AlertsRevised += len(one.Change)
		sum.Alerts = append(sum.Alerts, s.alerts(one)...)
		sum.Initials = append(sum.Initials, s.initials(one)...)
		sum.Results += int(one.Results)
		sum.Accumulated += int(one.Changes)
		if one.Results+one.Changes == 0 {
			continue
		}
		sum.Points++
		if one.Follows {
			sum.Dependants++
		}
		for _, span := range [][2]int64{{one.First, one.Last}, one.Moved} {
			if span[0] != 0 && (sum.From == 0 || span[0] < sum.From) {
				sum.From = span[0]
			}
			sum.To = max(sum.To, span[1])
		}
	}
	slices.SortStableFunc(sum.Alerts, func(a, b ConsequentAlert) int {
		return cmp.Or(cmp.Compare(max(b.Level, b.LevelBefore), max(a.Level, a.LevelBefore)), cmp.Compare(b.Time, a.Time))
	})
	sum.Alerts = sum.Alerts[:min(len(sum.Alerts), MaxConsequences)]
	sum.Initials = sum.Initials[:min(len(sum.Initials), MaxConsequences)]
	s.values(found, &sum)
	return sum
}

func (s summary) alerts(of *compute.Preview) []ConsequentAlert {
	var list []ConsequentAlert
	add := func(effect string, r alarm.Record, before alarm.Level) {
		last := r.Last()
		unit, decimals := alarm.Shown(r.Measurement, r.Key, last)
		list = append(list, ConsequentAlert{
			Effect: effect, AlertID: r.ID, StructureID: r.StructureID, PointID: r.PointID, PointName: s.nameOf(r.PointID), Measurement: r.Measurement,
			Field: r.Key.Field, ValueType: string(r.Key.ValueType), Level: int(r.Level), LevelBefore: int(before), Value: counted(last.Value),
			Unit: unit, Decimals: decimals, Node: last.Node,
			Opened: r.Opened, Time: last.Time, Ended: r.Ended,
		})
	}
	for _, r := range of.Appear {
		add("appears", r, alarm.Normal)
	}
	for _, r := range of.Vanish {
		add("vanishes", r, r.Level)
	}
	for _, r := range of.Change {
		add("changes", r.After, r.Before.Level)
	}
	return list
}

// values lists the changes of the newest results: of a single point at several times, of several points the newest
// each.
func (s summary) values(found []compute.Preview, sum *Consequences) {
	for i := range found {
		one := &found[i]
		compared := one.Newest
		if len(found) > 1 {
			compared = compared[:min(len(compared), 1)]
		}
		for _, result := range compared {
			values := slices.DeleteFunc(slices.Clone(result.Values), func(v compute.ComparedValue) bool { return formula.Hidden(v.Column.Field) })
			for _, v := range mostMoved(values) {
				if len(sum.Values) < MaxConsequences {
					sum.Values = append(sum.Values, s.valueOf(one.Point, result.Time, v))
				}
			}
			sum.MoreValues += len(values)
		}
	}
	sum.MoreValues -= len(sum.Values)
}

// mostMoved returns the values of a result that change most, in their order.
func mostMoved(values []compute.ComparedValue) []compute.ComparedValue {
	if len(values) <= mostOfAResult {
		return values
	}
	moved := func(v compute.ComparedValue) float64 {
		if reading.IsMissing(v.Before) || reading.IsMissing(v.After) {
			return math.Inf(1)
		}
		return math.Abs(v.After - v.Before)
	}
	sorted := slices.Clone(values)
	slices.SortStableFunc(sorted, func(a, b compute.ComparedValue) int { return cmp.Compare(moved(b), moved(a)) })
	return sorted[:mostOfAResult]
}

// initials returns the new or changed initial values of a point, and the one that waits for readings.
func (s summary) initials(of *compute.Preview) []FormedInitial {
	var list []FormedInitial
	for i := range of.Initials {
		list = append(list, s.formed(&of.Initials[i]))
	}
	if f := of.Forming; f != nil {
		list = append(list, FormedInitial{
			PointID: of.Point, PointName: s.nameOf(of.Point), From: f.From, Count: f.Count, Missing: f.Needed - f.Count, Values: []InitialField{},
		})
	}
	return list
}

func (s summary) formed(initial *compiled.InitialValue) FormedInitial {
	made := FormedInitial{
		PointID: initial.Point, PointName: s.nameOf(initial.Point), From: initial.From, Formed: initial.Formed, Count: initial.Count, Values: []InitialField{},
	}
	for c, column := range initial.Columns.List {
		switch value := counted(initial.Values[c]); {
		case value == nil, formula.Hidden(column.Field):
		case len(made.Values) == MaxConsequences:
			made.More++
		default:
			shown := catalog.Shown(s.measurementOf(initial.Point), column.Field)
			made.Values = append(made.Values, InitialField{
				Field: column.Field, Node: column.Node, Label: shown.Label, Unit: shown.Unit, Decimals: shown.Decimals, Value: *value,
			})
		}
	}
	return made
}

func (s summary) valueOf(id, at int64, v compute.ComparedValue) ConsequentValue {
	measurement := s.measurementOf(id)
	shown := catalog.Shown(measurement, v.Column.Field)
	return ConsequentValue{
		PointID: id, PointName: s.nameOf(id), Time: at, Measurement: measurement, Field: v.Column.Field, Node: v.Column.Node, ValueType: string(v.ValueType),
		Unit: shown.Unit, Decimals: shown.Decimals, Before: counted(v.Before), After: counted(v.After),
	}
}

func (s summary) measurementOf(id int64) string {
	if known, ok := s.find(id); ok {
		return known.Definition.Point.Measurement
	}
	return ""
}

func (s summary) nameOf(id int64) string {
	if known, ok := s.find(id); ok {
		return known.Definition.Point.Name
	}
	return ""
}

// counted returns nil for NaN.
func counted(v float64) *float64 {
	if reading.IsMissing(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
