package app

import (
	"cmp"
	"math"
	"slices"

	"plumbline/internal/api"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/reading"
)

// Of each of the newest results of an array, the values that move most are listed.
const mostOfAResult = 8

// consequences adds up what previews of points tell, and lists what people ask for first:
// the alerts, and the newest results.
func (p previews) consequences(found []computation.Preview) api.Consequences {
	sum := api.NoConsequences()
	for i := range found {
		one := &found[i]
		sum.AlertsOpened += len(one.Appear)
		sum.AlertsWithdrawn += len(one.Vanish)
		sum.AlertsRevised += len(one.Change)
		sum.Alerts = append(sum.Alerts, p.alerts(one)...)
		sum.Initials = append(sum.Initials, p.initials(one)...)
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
	slices.SortStableFunc(sum.Alerts, func(a, b api.ConsequentAlert) int {
		return cmp.Or(cmp.Compare(max(b.Level, b.LevelBefore), max(a.Level, a.LevelBefore)), cmp.Compare(b.Time, a.Time))
	})
	sum.Alerts = sum.Alerts[:min(len(sum.Alerts), api.MaxConsequences)]
	sum.Initials = sum.Initials[:min(len(sum.Initials), api.MaxConsequences)]
	p.values(found, &sum)
	return sum
}

func (p previews) alerts(of *computation.Preview) []api.ConsequentAlert {
	var list []api.ConsequentAlert
	add := func(effect string, r alarm.Record, before alarm.Level) {
		last := r.Last()
		unit, decimals := alarm.Shown(r.Measurement, r.Key, last)
		list = append(list, api.ConsequentAlert{
			Effect: effect, AlertID: r.ID, StructureID: r.StructureID, PointID: r.PointID, PointName: p.nameOf(r.PointID), Measurement: r.Measurement,
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

// values lists what becomes of the newest results: of one point those of several times, of
// many the newest of each.
func (p previews) values(found []computation.Preview, sum *api.Consequences) {
	for i := range found {
		one := &found[i]
		compared := one.Newest
		if len(found) > 1 {
			compared = compared[:min(len(compared), 1)]
		}
		for _, result := range compared {
			for _, v := range mostMoved(result.Values) {
				if len(sum.Values) < api.MaxConsequences {
					sum.Values = append(sum.Values, p.valueOf(one.Point, result.Time, v))
				}
			}
			sum.MoreValues += len(result.Values)
		}
	}
	sum.MoreValues -= len(sum.Values)
}

// mostMoved are the values of a result that move most, in the order in which they come.
func mostMoved(values []computation.ComparedValue) []computation.ComparedValue {
	if len(values) <= mostOfAResult {
		return values
	}
	moved := func(v computation.ComparedValue) float64 {
		if reading.IsMissing(v.Before) || reading.IsMissing(v.After) {
			return math.Inf(1)
		}
		return math.Abs(v.After - v.Before)
	}
	sorted := slices.Clone(values)
	slices.SortStableFunc(sorted, func(a, b computation.ComparedValue) int { return cmp.Compare(moved(b), moved(a)) })
	return sorted[:mostOfAResult]
}

// initials are the initial values of a point that would be new or different, and the one that waits for readings.
func (p previews) initials(of *computation.Preview) []api.FormedInitial {
	var list []api.FormedInitial
	for i := range of.Initials {
		list = append(list, p.formed(&of.Initials[i]))
	}
	if f := of.Forming; f != nil {
		list = append(list, api.FormedInitial{PointID: of.Point, PointName: p.nameOf(of.Point), From: f.From, Count: f.Count, Missing: f.Needed - f.Count, Values: []api.InitialField{}})
	}
	return list
}

func (p previews) formed(initial *computation.InitialValue) api.FormedInitial {
	made := api.FormedInitial{PointID: initial.Point, PointName: p.nameOf(initial.Point), From: initial.From, Formed: initial.Formed, Count: initial.Count, Values: []api.InitialField{}}
	for c, column := range initial.Columns.List {
		switch value := counted(initial.Values[c]); {
		case value == nil:
		case len(made.Values) == api.MaxConsequences:
			made.More++
		default:
			shown := catalogue.Shown(p.measurementOf(initial.Point), column.Field)
			made.Values = append(made.Values, api.InitialField{
				Field: column.Field, Node: column.Node, Label: shown.Label, Unit: shown.Unit, Decimals: shown.Decimals, Value: *value,
			})
		}
	}
	return made
}

func (p previews) valueOf(id, at int64, v computation.ComparedValue) api.ConsequentValue {
	measurement := p.measurementOf(id)
	shown := catalogue.Shown(measurement, v.Column.Field)
	return api.ConsequentValue{
		PointID: id, PointName: p.nameOf(id), Time: at, Measurement: measurement, Field: v.Column.Field, Node: v.Column.Node, ValueType: string(v.ValueType),
		Unit: shown.Unit, Decimals: shown.Decimals, Before: counted(v.Before), After: counted(v.After),
	}
}

func (p previews) measurementOf(id int64) string {
	if known, ok := p.directory.Point(id); ok {
		return known.Definition.Point.Measurement
	}
	return ""
}

func (p previews) nameOf(id int64) string {
	if known, ok := p.directory.Point(id); ok {
		return known.Definition.Point.Name
	}
	return ""
}

// counted is nil where there is no number.
func counted(v float64) *float64 {
	if reading.IsMissing(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
