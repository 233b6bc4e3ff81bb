package calls_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/feature/basemap"
)

const mapKey = "the key of the map"

// aMap is an online map with one tile and one place, which accepts only the right key.
func aMap(t testing.TB) basemap.Config {
	t.Helper()
	var tile bytes.Buffer
	if err := png.Encode(&tile, image.NewGray(image.Rect(0, 0, 256, 256))); err != nil {
		t.Fatal(err)
	}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Get("tk") != mapKey:
			w.WriteHeader(http.StatusForbidden)
		case strings.HasSuffix(r.URL.Path, "/wmts"):
			_, _ = w.Write(tile.Bytes())
		case r.URL.Path == "/search":
			_, _ = w.Write([]byte(`{"suggests":[{"name":"bridge 1","address":"north"}]}`))
		default:
			_, _ = w.Write([]byte(`{"location":{"lon":116.5,"lat":39.5}}`))
		}
	}))
	t.Cleanup(provider.Close)
	return basemap.Config{Key: mapKey, Tiles: provider.URL, Places: provider.URL, CacheMB: 1}
}

func TestMapOffline(t *testing.T) {
	h := newHarness(t, func(c *app.Config) { c.Map = basemap.Config{} })
	if got := h.call("guest", "GET", "/api/map", ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"online":false`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for _, path := range []string{"/api/map/tiles/vec/1/0/0", "/api/map/places?keyword=x", "/api/map/geocoding?keyword=x"} {
		if got := h.call("guest", "GET", path, ""); got.Code != http.StatusConflict || !strings.Contains(got.Body.String(), `"code":8321`) {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestMapKeyIsNotRevealed(t *testing.T) {
	h := newHarness(t)
	for _, path := range []string{
		"/api/map", "/api/map/tiles/img/1/0/0", "/api/map/places?keyword=x", "/api/map/geocoding?keyword=x", "/api/map/tiles/img/1/9/9",
	} {
		got := h.call("guest", "GET", path, "")
		if strings.Contains(got.Body.String(), mapKey) || strings.Contains(strings.Join(got.Header().Values("Location"), ""), mapKey) {
			t.Errorf("%s contains the key", path)
		}
	}
	if got := h.call("guest", "GET", "/api/map/tiles/img/1/0/0",
		""); got.Header().Get("Cache-Control") != "private, max-age=86400" || got.Header().Get("Content-Type") != "image/png" {
		t.Errorf("headers of a tile: %v", got.Header())
	}
	for path, status := range map[string]int{
		"/api/map/tiles/xyz/1/0/0": 422, "/api/map/tiles/vec/19/0/0": 422, "/api/map/tiles/vec/1/2/0": 404,
		"/api/map/tiles/vec/1/0/-1": 422, "/api/map/places?keyword=": 422,
	} {
		if got := h.call("guest", "GET", path, ""); got.Code != status {
			t.Errorf("%s: %d %s, want %d", path, got.Code, got.Body, status)
		}
	}
}
