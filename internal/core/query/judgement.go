package query

import (
	"math"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// Code is whether thresholds judge a point, and if not, why.
type Code string

const (
	Judged         Code = "judged"
	PartlyJudged   Code = "partlyJudged"
	NoThreshold    Code = "noThreshold"
	NoInitialValue Code = "noInitialValue"
	NoFormula      Code = "noFormula"
	ReadingHeld    Code = "readingHeld"
	UnpairedFace   Code = "unpairedFace"
	NoData         Code = "noData"
	SwitchedOff    Code = "switchedOff"
)

// Codes returns the codes of points that are not fully judged. If a field has several reasons, the first in this order
// counts.
func Codes() []Code {
	return []Code{SwitchedOff, NoFormula, NoData, UnpairedFace, NoThreshold, NoInitialValue, ReadingHeld, PartlyJudged}
}

// Judgement is the basis of a point's level, or the reason why it has none. It is a pure function of the point's
// results, configuration and stored standings.
type Judgement struct {
	Code    Code
	Reason  i18n.Label
	Since   int64      // UTC ms; start of a level above Normal; 0: from the beginning, or Normal
	Device  int64      // the current source of the point; 0: none
	Missing []Unjudged // enabled thresholds that do not judge
	By      *By        // the deciding threshold; nil: not judged
	Held    *Held      // nil: the level is that of the newest value
	detail  detail
}

// Unjudged is an enabled threshold that does not judge.
type Unjudged struct {
	Field     string
	ValueType ValueType
	Label     i18n.Label
	Code      Code
	Reason    i18n.Label
	Limits    int // number of its levels on both sides
	detail    detail
	since     int64
}

// By is the value and limit of a level. At Normal the limit is the first one.
type By struct {
	Field     string
	ValueType ValueType
	Node      int32
	Value     float64 // NaN: not in the newest reading, the level is from an earlier one
	Limit     float64
	Side      alarm.Side
	Direction string
	Reference float64 // the limit applies to the difference from it
	Level     alarm.Level
	Unit      string
	Decimals  int
	share     float64
}

// Held is a level kept only by the restore count.
type Held struct {
	Level        alarm.Level
	RestoreTimes int
	Done         int // consecutive readings beyond the line
	Line         float64
	Side         alarm.Side
	Direction    string
	Reference    float64
	Field        string
	ValueType    ValueType
	Unit         string
	Decimals     int
}

// newestRow is the data that a judgement needs in addition to the configuration.
type newestRow struct {
	found                       bool
	time                        int64
	flag                        reading.Flag
	columns, changed            *reading.Columns // of the vectors; nil without
	observed, accumulated, rate []float64
	face                        int64 // UTC ms of a reading that waits for its other face; 0: none
	formed                      bool  // the initial value in effect is formed
}

// judger judges one point with its current configuration.
type judger struct {
	p       *compiled.Point
	now     int64
	segment *compiled.Segment
	row     newestRow
	stored  alarm.PointLevel
}

// judge returns the level and judgement of the point.
func (j *judger) judge() (alarm.Level, *Judgement) {
	list, since := j.enabled()
	made := &Judgement{Since: since}
	if binding, ok := j.p.Definition.Config.Binding.At(j.now); ok && len(binding.Value.Sources) > 0 {
		made.Device = binding.Value.Sources[0].DeviceID
	}
	if d := j.blocked(len(list)); d != noDetail {
		made.explain(d)
		switch d {
		case detailUnpaired:
			made.Since = j.row.face
		case detailSwitchedOff:
			made.Since = j.p.Definition.Config.OffSince(j.now)
		}
		return alarm.NotJudged, made
	}
	level := alarm.NotJudged
	best := -1
	for i := range list {
		t := list[i]
		standing, d := j.outcome(t, since)
		if d != noDetail {
			made.Missing = append(made.Missing, j.unjudged(t, d, since))
			continue
		}
		by := j.by(t, standing)
		if best < 0 || j.decides(standing, by, level, made.By) {
			best, made.By, made.Since = i, by, standing.Since
			made.Held = j.held(t, standing)
		}
		level = max(level, standing.Level)
	}
	switch {
	case best < 0:
		first := &made.Missing[0]
		for i := range made.Missing[1:] {
			if made.Missing[i+1].detail < first.detail {
				first = &made.Missing[i+1]
			}
		}
		made.Code, made.Reason, made.Since, made.detail = first.Code, first.Reason, first.since, first.detail
	case len(made.Missing) > 0:
		made.Code, made.Reason = PartlyJudged, partly(made.Missing)
		made.detail = made.Missing[0].detail
	default:
		made.Code, made.Reason = Judged, judgedReason
	}
	return level, made
}

// enabled returns the thresholds in effect and the time since which they are.
func (j *judger) enabled() (list []*alarm.Threshold, since int64) {
	thresholds, ok := j.p.Definition.Thresholds.At(j.now)
	if !ok {
		return nil, 0
	}
	for i := range thresholds.Value.List {
		if t := &thresholds.Value.List[i]; t.Enable {
			list = append(list, t)
		}
	}
	return list, thresholds.ValidFrom
}

// blocked returns why no threshold of the point can judge; noDetail if some may.
func (j *judger) blocked(thresholds int) detail {
	d := &j.p.Definition
	if d.Config.Off(j.now) {
		return detailSwitchedOff
	}
	if j.segment.Program == nil {
		if !j.bound() {
			return detailUnbound
		}
		if j.segment.Problem != nil {
			return detailFormulaFails
		}
		return detailNoFormula
	}
	if !j.row.found && len(j.stored.Outcomes) == 0 {
		if j.row.face != 0 {
			return detailUnpaired
		}
		if d.Point.Kind == catalog.NormalPoint && !j.bound() {
			return detailUnbound
		}
		return detailNoData
	}
	if thresholds > 0 {
		return noDetail
	}
	if versions, ok := d.Thresholds.At(j.now); ok && len(versions.Value.List) > 0 {
		return detailDisabled
	}
	return detailNoThreshold
}

// bound reports whether the point has a source.
func (j *judger) bound() bool {
	binding, ok := j.p.Definition.Config.Binding.At(j.now)
	return ok && len(binding.Value.Sources) > 0
}

// outcome returns the outcome of a threshold; noDetail if it judges.
func (j *judger) outcome(t *alarm.Threshold, since int64) (*alarm.Outcome, detail) {
	key := t.Key()
	if !computes(layout(j.segment, ValueType(t.ValueType)), key) {
		return nil, detailFieldNotComputed
	}
	relative := t.ValueType != alarm.Observed
	if _, ok := j.p.Initials().At(j.now); relative && !ok {
		return nil, detailNoInitial
	}
	for i := range j.stored.Outcomes {
		if s := &j.stored.Outcomes[i]; s.Key == key {
			return s, noDetail
		}
	}
	switch {
	case j.row.face > j.row.time:
		return nil, detailUnpaired
	case j.row.time < since:
		return nil, detailBeforeThreshold
	case relative && !j.row.formed:
		return nil, detailInitialForming
	case !j.row.flag.Judged():
		return nil, detailHeld
	case t.ValueType == alarm.Rate:
		return nil, detailNoRate
	}
	return nil, detailNoValue
}

func computes(columns *reading.Columns, key alarm.Key) bool {
	if columns == nil {
		return false
	}
	for _, c := range columns.List {
		if c.Field == key.Field && key.NodeRange.Contains(c.Node) {
			return true
		}
	}
	return false
}

func (j *judger) unjudged(t *alarm.Threshold, d detail, since int64) Unjudged {
	made := Unjudged{
		Field: t.Field, ValueType: ValueType(t.ValueType), Label: j.label(t), Code: d.code(), Reason: d.reason(), Limits: t.Limits(), detail: d, since: since,
	}
	if d == detailUnpaired {
		made.since = j.row.face
	}
	if d == detailHeld {
		made.since = j.row.time
	}
	return made
}

// label returns the name of what a threshold judges.
func (j *judger) label(t *alarm.Threshold) i18n.Label {
	return alarm.Quantity(j.p.Definition.Point.Measurement, t.Key())
}

// by returns the value that a threshold last judged, if the newest row has it.
func (j *judger) by(t *alarm.Threshold, s *alarm.Outcome) *By {
	kind := ValueType(t.ValueType)
	shown := ShownOf(j.p, reading.Column{Field: t.Field}, kind, j.row.time)
	by := &By{
		Field: t.Field, ValueType: kind, Direction: t.Direction, Level: s.Level, Unit: shown.Unit,
		Decimals: shown.Decimals, Value: math.NaN(), share: math.NaN(), Side: s.Side,
	}
	if kind == Observed {
		by.Reference = t.Reference
	}
	if by.Direction == "" {
		by.Direction = alarm.DirectionBoth
	}
	if by.Side == "" {
		by.Side = alarm.Upper
		if t.Blue == nil {
			by.Side = alarm.LowerLimit
		}
	}
	row := j.row.values(kind)
	if v, ok := t.JudgeRow(j.row.layout(kind), row); ok && j.row.flag.Judged() {
		by.Value, by.Node, by.Limit, by.Side, by.share = v.Value, v.Node, v.Limit, v.Side, v.Share
		if s.Held {
			by.Side, by.Limit = s.Side, t.LimitOf(s.Side, alarm.Blue)
		}
		return by
	}
	by.Limit = t.LimitOf(by.Side, max(s.Level, alarm.Blue))
	return by
}

// layout returns the columns of a value type.
func (r *newestRow) layout(kind ValueType) *reading.Columns {
	if kind == Observed {
		return r.columns
	}
	return r.changed
}

// values returns the vector of a value type.
func (r *newestRow) values(kind ValueType) []float64 {
	switch kind {
	case Accumulated:
		return r.accumulated
	case Rate:
		return r.rate
	}
	return r.observed
}

// decides reports whether a threshold decides the level instead of the previous candidate: the higher level, then a
// current value over a held one; among normal ones the main field, then the one nearer to its limit.
func (j *judger) decides(s *alarm.Outcome, by *By, level alarm.Level, before *By) bool {
	if s.Level != level {
		return s.Level > level
	}
	if level == alarm.Normal {
		a, b := j.rank(by), j.rank(before)
		if a != b {
			return a > b
		}
	}
	return orLess(by.share) > orLess(before.share)
}

// rank orders normal thresholds: that of the displayed value first.
func (j *judger) rank(by *By) int {
	field, kind := mainOf(j.p.Definition.Point.Measurement, j.segment)
	switch {
	case by.Field == field && by.ValueType == kind:
		return 3
	case by.Field == field:
		return 2
	case by.ValueType != Rate:
		return 1
	}
	return 0
}

func (j *judger) held(t *alarm.Threshold, s *alarm.Outcome) *Held {
	if !s.Held {
		return nil
	}
	kind := ValueType(t.ValueType)
	shown := ShownOf(j.p, reading.Column{Field: t.Field}, kind, j.row.time)
	held := &Held{
		Level: s.Level, RestoreTimes: t.RestoreCount(), Done: int(s.Done), Line: t.RestoreLine(s.Side), Side: s.Side, Direction: t.Direction,
		Field: t.Field, ValueType: kind, Unit: shown.Unit, Decimals: shown.Decimals,
	}
	if kind == Observed {
		held.Reference = t.Reference
	}
	if held.Direction == "" {
		held.Direction = alarm.DirectionBoth
	}
	return held
}

func (m *Judgement) explain(d detail) { m.Code, m.Reason, m.detail = d.code(), d.reason(), d }

// partly returns the names of the fields that are not judged.
func partly(missing []Unjudged) i18n.Label {
	in := func(pick func(i18n.Label) string, open, between, end string) string {
		var b strings.Builder
		for i := range missing {
			if i > 0 {
				b.WriteString(between)
			}
			b.WriteString(pick(missing[i].Label) + open + pick(missing[i].Reason) + end)
		}
		return b.String()
	}
	return i18n.Label{
		Zh: "部分未判定：" + in(func(l i18n.Label) string { return l.Zh }, "（", "、", "）"),
		En: "Partly not judged: " + in(func(l i18n.Label) string { return l.En }, " (", ", ", ")"),
		Tw: "部分未判定：" + in(func(l i18n.Label) string { return l.Tw }, "（", "、", "）"),
	}
}
