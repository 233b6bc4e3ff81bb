package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"plumbline/internal/field/transport/loadgen"
)

// window is the number of messages in flight per device.
const window = 8

// mqtt lets 200 devices send one reading per message with QoS 1 as fast as they are acknowledged; each message is
// synced before its acknowledgement.
func (r *run) mqtt(ctx context.Context) error {
	began := time.Now()
	devices := r.site.mqtt
	result, err := loadgen.MQTT(ctx, loadgen.Run{
		Address: r.server.mqtt, Clients: len(devices), Window: window, Duration: r.sustained,
		Device: func(i int) (string, string) { return devices[i].register, devices[i].secret },
		Message: func(to []byte, i, n int) []byte {
			to = append(to, `{"type":"data","t":`...)
			to = strconv.AppendInt(to, r.origin+int64(n)*step, 10)
			to = append(to, `,"ch":[{"no":1,`...)
			return append(appendValues(to, 1, int64(n), 0), `]}`...)
		},
	})
	if err != nil {
		return err
	}
	lag, err := r.server.metric(ctx, "plumbline_journal_lag_seconds")
	if err != nil {
		return err
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	// Acknowledged messages count only once their results are committed.
	r.report.add("ingest_mqtt_messages_per_s", float64(result.Acknowledged)/time.Since(began).Seconds(), "1/s", ">= 15,000",
		fmt.Sprintf("%d clients, QoS 1, window %d, until results were committed; journal lag at the end %.2f s", len(devices), window, lag))
	r.report.add("ingest_mqtt_lag_s", lag, "s", "< 1", "journal lag at the end")
	return nil
}

// intakeAlone measures acknowledged and synced messages of 200 devices with only the journal.
func (r *run) intakeAlone(ctx context.Context) error {
	folder := filepath.Join(r.folder, "intake")
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	result, stats, err := loadgen.IntakeOnly(ctx, folder, mqttDevices, window, r.sustained/2)
	if err != nil {
		return err
	}
	if stats.Commits == 0 {
		return errors.New("nothing was committed")
	}
	r.report.add("intake_mqtt_messages_per_s", result.PerSecond(), "1/s", ">= 40,000",
		fmt.Sprintf("%d clients, QoS 1, window %d, synced before each acknowledgement; %d messages a commit",
			mqttDevices, window, stats.FramesAccepted/stats.Commits))
	return nil
}
