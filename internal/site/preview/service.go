package preview

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

// Store holds the definitions that previews start from. Calls have no scope: callers check access.
type Store interface {
	ConfiguredDevices(ctx context.Context, ids []int64) (map[int64]definition.Device, error)
	Definitions(ctx context.Context, points []int64) ([]definition.Definition, error)
	PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error)
	// Waiting returns how many of the points wait to be recomputed.
	Waiting(ctx context.Context, points []int64) (int, error)
}

// Engine computes results of drafts without storing anything.
type Engine interface {
	Preview(ctx context.Context, changed []definition.Definition, from int64) ([]compute.Preview, error)
	Sample(ctx context.Context, d definition.Definition, count int) ([]compute.Sample, error)
	Handover(ctx context.Context, d definition.Definition, at int64, next definition.Binding) (compute.Handover, error)
}

// Config holds the dependencies of a Service.
type Config struct {
	Store      Store
	Points     *point.Service
	Devices    *device.Service
	Engine     Engine
	Directory  *compiled.Directory
	Thresholds *query.Service
}

// Service previews changes: it folds the changed points and their dependants with a draft definition and summarizes
// the differences.
type Service struct{ Config }

// New returns a Service.
func New(config Config) *Service { return &Service{config} }

// PointVersion previews a version of a point's configuration. supersedes is the version it corrects, 0: none.
func (s *Service) PointVersion(ctx context.Context, pointID, supersedes int64, draft timeline.Draft) (Consequences, error) {
	if !definition.PointAspect(draft.Aspect).Computes() {
		return NoConsequences(), nil
	}
	from, err := s.effect(draft, supersedes, func() ([]timeline.Record, error) {
		return s.Points.Versions(ctx, access.Scope{All: true}, pointID, "")
	})
	if err != nil {
		return Consequences{}, err
	}
	named, err := s.namedDevices(ctx, draft)
	if err != nil {
		return Consequences{}, err
	}
	return s.fold(ctx, []int64{pointID}, from, func(d definition.Definition) (definition.Definition, error) {
		return d.WithDevices(named).WithPointDraft(draft, supersedes)
	})
}

// namedDevices loads the devices of a draft binding, which no version in effect may name. The draft has been
// validated: they belong to the corporation.
func (s *Service) namedDevices(ctx context.Context, draft timeline.Draft) (map[int64]definition.Device, error) {
	if definition.PointAspect(draft.Aspect) != definition.AspectBinding || len(draft.Value) == 0 {
		return map[int64]definition.Device{}, nil
	}
	var binding definition.Binding
	if err := json.Unmarshal(draft.Value, &binding); err != nil {
		return nil, fmt.Errorf("draft of a binding: %w", err)
	}
	var ids []int64
	for _, source := range binding.Sources {
		if source.DeviceID != 0 {
			ids = append(ids, source.DeviceID)
		}
	}
	return s.Store.ConfiguredDevices(ctx, ids)
}

// DeviceVersion previews a version of a device's configuration for all points that it feeds.
func (s *Service) DeviceVersion(ctx context.Context, deviceID, supersedes int64, draft timeline.Draft) (Consequences, error) {
	if aspect := definition.DeviceAspect(draft.Aspect); !aspect.Computes() && aspect != definition.AspectChannels {
		return NoConsequences(), nil
	}
	from, err := s.effect(draft, supersedes, func() ([]timeline.Record, error) {
		return s.Devices.Versions(ctx, access.Scope{All: true}, deviceID, "")
	})
	if err != nil {
		return Consequences{}, err
	}
	points, err := s.Store.PointsOfDevices(ctx, []int64{deviceID})
	if err != nil {
		return Consequences{}, err
	}
	return s.fold(ctx, points, from, func(d definition.Definition) (definition.Definition, error) {
		return d.WithDeviceDraft(deviceID, draft, supersedes)
	})
}

// Correction previews a new correction.
func (s *Service) Correction(ctx context.Context, c correction.Correction) (Consequences, error) {
	return s.fold(ctx, []int64{c.PointID}, c.From, func(d definition.Definition) (definition.Definition, error) {
		return d.WithCorrection(c), nil
	})
}

// TakingBack previews the revocation of a correction that is in effect.
func (s *Service) TakingBack(ctx context.Context, c correction.Correction) (Consequences, error) {
	return s.fold(ctx, []int64{c.PointID}, c.From, func(d definition.Definition) (definition.Definition, error) {
		return d.WithoutCorrection(c.ID), nil
	})
}

// Conversion previews a converted point with the versions that start with it.
func (s *Service) Conversion(ctx context.Context, converted point.Point, drafts []timeline.Draft) (Consequences, error) {
	from := drafts[0].ValidFrom
	named := map[int64]definition.Device{}
	for _, draft := range drafts {
		devices, err := s.namedDevices(ctx, draft)
		if err != nil {
			return Consequences{}, err
		}
		maps.Copy(named, devices)
	}
	return s.fold(ctx, []int64{converted.ID}, from, func(d definition.Definition) (_ definition.Definition, err error) {
		d.Point = converted.Defined()
		d = d.WithDevices(named)
		for _, draft := range drafts {
			if d, err = d.WithPointDraft(draft, 0); err != nil {
				return d, err
			}
		}
		return d, nil
	})
}

