package point

import (
	"context"

	"plumbline/internal/access"
	"plumbline/internal/dated"
	"plumbline/internal/fault"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
)

// New is a point that is to be made, with the first versions of its configuration.
type New struct {
	Point
	Config []dated.Draft
}

// MaxBatch is how many points may be made or deleted at once.
const MaxBatch = 1000

// Service keeps the rules of points and of their dated configuration.
type Service struct {
	store Store
	limit Limit
}

// Limit runs add, which adds n points, or refuses it; a licence is one.
type Limit func(ctx context.Context, n int, add func() error) error

// NewService makes the service.
func NewService(store Store) *Service {
	return &Service{store: store, limit: func(_ context.Context, _ int, add func() error) error { return add() }}
}

// SetLimit limits what is added from now on; it is called before the doors open.
func (s *Service) SetLimit(limit Limit) { s.limit = limit }

// List answers points of the scope. Sorts by name, sort (the own order), level,
// lastReading, createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[Listed], error) {
	return s.store.Points(ctx, scope, filter)
}

// Get answers one point, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Point, error) {
	return s.store.Point(ctx, scope, id)
}

// Create adds points to one project, all or none. What is refused is named with
// its place in the batch ("points[3].name").
func (s *Service) Create(ctx context.Context, who oplog.Actor, projectID int64, points []New) (made []Point, err error) {
	err = s.store.Exclusively(ctx, func() error {
		made, err = s.create(ctx, who, projectID, points)
		return err
	})
	return made, err
}

func (s *Service) create(ctx context.Context, who oplog.Actor, projectID int64, points []New) ([]Point, error) {
	switch {
	case len(points) == 0:
		return nil, fault.OnField("points", fault.AtLeastOnePoint)
	case len(points) > MaxBatch:
		return nil, fault.OnField("points", fault.TooManyEntries, "max", MaxBatch)
	}
	corporation, err := s.store.ProjectCorporation(ctx, who.Scope, projectID)
	if err != nil {
		return nil, err
	}
	var refusals fault.Refusals
	names := make(map[string]bool, len(points))
	for i := range points {
		p := &points[i]
		p.ID, p.ProjectID, p.CorporationID = 0, projectID, corporation
		prefix := entry("points", i)
		if err := refusals.Merge(prefix, s.checkNew(ctx, p)); err != nil {
			return nil, err
		}
		if names[p.Name] {
			refusals.Add(prefix+"name", fault.Duplicate)
		}
		names[p.Name] = true
	}
	if err := refusals.Err(); err != nil {
		return nil, err
	}
	var made []Point
	err = s.limit(ctx, len(points), func() (err error) {
		made, err = s.store.CreatePoints(ctx, who, points)
		return err
	})
	return made, err
}

// Update changes a point's name, place and order. What it measures stays.
func (s *Service) Update(ctx context.Context, who oplog.Actor, p Point) (Point, error) {
	before, err := s.store.Point(ctx, who.Scope, p.ID)
	if err != nil {
		return Point{}, err
	}
	p.CorporationID, p.ProjectID, p.CreatedAt = before.CorporationID, before.ProjectID, before.CreatedAt
	var refusals fault.Refusals
	if err := refusals.Merge("", s.checkPoint(ctx, p)); err != nil {
		return Point{}, err
	}
	for _, fixed := range []struct {
		field   string
		changed bool
	}{{"measurement", p.Measurement != before.Measurement}, {"category", p.Category != before.Category}, {"type", p.Kind != before.Kind}} {
		if fixed.changed {
			refusals.Add(fixed.field, fault.Unchangeable)
		}
	}
	if err := refusals.Err(); err != nil {
		return Point{}, err
	}
	return p, s.store.UpdatePoint(ctx, who, p)
}

// Delete removes points; Conflict while other points are computed from them. The
// readings of their devices stay.
func (s *Service) Delete(ctx context.Context, who oplog.Actor, ids ...int64) error {
	if len(ids) > MaxBatch {
		return fault.OnField("ids", fault.TooManyEntries, "max", MaxBatch)
	}
	return s.store.Exclusively(ctx, func() error { return s.store.DeletePoints(ctx, who, ids) })
}

// Versions lists the versions of a point's configuration, superseded ones too, by
// aspect, validity and time of recording. An empty aspect asks for all.
func (s *Service) Versions(ctx context.Context, scope access.Scope, id int64, aspect Aspect) ([]dated.Record, error) {
	records, err := s.store.PointVersions(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	return dated.OfAspect(records, string(aspect)), nil
}

// Record adds a version that is valid from a time on.
func (s *Service) Record(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft) (dated.Record, error) {
	return s.record(ctx, who, id, draft, 0)
}

// Mend puts a version in the place of another of the same aspect, which is kept as superseded.
func (s *Service) Mend(ctx context.Context, who oplog.Actor, id, versionID int64, draft dated.Draft) (dated.Record, error) {
	old, err := s.standing(ctx, who.Scope, id, versionID)
	if err != nil {
		return dated.Record{}, err
	}
	draft.Aspect = old.Aspect
	return s.record(ctx, who, id, draft, versionID)
}

// Supersede takes a version out of force without another in its place.
func (s *Service) Supersede(ctx context.Context, who oplog.Actor, id, versionID int64, note string) (dated.Record, error) {
	old, err := s.standing(ctx, who.Scope, id, versionID)
	if err != nil {
		return dated.Record{}, err
	}
	return s.store.RecordPointVersion(ctx, who, id, dated.Draft{Aspect: old.Aspect, ValidFrom: old.ValidFrom, Note: note}, versionID)
}

// Check holds a draft against the rules without recording it, for previews.
func (s *Service) Check(ctx context.Context, scope access.Scope, id int64, draft dated.Draft) error {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return err
	}
	records, err := s.store.PointVersions(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.checkDraft(ctx, p, records, draft)
}

func (s *Service) record(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft, supersedes int64) (made dated.Record, err error) {
	err = s.store.Exclusively(ctx, func() (err error) {
		if err = s.Check(ctx, who.Scope, id, draft); err == nil {
			made, err = s.store.RecordPointVersion(ctx, who, id, draft, supersedes)
		}
		return err
	})
	return made, err
}

func (s *Service) standing(ctx context.Context, scope access.Scope, id, versionID int64) (dated.Record, error) {
	records, err := s.store.PointVersions(ctx, scope, id)
	if err != nil {
		return dated.Record{}, err
	}
	for _, r := range records {
		if r.ID == versionID {
			if r.SupersededAt != 0 {
				return dated.Record{}, fault.New(fault.Changed)
			}
			return r, nil
		}
	}
	return dated.Record{}, fault.New(fault.NothingHere)
}
