package audit

import (
	"context"
	"sync"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// How many refusals are written: a client that is refused again and again must not be able
// to fill the log.
const (
	refusalWindow = time.Minute
	maxRefusals   = 20 // of one account in a window
	maxRemembered = 10_000
)

// Service reads the log, and writes what was refused.
type Service struct {
	store Store

	mu      sync.Mutex
	refused map[int64]refusals // by account
}

type refusals struct {
	since time.Time
	n     int
}

// New makes the service.
func New(store Store) *Service { return &Service{store: store, refused: map[int64]refusals{}} }

// List answers entries of the scope, newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Entry], error) {
	if err := filter.Check(); err != nil {
		return paging.Page[Entry]{}, err
	}
	return s.store.Entries(ctx, scope, filter)
}

// Get returns one entry of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Entry, error) {
	return s.store.Entry(ctx, scope, id)
}

// Check refuses a filter that makes no sense.
func (f Filter) Check() error {
	if f.From != 0 && f.To != 0 && f.From > f.To {
		return errs.New(errs.StartAfterEnd)
	}
	return nil
}

// Refuse writes an attempt that was refused; of one account at most 20 a minute.
func (s *Service) Refuse(ctx context.Context, who Actor, d Attempt) error {
	if !s.admit(who.AccountID, time.Now()) {
		return nil
	}
	return s.store.Log(ctx, who, d)
}

// Record writes what was done outside of the store's tables.
func (s *Service) Record(ctx context.Context, who Actor, d Attempt) error {
	return s.store.Log(ctx, who, d)
}

func (s *Service) admit(account int64, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.refused) >= maxRemembered {
		s.refused = map[int64]refusals{} // rare, and the limit starts again for all
	}
	r := s.refused[account]
	if now.Sub(r.since) >= refusalWindow {
		r = refusals{since: now}
	}
	r.n++
	s.refused[account] = r
	return r.n <= maxRefusals
}
