package ingest_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/database"
)

// blockFrame is a part of a record of a decaying wave on two axes in mm/s at 1,000 Hz, with n samples.
func blockFrame(t int64, part, parts, n int) string {
	var x, z []byte
	for i := range n {
		at := float64((part-1)*n+i) / 1000
		v := 2 * math.Exp(-at) * math.Cos(2*math.Pi*20*at)
		x = binary.LittleEndian.AppendUint16(x, uint16(int16(1000*v)))
		z = binary.LittleEndian.AppendUint16(z, uint16(int16(-500*v)))
	}
	return fmt.Sprintf(`{"type":"block","t":%d,"fs":1000,"n":%d,"scale":0.001,"unit":"mm/s","enc":"i16le-b64","axes":{"x":"%s","z":"%s"},"part":%d,"parts":%d}`,
		t, n, base64.StdEncoding.EncodeToString(x), base64.StdEncoding.EncodeToString(z), part, parts)
}

// The longest event, 1,000 Hz over 120 s, comes in parts in any order and twice. It is one record, one reading and one
// mark; it knows whether it was triggered. Retention deletes its samples and keeps its peaks.
func TestAnEventIsOneRecord(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{Devices: intaketest.NewDevices(2)})
		ctx := t.Context()
		const parts, n = 6, 20_000
		records := func() []ingest.Record {
			t.Helper()
			list, err := in.Records(ctx, 1, 0, math.MaxInt64, 10)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		for _, part := range []int{6, 2, 3, 3, 5, 4} {
			send(t, in, frame(1, base+1000, blockFrame(base, part, parts, n)))
		}
		if list := records(); len(list) != 1 || list[0].Complete || list[0].Samples != parts*n || *list[0].Axes[0].Peak > 1 {
			t.Fatalf("without its first part: %+v", list)
		}
		send(t, in, frame(1, base+2000, blockFrame(base, 1, parts, n)))
		send(t, in, frame(1, base+2000, fmt.Sprintf(`{"type":"event","t":%d,"code":"trigger","v":{"vx":0.62,"vz":-0.8}}`, base+500)))
		send(t, in, frame(1, base+900_000, strings.Replace(blockFrame(base+800_000, 1, 1, 100), `"part":1,"parts":1`, `"hist":true`, 1)))
		send(t, in, frame(2, base+1000, blockFrame(base, 1, 1, 10)))

		list := records()
		if len(list) != 2 || list[0].Triggered || list[0].Time != base+800_000 {
			t.Fatalf("records %+v", list)
		}
		event := list[1]
		if !event.Complete || event.Duration != 120_000 || !event.Triggered || event.Trigger == nil || *event.Trigger != -0.8 {
			t.Errorf("event %+v", event)
		}
		if peak := *event.Axes[0].Peak; math.Abs(peak-2) > 0.01 {
			t.Errorf("peak %v mm/s", peak)
		}
		rows := 0
		err := in.Series.Scan(ctx, series.RawID(1, 0), base, base, nil, func(b *series.Block) error {
			rows += len(b.Times)
			return nil
		})
		if err != nil || rows != 1 {
			t.Errorf("%d readings of the event, %v", rows, err)
		}

		size, err := in.MeasureWaveforms(ctx, []int64{1, 2, 3}, 0, base+3000)
		first := size[1]
		if err != nil || len(size) != 2 || first.Rows != 1 || first.First != base || first.Last != base || first.Bytes == 0 || first.Bytes > 4*parts*n {
			t.Fatalf("size %+v, %v", size, err)
		}
		deleteBefore := func(to int64) (deleted ingest.Amount) {
			t.Helper()
			err := in.Data.Write(ctx, func(tx *database.Tx) (err error) {
				deleted, err = in.DeleteWaveforms(ctx, tx.Tx, 1, 0, to, 10)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return deleted
		}
		if deleted := deleteBefore(base + 2000); deleted.Rows != 0 {
			t.Fatalf("deleted %+v of a record whose last part came later", deleted)
		}
		if deleted := deleteBefore(base + 3000); deleted != first {
			t.Fatalf("deleted %+v, want %+v", deleted, first)
		}
		if deleted := deleteBefore(base + 3000); deleted.Rows != 0 {
			t.Fatalf("deleted %+v again", deleted)
		}
		list = records()
		if !list[1].Deleted || list[0].Deleted || math.Abs(*list[1].Axes[0].Peak-2) > 0.01 || !list[1].Triggered {
			t.Errorf("after retention %+v", list)
		}
		// A part that comes after the deletion neither brings samples back nor changes the peaks.
		send(t, in, frame(1, base+5000, blockFrame(base, 1, parts, n)))
		send(t, in, frame(1, base+5000, strings.Replace(blockFrame(base, 1, parts, n), `"scale":0.001`, `"scale":0.002`, 1)))
		if after := records()[1]; !after.Deleted || math.Abs(*after.Axes[0].Peak-2) > 0.01 {
			t.Errorf("after a late part %+v", after)
		}
		if _, found, err := in.Record(ctx, 1, 3, base); found || err != nil {
			t.Error("a record of another channel", err)
		}
	})
}