// Plan previews versions and corrections that are saved together.
func (s *Service) Plan(ctx context.Context, plan pointconfig.Plan) (Consequences, error) {
	named := map[int64]definition.Device{}
	if len(plan.Corrections)+len(plan.Revoked) == 0 && !slices.ContainsFunc(plan.Versions, func(step pointconfig.Step) bool {
		return definition.PointAspect(step.Draft.Aspect).Computes()
	}) {
		return NoConsequences(), nil
	}
	for _, step := range plan.Versions {
		devices, err := s.namedDevices(ctx, step.Draft)
		if err != nil {
			return Consequences{}, err
		}
		maps.Copy(named, devices)
	}
	return s.fold(ctx, plan.Points(), plan.From(), func(d definition.Definition) (_ definition.Definition, err error) {
		for _, step := range plan.Versions {
			if step.PointID != d.Point.ID {
				continue
			}
			if d, err = d.WithDevices(named).WithPointDraft(step.Draft, step.Supersedes); err != nil {
				return d, err
			}
		}
		for _, c := range plan.Corrections {
			if c.PointID == d.Point.ID {
				d = d.WithCorrection(c)
			}
		}
		for _, c := range plan.Revoked {
			d = d.WithoutCorrection(c.ID)
		}
		return d, nil
	})
}

// Formula returns the results of a formula for the newest count readings of a point, in time order.
func (s *Service) Formula(ctx context.Context, pointID int64, value json.RawMessage, count int) ([]compute.Sample, error) {
	var f definition.Formula
	if err := json.Unmarshal(value, &f); err != nil {
		return nil, fmt.Errorf("draft of a formula: %w", err)
	}
	definitions, err := s.Store.Definitions(ctx, []int64{pointID})
	if err != nil {
		return nil, err
	}
	if len(definitions) == 0 {
		return nil, errs.New(errs.NothingHere)
	}
	return s.Engine.Sample(ctx, definitions[0].WithFormula(f), count)
}

// Handover returns the last results before a change of binding and the first after it, with the change to carry over.
func (s *Service) Handover(ctx context.Context, pointID, at int64, next definition.Binding) (pointconfig.Handover, error) {
	var out pointconfig.Handover
	definitions, err := s.Store.Definitions(ctx, []int64{pointID})
	if err != nil {
		return out, err
	}
	if len(definitions) == 0 {
		return out, errs.New(errs.NothingHere)
	}
	value, err := json.Marshal(next)
	if err != nil {
		return out, fmt.Errorf("next binding: %w", err)
	}
	named, err := s.namedDevices(ctx, timeline.Draft{Aspect: string(definition.AspectBinding), Value: value})
	if err != nil {
		return out, err
	}
	found, err := s.Engine.Handover(ctx, definitions[0].WithDevices(named), at, next)
	if err != nil {
		return out, err
	}
	out.Last, out.First = found.Last, found.First
	for i, column := range found.Columns {
		if !reading.IsMissing(found.Changes[i]) {
			out.Carried = append(out.Carried, pointconfig.Carried{Field: column.Field, Node: column.Node, Amount: found.Changes[i]})
		}
	}
	return out, nil
}

// effect returns the time from which a version changes results: its own, or the earlier one of the version that it
// replaces.
func (*Service) effect(draft timeline.Draft, supersedes int64, versions func() ([]timeline.Record, error)) (int64, error) {
	if supersedes == 0 {
		return draft.ValidFrom, nil
	}
	records, err := versions()
	if err != nil {
		return 0, err
	}
	for _, r := range records {
		if r.ID == supersedes {
			return min(draft.ValidFrom, r.ValidFrom), nil
		}
	}
	return draft.ValidFrom, nil
}

func (s *Service) fold(ctx context.Context, points []int64, from int64,
	change func(definition.Definition) (definition.Definition, error),
) (Consequences, error) {
	definitions, err := s.Store.Definitions(ctx, points)
	if err != nil {
		return Consequences{}, err
	}
	before := slices.Clone(definitions)
	for i := range definitions {
		if definitions[i], err = change(definitions[i]); err != nil {
			return Consequences{}, err
		}
	}
	waiting, err := s.Store.Waiting(ctx, points) // read before the results, which may be ready in the meantime
	if err != nil {
		return Consequences{}, err
	}
	found, err := s.Engine.Preview(ctx, definitions, from)
	if err != nil {
		return Consequences{}, err
	}
	sum, err := s.consequences(ctx, found)
	if err != nil {
		return Consequences{}, err
	}
	sum.Recomputing = waiting
	sum.Warnings, err = s.warnings(ctx, before, definitions)
	return sum, err
}
