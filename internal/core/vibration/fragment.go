package vibration

import (
	"encoding/binary"
	"hash/fnv"
	"math"

	"plumbline/internal/core/reading"
)

// BlockField is the raw field by which a reading refers to its waveform: its value at node p is the content of part p, at
// node 0 that of a record in one part. So a part that is sent again is a duplicate, and a corrected one is a revision, by
// the rules of all readings.
const BlockField = "block"

// TriggerField is the raw field with what triggered a record, 0 if the instrument did not say it.
const TriggerField = "trigger"

// Fragment is a part of what an instrument sampled in one record, as it was sent.
type Fragment struct {
	Time     int64 // UTC ms of the first sample of the record
	Part     int32 // from 1; 0: the record has one part
	Parts    int32 // 0 with Part 0
	Content  int64 // see ContentOf
	Received int64 // UTC ms

	Rate    float64 // Hz
	Scale   float64 // of the samples, in the unit of their axis
	Count   int     // samples of each axis
	Axes    []Component
	Samples [][]int16 // by axis; nil: not read, or deleted by retention
	Bytes   int64     // stored samples; 0: deleted

	// Kept is the summaries that retention left, as JSON by the key of their settings; "" with samples.
	Kept string
}

// Scaled returns a sample in the unit of its axis. 0.001 is not an exact double but 1000 is: dividing gives the double
// nearest to the decimal.
func (f *Fragment) Scaled(v int16) float64 {
	if inverse := math.Round(1 / f.Scale); inverse*f.Scale == 1 {
		return float64(v) / inverse
	}
	return float64(v) * f.Scale
}

// Component is a component of a waveform.
type Component struct {
	Field string
	Unit  string
}

// contentBits keeps a content exact in a reading.
const contentBits = 48

// ContentOf identifies what a part has: equal parts have the same content.
func ContentOf(w *Fragment) int64 {
	h := fnv.New64a()
	var number [8]byte
	write := func(v uint64) {
		binary.LittleEndian.PutUint64(number[:], v)
		h.Write(number[:])
	}
	write(math.Float64bits(w.Rate))
	write(math.Float64bits(w.Scale))
	write(uint64(w.Parts)<<32 | uint64(w.Count))
	for i, a := range w.Axes {
		h.Write([]byte(a.Field + "\x00" + a.Unit + "\x00"))
		var two [2]byte
		for _, v := range w.Samples[i] {
			binary.LittleEndian.PutUint16(two[:], uint16(v))
			h.Write(two[:])
		}
	}
	return int64(h.Sum64() >> (64 - contentBits))
}

// Column returns the column of a part in the reading of its record.
func (w *Fragment) Column() reading.Column { return reading.Column{Field: BlockField, Node: w.Part} }
