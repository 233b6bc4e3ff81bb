package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
)

// ProjectFields are the editable fields of a project.
type ProjectFields struct {
	Name         string   `json:"name" minLength:"1" maxLength:"20" example:"Slope K12"`
	Address      string   `json:"address,omitempty" maxLength:"500"`
	Longitude    *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive"`
	Latitude     *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
	TimeZone     string   `json:"timeZone,omitempty" maxLength:"64" example:"Asia/Shanghai" doc:"IANA name; default Asia/Shanghai"`
	Language     string   `json:"language,omitempty" enum:"zh,en,zh-TW" doc:"Of messages to external recipients"`
	Picture      string   `json:"picture,omitempty" maxLength:"500"`
	UseStructure *bool    `json:"useStructure,omitempty" doc:"false: shown without the structure's level; default true"`
	Remarks      string   `json:"remarks,omitempty" maxLength:"500"`
}

// Project is one monitored site.
type Project struct {
	ID            int64 `json:"id"`
	CorporationID int64 `json:"corporationId"`
	ProjectFields
	CreatedAt   int64    `json:"createdAt" doc:"UTC ms"`
	Permissions []string `json:"permissions" doc:"Permissions of the caller in this project"`
}

// ProjectSummary is a project in a list.
type ProjectSummary struct {
	Project
	StructureCount int `json:"structureCount"`
	PointCount     int `json:"pointCount" doc:"As points"`
	dataapi.Tally
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
	dataapi.Tally
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
	dataapi.Tally
	Judgement   *dataapi.Judgement `json:"judgement,omitempty" doc:"Points only"`
	LastReading int64              `json:"lastReading" doc:"Points: UTC ms; 0: none yet"`
	Children    []TreeNode         `json:"children"`
}

type projectListInput struct{ httpapi.Paging }

type projectInput struct{ Body NewProject }

// NewProject is a project to create.
type NewProject struct {
	CorporationID int64 `json:"corporationId,omitempty" minimum:"1" doc:"Only required for platform accounts"`
	ProjectFields
}

type projectUpdate struct {
	httpapi.ProjectPath
	Body ProjectFields
}

