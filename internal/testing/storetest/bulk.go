package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"plumbline/internal/account/user"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

// stateOf returns the state of an installation as sorted text, one line per row. An undo must restore it.
func stateOf(t testing.TB, s *apptest.Site) []string {
	t.Helper()
	lines := []string{}
	for name, query := range map[string]string{
		"project": "SELECT * FROM project", "structure": "SELECT * FROM structure", "point": "SELECT * FROM point",
		"plan": "SELECT * FROM plan", "mark": "SELECT * FROM plan_mark", "correction": "SELECT * FROM correction", "replacement": "SELECT * FROM replacement",
		"device": "SELECT * FROM device", "file": "SELECT * FROM device_file", "order": "SELECT * FROM device_order",
		"version": "SELECT * FROM version WHERE superseded_at = 0",
		"source":  "SELECT vs.* FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id WHERE v.superseded_at = 0",
		"secret":  "SELECT device_id, current_secret FROM device_secret", // a former secret may stay valid for a while
	} {
		rows, err := s.DB.Reader().QueryContext(ctx, query)
		ok(t, err)
		columns := must(rows.Columns())(t)
		for rows.Next() {
			cells, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				into[i] = &cells[i]
			}
			ok(t, rows.Scan(into...))
			line := name
			for i, cell := range cells {
				line += fmt.Sprintf(" %s=%v", columns[i], cell)
			}
			lines = append(lines, line)
		}
		ok(t, rows.Err())
		ok(t, rows.Close())
	}
	slices.Sort(lines)
	return lines
}

// checkUndo undoes an action, after a preview that changes nothing, and compares the state with the one before the
// action.
func checkUndo(t testing.TB, s *apptest.Site, id int64, before []string) {
	t.Helper()
	admin := apptest.Actor(s.Admin)
	done := stateOf(t, s)
	lines, _, err := s.Bulk.PlanUndo(ctx, admin, id)
	ok(t, err)
	if len(lines) == 0 {
		t.Error("the preview of undoing is empty")
	}
	same(t, "after the preview", stateOf(t, s), done)
	a := must(s.Bulk.Undo(ctx, admin, id, len(laterOf(lines))))(t)
	if a.UndoneAt == 0 || a.UndoneBy != s.Admin.ID {
		t.Errorf("undone by %d at %d", a.UndoneBy, a.UndoneAt)
	}
	same(t, "after undoing", stateOf(t, s), before)
	_, err = s.Bulk.Undo(ctx, admin, id, 0)
	refused(t, err, errs.ActionUndone)
}

// laterOf lists the later changes that a preview of an undo would also remove.
func laterOf(lines []bulk.Line) []string {
	var told []string
	for _, line := range lines {
		if line.Change == bulk.Later {
			told = append(told, line.Thing+" "+line.Name+" "+line.From)
		}
	}
	return told
}

func newDevice(s *apptest.Site, i int) device.NewDevice {
	return device.NewDevice{Device: device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: fmt.Sprintf("Gauge %d", i),
		Kind: device.Measuring, Type: "Crack", Model: "own", SNCode: fmt.Sprintf("BATCH-%d", i),
	}}
}

func importedDevices(t *testing.T, s *apptest.Site) {
	admin, before := apptest.Actor(s.Admin), stateOf(t, s)
	hub := newDevice(s, 0)
	hub.Kind, hub.Type, hub.Model, hub.Register = device.Collector, "HDA3", "HDA3-32", "BATCH-HUB"
	list := []device.NewDevice{hub}
	for i := 1; i <= 4; i++ {
		d := newDevice(s, i)
		d.Collector, d.ChannelNo = hub.SNCode, int32(i)
		d.Config = []timeline.Draft{
			apptest.Draft(t, string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": float64(i)}}),
		}
		list = append(list, d)
	}
	list[4].Collector = s.Collector.SNCode // a code already in use

	bad := slices.Clone(list)
	bad[2].SNCode, bad[3].SNCode, bad[4].ChannelNo = bad[1].SNCode, s.Gauge.SNCode, 1
	_, _, err := s.Bulk.Import(ctx, admin, s.Project.ID, bad)
	refused(t, err, errs.AlsoInRow, "devices[2].sncode", "devices[3].sncode", "devices[4].channelNo")
	same(t, "after a refusal", stateOf(t, s), before)

	done, made, err := s.Bulk.Import(ctx, admin, s.Project.ID, list)
	ok(t, err)
	if len(made) != 5 || made[0].Secret == "" || made[1].Secret != "" {
		t.Fatalf("made %+v", made)
	}
	same(t, "secret", must(s.Devices.Secret(ctx, s.Admin.Scope(), made[0].ID))(t), made[0].Secret)
	exported := must(s.Bulk.Exported(ctx, s.Admin.Scope(), []device.Device{made[1].Device, made[4].Device}))(t)
	same(t, "collectors", []string{exported[0].Collector, exported[1].Collector}, []string{hub.SNCode, s.Collector.SNCode})
	if found := must(s.Bulk.List(ctx, s.Member.Scope(), bulk.Filter{ProjectID: s.Project.ID}))(t); found.Total != 1 || found.List[0].AccountName != "admin" {
		t.Errorf("the record: %+v", found)
	}
	_, err = s.Bulk.Get(ctx, s.Stranger.Scope(), done.ID)
	refused(t, err, errs.NothingHere)

	// A point connected to one of the devices blocks undoing the import.
	binding := apptest.Draft(t, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: made[1].ID}}})
	version := must(s.Points.Record(ctx, admin, s.Crack.ID, binding))(t)
	_, err = s.Bulk.Undo(ctx, admin, done.ID, 0)
	refused(t, err, errs.StillUsed)
	must(s.Points.Supersede(ctx, admin, s.Crack.ID, version.ID, ""))(t)
	checkUndo(t, s, done.ID, before)
}

