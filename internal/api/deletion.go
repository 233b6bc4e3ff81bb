package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
	"plumbline/internal/site/project"
)

// Deletion is what goes with a project, structure, item or point when it is deleted.
type Deletion struct {
	Name       string           `json:"name"`
	Structures int              `json:"structures" minimum:"0"`
	Items      int              `json:"items" minimum:"0"`
	Points     int              `json:"points" minimum:"0"`
	Devices    int              `json:"devices" minimum:"0" doc:"Projects: that go back to the stock; else: that feed the points, and stay"`
	Results    int64            `json:"results" minimum:"0" doc:"Computed readings of the points; what the instruments sent stays"`
	OpenAlerts int              `json:"openAlerts" minimum:"0" doc:"Pending and Notice"`
	Members    int              `json:"members" minimum:"0" doc:"Projects: accounts that lose it"`
	Branches   []DeletionBranch `json:"branches" doc:"What hangs directly below, the largest first, at most 50"`
	More       int              `json:"more" minimum:"0" doc:"That hang directly below beyond those that are named"`
	Dependants []DeletionBranch `json:"dependants" doc:"Points elsewhere that are computed from these: while there are any, the deletion is refused. At most 50 are named"`

	MoreDependants int `json:"moreDependants" minimum:"0" doc:"Beyond those that are named"`
}

// DeletionBranch is one thing that hangs below.
type DeletionBranch struct {
	Kind   string `json:"kind" enum:"structure,item,point"`
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Points int    `json:"points" minimum:"0" doc:"Below it"`
}

// DeletedProject is a project that was deleted and can be brought back.
type DeletedProject struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Address    string `json:"address"`
	TimeZone   string `json:"timeZone"`
	DeletedAt  int64  `json:"deletedAt" doc:"UTC ms"`
	DeletedBy  string `json:"deletedBy"`
	Until      int64  `json:"until" doc:"UTC ms until which it can be brought back"`
	Structures int    `json:"structures"`
	Points     int    `json:"points"`
}

// RestoredProject tells what did not come back with a project.
type RestoredProject struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Devices int      `json:"devices" doc:"That returned from the stock"`
	Left    []string `json:"left" doc:"Serials of devices that are in use elsewhere by now; the id of one that is gone"`
	Unbound []string `json:"unbound" doc:"Points whose instrument feeds another point by now: they keep their history until then"`
}

type deletedList struct {
	CorporationPath
	Paging
}

type restoration struct {
	CorporationPath
	DeletedProjectID int64 `path:"deletedProjectId" minimum:"1"`
	Body             struct {
		Name string `json:"name,omitempty" maxLength:"20" doc:"Another name, where the old one is taken by now"`
	}
}

func (s *server) deletions() {
	tell := func(op operation, at func(place) project.Place) {
		op.method, op.path, op.summary = http.MethodGet, op.path+"/deletion", "What would go with it: counted and named"
		register(s, op, func(ctx context.Context, _ *nothing) (*output[Deletion], error) {
			who := callerOf(ctx)
			below, err := s.Projects.Below(ctx, who.scope, at(who.place))
			return answer(deletionOf(below)), err
		})
	}
	tell(operation{id: "projectDeletion", path: "/projects/{projectId}", tag: "projects", need: access.Permission{Area: access.Project, Action: access.Delete}},
		func(p place) project.Place { return project.Place{ProjectID: p.project} })
	tell(operation{id: "structureDeletion", path: "/projects/{projectId}/structures/{structureId}", tag: "structures", need: access.Permission{Area: access.Structure, Action: access.Delete}},
		func(p place) project.Place { return project.Place{StructureID: p.structure} })
	tell(operation{id: "pointDeletion", path: "/structures/{structureId}/measuring-points/{measuringPointId}", tag: "measuring points", need: access.Permission{Area: access.MeasuringPoint, Action: access.Delete}},
		func(p place) project.Place { return project.Place{PointID: p.point} })

	need := access.Permission{Area: access.Project, Action: access.Delete}
	register(s, operation{
		id: "listDeletedProjects", method: http.MethodGet, path: "/corporations/{corporationId}/deleted-projects", tag: "projects", need: need,
		summary: "Deleted projects that can be brought back, the latest first", detail: "For 30 days. Sorts by name, deletedAt.",
	}, func(ctx context.Context, in *deletedList) (*output[Page[DeletedProject]], error) {
		page, err := s.Projects.Deleted(ctx, callerOf(ctx).within(in.CorporationID), in.query())
		return pageOf(page, deletedProjectOf), err
	})
	register(s, operation{
		id: "restoreProject", method: http.MethodPost, path: "/corporations/{corporationId}/deleted-projects/{deletedProjectId}/restore", tag: "projects", need: need, person: true,
		summary: "Bring a deleted project back",
		detail:  "With all that hung below it. Devices that are still in stock return; a point whose instrument feeds another point by now keeps its history until then.",
	}, func(ctx context.Context, in *restoration) (*output[RestoredProject], error) {
		who := callerOf(ctx).actor()
		who.Scope = callerOf(ctx).within(in.CorporationID)
		r, err := s.Projects.Restore(ctx, who, in.DeletedProjectID, in.Body.Name)
		return answer(RestoredProject{ID: r.ID, Name: r.Name, Devices: r.Devices, Left: listOf(r.Left, same), Unbound: listOf(r.Unbound, same)}), err
	})
}

// within is everything of the corporation of the path: who deletes projects everywhere
// in it may bring all of them back.
func (c *caller) within(corporation int64) access.Scope {
	return access.Scope{Corporation: corporation, Project: c.scope.Project}
}

func deletionOf(b project.Below) Deletion {
	return Deletion{
		Name: b.Name, Structures: b.Structures, Items: b.Items, Points: b.Points, Devices: b.Devices, Results: b.Results, OpenAlerts: b.OpenAlerts, Members: b.Members,
		Branches: listOf(b.Branches, branchOf), More: b.More, Dependants: listOf(b.Dependants, branchOf), MoreDependants: b.MoreDependants,
	}
}

func branchOf(b project.Branch) DeletionBranch {
	return DeletionBranch{Kind: string(b.Kind), ID: b.ID, Name: b.Name, Points: b.Points}
}

func deletedProjectOf(d project.Deleted) DeletedProject {
	return DeletedProject{
		ID: d.ID, Name: d.Name, Address: d.Address, TimeZone: d.TimeZone, DeletedAt: d.DeletedAt, DeletedBy: d.DeletedBy,
		Until: d.DeletedAt + project.KeepDeleted.Milliseconds(), Structures: d.Structures, Points: d.Points,
	}
}
