package basemap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/platform/errs"
)

func TestTileRequest(t *testing.T) {
	p := start(t)
	var path, query string
	p.answers(func(w http.ResponseWriter, r *http.Request) {
		path, query = r.URL.Path, r.URL.RawQuery
		_, _ = w.Write(picture(t, 2))
	})
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	tile, err := s.Tile(t.Context(), Satellite, 4, 13, 6)
	if err != nil || tile.ContentType != "image/png" || !bytes.Equal(tile.Data, picture(t, 2)) {
		t.Fatalf("%s, %v", tile.ContentType, err)
	}
	want := "FORMAT=tiles&LAYER=img&REQUEST=GetTile&SERVICE=WMTS&STYLE=default&TILECOL=13&TILEMATRIX=4&TILEMATRIXSET=w&TILEROW=6&VERSION=1.0.0&tk=a+key%2Bof%2Fthe%3Dprovider%26"
	if path != "/img_w/wmts" || query != want {
		t.Errorf("requested %s?%s\nwant /img_w/wmts?%s", path, query, want)
	}
	for name, at := range map[string][4]int{"zoom 0": {0, 0, 0}, "zoom 19": {19, 0, 0}, "column": {1, 2, 0}, "row": {1, 0, -1}} {
		if _, err := s.Tile(t.Context(), Vector, at[0], at[1], at[2]); !errs.Is(err, errs.NothingHere) {
			t.Errorf("%s beyond the map: %v", name, err)
		}
	}
	if _, err := s.Tile(t.Context(), "../vec", 1, 0, 0); !errs.Is(err, errs.NothingHere) {
		t.Errorf("an unknown layer: %v", err)
	}
}

func TestCachedTileIsNotRequestedAgain(t *testing.T) {
	p, folder := start(t), t.TempDir()
	s := open(t, p, folder, &bytes.Buffer{})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := s.Tile(context.Background(), Vector, 3, 1, 2); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	again := open(t, p, folder, &bytes.Buffer{}) // a restart finds the cached tile
	if _, err := again.Tile(t.Context(), Vector, 3, 1, 2); err != nil {
		t.Fatal(err)
	}
	if n := p.asked.Load(); n != 1 {
		t.Errorf("one tile cost %d requests", n)
	}
	again.now = func() time.Time { return time.Now().Add(fresh + time.Hour) }
	if _, err := again.Tile(t.Context(), Vector, 3, 1, 2); err != nil || p.asked.Load() != 2 {
		t.Errorf("an old tile: %d requests, %v; want 2", p.asked.Load(), err)
	}
}

func TestFailingProviderIsNotRetriedAtOnce(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"403":                 func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		"HTML with 200":       func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>key limit</html>")) },
		"nothing":             func(http.ResponseWriter, *http.Request) {},
		"a redirect":          func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
		"too much":            func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, maxTile+1)) },
		"a broken connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			p, log := start(t), &bytes.Buffer{}
			s := open(t, p, t.TempDir(), log)
			if _, err := s.Tile(t.Context(), Terrain, 2, 1, 1); err != nil {
				t.Fatal(err)
			}
			now := time.Now()
			s.now = func() time.Time { return now }
			p.answers(answer)
			if _, err := s.Tile(t.Context(), Terrain, 2, 0, 0); !errs.Is(err, errs.MapUnavailable) || !s.Failing() {
				t.Fatalf("%v, failing %t", err, s.Failing())
			}
			before := p.asked.Load()
			if _, err := s.Tile(t.Context(), Terrain, 2, 0, 1); !errs.Is(err, errs.MapUnavailable) {
				t.Errorf("the next tile: %v", err)
			}
			if p.asked.Load() != before {
				t.Error("a failed provider was called again at once")
			}
			now = now.Add(fresh + time.Hour)
			if _, err := s.Tile(t.Context(), Terrain, 2, 1, 1); err != nil {
				t.Errorf("an old tile while the provider fails: %v", err)
			}
			p.answers(nil)
			now = now.Add(restAfter + time.Second)
			if _, err := s.Tile(t.Context(), Terrain, 2, 0, 0); err != nil || s.Failing() {
				t.Errorf("after the pause: %v, failing %t", err, s.Failing())
			}
			if text := log.String(); !strings.Contains(text, "map provider fails") || strings.Contains(text, "tk=") || strings.Contains(text, "a key") {
				t.Errorf("the log says %q", text)
			}
		})
	}
}

