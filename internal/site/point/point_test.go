package point_test

import (
	"context"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

const day = 1_700_006_400_000 // some day at 00:00 UTC, in ms

// crack returns a valid point without a binding.
func crack(s *apptest.Site, name string) point.New {
	return point.New{Point: point.Point{StructureID: s.Structure.ID, Name: name, Kind: point.Normal, Measurement: "Crack", Category: "Crack"}}
}

// fields returns the fields in an error, with their message keys.
func fields(err error) map[string]string {
	told, ok := errs.As(err)
	if !ok {
		return nil
	}
	out := make(map[string]string, len(told.Fields))
	for _, f := range told.Fields {
		out[f.Name] = f.Message.Key
	}
	return out
}

func TestBatchErrorsNameCells(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx := context.Background()
	bound := func(name string, channel int32) point.New {
		p := crack(s, name)
		p.Config = []timeline.Draft{
			apptest.Draft(t, "binding", 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Spare.ID, ChannelNo: channel}}}),
		}
		return p
	}
	item := crack(s, "In an item of elsewhere")
	item.ItemID = s.Structure.ID
	for _, c := range []struct {
		name   string
		points []point.New
		want   map[string]string
	}{
		{"valid", []point.New{crack(s, "A-01"), bound("A-02", 0)}, nil},
		{
			"name in use, in the batch and before",
			[]point.New{crack(s, "A"), crack(s, "A"), crack(s, s.Crack.Name)},
			map[string]string{"points[1].name": errs.Duplicate.Key, "points[2].name": errs.NameUsed.Key},
		},
		{
			"empty and too long",
			[]point.New{crack(s, ""), crack(s, "123456789012345678901")},
			map[string]string{"points[0].name": errs.Empty.Key, "points[1].name": errs.TooLong.Key},
		},
		{"place", []point.New{item}, map[string]string{"points[0].name": errs.TooLong.Key, "points[0].itemId": errs.MustExist.Key}},
		{
			"one channel for two",
			[]point.New{bound("A", 1), bound("B", 1), bound("C", 2)},
			map[string]string{"points[1].config[0].value.sources[0].channelNo": errs.Duplicate.Key},
		},
		{
			"a channel that there cannot be",
			[]point.New{bound("A", -1)},
			map[string]string{"points[0].config[0].value.sources[0].channelNo": errs.ChannelInvalid.Key},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fields(s.Points.CheckNew(ctx, s.Admin.Scope(), s.Project.ID, c.points))
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for name, key := range c.want {
				if got[name] != key {
					t.Errorf("%s: got %q, want %q", name, got[name], key)
				}
			}
			_, err := s.Points.Create(ctx, apptest.Actor(s.Admin), s.Project.ID, c.points)
			if (err == nil) != (c.want == nil) {
				t.Errorf("check and create disagree: %v", err)
			}
		})
	}
	if _, err := s.Points.Create(ctx, apptest.Actor(s.Admin), s.Project.ID, make([]point.New, point.MaxBatch+1)); !errs.Is(err, errs.TooManyEntries) {
		t.Errorf("an oversized batch: %v", err)
	}
	if err := s.Points.CheckNew(ctx, s.Stranger.Scope(), s.Project.ID, []point.New{crack(s, "A")}); !errs.Is(err, errs.NothingHere) {
		t.Errorf("check by a stranger: %v", err)
	}
}

func lining(parts ...definition.RingPart) definition.Processor {
	return definition.Processor{Ring: &definition.Ring{Segments: parts}}
}

func TestSegmentsOfALiningMeet(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	draft := apptest.Draft(t, "processor", day, lining(
		definition.RingPart{Name: "F", From: 340, To: 20}, definition.RingPart{Name: "L1", From: 20, To: 180}, definition.RingPart{Name: "L2", From: 180, To: 340},
	))
	got := fields(s.Points.Check(context.Background(), s.Admin.Scope(), s.Crack.ID, draft, 0))
	for field := range got {
		if strings.Contains(field, "segments") {
			t.Errorf("%s is refused", field)
		}
	}
}

