package basemap

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

const key = "a key+of/the=provider&"

// provider is a fake map provider that checks every request.
type provider struct {
	*httptest.Server
	asked    atomic.Int64
	together atomic.Int64
	most     atomic.Int64
	mu       sync.Mutex
	answer   http.HandlerFunc // replaces the usual answer
	search   string
}

func picture(t testing.TB, shade uint8) []byte {
	t.Helper()
	var b bytes.Buffer
	tile := image.NewGray(image.Rect(0, 0, 256, 256))
	tile.Set(0, 0, color.Gray{Y: shade})
	if err := png.Encode(&b, tile); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func start(t *testing.T) *provider {
	t.Helper()
	p := &provider{search: `{"resultType":4,"suggests":[]}`}
	tile := picture(t, 1)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		now := p.together.Add(1)
		defer p.together.Add(-1)
		for most := p.most.Load(); now > most && !p.most.CompareAndSwap(most, now); most = p.most.Load() {
		}
		p.mu.Lock()
		answer, search := p.answer, p.search
		p.mu.Unlock()
		switch {
		case r.URL.Query().Get("tk") != key:
			w.WriteHeader(http.StatusForbidden)
		case answer != nil:
			answer(w, r)
		case strings.HasSuffix(r.URL.Path, "/wmts"):
			_, _ = w.Write(tile)
		default:
			_, _ = w.Write([]byte(search))
		}
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *provider) answers(h http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = h
}

func (p *provider) finds(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.search = text
}

func open(t testing.TB, p *provider, folder string, log *bytes.Buffer) *Service {
	t.Helper()
	s, err := Open(Config{Key: key, Tiles: p.URL, Places: p.URL, CacheMB: 1}, folder, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
