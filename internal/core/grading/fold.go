package grading

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/timeline"
)

// Node is what one node of a point, or the point, measured; NaN: missing.
type Node struct {
	No                          int32
	Observed, Accumulated, Rate float64
}

func (n *Node) value(t alarm.ValueType) float64 {
	switch t {
	case alarm.Accumulated:
		return n.Accumulated
	case alarm.Rate:
		return n.Rate
	}
	return n.Observed
}

// Control are the control values C and C_r of a point at a time; NaN: none.
type Control struct{ Accumulated, Rate float64 }

// Reading is a judged result of one attribute of a point.
type Reading struct {
	Point       int64
	Measurement string
	Field       string
	Time        int64 // UTC ms
	Nodes       []Node
	Control     Control // the red thresholds of the point
	Units       Units
}

// Units are the units of changes if they differ from those of the attribute.
type Units struct{ Value, Rate string }

func (r *Reading) ground(c *Condition, n *Node, limit float64) alarm.Ground {
	g := alarm.Ground{
		Measurement: r.Measurement, Field: r.Field, ValueType: c.ValueType, Value: n.value(c.ValueType), Limit: limit, Node: n.No,
	}
	switch c.ValueType {
	case alarm.Accumulated:
		g.Unit = r.Units.Value
	case alarm.Rate:
		g.Unit = r.Units.Rate
	}
	return g
}

// State is the state of a fold between readings, as stored.
type State struct {
	Time   int64              // UTC ms of the last reading
	Counts [alarm.Red + 1]int // consecutive readings at which a grade was reached
	Alarm  alarm.KeyState
}

// Beginning is the state before the first reading.
func Beginning() State { return State{Time: math.MinInt64} }

// Fold judges the readings of a grading in the order of time. It is a pure function of its state, the readings, the dated
// settings and the decisions of people.
type Fold struct {
	settings timeline.Timeline[Settings]
	alarms   *alarm.Fold
	counts   [alarm.Red + 1]int
	latest   map[source]*Reading // of a multi grading
}

// source is an attribute of a point.
type source struct {
	point int64
	field string
}

// NewFold continues from a state. Readings of a multi grading before the state are given with Recall first.
func NewFold(settings timeline.Timeline[Settings], key alarm.Key, actions []alarm.Action, s State) *Fold {
	f := &Fold{settings: settings, alarms: alarm.NewFold([]alarm.Key{key}, actions), counts: s.Counts, latest: map[source]*Reading{}}
	f.alarms.Start(alarm.State{Time: s.Time, Keys: []alarm.KeyState{s.Alarm}})
	return f
}

// State returns the state after the readings so far.
func (f *Fold) State() State {
	return State{Time: f.alarms.State.Time, Counts: f.counts, Alarm: f.alarms.Only()}
}

// Episodes returns the warnings since the state that the fold began with. It ends at the newest reading.
func (f *Fold) Episodes() []alarm.Episode { return f.alarms.Episodes(true) }

// Recall keeps a reading before the state, which counts for the time window of a multi grading.
func (f *Fold) Recall(r *Reading) { f.latest[source{r.Point, r.Field}] = r }

// Take takes all readings of one time.
func (f *Fold) Take(list []*Reading) {
	t := list[0].Time
	version, ok := f.settings.At(t)
	for _, r := range list {
		f.Recall(r)
	}
	if !ok || !version.Value.Enable {
		return
	}
	if version.Value.Single != nil {
		f.single(version.Value.Single, list[0])
	} else {
		f.multi(version.Value.Multi, t)
	}
}

// verdict is what the conditions of a level say about a reading.
type verdict struct {
	grounds []alarm.Ground // of the first alternative that is true; nil: none is
	judged  bool           // a condition has a value and a limit
	open    bool           // none is true, but one might be with the values that are missing
}

