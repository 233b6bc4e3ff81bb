package e2e

import (
	"io"
	"strconv"
	"strings"
)

// figures are what the port of operations shows.
func (w *world) figures() string {
	w.Helper()
	reply, err := w.client.Get(w.ops)
	w.must(err)
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	w.must(err)
	return string(text)
}

// metric reads one figure of /metrics.
func (w *world) metric(name string) float64 {
	w.Helper()
	for line := range strings.SplitSeq(w.figures(), "\n") {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			v, err := strconv.ParseFloat(value, 64)
			w.must(err)
			return v
		}
	}
	w.Fatalf("/metrics has no %s", name)
	return 0
}
