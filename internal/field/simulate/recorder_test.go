package simulate

import (
	"math"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/field/protocol"
)

// recorded returns the record of messages, and the triggers among them.
func recorded(t *testing.T, messages [][]byte) (record vibration.Record, triggers int) {
	t.Helper()
	var parts []series.Waveform
	for _, payload := range messages {
		m := new(protocol.Message)
		if err := protocol.Named(protocol.Open).NewDecoder().Decode(payload, nil, m); err != nil {
			t.Fatalf("%v: %.200s", err, payload)
		}
		if m.Waveform != nil {
			w := *m.Waveform
			w.Time = m.Readings[0].Time
			parts = append(parts, series.Waveform{Fragment: w})
		} else if m.Code == "trigger" {
			triggers++
		}
	}
	return series.Joined(parts), triggers
}

// The longest event comes in parts with its trigger. It is quiet before the trigger and decays after its peak.
func TestEventIsARecordInParts(t *testing.T) {
	r, err := Options{Rate: 1000, Event: true, Length: 2 * time.Minute, Interval: 10 * time.Minute}.recorderOf(3)
	if err != nil {
		t.Fatal(err)
	}
	messages := r.messages(0, 1_795_134_600_000, false)
	if len(messages) != 16 {
		t.Errorf("%d messages, want 15 parts and a trigger", len(messages))
	}
	record, triggers := recorded(t, messages)
	if record.Samples() != 120_000 || record.Duration() != 120_000 || triggers != 1 {
		t.Fatalf("%d samples, %d ms, %d triggers", record.Samples(), record.Duration(), triggers)
	}
	x := record.Axes[0].Samples
	before, peak, after := vibration.StatisticsOf(x[:450]).Peak, vibration.StatisticsOf(x[500:1500]).Peak, vibration.StatisticsOf(x[100_000:]).Peak
	if before > 0.1 || peak < 2 || after > 0.1 {
		t.Errorf("peaks %v before, %v at and %v after the event", before, peak, after)
	}
}

// Continuous records go on where the last one ended.
func TestContinuousRecordsJoin(t *testing.T) {
	r, err := Options{Rate: 64, Interval: 10 * time.Second}.recorderOf(0)
	if err != nil {
		t.Fatal(err)
	}
	first, none := recorded(t, r.messages(6, 0, true))
	second, _ := recorded(t, r.messages(7, 10_000, true))
	if none != 0 || first.Samples() != 640 || first.Duration() != 10_000 {
		t.Fatalf("%d samples, %d triggers", first.Samples(), none)
	}
	steps := 0.0
	for i, v := range first.Axes[2].Samples[1:] {
		steps = max(steps, math.Abs(v-first.Axes[2].Samples[i]))
	}
	if step := math.Abs(second.Axes[2].Samples[0] - first.Axes[2].Samples[639]); step > steps {
		t.Errorf("a step of %v mm/s between two records, %v within one", step, steps)
	}
}

func TestRecordersHaveLimits(t *testing.T) {
	for name, o := range map[string]Options{
		"too fast":            {Rate: 65, Interval: time.Second},
		"event too fast":      {Rate: 1001, Event: true, Interval: time.Minute},
		"too slow":            {Rate: 0.5, Interval: time.Minute},
		"longer than allowed": {Rate: 64, Length: 121 * time.Second, Interval: time.Hour},
		"overlapping":         {Rate: 64, Length: 2 * time.Second, Interval: time.Second},
		"without a rate":      {Event: true, Interval: time.Second},
		"with a file":         {Rate: 64, File: "x.csv", Interval: time.Second},
	} {
		if r, err := o.recorderOf(0); err == nil || !strings.Contains(err.Error(), "--") {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
