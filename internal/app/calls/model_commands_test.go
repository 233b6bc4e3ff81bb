package calls_test

import (
	"io"
	"net"
	"strings"
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/platform/errs"
)

// rangeCommand writes the register 0x20 of a Modbus instrument, which repeats the request.
const rangeCommand = `{"code":"setRange","label":{"zh":"设置量程","en":"Set the range","zh-TW":"設定量程"},"form":"hex",
	"send":"{address} 06 00 20 {range:u16} {crc16}","answer":"{address} 06 00 20 00 ?? *","timeout":20,
	"params":[{"name":"range","label":{"zh":"量程","en":"Range","zh-TW":"量程"},"unit":"mm","min":10,"max":1000}]}`

// withRange gives the model of the gauge the command, and the gauge its line.
func withRange(f *field) {
	f.t.Helper()
	f.ask("PATCH", "/api/corporations/{ours}/devices/{gauge}/link-config",
		`{"validFrom":0,"value":{"protocol":"modbus","address":5,"retries":-1,"profile":{"preset":"vw","channels":1}}}`, 200)
	made := decoded[siteapi.DeviceModel](f.t, f.must("admin", "POST", "/api/corporations/{ours}/device-models",
		`{"code":"own","label":"Own gauge","type":"WATERLEVEL","series":"own","isMeasuring":true,"commands":[`+rangeCommand+`]}`))
	f.ids["model"] = made.ID
}

const gaugeCommands = "/api/corporations/{ours}/devices/{gauge}/commands"

// exchange reads a request from a line and sends an answer.
func exchange(t *testing.T, line net.Conn, request, answer string) {
	t.Helper()
	want := bytesOf(request)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(line, got); err != nil || string(got) != string(want) {
		t.Fatalf("sent %x (%v), want %x", got, err, want)
	}
	if _, err := line.Write(bytesOf(answer)); err != nil {
		t.Fatal(err)
	}
}

// A corporation declares a command for the devices of its model. It reaches the instrument on its address, and its
// answer comes back.
func TestCommandOfAModel(t *testing.T) {
	f := newField(t)
	withRange(f)
	line := f.dialIn(f.Collector.Register + "\r\n")
	f.ask("POST", gaugeCommands, `{"kind":"model","args":{"code":"setRange","params":{"range":200}}}`, 200)
	exchange(t, line, "05 06 00 20 00 C8 88 12", "05 06 00 20 00 C8 88 12")
	done := f.until(f.path(gaugeCommands), "answered")
	if done.Label == nil || done.Label.En != "Set the range" || string(done.Args) != `{"model":"own","code":"setRange","params":{"range":200}}` ||
		string(done.Result) != `{"hex":"0506002000c88812"}` {
		t.Errorf("answered: %+v, %s, %s", done, done.Args, done.Result)
	}
	// The instrument repeats what was written; another high byte is not what the model expects.
	f.ask("POST", gaugeCommands, `{"kind":"model","args":{"code":"setRange","params":{"range":300}}}`, 200)
	exchange(t, line, "05 06 00 20 01 2C 89 C9", "05 06 00 20 01 2C 89 C9")
	if failed := f.until(f.path(gaugeCommands), "failed"); failed.Code != 1 || !strings.Contains(failed.Message, "05") && !strings.Contains(failed.Message, "{address}") {
		t.Errorf("an unexpected answer: %+v", failed)
	}
}

