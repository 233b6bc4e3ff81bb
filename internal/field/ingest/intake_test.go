package ingest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("plumbline/internal/testing/process.Start.func1")) // the tests' database server
}

func open(t *testing.T, folder string, options intaketest.Options) *intaketest.Installation {
	t.Helper()
	in, err := intaketest.Open(context.Background(), folder, options)
	if err != nil {
		t.Fatal(err)
	}
	if options.Postgres != "" {
		pgtest.Distribute(t, options.Postgres)
	}
	t.Cleanup(func() {
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return in
}

// onBoth runs a test on both databases. Reopening the given folder or address continues the same installation.
func onBoth(t *testing.T, test func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation)) {
	t.Run("sqlite", func(t *testing.T) {
		folder := t.TempDir()
		test(t, func(o intaketest.Options) *intaketest.Installation { return open(t, folder, o) })
	})
	t.Run("postgres", func(t *testing.T) {
		address := pgtest.URL(t)
		test(t, func(o intaketest.Options) *intaketest.Installation {
			o.Postgres = address
			return open(t, "", o)
		})
	})
}

const base = 1795134600000

func frame(id int64, received int64, payload string) ingest.Frame {
	return ingest.Frame{
		Device: id, Register: intaketest.Register(id), Transport: ingest.MQTT, Kind: ingest.Up,
		Received: received, Payload: []byte(payload),
	}
}

// send commits a frame and waits until stage 1 has stored it.
func send(t *testing.T, in *intaketest.Installation, f ingest.Frame) ingest.Entry {
	t.Helper()
	entry, err := in.Commit(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if err := in.WaitStored(t.Context(), entry); err != nil {
		t.Fatal(err)
	}
	return entry
}

// rows formats the readings of a channel, one per line.
func rows(t *testing.T, in *intaketest.Installation, id int64, channel int32) string {
	t.Helper()
	var out strings.Builder
	err := in.Series.Scan(t.Context(), series.RawID(id, channel), 0, 1<<62, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			var cells []string
			for c, column := range b.Columns.List {
				if v := b.Values[c][i]; !reading.IsMissing(v) {
					name := column.Field
					if column.Node != 0 {
						name = fmt.Sprintf("%s[%d]", name, column.Node)
					}
					cells = append(cells, fmt.Sprintf("%s=%v", name, v))
				}
			}
			slices.Sort(cells)
			fmt.Fprintf(&out, "%+d %s %s\n", at-base, strings.Join(cells, " "), strings.Join(b.Flags[i].Names(), ","))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), " \n", "\n")
}

func expect(t *testing.T, in *intaketest.Installation, id int64, channel int32, want string) {
	t.Helper()
	if diff := cmp.Diff(want, rows(t, in, id, channel)); diff != "" {
		t.Errorf("device %d channel %d (-want +got):\n%s", id, channel, diff)
	}
}

func TestReadingsAreMergedAndRevised(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		send(t, in, frame(2, base+100, fmt.Sprintf(`{"t":%d,"v":{"voltage":12.3}}`, base)))
		send(t, in, frame(2, base+200, fmt.Sprintf(`{"t":%d,"nodes":[{"no":2,"x":1.5}]}`, base)))           // the same reading with more fields
		send(t, in, frame(2, base+300, fmt.Sprintf(`{"t":%d,"v":{"voltage":12.3}}`, base)))                 // again
		send(t, in, frame(2, base+400, fmt.Sprintf(`{"t":%d,"v":{"voltage":12.4}}`, base)))                 // another value
		send(t, in, frame(2, base+500, fmt.Sprintf(`{"t":%d,"hist":true,"v":{"voltage":11}}`, base-60000))) // late
		expect(t, in, 2, 0, "-60000 voltage=11\n+0 voltage=12.4 x[2]=1.5\n")
		revisions, err := in.Series.Revisions(t.Context(), series.RawID(2, 0), base, base)
		if err != nil {
			t.Fatal(err)
		}
		old := 0
		for _, r := range revisions {
			if r.Column.Field == "voltage" && r.Value == 12.3 {
				old++
			}
		}
		if old != 1 {
			t.Errorf("revisions %+v, want 12.3 V once", revisions)
		}
		stats := in.Stats()
		if stats.Duplicates != 1 || stats.Revisions != 1 || stats.Readings != 5 {
			t.Errorf("%d duplicates, %d revisions of %d readings; want 1, 1 of 5", stats.Duplicates, stats.Revisions, stats.Readings)
		}
		pending, err := marks.Pending(t.Context(), in.Data.Reader(), 0)
		if err != nil || len(pending) != 4 {
			t.Errorf("%d rows of marks wait (%v), want 4", len(pending), err)
		}
		if err := in.Close(t.Context()); err != nil { // stage 2 receives the last rows after they are stored
			t.Fatal(err)
		}
		got, _ := in.Sink.Marks()
		want := []marks.Mark{{Point: 200000, From: base}, {Point: 200000, From: base}, {Point: 200000, From: base}, {Point: 200000, From: base - 60000}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("marks: a duplicate makes none (-want +got):\n%s", diff)
		}
	})
}

