package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

func deviceModels(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	wanted := device.Model{
		CorporationID: s.Corporation.ID, Code: "CRK-X1", Label: "双向裂缝计", Type: "Crack", Series: "裂缝",
		Measurements: "Crack", CollectorTypeOptions: "HDA2, HDA3",
		IsMeasuring: true, WithNetwork: true, RegisterIsSame: true, SNCodePrefix: "CX",
	}
	made := must(s.Devices.CreateModel(ctx, admin, wanted))(t)
	same(t, "protocol of the type, maker of the installation",
		[]string{made.ChannelProtocol, made.Manufacturer, made.CollectorTypeOptions}, []string{"HDA", "华思测控", "HDA2,HDA3"})
	_, err := s.Devices.CreateModel(ctx, admin, wanted)
	refused(t, err, errs.ModelCodeUsed, "code")
	wrong := device.Model{
		CorporationID: s.Corporation.ID, Code: "ADM-V500", Type: "Crack", Measurements: "Tilt",
		CollectorTypeOptions: "Toaster", ChannelProtocol: "smoke", SNCodePrefix: "way too long a prefix", Channels: -1,
	}
	_, err = s.Devices.CreateModel(ctx, admin, wrong)
	refused(t, err, errs.ModelCodeUsed, "code", "label", "series", "measurements", "isMeasuring",
		"collectorTypeOptions", "channelProtocol", "sncodePrefix", "channels")

	all := must(s.Devices.Models(ctx, s.Admin.Scope(), s.Corporation.ID))(t)
	if last := all[len(all)-1]; last.Code != "CRK-X1" || !last.Custom || len(last.Measurements) != 1 {
		t.Errorf("the own model is listed as %+v", last)
	}
	same(t, "models of others", len(must(s.Devices.OwnModels(ctx, s.Stranger.Scope(), s.Corporation.ID))(t)), 0)
	refused(t, s.Devices.DeleteModel(ctx, apptest.Actor(s.Stranger), made.ID), errs.NothingHere)

	// A device of the model takes its defaults, and prevents deleting the model.
	d, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, Name: "C9", Kind: device.Measuring, Type: "Crack", Model: "CRK-X1", SNCode: "CX-9",
	}, nil)
	ok(t, err)
	same(t, "filled", []string{d.Register, d.ProtocolCode, d.Manufacturer}, []string{"CX-9", "HDA", "华思测控"})
	_, _, err = s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, Name: "C8", Kind: device.Measuring, Type: "WDM", Model: "CRK-X1", SNCode: "CX-8",
	}, nil)
	refused(t, err, errs.DeviceTypeMismatched, "model")
	refused(t, s.Devices.DeleteModel(ctx, admin, made.ID), errs.ModelInUse)
	other := made
	other.Type, other.Measurements = "WDM", "Crack"
	_, err = s.Devices.UpdateModel(ctx, admin, other)
	refused(t, err, errs.ModelTypeChanged, "type")
	made.Label = "裂缝计 X1"
	must(s.Devices.UpdateModel(ctx, admin, made))(t)
	ok(t, s.Devices.Delete(ctx, admin, d.ID))
	ok(t, s.Devices.DeleteModel(ctx, admin, made.ID))
}

