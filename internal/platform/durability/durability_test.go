package durability_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/durability"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

// watched is a database with a watch on what it promises.
type watched struct {
	*testing.T
	server *pgtest.Server
	watch  *durability.Watch
	why    error // of the suspension
	log    bytes.Buffer
}

func open(t *testing.T, server *pgtest.Server) *watched {
	t.Helper()
	w := &watched{T: t, server: server}
	db, err := database.OpenPostgres(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	w.watch, err = durability.New(t.Context(), db, func(why error) { w.why = why }, slog.New(slog.NewTextHandler(&w.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// set changes a setting of the database and waits until new sessions have it.
func (w *watched) set(name, value string) {
	w.Helper()
	w.server.Exec(w, "ALTER SYSTEM SET "+name+" = '"+value+"'")
	w.server.Exec(w, "SELECT pg_reload_conf()")
	w.server.Await(w, "SELECT current_setting('"+name+"') = '"+value+"'")
}

// reads looks until the promise is as wanted: a session of the pool learns of a setting a moment later than others.
func (w *watched) reads(wanted func(durability.Watched) bool) durability.Watched {
	w.Helper()
	for w.Context().Err() == nil {
		if err := w.watch.Look(w.Context()); err != nil {
			w.Fatal(err)
		}
		if now := w.watch.Now(); wanted(now) {
			return now
		}
		await.Pause()
	}
	w.Fatalf("the promise stays %+v", w.watch.Now())
	return durability.Watched{}
}

func (w *watched) says(text string) {
	w.Helper()
	if !strings.Contains(w.log.String(), text) {
		w.Errorf("the log does not say %q:\n%s", text, w.log.String())
	}
}

// TestMachinesOfACommit: a primary alone, with a synchronous replica, with each value of synchronous_commit, and after
// the replica has gone.
func TestMachinesOfACommit(t *testing.T) {
	primary := pgtest.NewOnLoopback(t)
	primary.Start(t)
	w := open(t, primary)
	if now := w.watch.Now(); now.Machines != 1 || now.Level != durability.On || now.Fell != 0 {
		t.Fatalf("alone: %+v", now)
	}
	replica := primary.Replica(t, "second")
	primary.Await(t, "SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'")
	if now := w.reads(func(now durability.Watched) bool { return len(now.Replicas) == 1 }); now.Machines != 1 {
		t.Errorf("with an asynchronous replica: %+v", now)
	}
	primary.Synchronous(t, "second", 1)
	now := w.reads(func(now durability.Watched) bool { return now.Machines == 2 })
	if now.Wanted != 1 || now.Missing != 0 || now.Replicas[0].Name != "second" || now.Replicas[0].Sync != "sync" {
		t.Errorf("with a synchronous replica: %+v", now)
	}
	w.says("acknowledged readings are on more machines")

	for _, level := range []durability.Level{durability.RemoteApply, durability.RemoteWrite, durability.Local} {
		w.set("synchronous_commit", string(level))
		now := w.reads(func(now durability.Watched) bool { return now.Level == level })
		if want := map[bool]int{true: 1, false: 2}[level == durability.Local]; now.Machines != want {
			t.Errorf("with %s: %d machines, want %d", level, now.Machines, want)
		}
	}
	if now := w.watch.Now(); now.Fell == 0 || now.Highest != 2 {
		t.Errorf("after a fall to local: %+v", now)
	}
	w.says("acknowledged readings are on fewer machines")

	w.set("synchronous_commit", "on")
	if now := w.reads(func(now durability.Watched) bool { return now.Machines == 2 }); now.Fell != 0 {
		t.Errorf("back again: %+v", now)
	}
	replica.Stop()
	now = w.reads(func(now durability.Watched) bool { return now.Missing == 1 })
	if now.Machines != 1 || now.Fell == 0 {
		t.Errorf("without its synchronous replica: %+v", now)
	}
}

// TestOffIsRefused: a server does not start with synchronous_commit off, and stops acknowledging when it is turned off.
func TestOffIsRefused(t *testing.T) {
	server := pgtest.New(t)
	server.Start(t)
	w := open(t, server)
	w.set("synchronous_commit", "off")
	if now := w.reads(func(now durability.Watched) bool { return now.Level == durability.Off }); now.Machines != 0 || !errors.Is(w.why, durability.ErrOff) {
		t.Errorf("turned off: %+v, suspended by %v", now, w.why)
	}
	w.says("nothing is acknowledged any more")
	db, err := database.OpenPostgres(context.Background(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = durability.New(t.Context(), db, func(error) {}, slog.New(slog.DiscardHandler))
	if !errors.Is(err, durability.ErrOff) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a start with off: %v, want one line that refuses", err)
	}
	w.set("synchronous_commit", "on")
	if w.reads(func(now durability.Watched) bool { return now.Level == durability.On }); w.why != nil {
		t.Errorf("turned on again, and still suspended by %v", w.why)
	}
}

// TestHiddenReplicas: a user that may not see replicas gets what the settings promise.
func TestHiddenReplicas(t *testing.T) {
	primary := pgtest.NewOnLoopback(t)
	primary.Start(t)
	primary.Replica(t, "second")
	primary.Synchronous(t, "ANY 1 (second, third)", 1)
	primary.Exec(t, "CREATE ROLE plain LOGIN")
	db, err := database.OpenPostgres(t.Context(), strings.Replace(primary.URL(), "user=plumbline", "user=plain", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if p, err := durability.Of(t.Context(), db); err != nil || !p.Hidden || p.Machines != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	primary.Exec(t, "GRANT pg_monitor TO plain")
	if p, err := durability.Of(t.Context(), db); err != nil || p.Hidden || p.Machines != 2 || p.Replicas[0].Sync != "quorum" {
		t.Errorf("%+v, %v", p, err)
	}
}
