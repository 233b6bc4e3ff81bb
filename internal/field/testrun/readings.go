package testrun

import (
	"context"
	"fmt"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/series"
)

// part is where the readings of a device are for some time.
type part struct {
	id       series.ID
	no       int32 // channel of the device
	from, to int64
}

// parts returns where the readings of a device are in [from, to], in order of time within each channel: a sensor's are
// in the channel of the collector that it is connected to, all others in its own channels.
func (s *Service) parts(ctx context.Context, device, from, to int64) ([]part, error) {
	own, err := s.series.Channels(ctx, device)
	if err != nil {
		return nil, err
	}
	var list []part
	itself := func(from, to int64) {
		for _, no := range own {
			list = append(list, part{series.RawID(device, no), no, from, to})
		}
	}
	d, known := s.devices.ByID(device)
	if !known || d.Kind != catalog.MeasuringDevice {
		itself(from, to)
		return list, nil
	}
	versions := d.Connection.Versions()
	if len(versions) == 0 || versions[0].ValidFrom > from {
		until := to
		if len(versions) > 0 {
			until = min(to, versions[0].ValidFrom-1)
		}
		itself(from, until)
	}
	for i, v := range versions {
		begins, ends := max(from, v.ValidFrom), to
		if i+1 < len(versions) {
			ends = min(to, versions[i+1].ValidFrom-1)
		}
		switch {
		case begins > ends:
		case v.Value.CollectorID == 0:
			itself(begins, ends)
		default:
			list = append(list, part{series.RawID(v.Value.CollectorID, v.Value.ChannelNo), 0, begins, ends})
		}
	}
	return list, nil
}

// scan calls visit with the readings of a device in [from, to], in ascending time within each channel.
func (s *Service) scan(ctx context.Context, device, from, to int64, visit func(no int32, b *series.Block) error) error {
	parts, err := s.parts(ctx, device, from, to)
	if err != nil {
		return err
	}
	for _, p := range parts {
		err := s.series.Scan(ctx, p.id, p.from, p.to, nil, func(b *series.Block) error { return visit(p.no, b) })
		if err != nil {
			return fmt.Errorf("readings of channel %d of device %d: %w", p.no, device, err)
		}
	}
	return nil
}
