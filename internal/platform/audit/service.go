package audit

import (
	"context"
	"sync"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Limits of logged refusals, so that a client with repeated refusals cannot fill the log.
const (
	refusalWindow = time.Minute
	maxRefusals   = 20 // per account and window
	maxRemembered = 10_000
)

// Service reads the log and writes refused attempts.
type Service struct {
	store Store

	mu      sync.Mutex
	refused map[int64]refusals // by account
}

type refusals struct {
	since time.Time
	n     int
}

func New(store Store) *Service { return &Service{store: store, refused: map[int64]refusals{}} }

// List lists the entries in the scope, newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Entry], error) {
	if err := filter.Check(); err != nil {
		return paging.Page[Entry]{}, err
	}
	return s.store.Entries(ctx, scope, filter)
}

// Get returns an entry in the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Entry, error) {
	return s.store.Entry(ctx, scope, id)
}

// Check returns an error if the filter is invalid.
func (f Filter) Check() error {
	if f.From != 0 && f.To != 0 && f.From > f.To {
		return errs.New(errs.StartAfterEnd)
	}
	return nil
}

// Refuse logs a refused attempt, up to 20 per account and minute.
func (s *Service) Refuse(ctx context.Context, who Actor, d Attempt) error {
	if !s.admit(who.AccountID, time.Now()) {
		return nil
	}
	return s.store.Log(ctx, who, d)
}

// Record logs a change outside the store's tables.
func (s *Service) Record(ctx context.Context, who Actor, d Attempt) error {
	return s.store.Log(ctx, who, d)
}

func (s *Service) admit(account int64, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.refused) >= maxRemembered {
		s.refused = map[int64]refusals{} // rare; restarts the limit for all accounts
	}
	r := s.refused[account]
	if now.Sub(r.since) >= refusalWindow {
		r = refusals{since: now}
	}
	r.n++
	s.refused[account] = r
	return r.n <= maxRefusals
}
