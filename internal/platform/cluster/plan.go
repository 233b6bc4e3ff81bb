package cluster

import (
	"cmp"
	"slices"
)

// Partitions is the number of partitions of points.
const Partitions = 256

// plan assigns the partitions to servers, by load. wanted has the present server of each partition; 0: none. A
// partition moves only if its server is gone or if the move evens out the load, so that few partitions move. load is
// the number of points of each partition. Empty partitions, which new projects get, are spread by number. The result is
// 0 everywhere without servers.
func plan(servers []int64, wanted []int64, load []int64) []int64 {
	planned := make([]int64, len(wanted))
	if len(servers) == 0 {
		return planned
	}
	servers = slices.Sorted(slices.Values(servers))
	var loaded, empty []int
	for part, points := range load {
		if points > 0 {
			loaded = append(loaded, part)
		} else {
			empty = append(empty, part)
		}
	}
	spread(planned, loaded, servers, wanted, func(part int) int64 { return load[part] })
	spread(planned, empty, servers, wanted, func(int) int64 { return 1 })
	return planned
}

// spread assigns some partitions, evenly by weight.
func spread(planned []int64, parts []int, servers, wanted []int64, weight func(part int) int64) {
	total := make(map[int64]int64, len(servers))
	for _, server := range servers {
		total[server] = 0
	}
	var free []int
	for _, part := range parts {
		server := wanted[part]
		if _, there := total[server]; !there {
			free = append(free, part)
			continue
		}
		planned[part] = server
		total[server] += weight(part)
	}
	lightest := func() int64 {
		return slices.MinFunc(servers, func(a, b int64) int { return cmp.Compare(total[a], total[b]) })
	}
	slices.SortStableFunc(free, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	for _, part := range free {
		to := lightest()
		planned[part] = to
		total[to] += weight(part)
	}
	// Each move reduces the sum of the squares of the totals, so this ends.
	for {
		from := slices.MaxFunc(servers, func(a, b int64) int { return cmp.Compare(total[a], total[b]) })
		to := lightest()
		gap := total[from] - total[to]
		best := -1
		for _, part := range parts {
			// The best move halves the gap; one of the gap's size or more makes nothing even.
			if w := weight(part); planned[part] == from && w < gap && (best < 0 || distance(2*w, gap) < distance(2*weight(best), gap)) {
				best = part
			}
		}
		if best < 0 || gap <= total[from]/10 {
			return
		}
		planned[best] = to
		total[from] -= weight(best)
		total[to] += weight(best)
	}
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// Slot is the size of a group of ids, in bits: about 3,000 points of a project that are created together. A group is in
// one partition.
const Slot = 15

// PartOf returns the partition of a point or a device: that of its project. The points of a large project are spread
// over several partitions, by their ids.
func PartOf(project, id int64) int {
	x := uint64(project)*0x9e3779b97f4a7c15 + uint64(id>>Slot)*0xc2b2ae3d27d4eb4f
	x ^= x >> 32
	x *= 0x9e3779b97f4a7c15
	return int(x >> 32 & (Partitions - 1))
}
