package picture

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Size of a curve in pixels. Mails show it 640 wide: its letters can be read on a phone, and it is sharp.
const (
	curveWidth  = 960
	curveHeight = 480
)

const (
	day = 24 * 60 * 60 * 1000 // ms
	// before is how much of the curve is drawn before an alert began.
	before = 7 * day
	// afterEnd is how much is drawn after its end.
	afterEnd = day / 2
	// shortest is the shortest range, of a point whose first reading is the alert.
	shortest = day / 24
	// mostSamples is the number of samples of a curve, at least one for each pixel.
	mostSamples = 800
)

// curve is the input of the script; web/src/features/data-views/picture/alert-curve.ts reads it.
type curve struct {
	Name      string           `json:"name"`
	Unit      string           `json:"unit"`
	Decimals  int              `json:"decimals"`
	Times     []int64          `json:"times"`
	Values    []*float64       `json:"values"`
	Gaps      []gap            `json:"gaps"`
	Start     int64            `json:"start"`
	End       int64            `json:"end"`
	Threshold *alarm.Threshold `json:"threshold"`
	Turns     []turn           `json:"turns"`
	Zone      string           `json:"zone"`
	Language  string           `json:"language"`
	Width     int              `json:"width"`
	Height    int              `json:"height"`
}

type gap struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// turn is a reading that changed the level of an alert.
type turn struct {
	Time  int64       `json:"t"`
	Value float64     `json:"value"`
	Level alarm.Level `json:"level"`
	Text  string      `json:"text"`
}

// subject is the quantity that an alert is about.
type subject struct {
	point, corporation, project int64
	structure, item             int64
	name                        string // of the point
	measurement                 string
	key                         alarm.Key
	step                        alarm.Step
	limits                      *alarm.Threshold // of a graded warning: its own; nil: those of the point
}

// subjectOf returns what an alert is about at a step; of several quantities the first. Point 0: no point.
func (a *Alerts) subjectOf(ctx context.Context, r *alarm.Record, step alarm.Step) (subject, error) {
	s := subject{
		point: r.PointID, corporation: r.CorporationID, project: r.ProjectID, structure: r.StructureID, item: r.ItemID,
		measurement: r.Measurement, key: r.Key, step: step,
	}
	switch {
	case r.Kind.Health():
		return subject{}, nil
	case r.Kind == alarm.OfGraded:
		if s.step.Ground == "" { // of a restore
			s.step.Ground = r.Last().Ground
		}
		s.rest()
	}
	if s.point == 0 {
		return subject{}, nil
	}
	p, err := a.points.Get(ctx, s.scope(), s.point)
	if errs.IsKind(err, errs.NotFound) { // deleted since, or no point of the project
		return subject{}, nil
	}
	s.name = p.Name
	s.structure, s.item = p.StructureID, p.ItemID
	return s, err
}

// rest takes the first condition that a graded warning rests on.
func (s *subject) rest() {
	list := s.step.Grounds()
	if len(list) == 0 {
		return
	}
	g := &list[0]
	s.point = cmp.Or(g.Point, s.point)
	s.measurement, s.key = g.Measurement, alarm.Key{Field: g.Field, ValueType: g.ValueType}
	s.step.Node, s.step.Value, s.step.Unit = g.Node, g.Value, g.Unit
	s.limits = &alarm.Threshold{Field: g.Field, ValueType: g.ValueType, Enable: true}
	if g.Signed {
		s.limits.Direction = alarm.DirectionPositive
	}
	if g.Below {
		s.limits.Lower = &alarm.Lower{}
		set(s.step.Level, g.Limit, &s.limits.Lower.Blue, &s.limits.Lower.Yellow, &s.limits.Lower.Orange, &s.limits.Lower.Red)
	} else {
		set(s.step.Level, g.Limit, &s.limits.Blue, &s.limits.Yellow, &s.limits.Orange, &s.limits.Red)
	}
}

