package sqlite

// SealEagerly makes tests meet every state of sealing: generations are small and a
// piece is one series or one log entry.
func (s *Store) SealEagerly(rows int) {
	s.limits = limits{rows: rows, most: rows, bytes: 1 << 20, head: 48 << 10, cut: 1}
}
