package query

import (
	"context"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// rawPart is a time range in which one channel supplies the readings of a point.
type rawPart struct {
	id       series.ID
	device   string // device type
	from, to int64
}

// rawParts returns the channels that feed a point in a range.
func rawParts(p *compiled.Point, start, end int64) []rawPart {
	var list []rawPart
	segments(p, start, end, func(s *compiled.Segment) {
		id := s.Main
		if id == 0 {
			id = boundChannel(p, max(s.From, start))
		}
		if id == 0 || !id.IsRaw() {
			return
		}
		from, to := max(s.From, start), min(s.Until-1, end)
		if last := len(list) - 1; last >= 0 && list[last].id == id && list[last].to+1 == from {
			list[last].to = to
			return
		}
		list = append(list, rawPart{id: id, device: deviceTypeAt(p, from), from: from, to: to})
	})
	return list
}

// boundChannel returns the channel of a point without a formula.
func boundChannel(p *compiled.Point, t int64) series.ID {
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 {
		return 0
	}
	main := binding.Value.Sources[0]
	if collector, channel, ok := p.Definition.Devices[main.DeviceID].Carrier(t); ok {
		return series.RawID(collector, channel)
	}
	if main.DeviceID == 0 {
		return 0
	}
	return series.RawID(main.DeviceID, main.ChannelNo)
}

// deviceTypeAt returns the type of the main device, which defines its raw fields.
func deviceTypeAt(p *compiled.Point, t int64) string {
	if binding, ok := p.Definition.Config.Binding.At(t); ok && len(binding.Value.Sources) > 0 {
		return p.Definition.Devices[binding.Value.Sources[0].DeviceID].Type
	}
	return ""
}

// lookedAt is the number of newest readings examined for the columns of a channel.
const lookedAt = 1000

// rawColumns returns the columns of the channels in a range, limited to the requested fields and nodes.
func (s *Service) rawColumns(ctx context.Context, parts []rawPart, r *Request) ([]Column, error) {
	there := map[reading.Column]string{}
	fields := map[string]bool{}
	for _, part := range parts {
		err := s.series.Before(ctx, part.id, part.to+1, lookedAt, nil, func(b *series.Block) error {
			for _, c := range b.Columns.List {
				there[c], fields[c.Field] = part.device, true
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	wanted := r.Fields
	if len(wanted) == 0 {
		wanted = order("", fields)
	}
	var list []Column
	for c, device := range there {
		if slices.Contains(wanted, c.Field) && (len(r.Nodes) == 0 || slices.Contains(r.Nodes, c.Node)) {
			list = append(list, RawColumn(device, c))
		}
	}
	sortColumns(list, wanted)
	return list, nil
}

// rawChart draws the raw readings.
func (s *Service) rawChart(ctx context.Context, p *compiled.Point, r *Request) (Chart, error) {
	parts := rawParts(p, r.Start, r.End)
	list, err := s.rawColumns(ctx, parts, r)
	if err != nil {
		return Chart{}, err
	}
	id := series.ID(0)
	if len(parts) > 0 {
		id = parts[len(parts)-1].id
	}
	d := s.newDrawing(ctx, p, r, id, list)
	for _, part := range parts {
		narrowed := *r
		narrowed.Start, narrowed.End = part.from, part.to
		d.id, d.request = part.id, &narrowed
		if err := d.drawStored(ctx); err != nil {
			return Chart{}, err
		}
	}
	d.request = r
	return d.chart(ctx, Raw)
}
