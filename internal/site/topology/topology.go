// Package topology models how instruments are connected: DTU, collector, channel,
// device, point, with state and health, and the order in which people want to see it.
// It knows no values; those are the monitor's.
package topology

import (
	"context"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Device is a node of a project's topology.
type Device struct {
	ID       int64
	ParentID int64 // the collector or DTU that it hangs on now; 0: none, or none of this project
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
	DeviceID    int64 // that gives its times now; 0: none of this project
	Channel     int32 // of the device; 0: none
	StructureID int64
	ItemID      int64
	Name        string
	Measurement string
	Level       int
	LastReading int64 // UTC ms; 0: none yet
}

// Graph is the topology of a project, devices and points in the order that people gave them.
type Graph struct {
	Devices []Device
	Points  []Point
}

// Kind is what can be put in order.
type Kind string

// The kinds of nodes that people order.
const (
	OfDevice    Kind = "device"
	OfPoint     Kind = "point"
	OfStructure Kind = "structure" // structures and items
)

// MaxSorted is how many nodes one call orders.
const MaxSorted = 2000

// Store keeps the order and reads the rest.
type Store interface {
	// Topology returns the graph of a project of the scope, in a known number of queries.
	Topology(ctx context.Context, scope access.Scope, projectID, now int64) (Graph, error)
	// SortNodes lets nodes of a project stand in the order given; among the other nodes
	// they keep the places that they have. NotFound when one is not the project's.
	SortNodes(ctx context.Context, who audit.Actor, projectID int64, kind Kind, ids []int64) error
}

// Service answers topologies.
type Service struct{ store Store }

// New makes the service.
func New(store Store) *Service { return &Service{store: store} }

// Graph returns the topology of a project.
func (s *Service) Graph(ctx context.Context, scope access.Scope, projectID int64) (Graph, error) {
	return s.store.Topology(ctx, scope, projectID, time.Now().UnixMilli())
}

// Sort puts sibling nodes into an order.
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
