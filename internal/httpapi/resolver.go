package httpapi

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
)

// Target holds the ids that a path resolves to; 0 for those not given.
type Target struct {
	Corporation, Project, Structure, Point, Device int64

	Alert *alarm.Listed // as the resolver read it; nil: the path names none
}

// RequireIn checks a permission in a project named in the body; 0 is the corporation.
// A project that the caller may not see returns not found.
func (s *Kernel) RequireIn(ctx context.Context, need access.Permission, project int64) error {
	who := CallerOf(ctx)
	if project != 0 {
		if err := s.resolver.SeesProject(ctx, who, project); err != nil {
			return err
		}
	}
	return who.Require(need, project)
}

// Resolver looks up the ids of a path in the caller's scope. Ids that are out of scope or do not
// belong together return not found.
type Resolver interface {
	Resolve(ctx context.Context, who *Caller, ids map[string]int64) (Target, error)
	// SeesProject returns an error if the caller may not see the project.
	SeesProject(ctx context.Context, who *Caller, project int64) error
}
