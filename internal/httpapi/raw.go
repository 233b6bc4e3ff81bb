package httpapi

import (
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// Raw is a response that the call encodes itself, for large numeric data.
type Raw struct {
	Body func(huma.Context)
}

// bodies pools buffers of encoded responses, because charts and tables of a megabyte are
// requested repeatedly.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// mostPooled is the largest buffer returned to the pool, in bytes.
const mostPooled = 8 << 20

// RawJSON responds with what encode appends to its buffer.
func RawJSON(encode func([]byte) []byte) *Raw {
	return RawPieces(func(b []byte, _ Spill) []byte { return encode(b) })
}

// Spill sends a buffer once it is long and returns the buffer to continue with.
type Spill func([]byte) []byte

// PieceSize is the number of bytes from which a piece is sent. It fits the processor's cache,
// and the next piece is written while this one is compressed.
const PieceSize = 128 << 10

// RawPieces is RawJSON for long responses, which are never entirely in memory.
func RawPieces(encode func([]byte, Spill) []byte) *Raw {
	return &Raw{Body: func(hc huma.Context) {
		buffer := bodies.Get().(*[]byte)
		hc.SetHeader("Content-Type", "application/json")
		out := hc.BodyWriter()
		*buffer = encode((*buffer)[:0], func(b []byte) []byte {
			if len(b) < PieceSize {
				return b
			}
			_, _ = out.Write(b)
			return b[:0]
		})
		_, _ = out.Write(*buffer) // the client is gone when this fails
		if cap(*buffer) <= mostPooled {
			bodies.Put(buffer)
		}
	}}
}
