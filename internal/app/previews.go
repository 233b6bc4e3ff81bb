package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/api"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/configuration"
	"plumbline/internal/site/point"
)

// previews folds points with a definition that is not in force yet, and those that
// are computed from them, and adds up what would change.
type previews struct{ *server }

// PointVersion implements api.Previews.
func (p previews) PointVersion(ctx context.Context, pointID, supersedes int64, draft dated.Draft) (api.Consequences, error) {
	if !definition.PointAspect(draft.Aspect).Computes() {
		return api.NoConsequences(), nil
	}
	from, err := p.effect(draft, supersedes, func() ([]dated.Record, error) {
		return p.Points.Versions(ctx, program("preview").Scope, pointID, "")
	})
	if err != nil {
		return api.Consequences{}, err
	}
	named, err := p.namedDevices(ctx, draft)
	if err != nil {
		return api.Consequences{}, err
	}
	return p.fold(ctx, []int64{pointID}, from, func(d definition.Definition) (definition.Definition, error) {
		return d.WithDevices(named).WithPointDraft(draft, supersedes)
	})
}

// namedDevices loads the devices of a draft of a binding: no standing version need
// name them. The draft has been checked: they are the corporation's.
func (p previews) namedDevices(ctx context.Context, draft dated.Draft) (map[int64]definition.Device, error) {
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
	return p.Store.ConfiguredDevices(ctx, ids)
}

// DeviceVersion implements api.Previews.
func (p previews) DeviceVersion(ctx context.Context, deviceID, supersedes int64, draft dated.Draft) (api.Consequences, error) {
	if aspect := definition.DeviceAspect(draft.Aspect); !aspect.Computes() && aspect != definition.AspectChannels {
		return api.NoConsequences(), nil
	}
	from, err := p.effect(draft, supersedes, func() ([]dated.Record, error) {
		return p.Devices.Versions(ctx, program("preview").Scope, deviceID, "")
	})
	if err != nil {
		return api.Consequences{}, err
	}
	points, err := p.Store.PointsOfDevices(ctx, []int64{deviceID})
	if err != nil {
		return api.Consequences{}, err
	}
	return p.fold(ctx, points, from, func(d definition.Definition) (definition.Definition, error) {
		return d.WithDeviceDraft(deviceID, draft, supersedes)
	})
}

// Correction implements api.Previews.
func (p previews) Correction(ctx context.Context, c correction.Correction) (api.Consequences, error) {
	return p.fold(ctx, []int64{c.PointID}, c.From, func(d definition.Definition) (definition.Definition, error) {
		return d.WithCorrection(c), nil
	})
}

// TakingBack implements api.Previews.
func (p previews) TakingBack(ctx context.Context, c correction.Correction) (api.Consequences, error) {
	return p.fold(ctx, []int64{c.PointID}, c.From, func(d definition.Definition) (definition.Definition, error) {
		return d.WithoutCorrection(c.ID), nil
	})
}

// Conversion implements api.Previews.
func (p previews) Conversion(ctx context.Context, converted point.Point, drafts []dated.Draft) (api.Consequences, error) {
	from := drafts[0].ValidFrom
	named := map[int64]definition.Device{}
	for _, draft := range drafts {
		devices, err := p.namedDevices(ctx, draft)
		if err != nil {
			return api.Consequences{}, err
		}
		maps.Copy(named, devices)
	}
	return p.fold(ctx, []int64{converted.ID}, from, func(d definition.Definition) (_ definition.Definition, err error) {
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

// Plan implements api.Previews.
func (p previews) Plan(ctx context.Context, plan configuration.Plan) (api.Consequences, error) {
	named := map[int64]definition.Device{}
	if len(plan.Corrections)+len(plan.TakenBack) == 0 && !slices.ContainsFunc(plan.Versions, func(step configuration.Step) bool {
		return definition.PointAspect(step.Draft.Aspect).Computes()
	}) {
		return api.NoConsequences(), nil
	}
	for _, step := range plan.Versions {
		devices, err := p.namedDevices(ctx, step.Draft)
		if err != nil {
			return api.Consequences{}, err
		}
		maps.Copy(named, devices)
	}
	return p.fold(ctx, plan.Points(), plan.From(), func(d definition.Definition) (_ definition.Definition, err error) {
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
		for _, c := range plan.TakenBack {
			d = d.WithoutCorrection(c.ID)
		}
		return d, nil
	})
}

// Formula implements api.Previews.
func (p previews) Formula(ctx context.Context, pointID int64, value json.RawMessage, count int) ([]computation.Sample, error) {
	var f definition.Formula
	if err := json.Unmarshal(value, &f); err != nil {
		return nil, fmt.Errorf("draft of a formula: %w", err)
	}
	definitions, err := p.Store.Definitions(ctx, []int64{pointID})
	if err != nil {
		return nil, err
	}
	if len(definitions) == 0 {
		return nil, fault.New(fault.NothingHere)
	}
	return p.worker.Sample(ctx, definitions[0].WithFormula(f), count)
}

// Handover implements configuration.Curve.
func (p previews) Handover(ctx context.Context, pointID, at int64, next definition.Binding) (configuration.Handover, error) {
	var out configuration.Handover
	definitions, err := p.Store.Definitions(ctx, []int64{pointID})
	if err != nil {
		return out, err
	}
	if len(definitions) == 0 {
		return out, fault.New(fault.NothingHere)
	}
	value, err := json.Marshal(next)
	if err != nil {
		return out, fmt.Errorf("next binding: %w", err)
	}
	named, err := p.namedDevices(ctx, dated.Draft{Aspect: string(definition.AspectBinding), Value: value})
	if err != nil {
		return out, err
	}
	found, err := p.worker.Handover(ctx, definitions[0].WithDevices(named), at, next)
	if err != nil {
		return out, err
	}
	out.Last, out.First = found.Last, found.First
	for i, column := range found.Columns {
		if !reading.IsMissing(found.Changes[i]) {
			out.Carried = append(out.Carried, configuration.Carried{Field: column.Field, Node: column.Node, Amount: found.Changes[i]})
		}
	}
	return out, nil
}

// effect is the time from which a version changes results: its own, or that of the
// version it takes the place of when that was valid earlier.
func (previews) effect(draft dated.Draft, supersedes int64, versions func() ([]dated.Record, error)) (int64, error) {
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

func (p previews) fold(ctx context.Context, points []int64, from int64, change func(definition.Definition) (definition.Definition, error)) (api.Consequences, error) {
	definitions, err := p.Store.Definitions(ctx, points)
	if err != nil {
		return api.Consequences{}, err
	}
	before := slices.Clone(definitions)
	for i := range definitions {
		if definitions[i], err = change(definitions[i]); err != nil {
			return api.Consequences{}, err
		}
	}
	waiting, err := p.Store.Waiting(ctx, points) // before results are looked at: they may be ready meanwhile
	if err != nil {
		return api.Consequences{}, err
	}
	found, err := p.worker.Preview(ctx, definitions, from)
	if err != nil {
		return api.Consequences{}, err
	}
	sum := p.consequences(found)
	sum.Recomputing = waiting
	sum.Warnings, err = p.warnings(ctx, before, definitions)
	return sum, err
}
