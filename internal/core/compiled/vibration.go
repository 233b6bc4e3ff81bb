package compiled

import (
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/core/vibration"
)

// vibration returns how records of the main source are summarized; nil if no input is a field of their summary.
func (s *Segment) vibration(processor timeline.Timeline[definition.Processor]) *vibration.Settings {
	if s.Main == 0 || !s.Main.IsRaw() {
		return nil
	}
	for i := range s.Inputs {
		if s.Inputs[i].Feed == OfMain && s.Inputs[i].Column.Node == 0 && vibration.IsField(s.Inputs[i].Column.Field) {
			made := new(vibration.Settings)
			if p, ok := processor.At(s.From); ok && p.Value.Vibration != nil {
				*made = vibration.Settings(*p.Value.Vibration)
			}
			return made
		}
	}
	return nil
}
