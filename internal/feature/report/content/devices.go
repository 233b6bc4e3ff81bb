package content

import (
	"context"
	"strings"

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
	chosen := map[int64]bool{}
	for i := range b.points {
		chosen[b.points[i].ID] = true
	}
	b.instruments = map[int64]string{}
	for page := 1; ; page++ {
		found, err := b.host.Devices.List(ctx, b.scope, device.Filter{Query: paging.Query{Page: page, Size: paging.MaxSize}, ProjectID: b.request.Project})
		if err != nil {
			return err
		}
		for i := range found.List {
			d := &found.List[i]
			b.instruments[d.ID] = strings.TrimSpace(d.Model + " " + d.SNCode)
			feeds := false
			for _, p := range d.Points {
				feeds = feeds || chosen[p.ID]
			}
			if feeds {
				b.report.Devices = append(b.report.Devices, Device{
					Name: d.Name, Model: d.Model, SNCode: d.SNCode, Arrival: Number{Unit: "%", Decimals: 1},
					Health: healthNames[d.State.Health()].In(b.request.Language),
				})
			}
		}
		if len(found.List) < paging.MaxSize {
			return nil
		}
	}
}
