package main

import "math"

// largestTriangles reduces a curve to n points (largest triangle three buckets). It is
// only the yardstick of this benchmark; the product keeps extremes instead.
func largestTriangles(times []int64, values []float64, n int) []int {
	if len(times) <= n {
		n = len(times)
	}
	kept := make([]int, 0, n)
	if n < 3 {
		return kept
	}
	kept = append(kept, 0)
	width := float64(len(times)-2) / float64(n-2)
	before := 0
	for bucket := range n - 2 {
		from, to := int(float64(bucket)*width)+1, int(float64(bucket+1)*width)+1
		end := min(int(float64(bucket+2)*width)+1, len(times))
		var x, y float64
		for i := to; i < end; i++ {
			x += float64(times[i])
			y += values[i]
		}
		if k := float64(end - to); k > 0 {
			x, y = x/k, y/k
		}
		x0, y0 := float64(times[before]), values[before]
		best, area := from, -1.0
		for i := from; i < to; i++ {
			if a := math.Abs((x0-x)*(values[i]-y0) - (x0-float64(times[i]))*(y-y0)); a > area {
				best, area = i, a
			}
		}
		kept = append(kept, best)
		before = best
	}
	return append(kept, len(times)-1)
}
