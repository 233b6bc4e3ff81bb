package calls_test

import (
	"slices"
	"testing"

	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/platform/errs"
)

// TestConnectionOfADeviceIsFoundAndEnded follows the logger of a point from its first contact to a connection that an
// operator ends.
func TestConnectionOfADeviceIsFoundAndEnded(t *testing.T) {
	f := newField(t)
	f.Lines.Serve(f.broker)
	const logger = "/api/corporations/{ours}/devices/{logger}"
	connect := func(path string) fieldapi.DeviceConnect {
		t.Helper()
		return decoded[fieldapi.DeviceConnect](t, f.must("owner", "GET", path, ""))
	}
	if got := connect(aPoint + "/device-connect"); got.Connected || got.Why != "noDevice" || len(got.Path) != 0 {
		t.Errorf("without a device: %+v", got)
	}
	f.must("owner", "POST", aPoint+"/versions", binding)
	if got := connect(aPoint + "/device-connect"); got.Why != "neverSeen" || len(got.Path) != 1 || got.Path[0].ChannelNo != 2 {
		t.Errorf("before it connects: %+v", got)
	}
	f.ask("POST", logger+"/disconnect", "", 409)

	f.connect()
	commands := f.path(loggerCommands)
	f.ask("POST", loggerCommands, `{"kind":"setInterval","args":{"interval":1800}}`, 200)
	f.until(commands, "answered")
	got := connect(aPoint + "/device-connect")
	if !got.Connected || got.Line == nil || got.Line.Transport != "mqtt" || got.Line.Since == 0 || got.Why != "" {
		t.Errorf("connected: %+v", got)
	}
	if same := connect(logger + "/connection"); same.Line == nil || *same.Line != *got.Line {
		t.Errorf("of the device: %+v", same)
	}

	// A connection that is ended lets the device connect again.
	f.ask("POST", logger+"/disconnect", "", 200)
	f.ask("POST", loggerCommands, `{"kind":"setInterval","args":{"interval":900}}`, 200)
	f.untilIs(commands, func(c fieldapi.Command) bool { return c.State == "answered" && string(c.Result) == `{"interval":900}` })
	if again := connect(logger + "/connection"); again.Line == nil || again.Line.Address == got.Line.Address {
		t.Errorf("after it was ended: %+v, before %+v", again.Line, got.Line)
	}
	if log := f.logs("admin", "action=disconnect"); !slices.ContainsFunc(log.List, func(l opsapi.OperationLog) bool { return l.Action == "disconnect" }) {
		t.Errorf("the log lacks the operator's doing: %+v", log.List)
	}
}

// TestMeasurementIsRestarted follows a point whose device hangs with commands.
func TestMeasurementIsRestarted(t *testing.T) {
	f := newField(t)
	const restart = aLevel + "/restart-measurement-job"
	begin := func() fieldapi.Restarted {
		t.Helper()
		return decoded[fieldapi.Restarted](t, f.must("owner", "POST", restart, ""))
	}
	f.must("owner", "POST", aLevel+"/send-command", `{"kind":"read"}`)
	f.must("owner", "POST", aLevel+"/send-command", `{"kind":"setTime"}`)
	got := begin()
	if got.Cancelled != 2 || got.Command.Kind != "reset" || got.Command.State != "hanging" || got.Next != 0 {
		t.Errorf("a device that measures by itself: %+v", got)
	}
	f.must("owner", "PATCH", aLevel+"/collect-config", `{"interval":900,"mode":"CommandCollect"}`)
	got = begin()
	if got.Cancelled != 1 || got.Command.Kind != "read" || got.Next%900_000 != 0 || got.Next <= got.Command.CreatedAt {
		t.Errorf("a device that is asked: %+v", got)
	}
	f.connect()
	f.untilIs(f.path(aLevel+"/commands"), func(c fieldapi.Command) bool { return c.Kind == "read" && c.State == "answered" })
	f.must("owner", "PUT", aLevel+"/monitor-switch", `{"on":false,"reason":"Blasting"}`)
	f.harness.ask([]asking{{errs.MonitoringOff, "owner", "POST", restart, ""}, {errs.NoDevice, "owner", "POST", aPoint + "/restart-measurement-job", ""}})
}
