package pointconfig

import (
	"context"
	"strconv"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/point"
)

// Service plans and executes changes.
type Service struct {
	store       Store
	points      *point.Service
	corrections *correction.Service
	curve       Curve
}

// New returns a service.
func New(store Store, points *point.Service, corrections *correction.Service, curve Curve) *Service {
	return &Service{store: store, points: points, corrections: corrections, curve: curve}
}

const (
	maxNote  = 500 // characters
	maxCount = 1000
	// usualCount is the default number of readings averaged for an initial value.
	usualCount = 3
	// noDevices is the binding of a temporary point that released its devices.
	noDevices = `{"sources":[]}`
)

// Groups returns the device groups of a point in time order.
func (s *Service) Groups(ctx context.Context, scope access.Scope, pointID int64) ([]Group, error) {
	p, err := s.points.Get(ctx, scope, pointID)
	if err != nil {
		return nil, err
	}
	bindings, err := s.bindings(ctx, scope, pointID)
	if err != nil {
		return nil, err
	}
	groups := make([]Group, 0, len(bindings.Versions()))
	var devices, points []int64
	for _, v := range bindings.Versions() {
		g := Group{HistoryID: v.ID, From: v.ValidFrom, Note: v.Note}
		g.Until, _ = bindings.Until(v.ValidFrom)
		for _, source := range v.Value.Sources {
			g.Members = append(g.Members, Member{Source: source})
			devices, points = append(devices, source.DeviceID), append(points, source.PointID)
		}
		groups = append(groups, g)
	}
	named, err := s.store.DevicesNamed(ctx, scope, devices)
	if err != nil {
		return nil, err
	}
	others, err := s.store.PointsNamed(ctx, p.ProjectID, points)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		for i := range g.Members {
			m := &g.Members[i]
			d := named[m.DeviceID]
			m.Name, m.SNCode, m.Type, m.Model = d.Name, d.SNCode, d.Type, d.Model
			if m.PointID != 0 {
				m.Name = others[m.PointID].Name
			}
		}
	}
	return groups, nil
}

func (s *Service) bindings(ctx context.Context, scope access.Scope, pointID int64) (timeline.Timeline[definition.Binding], error) {
	records, err := s.points.Versions(ctx, scope, pointID, definition.AspectBinding)
	if err != nil {
		return timeline.Timeline[definition.Binding]{}, err
	}
	versions, err := timeline.Decode[definition.Binding](records, string(definition.AspectBinding))
	return timeline.Of(versions), err
}

// Replacements returns the replacements of a point, newest first.
func (s *Service) Replacements(ctx context.Context, scope access.Scope, pointID int64) ([]Replacement, error) {
	return s.store.Replacements(ctx, scope, pointID)
}

// Replacement returns a replacement, or errs.NothingHere outside the scope.
func (s *Service) Replacement(ctx context.Context, scope access.Scope, id int64) (Replacement, error) {
	return s.store.Replacement(ctx, scope, id)
}

func entry(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]." }

func now() int64 { return clock.Now().UnixMilli() }
