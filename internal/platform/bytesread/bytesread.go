// Package bytesread reads numbers, floats and strings from bytes that may be cut off or damaged.
package bytesread

import (
	"encoding/binary"
	"math"
)

const floatBytes = 8

// Reader reads from the start of Rest. After a failed read, Failed stays true, Rest is empty and every read returns
// zero, so a single check of Failed after many reads is enough.
type Reader struct {
	Rest   []byte
	Failed bool
}

// Fail marks the bytes as damaged.
func (r *Reader) Fail() { r.Rest, r.Failed = nil, true }

// Uvarint reads an unsigned varint in the format of encoding/binary.
func (r *Reader) Uvarint() uint64 {
	v, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.Rest = r.Rest[n:]
	return v
}

// Varint reads a signed varint in the format of encoding/binary.
func (r *Reader) Varint() int64 {
	v := r.Uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *Reader) Byte() byte {
	if len(r.Rest) == 0 {
		r.Fail()
		return 0
	}
	b := r.Rest[0]
	r.Rest = r.Rest[1:]
	return b
}

// Uint64 reads eight bytes, little endian.
func (r *Reader) Uint64() uint64 {
	if len(r.Rest) < floatBytes {
		r.Fail()
		return 0
	}
	v := binary.LittleEndian.Uint64(r.Rest)
	r.Rest = r.Rest[floatBytes:]
	return v
}

// Float64 reads a float, little endian.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Uint64()) }

// Floats fills a slice with floats. If too few are left, the slice stays unchanged.
func (r *Reader) Floats(to []float64) {
	data := r.Take(floatBytes * len(to))
	if r.Failed {
		return
	}
	for i := range to {
		to[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[floatBytes*i:]))
	}
}

// Length reads a number and fails if it exceeds limit.
func (r *Reader) Length(limit int) int {
	v := r.Uvarint()
	if limit < 0 || v > uint64(limit) {
		r.Fail()
		return 0
	}
	return int(v)
}

// Count reads the number of following elements of at least size bytes each.
func (r *Reader) Count(size int) int { return r.Length(len(r.Rest) / size) }

// Take returns the next n bytes, without a copy.
func (r *Reader) Take(n int) []byte {
	if n < 0 || n > len(r.Rest) {
		r.Fail()
		return nil
	}
	taken := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return taken
}

// String reads a length and that many bytes.
func (r *Reader) String() string { return string(r.Take(r.Count(1))) }
