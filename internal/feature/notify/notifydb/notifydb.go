// Package notifydb stores notifications and who has read them.
package notifydb

import (
	"context"

	"plumbline/internal/platform/sqlkit"
)

type Store struct{ *sqlkit.Tables }

// New returns the store of notifications.
func New(t *sqlkit.Tables) *Store { return &Store{t} }

type change struct{ *sqlkit.Transaction }

func (s *Store) write(ctx context.Context, do func(*change) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error { return do(&change{tx}) })
}
