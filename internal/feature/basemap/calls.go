package basemap

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
)

// MapInfo describes the map to show.
type MapInfo struct {
	Online  bool `json:"online" doc:"An online provider is configured (tiles, place search, geocoding); otherwise the bundled map is shown"`
	Failing bool `json:"failing" doc:"The provider's tiles failed a moment ago and are not requested for half a minute; cached tiles are still served"`
}

// MapPlace is a search result.
type MapPlace struct {
	Name      string   `json:"name"`
	Address   string   `json:"address"`
	Longitude *float64 `json:"longitude,omitempty" doc:"Degrees; omitted if the provider returns only a name, which can then be geocoded"`
	Latitude  *float64 `json:"latitude,omitempty"`
}

type tileInput struct {
	Layer string `path:"layer" enum:"vec,cva,img,cia,ter,cta" example:"vec" doc:"vec, img and ter are vector, satellite and terrain; cva, cia and cta their labels"`
	Zoom  int    `path:"z" minimum:"1" maximum:"18" example:"4"`
	X     int    `path:"x" minimum:"0" maximum:"262143" example:"13" doc:"Column, counted eastward from the 180th meridian"`
	Y     int    `path:"y" minimum:"0" maximum:"262143" example:"6" doc:"Row, counted from the north"`
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
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "mapInfo", Method: http.MethodGet, Path: "/map", Tag: "map", Summary: "Available map",
	}, s.mapInfo)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "mapTile", Method: http.MethodGet, Path: "/map/tiles/{layer}/{z}/{x}/{y}", Tag: "map", Person: true,
		Summary: "A tile of the online map",
		Detail:  "256 × 256 pixels, Web Mercator; terrain and terrain labels up to zoom level 14. Cached on the server for 30 days; the provider's key never leaves the server.",
		Extra: func(h *huma.Operation) {
			picture := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"image/png": picture, "image/jpeg": picture}}
		},
	}, s.mapTile)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "mapPlaces", Method: http.MethodGet, Path: "/map/places", Tag: "map", Person: true, Query: "keyword=bridge",
		Summary: "Search places by name, at most ten", Detail: "Two calls per second.",
	}, s.mapPlaces)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "mapGeocoding", Method: http.MethodGet, Path: "/map/geocoding", Tag: "map", Person: true, Query: "keyword=bridge",
		Summary: "Locate an address or place name", Detail: "Two calls per second.",
	}, s.mapGeocoding)
}

func (s *server) mapInfo(context.Context, *httpapi.NoInput) (*httpapi.Output[MapInfo], error) {
	return httpapi.Reply(MapInfo{Online: s.Map.Online(), Failing: s.Map.Failing()}), nil
}

func (s *server) mapTile(ctx context.Context, in *tileInput) (*tileOutput, error) {
	tile, err := s.Map.Tile(ctx, Layer(in.Layer), in.Zoom, in.X, in.Y)
	if err != nil {
		return nil, err
	}
	return &tileOutput{ContentType: tile.ContentType, CacheControl: "private, max-age=86400", Body: tile.Data}, nil
}

func (s *server) mapPlaces(ctx context.Context, in *placeInput) (*httpapi.Output[httpapi.List[MapPlace]], error) {
	if err := s.searches.Allow(httpapi.CallerOf(ctx).Account.ID); err != nil {
		return nil, err
	}
	places, err := s.Map.Search(ctx, in.Keyword)
	return httpapi.ReplyList(places, mapPlaceOf), err
}

func (s *server) mapGeocoding(ctx context.Context, in *placeInput) (*httpapi.Output[MapPlace], error) {
	if err := s.searches.Allow(httpapi.CallerOf(ctx).Account.ID); err != nil {
		return nil, err
	}
	place, err := s.Map.Geocode(ctx, in.Keyword)
	return httpapi.Reply(mapPlaceOf(place)), err
}

func mapPlaceOf(p Place) MapPlace { return MapPlace(p) }

type server struct {
	*httpapi.Kernel
	Map      *Service // nil: no provider configured
	searches *httpapi.Throttle
}
