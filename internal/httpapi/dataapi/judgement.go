package dataapi

import (
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// Judgement reports whether thresholds judge a point, and if not, why.
type Judgement struct {
	Code   string          `json:"code" enum:"judged,partlyJudged,switchedOff,noThreshold,noInitialValue,noFormula,readingHeld,unpairedFace,noData"`
	Reason string          `json:"reason" doc:"In the caller's language"`
	Since  int64           `json:"since" doc:"UTC ms since which the deciding threshold has been at this level, or since which the point has not been judged; 0: always, or level 0"`
	Fields []UnjudgedField `json:"fields" doc:"The enabled thresholds that do not judge"`
}

// UnjudgedField is an enabled threshold that does not judge.
type UnjudgedField struct {
	Field     string `json:"field"`
	ValueType string `json:"valueType" enum:"observed,accumulated,rate"`
	Label     string `json:"label" doc:"Name of field and value type, in the caller's language"`
	Code      string `json:"code" enum:"noInitialValue,noFormula,readingHeld,unpairedFace,noData"`
	Reason    string `json:"reason"`
	Limits    int    `json:"limits" doc:"Number of levels set, both sides together"`
}

// JudgedBy is the value and limit of a level.
type JudgedBy struct {
	Field     string   `json:"field"`
	ValueType string   `json:"valueType" enum:"observed,accumulated,rate"`
	Node      int32    `json:"node" doc:"Arrays: the node that counts; 0: the point itself"`
	Value     *float64 `json:"value" doc:"Signed; null: the newest reading has none, and the level is from an earlier one"`
	Limit     *float64 `json:"limit" doc:"Of the level; at level 0 the first one, which is not reached. A magnitude at side upper"`
	Side      string   `json:"side" enum:"upper,lower" doc:"upper: reached at or above the limit; lower: at or below the limit"`
	Direction string   `json:"direction" enum:"both,positive,negative" doc:"Side upper: the sign that counts; both: the magnitude"`
	Reference float64  `json:"reference" doc:"Side upper: the limit holds for the distance from it"`
	Unit      string   `json:"unit"`
	Decimals  int      `json:"decimals"`
}

// HeldLevel is a level kept only by the restore count: the value is below all limits.
type HeldLevel struct {
	Level        int     `json:"level" minimum:"1" maximum:"4"`
	RestoreTimes int     `json:"restoreTimes" doc:"Consecutive readings that must be beyond the limit"`
	Done         int     `json:"done" doc:"Number already received"`
	Line         float64 `json:"line" doc:"Side upper: below it, a magnitude; lower: above it"`
	Side         string  `json:"side" enum:"upper,lower"`
	Direction    string  `json:"direction" enum:"both,positive,negative"`
	Reference    float64 `json:"reference"`
	Field        string  `json:"field"`
	ValueType    string  `json:"valueType" enum:"observed,accumulated,rate"`
	Unit         string  `json:"unit"`
	Decimals     int     `json:"decimals"`
}

// Tally counts points by judgement. Points that are not judged have no level.
type Tally struct {
	Level     *int   `json:"level" minimum:"0" maximum:"4" doc:"The highest of the judged points; null: none is judged"`
	Points    int    `json:"points"`
	Judged    int    `json:"judged" doc:"Points judged by some threshold"`
	NotJudged int    `json:"notJudged" doc:"The others"`
	NoData    int    `json:"noData" doc:"Of these, points that never had a reading"`
	Stale     int    `json:"stale" doc:"Points whose newest reading is older than three intervals, judged or not"`
	Levels    [5]int `json:"levels" doc:"Judged points by level, 0 normal to 4 red"`
}

// LevelOf returns an API level: null if not judged.
func LevelOf(l alarm.Level) *int {
	if l < alarm.Normal {
		return nil
	}
	level := int(min(l, alarm.Red))
	return &level
}

func TallyOf(s *query.Summary) Tally {
	if s == nil {
		return Tally{}
	}
	return Tally{
		Level: LevelOf(s.Level), Points: s.Points, Judged: s.Judged, NotJudged: s.NotJudged(), NoData: s.NoData, Stale: s.Stale, Levels: s.Levels,
	}
}

func JudgementOf(j *query.Judgement, lang errs.Language) Judgement {
	language := string(lang)
	return Judgement{
		Code: string(j.Code), Reason: j.Reason.In(language), Since: j.Since,
		Fields: httpapi.ListOf(j.Missing, func(m query.Unjudged) UnjudgedField {
			return UnjudgedField{
				Field: m.Field, ValueType: string(m.ValueType), Label: m.Label.In(language), Code: string(m.Code),
				Reason: m.Reason.In(language), Limits: m.Limits,
			}
		}),
	}
}

func judgedByOf(by *query.By) *JudgedBy {
	if by == nil {
		return nil
	}
	return &JudgedBy{
		Field: by.Field, ValueType: string(by.ValueType), Node: by.Node, Value: httpapi.Finite(by.Value),
		Limit: httpapi.Finite(by.Limit), Side: string(by.Side),
		Direction: by.Direction, Reference: by.Reference, Unit: by.Unit, Decimals: by.Decimals,
	}
}

func heldOf(h *query.Held) *HeldLevel {
	if h == nil {
		return nil
	}
	return &HeldLevel{
		Level: int(h.Level), RestoreTimes: h.RestoreTimes, Done: h.Done, Line: h.Line, Side: string(h.Side), Direction: h.Direction,
		Reference: h.Reference, Field: h.Field, ValueType: string(h.ValueType), Unit: h.Unit, Decimals: h.Decimals,
	}
}

func appendJudgement(b []byte, j *query.Judgement, language string) []byte {
	b = append(b, `,"judgement":{"code":`...)
	b = httpapi.AppendText(b, string(j.Code))
	b = append(b, `,"reason":`...)
	b = httpapi.AppendText(b, j.Reason.In(language))
	b = append(b, `,"since":`...)
	b = httpapi.AppendInt(b, j.Since)
	b = append(b, `,"fields":`...)
	b = httpapi.AppendList(b, len(j.Missing), func(b []byte, i int) []byte {
		m := &j.Missing[i]
		b = appendOf(append(b, '{'), m.Field, m.ValueType)
		b = append(b, `,"label":`...)
		b = httpapi.AppendText(b, m.Label.In(language))
		b = append(b, `,"code":`...)
		b = httpapi.AppendText(b, string(m.Code))
		b = append(b, `,"reason":`...)
		b = httpapi.AppendText(b, m.Reason.In(language))
		b = append(b, `,"limits":`...)
		return append(httpapi.AppendInt(b, int64(m.Limits)), '}')
	})
	b = append(b, '}')
	if by := j.By; by != nil {
		b = appendOf(append(b, `,"judgedBy":{`...), by.Field, by.ValueType)
		b = append(b, `,"node":`...)
		b = httpapi.AppendInt(b, int64(by.Node))
		b = append(b, `,"value":`...)
		b = httpapi.AppendNumber(b, by.Value)
		b = append(b, `,"limit":`...)
		b = httpapi.AppendNumber(b, by.Limit)
		b = append(appendSide(b, by.Side, by.Direction, by.Reference, by.Unit, by.Decimals), '}')
	}
	if h := j.Held; h != nil {
		b = appendOf(append(b, `,"held":{`...), h.Field, h.ValueType)
		b = append(b, `,"level":`...)
		b = httpapi.AppendInt(b, int64(h.Level))
		b = append(b, `,"restoreTimes":`...)
		b = httpapi.AppendInt(b, int64(h.RestoreTimes))
		b = append(b, `,"done":`...)
		b = httpapi.AppendInt(b, int64(h.Done))
		b = append(b, `,"line":`...)
		b = httpapi.AppendNumber(b, h.Line)
		b = append(appendSide(b, h.Side, h.Direction, h.Reference, h.Unit, h.Decimals), '}')
	}
	return b
}

func appendOf(b []byte, field string, kind query.ValueType) []byte {
	b = append(b, `"field":`...)
	b = httpapi.AppendText(b, field)
	b = append(b, `,"valueType":`...)
	return httpapi.AppendText(b, string(kind))
}

func appendSide(b []byte, side alarm.Side, direction string, reference float64, unit string, decimals int) []byte {
	b = append(b, `,"side":`...)
	b = httpapi.AppendText(b, string(side))
	b = append(b, `,"direction":`...)
	b = httpapi.AppendText(b, direction)
	b = append(b, `,"reference":`...)
	b = httpapi.AppendNumber(b, reference)
	b = append(b, `,"unit":`...)
	b = httpapi.AppendText(b, unit)
	b = append(b, `,"decimals":`...)
	return httpapi.AppendInt(b, int64(decimals))
}

func appendLevel(b []byte, l alarm.Level) []byte {
	if l < alarm.Normal {
		return append(b, "null"...)
	}
	return httpapi.AppendInt(b, int64(l))
}
