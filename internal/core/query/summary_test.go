package query_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

// told is a Newest with fixed values.
type told []query.Latest

func (l told) AppendLatest(_ context.Context, list []query.Latest, ids []int64) ([]query.Latest, error) {
	for _, id := range ids {
		list = append(list, l[id-1])
	}
	return list, nil
}

// Six points, counted manually: freshness counts late points, points that never reported, points with a fast clock and
// points without an interval as they are.
func TestSummaryFreshness(t *testing.T) {
	const now, hour = int64(1_800_000_000_000), int64(3_600_000)
	newest := told{
		{Point: 1, Time: now - 3*hour, Interval: hour, Level: 0, Share: 0.9}, // just fresh
		{Point: 2, Time: now - 3*hour - 1, Interval: hour, Level: 2, Share: 0.1},
		{Point: 3, Interval: hour, Level: alarm.NotJudged, Share: math.NaN()},                       // never had data
		{Point: 4, Time: now + reading.ClockSlack + 1, Interval: hour, Level: 0, Share: math.NaN()}, // its clock is fast
		{Point: 5, Time: now + reading.ClockSlack, Interval: hour, Level: 1, Share: math.NaN()},     // within the slack
		{Point: 6, Time: now - 900*hour, Value: 7, Level: 2, Share: 0.2},                            // manual readings, no interval
	}
	all := make([]int64, len(newest))
	for i := range newest {
		all[i] = newest[i].Point
	}
	sums, err := query.Summaries(t.Context(), newest, all, now, func(int) string { return "all" })
	if err != nil {
		t.Fatal(err)
	}
	got := *sums["all"]
	if got.Worst.Point != 6 {
		t.Errorf("worst of two at a level, by share: point %d", got.Worst.Point)
	}
	got.Worst = query.Latest{}
	want := query.Summary{
		Points: 6, Levels: [5]int{2, 1, 2}, Level: 2, Judged: 5, NoData: 1, Stale: 1, Read: 4, Fresh: 2, Waiting: 1, Last: now + reading.ClockSlack,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
