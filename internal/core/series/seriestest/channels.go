package seriestest

import (
	"context"
	"math"
	"slices"
	"testing"

	"plumbline/internal/core/series"
)

// channels lists sealed and recent channels of one device, and no result of a point whose id lies between.
func channels(t *testing.T, b *bench) {
	const device = 9
	between := series.ResultID(device<<14 + 2)
	want := func(of int64, want ...int32) {
		t.Helper()
		got, err := b.store.Channels(context.Background(), of)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("channels of device %d: %v, %v; want %v", of, got, err, want)
		}
	}
	want(device)
	b.write(t, series.Batch{
		Raw:     append(run(series.RawID(device, 12), 0, 10, 3000, 0), run(series.RawID(device+1, 0), 0, 10, 2, 0)...),
		Results: run(between, 0, 1, 10, 0),
	})
	b.flush(t)
	b.write(t, series.Batch{Raw: append(run(series.RawID(device, 0), 0, 10, 2, 0), run(series.RawID(device, math.MaxInt16>>1), 0, 10, 2, 0)...)})
	want(device, 0, 12, math.MaxInt16>>1)
	want(device+1, 0)
	b.store = b.Open(t)
	want(device, 0, 12, math.MaxInt16>>1)
	b.deleteSeries(t, series.RawID(device, 12))
	want(device, 0, math.MaxInt16>>1)
}
