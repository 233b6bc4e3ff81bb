package alarm

import (
	"encoding/json"
	"math"
	"strings"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// OfGraded is a record about a graded early warning: several quantities together reached a warning grade (domain
// thresholds.md section 5). It never changes the level of a point.
const OfGraded Kind = "graded"

// TypeGraded is the type of graded warnings.
const TypeGraded = "graded"

// Overdue is the transition of a graded warning that nobody acknowledged in time.
const Overdue TransitionKind = "overdue"

// EventOverdue is the event of Overdue. Rules cannot ask for it: the emergency plan says who gets a message.
const EventOverdue Event = "overdue"

// gradedRestore is the number of consecutive readings below the lowest grade after which a graded warning is over.
const gradedRestore = 2

// Ground is a condition that a graded warning rests on.
type Ground struct {
	Point       int64     `json:"point,omitempty"` // 0: that of the record
	Measurement string    `json:"measurement"`
	Field       string    `json:"field"`
	ValueType   ValueType `json:"valueType"`
	Value       float64   `json:"value"` // signed, in the field's unit (rate: a day)
	Limit       float64   `json:"limit"`
	Below       bool      `json:"below,omitempty"`  // the value is at or below the limit
	Signed      bool      `json:"signed,omitempty"` // the value itself counts, not its magnitude
	Unit        string    `json:"unit,omitempty"`   // if different from the field's
	Node        int32     `json:"node,omitempty"`
}

// Grounds decodes the conditions that a step of a graded warning rests on.
func (s Step) Grounds() []Ground {
	var list []Ground
	if json.Unmarshal([]byte(s.Ground), &list) != nil {
		return nil
	}
	return list
}

// GroundsText encodes conditions for a step; steps are compared, so equal conditions give equal texts.
func GroundsText(list []Ground) string {
	text, err := json.Marshal(list)
	if err != nil { // a value that is not finite
		return ""
	}
	return string(text)
}

// Inequality formats the relation of the value to the limit with the unit.
func (g *Ground) Inequality() string {
	step := Step{Value: g.Value, Limit: g.Limit, Side: Upper, Unit: g.Unit, Node: g.Node}
	switch {
	case g.Below:
		step.Side = LowerLimit
	case g.Signed:
		step.Direction = DirectionPositive
	}
	return Inequality(g.Measurement, g.key(), step)
}

func (g *Ground) key() Key { return Key{Field: g.Field, ValueType: g.ValueType} }

// StepText formats what a step of an alert about points rests on.
func StepText(r *Record, step Step) string {
	if r.Kind != OfGraded {
		return Inequality(r.Measurement, r.Key, step)
	}
	var parts []string
	for _, g := range step.Grounds() {
		parts = append(parts, g.Inequality())
	}
	return strings.Join(parts, "; ")
}

var (
	severalPoints = i18n.Label{Zh: "多指标", En: "several indices", Tw: "多指標"}
	gradeReached  = i18n.Label{
		Zh: "{grounds}，达到{level}预警等级", En: "{grounds}: warning grade {level} reached", Tw: "{grounds}，達到{level}預警等級",
	}
	groundText = i18n.Label{Zh: "{quantity} {inequality}", En: "{quantity} {inequality}", Tw: "{quantity} {inequality}"}
	groundsGap = i18n.Label{Zh: "，", En: ", ", Tw: "，"}
)

// Warning returns the name of a graded warning of this level.
func (l Level) Warning() i18n.Label {
	color := l.Color()
	return i18n.Label{Zh: color.Zh + "预警", En: color.En + " early warning", Tw: color.Tw + "預警"}
}

// gradedReason returns the conditions that a step rests on, and the grade.
func gradedReason(step Step, lang errs.Language) string {
	language := string(lang)
	var parts []string
	for _, g := range step.Grounds() {
		parts = append(parts, fill(groundText.In(language), "quantity", Quantity(g.Measurement, g.key()).In(language), "inequality", g.Inequality()))
	}
	return fill(gradeReached.In(language), "grounds", strings.Join(parts, groundsGap.In(language)), "level", step.Level.Color().In(language))
}

// Assessment is a reading as judged by something other than one threshold.
type Assessment struct {
	Level        Level // reached
	Restored     bool  // it counts towards the end of a warning
	Value, Limit float64
	Node         int32
	Ground       string // see GroundsText
}

// Assess takes the next reading of a fold with one key, as Judge does with thresholds.
func (f *Fold) Assess(t int64, a *Assessment) {
	f.Judge(nil, t, nil, nil, nil)
	j := judge{confirm: 1, restore: gradedRestore}
	for i := range j.upper {
		j.upper[i], j.lower[i] = a.Limit, math.Inf(-1)
	}
	f.step(&j, t, &verdict{judged: true, restored: a.Restored, level: a.Level, side: Upper, value: a.Value, node: a.Node, ground: a.Ground})
}

// Only returns the state of the key of a fold that has one.
func (f *Fold) Only() KeyState { return f.State.Keys[0] }
