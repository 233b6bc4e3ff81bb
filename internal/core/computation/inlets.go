package computation

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

// input is where one number of Program.Inputs comes from.
type input struct {
	feed   int // index in feeds, ofMain or nowhere
	column reading.Column
	within int64 // ms from the reading that one of another source may lie
}

// link compiles the program and finds the series of its inputs. The program of the
// stretch before is taken when nothing that it is made of has changed.
func (p *Point) link(c *sharing, s *Stretch, setting formula.Setting, sources []source) {
	if last := len(p.stretches) - 1; last >= 0 && p.stretches[last].key == p.programKey(s.From) {
		s.Program, s.Problem, s.made = p.stretches[last].Program, p.stretches[last].Problem, p.stretches[last].made
	} else {
		s.made = len(p.stretches) + 1
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
		s.inputs = append(s.inputs, s.resolve(wanted, sources))
	}
}

// mainType is the type of the main device at a time with its own ranges, "" where there is none.
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

// firstPoint is the point whose results give the times of a virtual point without
// a binding: the first that its formula names.
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

// resolve finds the series and column of one input. An input whose role has no
// source reads nothing.
func (s *Stretch) resolve(wanted formula.Input, sources []source) input {
	in := input{feed: ofMain, column: reading.Column{Field: wanted.Field, Node: wanted.Node}, within: s.Interval}
	if wanted.Within > 0 {
		in.within = min(in.within, wanted.Within)
	}
	if wanted.Role == formula.OtherFace {
		in.feed = ofPartner
		return in
	}
	var id series.ID
	for i, src := range sources {
		if src.role == wanted.Role || i == 0 && wanted.Role == "" {
			id = src.series
			if src.field != "" {
				in.column.Field = src.field
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
		in.feed = nowhere
		return in
	case s.Main:
		return in
	}
	in.feed = slices.Index(s.feeds, id)
	if in.feed < 0 {
		in.feed = len(s.feeds)
		s.feeds = append(s.feeds, id)
	}
	return in
}

// source is a feed of the binding as a series.
type source struct {
	role   string
	field  string
	series series.ID // 0: leads nowhere at this time
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
			made.series = p.channel(s, t)
		}
		list = append(list, made)
	}
	return list
}

// channel is the raw series of a device: of the collector that it hangs on, or its own.
func (p *Point) channel(s definition.Source, t int64) series.ID {
	if collector, channel, ok := p.Definition.Devices[s.DeviceID].Carrier(t); ok {
		return series.RawID(collector, channel)
	}
	return series.RawID(s.DeviceID, s.ChannelNo)
}