type projectDeletion struct {
	httpapi.ProjectPath
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"200" doc:"Of the caller"`
	}
}

func (s *server) projects() {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listProjects", Method: http.MethodGet, Path: "/projects", Tag: "projects", Need: view,
		Summary: "Projects, worst first", Detail: "Sorts by name, createdAt, level, points, activeAlerts.",
	}, s.listProjects)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createProject", Method: http.MethodPost, Path: "/projects", Tag: "projects", Status: http.StatusCreated,
		Need: access.Permission{Area: access.Project, Action: access.Create}, Summary: "Create a project",
	}, s.createProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getProject", Method: http.MethodGet, Path: "/projects/{projectId}", Tag: "projects", Need: view, Summary: "One project",
	}, s.getProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateProject", Method: http.MethodPut, Path: "/projects/{projectId}", Tag: "projects",
		Example:  `{"name":"Another slope"}`,
		NearMiss: httpapi.NearMiss{Body: `{"name":""}`, Field: "name"},
		Need:     access.Permission{Area: access.Project, Action: access.Update}, Summary: "Change a project", Detail: "Omitted fields take their defaults.",
	}, s.updateProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteProject", Method: http.MethodPost, Path: "/projects/{projectId}/password-delete", Tag: "projects",
		Need: access.Permission{Area: access.Project, Action: access.Delete}, Summary: "Delete a project",
		Detail: "Also deletes its structures and points; its devices return to the corporation's stock. It can be restored for 30 days. Requires the caller's password.",
	}, s.deleteProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectTree", Method: http.MethodGet, Path: "/projects/{projectId}/tree", Tag: "projects", Need: view,
		Summary: "Structures, items and points with their levels",
	}, s.projectTree)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectMarkers", Method: http.MethodGet, Path: "/projects/markers", Tag: "projects", Need: view,
		Summary: "Projects that have coordinates, for the map",
	}, s.projectMarkers)
}

func (s *server) listProjects(ctx context.Context, in *projectListInput) (*httpapi.Output[httpapi.Page[ProjectSummary]], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Projects.List(ctx, who.Scope, in.Query())
	if err != nil {
		return nil, err
	}
	sums, err := s.projectSums(ctx, who.Scope)
	return httpapi.ReplyPage(page, func(p project.Summary) ProjectSummary {
		return ProjectSummary{
			Project: s.projectOf(who, p.Project), StructureCount: p.Structures, PointCount: p.Points,
			Tally: dataapi.TallyOf(sums[p.ID]), ActiveAlerts: p.ActiveAlerts, LastReading: p.LastReading,
		}
	}), err
}

func (s *server) createProject(ctx context.Context, in *projectInput) (out *httpapi.Output[Project], err error) {
	who := httpapi.CallerOf(ctx)
	p := in.Body.project()
	p.CorporationID = who.Account.CorporationID
	if in.Body.CorporationID != 0 {
		p.CorporationID = in.Body.CorporationID
	}
	if p.CorporationID == 0 {
		return nil, errs.OnField("corporationId", errs.Empty)
	}
	if p.Picture, err = s.Uploads.Keep(ctx, who.Actor(), "picture", upload.Picture, "", p.Picture); err != nil {
		return nil, err
	}
	made, err := s.Projects.Create(ctx, who.Actor(), p)
	return httpapi.Reply(s.projectOf(who, made)), err
}

func (s *server) getProject(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[Project], error) {
	who := httpapi.CallerOf(ctx)
	p, err := s.Projects.Get(ctx, who.Scope, in.ProjectID)
	return httpapi.Reply(s.projectOf(who, p)), err
}

func (s *server) updateProject(ctx context.Context, in *projectUpdate) (*httpapi.Output[Project], error) {
	who := httpapi.CallerOf(ctx)
	p := in.Body.project()
	p.ID, p.CorporationID = in.ProjectID, who.Target.Corporation
	before, err := s.Projects.Get(ctx, who.Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	if p.Picture, err = s.Uploads.Keep(ctx, who.Actor(), "picture", upload.Picture, before.Picture, p.Picture); err != nil {
		return nil, err
	}
	changed, err := s.Projects.Update(ctx, who.Actor(), p)
	return httpapi.Reply(s.projectOf(who, changed)), err
}

func (s *server) deleteProject(ctx context.Context, in *projectDeletion) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.Identity.CheckPassword(ctx, who.Account, in.Body.Password); err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{}), s.Projects.Delete(ctx, who.Actor(), in.ProjectID)
}

func (s *server) projectTree(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[TreeNode]], error) {
	nodes, err := s.Projects.Tree(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	judged, err := s.judgedTree(ctx, nodes)
	return httpapi.Reply(httpapi.List[TreeNode]{List: judged}), err
}

func (s *server) projectMarkers(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[Marker]], error) {
	scope := httpapi.CallerOf(ctx).Scope
	markers, err := s.Projects.Markers(ctx, scope)
	if err != nil {
		return nil, err
	}
	sums, err := s.projectSums(ctx, scope)
	return httpapi.ReplyList(markers, func(m project.Marker) Marker {
		return Marker{
			ProjectID: m.ProjectID, Name: m.Name, Longitude: *httpapi.Degrees(&m.Longitude), Latitude: *httpapi.Degrees(&m.Latitude),
			Tally: dataapi.TallyOf(sums[m.ProjectID]), PointCount: m.Points, LastReading: m.LastReading,
		}
	}), err
}

func (f ProjectFields) project() project.Project {
	return project.Project{
		Name: f.Name, Address: f.Address, Longitude: httpapi.MicroArcSeconds(f.Longitude), Latitude: httpapi.MicroArcSeconds(f.Latitude), TimeZone: f.TimeZone,
		Language: f.Language, Picture: f.Picture, UseStructure: f.UseStructure == nil || *f.UseStructure, Remarks: f.Remarks,
	}
}

func (s *server) projectOf(who *httpapi.Caller, p project.Project) Project {
	return Project{
		ID: p.ID, CorporationID: p.CorporationID, CreatedAt: p.CreatedAt, Permissions: who.Permissions.In(p.ID).InProject().Names(),
		ProjectFields: ProjectFields{
			Name: p.Name, Address: p.Address, Longitude: httpapi.Degrees(p.Longitude), Latitude: httpapi.Degrees(p.Latitude), TimeZone: p.TimeZone,
			Language: p.Language, Picture: s.Uploads.Sign(p.Picture), UseStructure: &p.UseStructure, Remarks: p.Remarks,
		},
	}
}

// projectSums sums up the points in the scope by project.
func (s *server) projectSums(ctx context.Context, scope access.Scope) (map[int64]*query.Summary, error) {
	places, err := s.Stats.Places(ctx, scope, 0, 0)
	if err != nil {
		return nil, err
	}
	return stats.Summaries(ctx, s.Monitor, places, func(p stats.Place) int64 { return p.ProjectID })
}

// judgedTree sets the levels of a tree.
func (s *server) judgedTree(ctx context.Context, nodes []project.Node) ([]TreeNode, error) {
	points := project.PointsIn(nodes, 0)
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	newest := make(map[int64]query.Latest, len(ids))
	if err := query.EachNewest(ctx, s.Monitor, ids, func(i int, l *query.Latest) { newest[ids[i]] = *l }); err != nil {
		return nil, err
	}
	now, lang := clock.Now().UnixMilli(), httpapi.LanguageOf(ctx)
	var turn func(n *project.Node, above *query.Summary) TreeNode
	turn = func(n *project.Node, above *query.Summary) TreeNode {
		node := TreeNode{
			Kind: string(n.Kind), ID: n.ID, Name: n.Name, Type: n.Type, Measurement: n.Measurement, PointKind: n.PointKind,
			PointCount: n.Points, LastReading: n.LastReading, Children: make([]TreeNode, len(n.Children)),
		}
		sum := query.NewSummary()
		if n.Kind == project.PointNode {
			l := newest[n.ID]
			sum.Add(&l, now)
			judgement := dataapi.JudgementOf(l.Judgement, lang)
			node.Judgement = &judgement
		}
		for i := range n.Children {
			node.Children[i] = turn(&n.Children[i], sum)
		}
		node.Tally = dataapi.TallyOf(sum)
		above.Merge(sum)
		return node
	}
	tree := make([]TreeNode, len(nodes))
	all := query.NewSummary()
	for i := range nodes {
		tree[i] = turn(&nodes[i], all)
	}
	return tree, nil
}
