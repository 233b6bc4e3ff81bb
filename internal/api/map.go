package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/feature/basemap"
)

// MapInfo says which map there is to show.
type MapInfo struct {
	Online  bool `json:"online" doc:"An online provider is configured: tiles, place search, geocoding; else the map that ships is shown"`
	Failing bool `json:"failing" doc:"The provider's tiles failed a moment ago and are left alone for half a minute; kept ones are still answered"`
}

// MapPlace is a place that a search found.
type MapPlace struct {
	Name      string   `json:"name"`
	Address   string   `json:"address"`
	Longitude *float64 `json:"longitude,omitempty" doc:"Degrees; left out where the provider suggests a name alone, which geocoding finds"`
	Latitude  *float64 `json:"latitude,omitempty"`
}

type tileInput struct {
	Layer string `path:"layer" enum:"vec,cva,img,cia,ter,cta" example:"vec" doc:"vec, img and ter are vector, satellite and terrain; cva, cia and cta their labels"`
	Zoom  int    `path:"z" minimum:"1" maximum:"18" example:"4"`
	X     int    `path:"x" minimum:"0" maximum:"262143" example:"13" doc:"Column from the 180th meridian eastward"`
	Y     int    `path:"y" minimum:"0" maximum:"262143" example:"6" doc:"Row from the north"`
}

type tileOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

type placeInput struct {
	Keyword string `query:"keyword" required:"true" minLength:"1" maxLength:"50"`
}

func (s *server) onlineMap() {
	register(s, operation{
		id: "mapInfo", method: http.MethodGet, path: "/map", tag: "map", summary: "Which map there is to show",
	}, func(context.Context, *nothing) (*output[MapInfo], error) {
		return answer(MapInfo{Online: s.Map.Online(), Failing: s.Map.Failing()}), nil
	})
	register(s, operation{
		id: "mapTile", method: http.MethodGet, path: "/map/tiles/{layer}/{z}/{x}/{y}", tag: "map", person: true,
		summary: "A tile of the online map", detail: "256 pixels a side, Web Mercator; terrain and its labels reach down to level 14. Kept on the server for 30 days; the provider's key never leaves it.",
		extra: func(h *huma.Operation) {
			picture := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"image/png": picture, "image/jpeg": picture}}
		},
	}, func(ctx context.Context, in *tileInput) (*tileOutput, error) {
		tile, err := s.Map.Tile(ctx, basemap.Layer(in.Layer), in.Zoom, in.X, in.Y)
		if err != nil {
			return nil, err
		}
		return &tileOutput{ContentType: tile.ContentType, CacheControl: "private, max-age=86400", Body: tile.Data}, nil
	})
	register(s, operation{
		id: "mapPlaces", method: http.MethodGet, path: "/map/places", tag: "map", person: true,
		summary: "Places with a keyword in their names, at most ten", detail: "Two calls a second.",
	}, func(ctx context.Context, in *placeInput) (*output[List[MapPlace]], error) {
		if err := s.places.allow(callerOf(ctx).Account.ID); err != nil {
			return nil, err
		}
		places, err := s.Map.Search(ctx, in.Keyword)
		return listAnswer(places, mapPlaceOf), err
	})
	register(s, operation{
		id: "mapGeocoding", method: http.MethodGet, path: "/map/geocoding", tag: "map", person: true,
		summary: "Where an address or name is", detail: "Two calls a second.",
	}, func(ctx context.Context, in *placeInput) (*output[MapPlace], error) {
		if err := s.places.allow(callerOf(ctx).Account.ID); err != nil {
			return nil, err
		}
		place, err := s.Map.Geocode(ctx, in.Keyword)
		return answer(mapPlaceOf(place)), err
	})
}

func mapPlaceOf(p basemap.Place) MapPlace {
	return MapPlace{Name: p.Name, Address: p.Address, Longitude: p.Longitude, Latitude: p.Latitude}
}
