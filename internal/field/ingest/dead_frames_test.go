package ingest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/errs"
)

func TestDeadFramesAreListedAndReplayed(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		send(t, in, frame(2, base, `{"v":{"temp":NaN}}`))
		// One record with a wrong time does not affect the others.
		send(t, in, frame(2, base,
			fmt.Sprintf(`{"records":[{"t":%d,"v":{"a":1}},{"t":1000,"v":{"a":2}},{"t":%d,"v":{"a":3}}]}`, base, base+int64(25*time.Hour/time.Millisecond))))
		send(t, in, frame(4, base, fmt.Sprintf(`{"t":%d,"sn":"CHILD-9","v":{"a":4}}`, base)))
		big := frame(2, base, `{"t":1795134600000,"v":{"a":1},"x":"`+strings.Repeat("x", reading.MaxMessageBytes)+`"}`)
		send(t, in, big)
		expect(t, in, 2, 0, "+0 a=1\n")

		dead, err := in.DeadFrames(t.Context(), 2, ingest.Entry{}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range dead {
			fields := make([]string, 0, 2)
			for _, f := range d.Reason.Fields {
				fields = append(fields, f.Name+" "+f.Message.Key)
			}
			got = append(got, fmt.Sprint(d.Reason.Key, " ", fields))
		}
		want := []string{
			"errBodyTooLarge []",
			"errReadingTime [records[1].t errReadingTime records[2].t errReadingTime]",
			"msgNotFinite [v.temp msgNotFinite]",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("dead frames (-want +got):\n%s", diff)
		}
		if text := dead[1].Reason.FieldTexts(errs.English)["records[1].t"]; !strings.Contains(text, "1000") {
			t.Errorf("the reason does not contain the time: %q", text)
		}
		if page, err := in.DeadFrames(t.Context(), 2, dead[0].Entry, 1); err != nil || len(page) != 1 || page[0].Entry != dead[1].Entry {
			t.Errorf("second page: %v %v", page, err)
		}

		// After the child was added in the console, its frame is parsed again.
		if revived, _, err := in.Replay(t.Context(), 4, nil); err != nil || revived != 0 {
			t.Errorf("%d revived before anything changed (%v)", revived, err)
		}
		in.Devices.Change(4, func(d *ingest.Device) {
			d.Children = []ingest.Child{
				{
					ID: 99, SNCode: "CHILD-9",
					Connection: timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: 4, ChannelNo: 2}}}),
				},
			}
		})
		if err := in.Directory().Refresh(t.Context(), []int64{4}); err != nil {
			t.Fatal(err)
		}
		if revived, _, err := in.Replay(t.Context(), 4, nil); err != nil || revived != 1 {
			t.Errorf("%d revived, want 1 (%v)", revived, err)
		}
		expect(t, in, 4, 2, "+0 a=4\n")
		if n, err := in.DeadCount(t.Context(), 4); err != nil || n != 0 {
			t.Errorf("%d dead frames left (%v)", n, err)
		}
		if revived, _, err := in.Replay(t.Context(), 2, nil); err != nil || revived != 0 {
			t.Errorf("%d hopeless frames revived (%v)", revived, err)
		}
		if n, err := in.DeadCount(t.Context(), 2); err != nil || n != 3 {
			t.Errorf("%d dead frames of device 2, want 3 (%v)", n, err)
		}
	})
}

// An empty frame is kept with its reason, does not block a replay of all, and can be dismissed.
func TestEmptyFrameIsKeptAndDismissed(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		send(t, in, frame(4, base, ""))
		send(t, in, frame(4, base, `{"items":[{"t":1700000000000,"sn":"CHILD-9","v":{"a":4}}]}`))
		send(t, in, frame(4, base, ""))
		in.Devices.Change(4, func(d *ingest.Device) {
			d.Children = []ingest.Child{
				{
					ID: 99, SNCode: "CHILD-9",
					Connection: timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: 4, ChannelNo: 2}}}),
				},
			}
		})
		if err := in.Directory().Refresh(t.Context(), []int64{4}); err != nil {
			t.Fatal(err)
		}
		revived, failed, err := in.Replay(t.Context(), 4, nil)
		if err != nil || revived != 1 || len(failed) != 2 {
			t.Fatalf("%d revived, %d failed (%v)", revived, len(failed), err)
		}
		for _, dead := range failed {
			if dead.Reason.Code != errs.FrameEmpty.Code {
				t.Errorf("reason %d %s", dead.Reason.Code, dead.Reason.Key)
			}
		}
		if n, err := in.Dismiss(t.Context(), 5, []ingest.Entry{failed[0].Entry}); err != nil || n != 0 {
			t.Errorf("%d frames of another device dismissed (%v)", n, err)
		}
		if n, err := in.Dismiss(t.Context(), 4, []ingest.Entry{failed[0].Entry, failed[1].Entry}); err != nil || n != 2 {
			t.Errorf("%d dismissed, want 2 (%v)", n, err)
		}
		if n, err := in.DeadCount(t.Context(), 4); err != nil || n != 0 {
			t.Errorf("%d dead frames left (%v)", n, err)
		}
	})
}
