package point

import "context"

// Limited runs add, which adds n points by another way than Create, or refuses it.
func (s *Service) Limited(ctx context.Context, n int, add func() error) error {
	return s.limit(ctx, n, add)
}