func deviceBlocks(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	configure := func(id int64, from int64, values map[definition.DeviceAspect]string) error {
		change := device.Change{ValidFrom: &from, Note: "site visit", Values: map[definition.DeviceAspect]json.RawMessage{}}
		for aspect, value := range values {
			change.Values[aspect] = json.RawMessage(value)
		}
		return s.Devices.Configure(ctx, admin, id, change)
	}
	inForce := func(id, at int64) map[definition.DeviceAspect]json.RawMessage {
		return must(s.Devices.InForce(ctx, s.Guest.Scope(), id, at))(t)
	}
	day := int64(24 * time.Hour / time.Millisecond)
	now := time.Now().UnixMilli()
	ok(t, configure(s.Collector.ID, now-2*day, map[definition.DeviceAspect]string{
		device.AspectHem:          `{"slaves":[{"sn":"HEM1","address":1,"channels":8,"type":"vw","firstChannelNo":33}]}`,
		definition.AspectChannels: `{"channels":[{"channelNo":40,"isUsed":true,"signal":"vw"}]}`,
	}))
	ok(t, configure(s.Collector.ID, now-day, map[definition.DeviceAspect]string{device.AspectHem: `{"slaves":[]}`}))
	if _, there := inForce(s.Collector.ID, now-3*day)[device.AspectHem]; there {
		t.Error("modules are in effect before they were set")
	}
	same(t, "as of then", string(inForce(s.Collector.ID, now-2*day)[device.AspectHem]),
		`{"slaves":[{"sn":"HEM1","address":1,"channels":8,"type":"vw","firstChannelNo":33}]}`)
	same(t, "as of now", string(inForce(s.Collector.ID, now)[device.AspectHem]), `{"slaves":[]}`)

	refuse := func(id int64, aspect definition.DeviceAspect, value string, message *errs.Message, fields ...string) {
		t.Helper()
		refused(t, configure(id, 0, map[definition.DeviceAspect]string{aspect: value}), message, fields...)
	}
	refuse(s.Collector.ID, definition.AspectPam, `{"step":1}`, errs.BlockNotHere)
	refuse(s.Gauge.ID, device.AspectHem, `{"slaves":[]}`, errs.BlockNotHere)
	refuse(s.Collector.ID, device.AspectHem, `{"slaves":[{"sn":"a b","address":40,"channels":5,"type":"x","firstChannelNo":0}],"rate":65}`, errs.OutOfRange,
		"rate", "slaves[0].sn", "slaves[0].address", "slaves[0].channels", "slaves[0].type", "slaves[0].firstChannelNo")
	refuse(s.Collector.ID, device.AspectHem,
		`{"rate":20,"slaves":[{"sn":"A","address":1,"channels":4,"type":"dynamic","firstChannelNo":33},{"sn":"A","address":1,"channels":4,"type":"vw","firstChannelNo":36}]}`,
		errs.Duplicate, "slaves[1].sn", "slaves[1].address", "slaves[1].firstChannelNo", "rate")
	refuse(s.Gauge.ID, device.AspectChart, `{"direction":"up","yMin":2,"yMax":1,"decimals":12}`, errs.NotOneOf, "direction", "yMax", "decimals")
	refuse(s.Gauge.ID, definition.AspectBasic,
		`{"measurement":"Crack","cameraSerial":"12345","coorSystem":"mars","settlementSign":2,"collectorType":"x","baseStation":{"ip":"a b","port":0}}`,
		errs.CategoryMismatch, "measurement", "collectorType", "coorSystem", "settlementSign", "baseStation.ip", "baseStation.port", "cameraSerial")
	refuse(s.Gauge.ID, definition.AspectBasic, `{"color":"red"}`, errs.Unexpected, "color")

	// A change to a device and its configuration is atomic.
	rename := device.Change{
		Identity: func(d *device.Device) { d.Name = "W1 neu" },
		Values:   map[definition.DeviceAspect]json.RawMessage{definition.AspectCoefficients: json.RawMessage(`{"values":{"K":"x"}}`)},
	}
	refused(t, s.Devices.Configure(ctx, admin, s.Gauge.ID, rename), errs.WrongType)
	same(t, "name", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t).Name, s.Gauge.Name)
	rename.Values[definition.AspectCoefficients] = json.RawMessage(`{"values":{"K":2}}`)
	ok(t, s.Devices.Configure(ctx, admin, s.Gauge.ID, rename))
	same(t, "name", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t).Name, "W1 neu")
	refused(t, s.Devices.Configure(ctx, apptest.Actor(s.Stranger), s.Gauge.ID, rename), errs.NothingHere)
}

