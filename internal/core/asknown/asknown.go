// Package asknown reads the data of points as they were known at an earlier time: without the readings that came in
// later, the values revised later, and the versions and corrections recorded later (design core.md section 2). Histories
// are folded in memory by the code of the live path; nothing is written.
package asknown

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/query"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// Limits of memory, in numbers of 8 bytes: a year of 100 nodes with 3 fields at 15 minutes is about 11 million.
const (
	largest = 24_000_000 // of one history
	kept    = 24_000_000 // of all histories kept for the next request
)

// MostPoints is the number of points whose histories one request may use.
const MostPoints = 100

// fresh is how long a history is kept. What was known does not change, but retention may delete readings.
const fresh = 10 * time.Minute

// Engine folds the history of a point as it was known at a time; compute.Previewer implements it.
type Engine interface {
	AsOf(ctx context.Context, loader compiled.Loader, point, known, to int64) (*compute.Computed, error)
	Since(ctx context.Context, then *compute.Computed, from, to int64) (compute.Since, error)
}

// Service reads what was known. It checks no permission: the caller has checked access to the points.
type Service struct {
	series series.Store
	engine Engine
	loader compiled.Loader
	turn   *semaphore.Weighted // one history at a time, so that requests together do not exceed the limit

	mu        sync.Mutex
	histories []history // the last used first
}

type history struct {
	point, known int64
	size         int64
	made         time.Time
	computed     *compute.Computed
}

// New returns a service.
func New(store series.Store, engine Engine, loader compiled.Loader) *Service {
	return &Service{series: store, engine: engine, loader: loader, turn: semaphore.NewWeighted(1)}
}

// At returns the reader of what was known at a time (UTC ms), for one request.
func (s *Service) At(known int64) *query.Service {
	v := &view{
		Store: series.ReadingsAsOf(s.series, known), service: s, known: known,
		points: map[int64]*compiled.Point{}, histories: map[int64]*compute.Computed{},
	}
	return query.New(query.Config{Series: v, Directory: v, Initials: v, Levels: v, Now: func() time.Time { return time.UnixMilli(known) }})
}

// History returns the whole history of a point as it was known at a time (UTC ms).
func (s *Service) History(ctx context.Context, point, known int64) (*compute.Computed, error) {
	if computed := s.find(point, known); computed != nil {
		return computed, nil
	}
	if err := s.turn.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.turn.Release(1)
	if computed := s.find(point, known); computed != nil {
		return computed, nil
	}
	if err := s.check(ctx, point, known); err != nil {
		return nil, err
	}
	computed, err := s.engine.AsOf(ctx, s.loader, point, known, compiled.Forever)
	if err != nil {
		return nil, err
	}
	s.keep(history{point: point, known: known, size: sizeOf(computed.Rows), made: time.Now(), computed: computed})
	return computed, nil
}

// check refuses a history that would need too much memory, with those of the points that it is computed from.
func (s *Service) check(ctx context.Context, point, known int64) error {
	left, seen, total := []int64{point}, map[int64]bool{}, int64(0)
	for len(left) > 0 {
		id := left[0]
		if left = left[1:]; seen[id] {
			continue
		}
		seen[id] = true
		size, err := s.estimate(ctx, id)
		if err != nil {
			return err
		}
		if total += size; total > largest {
			return errs.New(errs.HistoryTooLarge)
		}
		definitions, err := s.loader.DefinitionsKnown(ctx, []int64{id}, known)
		if err != nil {
			return err
		}
		for _, d := range definitions {
			left = append(left, compiled.Compile(d).DependsOn()...)
		}
	}
	return nil
}

// estimate returns the size of the stored results of a point.
func (s *Service) estimate(ctx context.Context, point int64) (int64, error) {
	rows, err := s.series.Rows(ctx, []series.ID{series.ResultID(point)})
	if err != nil {
		return 0, err
	}
	columns := 0
	err = s.series.Before(ctx, series.ResultID(point), compiled.Forever, 1, nil, func(b *series.Block) error {
		columns = b.Columns.Len()
		return nil
	})
	return rows * int64(columns+overhead), err
}

// overhead is what a row needs in addition to its values, in numbers of 8 bytes.
const overhead = 8

func sizeOf(rows []series.Put) (size int64) {
	for i := range rows {
		size += int64(len(rows[i].Values) + overhead)
	}
	return size
}

func (s *Service) find(point, known int64) *compute.Computed {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.histories, func(h history) bool { return h.point == point && h.known == known })
	if i < 0 {
		return nil
	}
	found := s.histories[i]
	s.histories = slices.Insert(slices.Delete(s.histories, i, i+1), 0, found)
	return found.computed
}

// drop removes the histories that are no longer fresh.
func (s *Service) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.histories = slices.DeleteFunc(s.histories, func(h history) bool { return time.Since(h.made) >= fresh })
}

// keep adds a history for a while, and drops those used longest ago.
func (s *Service) keep(h history) {
	time.AfterFunc(fresh, s.drop)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.histories = slices.Insert(s.histories, 0, h)
	total := int64(0)
	for i := range s.histories {
		if total += s.histories[i].size; total > kept {
			clear(s.histories[i:])
			s.histories = s.histories[:i]
			return
		}
	}
}

// Since returns how the results of a point in [from, to] differ from what was known at a time (UTC ms). Results of
// readings after that time are no differences.
func (s *Service) Since(ctx context.Context, point, known, from, to int64) (compute.Since, error) {
	then, err := s.History(ctx, point, known)
	if err != nil {
		return compute.Since{}, err
	}
	return s.engine.Since(ctx, then, from, min(to, known))
}
