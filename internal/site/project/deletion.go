package project

import (
	"context"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
)

// KeepDeleted is how long a deleted project can be restored.
const KeepDeleted = 30 * 24 * time.Hour

// PurgeJob is the kind of the job that purges projects deleted longer ago.
const PurgeJob = "purgeProjects"

// Place is what is deleted: a project, or with other ids a structure, item or point of it.
type Place struct{ ProjectID, StructureID, PointID int64 }

// Subtree is what is deleted along with a place.
type Subtree struct {
	Name       string
	Structures int
	Items      int
	Points     int
	Devices    int   // projects: returned to stock; else: source devices, which stay
	Results    int64 // results of its points
	OpenAlerts int   // Pending and Notice
	Members    int   // projects: accounts that lose access
	Branches   []Branch
	More       int      // number of branches not listed
	Dependants []Branch // points elsewhere computed from its points; they prevent the deletion

	MoreDependants int // number not listed
}

// Branch is one thing below a place.
type Branch struct {
	Kind   NodeKind
	ID     int64
	Name   string
	Points int
}

// MaxBranches is the maximum number of branches and dependants listed in a Subtree.
const MaxBranches = 50

// Deleted is a deleted project that can be restored.
type Deleted struct {
	Project
	DeletedAt  int64 // UTC ms
	DeletedBy  string
	Structures int
	Points     int
}

// Restored lists what was not restored with a project.
type Restored struct {
	Project
	Devices int      // returned from stock
	Left    []string // serial numbers of devices now in use elsewhere, or deleted
	Unbound []string // names of points whose instrument now feeds another point; their history is kept
}

// Limit runs add, which adds n points, or refuses it; a license is one.
type Limit func(ctx context.Context, n int, add func(context.Context) error) error

// SetLimit limits the points restored with projects. Call it before the listeners open.
func (s *Service) SetLimit(limit Limit) { s.limit = limit }

// Subtree counts and lists what is deleted with a project, structure, item or point.
func (s *Service) Subtree(ctx context.Context, scope access.Scope, at Place) (Subtree, error) {
	below, err := s.store.Subtree(ctx, scope, at)
	named := min(len(below.Branches), MaxBranches)
	below.Branches, below.More = below.Branches[:named], len(below.Branches)-named
	return below, err
}

// Delete marks a project as deleted: it disappears from all lists with everything below it, its points are no longer
// computed, its jobs are cancelled, and its devices return to the corporation's stock, where their readings are kept.
// The caller has checked the password.
func (s *Service) Delete(ctx context.Context, who audit.Actor, id int64) error {
	return s.store.DeleteProject(ctx, who, id)
}

// Deleted returns the projects in the scope that can be restored, latest first. It sorts by name, deletedAt.
func (s *Service) Deleted(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Deleted], error) {
	return s.store.DeletedProjects(ctx, scope, query)
}

// Restore restores a deleted project, under a new name unless that is "". All of its points are recomputed. Devices
// still in stock return.
func (s *Service) Restore(ctx context.Context, who audit.Actor, id int64, name string) (restored Restored, err error) {
	if name != "" {
		var refusals errs.Refusals
		checkName(&refusals, name)
		if err := refusals.Err(); err != nil {
			return Restored{}, err
		}
	}
	points, err := s.store.DeletedPoints(ctx, who.Scope, id)
	if err != nil {
		return Restored{}, err
	}
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{id}}, func(ctx context.Context) error {
		return s.limit(ctx, points, func(ctx context.Context) (err error) {
			restored, err = s.store.RestoreProject(ctx, who, id, name)
			return err
		})
	})
	return restored, err
}

// Purge deletes the projects that were deleted before a time, in pieces with a transaction each. A project whose purge
// has begun cannot be restored. The next purge finishes an interrupted one. done is called after each piece.
func (s *Service) Purge(ctx context.Context, before int64, done func(pieces int64) error) error {
	pieces := int64(0)
	for {
		more, err := s.store.PurgePiece(ctx, before)
		if err != nil || !more {
			return err
		}
		pieces++
		if err := done(pieces); err != nil {
			return err
		}
	}
}