// An exhausted search quota does not affect tiles, nor the other way round.
func TestTilesAndSearchFailSeparately(t *testing.T) {
	p := start(t)
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	p.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) })
	if _, err := s.Search(t.Context(), "bridge"); !errs.Is(err, errs.MapUnavailable) || s.Failing() {
		t.Fatalf("%v, failing %t", err, s.Failing())
	}
	before := p.asked.Load()
	if _, err := s.Geocode(t.Context(), "bridge"); !errs.Is(err, errs.MapUnavailable) || p.asked.Load() != before {
		t.Errorf("called again at once: %v", err)
	}
	if _, err := s.Tile(t.Context(), Vector, 2, 0, 0); !errs.Is(err, errs.MapUnavailable) || !s.Failing() {
		t.Errorf("the tile was not requested: %v", err)
	}
}

// A missing tile is not a failure: remote places lack high zoom levels, and terrain has fewer levels.
func TestMissingTile(t *testing.T) {
	p := start(t)
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	p.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	if _, err := s.Tile(t.Context(), Satellite, 18, 5, 5); !errs.Is(err, errs.NothingHere) {
		t.Error(err)
	}
	if got, err := s.Search(t.Context(), "bridge"); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := s.Geocode(t.Context(), "bridge"); !errs.Is(err, errs.PlaceUnknown) {
		t.Error(err)
	}
	p.answers(nil)
	before := p.asked.Load()
	for _, layer := range []Layer{Terrain, TerrainLabels} {
		if _, err := s.Tile(t.Context(), layer, MaxTerrainZoom+1, 0, 0); !errs.Is(err, errs.NothingHere) {
			t.Errorf("%s beyond its last level: %v", layer, err)
		}
	}
	if _, err := s.Tile(t.Context(), Satellite, 18, 5, 6); err != nil || s.Failing() || p.asked.Load() != before+1 {
		t.Errorf("%v, failing %t, %d requests", err, s.Failing(), p.asked.Load()-before)
	}

	// A missing tile is not requested again within a day, even if the provider has it by then.
	before = p.asked.Load()
	if _, err := s.Tile(t.Context(), Satellite, 18, 5, 5); !errs.Is(err, errs.NothingHere) || p.asked.Load() != before {
		t.Errorf("again: %v, %d requests", err, p.asked.Load()-before)
	}
	s.now = func() time.Time { return time.Now().Add(freshNothing + time.Hour) }
	if _, err := s.Tile(t.Context(), Satellite, 18, 5, 5); err != nil || p.asked.Load() != before+1 {
		t.Errorf("a day later: %v, %d requests", err, p.asked.Load()-before)
	}
}

func TestErrorsDoNotRevealKey(t *testing.T) {
	p, log := start(t), &bytes.Buffer{}
	s := open(t, p, t.TempDir(), log)
	p.Close()
	_, err := s.Tile(t.Context(), Vector, 1, 0, 0)
	if !errs.Is(err, errs.MapUnavailable) {
		t.Fatal(err)
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		if strings.Contains(e.Error(), "tk=") {
			t.Errorf("the error contains the key: %v", e)
		}
	}
	if strings.Contains(log.String(), "tk=") {
		t.Errorf("the log contains the key: %s", log)
	}
}

func TestConcurrentRequestsAreLimited(t *testing.T) {
	p := start(t)
	hold, came := make(chan struct{}), make(chan struct{}, 32)
	p.answers(func(w http.ResponseWriter, _ *http.Request) {
		came <- struct{}{}
		<-hold
		_, _ = w.Write(picture(t, 3))
	})
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	var all sync.WaitGroup
	for x := range 32 {
		all.Go(func() {
			if _, err := s.Tile(context.Background(), Vector, 6, x, 0); err != nil {
				t.Error(err)
			}
		})
	}
	for range atOnce {
		<-came
	}
	close(hold)
	all.Wait()
	if most := p.most.Load(); most > atOnce || p.asked.Load() != 32 {
		t.Errorf("%d at once, %d in all", most, p.asked.Load())
	}
}

func TestCancelledCallIsNotProviderFailure(t *testing.T) {
	p := start(t)
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := s.Search(gone, "bridge"); err == nil || s.Failing() {
		t.Errorf("%v, failing %t: a cancelled call says nothing about the provider", err, s.Failing())
	}
}