func blockSecrets(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	station, _, err := s.Devices.Create(ctx, admin,
		device.Device{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "G1", Kind: device.Measuring, Type: "GNSS", Model: "GNSS-1", SNCode: "GNS-1",
		},
		[]timeline.Draft{
			{
				Aspect: "basic",
				Value:  json.RawMessage(`{"validationCode":"QXYZAB","baseStation":{"ip":"caster.example.com","port":2101,"user":"u","password":"first-1"}}`),
			},
		})
	ok(t, err)
	held := func() string {
		t.Helper()
		text := ""
		for _, r := range must(s.Store.VersionsOf(ctx, s.Admin.Scope(), timeline.OfDevice, station.ID))(t) {
			text += string(r.Value) + "\n"
		}
		return text
	}
	open := func(aspect definition.DeviceAspect, at int64, of func(basic definition.Basic, resolve device.Resolve) string) string {
		t.Helper()
		var basic definition.Basic
		var resolve device.Resolve
		for _, r := range must(s.Store.VersionsOf(ctx, s.Admin.Scope(), timeline.OfDevice, station.ID))(t) {
			if r.SupersededAt == 0 && r.Aspect == string(aspect) && r.ValidFrom == at {
				ok(t, json.Unmarshal(r.Value, map[definition.DeviceAspect]any{definition.AspectBasic: &basic, device.AspectResolve: &resolve}[aspect]))
			}
		}
		return must(device.OpenField(s.Secrets, of(basic, resolve)))(t)
	}
	station1 := func(b definition.Basic, _ device.Resolve) string { return b.BaseStation.Password }
	same(t, "password", open(definition.AspectBasic, 0, station1), "first-1")
	same(t, "code", open(definition.AspectBasic, 0, func(b definition.Basic, _ device.Resolve) string { return b.ValidationCode }), "QXYZAB")
	basic := func() string {
		t.Helper()
		return string(must(s.Devices.InForce(ctx, s.Admin.Scope(), station.ID, time.Now().UnixMilli()))(t)[definition.AspectBasic])
	}
	same(t, "shown", basic(), `{"baseStation":{"ip":"caster.example.com","port":2101,"user":"u","password":"••••••"},"validationCode":"••••••"}`)

	// A masked secret that is sent back stays; a new one replaces it. A changed host requires entering the secret
	// again.
	at := time.Now().Add(-time.Hour).UnixMilli()
	configure := func(value string) error {
		return s.Devices.Configure(ctx, admin, station.ID,
			device.Change{ValidFrom: &at, Values: map[definition.DeviceAspect]json.RawMessage{definition.AspectBasic: json.RawMessage(value)}})
	}
	ok(t, configure(strings.Replace(basic(), `"user":"u"`, `"user":"v"`, 1)))
	same(t, "kept", open(definition.AspectBasic, at, station1), "first-1")
	refused(t, configure(strings.Replace(basic(), "caster", "elsewhere", 1)), errs.SecretAnew, "baseStation.password")
	refused(t, configure(`{"validationCode":"sealed:AAAA"}`), errs.FormatWrong, "validationCode")
	for _, base := range []int64{station.ID, s.Gauge.ID, 1 << 40} { // itself, not a receiver, unknown
		_, err = s.Devices.Record(ctx, admin, station.ID,
			timeline.Draft{Aspect: "resolve", ValidFrom: at, Value: json.RawMessage(fmt.Sprintf(`{"role":"rover","baseStation":%d}`, base))})
		refused(t, err, errs.NoBaseStation, "value.baseStation")
	}
	record := must(s.Devices.Record(ctx, admin, station.ID,
		timeline.Draft{
			Aspect: "resolve", ValidFrom: at, Value: json.RawMessage(`{"rtcm":{"source":"ntrip","ip":"10.0.0.1","port":2101,"password":"second-2"}}`),
		}))(t)
	corrected := must(s.Devices.Correct(ctx, admin, station.ID, record.ID,
		timeline.Draft{ValidFrom: at, Value: json.RawMessage(`{"rtcm":{"source":"ntrip","ip":"10.0.0.1","port":2101,"user":"w","password":"••••••"}}`)}))(t)
	same(t, "corrected", open(device.AspectResolve, at, func(_ definition.Basic, r device.Resolve) string { return r.RTCM.Password }), "second-2")
	_, err = s.Devices.Record(ctx, admin, station.ID,
		timeline.Draft{
			Aspect: "resolve", ValidFrom: at - 1000, Value: json.RawMessage(`{"rtcm":{"source":"ntrip","ip":"10.0.0.1","port":2101,"password":"••••••"}}`),
		})
	refused(t, err, errs.SecretAnew, "value.rtcm.password")

	told := held() + string(record.Value) + string(corrected.Value) + string(must(s.Devices.Supersede(ctx, admin, station.ID, corrected.ID, ""))(t).Value)
	for _, r := range must(s.Devices.Versions(ctx, s.Admin.Scope(), station.ID, ""))(t) {
		told += string(r.Value)
		if strings.Contains(string(r.Value), "sealed:") {
			t.Errorf("a sealed value is shown: %s", r.Value)
		}
	}
	for _, entry := range must(s.Audit.List(ctx, s.Admin.Scope(), audit.Filter{Kind: "device", ThingID: station.ID}))(t).List {
		told += string(entry.Before) + string(entry.After)
	}
	for _, secret := range []string{"first-1", "second-2", "QXYZAB"} {
		if strings.Contains(told, secret) {
			t.Errorf("%s is shown or stored in plain text", secret)
		}
	}
}

