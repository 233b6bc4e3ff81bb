package point

import (
	"errors"
	"slices"
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/errs"
)

func TestSettingsOfTrackers(t *testing.T) {
	fence := definition.Fence{Lat: 31, Lon: 110, Reach: 60}
	for name, one := range map[string]struct {
		measurement string
		processor   definition.Processor
		fields      []string
	}{
		"usual":        {"Track", definition.Processor{Fence: &fence, MinStep: 0.5}, nil},
		"of no track":  {"Tilt", definition.Processor{Fence: &fence, MinStep: 1}, []string{"fence", "minStep"}},
		"impossible":   {"Track", definition.Processor{Fence: &definition.Fence{Lat: 91, Lon: -181, Reach: 0.5}}, []string{"fence.lat", "fence.lon", "fence.reach"}},
		"a large step": {"Track", definition.Processor{MinStep: 200}, []string{"minStep"}},
	} {
		var refusals errs.Refusals
		checkTrack(&refusals, Point{Measurement: one.measurement}, one.processor)
		var got []string
		var refused *errs.Error
		if errors.As(refusals.Err(), &refused) {
			for field := range refused.FieldTexts(errs.English) {
				got = append(got, field)
			}
		}
		if slices.Sort(got); !slices.Equal(got, one.fields) {
			t.Errorf("%s: refused %v, want %v", name, got, one.fields)
		}
	}
}
