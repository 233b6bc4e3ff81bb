// Package query is the read side: curves, tables, latest values and the way from
// one value back to what the instrument sent. It reads what the folds have stored
// and derives change and rate with the folds' own functions; it writes nothing.
package query

import (
	"sync/atomic"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// ValueType is what is read of a field. Raw is what the instrument sent.
type ValueType string

// The value types (domain measurements.md 0.1).
const (
	Raw         ValueType = "raw"
	Observed    ValueType = "observed"
	Accumulated ValueType = "accumulated"
	Change      ValueType = "change" // in the period between two readings
	Rate        ValueType = "rate"
)

// Request asks for one point. Times are UTC ms, both ends included.
type Request struct {
	Point           int64
	Fields          []string // empty: those of the measurement
	ValueTypes      []ValueType
	Nodes           []int32 // empty: all
	Start, End      int64
	Base            int64 // accumulated: relative to the result at this time; 0: to the initial value
	IncludeAbnormal bool
	Every           int64 // ms: one reading a stretch; 0: all
	MaxPoints       int   // a series; 0 takes 2,400
}

// Column is what one series or table column holds.
type Column struct {
	Field     string
	Node      int32
	Depth     *float64 // m, arrays that know it
	ValueType ValueType
	Label     i18n.Label
	Unit      string // of the value: rate has the field's unit a day
	Decimals  int    // as shown
}

// Extreme is a value with its time.
type Extreme struct {
	Time  int64
	Value float64
}

// Statistics of a series over the whole range, valid readings only.
type Statistics struct {
	Count    int // valid values
	Abnormal int // values that do not count
	Max, Min Extreme
	Last     Extreme
	Mean     float64 // NaN when there is none
}

// Series is one line of a chart. Times rise; Values has a NaN where there is none.
type Series struct {
	Column     Column
	Times      []int64
	Values     []float64
	Statistics Statistics
	Reduced    bool // minimum and maximum of each stretch instead of all readings
}

// Span is a stretch of time.
type Span struct{ From, To int64 }

// AbnormalValue is a value that does not count, and why.
type AbnormalValue struct {
	Field string
	Node  int32
	Time  int64
	Value float64
	Flag  reading.Flag
}

// Mark is something that happened to the point: a vertical line in the chart.
type Mark struct {
	Time  int64
	Kind  string // correction, initial, device, formula, coefficients, ranges
	ID    int64  // of the correction or version
	Note  string
	Until int64 // corrections of a range; 0: a moment
}

// Chart is the answer to a query.
type Chart struct {
	Start, End   int64
	First        int64 // the oldest reading of the point, where it is in the range; 0: it is not
	TimeZone     string
	Series       []Series
	Gaps         []Span // longer than three collection intervals
	Abnormal     []AbnormalValue
	Marks        []Mark
	Thresholds   []alarm.Threshold // at End, of the fields and value type shown
	Completeness float64           // readings there are over readings expected, NaN when nothing is expected
	Ranges       []Range           // that decide whether readings count
}

// Row is one reading in a table.
type Row struct {
	Time   int64
	Flag   reading.Flag
	Values []float64 // one a column, NaN where there is none
}

// Table is one page of readings.
type Table struct {
	Columns []Column
	Rows    []Row
	Total   int
	Ranges  []Range // that decide whether readings count
}

// Latest is the newest valid result of a point.
type Latest struct {
	Point       int64
	Corporation int64
	Project     int64
	Time        int64 // 0: none yet
	Flag        reading.Flag
	Level       alarm.Level // alarm.NotJudged: no threshold judges
	Field       string      // what decides the level, else the measurement's main attribute
	Node        int32       // arrays: the worst node
	ValueType   ValueType
	Unit        string
	Decimals    int
	Value       float64 // by ValueType, NaN when there is none
	Observed    float64
	Accumulated float64
	Rate        float64
	Share       float64 // of the red threshold, NaN without one
	Control     float64 // the highest threshold that Value is held against, NaN without one
	Interval    int64   // ms, expected between readings; 0: unknown
	Judgement   *Judgement
	Encoded     *Encoded // nil: not remembered
}

// Encoded keeps a remembered value as the API writes it, by language: wall screens ask for the
// same values again and again.
type Encoded struct{ zh, en, tw atomic.Pointer[[]byte] }

// In returns where the text of a language is kept.
func (e *Encoded) In(language string) *atomic.Pointer[[]byte] {
	switch language {
	case "en":
		return &e.en
	case "zh-TW":
		return &e.tw
	}
	return &e.zh
}

// Step is one line of the computation of a value.
type Step struct {
	Key     string // of the formula
	Formula string // as text
	Inputs  []Input
	Field   string
	Value   float64
	Unit    string
}

// Input is a number that went into a step.
type Input struct {
	Name  string
	Value float64
	Unit  string
}

// RawValue is what the instrument sent, with what it sent before for the same time.
type RawValue struct {
	Device    int64
	Channel   int32
	Field     string
	Node      int32
	Time      int64
	Received  int64
	Value     float64
	Low, High float64       // range of the instrument, infinite where there is none
	Revisions []RawRevision // older values, newest first
}

// RawRevision is a superseded raw value.
type RawRevision struct {
	Value              float64
	Received, Replaced int64
}

// UsedVersion is a version of configuration that the value was computed with.
type UsedVersion struct {
	Owner     string // point or device
	OwnerID   int64
	Aspect    string
	ID        int64
	ValidFrom int64
	Note      string
}

// Verdict is how a threshold judged the value.
type Verdict struct {
	Threshold alarm.Threshold
	Value     float64
	Level     alarm.Level
	Side      alarm.Side
	Limit     float64 // of the level; at Normal the first one; NaN: the value was not judged
}

// Explanation is the way of one value.
type Explanation struct {
	Column      Column
	Time        int64
	Flag        reading.Flag
	Reason      string // stable key of why there is no value, "" otherwise
	Raw         []RawValue
	Versions    []UsedVersion
	Steps       []Step
	Initial     float64 // NaN: none
	InitialFrom int64
	Corrections []correction.Correction
	Observed    float64
	Accumulated float64
	Change      float64
	Rate        float64
	Verdicts    []Verdict
}
