package alarm

import (
	"cmp"
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

const (
	defaultConfirmTimes  = 1
	defaultRestoreTimes  = 2
	defaultRestoreMargin = 0.05
)

// Panel is one version of a point's thresholds, prepared for rows of one layout.
type Panel struct {
	judges                 []judge
	needsChange, needsRate bool
}

// Keys returns the sorted keys of all versions of the thresholds: the order of the key states of a Fold.
func Keys(versions []Thresholds) []Key {
	var keys []Key
	for _, version := range versions {
		for i := range version.List {
			keys = append(keys, version.List[i].Key())
		}
	}
	slices.SortFunc(keys, compareKeys)
	return slices.Compact(keys)
}

func compareKeys(a, b Key) int {
	return cmp.Or(
		cmp.Compare(a.Field, b.Field), cmp.Compare(a.ValueType, b.ValueType),
		cmp.Compare(a.NodeRange.From, b.NodeRange.From), cmp.Compare(a.NodeRange.To, b.NodeRange.To),
		compareBools(a.NodeRange.Limited, b.NodeRange.Limited),
	)
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// NewPanel prepares thresholds for rows with the given columns of observed values and changes. keys are those of Keys
// over all versions of the point.
func NewPanel(thresholds Thresholds, keys []Key, observed, changed *reading.Columns) *Panel {
	p := &Panel{}
	for i := range thresholds.List {
		t := &thresholds.List[i]
		key, found := slices.BinarySearchFunc(keys, t.Key(), compareKeys)
		if !t.Enable || !found {
			continue
		}
		columns := changed
		switch t.ValueType {
		case Observed:
			columns = observed
		case Accumulated:
			p.needsChange = true
		case Rate:
			p.needsRate = true
		}
		p.judges = append(p.judges, newJudge(t, key, columns))
	}
	return p
}

// NeedsChange reports whether accumulated changes are judged.
func (p *Panel) NeedsChange() bool { return p != nil && p.needsChange }

// NeedsRate reports whether rates are judged.
func (p *Panel) NeedsRate() bool { return p != nil && p.needsRate }

// judge is one prepared threshold. Missing limits are infinite.
type judge struct {
	key           int
	valueType     ValueType
	upper         [4]float64 // magnitudes, rising
	lower         [4]float64 // falling
	positive      bool       // direction: positive only
	negative      bool
	reference     float64
	upperRestored float64 // smaller magnitudes are restored
	lowerRestored float64 // greater values are restored
	confirm       int32
	restore       int32
	atOnce        Level // one reading of this level is enough; 0: none is
	days          int64 // a level counts after this many days in a row; 0: at once
	columns       []int32
	nodes         []int32
}

func newJudge(t *Threshold, key int, columns *reading.Columns) judge {
	margin := defaultRestoreMargin
	if t.RestoreMargin != nil {
		margin = *t.RestoreMargin
	}
	j := judge{
		key: key, valueType: t.ValueType,
		positive: t.Direction == DirectionPositive, negative: t.Direction == DirectionNegative,
		confirm: int32(cmp.Or(t.ConfirmTimes, defaultConfirmTimes)),
		restore: int32(cmp.Or(t.RestoreTimes, defaultRestoreTimes)),
		atOnce:  Level(t.AtOnce), days: int64(t.ConfirmDays),
	}
	if t.ValueType == Observed {
		j.reference = t.Reference
	}
	for i, level := range t.upper() {
		j.upper[i] = math.Inf(1)
		if level != nil {
			j.upper[i] = *level
		}
	}
	for i, level := range t.lower() {
		j.lower[i] = math.Inf(-1)
		if level != nil {
			j.lower[i] = *level
		}
	}
	j.upperRestored = math.Inf(1)
	if t.Blue != nil {
		j.upperRestored = *t.Blue * (1 - margin)
	}
	j.lowerRestored = math.Inf(-1)
	if t.Lower != nil && t.Lower.Blue != nil {
		j.lowerRestored = *t.Lower.Blue + math.Abs(*t.Lower.Blue)*margin
	}
	if columns == nil {
		return j
	}
	nodes := t.Key().NodeRange
	for i, column := range columns.List {
		if column.Field == t.Field && nodes.Contains(column.Node) {
			j.columns = append(j.columns, int32(i))
			j.nodes = append(j.nodes, column.Node)
		}
	}
	return j
}

// verdict is the outcome of one threshold for one row.
type verdict struct {
	judged   bool // at least one node had a value
	restored bool // every node with a value is beyond the restore line
	level    Level
	side     Side
	value    float64
	node     int32
	weight   float64 // distance beyond the limit side, to find the worst node
	ground   string  // of a graded warning
	time     int64   // UTC ms, of a threshold that counts days
}

// Grade returns the level of a value at a threshold, 0 to 4; 0 for NaN.
func Grade(t *Threshold, value float64) Level {
	j := newJudge(t, 0, nil)
	level, _, _, _ := j.grade(value)
	return level
}

// grade judges one signed value.
func (j *judge) grade(value float64) (level Level, side Side, weight float64, restored bool) {
	v := value - j.reference
	m := v
	switch {
	case j.negative:
		m = -v
	case !j.positive:
		m = math.Abs(v)
	}
	restored = m < j.upperRestored && v > j.lowerRestored
	side, weight = Upper, m
	if m >= j.upper[0] {
		level = Blue
		for level < Red && m >= j.upper[level] {
			level++
		}
	}
	if v <= j.lower[0] {
		low := Blue
		for low < Red && v <= j.lower[low] {
			low++
		}
		if low > level {
			level, side, weight = low, LowerLimit, -v
		}
	}
	return level, side, weight, restored
}

// judge judges all nodes of the threshold in a row and returns the verdict of the worst: the highest level, and among
// equal levels the greatest distance (domain thresholds.md 2.5).
func (j *judge) judge(row []float64) verdict {
	result := verdict{restored: true}
	for i, column := range j.columns {
		value := row[column]
		if math.IsNaN(value) { // NaN, which includes Missing
			continue
		}
		level, side, weight, restored := j.grade(value)
		result.restored = result.restored && restored
		if !result.judged || level > result.level || level == result.level && weight > result.weight {
			result.level, result.side, result.weight = level, side, weight
			result.value, result.node = value, j.nodes[i]
		}
		result.judged = true
	}
	return result
}

// direction returns the direction that counts.
func (j *judge) direction() string {
	switch {
	case j.positive:
		return DirectionPositive
	case j.negative:
		return DirectionNegative
	}
	return DirectionBoth
}

// limit returns the limit of a level on a side.
func (j *judge) limit(side Side, level Level) float64 {
	if side == LowerLimit {
		return j.lower[level-1]
	}
	return j.upper[level-1]
}
