package ingest_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
)

// Property 5 of core.md section 6, for any order, duplicates and restarts: what is acknowledged is stored exactly
// once, and nothing else is.
func TestAcknowledgedReadingsAreStoredOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folder, err := os.MkdirTemp("", "intake")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(folder)
		ctx := context.Background()
		in, err := intaketest.Open(ctx, folder, intaketest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := in.Close(ctx); err != nil {
				t.Error(err)
			}
		}()
		type key struct {
			device, time int64
			field        string
		}
		current, known := map[key]float64{}, map[key]map[float64]bool{}
		var last ingest.Entry
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			if rapid.IntRange(0, 9).Draw(t, "what") == 0 {
				only := rapid.Bool().Draw(t, "commits only")
				if err := in.Close(ctx); err != nil {
					t.Fatal(err)
				}
				if in, err = intaketest.Open(ctx, folder, intaketest.Options{CommitOnly: only}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			k := key{
				rapid.Int64Range(2, 4).Draw(t, "device"), base + rapid.Int64Range(0, 5).Draw(t, "time")*1000,
				rapid.SampledFrom([]string{"a", "b"}).Draw(t, "field"),
			}
			v := float64(rapid.IntRange(0, 3).Draw(t, "value"))
			if last, err = in.Commit(ctx, frame(k.device, base, fmt.Sprintf(`{"t":%d,"v":{%q:%v}}`, k.time, k.field, v))); err != nil {
				t.Fatal(err)
			}
			if known[k] == nil {
				known[k] = map[float64]bool{}
			}
			if !known[k][v] { // a value stored before is a duplicate, whatever came since
				known[k][v] = true
				current[k] = v
			}
		}
		if err := in.Close(ctx); err != nil {
			t.Fatal(err)
		}
		if in, err = intaketest.Open(ctx, folder, intaketest.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := in.WaitStored(ctx, last); err != nil {
			t.Fatal(err)
		}
		got := map[key]float64{}
		for device := int64(2); device <= 4; device++ {
			err := in.Series.Scan(ctx, series.RawID(device, 0), 0, 1<<62, nil, func(b *series.Block) error {
				for c, column := range b.Columns.List {
					for i, at := range b.Times {
						if v := b.Values[c][i]; !reading.IsMissing(v) {
							got[key{device, at, column.Field}] = v
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(current, got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}
