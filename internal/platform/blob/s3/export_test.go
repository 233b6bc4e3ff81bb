package s3

import (
	"context"
	"time"
)

func (s *Store) RemoveUnfinished(ctx context.Context, before time.Time) error {
	return s.removeUnfinished(ctx, before)
}

func (s *Store) Begin(ctx context.Context, key string) error {
	_, err := s.begin(ctx, s.prefix+key)
	return err
}

func (s *Store) Unfinished(ctx context.Context) (int, error) {
	list, err := s.unfinished(ctx, "", "")
	return len(list.Uploads), err
}
