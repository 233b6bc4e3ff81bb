package grading

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
)

// Limits of settings.
const (
	maxName         = 50 // characters
	maxAlternatives = 5  // of a level
	maxTogether     = 6  // conditions of an alternative
	maxHold         = 10 // consecutive readings
	minConditions   = 2  // of a multi grading
	maxConditions   = 20
	minWindow       = 1 // minutes
	maxWindow       = 7 * 24 * 60
	maxRatio        = 10
	maxLimit        = 1e9
	defaultWindow   = 60 // minutes
)

// Comparisons of conditions.
const (
	AtLeast = ">="
	AtMost  = "<="
)

// Condition compares a value with a limit.
type Condition struct {
	PointID     int64           `json:"measuringPointId,omitempty" minimum:"0" doc:"Multi gradings: the point; 0: any point of the measurement"`
	Measurement string          `json:"measurement,omitempty" maxLength:"40" doc:"Multi gradings without a point: the measurement"`
	Field       string          `json:"field,omitempty" maxLength:"40" doc:"Multi gradings: the attribute"`
	ValueType   alarm.ValueType `json:"valueType" enum:"observed,accumulated,rate"`
	Op          string          `json:"op,omitempty" enum:">=,<=" doc:"Multi gradings: default >=, with the sign of the value. Single gradings compare the magnitude"`
	Ratio       *float64        `json:"ratioOfControl,omitempty" doc:"Single gradings: share of the control value of the value type, such as 0.85"`
	Value       *float64        `json:"value,omitempty" doc:"In the unit of the attribute, rates a day"`
}

// Alternative is a list of conditions that are true together.
type Alternative struct {
	Conditions []Condition `json:"conditions"`
}

// Level says when a single grading reaches a grade: one of its alternatives is true for some consecutive readings.
type Level struct {
	Level        int           `json:"level" minimum:"1" maximum:"4" doc:"1 blue, 2 yellow, 3 orange, 4 red"`
	Enable       bool          `json:"enable"`
	Alternatives []Alternative `json:"alternatives" doc:"One of them is enough; the conditions of each are true together"`
	HoldTimes    int           `json:"holdTimes,omitempty" minimum:"0" maximum:"10" doc:"Consecutive readings for which it is true; default 1"`
}

// Single are the settings of a grading of one attribute: each point in its scope is judged at each of its readings.
type Single struct {
	StructureID  int64    `json:"structureId,omitempty" minimum:"0" doc:"0: the whole project"`
	ItemID       int64    `json:"itemId,omitempty" minimum:"0" doc:"0: the whole structure"`
	Measurement  string   `json:"measurement" maxLength:"40"`
	Field        string   `json:"field" maxLength:"40"`
	ControlValue *float64 `json:"controlValue,omitempty" doc:"Of the accumulated change; omitted: the red threshold of the point at the time of the reading"`
	RateControl  *float64 `json:"rateControl,omitempty" doc:"Of the change rate, a day; omitted: the red threshold of the point at the time of the reading"`
	Levels       []Level  `json:"levels"`
}

// Multi are the settings of a grading of several attributes or points.
type Multi struct {
	Level         int         `json:"level" minimum:"1" maximum:"4"`
	Conditions    []Condition `json:"conditions" doc:"2 to 20"`
	AtLeast       int         `json:"atLeast,omitempty" minimum:"0" maximum:"20" doc:"Conditions that are true together; 0: all, 1: any"`
	WindowMinutes int         `json:"timeWindow,omitempty" minimum:"0" maximum:"10080" doc:"Minutes for which the last reading of a condition counts; default 60"`
}

// Settings are a version of a grading, valid from its time on. Exactly one of Single and Multi is set.
type Settings struct {
	Name   string  `json:"name" maxLength:"50"`
	Enable bool    `json:"enable" doc:"false: nothing is judged from then on"`
	Single *Single `json:"single,omitempty"`
	Multi  *Multi  `json:"multi,omitempty"`
}

