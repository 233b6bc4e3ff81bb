package apptest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// OpenSite returns an installation with test data on an engine. changes modify its configuration.
func OpenSite(t testing.TB, engine database.Dialect, changes ...func(*app.Config)) *Site {
	t.Helper()
	if pgtest.OnCitus() { // copies no distributed database
		s := &Site{Installation: Open(t, engine, changes...)}
		s.fill(t)
		return s
	}
	o := originals[engine]
	o.make(t)
	config := app.Config{Data: t.TempDir(), Version: "test"}
	for _, change := range changes {
		change(&config)
	}
	for name, content := range o.files {
		check(t, os.WriteFile(filepath.Join(config.Data, name), content, 0o600))
	}
	if engine == database.Postgres {
		config.DatabaseURL = pgtest.CopyOf(t, o.database)
	}
	s := *o.site
	s.Installation = open(t, config)
	t.Cleanup(func() { check(t, s.Close()) })
	return &s
}

// original is a site that tests get copies of, because to make one takes longer than most tests.
type original struct {
	sync.Mutex
	engine   database.Dialect
	site     *Site             // without its installation, which is closed; nil if not made yet
	files    map[string][]byte // of its data folder
	database string            // its name on PostgreSQL
}

var originals = map[database.Dialect]*original{
	database.SQLite: {engine: database.SQLite}, database.Postgres: {engine: database.Postgres},
}

func (o *original) make(t testing.TB) {
	t.Helper()
	o.Lock()
	defer o.Unlock()
	if o.site != nil {
		return
	}
	config := app.Config{Data: t.TempDir(), Version: "test"}
	made := Site{}
	fill := func(url string) {
		config.DatabaseURL = url
		made.Installation = open(t, config)
		made.fill(t)
		check(t, made.Close())
	}
	if o.engine == database.Postgres {
		o.database = pgtest.Template(t, fill)
	} else {
		fill("")
	}
	entries, err := os.ReadDir(config.Data)
	check(t, err)
	o.files = map[string][]byte{}
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			o.files[entry.Name()], err = os.ReadFile(filepath.Join(config.Data, entry.Name()))
			check(t, err)
		}
	}
	made.Installation = nil
	o.site = &made
}

func open(t testing.TB, config app.Config) *Installation {
	t.Helper()
	in, err := app.Open(context.Background(), config, slog.New(slog.DiscardHandler))
	check(t, err)
	return &Installation{in}
}

func (s *Site) fill(t testing.TB) {
	t.Helper()
	s.people(t)
	s.things(t)
}
