package point

import "context"

// Limited runs add, which adds n points without Create, if the limit allows it.
func (s *Service) Limited(ctx context.Context, n int, add func(context.Context) error) error {
	return s.limit(ctx, n, add)
}
