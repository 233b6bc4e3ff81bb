package api

import (
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// raw is an answer that the call encodes itself: answers of many numbers.
type raw struct {
	Body func(huma.Context)
}

// bodies are buffers of encoded answers: newest values of 10,000 points are 3 MB, which
// a wall screen asks for again and again.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// mostPooled is the size from which a buffer is left to the garbage collector.
const mostPooled = 8 << 20

// rawJSON answers what encode appends to the buffer that it is given.
func rawJSON(encode func([]byte) []byte) *raw {
	return &raw{Body: func(hc huma.Context) {
		buffer := bodies.Get().(*[]byte)
		*buffer = encode((*buffer)[:0])
		hc.SetHeader("Content-Type", "application/json")
		_, _ = hc.BodyWriter().Write(*buffer) // the client is gone when this fails
		if cap(*buffer) <= mostPooled {
			bodies.Put(buffer)
		}
	}}
}
