// Package topology describes how instruments are connected (DTU, collector, channel, device, point), with state and
// health, in display order. Values belong to package query.
package topology

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Device is a node of a project's topology.
type Device struct {
	ID       int64
	ParentID int64 // the current collector or DTU; 0: none, or outside the project
	Channel  int32 // of the parent; 0: none
	Name     string
	Kind     string
	Type     string
	SNCode   string
	Register string
	Status   string // online, offline, sleep
	Health   string // normal, lowVoltage, dataLost, dataRepeated
	LastSeen int64  // UTC ms; 0: never
	Voltage  *float64
}

// Point is a leaf of the topology.
type Point struct {
	ID          int64
	DeviceID    int64 // the current main source; 0: none in the project
	Channel     int32 // of the device; 0: none
	StructureID int64
	ItemID      int64
	Name        string
	Measurement string
	Level       int
	LastReading int64 // UTC ms; 0: none yet
}

// Graph is the topology of a project, devices and points in display order.
type Graph struct {
	Devices []Device
	Points  []Point
}

// Kind is the kind of a sortable node.
type Kind string

const (
	OfDevice    Kind = "device"
	OfPoint     Kind = "point"
	OfStructure Kind = "structure" // structures and items
)

// MaxSorted is the maximum number of nodes in one call.
const MaxSorted = 2000

// Store stores the order and reads the topology.
type Store interface {
	// Topology returns the graph of a project in the scope, with a fixed number of queries.
	Topology(ctx context.Context, scope access.Scope, projectID, now int64) (Graph, error)
	// SortNodes reorders nodes of a project within their present positions. NotFound if one is not in the project.
	SortNodes(ctx context.Context, who audit.Actor, projectID int64, kind Kind, ids []int64) error
}

// Service returns and sorts topologies.
type Service struct{ store Store }

// New returns a service.
func New(store Store) *Service { return &Service{store: store} }

// Graph returns the topology of a project.
func (s *Service) Graph(ctx context.Context, scope access.Scope, projectID int64) (Graph, error) {
	return s.store.Topology(ctx, scope, projectID, clock.Now().UnixMilli())
}

// Sort reorders sibling nodes.
func (s *Service) Sort(ctx context.Context, who audit.Actor, projectID int64, kind Kind, ids []int64) error {
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return errs.OnField("ids", errs.Duplicate)
		}
		seen[id] = true
	}
	return s.store.SortNodes(ctx, who, projectID, kind, ids)
}
