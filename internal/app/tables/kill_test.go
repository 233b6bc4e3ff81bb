package tables_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"plumbline/internal/account/corporation"
	"plumbline/internal/app/tables"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// deleteIn makes this test binary the process that deletes, restores and purges until it is killed.
const deleteIn = "PLUMBLINE_DELETE_IN"

// keepProject is the project that is deleted and restored, but never purged.
const keepProject = "PLUMBLINE_KEEP_PROJECT"

// estate is a store on a file.
type estate struct {
	db       *database.DB
	signals  events.Bus
	store    *tables.Store
	projects *project.Service
	points   *point.Service
	devices  *device.Service
	actor    audit.Actor
}

func openEstate(ctx context.Context, file string) (*estate, error) {
	db, err := database.OpenSQLite(ctx, file)
	if err != nil {
		return nil, err
	}
	rows, err := sqlite.Open(ctx, db)
	if err != nil {
		return nil, err
	}
	key, err := secrets.New(make([]byte, 32))
	if err != nil {
		return nil, err
	}
	signals := events.NewLocal()
	s, err := tables.Open(ctx, db, tables.Options{Bus: signals, Series: rows, Secrets: key})
	if err != nil {
		return nil, err
	}
	return &estate{db, signals, s, project.New(s), point.NewService(s), device.New(s, key), audit.Program("kill test")}, nil
}

func (e *estate) close() error {
	if err := e.signals.Close(); err != nil {
		return err
	}
	return e.db.Close()
}

// seed creates a corporation with a project that has points and a device.
func (e *estate) seed(ctx context.Context) (corporationID, projectID int64, err error) {
	c := corporation.Corporation{Name: "North"}
	if err := corporation.New(e.store).Create(ctx, e.actor, &c); err != nil {
		return 0, 0, err
	}
	id, err := e.build(ctx, c.ID, "First")
	return c.ID, id, err
}

// build creates a project with a structure, 120 points and a device.
func (e *estate) build(ctx context.Context, corporationID int64, name string) (int64, error) {
	p, err := e.projects.Create(ctx, e.actor, project.Project{CorporationID: corporationID, Name: name})
	if err != nil {
		return 0, err
	}
	st, err := e.projects.CreateStructure(ctx, e.actor, project.Structure{ProjectID: p.ID, Name: "Slope", Type: "Slope"})
	if err != nil {
		return 0, err
	}
	points := make([]point.New, pointsEach)
	for i := range points {
		points[i].Point = point.Point{StructureID: st.ID, Name: fmt.Sprintf("P%03d", i), Kind: point.Normal, Measurement: "Crack", Category: "Crack"}
	}
	if _, err := e.points.Create(ctx, e.actor, p.ID, points); err != nil {
		return 0, err
	}
	d := device.Device{CorporationID: corporationID, ProjectID: p.ID, Name: name, Type: "Crack", Model: "own", SNCode: fmt.Sprintf("SN-%d", p.ID)}
	if err := e.store.CreateDevice(ctx, e.actor, &d, nil); err != nil {
		return 0, err
	}
	return p.ID, nil
}

const pointsEach = 120