func TestChannelsOfCollectorsChildrenAndGateways(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		send(t, in, frame(1, base, fmt.Sprintf(`{"t":%d,"sn":"SN-1","v":{"voltage":12},"ch":[{"no":3,"freq":2671.8},{"no":4,"freq":2000}]}`, base)))
		send(t, in, frame(1, base, fmt.Sprintf(`{"t":%d,"sn":"CHILD-7","nodes":[{"no":1,"angleX":0.9}]}`, base)))
		send(t, in, frame(1, base, fmt.Sprintf(`{"items":[{"point":"P-0009","t":%d,"values":{"x":1}}]}`, base)))
		expect(t, in, 1, 0, "+0 voltage=12\n")
		expect(t, in, 1, 3, "+0 freq=2671.8\n")
		expect(t, in, 1, 4, "+0 freq=2000\n")
		expect(t, in, 1, 7, "+0 angleX[1]=0.9\n")
		expect(t, in, 1, 9, "+0 x=1\n")
	})
}

// A register ID just issued by another process is looked up once; unknown devices cannot abuse this.
func TestUnknownRegisterIsLookedUp(t *testing.T) {
	devices := intaketest.NewDevices(3)
	directory, err := ingest.NewDirectory(t.Context(), devices)
	if err != nil {
		t.Fatal(err)
	}
	prove := func(register, secret string) (known, proven bool) {
		_, known, proven = directory.Prove(t.Context(), register, func(d *ingest.Device) bool { return d.Accepts([]byte(secret), base) })
		return known, proven
	}
	made := func(id int64, register, secret string) {
		devices.Change(id, func(d *ingest.Device) { d.Register, d.Secrets = register, []ingest.Secret{{Text: secret}} })
	}
	made(9, "NEW-9", "first")
	if known, proven := prove("NEW-9", "first"); !known || !proven {
		t.Error("a new device is unknown")
	}
	made(2, intaketest.Register(2), "rotated")
	if _, proven := prove(intaketest.Register(2), "rotated"); !proven {
		t.Error("the new secret after a rotation is refused")
	}
	if _, proven := prove(intaketest.Register(2), intaketest.Secret(2)); proven {
		t.Error("the previous secret is accepted")
	}
	if known, _ := prove("", "first"); known {
		t.Error("an empty register is a known device")
	}
	before := devices.Looked()
	for range 100 {
		prove("STRANGER", "x")
	}
	if n := devices.Looked() - before; n != 1 {
		t.Errorf("one unknown register was looked up %d times", n)
	}
	for i := range 5000 {
		prove(fmt.Sprintf("STRANGER-%d", i), "x")
	}
	if n := devices.Looked() - before; n > 1000 {
		t.Errorf("5000 unknown registers cost %d lookups", n)
	}
	made(11, "STRANGER", "x") // known now; changes arrive as events
	if err := directory.Refresh(t.Context(), []int64{11}); err != nil {
		t.Fatal(err)
	}
	if known, proven := prove("STRANGER", "x"); !known || !proven {
		t.Error("a register refused earlier is still refused")
	}
}

