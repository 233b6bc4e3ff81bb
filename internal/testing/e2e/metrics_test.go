package e2e

import (
	"io"
	"strconv"
	"strings"
)

// figures returns the metrics of the operations port.
func (w *world) figures() string {
	w.Helper()
	reply, err := w.client.Get(w.ops)
	w.must(err)
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	w.must(err)
	return string(text)
}

// metric returns a value of /metrics.
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
