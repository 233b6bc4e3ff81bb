package storetest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

// everyModel creates a device of each predefined model, and a device with a custom model of each type.
func everyModel(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	for i, model := range catalog.Models() {
		kind, _ := catalog.DeviceTypeOf(model.Type)
		d, secret, err := s.Devices.Create(ctx, admin, device.Device{
			CorporationID: s.Corporation.ID, Name: model.Code, Kind: kind.Kind, Type: model.Type, Model: model.Code,
			SNCode: fmt.Sprintf("%s%04d", model.SNPrefix, i),
		}, nil)
		ok(t, err)
		register := ""
		if model.RegisterIsSame {
			register = d.SNCode
		}
		same(t, model.Code+" is filled", []string{d.ProtocolCode, d.Manufacturer, d.Register},
			[]string{model.ChannelProtocol, catalog.DefaultManufacturer, register})
		same(t, model.Code+" has a secret", secret != "", register != "")
	}
	for _, kind := range catalog.DeviceTypes() {
		_, _, err := s.Devices.Create(ctx, admin, device.Device{
			CorporationID: s.Corporation.ID, Name: kind.Code, Kind: kind.Kind, Type: kind.Code, Model: "somebody's", SNCode: "OWN-" + kind.Code,
		}, nil)
		ok(t, err)
	}
}

// deviceOrders checks every sort order and filter of the list against the listed values.
func deviceOrders(t *testing.T, s *apptest.Site) {
	now := time.Now()
	report := func(value float64) ingest.Report { return ingest.Report{Value: value, At: now.UnixMilli()} }
	low, high := report(11.4), report(13.2)
	near, far := report(-61), report(-97)
	for i, seen := range []ingest.Seen{
		{LastSeen: now.UnixMilli(), Voltage: low, RSSI: far, Firmware: "v1.0"},
		{LastSeen: now.Add(-time.Hour).UnixMilli(), Voltage: high},
		{LastSeen: now.Add(-time.Minute).UnixMilli(), RSSI: near, Firmware: "v1.1"},
		{},
	} {
		d, _, err := s.Devices.Create(ctx, apptest.Actor(s.Admin), device.Device{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: fmt.Sprintf("日%d", 4-i),
			Kind: device.Measuring, Type: []string{"Crack", "Rain"}[i%2], Model: "own",
			SNCode: fmt.Sprintf("ORD-%d", i), Register: fmt.Sprintf("ORD-%d", 9-i),
		}, nil)
		ok(t, err)
		if seen.Device = d.ID; seen.LastSeen > 0 {
			ok(t, s.Store.SaveSeen(ctx, []ingest.Seen{seen}))
		}
	}
	ask := func(filter device.Filter) []device.Listed {
		filter.CorporationID = s.Corporation.ID
		filter.Query.Size = 3
		var all []device.Listed
		for filter.Page = 1; ; filter.Page++ {
			page := must(s.Devices.List(ctx, s.Admin.Scope(), filter))(t)
			all = append(all, page.List...)
			if len(all) >= page.Total {
				return all
			}
		}
	}
	number := func(v *float64, down bool) float64 { // unknown values come last
		switch {
		case v == nil:
			return 1e9
		case down:
			return -*v
		}
		return *v
	}
	text := func(of func(device.Listed) string) func(a, b device.Listed, down bool) int {
		return func(a, b device.Listed, down bool) int {
			if down {
				return cmp.Compare(of(b), of(a))
			}
			return cmp.Compare(of(a), of(b))
		}
	}
	measured := func(of func(device.State) *float64) func(a, b device.Listed, down bool) int {
		return func(a, b device.Listed, down bool) int {
			return cmp.Compare(number(of(a.State), down), number(of(b.State), down))
		}
	}
	rank := func(list []string, value string) string { return fmt.Sprint(slices.Index(list, value)) }
	at := time.Now().UnixMilli()
	for field, compare := range map[string]func(a, b device.Listed, down bool) int{
		"sncode": text(func(d device.Listed) string { return d.SNCode }), "type": text(func(d device.Listed) string { return d.Type }),
		"register": text(func(d device.Listed) string { return d.Register }), "firmware": text(func(d device.Listed) string { return d.State.Firmware }),
		"status":   text(func(d device.Listed) string { return rank(device.Onlines, d.State.Online(at)) }),
		"health":   text(func(d device.Listed) string { return rank(device.Healths, d.State.Health()) }),
		"lastSeen": text(func(d device.Listed) string { return fmt.Sprintf("%020d", d.State.LastSeen) }),
		"voltage":  measured(func(s device.State) *float64 { return s.Voltage }), "rssi": measured(func(s device.State) *float64 { return s.RSSI }),
		"points": text(func(d device.Listed) string {
			if len(d.Points) == 0 {
				return ""
			}
			return d.Points[0].Name
		}),
	} {
		for _, down := range []bool{false, true} {
			sort := field
			if down {
				sort = "-" + field
			}
			list := ask(device.Filter{Query: paging.Query{Sort: sort}})
			same(t, "devices by "+sort, len(list), 7)
			if !slices.IsSortedFunc(list, func(a, b device.Listed) int { return compare(a, b, down) }) {
				t.Errorf("by %s the list begins with %s and ends with %s", sort, list[0].SNCode, list[len(list)-1].SNCode)
			}
		}
	}
	share := func(d device.Listed) float64 {
		if d.ID%3 == 0 {
			return math.NaN()
		}
		return float64(d.ID%5) / 5
	}
	shares := func(_ context.Context, list []device.Listed) ([]float64, error) {
		out := make([]float64, len(list))
		for i, d := range list {
			out[i] = share(d)
		}
		return out, nil
	}
	for sort, sign := range map[string]float64{"completeness": 1, "-completeness": -1} {
		list := ask(device.Filter{Query: paging.Query{Sort: sort}, Completeness: shares})
		same(t, "devices by "+sort, len(list), 7)
		for i := 1; i < len(list); i++ {
			if a, b := sign*share(list[i-1]), sign*share(list[i]); math.IsNaN(a) && !math.IsNaN(b) || a > b {
				t.Errorf("by %s: %v before %v", sort, share(list[i-1]), share(list[i]))
			}
		}
	}
	_, err := s.Devices.List(ctx, s.Admin.Scope(), device.Filter{Query: paging.Query{Sort: "color"}})
	refused(t, err, errs.NotOneOf, "sort")

	// Filters combine: in the list, in its counts, and in the ids for bulk actions.
	for want, filter := range map[int]device.Filter{
		2: {Online: device.Online},
		1: {Online: device.Online, Type: "Crack", Query: paging.Query{Keyword: "ord-2"}},
		4: {Query: paging.Query{Keyword: "ord-"}},
		0: {Online: device.Online, Health: device.DataLost},
	} {
		filter.CorporationID = s.Corporation.ID
		ids := must(s.Devices.IDs(ctx, s.Admin.Scope(), filter))(t)
		list := ask(filter)
		counts := must(s.Devices.Counts(ctx, s.Admin.Scope(), filter))(t)
		same(t, fmt.Sprintf("%+v", filter), []int{len(ids), len(list), counts.Total}, []int{want, want, want})
	}
	same(t, "ids for those who may not see them", len(must(s.Devices.IDs(ctx, s.Stranger.Scope(), device.Filter{}))(t)), 0)
}

