package query

import (
	"context"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// rawPart is a stretch of time in which one channel gives the readings of a point.
type rawPart struct {
	id       series.ID
	device   string // device type
	from, to int64
}

// rawParts lists the channels that feed a point in a range.
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

// boundChannel is the channel of a point that computes nothing yet.
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

// deviceTypeAt is the type of the main device, which knows what its raw fields are.
func deviceTypeAt(p *compiled.Point, t int64) string {
	if binding, ok := p.Definition.Config.Binding.At(t); ok && len(binding.Value.Sources) > 0 {
		return p.Definition.Devices[binding.Value.Sources[0].DeviceID].Type
	}
	return ""
}

// lookedAt is how many of the newest readings tell which columns a channel has.
const lookedAt = 1000

// rawColumns finds the columns that the channels have in a range, narrowed to the
// fields and nodes asked for.
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
			list = append(list, rawColumn(device, c))
		}
	}
	sortColumns(list, wanted)
	return list, nil
}

// rawChart draws what the instrument sent.
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
