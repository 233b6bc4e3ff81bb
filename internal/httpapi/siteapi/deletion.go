package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/project"
)

// Deletion is what is deleted with a project, structure, item or point.
type Deletion struct {
	Name       string           `json:"name"`
	Structures int              `json:"structures" minimum:"0"`
	Items      int              `json:"items" minimum:"0"`
	Points     int              `json:"points" minimum:"0"`
	Devices    int              `json:"devices" minimum:"0" doc:"Projects: devices that return to stock; otherwise: devices that feed the points and are kept"`
	Results    int64            `json:"results" minimum:"0" doc:"Computed readings of the points; raw data are kept"`
	OpenAlerts int              `json:"openAlerts" minimum:"0" doc:"Pending and Notice"`
	Members    int              `json:"members" minimum:"0" doc:"Projects: accounts that lose it"`
	Branches   []DeletionBranch `json:"branches" doc:"Directly below, largest first, at most 50"`
	More       int              `json:"more" minimum:"0" doc:"Directly below, not listed"`
	Dependants []DeletionBranch `json:"dependants" doc:"Points elsewhere that are computed from these. While there are any, deletion is rejected. At most 50 are listed"`

	MoreDependants int `json:"moreDependants" minimum:"0" doc:"Further ones not listed"`
}

// DeletionBranch is one thing below.
type DeletionBranch struct {
	Kind   string `json:"kind" enum:"structure,item,point"`
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Points int    `json:"points" minimum:"0" doc:"Below it"`
}

// DeletedProject is a deleted project that can be restored.
type DeletedProject struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Address    string `json:"address"`
	TimeZone   string `json:"timeZone"`
	DeletedAt  int64  `json:"deletedAt" doc:"UTC ms"`
	DeletedBy  string `json:"deletedBy"`
	Until      int64  `json:"until" doc:"UTC ms until which it can be restored"`
	Structures int    `json:"structures"`
	Points     int    `json:"points"`
}

// RestoredProject lists what was not restored with a project.
type RestoredProject struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Devices int      `json:"devices" doc:"Returned from stock"`
	Left    []string `json:"left" doc:"Serial numbers of devices now in use elsewhere; the id of a removed device"`
	Unbound []string `json:"unbound" doc:"Points whose device now feeds another point: they keep their history up to that time"`
}

type deletedList struct {
	httpapi.CorporationPath
	httpapi.Paging
}

type restoration struct {
	httpapi.CorporationPath
	DeletedProjectID int64 `path:"deletedProjectId" minimum:"1"`
	Body             struct {
		Name string `json:"name,omitempty" maxLength:"20" doc:"Another name if the old one is now taken"`
	}
}

func (s *server) deletions() {
	tell := func(op httpapi.Operation, at func(httpapi.Target) project.Place) {
		op.Method, op.Path, op.Summary = http.MethodGet, op.Path+"/deletion", "What would go with it: counted and named"
		httpapi.Register(s.Kernel, op, func(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[Deletion], error) {
			who := httpapi.CallerOf(ctx)
			below, err := s.Projects.Subtree(ctx, who.Scope, at(who.Target))
			return httpapi.Reply(deletionOf(below)), err
		})
	}
	tell(httpapi.Operation{
		ID: "projectDeletion", Path: "/projects/{projectId}", Tag: "projects", Need: access.Permission{Area: access.Project, Action: access.Delete},
	},
		func(p httpapi.Target) project.Place { return project.Place{ProjectID: p.Project} })
	tell(httpapi.Operation{
		ID: "structureDeletion", Path: "/projects/{projectId}/structures/{structureId}", Tag: "structures",
		Need: access.Permission{Area: access.Structure, Action: access.Delete},
	},
		func(p httpapi.Target) project.Place { return project.Place{StructureID: p.Structure} })
	tell(httpapi.Operation{
		ID: "pointDeletion", Path: "/structures/{structureId}/measuring-points/{measuringPointId}",
		Tag: "measuring points", Need: access.Permission{Area: access.MeasuringPoint, Action: access.Delete},
	},
		func(p httpapi.Target) project.Place { return project.Place{PointID: p.Point} })

	need := access.Permission{Area: access.Project, Action: access.Delete}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeletedProjects", Method: http.MethodGet, Path: "/corporations/{corporationId}/deleted-projects", Tag: "projects", Need: need,
		Summary: "Deleted projects that can be restored, latest first", Detail: "Kept for 30 days. Sorts by name, deletedAt.",
	}, s.listDeletedProjects)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "restoreProject", Method: http.MethodPost,
		Path: "/corporations/{corporationId}/deleted-projects/{deletedProjectId}/restore", Tag: "projects", Need: need, Person: true,
		Example: `{}`,
		Summary: "Restore a deleted project",
		Detail:  "Restores everything below it as well. Devices still in stock are returned; a point whose device now feeds another point keeps its history up to that time.",
	}, s.restoreProject)
}

func (s *server) listDeletedProjects(ctx context.Context, in *deletedList) (*httpapi.Output[httpapi.Page[DeletedProject]], error) {
	page, err := s.Projects.Deleted(ctx, within(httpapi.CallerOf(ctx), in.CorporationID), in.Query())
	return httpapi.ReplyPage(page, deletedProjectOf), err
}

func (s *server) restoreProject(ctx context.Context, in *restoration) (*httpapi.Output[RestoredProject], error) {
	who := httpapi.CallerOf(ctx).Actor()
	who.Scope = within(httpapi.CallerOf(ctx), in.CorporationID)
	r, err := s.Projects.Restore(ctx, who, in.DeletedProjectID, in.Body.Name)
	return httpapi.Reply(RestoredProject{
		ID: r.ID, Name: r.Name, Devices: r.Devices, Left: httpapi.ListOf(r.Left, httpapi.AsIs), Unbound: httpapi.ListOf(r.Unbound, httpapi.AsIs),
	}), err
}

// within is the scope of the whole corporation of the path: a permission to delete its projects includes restoring all
// of them.
func within(c *httpapi.Caller, corporation int64) access.Scope {
	return access.Scope{Corporation: corporation, Project: c.Scope.Project}
}

func deletionOf(b project.Subtree) Deletion {
	return Deletion{
		Name: b.Name, Structures: b.Structures, Items: b.Items, Points: b.Points, Devices: b.Devices,
		Results: b.Results, OpenAlerts: b.OpenAlerts, Members: b.Members,
		Branches: httpapi.ListOf(b.Branches, branchOf), More: b.More, Dependants: httpapi.ListOf(b.Dependants, branchOf), MoreDependants: b.MoreDependants,
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
