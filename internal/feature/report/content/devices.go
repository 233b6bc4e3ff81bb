package content

import (
	"context"
	"slices"
	"strings"

	"plumbline/internal/core/query"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// healthNames are the words of the glossary for the health of devices.
var healthNames = map[string]i18n.Label{
	device.Healthy:      {Zh: "正常", En: "Normal", Tw: "正常"},
	device.LowVoltage:   {Zh: "低电压", En: "Low voltage", Tw: "低電壓"},
	device.DataLost:     {Zh: "数据丢失", En: "Data lost", Tw: "資料遺失"},
	device.DataRepeated: {Zh: "数据重复", En: "Data repeated", Tw: "資料重複"},
	device.Unknown:      {Zh: "未知", En: "Unknown", Tw: "未知"},
}

// readDevices lists the devices that feed points of the report, and remembers the instruments by id.
func (b *gathering) readDevices(ctx context.Context) error {
	b.instruments = map[int64]string{}
	feeds, err := b.feeds(ctx)
	if err != nil {
		return err
	}
	for page := 1; ; page++ {
		found, err := b.host.Devices.List(ctx, b.scope, device.Filter{Query: paging.Query{Page: page, Size: paging.MaxSize}, ProjectID: b.request.Project})
		if err != nil {
			return err
		}
		for i := range found.List {
			d := &found.List[i]
			b.instruments[d.ID] = strings.TrimSpace(d.Model + " " + d.SNCode)
			if len(feeds[d.ID]) == 0 {
				continue
			}
			shown := Device{
				Name: d.Name, Model: d.Model, SNCode: d.SNCode, Arrival: Number{Unit: "%", Decimals: 1},
				Health: healthNames[d.State.Health()].In(b.request.Language),
			}
			if err := b.arrive(ctx, &shown, d, feeds[d.ID]); err != nil {
				return err
			}
			b.report.Devices = append(b.report.Devices, shown)
		}
		if len(found.List) < paging.MaxSize {
			return nil
		}
	}
}

// feeds returns the points of the report that each device feeds.
func (b *gathering) feeds(ctx context.Context) (map[int64][]int64, error) {
	feeds := map[int64][]int64{}
	for part := range slices.Chunk(b.points, atOnce) {
		ids := make([]int64, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		found, err := b.reader().MainPoints(ctx, ids)
		if err != nil {
			return nil, err
		}
		for id, points := range found {
			feeds[id] = append(feeds[id], points...)
		}
	}
	return feeds, nil
}

// arrive counts the readings of a device in the period, if that is not too long to count.
func (b *gathering) arrive(ctx context.Context, shown *Device, d *device.Listed, points []int64) error {
	if b.request.To-b.request.From > query.MostArrivalDays*day {
		return nil
	}
	a, err := b.reader().Arrivals(ctx, query.ArrivalRequest{
		Device: d.ID, Created: d.CreatedAt, Points: points[:min(len(points), atOnce)], Start: b.request.From, End: b.request.To, Zone: b.zone,
	})
	if err != nil || a.Expected == 0 {
		return err
	}
	shown.Expected, shown.Received = a.Expected, a.Received
	shown.Arrival = number(100*float64(a.Received)/float64(a.Expected), "%", 1)
	return nil
}
