package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
)

// ProjectFields are what people say about a project.
type ProjectFields struct {
	Name         string   `json:"name" minLength:"1" maxLength:"20" example:"Slope K12"`
	Address      string   `json:"address,omitempty" maxLength:"500"`
	Longitude    *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive"`
	Latitude     *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
	TimeZone     string   `json:"timeZone,omitempty" maxLength:"64" example:"Asia/Shanghai" doc:"IANA name; default Asia/Shanghai"`
	Language     string   `json:"language,omitempty" enum:"zh,en,zh-TW" doc:"Of messages to people outside"`
	Picture      string   `json:"picture,omitempty" maxLength:"500"`
	UseStructure *bool    `json:"useStructure,omitempty" doc:"False: shown without the level of structures; default true"`
	Remarks      string   `json:"remarks,omitempty" maxLength:"500"`
}

// Project is one monitored site.
type Project struct {
	ID            int64 `json:"id"`
	CorporationID int64 `json:"corporationId"`
	ProjectFields
	CreatedAt   int64    `json:"createdAt" doc:"UTC ms"`
	Permissions []string `json:"permissions" doc:"What the caller may do in this project"`
}

// ProjectSummary is a project in a list.
type ProjectSummary struct {
	Project
	StructureCount int `json:"structureCount"`
	PointCount     int `json:"pointCount" doc:"As points"`
	Tally
	ActiveAlerts int   `json:"activeAlerts" doc:"Pending and Notice"`
	LastReading  int64 `json:"lastReading" doc:"UTC ms; 0: none yet"`
}

// Marker is a project on the map.
type Marker struct {
	ProjectID  int64   `json:"projectId"`
	Name       string  `json:"name"`
	Longitude  float64 `json:"longitude" doc:"Degrees"`
	Latitude   float64 `json:"latitude" doc:"Degrees"`
	PointCount int     `json:"pointCount" doc:"As points"`
	Tally
	LastReading int64 `json:"lastReading" doc:"UTC ms; 0: none yet"`
}

// TreeNode is a structure, an item or a point in a project's tree.
type TreeNode struct {
	Kind        string `json:"kind" enum:"structure,item,point"`
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Type        string `json:"type" doc:"Structures: type; points: device category"`
	Measurement string `json:"measurement" doc:"Points only"`
	PointKind   string `json:"pointKind" doc:"Points only"`
	PointCount  int    `json:"pointCount" doc:"Points below"`
	Tally
	Judgement   *Judgement `json:"judgement,omitempty" doc:"Points only"`
	LastReading int64      `json:"lastReading" doc:"Points: UTC ms; 0: none yet"`
	Children    []TreeNode `json:"children"`
}

type projectListInput struct{ Paging }

type projectInput struct{ Body NewProject }

// NewProject is a project that is to be made.
type NewProject struct {
	CorporationID int64 `json:"corporationId,omitempty" minimum:"1" doc:"Needed from platform accounts only"`
	ProjectFields
}

type projectUpdate struct {
	ProjectPath
	Body ProjectFields
}

