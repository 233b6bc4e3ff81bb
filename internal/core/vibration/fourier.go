package vibration

import (
	"math"
	"math/bits"
	"math/cmplx"
)

// transform returns the discrete Fourier transform of samples. Any length takes n·log n steps, also a prime that a
// sender chose to keep the server busy.
func transform(x []float64) []complex128 {
	n := len(x)
	list := make([]complex128, n)
	for i, v := range x {
		list[i] = complex(v, 0)
	}
	if n&(n-1) == 0 {
		radix2(list, false)
		return list
	}
	return bluestein(list)
}

// bluestein writes the transform as a convolution, whose length is a power of two.
func bluestein(x []complex128) []complex128 {
	n := len(x)
	m := 1 << bits.Len(uint(2*n-2))
	chirp := make([]complex128, n)
	for k := range chirp {
		square := uint64(k) * uint64(k) % uint64(2*n) // the angle stays small, and exact
		chirp[k] = cmplx.Rect(1, -math.Pi*float64(square)/float64(n))
	}
	a, b := make([]complex128, m), make([]complex128, m)
	for k, c := range chirp {
		a[k] = x[k] * c
		b[k] = cmplx.Conj(c)
		if k > 0 {
			b[m-k] = b[k]
		}
	}
	radix2(a, false)
	radix2(b, false)
	for k := range a {
		a[k] *= b[k]
	}
	radix2(a, true)
	for k, c := range chirp {
		x[k] = a[k] * c
	}
	return x
}

// radix2 transforms a power of two of numbers in place, or back.
func radix2(x []complex128, back bool) {
	n := len(x)
	if n < 2 {
		return
	}
	shift := 64 - bits.Len(uint(n-1))
	for i := range x {
		if j := int(bits.Reverse64(uint64(i)) >> shift); j > i {
			x[i], x[j] = x[j], x[i]
		}
	}
	turn := make([]complex128, n/2)
	for k := range turn {
		angle := -2 * math.Pi * float64(k) / float64(n)
		if back {
			angle = -angle
		}
		turn[k] = cmplx.Rect(1, angle)
	}
	for size := 2; size <= n; size *= 2 {
		half, step := size/2, n/size
		for start := 0; start < n; start += size {
			for k := range half {
				odd := x[start+k+half] * turn[k*step]
				x[start+k], x[start+k+half] = x[start+k]+odd, x[start+k]-odd
			}
		}
	}
	if back {
		for i := range x {
			x[i] /= complex(float64(n), 0)
		}
	}
}
