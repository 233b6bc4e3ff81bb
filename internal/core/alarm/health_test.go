package alarm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const minute = int64(60_000)

func TestDeviceSilence(t *testing.T) {
	d := Device{ID: 7} // 3 collections and 5 min
	every := func(minutes int64) []Schedule { return []Schedule{{From: -1 << 62, Interval: minutes * minute}} }
	for name, c := range map[string]struct {
		gaps      []Span
		schedules []Schedule
		now       int64
		want      []Span
		due       int64
	}{
		"not yet": {[]Span{{From: 1000 * minute}}, every(10), 1035 * minute, nil, 1035 * minute},
		"silent":  {[]Span{{From: 1000 * minute}}, every(10), 1035*minute + 1, []Span{{1035 * minute, 0}}, 0},
		"silent until the next report": {
			[]Span{{1000 * minute, 1100 * minute}, {From: 1100 * minute}}, every(10), 1101 * minute, []Span{{1035 * minute, 1100 * minute}}, 1135 * minute,
		},
		"reported in time": {[]Span{{1000 * minute, 1035 * minute}}, every(10), 2000 * minute, nil, 0},
		"no schedule": {
			[]Span{{From: 1000 * minute}}, []Schedule{{From: 0}}, 1 << 50, nil, 0,
		},
		"scheduled later": {
			[]Span{{From: 1000 * minute}}, []Schedule{{From: 0}, {From: 5000 * minute, Interval: 10 * minute}}, 9000 * minute, []Span{{5035 * minute, 0}}, 0,
		},
		"schedule ended": {
			[]Span{{From: 1000 * minute}},
			[]Schedule{{From: 0, Interval: 10 * minute}, {From: 1200 * minute}},
			9000 * minute,
			[]Span{{1035 * minute, 1200 * minute}},
			0,
		},
		"a longer interval": {
			[]Span{{From: 1000 * minute}}, []Schedule{
				{From: 0, Interval: 10 * minute}, {From: 1020 * minute, Interval: 60 * minute},
			}, 9000 * minute, []Span{{1185 * minute, 0}}, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			episodes, due := d.Silences(c.gaps, c.schedules, c.now)
			var got []Span
			for _, e := range episodes {
				got = append(got, Span{e.Opened, e.Ended})
			}
			if diff := cmp.Diff(c.want, got); diff != "" || due != c.due {
				t.Errorf("due %d, want %d (-want +got):\n%s", due, c.due, diff)
			}
		})
	}
}

// A device with several points is silent while all of them are, and repeats while at least one does.
func TestBetweenAndEither(t *testing.T) {
	lists := [][]Span{{{0, 10}, {20, 40}, {50, 0}}, {{5, 25}, {30, 60}}}
	if diff := cmp.Diff([]Span{{5, 10}, {20, 25}, {30, 40}, {50, 60}}, Between(lists)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Span{{0, 0}}, Either(lists)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Span{{1, 2}, {3, 8}}, Either([][]Span{{{3, 5}}, {{1, 2}, {4, 8}}})); diff != "" {
		t.Error(diff)
	}
}

func TestLowSupplyNeedsTwoReports(t *testing.T) {
	s := Supply{Limits: ResolveHealth(11.5, nil)}
	for i, volts := range []float64{11.4, 11.6, 11.4, 11.3, 11.2, 11.5, 11.4, 11.4} {
		s.Report(int64(i), volts)
	}
	want := []Episode{
		{Opened: 3, Ended: 5, RestoreValue: 11.5, Steps: []Step{{Time: 3, Value: 11.3, Limit: 11.5, Side: LowerLimit}}},
		{Opened: 7, Steps: []Step{{Time: 7, Value: 11.4, Limit: 11.5, Side: LowerLimit}}},
	}
	if diff := cmp.Diff(want, s.All()); diff != "" {
		t.Error(diff)
	}
}

// A silence found by time is updated when data arrive later.
func TestDeviceRecordsFollowLateData(t *testing.T) {
	silence := func(from, until int64) map[Kind][]Episode {
		return map[Kind][]Episode{OfDataLost: {{Opened: from, Ended: until, Steps: []Step{{Time: from, Limit: 35}}}}}
	}
	raised := ReconcileHealth(nil, 7, Place{ProjectID: 1, PointID: 2}, 1, silence(100*minute, 0), "", 101*minute)
	if len(raised) != 1 || raised[0].Record.Kind != OfDataLost || raised[0].Record.Level != Normal ||
		raised[0].Record.DeviceID != 7 || raised[0].Record.PointID != 0 {
		t.Fatalf("%+v", raised)
	}
	record := raised[0].Record
	record.ID = 1
	for name, c := range map[string]struct {
		status Status
		now    map[Kind][]Episode
		want   Status
		kind   TransitionKind
		gone   bool
	}{
		"continues":              {Pending, silence(100*minute, 0), "", "", false},
		"confirmed, continues":   {Confirm, silence(100*minute, 0), "", "", false},
		"restored":               {Pending, silence(100*minute, 200*minute), Restore, Restored, false},
		"confirmed, restored":    {Confirm, silence(100*minute, 200*minute), Confirm, "", false},
		"shortened by late data": {Pending, silence(150*minute, 0), Pending, Revised, false},
		"filled by late data":    {Pending, nil, Pending, Withdrawn, true},
		"restored, continues":    {Restore, silence(100*minute, 0), Pending, Reopened, false},
	} {
		t.Run(name, func(t *testing.T) {
			stored := record
			if stored.Status = c.status; c.status == Restore {
				stored.Ended = 120 * minute
			}
			changes := ReconcileHealth([]Record{stored}, 7, Place{}, 1, c.now, ByLateData, 300*minute)
			if c.want == "" {
				if len(changes) != 0 {
					t.Fatalf("%+v", changes)
				}
				return
			}
			if len(changes) != 1 || changes[0].Record.Status != c.want || (changes[0].Record.WithdrawnAt != 0) != c.gone {
				t.Fatalf("%+v", changes)
			}
			if c.kind != "" && changes[0].Transitions[0].Kind != c.kind {
				t.Errorf("%+v", changes[0].Transitions)
			}
		})
	}
}
