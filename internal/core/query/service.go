package query

import (
	"context"
	"sync"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// Directory supplies compiled points. A point with changed configuration is a new pointer. compiled.Directory
// implements it.
type Directory interface {
	// Find returns an existing point.
	Find(ctx context.Context, id int64) (p *compiled.Point, ok bool, err error)
	// FindAll returns a function that finds those of the given points that exist.
	FindAll(ctx context.Context, ids []int64) (func(id int64) (p *compiled.Point, ok bool), error)
}

// Initials reads the initial values formed by the fold.
type Initials interface {
	// InitialValues lists the initial values of points, ordered by point and From.
	InitialValues(ctx context.Context, points []int64) ([]compiled.InitialValue, error)
}

// Levels reads the levels judged by the fold.
type Levels interface {
	// PointLevels returns the levels of points in any order; points that were never folded are left out.
	PointLevels(ctx context.Context, points []int64) ([]alarm.PointLevel, error)
}

// Config is the dependencies of a Service.
type Config struct {
	Series    series.Store
	Directory Directory
	Initials  Initials
	Levels    Levels
	Now       func() time.Time // nil means the system clock
	// MaxAge is how old the newest values of a point may be when no event says that they changed. 0 reads the newest
	// row in every call.
	MaxAge time.Duration
}

// Service reads the data of points for display. It checks no permission: the caller has checked access to the points.
type Service struct {
	series    series.Store
	directory Directory
	initials  Initials
	levels    Levels
	now       func() time.Time
	maxAge    time.Duration

	mu     sync.Mutex
	latest map[int64]*derived // results derived from newest rows, by point

	pagesMu sync.Mutex
	pages   map[int64]pages // by point

	dayMu sync.Mutex
	days  map[int64]*day // readings received in the last day, by point
}

// New returns a service.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Service{
		series: c.Series, directory: c.Directory, initials: c.Initials, levels: c.Levels, now: c.Now, maxAge: c.MaxAge,
		latest: map[int64]*derived{}, days: map[int64]*day{}, pages: map[int64]pages{},
	}
}

// point returns a point, or errs.NothingHere.
func (s *Service) point(ctx context.Context, id int64) (*compiled.Point, error) {
	p, ok, err := s.directory.Find(ctx, id)
	if err == nil && !ok {
		err = errs.New(errs.NothingHere)
	}
	return p, err
}

// changesOf returns the cursor that derives a point's changes, and its initial values.
func (s *Service) changesOf(ctx context.Context, p *compiled.Point) (*compiled.Changes, []compiled.InitialValue, error) {
	initials, err := s.initials.InitialValues(ctx, []int64{p.Definition.Point.ID})
	if err != nil {
		return nil, nil, err
	}
	return compiled.NewChanges(p, initials), initials, nil
}
