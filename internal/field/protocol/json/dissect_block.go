package json

import (
	"fmt"
	"math"
	"strings"

	"plumbline/internal/field/protocol"
)

// controls are the members of a block that say what its samples are.
var controls = map[string]string{"fs": " Hz", "n": "", "scale": "", "unit": "", "enc": ""}

// firstSamples is the number of samples that are shown.
const firstSamples = 6

// dissectBlock completes the fields of a block: an axis is the samples that its text encodes.
func dissectBlock(frame []byte, fields []protocol.Field) {
	m := new(protocol.Message)
	if err := NewDecoder().Decode(frame, nil, m); err != nil || m.Waveform == nil {
		return
	}
	w := m.Waveform
	axis := 0
	for i := range fields {
		f := &fields[i]
		path := f.Label.En
		if unit, known := controls[path]; known {
			f.Kind, f.Text = protocol.Control, f.Text+unit
		}
		if strings.HasPrefix(path, "axes.") && axis < len(w.Axes) {
			samples := make([]float64, len(w.Samples[axis]))
			for n, v := range w.Samples[axis] {
				samples[n] = w.Scaled(v)
			}
			a := w.Axes[axis]
			f.Kind, f.Type, f.Text = protocol.Value, "i16 LE, base64", samplesText(samples, a.Unit)
			f.Label = protocol.SameLabel(path + " = " + a.Field)
			axis++
		}
	}
}

// samplesText describes samples: their range, their number and the first ones.
func samplesText(x []float64, unit string) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	var first []string
	for _, v := range x[:min(len(x), firstSamples)] {
		first = append(first, number(v))
	}
	more := ""
	if len(x) > firstSamples {
		more = ", …"
	}
	return strings.TrimSpace(fmt.Sprintf("%s … %s %s", number(low), number(high), unit)) + fmt.Sprintf("; %d: %s%s", len(x), strings.Join(first, ", "), more)
}
