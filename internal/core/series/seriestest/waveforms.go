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

// Retention finds the samples of a device before a time, and leaves summaries in their place.
func waveformsAreDropped(t *testing.T, b *bench) {
	ctx := context.Background()
	id, neighbor := series.RawID(7, 3), series.RawID(8, 0)
	b.write(t, series.Batch{Waveforms: []series.Waveform{
		part(id, 3000, 0, 0, 1, 2), part(id, 1000, 1, 2, 1, 2), part(id, 1000, 2, 2, 3), part(id, 2000, 0, 0, 9), part(neighbor, 1000, 0, 0, 9),
	}})
	size, err := b.store.SamplesSize(ctx, 7, 3000)
	if err != nil || size.Records != 2 || size.Oldest != 1000 || size.Bytes == 0 {
		t.Fatalf("size %+v, %v", size, err)
	}
	records, err := b.store.Records(ctx, 7, 1000, 3000, 10)
	if diff := cmp.Diff([]series.RecordKey{{Series: id, Time: 2000}, {Series: id, Time: 1000}}, records); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	old, err := b.store.SamplesBefore(ctx, 7, 3000, 1)
	if diff := cmp.Diff([]series.RecordKey{{Series: id, Time: 1000}}, old); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	b.transact(func(tx *sql.Tx) (func(), error) { return func() {}, b.store.DropSamples(ctx, tx, id, 1000, `{"a":1}`) })
	for _, w := range b.waveforms(id, 1000, 1000, true) {
		if w.Samples != nil || w.Kept != `{"a":1}` || w.Rate != 200 {
			t.Errorf("after retention: %+v", w)
		}
	}
	if size, err := b.store.SamplesSize(ctx, 7, math.MaxInt64); err != nil || size.Records != 2 || size.Oldest != 2000 {
		t.Errorf("left are %+v, %v", size, err)
	}
	if size, err := b.store.SamplesSize(ctx, 9, math.MaxInt64); err != nil || size != (series.WaveformSize{}) {
		t.Errorf("a device without any has %+v, %v", size, err)
	}
}