// Window returns the minutes for which the last reading of a condition counts, in ms.
func (m *Multi) Window() int64 { return int64(cmp.Or(m.WindowMinutes, defaultWindow)) * 60_000 }

func (m *Multi) needed() int { return cmp.Or(m.AtLeast, len(m.Conditions)) }

// TwoIndex returns the levels of two-index control (domain thresholds.md 5.1). Its red grade rests on both indices: what
// "no convergence" of a lasting orange means has no number there (decision 0272).
func TwoIndex() []Level {
	ratio := func(valueType alarm.ValueType, share float64) Condition {
		return Condition{ValueType: valueType, Ratio: &share}
	}
	both := func(share float64) Alternative {
		return Alternative{[]Condition{ratio(alarm.Accumulated, share), ratio(alarm.Rate, share)}}
	}
	one := func(valueType alarm.ValueType, share float64) Alternative {
		return Alternative{[]Condition{ratio(valueType, share)}}
	}
	return []Level{
		{Level: int(alarm.Yellow), Enable: true, Alternatives: []Alternative{both(0.70), one(alarm.Accumulated, 0.85), one(alarm.Rate, 0.85)}},
		{Level: int(alarm.Orange), Enable: true, Alternatives: []Alternative{both(0.85), one(alarm.Accumulated, 1), one(alarm.Rate, 1)}},
		{Level: int(alarm.Red), Enable: true, Alternatives: []Alternative{both(1)}},
	}
}

