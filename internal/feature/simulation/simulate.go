package simulation

import (
	"context"
	"slices"
	"strconv"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// quantity is what thresholds judge: a field with a value type.
type quantity struct {
	field     string
	valueType alarm.ValueType
}

func (q quantity) of(t *alarm.Threshold) bool {
	return t.Field == q.field && t.ValueType == q.valueType
}

// engine replays the past; compute.Previewer implements it.
type engine interface {
	Replay(ctx context.Context, p *compiled.Point, sets []timeline.Timeline[alarm.Thresholds],
		visit func(*compiled.Segment, alarm.Deciding)) ([]compute.Replayed, error)
	Records(ctx context.Context, point, since int64) ([]alarm.Record, error)
}

// simulated is what the thresholds in force and other sets did to a point.
type simulated struct {
	point   *compiled.Point
	span    span
	curve   curve
	current SimulatedOutcome
	sets    []SimulatedOutcome
}

// inForce returns the dated thresholds of a point for one quantity.
func inForce(p *compiled.Point, q quantity) timeline.Timeline[alarm.Thresholds] {
	versions := slices.Clone(p.Definition.Thresholds.Versions())
	for i := range versions {
		versions[i].Value = alarm.Thresholds{List: slices.DeleteFunc(slices.Clone(versions[i].Value.List), func(t alarm.Threshold) bool { return !q.of(&t) })}
	}
	return timeline.Of(versions)
}

// always returns a set of thresholds as if it had always been in force.
func always(set alarm.Thresholds) timeline.Timeline[alarm.Thresholds] {
	return timeline.Of([]timeline.Version[alarm.Thresholds]{{ID: 1, ValidFrom: compiled.Beginning, Value: set}})
}

// unlimited judges a quantity without ever raising an alert.
func (q quantity) unlimited() alarm.Thresholds {
	return alarm.Thresholds{List: []alarm.Threshold{{Field: q.field, ValueType: q.valueType, Enable: true}}}
}

// simulate judges the whole past of a point with each set and counts what falls into a span. withFalse also looks up the
// decisions of people.
func simulate(ctx context.Context, from engine, p *compiled.Point, q quantity, s span, sets []alarm.Thresholds, withFalse bool) (*simulated, error) {
	made := &simulated{point: p, span: s, curve: curve{from: s.from, to: s.to}}
	drawn := q.unlimited()
	if len(sets) > 0 {
		drawn = sets[0]
	}
	asked := []timeline.Timeline[alarm.Thresholds]{always(drawn), inForce(p, q)}
	if len(sets) > 1 {
		for _, set := range sets[1:] {
			asked = append(asked, always(set))
		}
	}
	replayed, err := from.Replay(ctx, p, asked, made.curve.add)
	if err != nil {
		return nil, err
	}
	var decided []alarm.Record
	if withFalse {
		if decided, err = from.Records(ctx, p.Definition.Point.ID, s.from); err != nil {
			return nil, err
		}
	}
	made.current = s.outcome(&replayed[1], decided)
	made.sets = []SimulatedOutcome{}
	if len(sets) > 0 {
		made.sets = append(made.sets, s.outcome(&replayed[0], decided))
	}
	for i := 2; i < len(replayed); i++ {
		made.sets = append(made.sets, s.outcome(&replayed[i], decided))
	}
	return made, nil
}

// spanOf returns the span of a question about a point.
func spanOf(p *compiled.Point, from, to int64) (span, error) {
	zone, err := time.LoadLocation(zoneName(p))
	if err != nil {
		return span{}, errs.Wrap(err, errs.ZoneUnknown)
	}
	return span{from: from, to: to, now: clock.Now().UnixMilli(), zone: zone}, nil
}

func zoneName(p *compiled.Point) string {
	if p.Definition.ProjectZone != "" {
		return p.Definition.ProjectZone
	}
	return i18n.DefaultTimeZone
}

// check refuses a set of thresholds that could not be saved, is empty, or judges another quantity.
func (q quantity) check(set alarm.Thresholds) error {
	var refused errs.Refusals
	if len(set.List) == 0 {
		refused.Add("list", errs.Empty)
	}
	for i := range set.List {
		t := &set.List[i]
		at := "list[" + strconv.Itoa(i) + "]."
		if t.Field != q.field {
			refused.Add(at+"field", errs.NotOneOf, "allowed", q.field)
		}
		if t.ValueType != q.valueType {
			refused.Add(at+"valueType", errs.NotOneOf, "allowed", string(q.valueType))
		}
	}
	if err := refused.Err(); err != nil {
		return err
	}
	return alarm.Validate(set)
}
