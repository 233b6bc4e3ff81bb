// Package basemap fetches map tiles and places from an online provider for the browser, which never sees the provider
// or its key. It caches tiles on disk and limits the load on the provider. While the provider fails, requests do not
// wait for it.
package basemap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"plumbline/internal/platform/errs"
)

// Layer is a layer of the map. Labels are drawn above their base layer.
type Layer string

// Layers, by the provider's codes.
const (
	Vector          Layer = "vec"
	VectorLabels    Layer = "cva"
	Satellite       Layer = "img"
	SatelliteLabels Layer = "cia"
	Terrain         Layer = "ter"
	TerrainLabels   Layer = "cta"
)

// MaxZoom is the highest zoom level of the provider's tiles, MaxTerrainZoom that of terrain and its labels. The lowest
// is 1.
const (
	MaxZoom        = 18
	MaxTerrainZoom = 14
)

// Config is the configuration of the map provider (PLUMBLINE_MAP_…).
type Config struct {
	Key     string // empty: no provider, the built-in map is shown
	Tiles   string // URL of the tiles; {s} is a number from 0 to 7
	Places  string // URL of search and geocoding
	CacheMB int    // maximum disk space of cached tiles
}

// Default URLs of the provider and default cache size.
const (
	DefaultTiles   = "https://t{s}.tianditu.gov.cn"
	DefaultPlaces  = "https://api.tianditu.gov.cn"
	DefaultCacheMB = 512
)

// Configured reports whether a provider is configured.
func (c Config) Configured() bool { return c.Key != "" }

// Validate returns the first error as a single line.
func (c Config) Validate() error {
	if !c.Configured() {
		return nil
	}
	for name, address := range map[string]string{"--map-tiles": c.Tiles, "--map-places": c.Places} {
		u, err := url.Parse(strings.ReplaceAll(address, "{s}", "0"))
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" {
			return fmt.Errorf("%s must be an http:// or https:// address", name)
		}
	}
	if c.CacheMB < 1 || c.CacheMB > 1<<20 {
		return errors.New("--map-cache-mb must be from 1 to 1048576")
	}
	return nil
}

const (
	within       = 5 * time.Second // timeout of one request to the provider
	atOnce       = 8               // concurrent requests to the provider
	restAfter    = 30 * time.Second
	fresh        = 30 * 24 * time.Hour // lifetime of a cached tile
	freshNothing = 24 * time.Hour      // time until a tile missing at the provider is requested again
	maxTile      = 1 << 20             // bytes
	maxAnswer    = 1 << 20             // bytes of a search result
	maxIdle      = 16
)

// Service fetches tiles and places. A nil Service has no provider.
type Service struct {
	config Config
	client *http.Client
	kept   *cache
	slots  chan struct{}
	flight singleflight.Group
	log    *slog.Logger
	now    func() time.Time

	mu          sync.Mutex
	pausedUntil map[side]time.Time // no requests to this side until then
}

// side is one of the provider's two services. Each has its own quota, so a failure of one says nothing about the
// other.
type side string

const (
	ofTiles  side = "tiles"
	ofPlaces side = "places"
)

// errNothing means that the provider has no data. It is not a failure.
var errNothing = errors.New("the provider has nothing there")

// Open returns the service with a tile cache in a folder, or nil without a key.
func Open(config Config, folder string, log *slog.Logger) (*Service, error) {
	if !config.Configured() {
		return nil, nil
	}
	kept, err := openCache(folder, int64(config.CacheMB)<<20)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = maxIdle
	return &Service{
		config: config, kept: kept, slots: make(chan struct{}, atOnce), log: log, now: time.Now, pausedUntil: map[side]time.Time{},
		client: &http.Client{
			Timeout: within, Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // redirects would leak the key
		},
	}, nil
}

// Online reports whether a provider is configured.
func (s *Service) Online() bool { return s != nil }

// Failing reports whether tile requests are paused after a recent failure.
func (s *Service) Failing() bool { return s != nil && s.paused(ofTiles) }

func (s *Service) paused(of side) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now().Before(s.pausedUntil[of])
}

// fail pauses a side of the provider after an error. A request that its caller cancelled does not count.
func (s *Service) fail(ctx context.Context, of side, what string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	s.mu.Lock()
	resting := s.now().Before(s.pausedUntil[of])
	s.pausedUntil[of] = s.now().Add(restAfter)
	s.mu.Unlock()
	if !resting {
		s.log.Warn("the map provider fails and is left alone for a while", "side", of, "asked", what, "error", err)
	}
	return errs.Wrap(err, errs.MapUnavailable)
}

// acquire waits for one of the limited concurrent requests.
func (s *Service) acquire(ctx context.Context, of side) (release func(), err error) {
	if s.paused(of) {
		return nil, errs.New(errs.MapUnavailable)
	}
	select {
	case s.slots <- struct{}{}:
		return func() { <-s.slots }, nil
	case <-ctx.Done():
		return nil, errs.Wrap(ctx.Err(), errs.MapUnavailable)
	}
}
