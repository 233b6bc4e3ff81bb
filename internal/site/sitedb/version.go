package sitedb

import (
	"context"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

func (s *Store) VersionsOf(ctx context.Context, scope access.Scope, kind timeline.OwnerKind, id int64) ([]timeline.Record, error) {
	var err error
	if kind == timeline.OfPoint {
		_, err = s.Point(ctx, scope, id)
	} else {
		_, err = s.Device(ctx, scope, id)
	}
	if err != nil {
		return nil, err
	}
	return s.fold.Versions(ctx, kind, []int64{id})
}

// VersionsOfPoints returns the versions of an aspect of points.
// Unscoped: the caller has read the points in its scope.
func (s *Store) VersionsOfPoints(ctx context.Context, aspect definition.PointAspect, ids []int64) ([]timeline.Record, error) {
	return s.fold.Versions(ctx, timeline.OfPoint, ids, string(aspect))
}

func (s *Store) RecordVersion(ctx context.Context, who audit.Actor, kind timeline.OwnerKind, id int64,
	draft timeline.Draft, supersedes int64,
) (recorded timeline.Record, err error) {
	err = s.write(ctx, func(tx *change) error {
		recorded, err = tx.recordFor(ctx, who, kind, id, draft, supersedes)
		return err
	})
	return recorded, err
}

// owner is a point or device whose configuration changes, with the points that depend on it.
type owner struct {
	kind                     timeline.OwnerKind
	id, corporation, project int64
	name                     string // in the log
	points                   []int64
}

func pointOwner(p point.Point) owner {
	return owner{timeline.OfPoint, p.ID, p.CorporationID, p.ProjectID, p.Name, []int64{p.ID}}
}

func deviceOwner(d device.Device, points []int64) owner {
	return owner{timeline.OfDevice, d.ID, d.CorporationID, d.ProjectID, d.SNCode, points}
}

func (c *change) owner(ctx context.Context, who audit.Actor, kind timeline.OwnerKind, id int64) (owner, error) {
	if kind == timeline.OfPoint {
		p, err := c.point(ctx, who, id)
		return pointOwner(p), err
	}
	d, err := c.device(ctx, who, id)
	if err != nil {
		return owner{}, err
	}
	points, err := c.boundPoints(ctx, id)
	return deviceOwner(d, points), err
}

// recordFor is record for an owner that is not loaded yet.
func (c *change) recordFor(ctx context.Context, who audit.Actor, kind timeline.OwnerKind, id int64,
	draft timeline.Draft, supersedes int64,
) (timeline.Record, error) {
	of, err := c.owner(ctx, who, kind, id)
	if err != nil {
		return timeline.Record{}, err
	}
	return c.record(ctx, who, of, draft, supersedes)
}

// record stores a version, marks the dependent points, and logs the change.
func (c *change) record(ctx context.Context, who audit.Actor, of owner, draft timeline.Draft, supersedes int64) (timeline.Record, error) {
	version := foldb.NewVersion{Kind: of.kind, Owner: of.id, Draft: draft, Supersedes: supersedes}
	before, err := c.Replaced(ctx, version)
	if err != nil {
		return timeline.Record{}, err
	}
	recorded, from, err := c.Record(ctx, who, version)
	if err != nil {
		return timeline.Record{}, err
	}
	computes := definition.PointAspect(draft.Aspect).Computes()
	if of.kind == timeline.OfDevice {
		c.Devices = append(c.Devices, of.id)
		computes = definition.DeviceAspect(draft.Aspect).Computes()
	}
	switch {
	case computes:
		c.Mark(from, of.points...)
	case of.kind == timeline.OfDevice:
		c.Points = append(c.Points, of.points...) // definitions include the channels of devices; results do not change
	}
	return recorded, c.Log(ctx, who, auditdb.Entry{
		Kind: string(of.kind), Action: draft.Aspect, ID: of.id, Corporation: of.corporation, Project: of.project, Content: of.name,
		Before: before, After: version.After(recorded),
	})
}