// TestDeleteUntilKilled is the process that TestDeletionIsAtomicWhenKilled kills.
func TestDeleteUntilKilled(t *testing.T) {
	file := os.Getenv(deleteIn)
	if file == "" {
		return // runs only as a child of TestDeletionIsAtomicWhenKilled
	}
	ctx := context.Background()
	e, err := openEstate(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	go func() { // exit with the parent
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	first, err := strconv.ParseInt(os.Getenv(keepProject), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	corporationID := int64(e.count(ctx, t, "SELECT corporation_id FROM project WHERE id = ?", first))
	fmt.Println("ready")
	for n := 0; ; n++ {
		if _, err := e.projects.Get(ctx, access.Scope{All: true}, first); err == nil {
			if err := e.projects.Delete(ctx, e.actor, first); err != nil {
				t.Fatal(err)
			}
		} else if _, err := e.projects.Restore(ctx, e.actor, first, ""); err != nil {
			t.Fatal(err)
		}
		doomed, err := e.build(ctx, corporationID, fmt.Sprintf("Doomed %d %d", os.Getpid(), n))
		if err != nil {
			t.Fatal(err)
		}
		if err := e.projects.Delete(ctx, e.actor, doomed); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(time.Hour).UnixMilli()
		for { // purge all but the first, which is restored repeatedly
			if _, err := e.projects.Get(ctx, access.Scope{All: true}, first); err != nil {
				break
			}
			more, err := e.store.PurgePiece(ctx, old)
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				break
			}
		}
	}
}

// TestDeletionIsAtomicWhenKilled repeatedly kills a process that deletes, restores and purges projects, and checks that
// nothing is left half done.
func TestDeletionIsAtomicWhenKilled(t *testing.T) {
	ctx, file := context.Background(), filepath.Join(t.TempDir(), "estate.db")
	e, err := openEstate(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	_, first, err := e.seed(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.close(); err != nil {
		t.Fatal(err)
	}
	kills := 12
	if testing.Short() {
		kills = 3
	}
	for n := range kills {
		killed(t, file, first, time.Duration(40+37*n)*time.Millisecond)
		if e, err = openEstate(ctx, file); err != nil {
			t.Fatal(err)
		}
		e.whole(ctx, t, first)
		if err := e.close(); err != nil {
			t.Fatal(err)
		}
	}
	if e, err = openEstate(ctx, file); err != nil {
		t.Fatal(err)
	}
	defer e.close()
	if err := e.projects.Purge(ctx, time.Now().Add(time.Hour).UnixMilli(), func(int64) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for what, query := range map[string]string{
		"deleted projects":         "SELECT COUNT(*) FROM project WHERE deleted_at <> 0",
		"released devices":         "SELECT COUNT(*) FROM released_device",
		"points without a project": "SELECT COUNT(*) FROM point WHERE project_id NOT IN (SELECT id FROM project)",
	} {
		if n := e.count(ctx, t, query); n != 0 {
			t.Errorf("%d %s left by a purge resumed after %d kills", n, what, kills)
		}
	}
}

// killed starts the child and kills it a given time after it began to work.
func killed(t *testing.T, file string, first int64, after time.Duration) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self, "-test.run=^TestDeleteUntilKilled$", "-test.v=false")
	child.Env = append(os.Environ(), deleteIn+"="+file, fmt.Sprintf("%s=%d", keepProject, first))
	child.Stderr = os.Stderr
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "ready\n" {
		_ = child.Process.Kill()
		t.Fatalf("the child did not start: %q %v", line, err)
	}
	<-time.After(after) // the moment of the kill is what varies
	if err := child.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = child.Wait() // killed
}

// whole checks that every project is either complete, or deleted with its devices released.
func (e *estate) whole(ctx context.Context, t *testing.T, first int64) {
	t.Helper()
	for what, query := range map[string]string{
		"existing projects that released devices":  "SELECT COUNT(*) FROM released_device WHERE project_id IN (SELECT id FROM project WHERE deleted_at = 0)",
		"deleted projects that still have devices": "SELECT COUNT(*) FROM device WHERE project_id IN (SELECT id FROM project WHERE deleted_at <> 0)",
		"devices of missing projects":              "SELECT COUNT(*) FROM device WHERE project_id <> 0 AND project_id NOT IN (SELECT id FROM project)",
		"points without a project":                 "SELECT COUNT(*) FROM point WHERE project_id NOT IN (SELECT id FROM project)",
		"purged projects that could be restored":   "SELECT COUNT(*) FROM project WHERE purging AND deleted_at = 0",
		"deletions of existing projects not undone": `SELECT COUNT(*) FROM project AS p WHERE p.deleted_at = 0 AND
			(SELECT COUNT(*) FROM oplog WHERE thing_id = p.id AND kind = 'project' AND action = 'delete') <> (SELECT COUNT(*) FROM oplog WHERE thing_id = p.id AND kind = 'project' AND action = 'restore')`,
	} {
		if n := e.count(ctx, t, query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	if n := e.count(ctx, t, "SELECT COUNT(*) FROM point WHERE project_id = ?", first); n != pointsEach {
		t.Errorf("%d points of the project that was never purged, want %d", n, pointsEach)
	}
	if n := e.count(ctx, t,
		"SELECT COUNT(*) FROM (SELECT p.id, COUNT(pt.id) AS n FROM project AS p LEFT JOIN point AS pt ON pt.project_id = p.id WHERE NOT p.purging GROUP BY p.id) WHERE n <> 0 AND n <> ?", pointsEach); n != 0 {
		t.Errorf("%d projects lost a part of their points before their purge began", n)
	}
}

func (e *estate) count(ctx context.Context, t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	if err := e.db.Reader().QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
