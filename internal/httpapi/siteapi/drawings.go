package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/drawing"
)

// PlanFields are the editable fields of a drawing.
type PlanFields struct {
	Name      string   `json:"name" minLength:"1" maxLength:"20" example:"Ring 120"`
	Kind      string   `json:"kind" enum:"plan,elevation,section"`
	Picture   string   `json:"picture,omitempty" maxLength:"500" doc:"As returned by POST /upload/images?scope=plan; empty: a blank sheet"`
	RealWidth *float64 `json:"realWidth,omitempty" exclusiveMinimum:"0" maximum:"1000000" doc:"Meters across the picture, for its scale"`
	North     *float64 `json:"north,omitempty" minimum:"0" maximum:"360" doc:"Degrees of north, clockwise from the top of the picture"`
	Sort      int64    `json:"sort,omitempty" minimum:"0" maximum:"9007199254740991"`
}

// Plan is a drawing of a structure or item.
type Plan struct {
	ID          int64 `json:"id"`
	ProjectID   int64 `json:"projectId"`
	StructureID int64 `json:"structureId" doc:"A structure or an item"`
	PlanFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

// PlanSummary is a drawing in a list.
type PlanSummary struct {
	Plan
	MarkCount int `json:"markCount" doc:"Points placed on it"`
}

// PlanMark is the position of a point on a drawing.
type PlanMark struct {
	MeasuringPointID int64   `json:"measuringPointId" minimum:"1"`
	X                float64 `json:"x" minimum:"0" maximum:"1" doc:"Share of the width, from the left"`
	Y                float64 `json:"y" minimum:"0" maximum:"1" doc:"Share of the height, from the top"`
}

// PlanDetail is a drawing with its points.
type PlanDetail struct {
	Plan
	Marks []PlanMark `json:"marks"`
}

type planListInput struct {
	httpapi.ProjectPath
	StructureID int64 `query:"structureId" minimum:"0" doc:"Only drawings of this structure or item"`
}

type newPlan struct {
	httpapi.ProjectPath
	Body struct {
		StructureID int64 `json:"structureId" minimum:"1"`
		PlanFields
	}
}

// PlanPath identifies a drawing of a project.
type PlanPath struct {
	httpapi.ProjectPath
	PlanID int64 `path:"planId" minimum:"1" example:"5"`
}

type planUpdate struct {
	PlanPath
	Body PlanFields
}

type planMarks struct {
	PlanPath
	Body struct {
		Marks   []PlanMark `json:"marks,omitempty" maxItems:"1000" doc:"Points to place on the drawing or to move"`
		Removed []int64    `json:"removed,omitempty" maxItems:"1000" doc:"Points to remove from it"`
	}
}

func (s *server) plans() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Structure, Action: action}
	}
	const list, one = "/projects/{projectId}/plans", "/projects/{projectId}/plans/{planId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPlans", Method: http.MethodGet, Path: list, Tag: "plans", Need: need(access.Retrieve),
		Summary: "Drawings of a project's structures and items",
	}, s.listPlans)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createPlan", Method: http.MethodPost, Path: list, Tag: "plans", Need: need(access.Update), Status: http.StatusCreated,
		Example:  `{"structureId":{structureId},"name":"Ring 121","kind":"section"}`,
		NearMiss: httpapi.NearMiss{Body: `{"structureId":{structureId},"name":"","kind":"section"}`, Field: "name"},
		Summary:  "Add a drawing to a structure or item",
	}, s.createPlan)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getPlan", Method: http.MethodGet, Path: one, Tag: "plans", Need: need(access.Retrieve), Summary: "A drawing with the points on it",
	}, s.getPlan)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updatePlan", Method: http.MethodPut, Path: one, Tag: "plans", Need: need(access.Update),
		Example: `{"name":"Ring 122","kind":"section"}`,
		Summary: "Change a drawing", Detail: "Its points keep their positions. Omitted fields take their defaults.",
	}, s.updatePlan)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deletePlan", Method: http.MethodDelete, Path: one, Tag: "plans", Need: need(access.Update),
		Summary: "Remove a drawing", Detail: "Its points are kept.",
	}, s.deletePlan)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "placeMarks", Method: http.MethodPut, Path: one + "/marks", Tag: "plans",
		Example: `{"marks":[{"measuringPointId":{measuringPointId},"x":0.25,"y":0.5}]}`,
		Need:    access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		Summary: "Place, move or remove points on a drawing", Detail: "All or none; returns all points on the drawing.",
	}, s.placeMarks)
}