// devicesTogether checks that connected devices are deleted together, in any order, or not at all.
func devicesTogether(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	make1 := func(kind, name string) device.Device {
		k, _ := catalog.DeviceTypeOf(kind)
		d, _, err := s.Devices.Create(ctx, admin,
			device.Device{
				CorporationID: s.Corporation.ID, Name: name, Kind: k.Kind, Type: kind, Model: "own", SNCode: name,
				Register: map[bool]string{true: name}[k.Network],
			}, nil)
		ok(t, err)
		return d
	}
	unit, sensor := make1("HDA2", "TG-1"), make1("Crack", "TG-2")
	must(s.Devices.Record(ctx, admin, sensor.ID, apptest.Draft(t, string(definition.AspectConnection), 0,
		definition.Connection{CollectorID: unit.ID, ChannelNo: 3})))(t)
	_, err := s.Devices.DeleteMany(ctx, admin, []int64{unit.ID})
	refused(t, err, errs.DeviceInUse, "ids")
	_, err = s.Devices.DeleteMany(ctx, admin, []int64{unit.ID, sensor.ID, s.Gauge.ID})
	refused(t, err, errs.DeviceInUse, "ids")
	same(t, "changed", must(s.Devices.SetHealth(ctx, admin, []int64{sensor.ID, unit.ID}, device.Health{VoltageThreshold: 11, LostThreshold: 4}))(t), 2)
	same(t, "tolerance", must(s.Devices.Get(ctx, s.Admin.Scope(), unit.ID))(t).LostThreshold, 4)
	same(t, "gone", must(s.Devices.DeleteMany(ctx, admin, []int64{unit.ID, sensor.ID}))(t), 2)
	_, err = s.Devices.Get(ctx, s.Admin.Scope(), unit.ID)
	refused(t, err, errs.NothingHere)
}
