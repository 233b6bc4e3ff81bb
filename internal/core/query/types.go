// Package query reads data for display: charts, tables, latest values, and the path from one value back to what the
// instrument sent. It reads what the fold has stored and derives change and rate with the fold's own functions. It
// writes nothing.
package query

import (
	"math"
	"sync/atomic"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// ValueType is the kind of value to read. Raw is what the instrument sent.
type ValueType string

// The value types (domain measurements.md 0.1).
const (
	Raw         ValueType = "raw"
	Observed    ValueType = "observed"
	Accumulated ValueType = "accumulated"
	Change      ValueType = "change" // in the period between two readings
	Rate        ValueType = "rate"
)

// Request selects data of one point. Times are UTC ms, ends included.
type Request struct {
	Point           int64
	Fields          []string // empty: those of the measurement
	ValueTypes      []ValueType
	Nodes           []int32 // empty: all
	Start, End      int64
	Base            int64 // accumulated: relative to the result at this time; 0: to the initial value
	IncludeAbnormal bool
	Every           int64  // ms: one reading per interval; 0: all
	MaxPoints       int    // per series; 0 means 2,400
	PerSegment      bool   // sums along an array as the part of each segment
	Instruments     string // of the range, named above the rows of a workbook
	Known           int64  // when the readings were known, named there too; 0: now
}

// Column is the content of a series or table column.
type Column struct {
	Field     string
	Node      int32
	Depth     *float64 // m, for arrays that have it
	ValueType ValueType
	Label     i18n.Label
	Unit      string // of the value: for rates the field's unit per day
	Decimals  int    // as displayed

	PerSegment bool // the part of one segment of the array
	Old        bool // the node has this depth in the range, but no longer at its end
}

// Resolution is the smallest difference that is displayed.
func (c Column) Resolution() float64 { return math.Pow10(-c.Decimals) }

// Extreme is a value with its time.
type Extreme struct {
	Time  int64
	Value float64
}

// Statistics cover the valid readings of a series over the whole range.
type Statistics struct {
	Count    int // valid values
	Abnormal int // invalid values
	Max, Min Extreme
	Last     Extreme
	Mean     float64 // NaN if there are none
}

// Series is one line of a chart. Times rise; Values has NaN where a value is missing.
type Series struct {
	Column     Column
	Times      []int64
	Values     []float64
	Statistics Statistics
	Reduced    bool // minimum and maximum of each interval instead of all readings
}

// Span is a time range, UTC ms.
type Span struct{ From, To int64 }

// AbnormalValue is an invalid value and the reason.
type AbnormalValue struct {
	Field string
	Node  int32
	Depth *float64 // of the column
	Time  int64
	Value float64
	Flag  reading.Flag
}

// Mark is an event of the point: a vertical line in the chart.
type Mark struct {
	Time  int64
	Kind  string // correction, initial, device, formula, coefficients, ranges
	ID    int64  // of the correction or version
	Note  string
	Until int64 // for corrections of a range; 0: a single time
}

// Chart is the result of Query.
type Chart struct {
	Start, End   int64
	First        int64 // the point's oldest reading if it is in the range; 0: it is not
	TimeZone     string
	Series       []Series
	Gaps         []Span // longer than three collection intervals
	Abnormal     []AbnormalValue
	Marks        []Mark
	Thresholds   []alarm.Threshold // at End, of the displayed fields and value type
	Completeness float64           // received divided by expected readings, NaN if none are expected
	Ranges       []Range           // that decide whether readings are valid
}

// Row is one reading in a table.
type Row struct {
	Time   int64
	Flag   reading.Flag
	Values []float64 // one per column, NaN if missing
}

// Table is one page of readings.
type Table struct {
	Columns []Column
	Rows    []Row
	Total   int
	Ranges  []Range // that decide whether readings are valid
}

// Latest is the newest valid result of a point.
type Latest struct {
	Point       int64
	Corporation int64
	Project     int64
	Time        int64 // 0: none yet
	Flag        reading.Flag
	Level       alarm.Level // alarm.NotJudged: not judged by any threshold
	Field       string      // of the deciding threshold, else the measurement's main attribute
	Node        int32       // arrays: the worst node
	ValueType   ValueType
	Unit        string
	Decimals    int
	Value       float64 // by ValueType, NaN if missing
	Observed    float64
	Accumulated float64
	Rate        float64
	Share       float64 // of the red threshold, NaN without one
	Control     float64 // the highest threshold for Value, NaN without one
	Interval    int64   // ms, expected between readings; 0: unknown
	NoInitial   bool    // the main value is a change, and the newest result has no initial value
	Judgement   *Judgement
	Encoded     *Encoded // nil: not cached
}

// Encoded caches the API encoding of a value by language, because wall screens request the same values repeatedly.
type Encoded struct{ zh, en, tw atomic.Pointer[[]byte] }

// In returns the slot for a language.
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

// Input is a number used in a step.
type Input struct {
	Name  string
	Value float64
	Unit  string
}

// RawValue is what the instrument sent, with earlier revisions of the same time.
type RawValue struct {
	Device    int64
	Channel   int32
	Field     string
	Node      int32
	Time      int64
	Received  int64
	Value     float64
	Low, High float64       // range of the instrument, infinite if there is no limit
	Revisions []RawRevision // older values, newest first
}

// RawRevision is a superseded raw value.
type RawRevision struct {
	Value              float64
	Received, Replaced int64
}

// UsedVersion is a version of configuration used to compute the value.
type UsedVersion struct {
	Owner     string // point or device
	OwnerID   int64
	Aspect    string
	ID        int64
	ValidFrom int64
	Note      string
}

// Verdict is the judgement of the value by a threshold.
type Verdict struct {
	Threshold alarm.Threshold
	Value     float64
	Level     alarm.Level
	Side      alarm.Side
	Limit     float64 // of the level; at Normal the first one; NaN: not judged
}

// Explanation is how one value was computed.
type Explanation struct {
	Column      Column
	Time        int64
	Flag        reading.Flag
	Reason      string // stable key of the reason without a value, otherwise ""
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
