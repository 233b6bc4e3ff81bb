package json

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/field/protocol"
)

// A record that is written in any number of parts is read as the same samples, and at the workbench as the same fields.
func TestRecordsAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axes := rapid.IntRange(1, 3).Draw(t, "axes")
		count := rapid.IntRange(1, 300).Draw(t, "count")
		r := protocol.Recording{
			Fragment: vibration.Fragment{Time: 1_795_134_600_000, Rate: 200, Scale: 0.001, Count: count},
			Channel:  rapid.Int32Range(0, 16).Draw(t, "channel"), History: rapid.Bool().Draw(t, "history"), Most: rapid.IntRange(1, 300).Draw(t, "most"),
		}
		for _, field := range []string{"vx", "vy", "vz"}[:axes] {
			r.Axes = append(r.Axes, vibration.Component{Field: field, Unit: "mm/s"})
			r.Samples = append(r.Samples, rapid.SliceOfN(rapid.Int16(), count, count).Draw(t, field))
		}
		var parts []series.Waveform
		for _, frame := range writeRecord(r) {
			m := new(protocol.Message)
			if err := NewDecoder().Decode(frame, nil, m); err != nil {
				t.Fatalf("%s: %v", frame, err)
			}
			if got := m.Readings[0]; m.Type != protocol.Block || got.Channel != r.Channel || got.Time != r.Time || got.History != r.History {
				t.Fatalf("%s is read as %+v", frame, got)
			}
			parts = append(parts, series.Waveform{Fragment: *m.Waveform})
		}
		joined := series.Joined(parts)
		for i := range joined.Axes {
			want := make([]float64, count)
			for k, v := range r.Samples[i] {
				want[k] = float64(v) / 1000
			}
			if diff := cmp.Diff(want, joined.Axes[i].Samples); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
