// Package alarm grades results and keeps the alarm history of a point: thresholds, the fold over results and
// decisions, and the records with which it is reconciled (domain thresholds.md, design core.md section 4).
package alarm

// Level is 0 normal, 1 blue, 2 yellow, 3 orange, 4 red; -1 is NotJudged.
type Level int

// ValueType is the kind of value that a threshold judges.
type ValueType string

// The value types (domain measurements.md 0.1).
const (
	Observed    ValueType = "observed"
	Accumulated ValueType = "accumulated"
	Rate        ValueType = "rate"
)

// Thresholds is the value of the versioned aspect "thresholds" of a point.
type Thresholds struct {
	List []Threshold `json:"list"`
}

// Threshold is one row (domain thresholds.md section 1). Levels are magnitudes with 0 < blue < yellow < orange < red;
// only the highest ones may be null. Lower is a second, falling set for quantities that are dangerous when small.
type Threshold struct {
	Field         string    `json:"field"`
	ValueType     ValueType `json:"valueType"`
	Blue          *float64  `json:"blue"`
	Yellow        *float64  `json:"yellow"`
	Orange        *float64  `json:"orange"`
	Red           *float64  `json:"red"`
	Direction     string    `json:"direction,omitempty"` // both (default), positive, negative
	Lower         *Lower    `json:"lower,omitempty"`
	NodeRange     *[2]int32 `json:"nodeRange,omitempty"`
	Reference     float64   `json:"reference,omitempty"`    // observed values far from zero are judged as v - reference
	ConfirmTimes  int       `json:"confirmTimes,omitempty"` // default 1
	AtOnce        int       `json:"atOnce,omitempty" doc:"One reading of this level, 1 to 4, is enough to raise; 0: confirmTimes counts for all levels"`
	ConfirmDays   int       `json:"confirmDays,omitempty" doc:"A level counts once readings reach it on this many days in a row; 0: at once"`
	RestoreTimes  int       `json:"restoreTimes,omitempty"`  // default 2
	RestoreMargin *float64  `json:"restoreMargin,omitempty"` // default 0.05
	Enable        bool      `json:"enable"`
	Source        string    `json:"source,omitempty"` // manual, batch, gb:default, gb:strict, gb:custom
}

// Lower is the set of lower limits: 0 < red < orange < yellow < blue.
type Lower struct {
	Blue   *float64 `json:"blue"`
	Yellow *float64 `json:"yellow"`
	Orange *float64 `json:"orange"`
	Red    *float64 `json:"red"`
}

const (
	DirectionBoth     = "both"
	DirectionPositive = "positive"
	DirectionNegative = "negative"
)

// Key returns the key of the threshold.
func (t *Threshold) Key() Key {
	key := Key{Field: t.Field, ValueType: t.ValueType}
	if t.NodeRange != nil {
		key.NodeRange = NodeRange{From: t.NodeRange[0], To: t.NodeRange[1], Limited: true}
	}
	return key
}

// Limits returns the number of limits on both sides.
func (t *Threshold) Limits() int {
	count := 0
	for _, side := range [][4]*float64{t.upper(), t.lower()} {
		for _, limit := range side {
			if limit != nil {
				count++
			}
		}
	}
	return count
}

func (t *Threshold) upper() [4]*float64 { return [4]*float64{t.Blue, t.Yellow, t.Orange, t.Red} }

func (t *Threshold) lower() [4]*float64 {
	if t.Lower == nil {
		return [4]*float64{}
	}
	return [4]*float64{t.Lower.Blue, t.Lower.Yellow, t.Lower.Orange, t.Lower.Red}
}
