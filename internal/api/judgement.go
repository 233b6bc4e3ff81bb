package api

import (
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/fault"
)

// Judgement says whether thresholds judge a point, and if not, why not.
type Judgement struct {
	Code   string          `json:"code" enum:"judged,partlyJudged,noThreshold,noInitialValue,noFormula,readingHeld,unpairedFace,noData"`
	Reason string          `json:"reason" doc:"In the caller's language"`
	Since  int64           `json:"since" doc:"UTC ms. Above level 0: the deciding threshold stands there since; not judged: that is so since; 0: since ever, or level 0"`
	Fields []UnjudgedField `json:"fields" doc:"The enabled thresholds that do not judge"`
}

// UnjudgedField is an enabled threshold that does not judge.
type UnjudgedField struct {
	Field     string `json:"field"`
	ValueType string `json:"valueType" enum:"observed,accumulated,rate"`
	Label     string `json:"label" doc:"Of field and value type, in the caller's language"`
	Code      string `json:"code" enum:"noInitialValue,noFormula,readingHeld,unpairedFace,noData"`
	Reason    string `json:"reason"`
	Limits    int    `json:"limits" doc:"Levels that it sets, on both sides together"`
}

// JudgedBy is the value and the limit that a level rests on.
type JudgedBy struct {
	Field     string   `json:"field"`
	ValueType string   `json:"valueType" enum:"observed,accumulated,rate"`
	Node      int32    `json:"node" doc:"Arrays: the node that counts; 0: the point itself"`
	Value     *float64 `json:"value" doc:"Signed; null: the newest reading has none, the level is of one before it"`
	Limit     *float64 `json:"limit" doc:"Of the level; at level 0 the first one, which is not reached. A magnitude at side upper"`
	Side      string   `json:"side" enum:"upper,lower" doc:"upper: reached from the limit on; lower: at the limit and below"`
	Direction string   `json:"direction" enum:"both,positive,negative" doc:"Side upper: the sign that counts; both: the magnitude"`
	Reference float64  `json:"reference" doc:"Side upper: the limit holds for the distance from it"`
	Unit      string   `json:"unit"`
	Decimals  int      `json:"decimals"`
}

// HeldLevel is a level that only the restore count keeps: the value is below all limits.
type HeldLevel struct {
	Level        int     `json:"level" minimum:"1" maximum:"4"`
	RestoreTimes int     `json:"restoreTimes" doc:"Readings in a row that have to be behind the line"`
	Done         int     `json:"done" doc:"So many of them have come"`
	Line         float64 `json:"line" doc:"Side upper: below it, a magnitude; lower: above it"`
	Side         string  `json:"side" enum:"upper,lower"`
	Direction    string  `json:"direction" enum:"both,positive,negative"`
	Reference    float64 `json:"reference"`
	Field        string  `json:"field"`
	ValueType    string  `json:"valueType" enum:"observed,accumulated,rate"`
	Unit         string  `json:"unit"`
	Decimals     int     `json:"decimals"`
}

// Tally counts points by what thresholds say of them. What is not judged is in no level.
type Tally struct {
	Level     *int   `json:"level" minimum:"0" maximum:"4" doc:"The highest of the judged points; null: none is judged"`
	Points    int    `json:"points"`
	Judged    int    `json:"judged" doc:"Points that some threshold judges"`
	NotJudged int    `json:"notJudged" doc:"The others"`
	NoData    int    `json:"noData" doc:"Of them, those that never had a reading"`
	Stale     int    `json:"stale" doc:"Points whose newest reading is older than three intervals, judged or not"`
	Levels    [5]int `json:"levels" doc:"Judged points by level, 0 normal to 4 red"`
}

// levelOf is a level of the API: null of what is not judged.
func levelOf(l alarm.Level) *int {
	if l < alarm.Normal {
		return nil
	}
	level := int(min(l, alarm.Red))
	return &level
}

func tallyOf(s *monitor.Summary) Tally {
	if s == nil {
		return Tally{}
	}
	return Tally{
		Level: levelOf(s.Level), Points: s.Points, Judged: s.Judged, NotJudged: s.NotJudged(), NoData: s.NoData, Stale: s.Stale, Levels: s.Levels,
	}
}

func judgementOf(j *monitor.Judgement, lang fault.Language) Judgement {
	language := string(lang)
	return Judgement{
		Code: string(j.Code), Reason: j.Reason.In(language), Since: j.Since,
		Fields: listOf(j.Missing, func(m monitor.Unjudged) UnjudgedField {
			return UnjudgedField{Field: m.Field, ValueType: string(m.ValueType), Label: m.Label.In(language), Code: string(m.Code), Reason: m.Reason.In(language), Limits: m.Limits}
		}),
	}
}