func deviceFiles(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	array, _, err := s.Devices.Create(ctx, admin,
		device.Device{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "A1", Kind: device.Measuring, Type: "ADMI", Model: "ADMI-500", SNCode: "ADMI-1",
		}, nil)
	ok(t, err)
	_, err = s.Devices.SaveFile(ctx, admin, s.Gauge.ID, "w.cal", []byte("1"))
	refused(t, err, errs.BlockNotHere)
	for _, name := range []string{"", "..", "a/b.cal", "a\\b", "a\x00b"} {
		_, err = s.Devices.SaveFile(ctx, admin, array.ID, name, []byte("1"))
		refused(t, err, errs.FileNameFormat, "file")
	}
	_, err = s.Devices.SaveFile(ctx, admin, array.ID, "big.cal", make([]byte, device.MaxFileBytes+1))
	refused(t, err, errs.FileLarge, "file")
	must(s.Devices.SaveFile(ctx, admin, array.ID, "标定 1.cal", []byte{0, 1, 255}))(t)
	_, err = s.Devices.SaveFile(ctx, admin, array.ID, "标定 1.cal", []byte("again"))
	refused(t, err, errs.NameUsed, "file")
	same(t, "files", must(s.Devices.Files(ctx, s.Guest.Scope(), array.ID))(t)[0].Size, int64(3))
	full, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "A2", Kind: device.Measuring, Type: "ADMI", Model: "ADMI-500", SNCode: "ADMI-2",
	}, nil)
	ok(t, err)
	for i := range device.MaxFiles {
		must(s.Devices.SaveFile(ctx, admin, full.ID, fmt.Sprintf("%d.cal", i), []byte("1")))(t)
	}
	_, err = s.Devices.SaveFile(ctx, admin, full.ID, "more.cal", []byte("1"))
	refused(t, err, errs.FilesTooMany, "file")
	same(t, "content", must(s.Devices.OpenFile(ctx, s.Guest.Scope(), array.ID, "标定 1.cal"))(t), []byte{0, 1, 255})
	_, err = s.Devices.OpenFile(ctx, s.Stranger.Scope(), array.ID, "标定 1.cal")
	refused(t, err, errs.NothingHere)
	_, err = s.Devices.OpenFile(ctx, s.Guest.Scope(), array.ID, "other.cal")
	refused(t, err, errs.FileNotUploaded)
	ok(t, s.Devices.DeleteFile(ctx, admin, array.ID, "标定 1.cal"))
	refused(t, s.Devices.DeleteFile(ctx, admin, array.ID, "标定 1.cal"), errs.FileNotUploaded)
	must(s.Devices.SaveFile(ctx, admin, array.ID, "last.cal", []byte("1")))(t)
	ok(t, s.Devices.Delete(ctx, admin, array.ID))
}

func deviceWarnings(t *testing.T, s *apptest.Site) {
	place := alarm.Place{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, PointID: s.Level.ID, StructureID: s.Structure.ID, Measurement: s.Level.Measurement,
	}
	now := time.Now().UnixMilli()
	hour := time.Hour.Milliseconds()
	silent := alarm.ReconcileHealth(nil, s.Gauge.ID, place, 0, map[alarm.Kind][]alarm.Episode{
		alarm.OfDataLost:     {{Opened: now - hour, Steps: []alarm.Step{{Time: now - hour, Limit: 20}}}},
		alarm.OfDataRepeated: {{Opened: now - hour, Steps: []alarm.Step{{Time: now - hour}}}},
	}, "", now)
	if len(silent) == 0 {
		t.Fatal("a silent device opened no record")
	}
	ok(t, s.DB.Write(ctx, func(tx *database.Tx) error { return s.Store.SaveAlerts(ctx, tx.Tx, silent) }))
	warnings := must(s.Devices.Warnings(ctx, s.Guest.Scope(), s.Gauge.ID))(t)
	if len(warnings) == 0 || warnings[0].Ended != 0 {
		t.Fatalf("warnings %+v", warnings)
	}
	ids := []int64{warnings[0].ID}
	_, err := s.Devices.Warnings(ctx, s.Stranger.Scope(), s.Gauge.ID)
	refused(t, err, errs.NothingHere)
	refused(t, s.Devices.DismissWarnings(ctx, apptest.Actor(s.Stranger), s.Gauge.ID, ids), errs.NothingHere)
	refused(t, s.Devices.DismissWarnings(ctx, apptest.Actor(s.Admin), s.Collector.ID, ids), errs.MustExist, "ids") // ids of another device
	ok(t, s.Devices.DismissWarnings(ctx, apptest.Actor(s.Admin), s.Gauge.ID, ids))
	same(t, "warnings left", len(must(s.Devices.Warnings(ctx, s.Guest.Scope(), s.Gauge.ID))(t)), len(warnings)-1)
	refused(t, s.Devices.DismissWarnings(ctx, apptest.Actor(s.Admin), s.Gauge.ID, ids), errs.MustExist, "ids")
	open := must(s.Store.DeviceRecords(ctx))(t)
	same(t, "records in the books", len(open), len(silent))
}