// set sets the limit of a level.
func set(level alarm.Level, limit float64, blue, yellow, orange, red **float64) {
	for i, of := range []**float64{blue, yellow, orange, red} {
		if alarm.Level(i+1) == level {
			*of = &limit
		}
	}
}

// scope is the project of the alert and nothing else.
func (s *subject) scope() access.Scope {
	return access.Scope{Corporation: s.corporation, Project: s.project}
}

// drawCurve draws the curve of a subject with its limits, and marks what happened; nil: there are no values.
func (a *Alerts) drawCurve(ctx context.Context, s *subject, r *alarm.Record, zone, language string) ([]byte, error) {
	now := clock.Now().UnixMilli()
	asked := query.Request{
		Point: s.point, Fields: []string{s.key.Field}, ValueTypes: []query.ValueType{query.ValueType(s.key.ValueType)},
		Start: r.Opened - before, End: now, MaxPoints: mostSamples,
	}
	if r.Ended != 0 {
		asked.End = min(now, r.Ended+afterEnd)
	}
	if s.step.Node > 0 {
		asked.Nodes = []int32{s.step.Node}
	}
	asked.End = max(asked.End, s.step.Time)
	chart, err := a.read.Query(ctx, asked)
	if err != nil {
		return nil, err
	}
	if len(chart.Series) == 0 || len(chart.Series[0].Times) == 0 {
		return nil, nil
	}
	one := &chart.Series[0]
	unit, decimals := one.Column.Unit, one.Column.Decimals
	start := min(max(chart.Start, chart.First), chart.End-shortest)
	c := curve{
		Name: alarm.Quantity(s.measurement, s.key).In(language), Unit: unit, Decimals: decimals,
		Times: one.Times, Values: make([]*float64, len(one.Values)), Gaps: make([]gap, len(chart.Gaps)),
		Start: start, End: chart.End, Threshold: s.threshold(chart.Thresholds), Turns: s.turns(r, unit, decimals),
		Zone: zone, Language: language, Width: curveWidth, Height: curveHeight,
	}
	for i := range one.Values {
		if v := one.Values[i]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			c.Values[i] = &v
		}
	}
	for i, g := range chart.Gaps {
		c.Gaps[i] = gap(g)
	}
	return a.curve(ctx, &c)
}

// threshold returns the limits of a subject among those that judge its quantity now; without any that which was reached.
func (s *subject) threshold(list []alarm.Threshold) *alarm.Threshold {
	if s.limits != nil {
		return s.limits
	}
	at := slices.IndexFunc(list, func(t alarm.Threshold) bool {
		return t.NodeRange == nil && !s.key.NodeRange.Limited ||
			t.NodeRange != nil && s.key.NodeRange.Limited && *t.NodeRange == [2]int32{s.key.NodeRange.From, s.key.NodeRange.To}
	})
	if at >= 0 {
		return &list[at]
	}
	if s.step.Level == alarm.Normal {
		return nil
	}
	t := &alarm.Threshold{Field: s.key.Field, ValueType: s.key.ValueType, Enable: true, Direction: s.step.Direction, Reference: s.step.Reference}
	if s.step.Side == alarm.LowerLimit {
		t.Lower = &alarm.Lower{}
		set(s.step.Level, s.step.Limit, &t.Lower.Blue, &t.Lower.Yellow, &t.Lower.Orange, &t.Lower.Red)
	} else {
		set(s.step.Level, s.step.Limit, &t.Blue, &t.Yellow, &t.Orange, &t.Red)
	}
	return t
}

// turns returns the readings that changed the level, and the one that the mail is about with its value.
func (s *subject) turns(r *alarm.Record, unit string, decimals int) []turn {
	marked := turn{s.step.Time, s.step.Value, s.step.Level, alarm.WithUnit(alarm.Number(s.step.Value, decimals), unit)}
	list := []turn{}
	for _, step := range r.Steps {
		value := step.Value
		if step.Time == marked.Time || s.limits != nil { // a graded warning has no value, its conditions have
			continue
		}
		list = append(list, turn{step.Time, value, step.Level, ""})
	}
	return append(list, marked)
}
