package app_test

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"plumbline/internal/app"
	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/schema"
	"plumbline/internal/testing/pgtest"
)

// TestTableOfTables: docs/citus.md says of every table where it is.
func TestTableOfTables(t *testing.T) {
	url := pgtest.URL(t)
	if err := app.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/citus.md")
	if err != nil {
		t.Fatal(err)
	}
	distributed, local, _ := strings.Cut(string(text), "## Local")
	for _, table := range schema.Distributed {
		if !regexp.MustCompile("\\| `" + table.Name + "` \\| `" + table.By + "` \\|").MatchString(distributed) {
			t.Errorf("docs/citus.md does not say that %s is distributed by %s", table.Name, table.By)
		}
		distributed = strings.ReplaceAll(distributed, "`"+table.Name+"`", "")
	}
	for _, name := range pgtest.Relations(t, url, "rp") {
		isDistributed := slices.ContainsFunc(schema.Distributed, func(table citus.Table) bool { return table.Name == name })
		if !isDistributed && !strings.HasSuffix(name, "_version") && !strings.Contains(local, "`"+name+"`") {
			t.Errorf("docs/citus.md does not say where %s is", name)
		}
	}
}

func TestDistributeNeedsCitus(t *testing.T) {
	if pgtest.OnCitus() {
		t.Skip("the database has it")
	}
	url := pgtest.URL(t)
	if err := app.Distribute(t.Context(), url, app.DistributeOptions{Shards: 2}, os.Stderr); !errors.Is(err, citus.ErrMissing) {
		t.Errorf("on plain PostgreSQL: %v", err)
	}
}

// TestDistribute distributes an installation with rows, again, and after a migration. Without all workers nothing happens.
func TestDistribute(t *testing.T) {
	if !pgtest.OnCitus() {
		t.Skip("Citus: not run here")
	}
	c := pgtest.NewCitus(t)
	ctx, url := t.Context(), c.Create(t, "filled")
	distribute := func(options app.DistributeOptions) (string, error) {
		var out bytes.Buffer
		options.Shards = 4
		err := app.Distribute(ctx, url, options, &out)
		return out.String(), err
	}
	if err := app.Migrate(ctx, url); err != nil {
		t.Fatal(err)
	}
	db, err := database.OpenPostgres(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exec := func(statement string) {
		t.Helper()
		if _, err := db.Reader().Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	exec("INSERT INTO checkpoint (point_id, time, config, state) SELECT n, 1, 1, 'x' FROM generate_series(1, 500) AS n")
	exec("INSERT INTO server (id, name, version, lease_until) VALUES (1, 'x', 'x', 'infinity')")
	if _, err := distribute(app.DistributeOptions{}); !errors.Is(err, app.ErrServersRun) {
		t.Errorf("while a server runs: %v", err)
	}
	c.Workers[1].Stop()
	if _, err := distribute(app.DistributeOptions{Online: true}); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("without a worker: %v", err)
	}
	c.Workers[1].Start(t)
	out, err := distribute(app.DistributeOptions{Online: true})
	if err != nil || strings.Count(out, " distributed by ") != len(schema.Distributed) || !strings.Contains(out, "point_id: 500 rows") {
		t.Errorf("%v:\n%s", err, out)
	}
	exec("DELETE FROM server")
	out, err = distribute(app.DistributeOptions{})
	if err != nil || strings.Count(out, "was distributed by ") != len(schema.Distributed) || !strings.Contains(out, "point_id: 500 rows") {
		t.Errorf("again: %v:\n%s", err, out)
	}
	var left, nodes int
	err = db.Reader().QueryRow(`SELECT pg_relation_size('checkpoint'), (SELECT count(DISTINCT nodeport) FROM citus_shards
		WHERE table_name = 'checkpoint'::regclass)`).Scan(&left, &nodes)
	if err != nil || left != 0 || nodes != 2 {
		t.Errorf("%d bytes are left on the coordinator, %d workers have shards: %v", left, nodes, err)
	}
	later := fstest.MapFS{"00001_later.sql": {Data: []byte(`-- +goose Up
ALTER TABLE checkpoint ADD COLUMN added TEXT NOT NULL DEFAULT 'later';
CREATE INDEX checkpoint_added ON checkpoint (point_id, added);
DELETE FROM checkpoint WHERE time > 1;`)}}
	if err := db.Migrate(ctx, later, "later_version"); err != nil {
		t.Fatalf("a migration of distributed tables: %v", err)
	}
	var rows int
	if err := db.Reader().QueryRow("SELECT count(*) FROM checkpoint WHERE added = 'later'").Scan(&rows); err != nil || rows != 500 {
		t.Errorf("%d rows after the migration: %v", rows, err)
	}
}