func TestVersionsAreCheckedByAspect(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	level := 1.0
	for _, c := range []struct {
		aspect string
		from   int64
		value  any
		field  string
		key    string
	}{
		{"smell", day, map[string]any{}, "aspect", errs.NotOneOf.Key},
		{"collect", 1, definition.Collect{Mode: "UploadCollect", Interval: 60}, "validFrom", errs.TimeOutOfRange.Key},
		{"collect", day, definition.Collect{Mode: "CommandCollect", Interval: 60}, "value.interval", errs.OutOfRange.Key},
		{"collect", day, definition.Collect{Mode: "UploadCollect", Interval: 60, Start: 2, End: 1}, "value.end", errs.StartAfterEnd.Key},
		{"initial", day, definition.Initial{Mode: "manual"}, "value.values", errs.Empty.Key},
		{"initial", day, definition.Initial{Mode: "manual", Values: map[string]float64{"smell": level}}, "value.values.smell", errs.FieldUnknown.Key},
		{"processor", day, definition.Processor{Abnormal: []definition.AbnormalRow{{Field: "width", Value: 0}}}, "value.abnormal[0].value", errs.TooSmall.Key},
		{"processor", day, definition.Processor{AxisAzimuth: 400}, "value.axisAzimuth", errs.OutOfRange.Key},
		{"processor", day, definition.Processor{Ring: &definition.Ring{Shape: "oval"}}, "value.ring.shape", errs.NotOneOf.Key},
		{"processor", day, definition.Processor{Ring: &definition.Ring{Width: 6000}}, "value.ring.width", errs.Unexpected.Key},
		{
			"processor", day,
			definition.Processor{Ring: &definition.Ring{Shape: definition.Rectangle, Width: 6000, Height: 20}},
			"value.ring.height", errs.OutOfRange.Key,
		},
		{
			"processor", day,
			definition.Processor{Ring: &definition.Ring{Shape: definition.Horseshoe, Width: 6000, Height: 2000}},
			"value.ring.height", errs.OutOfRange.Key,
		},
		{
			"processor", day,
			definition.Processor{Ring: &definition.Ring{Shape: definition.Horseshoe, Width: 6000, Height: 6500, Clearance: 3000}},
			"value.ring.clearance", errs.OutOfRange.Key,
		},
		{"processor", day, lining(definition.RingPart{Name: "F", To: 20}), "value.ring.segments", errs.TooFewEntries.Key},
		{"processor", day, lining(definition.RingPart{Name: " ", To: 20}, definition.RingPart{From: 20}), "value.ring.segments[0].name", errs.Empty.Key},
		{
			"processor", day, lining(definition.RingPart{Name: "F", To: 20}, definition.RingPart{Name: "F", From: 20}),
			"value.ring.segments[1].name", errs.Duplicate.Key,
		},
		{
			"processor", day, lining(definition.RingPart{Name: "F", To: 20}, definition.RingPart{Name: "L1", From: 20, To: 361}),
			"value.ring.segments[1].to", errs.OutOfRange.Key,
		},
		{
			"processor", day, lining(definition.RingPart{Name: "F", From: 340, To: 20}, definition.RingPart{Name: "L1", From: 10, To: 90}),
			"value.ring.segments[1].from", errs.SegmentsOverlap.Key,
		},
		{"binding", day, definition.Binding{}, "value.sources", errs.NoDevice.Key},
		{"binding", day, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: s.Crack.ID}}}, "value.sources[0].pointId", errs.MustExist.Key},
		{"binding", day, definition.Binding{Sources: []definition.Source{{Role: "first", DeviceID: s.Spare.ID}}}, "value.sources[0].role", errs.NotOneOf.Key},
		{
			"thresholds", day, alarm.Thresholds{
				List: []alarm.Threshold{{Field: "smell", ValueType: alarm.Observed, Enable: true}},
			}, "value.list[0].field", errs.FieldUnknown.Key,
		},
	} {
		draft := apptest.Draft(t, c.aspect, c.from, c.value)
		got := fields(s.Points.Check(context.Background(), s.Admin.Scope(), s.Crack.ID, draft, 0))
		if got[c.field] != c.key {
			t.Errorf("%s %v: got %v, want %s at %s", c.aspect, c.value, got, c.key, c.field)
		}
		if _, err := s.Points.Record(context.Background(), apptest.Actor(s.Admin), s.Crack.ID, draft); err == nil {
			t.Errorf("%s was recorded", c.aspect)
		}
	}
}

func TestVersionsOfAnotherPointAreNotFound(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	collect := apptest.Draft(t, "collect", day, definition.Collect{Mode: "UploadCollect", Interval: 60})
	made, err := s.Points.Record(ctx, admin, s.Crack.ID, collect)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Points.Supersede(ctx, admin, s.Level.ID, made.ID, ""); !errs.Is(err, errs.NothingHere) {
		t.Errorf("revoked through another point: %v", err)
	}
	if _, err := s.Points.Correct(ctx, apptest.Actor(s.Stranger), s.Crack.ID, made.ID, collect); !errs.IsKind(err, errs.NotFound) {
		t.Errorf("corrected by a stranger: %v", err)
	}
	if _, err := s.Points.Supersede(ctx, admin, s.Crack.ID, made.ID, "wrong"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Points.Supersede(ctx, admin, s.Crack.ID, made.ID, "again"); !errs.Is(err, errs.Changed) {
		t.Errorf("revoked twice: %v", err)
	}
}

func TestPendingPoints(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx := context.Background()
	draft := apptest.Draft(t, "collect", day, definition.Collect{Mode: "UploadCollect", Interval: 60})
	if _, err := s.Points.Record(ctx, apptest.Actor(s.Admin), s.Crack.ID, draft); err != nil {
		t.Fatal(err)
	}
	waiting, err := s.Points.Pending(ctx, s.Guest.Scope(), s.Project.ID, s.Crack.ID)
	if err != nil || len(waiting) != 1 || waiting[0] != (point.Pending{PointID: s.Crack.ID, Name: s.Crack.Name, From: day}) {
		t.Errorf("waiting %+v, %v", waiting, err)
	}
	if _, err := s.Points.Pending(ctx, access.Scope{Corporation: s.Other.ID}, s.Project.ID, 0); !errs.Is(err, errs.NothingHere) {
		t.Errorf("seen from another corporation: %v", err)
	}
}
