package deviceimport

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
)

// FuzzRead: no input crashes the program.
func FuzzRead(f *testing.F) {
	data, err := Template(choices("zh"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = Read(t.Context(), data, choices("zh")) })
}

func BenchmarkRead2000(b *testing.B) {
	list := make([]device.NewDevice, device.MaxBatch)
	for i := range list {
		list[i] = device.NewDevice{
			Device: device.Device{
				Name: fmt.Sprintf("S%d", i), SNCode: fmt.Sprintf("SN%d", i), Model: "CRK-VW", Type: "Crack", Kind: device.Measuring,
			}, Collector: "HD3-1", ChannelNo: int32(i + 1),
		}
		list[i].Config = []timeline.Draft{
			versionOf(definition.AspectCoefficients, definition.Coefficients{Values: map[string]float64{"K": 1, "f0": 2, "t0": 3}}),
		}
	}
	data, err := Export(choices("zh"), list)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(data)), "bytes")
	for b.Loop() {
		if _, err := Read(b.Context(), data, choices("zh")); err != nil {
			b.Fatal(err)
		}
	}
}

// Workbooks are processed one at a time; a caller that has gone stops waiting.
func TestWaitingWorkbookStopsWhenCancelled(t *testing.T) {
	data, err := Template(choices("zh"))
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = spreadsheet.OneAtATime(t.Context(), func() (*Book, error) {
		if _, err := Read(gone, data, choices("zh")); !errors.Is(err, context.Canceled) {
			t.Errorf("read: %v", err)
		}
		if _, err := Mark(gone, data, &Book{}, choices("zh")); !errors.Is(err, context.Canceled) {
			t.Errorf("marked: %v", err)
		}
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Mark(gone, data, &Book{}, choices("zh")); !errors.Is(err, context.Canceled) {
		t.Errorf("marked with a cancelled context: %v", err)
	}
}
