package ingest_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/pgtest"
)

const childDevice = 1 << 20 // CHILD-7 on channel 7 of device 1

// photo returns a JPEG of so many bytes, each part of it different.
func photo(size int) []byte {
	content := append([]byte("\xFF\xD8\xFF"), make([]byte, size-3)...)
	for i := range content[3:] {
		content[3+i] = byte(i*7 + i/251)
	}
	return content
}

// capture returns a message with a part of a picture; more has further members.
func capture(at int64, content []byte, part, parts int, more string) string {
	return fmt.Sprintf(`{"type":"capture","t":%d,"enc":"jpg-b64","part":%d,"parts":%d,"data":"%s"%s}`,
		at, part, parts, base64.StdEncoding.EncodeToString(content), more)
}

// pictures returns the sizes of a device's pictures, newest first.
func pictures(t *testing.T, in *intaketest.Installation, device int64) (sizes []int64) {
	t.Helper()
	list, err := in.Pictures(t.Context(), device, 0, 50)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		sizes = append(sizes, one.Size)
	}
	return sizes
}

func same(t *testing.T, in *intaketest.Installation, device, at int64, want []byte) {
	t.Helper()
	got, found, err := in.Picture(t.Context(), device, at)
	if err != nil || !found || !bytes.Equal(got, want) {
		t.Errorf("the picture has %d bytes (found %v, %v), want the %d that were sent", len(got), found, err, len(want))
	}
}

// Parts of a picture come in any order and again, between those of others. It is there once all are.
func TestPictureIsJoinedFromItsParts(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		const each = 150_000
		whole, other := photo(5*each-17), photo(2*each)
		part := func(of []byte, n int) []byte { return of[(n-1)*each : min(n*each, len(of))] }
		for _, n := range []int{3, 1, 5, 3} {
			send(t, in, frame(1, base, capture(base, part(whole, n), n, 5, "")))
		}
		send(t, in, frame(1, base, capture(base+1, part(other, 1), 1, 2, "")))
		send(t, in, frame(2, base, capture(base, part(other, 2), 2, 2, ""))) // of another device
		send(t, in, frame(1, base, capture(base, part(whole, 4), 4, 5, "")))
		if got := pictures(t, in, 1); len(got) != 0 {
			t.Fatalf("pictures of %v bytes before all parts were there", got)
		}
		if err := in.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		in = reopen(intaketest.Options{}) // parts outlive a restart
		send(t, in, frame(1, base, capture(base, part(whole, 2), 2, 5, "")))
		same(t, in, 1, base, whole)
		send(t, in, frame(1, base, capture(base+1, part(other, 2), 2, 2, "")))
		same(t, in, 1, base+1, other)

		// A part that comes again starts the picture again and takes nothing away.
		send(t, in, frame(1, base, capture(base, part(whole, 2), 2, 5, "")))
		same(t, in, 1, base, whole)
		// A gateway that begins again with other parts: the ones before are not joined with them.
		const larger = 187_000
		for _, n := range []int{1, 5, 3, 4, 2} {
			send(t, in, frame(1, base, capture(base, whole[(n-1)*larger:min(n*larger, len(whole))], n, 6, "")))
		}
		same(t, in, 1, base, whole)
		for _, n := range []int{5, 2, 1, 4, 3} {
			send(t, in, frame(1, base, capture(base, whole[(n-1)*larger:min(n*larger, len(whole))], n, 5, "")))
		}
		same(t, in, 1, base, whole)
		if stats := in.Stats(); stats.FramesDead != 0 || stats.Readings != 0 {
			t.Errorf("%+v", stats)
		}
	})
}

// A picture belongs to the device that the message names, by serial number, channel or the gateway's name for it; the gateway's
// own camera is no device.
func TestPictureOfAChild(t *testing.T) {
	in := open(t, t.TempDir(), intaketest.Options{})
	own, first, second, third := photo(1000), photo(1001), photo(1002), photo(1003)
	send(t, in, frame(1, base, capture(base, own, 1, 1, "")))
	send(t, in, frame(1, base, capture(base, first, 1, 1, `,"sn":"CHILD-7"`)))
	send(t, in, frame(1, base, capture(base+1, second[:500], 1, 2, `,"ch":7`)))
	send(t, in, frame(1, base, capture(base+1, second[500:], 2, 2, `,"point":"P-0007"`)))
	send(t, in, frame(1, base, capture(base+2, third, 1, 1, `,"ch":8`))) // no device is there
	if got := pictures(t, in, 1); !slices.Equal(got, []int64{1003, 1000}) {
		t.Errorf("the gateway has pictures of %v bytes", got)
	}
	if got := pictures(t, in, childDevice); !slices.Equal(got, []int64{1002, 1001}) {
		t.Errorf("its child has pictures of %v bytes", got)
	}
	same(t, in, childDevice, base+1, second)
	send(t, in, frame(1, base, capture(base, own, 1, 1, `,"sn":"NOBODY"`)))
	if dead, err := in.DeadFrames(t.Context(), 1, ingest.Entry{}, 10); err != nil || len(dead) != 1 || !errs.Is(dead[0].Reason, errs.ChildUnknown) {
		t.Errorf("a picture of an unknown child: %+v, %v", dead, err)
	}
}

