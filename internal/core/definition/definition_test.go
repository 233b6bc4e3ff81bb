package definition

import (
	"math"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/timeline"
)

// draftedAspects returns the aspects in which a definition has an unrecorded version.
func draftedAspects(d Definition, device int64) map[string]bool {
	found := map[string]bool{}
	add(found, string(AspectBinding), d.Config.Binding)
	add(found, string(AspectFormula), d.Config.Formula)
	add(found, string(AspectInitial), d.Config.Initial)
	add(found, string(AspectProcessor), d.Config.Processor)
	add(found, string(AspectCollect), d.Config.Collect)
	add(found, string(AspectThresholds), d.Thresholds)
	config := d.Devices[device].Config
	add(found, string(AspectCoefficients), config.Coefficients)
	add(found, string(AspectGeometry), config.Geometry)
	add(found, string(AspectConnection), config.Connection)
	add(found, string(AspectChannels), config.Channels)
	add(found, string(AspectBasic), config.Basic)
	add(found, string(AspectGDMAngle), config.GDMAngle)
	add(found, string(AspectRanges), config.Ranges)
	return found
}

func add[T any](found map[string]bool, aspect string, line timeline.Timeline[T]) {
	for _, v := range line.Versions() {
		if v.ID == DraftID {
			found[aspect] = true
		}
	}
}

func TestDraftChangesOnlyItsAspect(t *testing.T) {
	const device = 7
	d := Definition{Devices: map[int64]Device{device: {ID: device}}}
	check := func(aspect string, drafted Definition, err error, want bool) {
		t.Helper()
		if found := draftedAspects(drafted, device); err != nil || found[aspect] != want || len(found) > 1 {
			t.Errorf("a draft of %s changes %v, %v", aspect, found, err)
		}
		if found := draftedAspects(d, device); len(found) > 0 {
			t.Fatalf("a draft of %s changes the definition itself: %v", aspect, found)
		}
	}
	for _, aspect := range []PointAspect{AspectBinding, AspectFormula, AspectInitial, AspectProcessor, AspectCollect, AspectThresholds, "engineering"} {
		drafted, err := d.WithPointDraft(timeline.Draft{Aspect: string(aspect), Value: []byte("{}")}, 0)
		check(string(aspect), drafted, err, aspect.Computes())
	}
	for _, aspect := range []DeviceAspect{AspectCoefficients, AspectGeometry, AspectConnection, AspectBasic, AspectGDMAngle, AspectRanges, "hem"} {
		drafted, err := d.WithDeviceDraft(device, timeline.Draft{Aspect: string(aspect), Value: []byte("{}")}, 0)
		check(string(aspect), drafted, err, aspect.Computes())
	}
	// A definition includes the channels of a device, although no result depends on them.
	drafted, err := d.WithDeviceDraft(device, timeline.Draft{Aspect: string(AspectChannels), Value: []byte("{}")}, 0)
	check(string(AspectChannels), drafted, err, true)
}

func TestDraftReplacesOrRemovesVersion(t *testing.T) {
	d := Definition{Thresholds: timeline.Of([]timeline.Version[alarm.Thresholds]{{ID: 1}, {ID: 2, ValidFrom: 1000}})}
	replaced, err := d.WithPointDraft(timeline.Draft{Aspect: string(AspectThresholds), ValidFrom: 500, Value: []byte("{}")}, 2)
	if v, _ := replaced.Thresholds.At(2000); err != nil || v.ID != DraftID || !replaced.DraftsThresholds() {
		t.Errorf("version %d is in effect, %v", v.ID, err)
	}
	removed, err := d.WithPointDraft(timeline.Draft{Aspect: string(AspectThresholds)}, 2)
	if v, _ := removed.Thresholds.At(2000); err != nil || v.ID != 1 || removed.DraftsThresholds() {
		t.Errorf("version %d is in effect, %v", v.ID, err)
	}
	if _, err := d.WithPointDraft(timeline.Draft{Aspect: string(AspectThresholds), Value: []byte("[")}, 0); err == nil {
		t.Error("an invalid value is accepted")
	}
}

func TestOnlySensorsHaveCarrier(t *testing.T) {
	connected := DeviceConfig{Connection: timeline.Of([]timeline.Version[Connection]{{ID: 1, ValidFrom: 100, Value: Connection{CollectorID: 5, ChannelNo: 3}}})}
	for _, c := range []struct {
		name string
		kind string
		at   int64
		want bool
	}{
		{"a sensor on a channel", catalog.MeasuringDevice, 100, true},
		{"before it was connected", catalog.MeasuringDevice, 99, false},
		{"a collector behind a DTU", catalog.CollectorDevice, 100, false},
	} {
		collector, channel, ok := Device{Kind: c.kind, Config: connected}.Carrier(c.at)
		if ok != c.want || ok && (collector != 5 || channel != 3) {
			t.Errorf("%s: collector %d, channel %d, %t", c.name, collector, channel, ok)
		}
	}
}

func TestRangePrecedence(t *testing.T) {
	low, high := -5.0, 5.0
	ranges := Ranges{List: []Range{{Field: "temp", Min: &low}, {ChannelNo: 2, Field: "temp", Max: &high}, {ChannelNo: 3, Field: "temp"}}}
	raw, known := catalog.RawFieldOf("WATERLEVEL", "freq")
	if !known || raw.Min == nil || raw.Max == nil {
		t.Fatal("the catalog has no range of frequencies")
	}
	for _, c := range []struct {
		channel   int32
		field     string
		low, high float64
		ok        bool
	}{
		{1, "temp", low, math.Inf(1), true},
		{2, "temp", math.Inf(-1), high, true},
		{3, "temp", math.Inf(-1), math.Inf(1), false}, // no limit on either side
		{1, "freq", *raw.Min, *raw.Max, true},
		{1, "mine", 0, 0, false},
	} {
		gotLow, gotHigh, ok := ranges.RangeOf("WATERLEVEL", c.channel, c.field)
		if gotLow != c.low || gotHigh != c.high || ok != c.ok {
			t.Errorf("%s on channel %d: %v to %v, %t", c.field, c.channel, gotLow, gotHigh, ok)
		}
	}
}