type projectDeletion struct {
	ProjectPath
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"200" doc:"Of the caller"`
	}
}

func (s *server) projects() {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	register(s, operation{
		id: "listProjects", method: http.MethodGet, path: "/projects", tag: "projects", need: view,
		summary: "Projects, the worst first", detail: "Sorts by name, createdAt, level, points, activeAlerts.",
	}, func(ctx context.Context, in *projectListInput) (*output[Page[ProjectSummary]], error) {
		who := callerOf(ctx)
		page, err := s.Projects.List(ctx, who.scope, in.query())
		if err != nil {
			return nil, err
		}
		sums, err := s.projectSums(ctx, who.scope)
		return pageOf(page, func(p project.Summary) ProjectSummary {
			return ProjectSummary{
				Project: s.projectOf(who, p.Project), StructureCount: p.Structures, PointCount: p.Points,
				Tally: tallyOf(sums[p.ID]), ActiveAlerts: p.ActiveAlerts, LastReading: p.LastReading,
			}
		}), err
	})
	register(s, operation{
		id: "createProject", method: http.MethodPost, path: "/projects", tag: "projects", status: http.StatusCreated,
		need: access.Permission{Area: access.Project, Action: access.Create}, summary: "Make a project",
	}, func(ctx context.Context, in *projectInput) (out *output[Project], err error) {
		who := callerOf(ctx)
		p := in.Body.project()
		p.CorporationID = who.Account.CorporationID
		if in.Body.CorporationID != 0 {
			p.CorporationID = in.Body.CorporationID
		}
		if p.CorporationID == 0 {
			return nil, fault.OnField("corporationId", fault.Empty)
		}
		if p.Picture, err = s.Uploads.Keep(ctx, who.actor(), "picture", upload.Picture, "", p.Picture); err != nil {
			return nil, err
		}
		made, err := s.Projects.Create(ctx, who.actor(), p)
		return answer(s.projectOf(who, made)), err
	})
	register(s, operation{
		id: "getProject", method: http.MethodGet, path: "/projects/{projectId}", tag: "projects", need: view, summary: "One project",
	}, func(ctx context.Context, in *ProjectPath) (*output[Project], error) {
		who := callerOf(ctx)
		p, err := s.Projects.Get(ctx, who.scope, in.ProjectID)
		return answer(s.projectOf(who, p)), err
	})
	register(s, operation{
		id: "updateProject", method: http.MethodPut, path: "/projects/{projectId}", tag: "projects",
		need: access.Permission{Area: access.Project, Action: access.Update}, summary: "Change a project", detail: "What is left out takes its default.",
	}, func(ctx context.Context, in *projectUpdate) (*output[Project], error) {
		who := callerOf(ctx)
		p := in.Body.project()
		p.ID, p.CorporationID = in.ProjectID, who.place.corporation
		before, err := s.Projects.Get(ctx, who.scope, in.ProjectID)
		if err != nil {
			return nil, err
		}
		if p.Picture, err = s.Uploads.Keep(ctx, who.actor(), "picture", upload.Picture, before.Picture, p.Picture); err != nil {
			return nil, err
		}
		changed, err := s.Projects.Update(ctx, who.actor(), p)
		return answer(s.projectOf(who, changed)), err
	})
	register(s, operation{
		id: "deleteProject", method: http.MethodPost, path: "/projects/{projectId}/password-delete", tag: "projects",
		need: access.Permission{Area: access.Project, Action: access.Delete}, summary: "Delete a project",
		detail: "With its structures and points; its devices go back to the corporation's stock. It can be brought back for 30 days. Asks for the caller's password.",
	}, func(ctx context.Context, in *projectDeletion) (*output[Done], error) {
		who := callerOf(ctx)
		if err := s.Identity.CheckPassword(ctx, who.Account, in.Body.Password); err != nil {
			return nil, err
		}
		return answer(Done{}), s.Projects.Delete(ctx, who.actor(), in.ProjectID)
	})
	register(s, operation{
		id: "projectTree", method: http.MethodGet, path: "/projects/{projectId}/tree", tag: "projects", need: view,
		summary: "Structures, items and points with their levels",
	}, func(ctx context.Context, in *ProjectPath) (*output[List[TreeNode]], error) {
		nodes, err := s.Projects.Tree(ctx, callerOf(ctx).scope, in.ProjectID)
		if err != nil {
			return nil, err
		}
		judged, err := s.judgedTree(ctx, nodes)
		return answer(List[TreeNode]{List: judged}), err
	})
	register(s, operation{
		id: "projectMarkers", method: http.MethodGet, path: "/projects/markers", tag: "projects", need: view,
		summary: "Projects that have coordinates, for the map",
	}, func(ctx context.Context, _ *nothing) (*output[List[Marker]], error) {
		scope := callerOf(ctx).scope
		markers, err := s.Projects.Markers(ctx, scope)
		if err != nil {
			return nil, err
		}
		sums, err := s.projectSums(ctx, scope)
		return listAnswer(markers, func(m project.Marker) Marker {
			return Marker{
				ProjectID: m.ProjectID, Name: m.Name, Longitude: *degrees(&m.Longitude), Latitude: *degrees(&m.Latitude),
				Tally: tallyOf(sums[m.ProjectID]), PointCount: m.Points, LastReading: m.LastReading,
			}
		}), err
	})
}

func (f ProjectFields) project() project.Project {
	return project.Project{
		Name: f.Name, Address: f.Address, Longitude: arcOf(f.Longitude), Latitude: arcOf(f.Latitude), TimeZone: f.TimeZone,
		Language: f.Language, Picture: f.Picture, UseStructure: f.UseStructure == nil || *f.UseStructure, Remarks: f.Remarks,
	}
}

func (s *server) projectOf(who *caller, p project.Project) Project {
	return Project{
		ID: p.ID, CorporationID: p.CorporationID, CreatedAt: p.CreatedAt, Permissions: who.permissions.In(p.ID).InProject().Names(),
		ProjectFields: ProjectFields{
			Name: p.Name, Address: p.Address, Longitude: degrees(p.Longitude), Latitude: degrees(p.Latitude), TimeZone: p.TimeZone,
			Language: p.Language, Picture: s.Uploads.Sign(p.Picture), UseStructure: &p.UseStructure, Remarks: p.Remarks,
		},
	}
}

// projectSums sums the points of the scope up by project.
func (s *server) projectSums(ctx context.Context, scope access.Scope) (map[int64]*monitor.Summary, error) {
	places, err := s.Stats.Places(ctx, scope, 0, 0)
	if err != nil {
		return nil, err
	}
	return sumUp(ctx, s, places, func(p stats.Place) int64 { return p.ProjectID })
}

// judgedTree gives the nodes of a tree with their levels.
func (s *server) judgedTree(ctx context.Context, nodes []project.Node) ([]TreeNode, error) {
	points := pointsBelow(nodes, 0)
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].id
	}
	newest := make(map[int64]monitor.Latest, len(ids))
	if err := s.eachNewest(ctx, ids, func(i int, l *monitor.Latest) { newest[ids[i]] = *l }); err != nil {
		return nil, err
	}
	now, lang := time.Now().UnixMilli(), languageOf(ctx)
	var turn func(n *project.Node, above *monitor.Summary) TreeNode
	turn = func(n *project.Node, above *monitor.Summary) TreeNode {
		node := TreeNode{
			Kind: string(n.Kind), ID: n.ID, Name: n.Name, Type: n.Type, Measurement: n.Measurement, PointKind: n.PointKind,
			PointCount: n.Points, LastReading: n.LastReading, Children: make([]TreeNode, len(n.Children)),
		}
		sum := monitor.NewSummary()
		if n.Kind == project.PointNode {
			l := newest[n.ID]
			sum.Add(&l, now)
			judgement := judgementOf(l.Judgement, lang)
			node.Judgement = &judgement
		}
		for i := range n.Children {
			node.Children[i] = turn(&n.Children[i], sum)
		}
		node.Tally = tallyOf(sum)
		above.Merge(sum)
		return node
	}
	tree := make([]TreeNode, len(nodes))
	all := monitor.NewSummary()
	for i := range nodes {
		tree[i] = turn(&nodes[i], all)
	}
	return tree, nil
}
