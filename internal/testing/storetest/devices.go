package storetest

import (
	"math"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

func devices(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	same(t, "device", must(s.Devices.Get(ctx, s.Guest.Scope(), s.Gauge.ID))(t), s.Gauge)
	_, err := s.Devices.Get(ctx, s.Guest.Scope(), s.Spare.ID)
	refused(t, err, errs.NothingHere) // only administrators manage the stock

	taken := must(s.Devices.SNCodeTaken(ctx, s.Spare.SNCode))(t)
	free := must(s.Devices.RegisterTaken(ctx, "CR-9999"))(t)
	same(t, "serial taken, register taken", []bool{taken, free}, []bool{true, false})
	again := s.Spare
	again.ID, again.SNCode = 0, "CR-0002"
	_, _, err = s.Devices.Create(ctx, admin, again, nil)
	refused(t, err, errs.RegisterUsed, "register")
	again.Register, again.SNCode = "CR-0002", s.Spare.SNCode
	_, _, err = s.Devices.Create(ctx, admin, again, nil)
	refused(t, err, errs.SerialUsed, "sncode")

	list := must(s.Devices.List(ctx, s.Admin.Scope(), device.Filter{CorporationID: s.Corporation.ID}))(t)
	same(t, "devices", list.Total, 3)
	page := must(s.Devices.List(ctx, s.Admin.Scope(), device.Filter{IDs: []int64{s.Gauge.ID}}))(t)
	same(t, "what it feeds", page.List[0].Points, []device.PointRef{{ID: s.Level.ID, Name: s.Level.Name}})
	same(t, "devices of the structure", must(s.Devices.List(ctx, s.Admin.Scope(), device.Filter{StructureID: s.Structure.ID}))(t).Total, 1)

	refused(t, s.Devices.Delete(ctx, admin, s.Gauge.ID), errs.InUse)
	refused(t, s.Devices.Delete(ctx, admin, s.Collector.ID), errs.InUse)
	ok(t, s.Devices.Delete(ctx, admin, s.Spare.ID))
	_, err = s.Devices.Get(ctx, s.Admin.Scope(), s.Spare.ID)
	refused(t, err, errs.NothingHere)
}

func deviceRules(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	_, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, Kind: "Toaster", Type: "Bread", Register: "a b", ProjectID: 1, TimeZone: "Local", LostThreshold: -1,
	}, nil)
	refused(t, err, errs.Empty, "name", "model", "type", "kind", "sncode", "register", "timeZone", "lostThreshold", "projectId")
	draft := func(aspect definition.DeviceAspect, v any) timeline.Draft {
		return apptest.Draft(t, string(aspect), 0, v)
	}
	refuse := func(id int64, d timeline.Draft, message *errs.Message, fields ...string) {
		t.Helper()
		_, err := s.Devices.Record(ctx, admin, id, d)
		refused(t, err, message, fields...)
	}
	refuse(s.Spare.ID, draft("color", 1), errs.NotOneOf, "aspect")
	refuse(s.Spare.ID, timeline.Draft{Aspect: string(definition.AspectGeometry), Value: []byte(`{"segmentLen":`)}, errs.BadJSON)
	refuse(s.Spare.ID, timeline.Draft{Aspect: string(definition.AspectGeometry), Value: []byte(`{"length":1}`)}, errs.Unexpected, "value.length")
	refuse(s.Spare.ID, timeline.Draft{Aspect: string(definition.AspectGeometry), Value: []byte(`{"segmentLen":"500"}`)}, errs.WrongType, "value.segmentLen")
	refuse(s.Spare.ID, draft(definition.AspectGeometry, definition.Geometry{SegmentLen: 499}), errs.NoNodes, "value.nodes", "value.segmentLen")
	refuse(s.Spare.ID, draft(definition.AspectConnection,
		definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 1}), errs.ChannelTaken, "value.channelNo")
	refuse(s.Spare.ID, draft(definition.AspectConnection,
		definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 0}), errs.ChannelInvalid, "value.channelNo")
	refuse(s.Spare.ID, draft(definition.AspectConnection, definition.Connection{CollectorID: 4711, ChannelNo: 2}), errs.MustExist, "value.collectorId")
	refuse(s.Collector.ID, draft(definition.AspectChannels,
		definition.Channels{
			Channels: []definition.Channel{{ChannelNo: 1, IsUsed: true, Signal: "dynamic", Rate: 40}, {ChannelNo: 1, IsUsed: true, Signal: "smoke", Rate: 30}},
		}),
		errs.Duplicate, "value.channels[1].channelNo", "value.channels[1].signal", "value.channels")
	early := apptest.Draft(t, string(definition.AspectCoefficients), 5, definition.Coefficients{})
	refuse(s.Spare.ID, early, errs.TimeOutOfRange, "validFrom")

	// The channel is free again from the time the gauge was disconnected.
	moved := time.Now().Add(-time.Hour).UnixMilli()
	must(s.Devices.Record(ctx, admin, s.Gauge.ID, apptest.Draft(t, string(definition.AspectConnection), moved,
		definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 2})))(t)
	must(s.Devices.Record(ctx, admin, s.Spare.ID, apptest.Draft(t, string(definition.AspectConnection), moved,
		definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 1})))(t)
	refuse(s.Spare.ID, draft(definition.AspectConnection, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 1}), errs.ChannelTaken)
}

