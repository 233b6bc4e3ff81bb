package cluster

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPlanIsEvenAndStable: every partition gets a server, no server has much more points or empty partitions than the
// others, and a plan that is planned again stays as it is.
func TestPlanIsEvenAndStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.SliceOfNDistinct(rapid.Int64Range(1, 40), 1, 8, rapid.ID).Draw(t, "servers")
		wanted := rapid.SliceOfN(rapid.Int64Range(0, 40), Partitions, Partitions).Draw(t, "wanted")
		load := rapid.SliceOfN(rapid.SampledFrom([]int64{0, 0, 0, 1, 50, 2000, 2000}), Partitions, Partitions).Draw(t, "load")
		planned := plan(servers, wanted, load)
		points, empty := map[int64]int64{}, map[int64]int64{}
		for part, server := range planned {
			if !slices.Contains(servers, server) {
				t.Fatalf("partition %d is at %d, which is not there", part, server)
			}
			if points[server] += load[part]; load[part] == 0 {
				empty[server]++
			}
		}
		even := func(total map[int64]int64, heaviest int64) {
			least, most := int64(1)<<62, int64(0)
			for _, server := range servers {
				least, most = min(least, total[server]), max(most, total[server])
			}
			if most-least > max(heaviest, most/10) {
				t.Fatalf("from %d to %d", least, most)
			}
		}
		even(points, 2000)
		even(empty, 1)
		if again := plan(servers, planned, load); !slices.Equal(again, planned) {
			t.Fatal("a second plan moves partitions again")
		}
	})
}

func TestNewServerMovesOnlyItsShare(t *testing.T) {
	load := slices.Repeat([]int64{100}, Partitions)
	before := plan([]int64{1, 2}, make([]int64, Partitions), load)
	after := plan([]int64{1, 2, 3}, before, load)
	moved := 0
	for part := range before {
		if before[part] != after[part] {
			moved++
			if after[part] != 3 {
				t.Errorf("partition %d moved from %d to %d", part, before[part], after[part])
			}
		}
	}
	if moved < Partitions/4 || moved > Partitions/3 {
		t.Errorf("%d partitions moved to the new one of three servers", moved)
	}
}
