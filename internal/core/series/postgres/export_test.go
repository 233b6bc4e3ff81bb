package postgres

// Migrations are the files of the migrations.
var Migrations = migrations

// Distribute makes the store send rows as it does to tables distributed by Citus.
func (s *Store) Distribute() { s.distributed = true }

// SealEagerly makes tests cover every state of sealing: a piece is two series.
func (s *Store) SealEagerly() {
	s.limits = limits{rows: 20, spread: 10, bytes: 16 << 10, piece: 2, look: 1000}
}
