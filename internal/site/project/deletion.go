package project

import (
	"context"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// KeepDeleted is how long a deleted project can be brought back.
const KeepDeleted = 30 * 24 * time.Hour

// PurgeJob is the kind of the job that removes what was deleted long enough ago.
const PurgeJob = "purgeProjects"

// Place is a project, a structure or item of one, or a point of one: what a deletion
// is about. The ids that are 0 do not narrow.
type Place struct{ ProjectID, StructureID, PointID int64 }

// Below is what hangs below a place and goes with it.
type Below struct {
	Name       string
	Structures int
	Items      int
	Points     int
	Devices    int   // projects: that go back to the stock; else: that feed its points, and stay
	Results    int64 // computed readings of its points
	OpenAlerts int   // Pending and Notice
	Members    int   // projects: accounts that lose it
	Branches   []Branch
	More       int      // branches beyond those that are named
	Dependants []Branch // points elsewhere that are computed from its points: while there are any it stays

	MoreDependants int // beyond those that are named
}

// Branch names one thing that hangs below a place.
type Branch struct {
	Kind   NodeKind
	ID     int64
	Name   string
	Points int
}

// MaxBranches is how many branches, and how many dependants, Below names.
const MaxBranches = 50

// Deleted is a project that was deleted and can be brought back.
type Deleted struct {
	Project
	DeletedAt  int64 // UTC ms
	DeletedBy  string
	Structures int
	Points     int
}

// Restored lists what did not come back with a project.
type Restored struct {
	Project
	Devices int      // that returned from the stock
	Left    []string // serials of devices that are in use elsewhere by now, or gone
	Unbound []string // names of points whose instrument feeds another point by now: they keep their history
}

// Limit runs add, which adds n points, or refuses it; a licence is one.
type Limit func(ctx context.Context, n int, add func() error) error

// SetLimit limits the points that come back with projects; it is called before the listeners open.
func (s *Service) SetLimit(limit Limit) { s.limit = limit }

// Below counts and names what goes with a project, structure, item or point.
func (s *Service) Below(ctx context.Context, scope access.Scope, at Place) (Below, error) {
	below, err := s.store.Below(ctx, scope, at)
	named := min(len(below.Branches), MaxBranches)
	below.Branches, below.More = below.Branches[:named], len(below.Branches)-named
	return below, err
}

// Delete marks a project as deleted: from then on it and all that hangs below it are
// in no list, its points are computed no more, its jobs are cancelled, and its devices
// are in the corporation's stock, where what they send is kept. The caller has asked
// for the password.
func (s *Service) Delete(ctx context.Context, who audit.Actor, id int64) error {
	return s.store.DeleteProject(ctx, who, id)
}

// Deleted lists the projects of the scope that can be brought back, the latest first.
// Sorts by name, deletedAt.
func (s *Service) Deleted(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Deleted], error) {
	return s.store.DeletedProjects(ctx, scope, query)
}

// Restore brings a deleted project back, under its name or, when that is not "", under
// another. All of its points are computed again. Devices that are still in stock return.
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
	err = s.store.Exclusively(ctx, func() error {
		return s.limit(ctx, points, func() (err error) {
			restored, err = s.store.RestoreProject(ctx, who, id, name)
			return err
		})
	})
	return restored, err
}

// Purge removes the projects that were deleted before a time, piece by piece, each
// piece its own transaction. A project whose purge has begun cannot be brought
// back. What a killed purge left is removed by the next. done is told after each piece.
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
