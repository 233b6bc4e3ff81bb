package point

import (
	"context"
	"fmt"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/project"
)

// Place is the map position of a point, in millionths of an arc second; without coordinates it has none.
type Place struct {
	PointID             int64
	Longitude, Latitude *int64
}

// Marker is a point on the map.
type Marker struct {
	ID          int64
	ProjectID   int64
	StructureID int64
	ItemID      int64 // 0: directly under the structure
	Name        string
	Longitude   int64 // millionths of an arc second
	Latitude    int64
	Level       int
}

// Markers returns the points with coordinates in a box, of one project and structure or item unless 0, worst first, at
// most limit and project.MaxMarkers.
func (s *Service) Markers(ctx context.Context, scope access.Scope, projectID, structureID int64, box project.Box, limit int) ([]Marker, error) {
	return s.store.PointMarkers(ctx, scope, projectID, structureID, box, min(limit, project.MaxMarkers))
}

// PutPlaces sets the coordinates of points of a project, all or none.
func (s *Service) PutPlaces(ctx context.Context, who audit.Actor, projectID int64, places []Place) error {
	var refusals errs.Refusals
	switch {
	case len(places) == 0:
		return errs.OnField("points", errs.AtLeastOnePoint)
	case len(places) > MaxBatch:
		return errs.OnField("points", errs.TooManyEntries, "max", MaxBatch)
	}
	seen := map[int64]bool{}
	for i, p := range places {
		at := fmt.Sprintf("points[%d].", i)
		if seen[p.PointID] {
			refusals.Add(at+"measuringPointId", errs.Duplicate)
		}
		seen[p.PointID] = true
		project.CheckCoordinates(&refusals, at, p.Longitude, p.Latitude)
	}
	if err := refusals.Err(); err != nil {
		return err
	}
	return s.store.PlacePoints(ctx, who, projectID, places)
}
