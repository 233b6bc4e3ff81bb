package bulk

import (
	"context"
	"encoding/json"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/device"
)

// Exported returns devices with their current configuration, in the form of an import.
func (s *Service) Exported(ctx context.Context, scope access.Scope, list []device.Device) ([]device.NewDevice, error) {
	ids := make([]int64, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	records, err := s.store.Configuration(ctx, scope, timeline.OfDevice, ids)
	if err != nil {
		return nil, err
	}
	byOwner := map[int64][]timeline.Record{}
	for _, r := range records {
		byOwner[r.OwnerID] = append(byOwner[r.OwnerID], r)
	}
	now, collectors := clock.Now().UnixMilli(), map[int64]string{}
	out := make([]device.NewDevice, len(list))
	for i, d := range list {
		out[i].Device = d
		own := byOwner[d.ID]
		for _, aspect := range aspectsOf(own, d.ID) {
			line, err := timelineOf[json.RawMessage](own, d.ID, aspect)
			if err != nil {
				return nil, err
			}
			held, ok := line.At(now)
			switch {
			case !ok:
			case aspect == string(definition.AspectConnection):
				var c definition.Connection
				if err := json.Unmarshal(held.Value, &c); err != nil {
					return nil, err
				}
				if err := s.hang(ctx, scope, &out[i], c, collectors); err != nil {
					return nil, err
				}
			default:
				value, err := device.WithoutSecrets(definition.DeviceAspect(aspect), held.Value)
				if err != nil {
					return nil, err
				}
				out[i].Config = append(out[i].Config, timeline.Draft{Aspect: aspect, Value: value})
			}
		}
	}
	return out, nil
}

func (s *Service) hang(ctx context.Context, scope access.Scope, d *device.NewDevice, c definition.Connection, collectors map[int64]string) error {
	if c.CollectorID == 0 {
		return nil
	}
	if _, known := collectors[c.CollectorID]; !known {
		collector, err := s.store.Device(ctx, scope, c.CollectorID)
		if err != nil {
			return err
		}
		collectors[c.CollectorID] = collector.SNCode
	}
	d.Collector, d.ChannelNo = collectors[c.CollectorID], c.ChannelNo
	return nil
}
