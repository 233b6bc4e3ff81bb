package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
)

// StructureMarker is a structure or item on the map.
type StructureMarker struct {
	ID        int64   `json:"id"`
	ProjectID int64   `json:"projectId"`
	ParentID  int64   `json:"parentId" doc:"Items: the structure; 0 for structures"`
	Name      string  `json:"name"`
	Longitude float64 `json:"longitude" doc:"Degrees"`
	Latitude  float64 `json:"latitude" doc:"Degrees"`
	dataapi.Tally
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

	Judgement dataapi.Judgement `json:"judgement"`
	Stale     bool              `json:"stale" doc:"The newest reading is older than three intervals"`
}

// MapBox is the visible part of the map.
type MapBox struct {
	ProjectID int64   `query:"projectId" minimum:"0" doc:"Only in this project"`
	West      float64 `query:"west" minimum:"-180" maximum:"180" default:"-180" doc:"Degrees; greater than east: across the 180th meridian"`
	South     float64 `query:"south" minimum:"-90" maximum:"90" default:"-90"`
	East      float64 `query:"east" minimum:"-180" maximum:"180" default:"180"`
	North     float64 `query:"north" minimum:"-90" maximum:"90" default:"90"`
}

func (b MapBox) box() project.Box {
	return project.Box{
		West: *httpapi.MicroArcSeconds(&b.West), South: *httpapi.MicroArcSeconds(&b.South),
		East: *httpapi.MicroArcSeconds(&b.East), North: *httpapi.MicroArcSeconds(&b.North),
	}
}

type structureMarkersInput struct{ MapBox }

type pointMarkersInput struct {
	MapBox
	StructureID int64 `query:"structureId" minimum:"0" doc:"Only in this structure or item"`
	Limit       int   `query:"limit" minimum:"1" maximum:"20000" default:"20000" doc:"At most this many, worst first"`
}

// PointPlace is the position of a measuring point on the map.
type PointPlace struct {
	MeasuringPointID int64    `json:"measuringPointId" minimum:"1"`
	Longitude        *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive, kept to a millionth of an arc second; omit both for no coordinates"`
	Latitude         *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
}

type pointPlaces struct {
	httpapi.ProjectPath
	Body struct {
		Points []PointPlace `json:"points" minItems:"1" maxItems:"1000"`
	}
}

func (s *server) markers() {
	const most = "At most 20,000, the worst first."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "structureMarkers", Method: http.MethodGet, Path: "/structures/markers", Tag: "map",
		Need:    access.Permission{Area: access.Structure, Action: access.Retrieve},
		Summary: "Structures and items that have coordinates, for the map", Detail: most,
	}, s.structureMarkers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "pointMarkers", Method: http.MethodGet, Path: "/measuring-points/markers", Tag: "map",
		Need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		Summary: "Measuring points that have coordinates, for the map", Detail: most,
	}, s.pointMarkers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "placePoints", Method: http.MethodPut, Path: "/projects/{projectId}/points-location", Tag: "map",
		Example:  `{"points":[{"measuringPointId":{measuringPointId},"longitude":116.1,"latitude":39.7}]}`,
		NearMiss: httpapi.NearMiss{Body: `{"points":[{"measuringPointId":{measuringPointId},"longitude":190,"latitude":39.7}]}`, Field: "points[0].longitude"},
		Need:     access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		Summary:  "Set the coordinates of measuring points, all or none",
	}, s.placePoints)
}

func (s *server) structureMarkers(ctx context.Context, in *structureMarkersInput) (*httpapi.Output[httpapi.List[StructureMarker]], error) {
	scope := httpapi.CallerOf(ctx).Scope
	markers, err := s.Projects.StructureMarkers(ctx, scope, in.ProjectID, in.box())
	if err != nil {
		return nil, err
	}
	sums, err := s.structureSums(ctx, scope, in.ProjectID)
	return httpapi.ReplyList(markers, func(m project.StructureMarker) StructureMarker {
		return StructureMarker{
			ID: m.ID, ProjectID: m.ProjectID, ParentID: m.ParentID, Name: m.Name,
			Longitude: *httpapi.Degrees(&m.Longitude), Latitude: *httpapi.Degrees(&m.Latitude), Tally: dataapi.TallyOf(sums[m.ID]),
		}
	}), err
}

func (s *server) pointMarkers(ctx context.Context, in *pointMarkersInput) (*httpapi.Output[httpapi.List[PointMarker]], error) {
	markers, err := s.Points.Markers(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID, in.box(), in.Limit)
	if err != nil {
		return nil, err
	}
	out := httpapi.ListOf(markers, func(m point.Marker) PointMarker {
		return PointMarker{
			ID: m.ID, ProjectID: m.ProjectID, StructureID: m.StructureID, ItemID: m.ItemID, Name: m.Name,
			Longitude: *httpapi.Degrees(&m.Longitude), Latitude: *httpapi.Degrees(&m.Latitude),
		}
	})
	now, lang := clock.Now().UnixMilli(), httpapi.LanguageOf(ctx)
	ids := httpapi.ListOf(markers, func(m point.Marker) int64 { return m.ID })
	return httpapi.Reply(httpapi.List[PointMarker]{List: out}), query.EachNewest(ctx, s.Monitor, ids, func(i int, l *query.Latest) {
		out[i].Level, out[i].Judgement, out[i].Stale = dataapi.LevelOf(l.Level), dataapi.JudgementOf(l.Judgement, lang), l.Stale(now)
	})
}

func (s *server) placePoints(ctx context.Context, in *pointPlaces) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Points.PutPlaces(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID,
		httpapi.ListOf(in.Body.Points, func(p PointPlace) point.Place {
			return point.Place{PointID: p.MeasuringPointID, Longitude: httpapi.MicroArcSeconds(p.Longitude), Latitude: httpapi.MicroArcSeconds(p.Latitude)}
		}))
}

// structureSums sums up the points of a project or the scope by structure and item.
func (s *server) structureSums(ctx context.Context, scope access.Scope, projectID int64) (map[int64]*query.Summary, error) {
	places, err := s.Stats.Places(ctx, scope, projectID, 0)
	if err != nil {
		return nil, err
	}
	now := clock.Now().UnixMilli()
	sums := map[int64]*query.Summary{}
	return sums, query.EachNewest(ctx, s.Monitor, stats.PointIDs(places), func(i int, l *query.Latest) {
		for _, id := range [...]int64{places[i].StructureID, places[i].ItemID} {
			if id == 0 {
				continue
			}
			if sums[id] == nil {
				sums[id] = query.NewSummary()
			}
			sums[id].Add(l, now)
		}
	})
}
