package alarm

import "slices"

// Silence is a time of maintenance in which messages about alerts are held back. The alerts themselves are not changed.
type Silence struct {
	StructureID int64   // 0: the whole project
	ItemID      int64   // 0: the whole structure
	Points      []int64 // empty: all
	Level       Level   // highest level that is held back, and with it the health of devices
	From, To    int64   // UTC ms, To excluded
}

// Holds reports whether messages about a level of a record are held back at a time (UTC ms). Those about the health of
// devices always are.
func (s *Silence) Holds(record *Record, level Level, at int64) bool {
	return s.From <= at && at < s.To && (record.Kind.Health() || level <= s.Level) &&
		(s.StructureID == 0 || s.StructureID == record.StructureID) && (s.ItemID == 0 || s.ItemID == record.ItemID) &&
		(len(s.Points) == 0 || slices.Contains(s.Points, record.PointID))
}
