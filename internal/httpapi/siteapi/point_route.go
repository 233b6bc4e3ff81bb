package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/definition"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
)

// PointRoute is where a point belongs and what feeds it, for links and labels that name only the point.
type PointRoute struct {
	CorporationID    int64               `json:"corporationId"`
	ProjectID        int64               `json:"projectId"`
	StructureID      int64               `json:"structureId"`
	ItemID           int64               `json:"itemId" doc:"0: directly under the structure"`
	MeasuringPointID int64               `json:"measuringPointId"`
	Name             string              `json:"name"`
	Pages            []string            `json:"pages" doc:"Slugs of its data views, the default first"`
	Sources          []definition.Source `json:"sources" doc:"What feeds the point now"`
}

type pointRouteInput struct {
	MeasuringPointID int64 `path:"measuringPointId" minimum:"1" example:"3"`
}

func (s *server) pointRoutes() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "pointRoute", Method: http.MethodGet, Path: "/measuring-points/{measuringPointId}/route", Tag: "measuring points",
		Need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		Summary: "Where a measuring point belongs, what feeds it, and its data views",
	}, s.pointRoute)
}

func (s *server) pointRoute(ctx context.Context, in *pointRouteInput) (*httpapi.Output[PointRoute], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Points.List(ctx, who.Scope, point.Filter{ProjectID: who.Target.Project, IDs: []int64{in.MeasuringPointID}})
	if err != nil {
		return nil, err
	}
	pages, err := s.Monitor.Pages(ctx, []int64{in.MeasuringPointID})
	if err != nil {
		return nil, err
	}
	if len(page.List) == 0 { // deleted since the path was resolved
		return nil, errs.New(errs.NothingHere)
	}
	p := page.List[0]
	return httpapi.Reply(PointRoute{
		CorporationID: p.CorporationID, ProjectID: p.ProjectID, StructureID: p.StructureID, ItemID: p.ItemID, MeasuringPointID: p.ID, Name: p.Name,
		Pages: httpapi.ListOf(pages[0], httpapi.AsIs), Sources: httpapi.ListOf(p.Sources, httpapi.AsIs),
	}), nil
}
