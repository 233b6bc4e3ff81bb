package api

import (
	"context"
	"net/http"

	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/topology"
)

// TopologyDevice is a DTU, a collector or a device of a project.
type TopologyDevice struct {
	ID       int64    `json:"id"`
	ParentID int64    `json:"parentId" doc:"The collector or DTU that it hangs on; 0: none of this project"`
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

	Judgement Judgement `json:"judgement"`
}

// Topology is how what measures in a project hangs together, in the order that people gave it.
type Topology struct {
	Devices []TopologyDevice `json:"devices"`
	Points  []TopologyPoint  `json:"points"`
}

type topoSort struct {
	ProjectPath
	Body struct {
		Kind string  `json:"kind" enum:"device,point,structure" doc:"structure: structures or items"`
		IDs  []int64 `json:"ids" minItems:"2" maxItems:"2000" doc:"Siblings in their new order; among other nodes they keep the places that they have"`
	}
}

func (s *server) topology() {
	register(s, operation{
		id: "projectTopo", method: http.MethodGet, path: "/projects/{projectId}/topo", tag: "projects",
		need:    access.Permission{Area: access.Project, Action: access.Retrieve},
		summary: "DTUs, collectors, devices and points of a project and how they hang together", detail: "With state and health of each.",
	}, func(ctx context.Context, in *ProjectPath) (*output[Topology], error) {
		graph, err := s.Topology.Graph(ctx, callerOf(ctx).scope, in.ProjectID)
		if err != nil {
			return nil, err
		}
		out := Topology{
			Devices: listOf(graph.Devices, func(d topology.Device) TopologyDevice { return TopologyDevice(d) }),
			Points:  listOf(graph.Points, topologyPointOf),
		}
		ids, lang := listOf(graph.Points, func(p topology.Point) int64 { return p.ID }), languageOf(ctx)
		return answer(out), s.eachNewest(ctx, ids, func(i int, l *monitor.Latest) {
			out.Points[i].Level, out.Points[i].Judgement = levelOf(l.Level), judgementOf(l.Judgement, lang)
		})
	})
	register(s, operation{
		id: "sortTopo", method: http.MethodPut, path: "/projects/{projectId}/topo-sort", tag: "projects",
		need: access.Permission{Area: access.Project, Action: access.Update}, summary: "Put devices, points, structures or items into an order",
	}, func(ctx context.Context, in *topoSort) (*output[Done], error) {
		return answer(Done{}), s.Topology.Sort(ctx, callerOf(ctx).actor(), in.ProjectID, topology.Kind(in.Body.Kind), in.Body.IDs)
	})
}

func topologyPointOf(p topology.Point) TopologyPoint {
	return TopologyPoint{
		ID: p.ID, DeviceID: p.DeviceID, Channel: p.Channel, StructureID: p.StructureID, ItemID: p.ItemID, Name: p.Name,
		Measurement: p.Measurement, LastReading: p.LastReading,
	}
}
