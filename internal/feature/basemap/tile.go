package basemap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/platform/errs"
)

// Tile is a map image of 256 × 256 pixels in Web Mercator.
type Tile struct {
	ContentType string // image/png or image/jpeg
	Data        []byte
}

// Tile returns a tile: column x from the 180th meridian eastward, row y from the north, of 2^zoom each. While the
// provider fails, it returns a cached tile of any age.
func (s *Service) Tile(ctx context.Context, layer Layer, zoom, x, y int) (Tile, error) {
	if s == nil {
		return Tile{}, errs.New(errs.MapOffline)
	}
	if zoom < 1 || zoom > layer.deepest() || x < 0 || y < 0 || x >= 1<<zoom || y >= 1<<zoom {
		return Tile{}, errs.New(errs.NothingHere)
	}
	name := fmt.Sprintf("%s/%d/%d/%d", layer, zoom, x, y)
	kept, since := s.kept.get(name)
	if kept != nil && s.now().Sub(since) < freshness(kept) {
		return keptTile(kept)
	}
	// Concurrent requests for a tile share one fetch, which continues if one of them is cancelled.
	got, err, _ := s.flight.Do(name, func() (any, error) { return s.fetchTile(context.WithoutCancel(ctx), layer, zoom, x, y, name) })
	if err != nil {
		if kept != nil {
			return keptTile(kept)
		}
		return Tile{}, err
	}
	return keptTile(got.([]byte))
}

// freshness returns how long a cached tile is used without a new request. An empty entry means that the provider has
// no tile.
func freshness(kept []byte) time.Duration {
	if len(kept) == 0 {
		return freshNothing
	}
	return fresh
}

func keptTile(kept []byte) (Tile, error) {
	if len(kept) == 0 {
		return Tile{}, errs.New(errs.NothingHere)
	}
	return tileOf(kept)
}

// deepest returns the highest zoom level of a layer, or 0 for an unknown layer.
func (l Layer) deepest() int {
	switch l {
	case Vector, VectorLabels, Satellite, SatelliteLabels:
		return MaxZoom
	case Terrain, TerrainLabels:
		return MaxTerrainZoom
	}
	return 0
}

func (s *Service) fetchTile(ctx context.Context, layer Layer, zoom, x, y int, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*within) // including the wait for a free request
	defer cancel()
	release, err := s.acquire(ctx, ofTiles)
	if err != nil {
		return nil, err
	}
	defer release()
	host := strings.ReplaceAll(s.config.Tiles, "{s}", strconv.Itoa((x+y)%8))
	query := url.Values{
		"SERVICE": {"WMTS"}, "REQUEST": {"GetTile"}, "VERSION": {"1.0.0"}, "LAYER": {string(layer)}, "STYLE": {"default"},
		"TILEMATRIXSET": {"w"}, "TILEMATRIX": {strconv.Itoa(zoom)}, "TILEROW": {strconv.Itoa(y)}, "TILECOL": {strconv.Itoa(x)},
		"FORMAT": {"tiles"}, "tk": {s.config.Key},
	}
	data, err := s.get(ctx, host+"/"+string(layer)+"_w/wmts", query, maxTile)
	switch {
	case errors.Is(err, errNothing):
		data = []byte{}
	case err != nil:
		return nil, s.fail(ctx, ofTiles, name, err)
	default:
		if _, err := tileOf(data); err != nil {
			return nil, s.fail(ctx, ofTiles, name, err)
		}
	}
	if err := s.kept.put(name, data, s.now()); err != nil {
		s.log.Warn("map tile is not kept", "error", err)
	}
	return data, nil
}

// tileOf detects the image type by content, because a provider may report errors as a page with status 200.
func tileOf(data []byte) (Tile, error) {
	switch kind := http.DetectContentType(data); kind {
	case "image/png", "image/jpeg":
		return Tile{ContentType: kind, Data: data}, nil
	default:
		return Tile{}, fmt.Errorf("not a picture but %s", kind)
	}
}

// get sends a request to the provider. Its errors never contain the key.
func (s *Service) get(ctx context.Context, address string, query url.Values, most int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+query.Encode(), nil)
	if err != nil {
		return nil, errors.New("the provider's address is wrong")
	}
	request.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Plumbline)") // the provider rejects clients without a known name
	response, err := s.client.Do(request)
	if err != nil {
		var told *url.Error // its text would contain the whole URL
		if errors.As(err, &told) {
			err = told.Err
		}
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, errNothing
	default:
		return nil, fmt.Errorf("the provider answered %d", response.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	if err != nil {
		return nil, fmt.Errorf("read the provider's answer: %w", err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("the provider answered more than %d bytes", most)
	}
	return data, nil
}
