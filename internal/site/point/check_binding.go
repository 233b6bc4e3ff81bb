package point

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/versions"
)

var rolePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,19}$`)

// mainRole is the role of the main source, which sets the times of the point.
const mainRole = "main"

// checkTakeover checks that sources exist in the corporation, that their kind is suitable, that the channel is free
// and that there is no cycle. gone is the version that the draft replaces. With released, channels may be taken from
// temporary points of the project, which are added to it.
func (s *Service) checkTakeover(ctx context.Context, p Point, draft timeline.Draft, gone int64, b definition.Binding, released *[]Point) error {
	var refusals errs.Refusals
	switch {
	case len(b.Sources) == 0:
		refusals.Add("sources", errs.NoDevice)
	case len(b.Sources) > maxSources:
		refusals.Add("sources", errs.TooManyEntries, "max", maxSources)
		return refusals.Err()
	}
	roles := map[string]bool{}
	named := map[definition.Source]bool{}
	var feeding []int64
	// Reveal nothing about the channels of a device of another corporation.
	foreign := len(b.Sources) > 0 && b.Sources[0].DeviceID != 0
	for i, source := range b.Sources {
		at := entry("sources", i)
		switch {
		case i == 0 && source.Role != mainRole:
			refusals.Add(at+"role", errs.NotOneOf, "allowed", mainRole)
		case !rolePattern.MatchString(source.Role):
			refusals.Add(at+"role", errs.FormatWrong)
		case roles[source.Role]:
			refusals.Add(at+"role", errs.Duplicate)
		}
		roles[source.Role] = true
		var err error
		switch {
		case source.DeviceID != 0 && source.PointID != 0:
			refusals.Add(at+"pointId", errs.Unexpected)
		case source.DeviceID != 0 && p.Kind == Composite:
			refusals.Add(at+"deviceId", errs.SubPointsOnly)
		case source.DeviceID != 0:
			var there bool
			there, err = s.checkDeviceSource(ctx, &refusals, p, at, source, i == 0)
			foreign = foreign && (i != 0 || !there)
		case source.PointID != 0:
			fed := definition.Source{PointID: source.PointID, Field: source.Field}
			if p.Kind == Composite {
				fed.Field = "" // a sub-point may be named once
			}
			if named[fed] {
				refusals.Add(at+"pointId", errs.SubPointRepeated)
			}
			named[fed] = true
			feeding = append(feeding, source.PointID)
			err = s.checkPointSource(ctx, &refusals, p, at, source)
		default:
			refusals.Add(at+"deviceId", errs.Empty)
		}
		if err != nil {
			return err
		}
	}
	if !foreign {
		edit := timeline.Edit{Come: []timeline.Draft{draft}}
		if gone != 0 {
			edit.Gone = []int64{gone}
		}
		if err := s.checkClashes(ctx, &refusals, p, edit, released); err != nil {
			return err
		}
	}
	if len(feeding) > 0 && p.ID != 0 {
		feeds, err := s.store.SourcePoints(ctx, p.ProjectID)
		if err != nil {
			return err
		}
		feeds[p.ID] = append(feeds[p.ID], feeding...)
		if circle(feeds, p.ID) {
			refusals.Add("sources", errs.FormulaIncomplete, "where", "")
		}
	}
	return refusals.Err()
}

// checkDeviceSource reports whether the device of a source exists, so that its channel can be checked.
func (s *Service) checkDeviceSource(ctx context.Context, refusals *errs.Refusals, p Point, at string,
	source definition.Source, main bool,
) (there bool, err error) {
	d, config, err := s.store.BoundDevice(ctx, p.CorporationID, source.DeviceID)
	if errs.IsKind(err, errs.NotFound) {
		refusals.Add(at+"deviceId", errs.MustExist)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if has, err := s.hasChannel(ctx, p, d, config, source); err != nil || !has {
		refusals.Add(at+"channelNo", errs.ChannelInvalid)
		return false, err
	}
	// Any channel of a collector may be bound; the device itself must measure.
	if source.ChannelNo == 0 && d.Kind != device.Measuring && !catalog.Serves(d.Type, p.Measurement) {
		refusals.Add(at+"deviceId", errs.NotMeasuring)
		return false, nil
	}
	if main && p.Kind == Normal && d.Kind == device.Measuring && d.Type != p.Category {
		refusals.Add(at+"deviceId", errs.CategoryMismatch)
	}
	return true, nil
}

// hasChannel reports whether a device has the channel of a source. A channel that the point has been bound to before
// is accepted: the binding may be older than the number of channels, and must stay correctable.
func (s *Service) hasChannel(ctx context.Context, p Point, d device.Device, config []timeline.Record, source definition.Source) (bool, error) {
	if source.ChannelNo == 0 {
		return true, nil
	}
	has, err := device.HasChannel(ctx, s.store, d, config, source.ChannelNo)
	if err != nil || has || p.ID == 0 {
		return has, err
	}
	records, err := s.store.VersionsOf(ctx, access.Scope{Corporation: p.CorporationID}, timeline.OfPoint, p.ID)
	if err != nil {
		return false, err
	}
	bindings, err := timeline.Decode[definition.Binding](records, string(definition.AspectBinding))
	if err != nil {
		return false, fmt.Errorf("binding of point %d: %w", p.ID, err)
	}
	for _, v := range bindings {
		for _, old := range v.Value.Sources {
			if old.DeviceID == source.DeviceID && old.ChannelNo == source.ChannelNo {
				return true, nil
			}
		}
	}
	return false, nil
}

// checkClashes checks an edit of a point's binding against other points: a channel is never the main source of two.
// This includes versions that the edit uncovers.
func (s *Service) checkClashes(ctx context.Context, refusals *errs.Refusals, p Point, edit timeline.Edit, released *[]Point) error {
	edit.Kind, edit.Owner, edit.Aspect = timeline.OfPoint, p.ID, string(definition.AspectBinding)
	clashes, err := s.store.Clashes(ctx, edit)
	if err != nil {
		return err
	}
	for _, clash := range clashes {
		if released != nil {
			other, err := s.store.PointIn(ctx, p.ProjectID, clash.Owner)
			if err != nil && !errs.IsKind(err, errs.NotFound) {
				return err
			}
			if err == nil && other.Kind == Temporary {
				if !slices.ContainsFunc(*released, func(r Point) bool { return r.ID == other.ID }) {
					*released = append(*released, other)
				}
				continue
			}
		}
		refusals.Add("sources[0].channelNo", errs.ChannelTaken, versions.Holder(clash)...)
		return nil
	}
	return nil
}

func (s *Service) checkPointSource(ctx context.Context, refusals *errs.Refusals, p Point, at string, source definition.Source) error {
	other, err := s.store.PointIn(ctx, p.ProjectID, source.PointID)
	switch {
	case errs.IsKind(err, errs.NotFound) || err == nil && other.ID == p.ID:
		refusals.Add(at+"pointId", errs.MustExist)
	case err != nil:
		return err
	default:
		if _, ok := catalog.Field(other.Measurement, source.Field); source.Field != "" && !ok {
			refusals.Add(at+"field", errs.FieldUnknown, "field", source.Field)
		}
	}
	return nil
}

// circle reports whether a point is computed from itself, through any number of others.
func circle(feeds map[int64][]int64, from int64) bool {
	seen := map[int64]bool{}
	open := append([]int64(nil), feeds[from]...)
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		if id == from {
			return true
		}
		if !seen[id] {
			seen[id] = true
			open = append(open, feeds[id]...)
		}
	}
	return false
}
