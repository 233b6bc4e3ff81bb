package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/plan"
)

// PlanFields are what people say about a drawing.
type PlanFields struct {
	Name      string   `json:"name" minLength:"1" maxLength:"20" example:"Ring 120"`
	Kind      string   `json:"kind" enum:"plan,elevation,section"`
	Picture   string   `json:"picture,omitempty" maxLength:"500" doc:"As POST /upload/images?scope=plan answered it; empty: a blank sheet"`
	RealWidth *float64 `json:"realWidth,omitempty" exclusiveMinimum:"0" maximum:"1000000" doc:"Metres across the picture, for its scale"`
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
	MarkCount int `json:"markCount" doc:"Points that stand on it"`
}

// PlanMark is where a point stands on a drawing.
type PlanMark struct {
	MeasuringPointID int64   `json:"measuringPointId" minimum:"1"`
	X                float64 `json:"x" minimum:"0" maximum:"1" doc:"Share of the width, from the left"`
	Y                float64 `json:"y" minimum:"0" maximum:"1" doc:"Share of the height, from the top"`
}

// PlanDetail is a drawing with the points on it.
type PlanDetail struct {
	Plan
	Marks []PlanMark `json:"marks"`
}

type planListInput struct {
	ProjectPath
	StructureID int64 `query:"structureId" minimum:"0" doc:"Only the drawings of this structure or item"`
}

type newPlan struct {
	ProjectPath
	Body struct {
		StructureID int64 `json:"structureId" minimum:"1"`
		PlanFields
	}
}

// PlanPath names a drawing of a project.
type PlanPath struct {
	ProjectPath
	PlanID int64 `path:"planId" minimum:"1" example:"5"`
}

type planUpdate struct {
	PlanPath
	Body PlanFields
}

type planMarks struct {
	PlanPath
	Body struct {
		Marks   []PlanMark `json:"marks,omitempty" maxItems:"1000" doc:"Points to put onto the drawing or to move"`
		Removed []int64    `json:"removed,omitempty" maxItems:"1000" doc:"Points to take off it"`
	}
}

func (s *server) plans() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Structure, Action: action}
	}
	const list, one = "/projects/{projectId}/plans", "/projects/{projectId}/plans/{planId}"
	register(s, operation{
		id: "listPlans", method: http.MethodGet, path: list, tag: "plans", need: need(access.Retrieve),
		summary: "Drawings of a project's structures and items",
	}, func(ctx context.Context, in *planListInput) (*output[List[PlanSummary]], error) {
		sheets, err := s.Plans.List(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID)
		return listAnswer(sheets, func(l plan.Listed) PlanSummary { return PlanSummary{Plan: s.planOf(l.Sheet), MarkCount: l.Marks} }), err
	})
	register(s, operation{
		id: "createPlan", method: http.MethodPost, path: list, tag: "plans", need: need(access.Update), status: http.StatusCreated,
		summary: "Add a drawing to a structure or item",
	}, func(ctx context.Context, in *newPlan) (*output[Plan], error) {
		sheet := in.Body.sheet()
		sheet.ProjectID, sheet.StructureID = in.ProjectID, in.Body.StructureID
		var err error
		if sheet.Picture, err = s.Uploads.Keep(ctx, callerOf(ctx).actor(), "picture", upload.Plan, "", sheet.Picture); err != nil {
			return nil, err
		}
		made, err := s.Plans.Create(ctx, callerOf(ctx).actor(), sheet)
		return answer(s.planOf(made)), err
	})
	register(s, operation{
		id: "getPlan", method: http.MethodGet, path: one, tag: "plans", need: need(access.Retrieve), summary: "A drawing with the points on it",
	}, func(ctx context.Context, in *PlanPath) (*output[PlanDetail], error) {
		sheet, marks, err := s.Plans.Get(ctx, callerOf(ctx).scope, in.ProjectID, in.PlanID)
		return answer(PlanDetail{Plan: s.planOf(sheet), Marks: listOf(marks, markOf)}), err
	})
	register(s, operation{
		id: "updatePlan", method: http.MethodPut, path: one, tag: "plans", need: need(access.Update),
		summary: "Change a drawing", detail: "Its points keep their places. What is left out takes its default.",
	}, func(ctx context.Context, in *planUpdate) (*output[Plan], error) {
		who := callerOf(ctx)
		before, _, err := s.Plans.Get(ctx, who.scope, in.ProjectID, in.PlanID)
		if err != nil {
			return nil, err
		}
		sheet := in.Body.sheet()
		sheet.ID, sheet.ProjectID = in.PlanID, in.ProjectID
		if sheet.Picture, err = s.Uploads.Keep(ctx, who.actor(), "picture", upload.Plan, before.Picture, sheet.Picture); err != nil {
			return nil, err
		}
		changed, err := s.Plans.Update(ctx, who.actor(), sheet)
		return answer(s.planOf(changed)), err
	})
	register(s, operation{
		id: "deletePlan", method: http.MethodDelete, path: one, tag: "plans", need: need(access.Update),
		summary: "Remove a drawing", detail: "Its points stay.",
	}, func(ctx context.Context, in *PlanPath) (*output[Done], error) {
		return answer(Done{}), s.Plans.Delete(ctx, callerOf(ctx).actor(), in.ProjectID, in.PlanID)
	})
	register(s, operation{
		id: "placeMarks", method: http.MethodPut, path: one + "/marks", tag: "plans",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		summary: "Put points onto a drawing, move them, take them off", detail: "All or none; answers all points on the drawing.",
	}, func(ctx context.Context, in *planMarks) (*output[List[PlanMark]], error) {
		marks, err := s.Plans.Place(ctx, callerOf(ctx).actor(), in.ProjectID, in.PlanID, listOf(in.Body.Marks, PlanMark.mark), in.Body.Removed)
		return listAnswer(marks, markOf), err
	})
}

func (f PlanFields) sheet() plan.Sheet {
	return plan.Sheet{Name: f.Name, Kind: plan.Kind(f.Kind), Picture: f.Picture, RealWidth: f.RealWidth, North: f.North, Sort: f.Sort}
}

func (s *server) planOf(p plan.Sheet) Plan {
	return Plan{
		ID: p.ID, ProjectID: p.ProjectID, StructureID: p.StructureID, CreatedAt: p.CreatedAt,
		PlanFields: PlanFields{Name: p.Name, Kind: string(p.Kind), Picture: s.Uploads.Sign(p.Picture), RealWidth: p.RealWidth, North: p.North, Sort: p.Sort},
	}
}

func (m PlanMark) mark() plan.Mark { return plan.Mark{PointID: m.MeasuringPointID, X: m.X, Y: m.Y} }

func markOf(m plan.Mark) PlanMark { return PlanMark{MeasuringPointID: m.PointID, X: m.X, Y: m.Y} }
