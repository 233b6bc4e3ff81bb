package retention

import (
	"context"
	"database/sql"

	"plumbline/internal/field/ingest"
)

// Batches makes data of a kind go in batches of a size. before is called before each.
func (s *Service) Batches(kind string, size int, before func(context.Context) error) {
	k := s.kind(kind)
	deletes := k.Delete
	k.Batch = size
	k.Delete = func(ctx context.Context, tx *sql.Tx, device, from, to int64, limit int) (ingest.Amount, error) {
		if err := before(ctx); err != nil {
			return ingest.Amount{}, err
		}
		return deletes(ctx, tx, device, from, to, limit)
	}
}

// Clean deletes what is too old in a project, and calls alive after each transaction.
func (s *Service) Clean(ctx context.Context, job int64, place Place, alive func() error) error {
	_, err := s.clean(ctx, job, place, alive)
	return err
}

// Margin is how long before an alert data are kept, ms.
const Margin = int64(margin / 1e6)
