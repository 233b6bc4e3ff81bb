package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
	"plumbline/internal/site/project"
)

// GNSSConfig is how the GNSS stations of a structure are resolved.
type GNSSConfig struct {
	TaskName        string  `json:"taskName" maxLength:"20" example:"slope-k12" doc:"Digits, letters, underscore, hyphen"`
	BaseStation     int64   `json:"baseStation" minimum:"0" doc:"A GNSS device of the project"`
	Sites           []int64 `json:"sites" maxItems:"500" doc:"GNSS devices of the project, the base station left out"`
	FilterPeriod    int     `json:"filterPeriod" doc:"Hours" minimum:"0" maximum:"720"`
	Frequency       int     `json:"frequency" doc:"Seconds between epochs" minimum:"0" maximum:"3600"`
	ProcessInterval int     `json:"processInterval" doc:"Minutes" minimum:"0" maximum:"10080"`
}

// GNSSStation is a device that can be a base station or a site.
type GNSSStation struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	SNCode string `json:"sncode"`
}

type gnssUpdate struct {
	ProjectStructurePath
	Body GNSSConfig
}

type displayUpdate struct {
	ProjectStructurePath
	Body struct {
		DisplayType string `json:"displayType" enum:"MAP,IMG,BIM"`
	}
}

func (s *server) gnss() {
	const one = "/projects/{projectId}/structures/{structureId}"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Structure, Action: action}
	}
	register(s, operation{
		id: "setGnssConfig", method: http.MethodPut, path: one + "/gnss-config", tag: "structures", need: need(access.Update), summary: "Set how the GNSS stations of a structure are resolved",
	}, func(ctx context.Context, in *gnssUpdate) (*output[Structure], error) {
		task := project.GNSSTask(in.Body)
		st, err := s.Projects.SetGNSS(ctx, callerOf(ctx).actor(), in.StructureID, &task)
		return answer(s.structureOf(st)), err
	})
	register(s, operation{
		id: "removeGnssConfig", method: http.MethodDelete, path: one + "/gnss-config", tag: "structures", need: need(access.Update), summary: "Resolve the GNSS stations of a structure no more",
	}, func(ctx context.Context, in *ProjectStructurePath) (*output[Structure], error) {
		st, err := s.Projects.SetGNSS(ctx, callerOf(ctx).actor(), in.StructureID, nil)
		return answer(s.structureOf(st)), err
	})
	register(s, operation{
		id: "listGnssResolveDevices", method: http.MethodGet, path: one + "/gnss-resolve-devices", tag: "structures", need: need(access.Retrieve), summary: "GNSS devices of the project",
	}, func(ctx context.Context, in *ProjectStructurePath) (*output[List[GNSSStation]], error) {
		list, err := s.Projects.Stations(ctx, callerOf(ctx).scope, in.ProjectID)
		return listAnswer(list, func(d project.Station) GNSSStation { return GNSSStation(d) }), err
	})
	register(s, operation{
		id: "setDisplayType", method: http.MethodPatch, path: one + "/display-type", tag: "structures", need: need(access.Update), summary: "Set how a structure is drawn",
		detail: "BIM says that the structure is to be shown as a model; it is drawn as on the map as long as it has none.",
	}, func(ctx context.Context, in *displayUpdate) (*output[Structure], error) {
		st, err := s.Projects.SetDisplay(ctx, callerOf(ctx).actor(), in.StructureID, in.Body.DisplayType)
		return answer(s.structureOf(st)), err
	})
}
