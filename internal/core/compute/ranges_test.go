package compute_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
)

// The range in effect at the time of a reading applies, whenever the reading arrives or the range was entered.
func TestRangesApplyFromTheirTime(t *testing.T) {
	upTo := func(limit float64) definition.Ranges {
		return definition.Ranges{List: []definition.Range{{Field: "raw", Max: &limit}}}
	}
	h := openHarness(t)
	d, raw := gauge(h)
	main, _ := raw.Channel()
	d.Devices[main] = definition.Device{}
	s := newSite(t, h, d)
	expect := func(when string, want ...reading.Flag) {
		t.Helper()
		if diff := cmp.Diff(want, flags(s.results(d.Point.ID))); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
	}
	enter := func(from int64, list ...since[definition.Ranges]) {
		t.Helper()
		s.configure(d.Point.ID, from, func(d *definition.Definition) {
			used := definition.Device{}
			used.Config.Ranges = versions(h, list...)
			d.Devices[main] = used
		})
		s.drain()
	}
	const out = reading.OutOfRange

	s.hourly(raw, 1, 20, 20, 1, 60)
	expect("without a range", 0, 0, 0, 0, 0)
	enter(start, at(start, upTo(5)), at(start+2*hour, upTo(50)))
	expect("a range that grows", 0, out, 0, 0, out)
	enter(start+2*hour, at(start, upTo(5)), at(start+2*hour, upTo(50)), at(start+4*hour, definition.Ranges{}))
	expect("a range that ends", 0, out, 0, 0, 0)
	s.send(true, put(raw, start+hour+hour/2, 30)) // late, into the time of the first range
	s.drain()
	expect("a late reading", 0, out, out, 0, 0, 0)
	enter(start, at(start+4*hour, upTo(50)))
	expect("a range from later on", 0, 0, 0, 0, 0, out)
}

// A range can be previewed before it is saved, like all settings of a device.
func TestRangesArePreviewed(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	main, _ := raw.Channel()
	d.Devices[main] = definition.Device{}
	drafted, err := d.WithDeviceDraft(main, timeline.Draft{
		Aspect: string(definition.AspectRanges), ValidFrom: start, Value: []byte(`{"list":[{"field":"raw","max":5}]}`),
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if held, ok := drafted.Devices[main].Config.Ranges.At(start); !ok || len(held.Value.List) != 1 || *held.Value.List[0].Max != 5 {
		t.Errorf("%+v", held)
	}
	if _, ok := d.Devices[main].Config.Ranges.At(start); ok {
		t.Error("the definition itself was changed")
	}
}
