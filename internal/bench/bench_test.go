package bench

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"testing/quick"
	"time"
)

// The generator is a pure function with the resolution of an instrument, and stays below the thresholds, so that every
// alarm of a run is one that the run caused.
func TestSamplesAreQuantizedAndQuiet(t *testing.T) {
	check := func(channel uint16, tick uint32) bool {
		x, y, temp := sample(int(channel), int64(tick))
		again, _, _ := sample(int(channel), int64(tick))
		first, _, _ := sample(int(channel), 0)
		quantized := math.Abs(x*1e4-math.Round(x*1e4)) < 1e-6 && math.Abs(temp*10-math.Round(temp*10)) < 1e-6
		return x == again && quantized && math.Abs(x-first) < redAt*0.5 && !math.IsNaN(y)
	}
	if err := quick.Check(check, nil); err != nil {
		t.Error(err)
	}
}

func TestBodiesFollowTheProtocol(t *testing.T) {
	g := &gateway{register: "G", channels: 1000}
	for name, body := range map[string][]byte{"live": bytes.Clone(g.next(0)), "history": bytes.Clone(g.history(0, 1000))} {
		var message struct {
			Items []struct {
				T  int64
				Ch []map[string]float64
			}
		}
		if err := json.Unmarshal(body, &message); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(message.Items) != 1000 || len(message.Items[0].Ch) != 1 || len(message.Items[0].Ch[0]) != 1+fields {
			t.Errorf("%s: %d items, the first %v", name, len(message.Items), message.Items[0])
		}
	}
}

func TestReport(t *testing.T) {
	r := &Report{Version: "test"}
	r.add("start_ms", 412.5, "ms", "< 1000", "")
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal(out.Bytes(), &object); err != nil || object["start_ms"] != 412.5 || object["environment"] == nil {
		t.Errorf("%s, %v", out.String(), err)
	}
	took := make([]time.Duration, 100)
	for i := range took {
		took[i] = time.Duration(100-i) * time.Millisecond
	}
	if got := percentile(took, 0.95); got != 96 {
		t.Errorf("95th percentile of 1 to 100 ms: %v", got)
	}
}