func judgedByOf(by *monitor.By) *JudgedBy {
	if by == nil {
		return nil
	}
	return &JudgedBy{
		Field: by.Field, ValueType: string(by.ValueType), Node: by.Node, Value: finite(by.Value), Limit: finite(by.Limit), Side: string(by.Side),
		Direction: by.Direction, Reference: by.Reference, Unit: by.Unit, Decimals: by.Decimals,
	}
}

func heldOf(h *monitor.Held) *HeldLevel {
	if h == nil {
		return nil
	}
	return &HeldLevel{
		Level: int(h.Level), RestoreTimes: h.RestoreTimes, Done: h.Done, Line: h.Line, Side: string(h.Side), Direction: h.Direction,
		Reference: h.Reference, Field: h.Field, ValueType: string(h.ValueType), Unit: h.Unit, Decimals: h.Decimals,
	}
}

func appendJudgement(b []byte, j *monitor.Judgement, language string) []byte {
	b = append(b, `,"judgement":{"code":`...)
	b = appendText(b, string(j.Code))
	b = append(b, `,"reason":`...)
	b = appendText(b, j.Reason.In(language))
	b = append(b, `,"since":`...)
	b = appendInt(b, j.Since)
	b = append(b, `,"fields":`...)
	b = appendList(b, len(j.Missing), func(b []byte, i int) []byte {
		m := &j.Missing[i]
		b = appendOf(append(b, '{'), m.Field, m.ValueType)
		b = append(b, `,"label":`...)
		b = appendText(b, m.Label.In(language))
		b = append(b, `,"code":`...)
		b = appendText(b, string(m.Code))
		b = append(b, `,"reason":`...)
		b = appendText(b, m.Reason.In(language))
		b = append(b, `,"limits":`...)
		return append(appendInt(b, int64(m.Limits)), '}')
	})
	b = append(b, '}')
	if by := j.By; by != nil {
		b = appendOf(append(b, `,"judgedBy":{`...), by.Field, by.ValueType)
		b = append(b, `,"node":`...)
		b = appendInt(b, int64(by.Node))
		b = append(b, `,"value":`...)
		b = appendNumber(b, by.Value)
		b = append(b, `,"limit":`...)
		b = appendNumber(b, by.Limit)
		b = append(appendSide(b, by.Side, by.Direction, by.Reference, by.Unit, by.Decimals), '}')
	}
	if h := j.Held; h != nil {
		b = appendOf(append(b, `,"held":{`...), h.Field, h.ValueType)
		b = append(b, `,"level":`...)
		b = appendInt(b, int64(h.Level))
		b = append(b, `,"restoreTimes":`...)
		b = appendInt(b, int64(h.RestoreTimes))
		b = append(b, `,"done":`...)
		b = appendInt(b, int64(h.Done))
		b = append(b, `,"line":`...)
		b = appendNumber(b, h.Line)
		b = append(appendSide(b, h.Side, h.Direction, h.Reference, h.Unit, h.Decimals), '}')
	}
	return b
}

func appendOf(b []byte, field string, kind monitor.ValueType) []byte {
	b = append(b, `"field":`...)
	b = appendText(b, field)
	b = append(b, `,"valueType":`...)
	return appendText(b, string(kind))
}

func appendSide(b []byte, side alarm.Side, direction string, reference float64, unit string, decimals int) []byte {
	b = append(b, `,"side":`...)
	b = appendText(b, string(side))
	b = append(b, `,"direction":`...)
	b = appendText(b, direction)
	b = append(b, `,"reference":`...)
	b = appendNumber(b, reference)
	b = append(b, `,"unit":`...)
	b = appendText(b, unit)
	b = append(b, `,"decimals":`...)
	return appendInt(b, int64(decimals))
}

func appendLevel(b []byte, l alarm.Level) []byte {
	if l < alarm.Normal {
		return append(b, "null"...)
	}
	return appendInt(b, int64(l))
}

// eachNewest calls visit with the newest value and judgement of points, in their order,
// however many they are. It checks no permission.
func (s *server) eachNewest(ctx context.Context, ids []int64, visit func(i int, l *monitor.Latest)) error {
	list := latestLists.Get().(*[]monitor.Latest)
	defer latestLists.Put(list)
	at := 0
	for piece := range slices.Chunk(ids, monitor.MostLatest) {
		latest, err := s.Monitor.AppendLatest(ctx, (*list)[:0], piece)
		if err != nil {
			return err
		}
		*list = latest
		for i := range latest {
			visit(at, &latest[i])
			at++
		}
	}
	return nil
}
