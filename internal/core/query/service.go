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

// Directory knows the points with their compiled configuration. A point whose
// configuration changed is another pointer. compiled.Directory is one.
type Directory interface {
	Point(id int64) (p *compiled.Point, ok bool)
	// Find is Point that looks for a point which another process may just have made.
	Find(ctx context.Context, id int64) (p *compiled.Point, ok bool, err error)
}

// Initials reads the initial values that the fold has formed.
type Initials interface {
	// InitialValues lists the initial values of points, ordered by point and From.
	InitialValues(ctx context.Context, points []int64) ([]compiled.InitialValue, error)
}

// Levels reads what the fold has judged.
type Levels interface {
	// Standings gives the levels of points, in any order; those that were never folded are left out.
	Standings(ctx context.Context, points []int64) ([]alarm.PointLevel, error)
}

// Config is what the read side reads from.
type Config struct {
	Series    series.Store
	Directory Directory
	Initials  Initials
	Levels    Levels
	Now       func() time.Time // nil takes the clock
}

// Service reads the data of points for people. It checks no permission: the
// caller has made sure that the point may be seen.
type Service struct {
	series    series.Store
	directory Directory
	initials  Initials
	levels    Levels
	now       func() time.Time

	mu     sync.Mutex
	latest map[int64]*derived // what was derived from newest rows, by point

	pagesMu sync.Mutex
	pages   map[int64]pages // by point

	dayMu sync.Mutex
	days  map[int64]*day // what came in the last day, by point
}

// New makes the read side.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Service{series: c.Series, directory: c.Directory, initials: c.Initials, levels: c.Levels, now: c.Now, latest: map[int64]*derived{}, days: map[int64]*day{}, pages: map[int64]pages{}}
}

// point finds a point or answers that there is none.
func (s *Service) point(ctx context.Context, id int64) (*compiled.Point, error) {
	p, ok, err := s.directory.Find(ctx, id)
	if err == nil && !ok {
		err = errs.New(errs.NothingHere)
	}
	return p, err
}

// changesOf makes the cursor that derives changes of a point, and gives the initial
// values that it works with.
func (s *Service) changesOf(ctx context.Context, p *compiled.Point) (*compiled.Changes, []compiled.InitialValue, error) {
	initials, err := s.initials.InitialValues(ctx, []int64{p.Definition.Point.ID})
	if err != nil {
		return nil, nil, err
	}
	return compiled.NewChanges(p, initials), initials, nil
}