// The frame with which a picture exceeds 3 MB is kept as a refused one, with the reason.
func TestPictureIsTooLarge(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		whole := photo(protocol.MaxPicture + 1)
		const each = protocol.MaxPicture / 20
		for n := 1; n <= 21; n++ {
			send(t, in, frame(1, base, capture(base, whole[(n-1)*each:min(n*each, len(whole))], n, 21, "")))
		}
		if got := pictures(t, in, 1); len(got) != 0 {
			t.Errorf("a picture of %v bytes", got)
		}
		if in.Stats().FramesDead == 0 {
			t.Error("no frame was refused")
		}
		dead, err := in.DeadFrames(t.Context(), 1, ingest.Entry{}, 10)
		if err != nil || len(dead) == 0 || !errs.Is(dead[0].Reason, errs.FileLarge) || dead[0].Reason.Fields[0].Name != "data" {
			t.Errorf("refused: %+v, %v", dead, err)
		}
		for n := 1; n <= 20; n++ { // the largest that is allowed
			send(t, in, frame(1, base, capture(base, whole[(n-1)*each:n*each], n, 20, "")))
		}
		if got := pictures(t, in, 1); !slices.Equal(got, []int64{20 * each}) {
			t.Errorf("pictures of %v bytes, want %d", got, 20*each)
		}
	})
}

// Two servers store parts of one picture at the same time, each from its own lane. The last one joins it.
func TestTwoServersJoinAPicture(t *testing.T) {
	address := pgtest.URL(t)
	nodes := []*intaketest.Installation{
		open(t, "", intaketest.Options{Postgres: address, Lease: lane(0)}),
		open(t, "", intaketest.Options{Postgres: address, Lease: lane(7)}),
	}
	const rounds, parts, each = 10, 8, 1000
	whole := photo(parts * each)
	for round := range rounds {
		at := int64(base + round)
		var sending sync.WaitGroup
		for i, node := range nodes {
			sending.Go(func() {
				var entry ingest.Entry
				for n := i + 1; n <= parts; n += len(nodes) {
					var err error
					if entry, err = node.Commit(context.Background(), frame(1, base, capture(at, whole[(n-1)*each:n*each], n, parts, ""))); err != nil {
						t.Error(err)
					}
				}
				if err := node.WaitStored(context.Background(), entry); err != nil {
					t.Error(err)
				}
			})
		}
		sending.Wait()
		same(t, nodes[0], 1, at, whole)
	}
}

// Parts whose picture was never completed are removed a week after the last of them.
func TestIncompletePicturesAreRemoved(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		now := time.Now().UnixMilli()
		whole := photo(2000)
		for i, days := range []int64{8, 6} {
			at := now - days*24*time.Hour.Milliseconds()
			send(t, in, frame(int64(i+1), at, capture(at, whole[:1000], 1, 2, "")))
		}
		left := func() (list []int64) {
			rows, err := in.Data.Reader().QueryContext(t.Context(), `SELECT device FROM device_picture_due
				WHERE device IN (SELECT device FROM device_picture_part) ORDER BY device`)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			for rows.Next() {
				var device int64
				if err := rows.Scan(&device); err != nil {
					t.Fatal(err)
				}
				list = append(list, device)
			}
			return list
		}
		if got := left(); !slices.Equal(got, []int64{1, 2}) {
			t.Fatalf("parts of devices %v", got)
		}
		err := in.Data.Write(t.Context(), func(tx *database.Tx) error {
			_, err := tx.ExecContext(t.Context(), "CREATE TABLE device (id BIGINT)") // of another area
			if err == nil {
				_, err = tx.ExecContext(t.Context(), "INSERT INTO device (id) VALUES (1), (2)")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := in.TrimPictures(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := left(); !slices.Equal(got, []int64{2}) {
			t.Errorf("a week later parts of devices %v, want 2", got)
		}
	})
}