func TestPlaces(t *testing.T) {
	p := start(t)
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	var asked string
	p.answers(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path + " " + r.URL.Query().Get("type") + " " + r.URL.Query().Get("postStr")
		_, _ = w.Write([]byte(`{"resultType":4,"suggests":[
			{"name":"西陵峡","address":"宜昌市","gbCode":"156420500","lonlat":"111.125,30.88"},
			{"name":"西陵区","address":"宜昌市"},{"name":"","address":"nameless"},{"name":"月球","lonlat":"400 95"}]}`))
	})
	places, err := s.Search(t.Context(), " 西陵\" ")
	if err != nil || len(places) != 3 {
		t.Fatalf("%+v, %v", places, err)
	}
	want := `/search query {"keyWord":"西陵\"","level":"15","mapBound":"-180,-90,180,90","queryType":"4","count":"10","start":"0"}`
	if asked != want {
		t.Errorf("requested %s\nwant      %s", asked, want)
	}
	if first := places[0]; first.Name != "西陵峡" || first.Address != "宜昌市" || *first.Longitude != 111.125 || *first.Latitude != 30.88 {
		t.Errorf("first %+v", first)
	}
	if places[1].Longitude != nil || places[2].Longitude != nil {
		t.Error("a place without valid coordinates has some")
	}
	p.answers(nil)
	var many strings.Builder
	for i := range 15 {
		fmt.Fprintf(&many, `,{"name":"P%d","lonlat":"116.5 39.5"}`, i)
	}
	p.finds(`{"resultType":1,"pois":[` + many.String()[1:] + `]}`)
	if places, err := s.Search(t.Context(), "P"); err != nil || len(places) != placeCount {
		t.Errorf("%d places, %v; want no more than ten", len(places), err)
	}
	for given, refusal := range map[string]*errs.Message{"  ": errs.Empty, strings.Repeat("山", 51): errs.TooLong} {
		if _, err := s.Search(t.Context(), given); !errs.Is(err, refusal) {
			t.Errorf("%q: %v", given, err)
		}
	}
}

func TestGeocoding(t *testing.T) {
	p := start(t)
	s := open(t, p, t.TempDir(), &bytes.Buffer{})
	var asked string
	p.answers(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path + " " + r.URL.Query().Get("ds")
		_, _ = w.Write([]byte(`{"status":"0","location":{"lon":"116.290158","lat":39.894696,"level":"门址"}}`))
	})
	place, err := s.Geocode(t.Context(), "莲花池西路28号")
	if err != nil || *place.Longitude != 116.290158 || *place.Latitude != 39.894696 {
		t.Fatalf("%+v, %v", place, err)
	}
	if want := `/geocoder {"keyWord":"莲花池西路28号"}`; asked != want {
		t.Errorf("requested %s, want %s", asked, want)
	}
	p.answers(nil)
	p.finds(`{"status":"404","msg":"无结果"}`)
	if _, err := s.Geocode(t.Context(), "nowhere"); !errs.Is(err, errs.PlaceUnknown) || s.Failing() {
		t.Errorf("an unknown place: %v", err)
	}
}

func TestOfflineWithoutKey(t *testing.T) {
	s, err := Open(Config{}, filepath.Join(t.TempDir(), "tiles"), nil)
	if err != nil || s.Online() || s.Failing() {
		t.Fatalf("%v, online %t", err, s.Online())
	}
	if _, err := s.Tile(t.Context(), Vector, 1, 0, 0); !errs.Is(err, errs.MapOffline) {
		t.Error(err)
	}
	if _, err := s.Search(t.Context(), "bridge"); !errs.Is(err, errs.MapOffline) {
		t.Error(err)
	}
	if _, err := s.Geocode(t.Context(), "bridge"); !errs.Is(err, errs.MapOffline) {
		t.Error(err)
	}
}

// The cache never exceeds its limit, returns tiles unchanged, and survives a restart.
func TestCacheStaysWithinLimit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const limit = 5 * block
		folder, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		c, err := openCache(folder, limit)
		if err != nil {
			rt.Fatal(err)
		}
		put := map[string][]byte{}
		now := time.Now()
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			name := fmt.Sprintf("vec/1/%d/0", rapid.IntRange(0, 9).Draw(rt, "tile"))
			if rapid.Bool().Draw(rt, "put") {
				put[name] = bytes.Repeat([]byte{byte(len(put) + 1)}, rapid.IntRange(0, 3*block).Draw(rt, "size"))
				if err := c.put(name, put[name], now); err != nil {
					rt.Fatal(err)
				}
				if got, _ := c.get(name); !bytes.Equal(got, put[name]) {
					rt.Fatalf("%s differs from what was just put", name)
				}
			} else if got, _ := c.get(name); got != nil && !bytes.Equal(got, put[name]) {
				rt.Fatalf("%s differs from what was put", name)
			}
		}
		again, err := openCache(folder, limit)
		if err != nil {
			rt.Fatal(err)
		}
		if c.size > limit || again.size != c.size || len(again.tiles) != len(c.tiles) {
			rt.Fatalf("%d bytes in %d tiles, after reopening %d in %d", c.size, len(c.tiles), again.size, len(again.tiles))
		}
	})
}

func TestConfiguration(t *testing.T) {
	good := Config{Key: "k", Tiles: DefaultTiles, Places: DefaultPlaces, CacheMB: DefaultCacheMB}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Config){
		"no host": func(c *Config) { c.Tiles = "tiles" }, "a file": func(c *Config) { c.Places = "file:///etc" },
		"a query": func(c *Config) { c.Tiles = "https://map.example/?a=1" }, "no room": func(c *Config) { c.CacheMB = 0 },
	} {
		c := good
		spoil(&c)
		if c.Validate() == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
