package app

import (
	"context"
	"encoding/json"
	"fmt"

	"plumbline/internal/api"
	"plumbline/internal/computation"
	"plumbline/internal/correction"
	"plumbline/internal/dated"
	"plumbline/internal/point"
)

// previews folds points with a definition that is not in force yet, and those that
// are computed from them, and adds up what would change.
type previews struct{ *server }

// PointVersion implements api.Previews.
func (p previews) PointVersion(ctx context.Context, pointID, supersedes int64, draft dated.Draft) (api.Consequences, error) {
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
	return p.fold(ctx, []int64{pointID}, from, func(d computation.Definition) (computation.Definition, error) {
		return d.WithDevices(named).WithPointDraft(draft, supersedes)
	})
}

// namedDevices loads the devices of a draft of a binding: no standing version need
// name them. The draft has been checked: they are the corporation's.
func (p previews) namedDevices(ctx context.Context, draft dated.Draft) (map[int64]computation.Device, error) {
	if point.Aspect(draft.Aspect) != point.AspectBinding || len(draft.Value) == 0 {
		return map[int64]computation.Device{}, nil
	}
	var binding point.Binding
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
	return p.fold(ctx, points, from, func(d computation.Definition) (computation.Definition, error) {
		return d.WithDeviceDraft(deviceID, draft, supersedes)
	})
}

// Correction implements api.Previews.
func (p previews) Correction(ctx context.Context, c correction.Correction) (api.Consequences, error) {
	return p.fold(ctx, []int64{c.PointID}, c.From, func(d computation.Definition) (computation.Definition, error) {
		return d.WithCorrection(c), nil
	})
}

// TakingBack implements api.Previews.
func (p previews) TakingBack(ctx context.Context, c correction.Correction) (api.Consequences, error) {
	return p.fold(ctx, []int64{c.PointID}, c.From, func(d computation.Definition) (computation.Definition, error) {
		return d.WithoutCorrection(c.ID), nil
	})
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

func (p previews) fold(ctx context.Context, points []int64, from int64, change func(computation.Definition) (computation.Definition, error)) (api.Consequences, error) {
	var sum api.Consequences
	definitions, err := p.Store.Definitions(ctx, points)
	if err != nil {
		return sum, err
	}
	for i := range definitions {
		if definitions[i], err = change(definitions[i]); err != nil {
			return sum, err
		}
	}
	previews, err := p.worker.Preview(ctx, definitions, from)
	if err != nil {
		return sum, err
	}
	for i := range previews {
		found := &previews[i]
		sum.AlertsOpened += len(found.Appear)
		sum.AlertsWithdrawn += len(found.Vanish)
		sum.AlertsRevised += len(found.Change)
		if found.Results == 0 {
			continue
		}
		sum.Points++
		if found.Follows {
			sum.Dependants++
		}
		sum.Results += int(found.Results)
		if sum.From == 0 || found.First < sum.From {
			sum.From = found.First
		}
		sum.To = max(sum.To, found.Last)
	}
	return sum, nil
}
