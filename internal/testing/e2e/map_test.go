package e2e

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/feature/basemap"
)

// onlineMap runs a provider of tiles and places on loopback that knows one place.
func onlineMap(t *testing.T) basemap.Config {
	var tile bytes.Buffer
	if err := png.Encode(&tile, image.NewGray(image.Rect(0, 0, 256, 256))); err != nil {
		t.Fatal(err)
	}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/wmts"):
			_, _ = w.Write(tile.Bytes())
		case strings.HasSuffix(r.URL.Path, "/geocoder"):
			_, _ = w.Write([]byte(`{"status":"0","location":{"lon":116.29,"lat":39.89}}`))
		default:
			_, _ = w.Write([]byte(`{"resultType":4,"suggests":[{"name":"Bridge","address":"River","lonlat":"116.29,39.89"}]}`))
		}
	}))
	t.Cleanup(provider.Close)
	return basemap.Config{Key: "key-of-the-map", Tiles: provider.URL, Places: provider.URL, CacheMB: 1}
}
