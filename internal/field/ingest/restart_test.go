package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
	if err := in.Service.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Commit(t.Context(), frame(2, base, `{}`)); !errs.Is(err, errs.NotAvailable) {
		t.Errorf("got %v", err)
	}
}

// Two servers on one database commit frames and both try to store them: each frame is stored by exactly one.
func TestTwoNodesStoreEachFrameOnce(t *testing.T) {
	address := pgtest.URL(t)
	nodes := []*intaketest.Installation{
		open(t, "", intaketest.Options{Postgres: address}),
		open(t, "", intaketest.Options{Postgres: address}),
	}
	const each = 60
	last := make(chan ingest.Entry, 2)
	for i, node := range nodes {
		go func() {
			var entry ingest.Entry
			for n := range each {
				var err error
				if entry, err = node.Commit(context.Background(), frame(2, base, fmt.Sprintf(`{"t":%d,"v":{"n":1}}`, base+2*n+i))); err != nil {
					t.Error(err)
				}
			}
			last <- entry
		}()
	}
	for range nodes {
		entry := <-last
		for _, node := range nodes {
			if err := node.WaitStored(t.Context(), entry); err != nil {
				t.Fatal(err)
			}
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