func TestFramesOfADeviceNewestFirst(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		for i := range 30 {
			send(t, in, frame(int64(2+i%3), base+int64(i), fmt.Sprintf(`{"v":{"n":%d}}`, i)))
		}
		var got []int64
		before := ingest.Entry{}
		for page := 0; ; page++ {
			list, more, err := in.Frames(t.Context(), 3, before, 4)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				if f.Device != 3 || f.Kind != ingest.Up || f.Register != "REG-3" {
					t.Errorf("frame %+v", f)
				}
				got = append(got, f.Received-base)
			}
			if before = more; more.Seq == 0 {
				break
			}
			if page > 10 {
				t.Fatal("paging does not end")
			}
		}
		if diff := cmp.Diff([]int64{28, 25, 22, 19, 16, 13, 10, 7, 4, 1}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestDeviceStateFromFrames(t *testing.T) {
	in := open(t, t.TempDir(), intaketest.Options{})
	send(t, in, frame(2, base, `{"v":{"voltage":12.3,"rssi":-71,"temp":20}}`))
	send(t, in, frame(2, base+1000, `{"type":"reg","fw":"1.2.0.3"}`))
	status := frame(2, base+2000, `{"online":false}`)
	status.Kind = ingest.Status
	send(t, in, status)
	send(t, in, frame(2, base+3000, `garbage`))
	if at := in.LastSeen(2); at != base+3000 {
		t.Errorf("last seen %+d", at-base)
	}
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen := in.Sink.Seen(2)
	if seen.LastSeen != base+3000 || seen.Voltage.Value != 12.3 || seen.RSSI.Value != -71 || seen.Temperature.Value != 20 || seen.Firmware != "1.2.0.3" {
		t.Errorf("stored %+v", seen)
	}
	if in.LastSeen(9) != 0 {
		t.Error("a device that never sent has a last-seen time")
	}
}

func TestDirectoryFollowsChanges(t *testing.T) {
	in := open(t, t.TempDir(), intaketest.Options{})
	directory := in.Directory()
	if d, ok := directory.ByRegister("REG-5"); !ok || !d.Accepts([]byte("secret-5"), base) || d.Accepts([]byte("secret-4"), base) || d.Accepts(nil, base) {
		t.Fatal("device 5 is not as configured")
	}
	in.Devices.Change(5, func(d *ingest.Device) { d.Register = "NEW-5" })
	in.Devices.Remove(6)
	if err := directory.Refresh(t.Context(), []int64{5, 6}); err != nil {
		t.Fatal(err)
	}
	for register, want := range map[string]bool{"REG-5": false, "NEW-5": true, "REG-6": false, "REG-7": true} {
		if _, ok := directory.ByRegister(register); ok != want {
			t.Errorf("%s known: %v, want %v", register, ok, want)
		}
	}
	in.Devices.Change(60, func(d *ingest.Device) { d.Register = "NEW-60" })
	in.Devices.Remove(9)
	if err := directory.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	for register, want := range map[string]bool{"NEW-60": true, "REG-9": false, "NEW-5": true} {
		if _, ok := directory.ByRegister(register); ok != want {
			t.Errorf("after reloading all, %s known: %v, want %v", register, ok, want)
		}
	}
	// A sensor moves from collector 7 to collector 8: both are reloaded.
	sensor := func(collector int64) {
		connection := timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: collector, ChannelNo: 3}}})
		in.Devices.Change(50, func(d *ingest.Device) { d.SNCode, d.Connection = "MOVED", connection })
		for _, id := range []int64{7, 8} {
			in.Devices.Change(id, func(d *ingest.Device) {
				d.Children = nil
				if id == collector {
					d.Children = []ingest.Child{{ID: 50, SNCode: "MOVED", Connection: connection}}
				}
			})
		}
		if err := directory.Refresh(t.Context(), []int64{50}); err != nil {
			t.Fatal(err)
		}
	}
	for _, collector := range []int64{7, 8} {
		sensor(collector)
		for _, id := range []int64{7, 8} {
			d, _ := directory.ByID(id)
			if _, ok := d.ChannelOfChild([]byte("MOVED"), base); ok != (id == collector) {
				t.Errorf("sensor on %d: known to collector %d: %v", collector, id, ok)
			}
		}
	}
}

func TestRefusalsAreBounded(t *testing.T) {
	var refusals ingest.Rejections
	for i := range 1500 {
		refusals.Note(ingest.MQTT, fmt.Sprintf("X%d", i), "unknownRegister", "1.2.3.4:5", int64(i))
	}
	refusals.Note(ingest.MQTT, "X1499", "unknownRegister", "1.2.3.4:6", 2000)
	list := refusals.List()
	if len(list) != 1000 || list[0].Register != "X1499" || list[0].Count != 2 || list[0].Address != "1.2.3.4:6" || list[999].Register != "X500" {
		t.Errorf("%d refusals, first %+v, last %+v", len(list), list[0], list[len(list)-1])
	}
}
