// Package correction holds corrections: records that take part in computing
// results and never change a reading. Each says who, when and why, and can be
// withdrawn (design core.md section 2).
package correction

import "slices"

// Kind is the kind of a correction.
type Kind string

// The kinds.
const (
	Withdraw Kind = "withdraw" // readings of [From, To] do not count
	Shift    Kind = "shift"    // Amount is added to the accumulated change from From on
	TopShift Kind = "topshift" // surveyed displacement of the collar of a top-fixed array at From, interpolated
	Replace  Kind = "replace"  // Values stand instead of the result at From
	// InitShift carries the change of the device group before over to the new one: Values by
	// field are added to the accumulated change from From on (domain devices.md section 7).
	InitShift Kind = "initshift"
)

// Correction is one record of one point.
type Correction struct {
	ID      int64
	PointID int64
	Kind    Kind
	Fields  []string           // withdraw: empty means all; shift: exactly one
	Nodes   []int32            // empty means all
	From    int64              // UTC ms
	To      int64              // withdraw only, inclusive
	Amount  float64            // shift only, in the field's unit
	Values  map[string]float64 // topshift: x, y in mm; replace, initshift: by field
	// NodeValues are what a replace says of the nodes of an array one by one, such as an
	// inclinometer read by hand (domain measurements.md section 2.1).
	NodeValues []NodeValue

	Note        string
	RecordedAt  int64
	RecordedBy  int64
	TakenBackAt int64 // 0 while it stands
	TakenBackBy int64
}

// NodeValue is what was measured at one node.
type NodeValue struct {
	No     int32              `json:"no" minimum:"1" maximum:"1000000"`
	Depth  *float64           `json:"depth,omitempty" doc:"m below the collar, or along the array; omitted: not known"`
	Values map[string]float64 `json:"values" doc:"By field of the measurement, in its unit"`
}

// Replaces is what a replace puts instead of a column; node 0 is a value without node.
func (c *Correction) Replaces(field string, node int32) (value float64, ok bool) {
	for i := range c.NodeValues {
		if c.NodeValues[i].No == node {
			if value, ok = c.NodeValues[i].Values[field]; ok {
				return value, true
			}
		}
	}
	if len(c.Nodes) > 0 && !slices.Contains(c.Nodes, node) {
		return 0, false
	}
	value, ok = c.Values[field]
	return value, ok
}

// Shifts is what the correction adds to the accumulated change of a column from From on;
// node 0 is a value without node.
func (c *Correction) Shifts(field string, node int32) (amount float64, ok bool) {
	if len(c.Nodes) > 0 && !slices.Contains(c.Nodes, node) {
		return 0, false
	}
	if c.Kind == InitShift {
		amount, ok = c.Values[field]
		return amount, ok
	}
	return c.Amount, slices.Contains(c.Fields, field)
}

// Stands reports whether the correction is in force.
func (c Correction) Stands() bool { return c.TakenBackAt == 0 }
