// Package correction defines corrections: records that take part in computing results and never change a reading. Each
// records who, when and why, and can be revoked (design core.md section 2).
package correction

import "slices"

type Kind string

const (
	Withdraw Kind = "withdraw" // readings of [From, To] do not count
	// Suspect flags the readings of [From, To]: they keep their values and count, but analyses leave them out.
	Suspect  Kind = "suspect"
	Shift    Kind = "shift"    // Amount is added to the accumulated change from From on
	TopShift Kind = "topshift" // surveyed displacement of the collar of a top-fixed array at From, interpolated
	Replace  Kind = "replace"  // Values replace the result at From
	// Amend corrects what an instrument sent at From: NodeValues hold raw fields, from which the result is computed
	// instead. The reading itself stays as it was sent.
	Amend Kind = "amend"
	// InitShift carries the change of the previous device group over to the new one: Values, by field, are added to
	// the accumulated change from From on (domain devices.md section 7).
	InitShift Kind = "initshift"
	// Casing takes the systematic errors of an inclinometer probe, Values by formula.CasingTerms, out of the survey at From.
	// Of several for one survey the last one recorded counts.
	Casing Kind = "casing"
)

// Correction is one correction of one point.
type Correction struct {
	ID      int64
	PointID int64
	Kind    Kind
	Fields  []string           // withdraw, suspect: empty means all; shift: exactly one
	Nodes   []int32            // empty means all
	From    int64              // UTC ms
	To      int64              // withdraw, suspect: inclusive
	Amount  float64            // shift only, in the field's unit
	Values  map[string]float64 // topshift: x, y in mm; replace, initshift: by field; casing: by term
	// NodeValues are the values of a replacement by array node, for example of an inclinometer read manually
	// (domain measurements.md section 2.1), or the raw values of an amendment.
	NodeValues []NodeValue

	Note       string
	RecordedAt int64
	RecordedBy int64
	RevokedAt  int64 // 0 while in effect
	RevokedBy  int64

	Author string `json:"-"` // name of RecordedBy, set in lists of a point
}

// NodeValue is the measurement of one node.
type NodeValue struct {
	No     int32              `json:"no" minimum:"1" maximum:"1000000"`
	Depth  *float64           `json:"depth,omitempty" doc:"m below the collar, or along the array; omitted: not known"`
	Values map[string]float64 `json:"values" doc:"Values by measurement field, in the field's unit"`
}

// Replaces returns the replacement for a column; node 0 is a value without a node.
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

// Shifts returns the amount that the correction adds to the accumulated change of a column from From on; node 0 is a
// value without a node.
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

// About reports whether the correction names a column: no fields or no nodes name all.
func (c *Correction) About(field string, node int32) bool {
	return (len(c.Fields) == 0 || slices.Contains(c.Fields, field)) && (len(c.Nodes) == 0 || slices.Contains(c.Nodes, node))
}

// InEffect reports whether the correction is in effect.
func (c Correction) InEffect() bool { return c.RevokedAt == 0 }