// onChannel returns a version of the connection: on the collector's channel from validFrom on.
func onChannel(t *testing.T, s *apptest.Site, validFrom int64, channel int32) timeline.Draft {
	return apptest.Draft(t, string(definition.AspectConnection), validFrom, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: channel})
}

func swappedChannels(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	at := time.Now().Add(-48 * time.Hour).UnixMilli()
	_, err := s.Bulk.Do(ctx, admin, s.Bulk.PlanSwap(bulk.Swap{First: s.Gauge.ID, Second: s.Spare.ID, At: at}))
	refused(t, err, errs.NotConnected, "secondId")
	must(s.Devices.Record(ctx, admin, s.Spare.ID, onChannel(t, s, 0, 2)))(t)
	before := stateOf(t, s)
	done := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanSwap(bulk.Swap{First: s.Gauge.ID, Second: s.Spare.ID, At: at})))(t)
	channel := func(id, at int64) int32 {
		t.Helper()
		records := must(s.Devices.Versions(ctx, s.Admin.Scope(), id, definition.AspectConnection))(t)
		versions := must(timeline.Decode[definition.Connection](records, string(definition.AspectConnection)))(t)
		held, _ := timeline.Of(versions).At(at)
		return held.Value.ChannelNo
	}
	same(t, "channels before and after",
		[]int32{channel(s.Gauge.ID, at-1), channel(s.Spare.ID, at-1), channel(s.Gauge.ID, at), channel(s.Spare.ID, at)}, []int32{1, 2, 2, 1})

	_, err = s.Bulk.Do(ctx, admin, s.Bulk.PlanSwap(bulk.Swap{First: s.Gauge.ID, Second: s.Spare.ID, At: at - 1000}))
	refused(t, err, errs.LaterVersion, "firstId")
	later := must(s.Devices.Record(ctx, admin, s.Gauge.ID, onChannel(t, s, at+1000, 3)))(t)
	_, err = s.Bulk.Undo(ctx, admin, done.ID, 0)
	refused(t, err, errs.ActionPast)
	must(s.Devices.Supersede(ctx, admin, s.Gauge.ID, later.ID, ""))(t)
	checkUndo(t, s, done.ID, before)
}

// moveTo moves a device to a project of the corporation.
func moveTo(t testing.TB, s *apptest.Site, deviceID, projectID int64) {
	t.Helper()
	must(s.Bulk.Do(ctx, apptest.Actor(s.Admin), s.Bulk.PlanMove(bulk.Relocation{
		DeviceIDs: []int64{deviceID}, CorporationID: s.Corporation.ID, ProjectID: projectID,
	})))(t)
}

func movedDevices(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	target := must(s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: "Bridge 4"}))(t)
	before := stateOf(t, s)
	go4 := bulk.Relocation{DeviceIDs: []int64{s.Gauge.ID}, CorporationID: s.Corporation.ID, ProjectID: target.ID, Release: true}
	done := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanMove(go4)))(t)
	same(t, "project", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t).ProjectID, target.ID)
	sources := must(s.Points.List(ctx, s.Admin.Scope(), point.Filter{IDs: []int64{s.Level.ID}}))(t).List[0].Sources
	if len(sources) != 0 {
		t.Errorf("the point is still fed by %+v", sources)
	}
	// The channel is taken, so the device cannot return to it.
	hung := must(s.Devices.Record(ctx, admin, s.Spare.ID, onChannel(t, s, time.Now().UnixMilli(), 1)))(t)
	_, err := s.Bulk.Undo(ctx, admin, done.ID, 0)
	refused(t, err, errs.ChannelTaken)
	must(s.Devices.Supersede(ctx, admin, s.Spare.ID, hung.ID, ""))(t)
	checkUndo(t, s, done.ID, before)

	// A collector moves with its sensors, and what they feed continues where possible.
	all := bulk.Relocation{DeviceIDs: []int64{s.Collector.ID}, CorporationID: s.Corporation.ID, ProjectID: target.ID, WithSensors: true}
	done = must(s.Bulk.Do(ctx, admin, s.Bulk.PlanMove(all)))(t)
	same(t, "moved", len(done.Effects.Moves), 2)
	same(t, "versions", len(done.Effects.Versions), 0)
	checkUndo(t, s, done.ID, before)
	all.ProjectID = s.Project.ID
	_, err = s.Bulk.Do(ctx, admin, s.Bulk.PlanMove(all))
	refused(t, err, errs.AlreadyPlaced, "deviceIds")
}

