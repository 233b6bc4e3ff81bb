package proof

import (
	"strconv"
	"strings"
)

// metric reads one figure of /metrics.
func (w *world) metric(name string) float64 {
	w.Helper()
	text := w.do(w.person("nobody"), request{method: "GET", path: "/metrics"}).text()
	for line := range strings.SplitSeq(text, "\n") {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			v, err := strconv.ParseFloat(value, 64)
			w.must(err)
			return v
		}
	}
	w.Fatalf("/metrics has no %s", name)
	return 0
}
