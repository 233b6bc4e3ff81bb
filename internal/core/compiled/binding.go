package compiled

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// input is the source of one entry of Program.Inputs.
type input struct {
	Feed   int // index in feeds, ofMain or nowhere
	Column reading.Column
	Within int64 // maximum distance in ms to a reading of another source
}

// link compiles the program and finds the series of its inputs. It reuses the program of the previous segment if
// nothing that it depends on has changed.
func (p *Point) link(c *interner, s *Segment, setting formula.Setting, sources []source) {
	if last := len(p.Segments) - 1; last >= 0 && p.Segments[last].key == p.programKey(s.From) {
		s.Program, s.Problem, s.made = p.Segments[last].Program, p.Segments[last].Problem, p.Segments[last].made
	} else {
		s.made = len(p.Segments) + 1
		s.Program, s.Problem = c.program(setting, p.Definition.Point.Measurement, p.mainType(s.From))
	}
	s.key = p.programKey(s.From)
	if s.Problem != nil {
		s.Program = nil
		return
	}
	if len(sources) > 0 {
		s.Main = sources[0].series
	} else if main, ok := firstPoint(s.Program); ok {
		s.Main = series.ResultID(main)
	}
	for _, wanted := range s.Program.Inputs() {
		s.Inputs = append(s.Inputs, s.resolve(wanted, sources))
	}
}

// mainType identifies the type of the main device at a time, with its own ranges; "" without a device.
func (p *Point) mainType(t int64) string {
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 {
		return ""
	}
	source := binding.Value.Sources[0]
	main := p.Definition.Devices[source.DeviceID]
	ranges, ok := main.Config.Ranges.At(t)
	if !ok || len(ranges.Value.List) == 0 {
		return main.Type
	}
	text := main.Type
	for _, r := range ranges.Value.List {
		low, high := r.Bounds()
		text += fmt.Sprintf(" %d.%s %v..%v", r.ChannelNo, r.Field, low, high)
	}
	return fmt.Sprint(text, " on ", source.ChannelNo)
}

// firstPoint returns the first point that a formula names: its results set the times of a virtual point without a
// binding.
func firstPoint(program formula.Program) (int64, bool) {
	for _, wanted := range program.Inputs() {
		if id, ok := pointOfRole(wanted.Role); ok {
			return id, true
		}
	}
	return 0, false
}

func pointOfRole(role string) (int64, bool) {
	digits, ok := strings.CutPrefix(role, "P")
	if !ok {
		return 0, false
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	return id, err == nil && id > 0
}

// resolve finds the series and column of one input. An input whose role has no source reads nothing.
func (s *Segment) resolve(wanted formula.Input, sources []source) input {
	in := input{Feed: OfMain, Column: reading.Column{Field: wanted.Field, Node: wanted.Node}, Within: s.Interval}
	if wanted.Within > 0 {
		in.Within = min(in.Within, wanted.Within)
	}
	if wanted.Role == formula.OtherFace {
		in.Feed = OfPartner
		return in
	}
	var id series.ID
	for i, src := range sources {
		if src.role == wanted.Role || i == 0 && wanted.Role == "" {
			id = src.series
			if src.field != "" {
				in.Column.Field = src.field
			}
			break
		}
	}
	if id == 0 {
		if other, ok := pointOfRole(wanted.Role); ok {
			id = series.ResultID(other)
		}
	}
	switch id {
	case 0:
		in.Feed = nowhere
		return in
	case s.Main:
		return in
	}
	in.Feed = slices.Index(s.Feeds, id)
	if in.Feed < 0 {
		in.Feed = len(s.Feeds)
		s.Feeds = append(s.Feeds, id)
	}
	return in
}

// source is a source of the binding, resolved to a series.
type source struct {
	role   string
	field  string
	series series.ID // 0: none at this time
}

func (p *Point) sources(t int64) []source {
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok {
		return nil
	}
	list := make([]source, 0, len(binding.Value.Sources))
	for _, s := range binding.Value.Sources {
		made := source{role: s.Role, field: s.Field}
		switch {
		case s.PointID != 0:
			made.series = series.ResultID(s.PointID)
		case s.DeviceID != 0:
			made.series = p.Channel(s, t)
		}
		list = append(list, made)
	}
	return list
}

// Channel returns the raw series of a device: on the collector that it is connected to, or its own.
func (p *Point) Channel(s definition.Source, t int64) series.ID {
	if collector, channel, ok := p.Definition.Devices[s.DeviceID].Carrier(t); ok {
		return series.RawID(collector, channel)
	}
	return series.RawID(s.DeviceID, s.ChannelNo)
}

// SameSources reports whether a point has the same sources at two times.
func (p *Point) SameSources(a, b int64) bool {
	first, _ := p.Definition.Config.Binding.At(a)
	second, _ := p.Definition.Config.Binding.At(b)
	return slices.Equal(first.Value.Sources, second.Value.Sources)
}

// MemorySince returns the time of the first result that a program remembers at t.
func (p *Point) MemorySince(t int64, memory formula.Memory) int64 {
	if memory.Own {
		return max(t-memory.Span+1, p.SourcesSince(t))
	}
	return t - memory.Span + 1
}

// SourcesSince returns the time since which the sources at t have fed the point.
func (p *Point) SourcesSince(t int64) int64 {
	versions := p.Definition.Config.Binding.Versions()
	for i := len(versions) - 1; i >= 0; i-- {
		if from := versions[i].ValidFrom; from <= t && (i == 0 || !p.SameSources(from-1, t)) {
			return from
		}
	}
	return Beginning
}