// Check trims settings and returns everything that is wrong with them.
func (s *Settings) Check() error {
	var refused errs.Refusals
	s.Name = strings.TrimSpace(s.Name)
	switch n := utf8.RuneCountInString(s.Name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
	switch {
	case s.Single != nil:
		s.Single.check(&refused)
	case s.Multi != nil:
		s.Multi.check(&refused)
	}
	return refused.Err()
}

// attribute refuses a measurement or field that the catalog does not know.
func attribute(refused *errs.Refusals, at, measurement, field string) {
	known := catalog.Measurements()
	var codes []string
	for i := range known {
		if known[i].Code != measurement {
			codes = append(codes, known[i].Code)
			continue
		}
		var names []string
		for _, a := range known[i].Attributes {
			if a.Name == field {
				return
			}
			names = append(names, a.Name)
		}
		refused.Add(at+"field", errs.NotOneOf, "allowed", strings.Join(names, ", "))
		return
	}
	refused.Add(at+"measurement", errs.NotOneOf, "allowed", strings.Join(codes, ", "))
}

func number(refused *errs.Refusals, field string, v *float64, least, most float64) {
	if v != nil && !(*v >= least && *v <= most) {
		refused.Add(field, errs.OutOfRange, "min", least, "max", most)
	}
}

func (s *Single) check(refused *errs.Refusals) {
	attribute(refused, "", s.Measurement, s.Field)
	number(refused, "controlValue", s.ControlValue, 1/maxLimit, maxLimit)
	number(refused, "rateControl", s.RateControl, 1/maxLimit, maxLimit)
	if s.ItemID != 0 && s.StructureID == 0 {
		refused.Add("structureId", errs.Empty)
	}
	if len(s.Levels) == 0 {
		refused.Add("levels", errs.Empty)
	}
	last := 0
	for i := range s.Levels {
		l, at := &s.Levels[i], fmt.Sprintf("levels[%d].", i)
		switch {
		case l.Level < int(alarm.Blue) || l.Level > int(alarm.Red):
			refused.Add(at+"level", errs.OutOfRange, "min", int(alarm.Blue), "max", int(alarm.Red))
		case l.Level <= last:
			refused.Add(at+"level", errs.GradesRise)
		}
		last = l.Level
		if l.HoldTimes < 0 || l.HoldTimes > maxHold {
			refused.Add(at+"holdTimes", errs.OutOfRange, "min", 0, "max", maxHold)
		}
		switch n := len(l.Alternatives); {
		case n == 0:
			refused.Add(at+"alternatives", errs.Empty)
		case n > maxAlternatives:
			refused.Add(at+"alternatives", errs.TooManyEntries, "max", maxAlternatives)
		}
		for k := range l.Alternatives {
			l.Alternatives[k].check(refused, fmt.Sprintf("%salternatives[%d].conditions", at, k))
		}
	}
}

func (a *Alternative) check(refused *errs.Refusals, at string) {
	switch n := len(a.Conditions); {
	case n == 0:
		refused.Add(at, errs.Empty)
	case n > maxTogether:
		refused.Add(at, errs.TooManyEntries, "max", maxTogether)
	}
	for i := range a.Conditions {
		c, at := &a.Conditions[i], fmt.Sprintf("%s[%d].", at, i)
		c.checkType(refused, at)
		switch {
		case (c.Ratio == nil) == (c.Value == nil):
			refused.Add(at+"value", errs.RatioOrValue)
		case c.Ratio != nil && c.ValueType == alarm.Observed:
			refused.Add(at+"ratioOfControl", errs.RatioOfChange)
		}
		number(refused, at+"ratioOfControl", c.Ratio, 0.01, maxRatio)
		number(refused, at+"value", c.Value, 1/maxLimit, maxLimit)
	}
}

func (c *Condition) checkType(refused *errs.Refusals, at string) {
	switch c.ValueType {
	case alarm.Observed, alarm.Accumulated, alarm.Rate:
	default:
		refused.Add(at+"valueType", errs.NotOneOf, "allowed", strings.Join([]string{string(alarm.Observed), string(alarm.Accumulated), string(alarm.Rate)}, ", "))
	}
}

func (m *Multi) check(refused *errs.Refusals) {
	if m.Level < int(alarm.Blue) || m.Level > int(alarm.Red) {
		refused.Add("level", errs.OutOfRange, "min", int(alarm.Blue), "max", int(alarm.Red))
	}
	switch n := len(m.Conditions); {
	case n < minConditions:
		refused.Add("conditions", errs.TooFewEntries, "min", minConditions)
	case n > maxConditions:
		refused.Add("conditions", errs.TooManyEntries, "max", maxConditions)
	}
	if m.AtLeast < 0 || m.AtLeast > len(m.Conditions) {
		refused.Add("atLeast", errs.OutOfRange, "min", 0, "max", len(m.Conditions))
	}
	if m.WindowMinutes != 0 && (m.WindowMinutes < minWindow || m.WindowMinutes > maxWindow) {
		refused.Add("timeWindow", errs.OutOfRange, "min", minWindow, "max", maxWindow)
	}
	for i := range m.Conditions {
		c, at := &m.Conditions[i], fmt.Sprintf("conditions[%d].", i)
		c.checkType(refused, at)
		attribute(refused, at, c.Measurement, c.Field)
		c.Op = cmp.Or(c.Op, AtLeast)
		if c.Op != AtLeast && c.Op != AtMost {
			refused.Add(at+"op", errs.NotOneOf, "allowed", AtLeast+", "+AtMost)
		}
		if c.Value == nil || c.Ratio != nil {
			refused.Add(at+"value", errs.Empty)
		}
		number(refused, at+"value", c.Value, -maxLimit, maxLimit)
	}
}

// limit returns the limit of a condition of a single grading; NaN: it has none at present.
func (c *Condition) limit(control Control) float64 {
	switch {
	case c.Value != nil:
		return *c.Value
	case c.ValueType == alarm.Rate:
		return tidy(*c.Ratio * control.Rate)
	}
	return tidy(*c.Ratio * control.Accumulated)
}

// tidy removes what the multiplication added to the last digits: 0.85 of 30 is 25.5, and 25.5 reaches it.
func tidy(v float64) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	scale := math.Pow(10, 9-math.Ceil(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}
