package ingest

import (
	"sync"

	"plumbline/internal/core/series"
)

// memory is what the rows of a batch stand in. It goes from stage 1 to stage 2 with them
// and comes back from there: rows were a sixth of all that was allocated under full load.
type memory struct {
	rows   []series.Put
	blocks [][]float64
	used   int // blocks
}

var memories = sync.Pool{New: func() any { return new(memory) }}

const (
	blockValues = 4096
	// mostRows is up to how many rows a memory is used again: a lone large batch is not kept.
	mostRows = 64_000
)

// block gives room for values.
func (m *memory) block(values int) []float64 {
	for m.used < len(m.blocks) {
		block := m.blocks[m.used]
		m.used++
		if cap(block) >= values {
			return block[:0]
		}
	}
	block := make([]float64, 0, max(blockValues, values))
	m.blocks = append(m.blocks, block)
	m.used = len(m.blocks)
	return block
}

// free returns the memory to the pool, unless the batch was unusually large.
func (m *memory) free() {
	if cap(m.rows) <= mostRows {
		m.used = 0
		memories.Put(m)
	}
}
