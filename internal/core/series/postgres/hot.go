package postgres

import (
	"slices"
	"sync"
)

// maxCounted is the maximum number of series with a count: 30 MB.
const maxCounted = 1 << 20

// hotCounts counts the hot rows that this process has written since a series was last due. Counting them in the
// database takes as long as sealing.
type hotCounts struct {
	mu     sync.Mutex
	counts map[int64]hotCount
	due    []int64
}

type hotCount struct{ rows, bytes int32 }

// add counts rows, also if their transaction fails later: then a series is sealed a little early.
func (h *hotCounts) add(list *hotRows, limits *limits) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts == nil || len(h.counts) > maxCounted { // Maintain finds the others
		h.counts = map[int64]hotCount{}
	}
	for i, id := range list.ids {
		c := h.counts[id]
		c.rows++
		c.bytes += int32(len(list.data[i]))
		if !limits.due(id, int64(c.rows), int64(c.bytes)) {
			h.counts[id] = c
			continue
		}
		h.due = append(h.due, id)
		delete(h.counts, id)
	}
}

// takeDue returns the series that have become due since the last call.
func (h *hotCounts) takeDue() []int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	due := h.due
	h.due = nil
	slices.Sort(due)
	return slices.Compact(due)
}
