package query

import (
	"math"
	"testing"
)

func TestManualGridIsResampled(t *testing.T) {
	depths, values := []float64{0, 0.5, 1, 1.5}, []float64{8, 6, 2, math.NaN()}
	for _, c := range []struct{ at, want float64 }{
		{0, 8}, {0.5, 6}, {0.25, 7}, {0.9, 2.8}, {1, 2}, {1.2, math.NaN()}, {-0.1, math.NaN()}, {2, math.NaN()},
	} {
		if got := resample(depths, values, c.at); math.Abs(got-c.want) > 1e-9 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("at %g m %g mm, want %g", c.at, got, c.want)
		}
	}
	if got := resample(nil, nil, 1); !math.IsNaN(got) {
		t.Errorf("without readings %g", got)
	}
}

func TestManualIsShiftedToTheSameToe(t *testing.T) {
	none := math.NaN()
	pairs := []ManualPair{{Depth: 1, Manual: 10, Automatic: 8}, {Depth: 2, Manual: 4, Automatic: 3.5}, {Depth: 3, Manual: none, Automatic: 0}}
	sameToe(pairs)
	if pairs[0].Manual != 9.5 || pairs[1].Difference() != 0 || !math.IsNaN(pairs[2].Manual) {
		t.Errorf("shifted %+v", pairs)
	}
	apart := []ManualPair{{Depth: 1, Manual: 10, Automatic: none}}
	if sameToe(apart); apart[0].Manual != 10 {
		t.Errorf("without a common depth %+v", apart)
	}
}

func TestStatisticsOfDifferences(t *testing.T) {
	none := math.NaN()
	for _, c := range []struct {
		name  string
		pairs []ManualPair
		want  ManualStatistics
	}{
		{"three pairs and one without manual result", []ManualPair{
			{Depth: 0, Manual: 10, Automatic: 9}, {Depth: 1, Manual: 6, Automatic: 9}, {Depth: 2, Manual: none, Automatic: 4}, {Depth: 3, Manual: 2, Automatic: 0},
		}, ManualStatistics{Count: 3, Max: -3, MaxDepth: 1, Mean: 0, RMS: math.Sqrt(14.0 / 3), Correlation: 36 / math.Sqrt(32*54)}},
		{
			"two pairs do not correlate",
			[]ManualPair{{Depth: 1, Manual: 1, Automatic: 0}, {Depth: 2, Manual: 3, Automatic: 2}},
			ManualStatistics{Count: 2, Max: 1, MaxDepth: 1, Mean: 1, RMS: 1, Correlation: none},
		},
		{
			"no common depth",
			[]ManualPair{{Depth: 1, Manual: none, Automatic: 0}},
			ManualStatistics{Max: none, MaxDepth: none, Mean: none, RMS: none, Correlation: none},
		},
	} {
		got := manualStatistics(c.pairs)
		for _, pair := range [][2]float64{
			{got.Max, c.want.Max},
			{got.MaxDepth, c.want.MaxDepth},
			{got.Mean, c.want.Mean},
			{got.RMS, c.want.RMS},
			{got.Correlation, c.want.Correlation},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 || math.IsNaN(pair[0]) != math.IsNaN(pair[1]) || got.Count != c.want.Count {
				t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
				break
			}
		}
	}
}
