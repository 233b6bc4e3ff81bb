package pointconfig

import (
	"context"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// Store carries plans out, and keeps replacements. Every method answers fault NotFound for what
// lies outside of the scope. A plan marks its points for computation in its transaction.
type Store interface {
	// Exclusively runs do, a check of configuration and the write that rests on it, one at
	// a time over all nodes. do must not call it again.
	Exclusively(ctx context.Context, do func() error) error

	// CarryOut does what a plan says and answers the versions that it made.
	CarryOut(ctx context.Context, who audit.Actor, plan Plan) ([]timeline.Record, error)
	// CreateReplacement carries out a plan and stores the replacement with what the plan made.
	CreateReplacement(ctx context.Context, who audit.Actor, r *Replacement, plan Plan) error
	// AdvanceReplacement carries out a plan and stores the state that the replacement has come
	// to; fault Conflict when it is no longer in the state before.
	AdvanceReplacement(ctx context.Context, who audit.Actor, r *Replacement, before State, plan Plan, note string) error
	Replacement(ctx context.Context, scope access.Scope, id int64) (Replacement, error)
	// Replacements lists those of a point, newest first.
	Replacements(ctx context.Context, scope access.Scope, pointID int64) ([]Replacement, error)

	// DevicesNamed returns those devices of the scope that there are, by id.
	DevicesNamed(ctx context.Context, scope access.Scope, ids []int64) (map[int64]device.Device, error)
	// PointsNamed returns those points of a project that there are, by id.
	PointsNamed(ctx context.Context, projectID int64, ids []int64) (map[int64]point.Point, error)
	// Alike returns a page of what the points of a filter have in common, in the order of the first points.
	Alike(ctx context.Context, scope access.Scope, filter point.Filter) (paging.Page[point.Alike], error)
	// InForce returns a page of points of the scope, or all of them, with their version of an
	// aspect that holds at a time.
	InForce(ctx context.Context, scope access.Scope, filter point.Filter, aspect definition.PointAspect, at int64, all bool) (paging.Page[Configured], error)
}

// Configured is a point with the version of an aspect that holds at a time; without one, Record.ID is 0.
type Configured struct {
	Point  point.Point
	Record timeline.Record
}

// Curve looks at the readings of a point.
type Curve interface {
	// Handover returns what lies on both sides of a time at which the devices of a point are replaced.
	Handover(ctx context.Context, pointID, at int64, next definition.Binding) (Handover, error)
}
