package device

import (
	"context"
	"encoding/json"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/versions"
)

// Change is a change of a device and parts of its configuration at once.
type Change struct {
	ValidFrom *int64 // UTC ms; nil: now, 0: always
	Note      string
	// Identity changes names and identifiers; may be nil.
	Identity func(*Device)
	// Values are complete new versions of aspects as JSON. Other aspects are not changed.
	Values map[definition.DeviceAspect]json.RawMessage
}

// aspects is the order in which a change is recorded: modules before the channels that depend on them.
var aspects = []definition.DeviceAspect{
	definition.AspectBasic, definition.AspectCoefficients, definition.AspectRanges, definition.AspectGeometry,
	definition.AspectConnection, AspectHem, definition.AspectChannels, AspectChart, definition.AspectPam, definition.AspectGDMAngle, AspectResolve,
	AspectLink,
}

// InForce returns the configuration of a device at a time (UTC ms) as JSON, by aspect; aspects without a version are
// left out.
func (s *Service) InForce(ctx context.Context, scope access.Scope, id, at int64) (map[definition.DeviceAspect]json.RawMessage, error) {
	records, err := s.store.VersionsOf(ctx, scope, timeline.OfDevice, id)
	if err != nil {
		return nil, err
	}
	found := inForce(records, at)
	for aspect, value := range found {
		if found[aspect], err = shown(aspect, value); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func inForce(records []timeline.Record, at int64) map[definition.DeviceAspect]json.RawMessage {
	found := map[definition.DeviceAspect]json.RawMessage{}
	for _, aspect := range aspects {
		if value := versions.InForce(records, string(aspect), at); value != nil {
			found[aspect] = value
		}
	}
	return found
}

// Configure changes a device and its configuration, all or nothing.
func (s *Service) Configure(ctx context.Context, who audit.Actor, id int64, change Change) error {
	return s.store.Exclusively(ctx, exclusion.Owners{Devices: []int64{id}}, func(ctx context.Context) error {
		before, err := s.store.Device(ctx, who.Scope, id)
		if err != nil {
			return err
		}
		records, err := s.store.VersionsOf(ctx, who.Scope, timeline.OfDevice, id)
		if err != nil {
			return err
		}
		d := before
		if change.Identity != nil {
			change.Identity(&d)
			d.ID, d.CorporationID, d.ProjectID = id, before.CorporationID, before.ProjectID
			d.Kind, d.Type, d.CreatedAt = before.Kind, before.Type, before.CreatedAt
			if err := s.check(ctx, who.Scope, d); err != nil {
				return err
			}
		}
		drafts, err := s.drafts(ctx, d, records, change)
		if err != nil {
			return err
		}
		return s.store.ConfigureDevice(ctx, who, d, drafts)
	})
}

// drafts returns the versions of a change after validating them together.
func (s *Service) drafts(ctx context.Context, d Device, records []timeline.Record, change Change) ([]timeline.Draft, error) {
	from := clock.Now().UnixMilli()
	if change.ValidFrom != nil {
		from = *change.ValidFrom
	}
	now := inForce(records, from)
	var drafts []timeline.Draft
	var refusals errs.Refusals
	for _, aspect := range aspects {
		value, given := change.Values[aspect]
		if !given {
			continue
		}
		draft := timeline.Draft{Aspect: string(aspect), ValidFrom: from, Value: value, Note: change.Note}
		if err := refusals.Merge("", versions.CheckDate(draft)); err != nil {
			return nil, err
		}
		before := now[aspect]
		now[aspect] = value
		if err := refusals.Merge("", s.checkValue(ctx, d, draft, now, 0)); err != nil {
			return nil, err
		}
		if refusals.Err() == nil {
			sealed, err := s.seal(aspect, value, before)
			if err := refusals.Merge("", err); err != nil {
				return nil, err
			}
			draft.Value = sealed
		}
		drafts = append(drafts, draft)
	}
	return drafts, refusals.Err()
}