func secrets(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	same(t, "secret", must(s.Devices.Secret(ctx, s.Admin.Scope(), s.Collector.ID))(t), s.Secret)
	_, next, err := s.Bulk.Rotate(ctx, admin, s.Collector.ID, time.Hour, "")
	ok(t, err)
	now := time.Now().UnixMilli()
	d := must(s.Store.IntakeDevices(ctx, []int64{s.Collector.ID}))(t)[0]
	for secret, want := range map[string]bool{next: true, s.Secret: true, "guess": false} {
		if got := d.Accepts([]byte(secret), now); got != want {
			t.Errorf("secret accepted: %t, want %t", got, want)
		}
	}
	if d.Accepts([]byte(s.Secret), now+2*time.Hour.Milliseconds()) {
		t.Error("the old secret never expires")
	}
	_, _, err = s.Bulk.Rotate(ctx, admin, s.Collector.ID, 0, "")
	ok(t, err)
	d = must(s.Store.IntakeDevices(ctx, []int64{s.Collector.ID}))(t)[0]
	if len(d.Secrets) != 1 || d.Accepts([]byte(next), now) {
		t.Error("an old secret is valid after its rotation")
	}
	var stored string
	ok(t, s.DB.Reader().QueryRowContext(ctx, "SELECT current_secret FROM device_secret WHERE device_id = $1", s.Collector.ID).Scan(&stored))
	if stored == "" || stored == d.Secrets[0].Text {
		t.Error("the secret is stored in the clear")
	}

	// A disabled device cannot sign in, not even with an empty password, and stays disabled while it is changed.
	rotation, next, err := s.Bulk.Rotate(ctx, admin, s.Collector.ID, time.Hour, "")
	ok(t, err)
	ok(t, s.Devices.DisableSecret(ctx, admin, s.Collector.ID))
	if err := s.Devices.DisableSecret(ctx, apptest.Actor(s.Stranger), s.Collector.ID); !errs.IsKind(err, errs.NotFound) {
		t.Errorf("a stranger disabled a secret: %v", err)
	}
	refused(t, s.Devices.DisableSecret(ctx, admin, s.Gauge.ID), errs.Empty, "register")
	collector := must(s.Store.Device(ctx, s.Admin.Scope(), s.Collector.ID))(t)
	same(t, "a first secret", must(s.Devices.FirstSecret(ctx, admin, collector))(t), "")
	d = must(s.Store.IntakeDevices(ctx, []int64{s.Collector.ID}))(t)[0]
	for _, secret := range []string{next, d.Register, ""} {
		if d.Accepts([]byte(secret), now) || len(d.Keys(now)) > 0 {
			t.Errorf("a disabled device signs in with %q", secret)
		}
	}
	same(t, "it can sign in", must(s.Devices.CanSignIn(ctx, s.Collector.ID))(t), false)
	_, err = s.Bulk.Undo(ctx, admin, rotation.ID, 0)
	refused(t, err, errs.ActionPast) // it would let the device sign in
	_, next, err = s.Bulk.Rotate(ctx, admin, s.Collector.ID, time.Hour, "")
	ok(t, err)
	d = must(s.Store.IntakeDevices(ctx, []int64{s.Collector.ID}))(t)[0]
	if !d.Accepts([]byte(next), now) || len(d.Secrets) != 1 {
		t.Error("a new secret does not let a disabled device in again, or another one does")
	}
}

