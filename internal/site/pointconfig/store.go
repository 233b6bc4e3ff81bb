package pointconfig

import (
	"context"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// Store executes plans and stores replacements. Every method returns errs.NotFound outside the scope. A plan marks its
// points in its transaction.
type Store interface {
	// Exclusively runs do, which checks the configuration and then writes. Meanwhile no server changes the
	// configuration of the corporations. do must pass on its context, and not call Exclusively.
	Exclusively(ctx context.Context, of exclusion.Owners, do func(ctx context.Context) error) error

	// CarryOut executes a plan and returns the versions that it created.
	CarryOut(ctx context.Context, who audit.Actor, plan Plan) ([]timeline.Record, error)
	// CreateReplacement executes a plan and stores the replacement with what the plan created.
	CreateReplacement(ctx context.Context, who audit.Actor, r *Replacement, plan Plan) error
	// AdvanceReplacement executes a plan and stores the new state of the replacement; it returns a conflict if the
	// replacement is no longer in the previous state.
	AdvanceReplacement(ctx context.Context, who audit.Actor, r *Replacement, before State, plan Plan, note string) error
	Replacement(ctx context.Context, scope access.Scope, id int64) (Replacement, error)
	// Replacements returns the replacements of a point, newest first.
	Replacements(ctx context.Context, scope access.Scope, pointID int64) ([]Replacement, error)

	// DevicesNamed returns the existing devices in the scope, by id.
	DevicesNamed(ctx context.Context, scope access.Scope, ids []int64) (map[int64]device.Device, error)
	// PointsNamed returns the existing points of a project, by id.
	PointsNamed(ctx context.Context, projectID int64, ids []int64) (map[int64]point.Point, error)
	// Alike returns a page of the properties that points of a filter have in common, in the order of the first points.
	Alike(ctx context.Context, scope access.Scope, filter point.Filter) (paging.Page[point.Alike], error)
	// InForce returns a page of points in the scope, or all, with their version of an aspect in effect at a time.
	InForce(ctx context.Context, scope access.Scope, filter point.Filter, aspect definition.PointAspect, at int64, all bool) (paging.Page[Configured], error)
}

// Configured is a point with its version of an aspect in effect at a time; Record.ID is 0 if there is none.
type Configured struct {
	Point  point.Point
	Record timeline.Record
}

// Curve reads the results of a point.
type Curve interface {
	// Handover returns the data around a time at which the devices of a point are replaced.
	Handover(ctx context.Context, pointID, at int64, next definition.Binding) (Handover, error)
}
