package killtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/database"
)

// When the disk fills up under load, frames are rejected and nothing acknowledged is lost.
func TestDiskFillsUnderLoad(t *testing.T) {
	folder := t.TempDir()
	ctx := context.Background()
	in, err := intaketest.Open(ctx, folder, intaketest.Options{Devices: intaketest.NewDevices(devices)})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close(ctx)
	// The journal itself reaches its page limit: SQLite reports "full".
	var pages int64
	if err := in.Journal.Reader().QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limitPages(t, in, pages+10)
	l := &ledger{sent: map[int]bool{}, acknowledged: map[int]bool{}}
	big := strings.Repeat("x", 3000)
	refused := 0
	send := func(n int) error {
		l.note(l.sent, n)
		junk := make([]byte, 0, len(big))
		random := rand.New(rand.NewPCG(uint64(n), 3)) // does not compress
		for range cap(junk) {
			junk = append(junk, byte('a'+random.IntN(26)))
		}
		entry, err := in.Commit(ctx, ingest.Frame{
			Device: 2, Register: "REG-2", Transport: ingest.MQTT, Kind: ingest.Up, Received: base,
			Payload: fmt.Appendf(nil, `{"t":%d,"v":{"n":%v},"junk":"%s"}`, timeOf(n), valueOf(n), junk),
		})
		if err == nil {
			l.note(l.acknowledged, n)
			return in.WaitStored(ctx, entry)
		}
		refused++
		return nil
	}
	for n := range 100 {
		if err := send(n); err != nil {
			t.Fatal(err)
		}
	}
	if refused == 0 || len(l.acknowledged) == 0 {
		t.Fatalf("%d acknowledged, %d refused: the disk did not fill during the test", len(l.acknowledged), refused)
	}
	limitPages(t, in, 1<<30) // there is room again
	before := refused
	if err := send(1000); err != nil {
		t.Fatal(err)
	}
	if refused != before {
		t.Error("still refused with free space again")
	}
	check(t, in, 2, l)
	if _, err := os.Stat(filepath.Join(folder, "journal.db")); errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func limitPages(t *testing.T, in *intaketest.Installation, pages int64) {
	t.Helper()
	if err := in.Journal.Write(context.Background(), func(tx *database.Tx) error {
		var now int64
		return tx.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&now)
	}); err != nil {
		t.Fatal(err)
	}
}
