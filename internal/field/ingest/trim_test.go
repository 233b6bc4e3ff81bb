package ingest_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// old is a time of receipt that is no longer kept, and keepDay keeps frames of a day.
const old = base - 3*24*3600*1000

var keepDay = ingest.Keep{Age: 24 * time.Hour, Bytes: 1 << 30}

// batches returns how many old and new batches a lane has.
func batches(t *testing.T, in *intaketest.Installation, lane int32) (before, since int) {
	t.Helper()
	err := in.Journal.Reader().QueryRowContext(t.Context(), `SELECT COUNT(CASE WHEN received < $2 THEN part END),
		COUNT(CASE WHEN received >= $2 THEN part END) FROM frame_batch WHERE part = $1`, lane, base).Scan(&before, &since)
	if err != nil {
		t.Fatal(err)
	}
	return before, since
}

// Stored frames are deleted by age; frames that are not stored yet are kept, however old.
func TestJournalIsTrimmedBehindTheCursor(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{Keep: keepDay})
		for i := range 70 { // more than one piece
			send(t, in, frame(2, old, fmt.Sprintf(`{"t":%d,"v":{"n":1}}`, base+i)))
		}
		now := time.Now().UnixMilli()
		send(t, in, frame(2, now, fmt.Sprintf(`{"t":%d,"v":{"n":2}}`, base+100)))
		if err := in.TrimJournal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if before, since := batches(t, in, 0); before != 0 || since != 1 {
			t.Errorf("%d old and %d new batches are left, want 0 and 1", before, since)
		}
		if err := in.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		waiting := reopen(intaketest.Options{Keep: keepDay, CommitOnly: true})
		if _, err := waiting.Commit(t.Context(), frame(2, old, fmt.Sprintf(`{"t":%d,"v":{"n":3}}`, base+101))); err != nil {
			t.Fatal(err)
		}
		if err := waiting.TrimJournal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if before, _ := batches(t, waiting, 0); before != 1 {
			t.Errorf("%d batches that are not stored yet are left, want 1", before)
		}
	})
}

// Of several servers each trims its own lane, and the one with the lowest lane also those that nobody holds.
func TestLanesThatNobodyHoldsAreTrimmed(t *testing.T) {
	address := pgtest.URL(t)
	db, err := database.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := cluster.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	var servers []*intaketest.Installation
	var members []*cluster.Member
	for i := range 3 {
		member, err := cluster.Join(t.Context(), cluster.Config{
			Info: cluster.Info{Name: "one", Version: "test"}, DB: db,
			Load:     func(context.Context) ([]int64, error) { return make([]int64, cluster.Partitions), nil },
			TakeOver: func(context.Context, *sql.Tx, int64) error { return nil },
		}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		in := open(t, "", intaketest.Options{Postgres: address, Lease: member, Keep: keepDay})
		send(t, in, frame(2, old, fmt.Sprintf(`{"t":%d,"v":{"n":1}}`, base+i)))
		servers, members = append(servers, in), append(members, member)
	}
	left := func() (lanes [3]int) {
		for i, member := range members {
			lanes[i], _ = batches(t, servers[1], member.Lane())
		}
		return lanes
	}
	trim := func(in *intaketest.Installation) {
		t.Helper()
		if err := in.TrimJournal(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	trim(servers[1])
	if got := left(); got != [3]int{1, 0, 1} {
		t.Errorf("after the second server trimmed, %v", got)
	}
	if err := members[0].Leave(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	trim(servers[2])
	if got := left(); got != [3]int{1, 0, 0} {
		t.Errorf("after the third server trimmed, %v", got)
	}
	trim(servers[1])
	if got := left(); got != [3]int{0, 0, 0} {
		t.Errorf("after the server with the lowest lane trimmed, %v", got)
	}
}
