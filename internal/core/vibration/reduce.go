package vibration

import "math"

// BucketSize returns how many of n samples a bucket has if there are at most most buckets.
func BucketSize(n, most int) int { return max(1, (n+most-1)/most) }

// Reduced returns the smallest and the largest of each bucket of samples, at most most buckets of equal size but the last:
// a chart of them looks like one of all samples. A bucket without samples is NaN.
func Reduced(x []float64, most int) (low, high []float64) {
	size := BucketSize(len(x), most)
	for start := 0; start < len(x); start += size {
		least, largest := math.NaN(), math.NaN()
		for _, v := range x[start:min(start+size, len(x))] {
			if math.IsNaN(v) {
				continue
			}
			if !(v >= least) {
				least = v
			}
			if !(v <= largest) {
				largest = v
			}
		}
		low, high = append(low, least), append(high, largest)
	}
	return low, high
}