func deviceState(t *testing.T, s *apptest.Site) {
	low, good, threshold := 3.1, 3.6, 3.3
	gauge := s.Spare
	gauge.VoltageThreshold, gauge.ProjectID = &threshold, s.Project.ID
	_, err := s.Devices.Update(ctx, apptest.Actor(s.Admin), gauge)
	refused(t, err, errs.MovedByAction, "projectId")
	moveTo(t, s, gauge.ID, s.Project.ID)
	must(s.Devices.Update(ctx, apptest.Actor(s.Admin), gauge))(t)
	now := time.Now().UnixMilli()
	see := func(came int64, voltage ingest.Report) device.State {
		t.Helper()
		ok(t, s.Store.SaveSeen(ctx, []ingest.Seen{{Device: gauge.ID, LastSeen: came, Voltage: voltage, Firmware: "v1.2"}, {Device: 999, LastSeen: came}}))
		return must(s.Devices.State(ctx, s.Guest.Scope(), gauge.ID))(t)
	}
	same(t, "never seen", must(s.Devices.State(ctx, s.Guest.Scope(), gauge.ID))(t).Online(now), device.Offline)
	state := see(now, ingest.Report{Value: low, At: now})
	if state.Online(now) != device.Online || *state.Voltage != low || state.Firmware != "v1.2" {
		t.Errorf("after a report: %+v", state)
	}
	if state = see(now-1000, ingest.Report{}); state.LastSeen != now || *state.Voltage != low {
		t.Errorf("a frame without voltage changes it: %+v", state)
	}
	if state = see(now+1, ingest.Report{Value: good, At: now - 30*24*3600_000}); *state.Voltage != low || state.LastSeen != now+1 {
		t.Errorf("history replaced newer values: %+v", state)
	}
	if state = see(now+2, ingest.Report{Value: good, At: now + 2}); *state.Voltage != good {
		t.Errorf("after a newer report: %+v", state)
	}
	same(t, "by the battery of the type", must(s.Store.Watched(ctx, []int64{s.Collector.ID}))(t)[0].LimitsAt(now).Voltage, 11.5)
	same(t, "devices whose health is judged", must(s.Store.Watched(ctx, []int64{gauge.ID}))(t), []alarm.Device{{
		ID: gauge.ID, CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Entered: gauge.CreatedAt,
		Limits: []alarm.HealthLimits{{From: math.MinInt64, Voltage: threshold, Lost: 3, VoltageFrom: alarm.FromDevice, LostFrom: alarm.ByDefault}},
	}})
	lost := alarm.Record{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, DeviceID: gauge.ID, Kind: alarm.OfDataLost, Status: alarm.Pending, Opened: now,
		Steps: []alarm.Step{{Time: now}},
	}
	write(t, s, func(tx *database.Tx) error { return s.Store.SaveAlerts(ctx, tx.Tx, []alarm.Change{{Record: lost}}) })
	counts := must(s.Devices.Counts(ctx, s.Guest.Scope(), device.Filter{ProjectID: s.Project.ID}))(t)
	same(t, "counts", counts, device.Counts{Total: 3, Online: 1, Offline: 2, Unknown: 2, DataLost: 1})
	list := must(s.Devices.List(ctx, s.Guest.Scope(), device.Filter{Health: device.DataLost}))(t)
	if list.Total != 1 || list.List[0].ID != gauge.ID {
		t.Errorf("devices that lost data: %+v", list)
	}
	same(t, "offline", must(s.Devices.List(ctx, s.Guest.Scope(), device.Filter{Online: device.Offline}))(t).Total, 2)
	same(t, "alerts of silent devices", len(must(s.Store.DeviceRecords(ctx))(t)), 1)
}

