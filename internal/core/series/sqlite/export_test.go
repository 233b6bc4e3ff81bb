package sqlite

import "time"

// SealEagerly makes tests cover every state of sealing: generations are small, and a piece is one series or log entry.
func (s *Store) SealEagerly(rows int) {
	s.limits = limits{rows: rows, most: rows, bytes: 1 << 20, head: 48 << 10, heads: 256 << 10, longPiece: time.Millisecond, cut: 1}
}

// HeadBytes returns the memory of all heads, as counted incrementally and as it is.
func (s *Store) HeadBytes() (counted, held int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, st := range s.series {
		held += st.head.Bytes()
	}
	return s.headBytes, held
}

// BoundHeads sets the limit of the heads' memory.
func (s *Store) BoundHeads(bytes int) { s.limits.heads = bytes }