// Commands of a model are refused by the name of what is wrong.
func TestRefusedCommandsOfAModel(t *testing.T) {
	f := newField(t)
	withRange(f)
	const model, buttons = "/api/corporations/{ours}/device-models/{model}", "/api/projects/{project}/command-buttons"
	declared := func(from, to string) string {
		return `{"code":"own","label":"Own gauge","type":"WATERLEVEL","series":"own","isMeasuring":true,"commands":[` + strings.Replace(rangeCommand, from, to, 1) + `]}`
	}
	for _, c := range []struct {
		message            *errs.Message
		who, field         string
		method, path, body string
	}{
		{errs.Empty, "owner", "args.code", "POST", gaugeCommands, `{"kind":"model"}`},
		{errs.MustExist, "owner", "args.code", "POST", gaugeCommands, `{"kind":"model","args":{"code":"dance"}}`},
		{errs.MustExist, "owner", "args.code", "POST", loggerCommands, `{"kind":"model","args":{"code":"setRange","params":{"range":200}}}`},
		{errs.NotOneOf, "owner", "args.model", "POST", gaugeCommands, `{"kind":"model","args":{"model":"RION-HCA","code":"readZero"}}`},
		{errs.Empty, "owner", "args.params.range", "POST", gaugeCommands, `{"kind":"model","args":{"code":"setRange"}}`},
		{errs.OutOfRange, "owner", "args.params.range", "POST", gaugeCommands, `{"kind":"model","args":{"code":"setRange","params":{"range":9}}}`},
		{errs.WholeWanted, "owner", "args.params.range", "POST", gaugeCommands, `{"kind":"model","args":{"code":"setRange","params":{"range":10.5}}}`},
		{errs.Unexpected, "owner", "args.params.speed", "POST", gaugeCommands, `{"kind":"model","args":{"code":"setRange","params":{"range":10,"speed":1}}}`},
		{errs.MustExist, "owner", "list[0].args.code", "PUT", buttons, `{"list":[{"name":"Zero","kind":"model","args":{"model":"RION-HCA","code":"dance"}}]}`},
		{errs.HexInvalid, "admin", "commands[0].send", "PUT", model, declared("00 20", "00 2")},
		{errs.ParamUnused, "admin", "commands[0].params[0].name", "PUT", model, declared("{range:u16}", "00 01")},
		{errs.ParamUnknown, "admin", "commands[0].send", "PUT", model, declared("{range:u16}", "{range:u16} {speed}")},
	} {
		w := f.call(c.who, c.method, f.path(c.path), c.body)
		if w.Code != 422 || !said(w.Body.Bytes(), c.message) || !strings.Contains(w.Body.String(), `"`+c.field+`"`) {
			t.Errorf("%s %s %s: %d %s, want %s on %s", c.method, c.path, c.body, w.Code, w.Body, c.message.Key, c.field)
		}
	}
	w := f.must("owner", "PUT", buttons, `{"list":[{"name":"Zero","kind":"model","args":{"model":"RION-HCA","code":"setZero","params":{"mode":1}}}]}`)
	list := decoded[httpapi.List[fieldapi.CommandButton]](t, w).List
	if len(list) != 1 || string(list[0].Args) != `{"model":"RION-HCA","code":"setZero","params":{"mode":1}}` {
		t.Errorf("the button: %+v", list)
	}
	for _, m := range decoded[httpapi.List[catalog.Model]](t, f.must("owner", "GET", "/api/constants/predefined-models?type=WATERLEVEL", "")).List {
		want := map[string]int{"own": 1, "WL-SL651": 3}[m.Code]
		if len(m.Commands) != want {
			t.Errorf("%s has %d commands, want %d", m.Code, len(m.Commands), want)
		}
	}
}

// A device that speaks in messages gets a command with the name that its model declares, or bytes to pass on.
func TestCommandOfAModelInAMessage(t *testing.T) {
	f := newField(t)
	f.must("admin", "POST", "/api/corporations/{ours}/device-models",
		`{"code":"HDA3-16","label":"16 channels","type":"HDA3","series":"own","channels":16,"withCollector":true,"withNetwork":true,"commands":[
		{"code":"selfTest","label":{"zh":"自检","en":"Self-test","zh-TW":"自檢"},"form":"named","send":"selfTest",
		"params":[{"name":"level","label":{"zh":"级别","en":"Level","zh-TW":"級別"},"min":1,"max":3,"default":2}]}]}`)
	f.connect()
	f.ask("POST", loggerCommands, `{"kind":"model","args":{"code":"selfTest"}}`, 200)
	if done := f.until(f.path(loggerCommands), "failed"); done.Code != 3 { // the simulated logger knows no such command
		t.Errorf("%+v", done)
	}
	w := f.ask("GET", "/api/corporations/{ours}/devices/{logger}/frames?decode=true", "", 200)
	if want := `\"cmd\":\"selfTest\",\"args\":{\"level\":2}`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("the frames lack %s: %s", want, w.Body)
	}
}
