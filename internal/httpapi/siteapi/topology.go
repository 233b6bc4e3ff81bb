package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/topology"
)

// TopologyDevice is a DTU, a collector or a device of a project.
type TopologyDevice struct {
	ID       int64    `json:"id"`
	ParentID int64    `json:"parentId" doc:"The collector or DTU it is connected to; 0: none in this project"`
	Channel  int32    `json:"channel" doc:"Of the parent; 0: none"`
	Name     string   `json:"name"`
	Kind     string   `json:"kind" enum:"Measuring,Collector,DTU"`
	Type     string   `json:"type"`
	SNCode   string   `json:"sncode"`
	Register string   `json:"register"`
	Status   string   `json:"status" enum:"online,offline,sleep"`
	Health   string   `json:"health" enum:"normal,unknown,lowVoltage,dataLost,dataRepeated"`
	LastSeen int64    `json:"lastSeen" doc:"UTC ms; 0: never"`
	Voltage  *float64 `json:"voltage" doc:"V; null: unknown"`
}

// TopologyPoint is a measuring point with the device that feeds it.
type TopologyPoint struct {
	ID          int64  `json:"id"`
	DeviceID    int64  `json:"deviceId" doc:"0: none of this project"`
	Channel     int32  `json:"channel" doc:"Of the device; 0: none"`
	StructureID int64  `json:"structureId"`
	ItemID      int64  `json:"itemId"`
	Name        string `json:"name"`
	Measurement string `json:"measurement"`
	Level       *int   `json:"level" minimum:"0" maximum:"4" doc:"null: no threshold judges the point"`
	LastReading int64  `json:"lastReading" doc:"UTC ms; 0: none yet"`

	Judgement dataapi.Judgement `json:"judgement"`
}

// Topology is how the instruments of a project are connected, in display order.
type Topology struct {
	Devices []TopologyDevice `json:"devices"`
	Points  []TopologyPoint  `json:"points"`
}

type topoSort struct {
	httpapi.ProjectPath
	Body struct {
		Kind string  `json:"kind" enum:"device,point,structure" doc:"structure: structures or items"`
		IDs  []int64 `json:"ids" minItems:"2" maxItems:"2000" doc:"Siblings in their new order; other nodes keep their positions"`
	}
}

func (s *server) topology() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectTopo", Method: http.MethodGet, Path: "/projects/{projectId}/topo", Tag: "projects",
		Need:    access.Permission{Area: access.Project, Action: access.Retrieve},
		Summary: "DTUs, collectors, devices and points of a project and how they are connected", Detail: "Includes the state and health of each device.",
	}, s.projectTopo)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "sortTopo", Method: http.MethodPut, Path: "/projects/{projectId}/topo-sort", Tag: "projects",
		Example: `{"kind":"structure","ids":[{structureId},{itemId}]}`,
		Need:    access.Permission{Area: access.Project, Action: access.Update}, Summary: "Reorder devices, points, structures or items",
	}, s.sortTopo)
}

func (s *server) projectTopo(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[Topology], error) {
	graph, err := s.Topology.Graph(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	out := Topology{
		Devices: httpapi.ListOf(graph.Devices, func(d topology.Device) TopologyDevice { return TopologyDevice(d) }),
		Points:  httpapi.ListOf(graph.Points, topologyPointOf),
	}
	ids, lang := httpapi.ListOf(graph.Points, func(p topology.Point) int64 { return p.ID }), httpapi.LanguageOf(ctx)
	return httpapi.Reply(out), query.EachNewest(ctx, s.Monitor, ids, func(i int, l *query.Latest) {
		out.Points[i].Level, out.Points[i].Judgement = dataapi.LevelOf(l.Level), dataapi.JudgementOf(l.Judgement, lang)
	})
}

func (s *server) sortTopo(ctx context.Context, in *topoSort) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Topology.Sort(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, topology.Kind(in.Body.Kind), in.Body.IDs)
}

func topologyPointOf(p topology.Point) TopologyPoint {
	return TopologyPoint{
		ID: p.ID, DeviceID: p.DeviceID, Channel: p.Channel, StructureID: p.StructureID, ItemID: p.ItemID, Name: p.Name,
		Measurement: p.Measurement, LastReading: p.LastReading,
	}
}
