package ingest_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
)

// Target: 70,000 readings/s of 3 fields on about one core, all stages included. This measures journal and stage 1 with
// the series store: gateways with 1,000 channels post 1,000 readings of 3 fields at a time.
func BenchmarkStoreGatewayMessages(b *testing.B) {
	in, err := intaketest.Open(context.Background(), b.TempDir(), intaketest.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close(context.Background())
	message := func(round int) []byte {
		var out bytes.Buffer
		out.WriteString(`{"items":[`)
		for i := range 1000 {
			if i > 0 {
				out.WriteByte(',')
			}
			fmt.Fprintf(&out, `{"point":"P-%04d","t":%d,"values":{"x":%.2f,"y":%.2f,"temp":%.1f}}`,
				i+1, base+int64(round)*1000, 12.35+float64((i+round)%100)/100, -3.2+float64((i*7+round)%100)/100, 18.6+float64(round%10)/10)
		}
		out.WriteString(`]}`)
		return out.Bytes()
	}
	messages := make([][]byte, 64)
	round := 0
	var last ingest.Entry
	b.ReportAllocs()
	for b.Loop() {
		if round%len(messages) == 0 {
			b.StopTimer()
			for i := range messages {
				messages[i] = message(round + i)
			}
			b.StartTimer()
		}
		f := frame(1, base+int64(round)*1000, "")
		f.Payload, f.Transport = messages[round%len(messages)], ingest.HTTP
		if last, err = in.Commit(context.Background(), f); err != nil {
			b.Fatal(err)
		}
		round++
	}
	if err := in.WaitStored(context.Background(), last); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "readings/s")
	stats := in.Stats()
	b.ReportMetric(float64(stats.Readings)/float64(stats.Batches), "readings/batch")
}

// Target: 15,000 messages/s over MQTT, all stages included.
func BenchmarkStoreSmallMessages(b *testing.B) {
	in, err := intaketest.Open(context.Background(), b.TempDir(), intaketest.Options{Devices: intaketest.NewDevices(200)})
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close(context.Background())
	const together = 200
	answers := make(chan error, together)
	var last ingest.Entry
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for i := range together {
			f := frame(int64(i+1), base+int64(n)*1000,
				fmt.Sprintf(`{"type":"data","seq":%d,"t":%d,"v":{"x":12.35,"y":-3.2,"temp":18.6}}`, n, base+int64(n)*1000))
			go func() {
				entry, err := in.Commit(context.Background(), f)
				if i == 0 {
					last = entry
				}
				answers <- err
			}()
		}
		for range together {
			if err := <-answers; err != nil {
				b.Fatal(err)
			}
		}
		n++
	}
	if err := in.WaitStored(context.Background(), last); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)*together/b.Elapsed().Seconds(), "messages/s")
}