// single judges a reading of a point. A grade above another counts for it, too.
func (f *Fold) single(s *Single, r *Reading) {
	var found [alarm.Red + 1]verdict
	holds, known := [alarm.Red + 1]int{}, false
	for i := range s.Levels {
		if l := &s.Levels[i]; l.Enable {
			found[l.Level], holds[l.Level] = l.judge(s, r), max(l.HoldTimes, 1)
			known = known || found[l.Level].judged
		}
	}
	if !known {
		return
	}
	level, restored := alarm.Normal, true
	var grounds, reached []alarm.Ground
	for l := alarm.Red; l >= alarm.Blue; l-- {
		if len(found[l].grounds) > 0 {
			grounds = found[l].grounds
		}
		switch {
		case holds[l] == 0:
			f.counts[l] = 0
		case len(grounds) > 0:
			restored = false
			if f.counts[l] = min(f.counts[l]+1, maxHold); level == alarm.Normal && f.counts[l] >= holds[l] {
				level, reached = l, grounds
			}
		case found[l].open:
			restored = false
		default:
			f.counts[l] = 0
		}
	}
	f.assess(r.Time, level, restored, reached)
}

// judge returns what a level says about a reading. Without a control value a share of it is never reached.
func (l *Level) judge(s *Single, r *Reading) (v verdict) {
	control := r.Control
	if s.ControlValue != nil {
		control.Accumulated = *s.ControlValue
	}
	if s.RateControl != nil {
		control.Rate = *s.RateControl
	}
	for i := range l.Alternatives {
		for n := range r.Nodes {
			v.take(r, &r.Nodes[n], l.Alternatives[i].Conditions, control)
			if v.grounds != nil {
				return v
			}
		}
	}
	return v
}

// take judges conditions that are true together at a node.
func (v *verdict) take(r *Reading, n *Node, list []Condition, control Control) {
	met, missing := make([]alarm.Ground, 0, len(list)), 0
	for i := range list {
		c := &list[i]
		value, limit := math.Abs(n.value(c.ValueType)), c.limit(control)
		switch {
		case math.IsNaN(limit):
		case math.IsNaN(value):
			missing++
		default:
			if v.judged = true; tidy(value) >= limit {
				met = append(met, r.ground(c, n, limit))
			}
		}
	}
	switch len(list) {
	case len(met):
		v.grounds = met
	case len(met) + missing:
		v.open = true
	}
}

// multi judges the last readings of all conditions at a time.
func (f *Fold) multi(m *Multi, t int64) {
	var grounds []alarm.Ground
	for i := range m.Conditions {
		if g, ok := f.met(&m.Conditions[i], t, m.Window()); ok {
			grounds = append(grounds, g)
		}
	}
	if len(grounds) >= m.needed() {
		f.assess(t, alarm.Level(m.Level), false, grounds)
		return
	}
	f.assess(t, alarm.Normal, true, nil)
}

// met returns the value by which a condition is true: of several points, that of the smallest id.
func (f *Fold) met(c *Condition, t, window int64) (g alarm.Ground, ok bool) {
	for from, r := range f.latest {
		mine := from.field == c.Field && (c.PointID == from.point || c.PointID == 0 && r.Measurement == c.Measurement)
		if !mine || r.Time <= t-window || ok && g.Point < from.point {
			continue
		}
		for i := range r.Nodes {
			v := r.Nodes[i].value(c.ValueType)
			if c.Op == AtMost && v <= *c.Value || c.Op != AtMost && v >= *c.Value {
				g, ok = r.ground(c, &r.Nodes[i], *c.Value), true
				g.Point, g.Below, g.Signed = from.point, c.Op == AtMost, true
				break
			}
		}
	}
	return g, ok
}

func (f *Fold) assess(t int64, level alarm.Level, restored bool, grounds []alarm.Ground) {
	a := alarm.Assessment{Level: level, Restored: restored}
	if len(grounds) > 0 {
		a.Value, a.Limit, a.Node, a.Ground = grounds[0].Value, grounds[0].Limit, grounds[0].Node, alarm.GroundsText(grounds)
	}
	f.alarms.Assess(t, &a)
}