func (s *server) listPlans(ctx context.Context, in *planListInput) (*httpapi.Output[httpapi.List[PlanSummary]], error) {
	sheets, err := s.Drawings.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID)
	return httpapi.ReplyList(sheets, func(l drawing.Listed) PlanSummary { return PlanSummary{Plan: s.planOf(l.Sheet), MarkCount: l.Marks} }), err
}

func (s *server) createPlan(ctx context.Context, in *newPlan) (*httpapi.Output[Plan], error) {
	sheet := in.Body.sheet()
	sheet.ProjectID, sheet.StructureID = in.ProjectID, in.Body.StructureID
	var err error
	if sheet.Picture, err = s.Uploads.Keep(ctx, httpapi.CallerOf(ctx).Actor(), "picture", upload.Plan, "", sheet.Picture); err != nil {
		return nil, err
	}
	made, err := s.Drawings.Create(ctx, httpapi.CallerOf(ctx).Actor(), sheet)
	return httpapi.Reply(s.planOf(made)), err
}

func (s *server) getPlan(ctx context.Context, in *PlanPath) (*httpapi.Output[PlanDetail], error) {
	sheet, marks, err := s.Drawings.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.PlanID)
	return httpapi.Reply(PlanDetail{Plan: s.planOf(sheet), Marks: httpapi.ListOf(marks, markOf)}), err
}

func (s *server) updatePlan(ctx context.Context, in *planUpdate) (*httpapi.Output[Plan], error) {
	who := httpapi.CallerOf(ctx)
	before, _, err := s.Drawings.Get(ctx, who.Scope, in.ProjectID, in.PlanID)
	if err != nil {
		return nil, err
	}
	sheet := in.Body.sheet()
	sheet.ID, sheet.ProjectID = in.PlanID, in.ProjectID
	if sheet.Picture, err = s.Uploads.Keep(ctx, who.Actor(), "picture", upload.Plan, before.Picture, sheet.Picture); err != nil {
		return nil, err
	}
	changed, err := s.Drawings.Update(ctx, who.Actor(), sheet)
	return httpapi.Reply(s.planOf(changed)), err
}

func (s *server) deletePlan(ctx context.Context, in *PlanPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Drawings.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.PlanID)
}

func (s *server) placeMarks(ctx context.Context, in *planMarks) (*httpapi.Output[httpapi.List[PlanMark]], error) {
	marks, err := s.Drawings.Place(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.PlanID, httpapi.ListOf(in.Body.Marks, PlanMark.mark), in.Body.Removed)
	return httpapi.ReplyList(marks, markOf), err
}

func (f PlanFields) sheet() drawing.Sheet {
	return drawing.Sheet{Name: f.Name, Kind: drawing.Kind(f.Kind), Picture: f.Picture, RealWidth: f.RealWidth, North: f.North, Sort: f.Sort}
}

func (s *server) planOf(p drawing.Sheet) Plan {
	return Plan{
		ID: p.ID, ProjectID: p.ProjectID, StructureID: p.StructureID, CreatedAt: p.CreatedAt,
		PlanFields: PlanFields{Name: p.Name, Kind: string(p.Kind), Picture: s.Uploads.Sign(p.Picture), RealWidth: p.RealWidth, North: p.North, Sort: p.Sort},
	}
}

func (m PlanMark) mark() drawing.Mark {
	return drawing.Mark{PointID: m.MeasuringPointID, X: m.X, Y: m.Y}
}

func markOf(m drawing.Mark) PlanMark { return PlanMark{MeasuringPointID: m.PointID, X: m.X, Y: m.Y} }
