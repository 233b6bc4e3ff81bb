// Package auditdb stores the audit log. Every area writes its entries through Logged, in the transaction of the change
// itself.
package auditdb

import (
	"context"

	"plumbline/internal/platform/sqlkit"
)

// Store reads the audit log.
type Store struct{ *sqlkit.Tables }

// Open returns the audit log and protects it against changes.
func Open(ctx context.Context, t *sqlkit.Tables) (*Store, error) {
	s := &Store{t}
	return s, s.sealLog(ctx)
}

// Logged is a write transaction that writes to the audit log.
type Logged struct{ *sqlkit.Transaction }

// WithLog returns a transaction with the audit log.
func WithLog(tx *sqlkit.Transaction) Logged { return Logged{tx} }

func (s *Store) write(ctx context.Context, do func(*Logged) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error { return do(&Logged{tx}) })
}
