package alarm

import (
	"math"

	"plumbline/internal/core/reading"
)

// Verdict is the outcome of one threshold for one row.
type Verdict struct {
	Level    Level
	Side     Side
	Value    float64 // signed, of the deciding node
	Node     int32
	Limit    float64 // at which Level was reached; at Normal the first limit of the side
	Share    float64 // of the first limit of the side; NaN at a lower limit
	Restored bool    // beyond the restore line
}

// JudgeRow judges a row with the columns of the threshold's value type; ok is false if no node of the threshold has a
// value.
func (t *Threshold) JudgeRow(columns *reading.Columns, row []float64) (v Verdict, ok bool) {
	if columns == nil || row == nil {
		return v, false
	}
	j := newJudge(t, 0, columns)
	found := j.judge(row)
	if !found.judged {
		return v, false
	}
	return j.verdict(&found), true
}

// JudgeValue judges the value of one node.
func (t *Threshold) JudgeValue(value float64) Verdict {
	j := newJudge(t, 0, nil)
	found := verdict{value: value}
	found.level, found.side, found.weight, found.restored = j.grade(value)
	return j.verdict(&found)
}

func (j *judge) verdict(found *verdict) Verdict {
	v := Verdict{Level: found.level, Side: found.side, Value: found.value, Node: found.node, Restored: found.restored}
	// A normal value is compared with the nearer side.
	if v.Level == Normal && !math.IsInf(j.lower[0], -1) && (math.IsInf(j.upper[0], 1) || found.value-j.reference < (j.lower[0]+j.upper[0])/2) {
		v.Side = LowerLimit
	}
	v.Limit = j.limit(v.Side, max(v.Level, Blue))
	v.Share = math.NaN()
	if v.Side == Upper {
		v.Share = found.weight / j.upper[0]
	}
	return v
}

// LimitOf returns the limit of a level on a side; infinite if there is none.
func (t *Threshold) LimitOf(side Side, level Level) float64 {
	j := newJudge(t, 0, nil)
	return j.limit(side, level)
}

// RestoreLine returns the value beyond which a reading counts as restored: below it for Upper (a magnitude if both
// directions count), above it for LowerLimit.
func (t *Threshold) RestoreLine(side Side) float64 {
	j := newJudge(t, 0, nil)
	if side == LowerLimit {
		return j.lowerRestored
	}
	return j.upperRestored
}

// RestoreCount returns the number of consecutive readings needed to restore.
func (t *Threshold) RestoreCount() int {
	j := newJudge(t, 0, nil)
	return int(j.restore)
}
