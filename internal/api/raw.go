package api

import (
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// raw is an answer that the call encodes itself: answers of many numbers.
type raw struct {
	Body func(huma.Context)
}

// bodies are buffers of encoded answers: charts and tables of a megabyte are asked for
// again and again.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// mostPooled is the size from which a buffer is left to the garbage collector.
const mostPooled = 8 << 20

// rawJSON answers what encode appends to the buffer that it is given.
func rawJSON(encode func([]byte) []byte) *raw {
	return rawPieces(func(b []byte, _ spill) []byte { return encode(b) })
}

// spill sends a buffer that has become long on its way and answers the one to go on with.
type spill func([]byte) []byte

// pieceSize is from how many bytes on a piece is sent: one that fits the processor's
// cache, so that the next is written while this one is compressed.
const pieceSize = 128 << 10

// rawPieces is rawJSON for long answers, which need not be in memory as a whole.
func rawPieces(encode func([]byte, spill) []byte) *raw {
	return &raw{Body: func(hc huma.Context) {
		buffer := bodies.Get().(*[]byte)
		hc.SetHeader("Content-Type", "application/json")
		out := hc.BodyWriter()
		*buffer = encode((*buffer)[:0], func(b []byte) []byte {
			if len(b) < pieceSize {
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
