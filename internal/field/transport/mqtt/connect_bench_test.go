package mqtt_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/loadgen"
	"plumbline/internal/field/transport/mqtt"
)

// BenchmarkConnect measures how fast 2,000 devices connect again, 200 at once, while their old connections are open.
func BenchmarkConnect(b *testing.B) {
	const devices, atOnce = 2000, 200
	for _, shape := range []string{"embedded", "several servers"} {
		b.Run(shape, func(b *testing.B) {
			in, err := intaketest.Open(context.Background(), b.TempDir(), intaketest.Options{Devices: intaketest.NewDevices(devices)})
			if err != nil {
				b.Fatal(err)
			}
			config := mqtt.Config{Address: "127.0.0.1:0", Intake: in, Log: slog.New(slog.DiscardHandler)}
			if shape != "embedded" {
				config.Sessions, config.Current = registry(b), noGeneration
			}
			server, err := mqtt.Listen(config)
			if err != nil {
				b.Fatal(err)
			}
			lines := make([]*loadgen.Client, devices)
			var connected atomic.Int64
			for b.Loop() {
				var next atomic.Int64
				var group sync.WaitGroup
				for range atOnce {
					group.Go(func() {
						for i := next.Add(1) - 1; i < devices; i = next.Add(1) - 1 {
							line, err := loadgen.Dial(b.Context(), server.Address(), intaketest.Register(i+1), fmt.Sprintf("secret-%d", i+1))
							if err != nil {
								b.Error(err)
								return
							}
							if lines[i] != nil {
								_ = lines[i].Close()
							}
							lines[i] = line
							connected.Add(1)
						}
					})
				}
				group.Wait()
			}
			b.ReportMetric(float64(connected.Load())/b.Elapsed().Seconds(), "connects/s")
			b.StopTimer()
			for _, line := range lines {
				_ = line.Close()
			}
			began := time.Now()
			if err := server.Close(); err != nil {
				b.Error(err)
			}
			b.Logf("closed within %v", time.Since(began))
			if err := in.Close(context.Background()); err != nil {
				b.Error(err)
			}
		})
	}
}