func movedAbroad(t *testing.T, s *apptest.Site) {
	foreign, admin := abroad(t, s)
	before := stateOf(t, s)
	move := bulk.Relocation{DeviceIDs: []int64{s.Collector.ID}, CorporationID: s.Other.ID, ProjectID: foreign.ID}
	_, err := s.Bulk.Do(ctx, admin, s.Bulk.PlanMove(move))
	refused(t, err, errs.SensorsHang, "deviceIds")
	move.WithSensors = true
	done := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanMove(move)))(t)
	heirs := must(s.Devices.List(ctx, s.Stranger.Scope(), device.Filter{ProjectID: foreign.ID}))(t)
	same(t, "heirs", heirs.Total, 2)
	for _, heir := range heirs.List {
		if heir.CorporationID != s.Other.ID || heir.ID == s.Collector.ID || heir.ID == s.Gauge.ID {
			t.Errorf("%+v was moved with its readings", heir.Device)
		}
		if heir.SNCode == s.Collector.SNCode {
			same(t, "secret", must(s.Devices.Secret(ctx, s.Stranger.Scope(), heir.ID))(t), s.Secret)
		}
	}
	_, err = s.Store.Secret(ctx, s.Collector.ID)
	refused(t, err, errs.NothingHere)
	same(t, "the old one's register", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Collector.ID))(t).Register, "")
	checkUndo(t, s, done.ID, before)
}

// A device with a disabled secret gets no secret by moving, there or back.
func disabledMovedAbroad(t *testing.T, s *apptest.Site) {
	foreign, admin := abroad(t, s)
	ok(t, s.Devices.DisableSecret(ctx, admin, s.Collector.ID))
	before := stateOf(t, s)
	move := bulk.Relocation{DeviceIDs: []int64{s.Collector.ID}, CorporationID: s.Other.ID, ProjectID: foreign.ID, WithSensors: true}
	done := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanMove(move)))(t)
	heirs := must(s.Devices.List(ctx, s.Stranger.Scope(), device.Filter{ProjectID: foreign.ID, Kind: device.Collector}))(t)
	same(t, "heirs", heirs.Total, 1)
	same(t, "the heir can sign in", must(s.Devices.CanSignIn(ctx, heirs.List[0].ID))(t), false)
	checkUndo(t, s, done.ID, before)
	same(t, "it can sign in", must(s.Devices.CanSignIn(ctx, s.Collector.ID))(t), false)
}

// abroad returns a project of another corporation, and an administrator who is also a member there.
func abroad(t *testing.T, s *apptest.Site) (project.Project, audit.Actor) {
	foreign := must(s.Projects.Create(ctx, apptest.Actor(s.Stranger), project.Project{CorporationID: s.Other.ID, Name: "South pier"}))(t)
	ok(t, s.Store.AddMember(ctx, apptest.Actor(s.Stranger), user.Membership{ProjectID: foreign.ID, AccountID: s.Admin.ID, Roles: []int64{apptest.ManagerRole}}))
	return foreign, s.Managing(t, s.Admin).Actor
}

func rotatedSecret(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	before := stateOf(t, s)
	accepted := func(secret string) bool {
		t.Helper()
		d := must(s.Store.IntakeDevices(ctx, []int64{s.Collector.ID}))(t)[0]
		return d.Accepts([]byte(secret), time.Now().UnixMilli())
	}
	done, next, err := s.Bulk.Rotate(ctx, admin, s.Collector.ID, time.Hour, "")
	ok(t, err)
	if !accepted(next) || !accepted(s.Secret) {
		t.Error("both secrets must be valid during the overlap")
	}
	old := func() (holds []bool) { // for each rotation, the newest first
		t.Helper()
		for _, a := range must(s.Bulk.List(ctx, s.Admin.Scope(), bulk.Filter{Query: paging.Query{Page: 1, Size: 20}, Kind: bulk.RotateSecret}))(t).List {
			holds = append(holds, a.Effects.Rotation.Until > 0)
		}
		return holds
	}
	same(t, "the old secret is reported as valid", old(), []bool{true})
	checkUndo(t, s, done.ID, before)
	if !accepted(next) || !accepted(s.Secret) {
		t.Error("a device with the new secret is rejected")
	}
	_, _, err = s.Bulk.Rotate(ctx, admin, s.Collector.ID, time.Hour, "")
	ok(t, err)
	same(t, "a later rotation drops the secret before the last one", old(), []bool{true, false})
	done, _, err = s.Bulk.Rotate(ctx, admin, s.Collector.ID, 0, "")
	ok(t, err)
	_, err = s.Bulk.Undo(ctx, admin, done.ID, 0)
	refused(t, err, errs.SecretOver)
	if accepted(s.Secret) {
		t.Error("the old secret is valid without an overlap")
	}
	same(t, "none holds any more", old(), []bool{false, false, false})
	_, _, err = s.Bulk.Rotate(ctx, admin, s.Gauge.ID, 0, "")
	refused(t, err, errs.Empty, "register")
}
