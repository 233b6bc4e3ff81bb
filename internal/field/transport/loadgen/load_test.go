package loadgen

import (
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Target: 40,000 acknowledged and synced messages/s with 200 devices, one message in flight each, on two cores shared
// with the devices.
func BenchmarkIntakeAlone(b *testing.B) {
	for _, clients := range []int{1, 200} {
		for _, window := range []int{1, 8} {
			b.Run(fmt.Sprintf("clients=%d/window=%d", clients, window), func(b *testing.B) {
				for b.Loop() {
					result, stats, err := IntakeOnly(b.Context(), b.TempDir(), clients, window, 5*time.Second)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(result.PerSecond(), "messages/s")
					b.ReportMetric(float64(result.P99.Microseconds())/1000, "p99-ms")
					b.ReportMetric(float64(stats.FramesAccepted)/float64(stats.Commits), "frames/commit")
					b.ReportMetric(float64(stats.CommitTime.Microseconds())/1000/float64(stats.Commits), "ms/commit")
				}
			})
		}
	}
}

func TestEveryMessageIsAcknowledged(t *testing.T) {
	result, stats, err := IntakeOnly(t.Context(), t.TempDir(), 5, 2, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if result.Acknowledged == 0 || result.Acknowledged != stats.FramesAccepted {
		t.Errorf("%d acknowledged, %d committed", result.Acknowledged, stats.FramesAccepted)
	}
	if got := len(Message200(nil, 3, 12345)); got != 200 {
		t.Errorf("message has %d bytes", got)
	}
}
