// Package correction holds corrections: records that take part in computing
// results and never change a reading. Each says who, when and why, and can be
// taken back (design core.md section 2).
package correction

// Kind is the kind of a correction.
type Kind string

// The kinds.
const (
	Withdraw Kind = "withdraw" // readings of [From, To] do not count
	Shift    Kind = "shift"    // Amount is added to the accumulated change from From on
	TopShift Kind = "topshift" // surveyed displacement of the collar of a top-fixed array at From, interpolated
	Replace  Kind = "replace"  // Values stand in the place of the result at From
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
	Values  map[string]float64 // topshift: x, y in mm; replace: by field

	Note        string
	RecordedAt  int64
	RecordedBy  int64
	TakenBackAt int64 // 0 while it stands
	TakenBackBy int64
}

// Stands tells whether the correction is in force.
func (c Correction) Stands() bool { return c.TakenBackAt == 0 }
