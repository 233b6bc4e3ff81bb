package api

import (
	"context"
	"net/http"

	"plumbline/internal/access"
	"plumbline/internal/point"
	"plumbline/internal/project"
)

// StructureMarker is a structure or item on the map.
type StructureMarker struct {
	ID        int64   `json:"id"`
	ProjectID int64   `json:"projectId"`
	ParentID  int64   `json:"parentId" doc:"Items: the structure; 0 for structures"`
	Name      string  `json:"name"`
	Longitude float64 `json:"longitude" doc:"Degrees"`
	Latitude  float64 `json:"latitude" doc:"Degrees"`
	Level     int     `json:"level" minimum:"0" maximum:"4" doc:"Highest level of its points"`
}

// PointMarker is a measuring point on the map.
type PointMarker struct {
	ID          int64   `json:"id"`
	ProjectID   int64   `json:"projectId"`
	StructureID int64   `json:"structureId"`
	ItemID      int64   `json:"itemId" doc:"0: directly under the structure"`
	Name        string  `json:"name"`
	Longitude   float64 `json:"longitude" doc:"Degrees"`
	Latitude    float64 `json:"latitude" doc:"Degrees"`
	Level       int     `json:"level" minimum:"0" maximum:"4"`
}

// MapBox is the part of the map that is looked at.
type MapBox struct {
	ProjectID int64   `query:"projectId" minimum:"0" doc:"Only of this project"`
	West      float64 `query:"west" minimum:"-180" maximum:"180" default:"-180" doc:"Degrees; above east: over the 180th meridian"`
	South     float64 `query:"south" minimum:"-90" maximum:"90" default:"-90"`
	East      float64 `query:"east" minimum:"-180" maximum:"180" default:"180"`
	North     float64 `query:"north" minimum:"-90" maximum:"90" default:"90"`
}

func (b MapBox) box() project.Box {
	return project.Box{West: *arcOf(&b.West), South: *arcOf(&b.South), East: *arcOf(&b.East), North: *arcOf(&b.North)}
}

type structureMarkersInput struct{ MapBox }

type pointMarkersInput struct {
	MapBox
	StructureID int64 `query:"structureId" minimum:"0" doc:"Only of this structure or item"`
	Limit       int   `query:"limit" minimum:"1" maximum:"20000" default:"20000" doc:"At most so many, the worst first"`
}

// PointPlace is where a measuring point stands on the map.
type PointPlace struct {
	MeasuringPointID int64    `json:"measuringPointId" minimum:"1"`
	Longitude        *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive, kept to a millionth of an arc second; left out with the latitude: nowhere"`
	Latitude         *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
}

type pointPlaces struct {
	ProjectPath
	Body struct {
		Points []PointPlace `json:"points" minItems:"1" maxItems:"1000"`
	}
}

func (s *server) markers() {
	const most = "At most 20,000, the worst first."
	register(s, operation{
		id: "structureMarkers", method: http.MethodGet, path: "/structures/markers", tag: "map",
		need:    access.Permission{Area: access.Structure, Action: access.Retrieve},
		summary: "Structures and items that have coordinates, for the map", detail: most,
	}, func(ctx context.Context, in *structureMarkersInput) (*output[List[StructureMarker]], error) {
		markers, err := s.Projects.StructureMarkers(ctx, callerOf(ctx).scope, in.ProjectID, in.box())
		return listAnswer(markers, func(m project.StructureMarker) StructureMarker {
			return StructureMarker{
				ID: m.ID, ProjectID: m.ProjectID, ParentID: m.ParentID, Name: m.Name,
				Longitude: *degrees(&m.Longitude), Latitude: *degrees(&m.Latitude), Level: m.Level,
			}
		}), err
	})
	register(s, operation{
		id: "pointMarkers", method: http.MethodGet, path: "/measuring-points/markers", tag: "map",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		summary: "Measuring points that have coordinates, for the map", detail: most,
	}, func(ctx context.Context, in *pointMarkersInput) (*output[List[PointMarker]], error) {
		markers, err := s.Points.Markers(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID, in.box(), in.Limit)
		return listAnswer(markers, func(m point.Marker) PointMarker {
			return PointMarker{
				ID: m.ID, ProjectID: m.ProjectID, StructureID: m.StructureID, ItemID: m.ItemID, Name: m.Name,
				Longitude: *degrees(&m.Longitude), Latitude: *degrees(&m.Latitude), Level: m.Level,
			}
		}), err
	})
	register(s, operation{
		id: "placePoints", method: http.MethodPut, path: "/projects/{projectId}/points-location", tag: "map",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		summary: "Set the coordinates of measuring points, all or none",
	}, func(ctx context.Context, in *pointPlaces) (*output[Done], error) {
		return answer(Done{}), s.Points.PutPlaces(ctx, callerOf(ctx).actor(), in.ProjectID, listOf(in.Body.Points, func(p PointPlace) point.Place {
			return point.Place{PointID: p.MeasuringPointID, Longitude: arcOf(p.Longitude), Latitude: arcOf(p.Latitude)}
		}))
	})
}
