package point

import (
	"context"
	"encoding/json"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/versions"
)

// New is a point to create, with the first versions of its configuration.
type New struct {
	Point
	Config []timeline.Draft
}

// MaxBatch is the maximum number of points created or deleted at once.
const MaxBatch = 1000

// Service validates and manages points and their versioned configuration.
type Service struct {
	*versions.Service[Point, definition.PointAspect]
	store Store
	limit Limit
}

// Limit runs add, which adds n points, or refuses it; a license is one.
type Limit func(ctx context.Context, n int, add func(context.Context) error) error

// NewService returns a service.
func NewService(store Store) *Service {
	s := &Service{store: store, limit: func(ctx context.Context, _ int, add func(context.Context) error) error { return add(ctx) }}
	s.Service = versions.New(store, versions.Rules[Point, definition.PointAspect]{
		Kind: timeline.OfPoint, Aspects: aspects, Find: store.Point, CheckValue: s.checkValue, CheckRevoked: s.checkRevoked,
	})
	return s
}

// SetLimit limits additions. Call it before the listeners open.
func (s *Service) SetLimit(limit Limit) { s.limit = limit }

// List returns points in the scope. It sorts by name, measurement, type, sort (display order), level, createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.Points(ctx, scope, filter)
}

// Get returns a point, or errs.NothingHere outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Point, error) {
	return s.store.Point(ctx, scope, id)
}

// Create adds points to one project, all or none. Errors name their place in the batch ("points[3].name").
func (s *Service) Create(ctx context.Context, who audit.Actor, projectID int64, points []New) (made []Point, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{projectID}}, func(ctx context.Context) error {
		made, err = s.create(ctx, who, projectID, points)
		return err
	})
	return made, err
}

func (s *Service) create(ctx context.Context, who audit.Actor, projectID int64, points []New) ([]Point, error) {
	switch {
	case len(points) == 0:
		return nil, errs.OnField("points", errs.AtLeastOnePoint)
	case len(points) > MaxBatch:
		return nil, errs.OnField("points", errs.TooManyEntries, "max", MaxBatch)
	}
	if err := s.CheckNew(ctx, who.Scope, projectID, points); err != nil {
		return nil, err
	}
	var made []Point
	err := s.limit(ctx, len(points), func(ctx context.Context) (err error) {
		made, err = s.store.CreatePoints(ctx, who, points)
		return err
	})
	return made, err
}

// CheckNew validates points that are created together, and sets their owner, without creating them.
func (s *Service) CheckNew(ctx context.Context, scope access.Scope, projectID int64, points []New) error {
	corporation, err := s.store.ProjectCorporation(ctx, scope, projectID)
	if err != nil {
		return err
	}
	names := make([]string, len(points))
	for i := range points {
		points[i].Name = strings.TrimSpace(points[i].Name)
		names[i] = points[i].Name
	}
	taken, err := s.store.NamesTaken(ctx, projectID, names)
	if err != nil {
		return err
	}
	var refusals errs.Refusals
	channels := map[definition.Source]bool{}
	seen := make(map[string]bool, len(points))
	for i := range points {
		p := &points[i]
		p.ID, p.ProjectID, p.CorporationID = 0, projectID, corporation
		prefix := entry("points", i)
		if err := refusals.Merge(prefix, s.checkNew(ctx, p)); err != nil {
			return err
		}
		switch {
		case seen[p.Name] && p.Name != "":
			refusals.Add(prefix+"name", errs.Duplicate)
		case taken[p.Name]:
			refusals.Add(prefix+"name", errs.NameUsed)
		}
		seen[p.Name] = true
		s.checkChannels(&refusals, prefix, p, channels)
	}
	return refusals.Err()
}

// checkChannels checks that no two points of a batch have the same channel as main source.
func (s *Service) checkChannels(refusals *errs.Refusals, prefix string, p *New, taken map[definition.Source]bool) {
	for i, draft := range p.Config {
		var b definition.Binding
		if draft.Aspect != string(definition.AspectBinding) || json.Unmarshal(draft.Value, &b) != nil || len(b.Sources) == 0 || b.Sources[0].DeviceID == 0 {
			continue // invalid values have already been refused
		}
		channel := definition.Source{DeviceID: b.Sources[0].DeviceID, ChannelNo: b.Sources[0].ChannelNo}
		if kind, _ := catalog.DeviceTypeOf(p.Category); taken[channel] && !kind.Shared {
			refusals.Add(prefix+entry("config", i)+"value.sources[0].channelNo", errs.Duplicate)
		}
		taken[channel] = true
	}
}

// Update changes a point's name, place and order, but not its measurement.
func (s *Service) Update(ctx context.Context, who audit.Actor, p Point) (Point, error) {
	before, err := s.store.Point(ctx, who.Scope, p.ID)
	if err != nil {
		return Point{}, err
	}
	p.Name = strings.TrimSpace(p.Name)
	p.CorporationID, p.ProjectID, p.CreatedAt = before.CorporationID, before.ProjectID, before.CreatedAt
	var refusals errs.Refusals
	if err := refusals.Merge("", s.checkPoint(ctx, p)); err != nil {
		return Point{}, err
	}
	for _, fixed := range []struct {
		field   string
		changed bool
	}{{"measurement", p.Measurement != before.Measurement}, {"category", p.Category != before.Category}, {"type", p.Kind != before.Kind}} {
		if fixed.changed {
			refusals.Add(fixed.field, errs.Unchangeable)
		}
	}
	if err := refusals.Err(); err != nil {
		return Point{}, err
	}
	return p, s.store.UpdatePoint(ctx, who, p)
}

// Delete deletes points; it returns a conflict while other points are computed from them. The readings of their
// devices are kept.
func (s *Service) Delete(ctx context.Context, who audit.Actor, ids ...int64) error {
	if len(ids) > MaxBatch {
		return errs.OnField("ids", errs.TooManyEntries, "max", MaxBatch)
	}
	return s.store.Exclusively(ctx, exclusion.Owners{Points: ids}, func(ctx context.Context) error { return s.store.DeletePoints(ctx, who, ids) })
}

// Pending is a point waiting to be computed from a time on.
type Pending struct {
	PointID int64
	Name    string
	From    int64 // UTC ms; 0: its whole history
}

// MaxPending is the maximum number of points in a list of Pending.
const MaxPending = 500

// Pending returns the points of a project that wait to be computed, or one of them, by name.
func (s *Service) Pending(ctx context.Context, scope access.Scope, projectID, pointID int64) ([]Pending, error) {
	return s.store.Pending(ctx, scope, projectID, pointID)
}

// CheckTakeover is Check for a binding that replaces the devices of a point: it may take channels from temporary
// points of the project, which it returns.
func (s *Service) CheckTakeover(ctx context.Context, scope access.Scope, id int64, draft timeline.Draft) (released []Point, err error) {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	err = versions.Decoded(draft.Value, func(b definition.Binding) error { return s.checkTakeover(ctx, p, draft, 0, b, &released) })
	return released, err
}
