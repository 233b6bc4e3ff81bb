package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/project"
)

// GNSSConfig is how the GNSS stations of a structure are solved.
type GNSSConfig struct {
	TaskName        string  `json:"taskName" maxLength:"20" example:"slope-k12" doc:"Digits, letters, underscore, hyphen"`
	BaseStation     int64   `json:"baseStation" minimum:"0" doc:"A GNSS device of the project"`
	Sites           []int64 `json:"sites" maxItems:"500" doc:"GNSS devices of the project, without the base station"`
	FilterPeriod    int     `json:"filterPeriod" doc:"Hours" minimum:"0" maximum:"720"`
	Frequency       int     `json:"frequency" doc:"Seconds between epochs" minimum:"0" maximum:"3600"`
	ProcessInterval int     `json:"processInterval" doc:"Minutes" minimum:"0" maximum:"10080"`
}

// GNSSStation is a device that can be a base station or rover.
type GNSSStation struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	SNCode string `json:"sncode"`
}

type gnssUpdate struct {
	httpapi.ProjectStructurePath
	Body GNSSConfig
}

type displayUpdate struct {
	httpapi.ProjectStructurePath
	Body struct {
		DisplayType string `json:"displayType" enum:"MAP,IMG,BIM"`
	}
}

func (s *server) gnss() {
	const one = "/projects/{projectId}/structures/{structureId}"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Structure, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setGnssConfig", Method: http.MethodPut, Path: one + "/gnss-config", Tag: "structures",
		Need: need(access.Update), Summary: "Set how the GNSS stations of a structure are resolved",
		Example: `{"taskName":"slope-k12","baseStation":{stationId},"sites":[],"filterPeriod":6,"frequency":1,"processInterval":60}`,
	}, s.setGnssConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "removeGnssConfig", Method: http.MethodDelete, Path: one + "/gnss-config", Tag: "structures",
		Need: need(access.Update), Summary: "Stop resolving the GNSS stations of a structure",
	}, s.removeGnssConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listGnssResolveDevices", Method: http.MethodGet, Path: one + "/gnss-resolve-devices", Tag: "structures",
		Need: need(access.Retrieve), Summary: "GNSS devices of the project",
	}, s.listGnssResolveDevices)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setDisplayType", Method: http.MethodPatch, Path: one + "/display-type", Tag: "structures",
		Need: need(access.Update), Summary: "Set how a structure is drawn",
		Detail: "BIM shows the structure as a model; without a model it is drawn on the map.",
	}, s.setDisplayType)
}

func (s *server) setGnssConfig(ctx context.Context, in *gnssUpdate) (*httpapi.Output[Structure], error) {
	task := project.GNSSTask(in.Body)
	st, err := s.Projects.SetGNSS(ctx, httpapi.CallerOf(ctx).Actor(), in.StructureID, &task)
	return httpapi.Reply(s.structureOf(st)), err
}

func (s *server) removeGnssConfig(ctx context.Context, in *httpapi.ProjectStructurePath) (*httpapi.Output[Structure], error) {
	st, err := s.Projects.SetGNSS(ctx, httpapi.CallerOf(ctx).Actor(), in.StructureID, nil)
	return httpapi.Reply(s.structureOf(st)), err
}

func (s *server) listGnssResolveDevices(ctx context.Context, in *httpapi.ProjectStructurePath) (*httpapi.Output[httpapi.List[GNSSStation]], error) {
	list, err := s.Projects.Stations(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	return httpapi.ReplyList(list, func(d project.Station) GNSSStation { return GNSSStation(d) }), err
}

func (s *server) setDisplayType(ctx context.Context, in *displayUpdate) (*httpapi.Output[Structure], error) {
	st, err := s.Projects.SetDisplay(ctx, httpapi.CallerOf(ctx).Actor(), in.StructureID, in.Body.DisplayType)
	return httpapi.Reply(s.structureOf(st)), err
}
