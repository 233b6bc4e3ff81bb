package loadgen

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/mqtt"
)

// IntakeOnly measures the MQTT listener with only the frame journal behind it: messages of 200 bytes, each synced
// before its PUBACK. folder is where the journal is written, on the disk to be measured.
func IntakeOnly(ctx context.Context, folder string, clients, window int, duration time.Duration) (Result, ingest.Stats, error) {
	limits := ingest.DefaultLimits
	limits.Backlog = 1 << 60 // nothing stores them
	in, err := intaketest.Open(ctx, folder, intaketest.Options{Devices: intaketest.NewDevices(clients), CommitOnly: true, Limits: limits})
	if err != nil {
		return Result{}, ingest.Stats{}, err
	}
	listener, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", Intake: in, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return Result{}, ingest.Stats{}, errors.Join(err, in.Close(ctx))
	}
	result, err := MQTT(ctx, Run{
		Address: listener.Address(), Clients: clients, Window: window, Duration: duration,
		Device: func(i int) (string, string) {
			return intaketest.Register(int64(i + 1)), intaketest.Secret(int64(i + 1))
		},
		Message: Message200,
	})
	stats := in.Stats()
	return result, stats, errors.Join(err, listener.Close(), in.Close(ctx))
}

// Message200 appends a message of 200 bytes with three fields; n determines its time and values.
func Message200(to []byte, i, n int) []byte {
	start := len(to)
	to = append(to, `{"type":"data","seq":`...)
	to = strconv.AppendInt(to, int64(n&0xffff), 10)
	to = append(to, `,"t":`...)
	to = strconv.AppendInt(to, 1795134600000+int64(n)*1000, 10)
	to = append(to, `,"v":{"x":`...)
	to = strconv.AppendFloat(to, 12.35+float64(n%200)/100, 'f', 2, 64)
	to = append(to, `,"y":`...)
	to = strconv.AppendFloat(to, -3.2+float64((n+i)%300)/100, 'f', 2, 64)
	to = append(to, `,"temp":18.6},"note":"`...)
	for len(to)-start < 198 {
		to = append(to, '.')
	}
	return append(to, '"', '}')
}
