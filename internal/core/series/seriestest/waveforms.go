package seriestest

import (
	"context"
	"database/sql"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
)

// part is a part of a record of two axes.
func part(id series.ID, t int64, no, parts int32, samples ...int16) series.Waveform {
	w := series.Waveform{Series: id, Fragment: vibration.Fragment{
		Time: t, Part: no, Parts: parts, Received: t + 1, Rate: 200, Scale: 0.001, Count: len(samples),
		Axes: []vibration.Component{{Field: "vx", Unit: "mm/s"}, {Field: "vz"}}, Samples: [][]int16{samples, make([]int16, len(samples))},
	}}
	for i, v := range samples {
		w.Samples[1][i] = -v - 1
	}
	w.Content = vibration.ContentOf(&w.Fragment)
	return w
}

func (b *bench) waveforms(id series.ID, from, to int64, samples bool) []series.Waveform {
	b.Helper()
	list, err := b.store.Waveforms(context.Background(), id, from, to, samples)
	if err != nil {
		b.Fatal(err)
	}
	for i := range list {
		list[i].Bytes = 0
	}
	return list
}

// Parts of a record come in any order and more than once; a corrected one is kept with the one that it corrects.
func waveformsComeBack(t *testing.T, b *bench) {
	one, other := rawIDs[0], rawIDs[1]
	second := part(one, 1000, 2, 3, math.MaxInt16, math.MinInt16, 0)
	third, first := part(one, 1000, 3, 3, 7), part(one, 1000, 1, 3, 1, -2, 3)
	corrected := part(one, 1000, 2, 3, 5, 5, 5)
	alone := part(other, 1000, 0, 0, 4, 4)
	b.write(t, series.Batch{Waveforms: []series.Waveform{third, second, alone}})
	again := second
	again.Received++
	b.write(t, series.Batch{Waveforms: []series.Waveform{again, first}})
	b.write(t, series.Batch{Waveforms: []series.Waveform{corrected}})
	list := b.waveforms(one, 1000, 1000, true)
	revised := []series.Waveform{second, corrected}
	if corrected.Content < second.Content {
		revised = []series.Waveform{corrected, second}
	}
	if diff := cmp.Diff(append(append([]series.Waveform{first}, revised...), third), list); diff != "" {
		t.Fatal(diff)
	}
	if list := b.waveforms(one, 1001, math.MaxInt64, true); len(list) > 0 {
		t.Error("waveforms of another time")
	}
	if list := b.waveforms(other, 0, 2000, false); len(list) != 1 || list[0].Samples != nil || list[0].Count != 2 {
		t.Errorf("a waveform without its samples is %+v", list)
	}
	b.transact(func(tx *sql.Tx) (func(), error) {
		return b.store.DeleteSeries(context.Background(), tx, []series.ID{one})
	})
	if len(b.waveforms(one, 0, 2000, false)) > 0 || len(b.waveforms(other, 0, 2000, false)) != 1 {
		t.Error("waveforms are not deleted with their series")
	}
}

// Pages of records do not split those that began together.
func recordsAreListed(t *testing.T, b *bench) {
	a, other := series.RawID(7, 3), series.RawID(7, 1)
	b.write(t, series.Batch{Waveforms: []series.Waveform{
		part(a, 1000, 0, 0, 1), part(a, 2000, 1, 2, 1), part(a, 2000, 2, 2, 1), part(other, 2000, 0, 0, 1), part(a, 3000, 0, 0, 1),
	}})
	for _, c := range []struct {
		channel int32
		before  int64
		limit   int
		want    []series.RecordKey
	}{
		{series.AllChannels, 4000, 2, []series.RecordKey{{Series: a, Time: 3000}, {Series: other, Time: 2000}, {Series: a, Time: 2000}}},
		{series.AllChannels, 2000, 2, []series.RecordKey{{Series: a, Time: 1000}}},
		{3, 3000, 2, []series.RecordKey{{Series: a, Time: 2000}, {Series: a, Time: 1000}}},
		{1, 4000, 1, []series.RecordKey{{Series: other, Time: 2000}}},
		{2, 4000, 1, nil},
	} {
		list, err := b.store.Records(context.Background(), 7, c.channel, 0, c.before, c.limit)
		if diff := cmp.Diff(c.want, list); diff != "" || err != nil {
			t.Errorf("%+v: %v %s", c, err, diff)
		}
	}
}

// Retention finds the samples of devices between two times, but not those that came later, and leaves summaries in their
// place.
func waveformsAreDropped(t *testing.T, b *bench) {
	ctx := context.Background()
	id, neighbor := series.RawID(7, 3), series.RawID(8, 0)
	late := part(id, 1500, 1, 2, 5)
	late.Received = 5000
	b.write(t, series.Batch{Waveforms: []series.Waveform{
		part(id, 3000, 0, 0, 1, 2), part(id, 1000, 1, 2, 1, 2), part(id, 1000, 2, 2, 3), part(id, 2000, 0, 0, 9), part(neighbor, 1000, 0, 0, 9),
		late, part(id, 1500, 2, 2, 6),
	}})
	size := func(from, to int64) series.WaveformSize {
		t.Helper()
		sizes, err := b.store.SamplesSizes(ctx, []int64{7, 9}, from, to)
		if err != nil || len(sizes) > 1 {
			t.Fatalf("sizes %v, %v", sizes, err)
		}
		return sizes[7]
	}
	old := size(0, 3000)
	if old.Records != 2 || old.Oldest != 1000 || old.Newest != 2000 || old.Bytes == 0 {
		t.Fatalf("size %+v", old)
	}
	if part := size(1001, 3000); part.Records != 1 || part.Oldest != 2000 {
		t.Errorf("from the second on %+v", part)
	}
	records, err := b.store.Records(ctx, 7, series.AllChannels, 1000, 3000, 10)
	if diff := cmp.Diff([]series.RecordKey{{Series: id, Time: 2000}, {Series: id, Time: 1500}, {Series: id, Time: 1000}}, records); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	var dropped int64
	b.transact(func(tx *sql.Tx) (func(), error) {
		keys, err := b.store.SamplesBetween(ctx, tx, 7, 0, 3000, 1)
		if diff := cmp.Diff([]series.RecordKey{{Series: id, Time: 1000}}, keys); diff != "" || err != nil {
			t.Fatal(diff, err)
		}
		dropped, err = b.store.DropSamples(ctx, tx, id, 1000, 3000, `{"a":1}`)
		return func() {}, err
	})
	for _, w := range b.waveforms(id, 1000, 1000, true) {
		if w.Samples != nil || w.Kept != `{"a":1}` || w.Rate != 200 {
			t.Errorf("after retention: %+v", w)
		}
	}
	left := size(0, 3000)
	if left.Records != 1 || left.Oldest != 2000 || left.Bytes+dropped != old.Bytes {
		t.Errorf("left are %+v of %+v without %d", left, old, dropped)
	}
	b.transact(func(tx *sql.Tx) (func(), error) {
		_, err := b.store.DropSamples(ctx, tx, id, 1500, 3000, `{"a":1}`)
		return func() {}, err
	})
	if list := b.waveforms(id, 1500, 1500, true); list[0].Samples == nil || list[0].Kept != "" || list[1].Samples != nil {
		t.Errorf("a part that came later: %+v", list)
	}
	if all := size(0, math.MaxInt64); all.Records != 3 {
		t.Errorf("all are %+v", all)
	}
}