// Revoking a version must not return a device to a channel that is now taken.
func channelsGivenBack(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	const moved = 1_750_000_000_000
	on := func(no int32) timeline.Draft {
		return apptest.Draft(t, string(definition.AspectConnection), moved, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: no})
	}
	away := must(s.Devices.Record(ctx, admin, s.Gauge.ID, on(2)))(t)
	other, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Successor", Kind: device.Measuring, Type: "WATERLEVEL", Model: "own", SNCode: "WL-2",
	}, []timeline.Draft{on(1)})
	ok(t, err)
	_, err = s.Devices.Supersede(ctx, admin, s.Gauge.ID, away.ID, "")
	refused(t, err, errs.ChannelTaken, "channelNo")
	later := on(2)
	later.ValidFrom += 1000
	_, err = s.Devices.Correct(ctx, admin, s.Gauge.ID, away.ID, later)
	refused(t, err, errs.ChannelTaken, "value.channelNo")
	refused(t, s.Devices.CheckRevoke(ctx, s.Admin.Scope(), s.Gauge.ID, away), errs.ChannelTaken, "channelNo")
	ok(t, s.Devices.Delete(ctx, admin, other.ID))
	must(s.Devices.Supersede(ctx, admin, s.Gauge.ID, away.ID, ""))(t)
}

// A sensor without a point is online while its channel sends, from the time it was connected.
func sensorState(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	now := time.Now().UnixMilli()
	hang := func(name, register string, no int32, from int64) device.Device {
		t.Helper()
		connection := apptest.Draft(t, string(definition.AspectConnection), from, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: no})
		sensor, _, err := s.Devices.Create(ctx, admin, device.Device{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: name, Kind: device.Measuring,
			Type: "WATERLEVEL", Model: "own", SNCode: name, Register: register,
		}, []timeline.Draft{connection})
		ok(t, err)
		return sensor
	}
	sensor, late, registered := hang("WL-2", "", 2, 0), hang("WL-3", "", 3, now-1000), hang("WL-5", "WL-5", 5, 0)
	for _, id := range []int64{sensor.ID, late.ID, registered.ID} {
		same(t, "before its channel sends", must(s.Devices.State(ctx, s.Guest.Scope(), id))(t).Online(now), device.Offline)
	}
	write(t, s, func(tx *database.Tx) error {
		var rows []series.Put
		for _, no := range []int32{2, 3, 5} {
			rows = append(rows, series.Put{
				Series: series.RawID(s.Collector.ID, no), Time: now - 2000, Received: now,
				Columns: reading.Intern([]reading.Column{{Field: "freq"}}), Values: []float64{900},
			})
		}
		_, apply, err := s.Series.Write(ctx, tx.Tx, series.Batch{Raw: rows})
		tx.AfterCommit(apply)
		return err
	})
	state := must(s.Devices.State(ctx, s.Guest.Scope(), sensor.ID))(t)
	same(t, "as its channel", []any{state.LastSeen, state.Online(now)}, []any{now - 2000, device.Online})
	same(t, "as its channel, with a register", must(s.Devices.State(ctx, s.Guest.Scope(), registered.ID))(t).LastSeen, now-2000)
	same(t, "what came before it hung there", must(s.Devices.State(ctx, s.Guest.Scope(), late.ID))(t).LastSeen, int64(0))
	same(t, "online", must(s.Devices.Counts(ctx, s.Guest.Scope(), device.Filter{ProjectID: s.Project.ID}))(t).Online, 2)
	elsewhere := apptest.Draft(t, string(definition.AspectConnection), now-500, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 4})
	must(s.Devices.Record(ctx, admin, sensor.ID, elsewhere))(t)
	same(t, "on a channel that does not send", must(s.Devices.State(ctx, s.Guest.Scope(), sensor.ID))(t).LastSeen, int64(0))
}

