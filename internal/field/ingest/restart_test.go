package ingest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/pgtest"
)

func TestStage1ResumesAtCursor(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		first := reopen(intaketest.Options{CommitOnly: true}) // commits only
		for i := range 700 {
			if _, err := first.Commit(t.Context(), frame(2, base, fmt.Sprintf(`{"t":%d,"v":{"n":%d}}`, base+i, i))); err != nil {
				t.Fatal(err)
			}
		}
		if got := rows(t, first, 2, 0); got != "" {
			t.Fatalf("a node that only commits stored readings: %s", got)
		}
		if lag := first.Stats().BacklogBytes; lag == 0 {
			t.Error("no backlog in the stats")
		}
		if err := first.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		in := reopen(intaketest.Options{})
		last := send(t, in, frame(2, base, fmt.Sprintf(`{"t":%d,"v":{"n":700}}`, base+700)))
		if got := strings.Count(rows(t, in, 2, 0), "\n"); got != 701 {
			t.Errorf("%d readings, want 701", got)
		}
		if err := in.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		// Nothing is stored twice.
		again := reopen(intaketest.Options{})
		if err := again.WaitStored(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		if err := again.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, n := again.Sink.Marks(); n != 0 {
			t.Errorf("%d rows were stored again", n)
		}
	})
}

func TestJournalOlderThanTheData(t *testing.T) {
	folder := t.TempDir()
	in := open(t, folder, intaketest.Options{})
	for i := range 5 {
		send(t, in, frame(2, base, fmt.Sprintf(`{"t":%d,"v":{"n":1}}`, base+i)))
	}
	// Simulate a restored older backup of the journal file: its numbers start over.
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"journal.db", "journal.db-wal", "journal.db-shm"} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	again := open(t, folder, intaketest.Options{})
	entry := send(t, again, frame(2, base, fmt.Sprintf(`{"t":%d,"v":{"n":1}}`, base+5)))
	if entry.Seq <= 5 {
		t.Errorf("number %d was reused", entry.Seq)
	}
	if got := strings.Count(rows(t, again, 2, 0), "\n"); got != 6 {
		t.Errorf("%d readings, want 6", got)
	}
}

func TestStoppedIntakeRefuses(t *testing.T) {
	in := open(t, t.TempDir(), intaketest.Options{})
	if _, err := in.Service.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Commit(t.Context(), frame(2, base, `{}`)); !errs.Is(err, errs.NotAvailable) {
		t.Errorf("got %v", err)
	}
}

// lane is the lease of a server with a lane.
type lane int32

func (lane) Server() int64                       { return 0 }
func (l lane) Lane() int32                       { return int32(l) }
func (lane) Hold(context.Context, *sql.Tx) error { return nil }

// Two servers on one database commit frames of one device, each to its own lane, and store them.
func TestTwoServersStoreEachFrameOnce(t *testing.T) {
	address := pgtest.URL(t)
	nodes := []*intaketest.Installation{
		open(t, "", intaketest.Options{Postgres: address, Lease: lane(0)}),
		open(t, "", intaketest.Options{Postgres: address, Lease: lane(7)}),
	}
	const each = 60
	var committing sync.WaitGroup
	for i, node := range nodes {
		committing.Go(func() {
			var entry ingest.Entry
			for n := range each {
				var err error
				if entry, err = node.Commit(context.Background(), frame(2, base, fmt.Sprintf(`{"t":%d,"v":{"n":1}}`, base+2*n+i))); err != nil {
					t.Error(err)
				}
			}
			if err := node.WaitStored(context.Background(), entry); err != nil {
				t.Error(err)
			}
		})
	}
	committing.Wait()
	// Either server lists the frames of both, newest first.
	for _, node := range nodes {
		var before ingest.Entry
		last, n := ingest.Entry{Seq: 1 << 62}, 0
		for {
			page, more, err := node.Frames(t.Context(), 2, before, 7)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range page {
				if f.Seq > last.Seq || f.Seq == last.Seq && f.Index >= last.Index {
					t.Errorf("frame %v after %v", f.Entry, last)
				}
				last, n = f.Entry, n+1
			}
			if before = more; more.Seq == 0 {
				break
			}
		}
		if n != 2*each {
			t.Errorf("%d frames are listed, want %d", n, 2*each)
		}
	}
	if got := strings.Count(rows(t, nodes[0], 2, 0), "\n"); got != 2*each {
		t.Errorf("%d readings, want %d", got, 2*each)
	}
	for _, node := range nodes {
		if err := node.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	_, first := nodes[0].Sink.Marks()
	_, second := nodes[1].Sink.Marks()
	if first+second != 2*each {
		t.Errorf("stage 2 got %d and %d rows, want %d in total", first, second, 2*each)
	}
}
