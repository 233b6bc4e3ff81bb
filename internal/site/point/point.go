// Package point manages measuring points: their data, sources and versioned configuration. A point owns no raw data;
// versioned bindings connect it to channels of devices.
package point

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
)

// Kind is the kind of a measuring point (specification section 3).
type Kind string

const (
	Normal     Kind = catalog.NormalPoint
	Composite  Kind = catalog.CompositePoint
	Artificial Kind = catalog.ArtificialPoint
	Virtual    Kind = catalog.VirtualPoint
	Temporary  Kind = catalog.TemporaryPoint
)

// Point is a measuring point without its versioned configuration.
type Point struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	StructureID   int64
	ItemID        int64 // 0: directly under the structure
	Name          string
	Kind          Kind
	Measurement   string // one of the 19 codes of the catalog
	Category      string // device type code, or Composite, Artificial, Virtual
	Longitude     *int64 // millionths of an arc second, east positive
	Latitude      *int64 // millionths of an arc second, north positive
	Sort          int64
	CreatedAt     int64
}

// Defined returns the part of the point that its results depend on.
func (p Point) Defined() definition.Point {
	return definition.Point{
		ID: p.ID, CorporationID: p.CorporationID, ProjectID: p.ProjectID, StructureID: p.StructureID, ItemID: p.ItemID, Name: p.Name, Kind: string(p.Kind),
		Measurement: p.Measurement, Category: p.Category, CreatedAt: p.CreatedAt,
	}
}