// ruleOfType checks that the hours of repeated data of a device type reach the definitions of its points.
func ruleOfType(t *testing.T, s *apptest.Site) {
	admin, ours, kind := apptest.Actor(s.Admin), s.Gauge.CorporationID, s.Gauge.Type
	inForce := func() *float64 {
		definitions := must(s.Store.Definitions(ctx, []int64{s.Level.ID}))(t)
		return definitions[0].Devices[s.Gauge.ID].TypeRepeatedHours
	}
	rule := func() device.TypeRule {
		list := must(s.Devices.TypeRules(ctx, s.Admin.Scope(), ours))(t)
		return list[slices.IndexFunc(list, func(r device.TypeRule) bool { return r.Type == kind })]
	}
	same(t, "before", rule().Own == nil && inForce() == nil && rule().Devices > 0, true)

	twelve, many := 12.0, catalog.MostRepeatedHours+1.0
	list := marked(t, s, func() { ok(t, s.Devices.SetTypeRule(ctx, admin, ours, kind, &twelve)) })
	same(t, "marks the points of its devices", slices.Contains(list, marks.Mark{Point: s.Level.ID}), true)
	same(t, "of the type", []float64{*rule().Own, rule().Catalog, *inForce()}, []float64{12, catalog.RepeatedHours(kind), 12})
	twelve = 6 // change the existing rule
	ok(t, s.Devices.SetTypeRule(ctx, admin, ours, kind, &twelve))
	same(t, "again", *inForce(), 6.0)

	refused(t, s.Devices.SetTypeRule(ctx, admin, ours, "Nothing", &many), errs.TypeUndefined, "deviceType", "repeatedHours")
	refused(t, s.Devices.SetTypeRule(ctx, apptest.Actor(s.Stranger), ours, kind, nil), errs.NothingHere)
	foreign := must(s.Devices.TypeRules(ctx, s.Stranger.Scope(), ours))(t)
	same(t, "seen by a stranger", slices.ContainsFunc(foreign, func(r device.TypeRule) bool { return r.Own != nil || r.Devices > 0 }), false)

	ok(t, s.Devices.SetTypeRule(ctx, admin, ours, kind, nil))
	same(t, "as the catalog", rule().Own == nil && inForce() == nil, true)
}

func manyDevices(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	n := must(s.Devices.SetHealth(ctx, admin, []int64{s.Gauge.ID, s.Spare.ID}, device.Health{VoltageThreshold: 3.3, LostThreshold: 5}))(t)
	same(t, "devices", n, 2)
	spare := must(s.Devices.Get(ctx, s.Admin.Scope(), s.Spare.ID))(t)
	same(t, "thresholds", []float64{*spare.VoltageThreshold, float64(spare.LostThreshold)}, []float64{3.3, 5})
	_, err := s.Devices.SetHealth(ctx, admin, []int64{s.Gauge.ID, s.Gauge.ID}, device.Health{VoltageThreshold: 40})
	refused(t, err, errs.Duplicate, "ids", "voltageThreshold", "lostThreshold")
	_, err = s.Devices.SetHealth(ctx, apptest.Actor(s.Stranger), []int64{s.Gauge.ID}, device.Health{LostThreshold: 1})
	refused(t, err, errs.NothingHere)

	_, err = s.Devices.DeleteMany(ctx, admin, []int64{s.Spare.ID, s.Gauge.ID})
	refused(t, err, errs.DeviceInUse, "ids")
	must(s.Devices.Get(ctx, s.Admin.Scope(), s.Spare.ID))(t) // not deleted, because another one is in use
	same(t, "deleted", must(s.Devices.DeleteMany(ctx, admin, []int64{s.Spare.ID}))(t), 1)
	_, err = s.Devices.Placed(ctx, s.Admin.Scope(), []int64{s.Spare.ID, s.Gauge.ID})
	refused(t, err, errs.NothingHere)
}
