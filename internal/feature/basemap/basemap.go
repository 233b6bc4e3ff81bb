// Package basemap gets map tiles and places from an online provider for the browser,
// which never sees the provider or the key. Tiles are kept on disk; what the provider
// costs is bounded, and while it fails nobody waits for it.
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

// Layer is one sheet of the map. A base layer is drawn with its labels above it.
type Layer string

// The layers of the provider, by its own codes.
const (
	Vector          Layer = "vec"
	VectorLabels    Layer = "cva"
	Satellite       Layer = "img"
	SatelliteLabels Layer = "cia"
	Terrain         Layer = "ter"
	TerrainLabels   Layer = "cta"
)

// MaxZoom is the deepest level of the provider's tiles, MaxTerrainZoom that of terrain and
// its labels; the shallowest is 1.
const (
	MaxZoom        = 18
	MaxTerrainZoom = 14
)

// Config is the provider and the key for it (PLUMBLINE_MAP_…).
type Config struct {
	Key     string // empty: there is no provider, the map that ships is shown
	Tiles   string // address of the tiles; {s} is a number from 0 to 7
	Places  string // address of search and geocoding
	CacheMB int    // most that the kept tiles take on disk
}

// The provider's own addresses, and how much is kept unless said otherwise.
const (
	DefaultTiles   = "https://t{s}.tianditu.gov.cn"
	DefaultPlaces  = "https://api.tianditu.gov.cn"
	DefaultCacheMB = 512
)

// Configured reports whether there is a provider.
func (c Config) Configured() bool { return c.Key != "" }

// Validate says in one line what is wrong.
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
	within       = 5 * time.Second // for one answer of the provider
	atOnce       = 8               // requests to the provider
	restAfter    = 30 * time.Second
	fresh        = 30 * 24 * time.Hour // before a kept tile is asked for again
	freshNothing = 24 * time.Hour      // before a tile that the provider did not have is asked for again
	maxTile      = 1 << 20             // bytes
	maxAnswer    = 1 << 20             // bytes of a search
	maxIdle      = 16
)

// Service gets tiles and places. A nil Service has no provider.
type Service struct {
	config Config
	client *http.Client
	kept   *cache
	slots  chan struct{}
	flight singleflight.Group
	log    *slog.Logger
	now    func() time.Time

	mu     sync.Mutex
	rested map[side]time.Time // while it lies ahead this side of the provider is not asked
}

// side is one of the provider's two services, each with its own allowance: that
// one fails says nothing about the other.
type side string

const (
	ofTiles  side = "tiles"
	ofPlaces side = "places"
)

// errNothing is the provider's word that there is nothing at an address; it is not failing.
var errNothing = errors.New("the provider has nothing there")

// Open makes the service; tiles are kept in a folder. Without a key it answers nil.
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
		config: config, kept: kept, slots: make(chan struct{}, atOnce), log: log, now: time.Now, rested: map[side]time.Time{},
		client: &http.Client{
			Timeout: within, Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key goes nowhere else
		},
	}, nil
}

// Online reports whether there is a provider.
func (s *Service) Online() bool { return s != nil }

// Failing reports whether the provider's tiles failed a moment ago and are left alone for now.
func (s *Service) Failing() bool { return s != nil && s.resting(ofTiles) }

func (s *Service) resting(of side) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now().Before(s.rested[of])
}

// fail lets a side of the provider rest. A request that its caller gave up says nothing about it.
func (s *Service) fail(ctx context.Context, of side, what string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	s.mu.Lock()
	resting := s.now().Before(s.rested[of])
	s.rested[of] = s.now().Add(restAfter)
	s.mu.Unlock()
	if !resting {
		s.log.Warn("the map provider fails and is left alone for a while", "side", of, "asked", what, "error", err)
	}
	return errs.Wrap(err, errs.MapUnavailable)
}

// take waits for one of the requests that may be on their way at once.
func (s *Service) take(ctx context.Context, of side) (release func(), err error) {
	if s.resting(of) {
		return nil, errs.New(errs.MapUnavailable)
	}
	select {
	case s.slots <- struct{}{}:
		return func() { <-s.slots }, nil
	case <-ctx.Done():
		return nil, errs.Wrap(ctx.Err(), errs.MapUnavailable)
	}
}
