package point

import (
	"context"
	"encoding/json"
	"strings"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
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

// List answers points of the scope. Sorts by name, measurement, type, sort (the own order),
// level, createdAt.
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
	if err := s.CheckNew(ctx, who.Scope, projectID, points); err != nil {
		return nil, err
	}
	var made []Point
	err := s.limit(ctx, len(points), func() (err error) {
		made, err = s.store.CreatePoints(ctx, who, points)
		return err
	})
	return made, err
}

// CheckNew holds points that are to be made together against the rules, and one
// another, without making them. It fills in whose they are.
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
	var refusals fault.Refusals
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
			refusals.Add(prefix+"name", fault.Duplicate)
		case taken[p.Name]:
			refusals.Add(prefix+"name", fault.NameUsed)
		}
		seen[p.Name] = true
		s.checkChannels(&refusals, prefix, p, channels)
	}
	return refusals.Err()
}

// checkChannels sees that no two points of a batch take one channel as their main source.
func (s *Service) checkChannels(refusals *fault.Refusals, prefix string, p *New, taken map[definition.Source]bool) {
	for i, draft := range p.Config {
		var b definition.Binding
		if draft.Aspect != string(definition.AspectBinding) || json.Unmarshal(draft.Value, &b) != nil || len(b.Sources) == 0 || b.Sources[0].DeviceID == 0 {
			continue // what cannot be read was refused already
		}
		channel := definition.Source{DeviceID: b.Sources[0].DeviceID, ChannelNo: b.Sources[0].ChannelNo}
		if kind, _ := catalogue.DeviceTypeOf(p.Category); taken[channel] && !kind.Shared {
			refusals.Add(prefix+entry("config", i)+"value.sources[0].channelNo", fault.Duplicate)
		}
		taken[channel] = true
	}
}

// Update changes a point's name, place and order. What it measures stays.
func (s *Service) Update(ctx context.Context, who oplog.Actor, p Point) (Point, error) {
	before, err := s.store.Point(ctx, who.Scope, p.ID)
	if err != nil {
		return Point{}, err
	}
	p.Name = strings.TrimSpace(p.Name)
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

// Pending is a point whose results wait to be computed, from a time on.
type Pending struct {
	PointID int64
	Name    string
	From    int64 // UTC ms; 0: all of its history
}

// MaxPending is how many points a list of Pending has at most.
const MaxPending = 500

// Pending lists the points of a project that wait to be computed, or one of them, by name.
func (s *Service) Pending(ctx context.Context, scope access.Scope, projectID, pointID int64) ([]Pending, error) {
	return s.store.Pending(ctx, scope, projectID, pointID)
}

// Versions lists the versions of a point's configuration, superseded ones too, by
// aspect, validity and time of recording. An empty aspect asks for all.
func (s *Service) Versions(ctx context.Context, scope access.Scope, id int64, aspect definition.PointAspect) ([]dated.Record, error) {
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

// Supersede takes a version out of force without another in its place. What holds
// again then is held against the rules as if it were recorded anew: meanwhile another
// point may have taken its channel.
func (s *Service) Supersede(ctx context.Context, who oplog.Actor, id, versionID int64, note string) (recorded dated.Record, err error) {
	old, err := s.standing(ctx, who.Scope, id, versionID)
	if err != nil {
		return dated.Record{}, err
	}
	err = s.store.Exclusively(ctx, func() (err error) {
		if err = s.CheckReturn(ctx, who.Scope, id, old); err == nil {
			recorded, err = s.store.RecordPointVersion(ctx, who, id, dated.Draft{Aspect: old.Aspect, ValidFrom: old.ValidFrom, Note: note}, versionID)
		}
		return err
	})
	return recorded, err
}

// CheckReturn holds what is in force once a version is gone against the rules. A binding alone can
// clash with others.
func (s *Service) CheckReturn(ctx context.Context, scope access.Scope, id int64, gone dated.Record) error {
	if definition.PointAspect(gone.Aspect) != definition.AspectBinding {
		return nil
	}
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return err
	}
	var refusals fault.Refusals
	if err := s.checkApart(ctx, &refusals, p, dated.Edit{Gone: []int64{gone.ID}}, nil); err != nil {
		return err
	}
	return refusals.Err()
}

// Check holds a draft against the rules without recording it, for previews. gone is the version in
// whose place it comes; 0: none.
func (s *Service) Check(ctx context.Context, scope access.Scope, id int64, draft dated.Draft, gone int64) error {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return err
	}
	records, err := s.store.PointVersions(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.checkDraft(ctx, p, records, draft, gone)
}

// CheckTakeover is Check for a binding that replaces the devices of a point: it may take
// channels from temporary points of the project, which it answers.
func (s *Service) CheckTakeover(ctx context.Context, scope access.Scope, id int64, draft dated.Draft) (released []Point, err error) {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	err = decoded(draft.Value, func(b definition.Binding) error { return s.checkTakeover(ctx, p, draft, 0, b, &released) })
	return released, err
}

func (s *Service) record(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft, supersedes int64) (made dated.Record, err error) {
	err = s.store.Exclusively(ctx, func() (err error) {
		if err = s.Check(ctx, who.Scope, id, draft, supersedes); err == nil {
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
