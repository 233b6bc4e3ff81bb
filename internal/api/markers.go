package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// StructureMarker is a structure or item on the map.
type StructureMarker struct {
	ID        int64   `json:"id"`
	ProjectID int64   `json:"projectId"`
	ParentID  int64   `json:"parentId" doc:"Items: the structure; 0 for structures"`
	Name      string  `json:"name"`
	Longitude float64 `json:"longitude" doc:"Degrees"`
	Latitude  float64 `json:"latitude" doc:"Degrees"`
	Tally
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
	Level       *int    `json:"level" minimum:"0" maximum:"4" doc:"null: no threshold judges the point"`

	Judgement Judgement `json:"judgement"`
	Stale     bool      `json:"stale" doc:"The newest reading is older than three intervals"`
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
		scope := callerOf(ctx).scope
		markers, err := s.Projects.StructureMarkers(ctx, scope, in.ProjectID, in.box())
		if err != nil {
			return nil, err
		}
		sums, err := s.structureSums(ctx, scope, in.ProjectID)
		return listAnswer(markers, func(m project.StructureMarker) StructureMarker {
			return StructureMarker{
				ID: m.ID, ProjectID: m.ProjectID, ParentID: m.ParentID, Name: m.Name,
				Longitude: *degrees(&m.Longitude), Latitude: *degrees(&m.Latitude), Tally: tallyOf(sums[m.ID]),
			}
		}), err
	})
	register(s, operation{
		id: "pointMarkers", method: http.MethodGet, path: "/measuring-points/markers", tag: "map",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		summary: "Measuring points that have coordinates, for the map", detail: most,
	}, func(ctx context.Context, in *pointMarkersInput) (*output[List[PointMarker]], error) {
		markers, err := s.Points.Markers(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID, in.box(), in.Limit)
		if err != nil {
			return nil, err
		}
		out := listOf(markers, func(m point.Marker) PointMarker {
			return PointMarker{
				ID: m.ID, ProjectID: m.ProjectID, StructureID: m.StructureID, ItemID: m.ItemID, Name: m.Name,
				Longitude: *degrees(&m.Longitude), Latitude: *degrees(&m.Latitude),
			}
		})
		now, lang := time.Now().UnixMilli(), languageOf(ctx)
		ids := listOf(markers, func(m point.Marker) int64 { return m.ID })
		return answer(List[PointMarker]{List: out}), s.eachNewest(ctx, ids, func(i int, l *monitor.Latest) {
			out[i].Level, out[i].Judgement, out[i].Stale = levelOf(l.Level), judgementOf(l.Judgement, lang), l.Stale(now)
		})
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

// structureSums sums the points of a project, or of the scope, up by structure and by item.
func (s *server) structureSums(ctx context.Context, scope access.Scope, projectID int64) (map[int64]*monitor.Summary, error) {
	places, err := s.Stats.Places(ctx, scope, projectID, 0)
	if err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	sums := map[int64]*monitor.Summary{}
	return sums, s.eachNewest(ctx, pointIDs(places), func(i int, l *monitor.Latest) {
		for _, id := range [...]int64{places[i].StructureID, places[i].ItemID} {
			if id == 0 {
				continue
			}
			if sums[id] == nil {
				sums[id] = monitor.NewSummary()
			}
			sums[id].Add(l, now)
		}
	})
}