func intakeDevices(t *testing.T, s *apptest.Site) {
	all := must(s.Store.IntakeDevices(ctx, nil))(t)
	same(t, "devices", len(all), 3)
	byID := map[int64]ingest.Device{}
	for _, d := range all {
		byID[d.ID] = d
	}
	now := time.Now().UnixMilli()
	collector, gauge := byID[s.Collector.ID], byID[s.Gauge.ID]
	if channel, found := collector.ChannelOfChild([]byte(s.Gauge.SNCode), now); !found || channel != 1 {
		t.Errorf("channel of the gauge on its collector: %d %t", channel, found)
	}
	if !collector.Accepts([]byte(s.Secret), now) {
		t.Error("the collector's secret is not accepted")
	}
	if v, found := gauge.Connection.At(now); !found || v.Value.CollectorID != s.Collector.ID {
		t.Errorf("connection of the gauge: %+v", v)
	}
	zone := func(id int64) string { return must(s.Store.IntakeDevices(ctx, []int64{id}))(t)[0].TimeZone }
	own, site, house := s.Gauge, s.Project, s.Corporation
	same(t, "zones by default", []string{zone(s.Gauge.ID), zone(s.Spare.ID)}, []string{"Asia/Shanghai", "Asia/Shanghai"})
	house.TimeZone = "Europe/Oslo"
	must(s.Corporations.Update(ctx, apptest.Actor(s.System), house))(t)
	same(t, "zone of the corporation", []string{zone(s.Gauge.ID), zone(s.Spare.ID)}, []string{"Asia/Shanghai", "Europe/Oslo"})
	site.TimeZone = "Asia/Kathmandu"
	must(s.Projects.Update(ctx, apptest.Actor(s.Admin), site))(t)
	same(t, "zone of the project", zone(s.Gauge.ID), "Asia/Kathmandu")
	own.TimeZone = "Asia/Tokyo"
	must(s.Devices.Update(ctx, apptest.Actor(s.Admin), own))(t)
	same(t, "zone of the device", zone(s.Gauge.ID), "Asia/Tokyo")
	same(t, "what is gone is left out", len(must(s.Store.IntakeDevices(ctx, []int64{4711}))(t)), 0)
}

func write(t testing.TB, s *apptest.Site, do func(*database.Tx) error) {
	t.Helper()
	ok(t, s.DB.Write(ctx, do))
}

// levels distinguishes points that the fold has judged from others, and marks the others for the next start.
func levels(t *testing.T, s *apptest.Site) {
	standing := []alarm.Outcome{
		{Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Level: alarm.Blue, Side: alarm.Upper, Since: 1700000000000, Held: true, Done: 1},
		{Key: alarm.Key{Field: "level", ValueType: alarm.Observed, NodeRange: alarm.NodeRange{From: 2, To: 5, Limited: true}}},
	}
	write(t, s, func(tx *database.Tx) error {
		return s.Store.SaveLevels(ctx, tx.Tx, []alarm.PointLevel{{PointID: s.Level.ID, Level: alarm.NotJudged}})
	})
	want := alarm.PointLevel{PointID: s.Level.ID, Level: alarm.Blue, Since: 1700000000000, Outcomes: standing}
	write(t, s, func(tx *database.Tx) error { return s.Store.SaveLevels(ctx, tx.Tx, []alarm.PointLevel{want}) })
	both := []int64{s.Crack.ID, s.Level.ID}
	same(t, "standing", must(s.Store.PointLevels(ctx, both))(t), []alarm.PointLevel{want})
	ok(t, s.Store.MarkUnjudged(ctx))
	entries := must(marks.Pending(ctx, s.DB.Reader(), 0))(t)
	same(t, "marked to be folded", entries[len(entries)-1].Marks, []marks.Mark{{Point: s.Crack.ID}})
}

func setLevel(t testing.TB, s *apptest.Site, pointID int64, level alarm.Level) {
	t.Helper()
	write(t, s, func(tx *database.Tx) error {
		return s.Store.SaveLevels(ctx, tx.Tx, []alarm.PointLevel{{PointID: pointID, Level: level, Since: 1}})
	})
}
