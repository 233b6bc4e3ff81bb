package sl651

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/crc16"
)

// A report is answered with its own serial number; what the answer ends with decides whether the station sleeps.
func TestReceipts(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 30, 1, 0, beijing)
	for _, c := range []struct {
		frame string
		stay  bool
		want  string
	}{
		{timed, true, timedStay},
		{timed, false, timedSleep},
		{keptAlive, true, ""},
		{hourlyAnswer, true, ""},
	} {
		if got := receipt(unhex(c.frame), now, c.stay); !bytes.Equal(got, unhex(c.want)) {
			t.Errorf("%s:\ngot  %X\nwant %s", c.frame, got, c.want)
		}
	}
	hour := time.Date(2014, 6, 13, 14, 38, 53, 0, beijing)
	if got := receipt(unhex(hourlyRain), hour, false); !bytes.Equal(got, unhex(hourlyAnswer)) {
		t.Errorf("hourly report: got %X, want %s", got, hourlyAnswer)
	}
	more := unhex(timed)
	more[len(more)-3] = etb
	sum := crc16.Modbus(more[:len(more)-2])
	more[len(more)-2], more[len(more)-1] = byte(sum>>8), byte(sum)
	if got := receipt(more, now, true); len(got) == 0 || got[len(got)-3] != ack {
		t.Errorf("a report with more to come is answered with %X", got)
	}
	first, last := packet(0x36, 1, 2, "0007261120083000F3F3FFD8", etb), packet(0x36, 2, 2, "FFD9", etx)
	if got := receipt(first, now, true); got != nil {
		t.Errorf("the first packet is answered with %X", got)
	}
	if got := receipt(append(first, last...), now, true); len(got) == 0 || got[15] != 7 {
		t.Errorf("all packets are answered with %X", got)
	}
	text := writeASCII(frame{center: 1, function: 0x34, end: etx}, 7, packed(now), "ST 0000000000 H TT 2611200830 Z 1 ")
	if got, want := string(receipt(text, now, false)), "\x01"+"0000000000010000348010\x020007261120083001\x04"; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("a report in ASCII is answered with %q", got)
	}
	if answer := receipt(up(0x37, ""), now, true); answer != nil {
		t.Errorf("the answer to a question is answered with %X", answer)
	}
	if receipt([]byte("x"), now, true) != nil {
		t.Error("garbage is answered")
	}
}

func TestCommands(t *testing.T) {
	at := time.Date(2026, 11, 20, 8, 30, 1, 0, beijing)
	p, err := readProfile(json.RawMessage(`{"center":16,"password":"1234","history":["2619","FF0110"],"step":1440}`))
	if err != nil {
		t.Fatal(err)
	}
	down := func(head, function, text string) []byte {
		b := unhex("7E7E" + head + function + "80")
		body := unhex(text)
		b = append(append(append(b, byte(len(body)), stx), body...), enq)
		sum := crc16.Modbus(b)
		return append(b, byte(sum>>8), byte(sum))
	}
	plain, configured := "0012345678 01 0000", "0012345678 10 1234"
	const intro = "0051 261120083001 "
	for _, c := range []struct {
		command, args string
		profile       any
		want          []byte
	}{
		{command: "read", want: down(plain, "37", intro)},
		{command: "read", profile: p, want: down(configured, "37", intro)},
		{command: protocol.SetTime, want: down(plain, "4A", intro)},
		{command: "setInterval", args: `{"interval":300}`, want: down(plain, "42", intro+"2108 05")},
		{command: "setInterval", args: `{"interval":21600}`, want: down(plain, "42", intro+"2008 06")},
		{command: "setInterval", args: `{"interval":5400}`},
		{command: "setInterval", args: `{"interval":330}`},
		{command: "readHistory", args: `{"start":1795104000000,"end":1795132800001}`, want: down(plain, "38", intro+"26112000 26112009 0418 000100 3923")},
		{command: "readHistory", args: `{"start":1795104000000,"end":1795132800000}`, profile: p, want: append(
			down(configured, "38", intro+"26112000 26112008 0418 010000 2619"),
			down(configured, "38", "0052 261120083001 26112000 26112008 0418 010000 FF0110")...)},
		{command: "raw", args: `{"hex":"45"}`, want: down(plain, "45", intro)},
		{command: "raw", args: `{"hex":"3A3923"}`, want: down(plain, "3A", intro+"3923")},
		{command: "raw", args: `{"hex":"7E7E01"}`, want: unhex("7E7E01")},
		{command: "raw", args: `{"text":"abc"}`, want: []byte("abc")},
		{command: "raw", args: `{"hex":"4"}`},
		{command: "reset"},
		{command: "read", args: `[]`},
	} {
		r := protocol.Request{ID: 0x51, Command: c.command, Register: "0012345678", Profile: c.profile, Args: json.RawMessage(c.args), Now: at}
		if got := writeCommand(r); !bytes.Equal(got, c.want) {
			t.Errorf("%s %s:\ngot  %X\nwant %X", c.command, c.args, got, c.want)
		}
	}
}

// A reply has the function of the request.
func TestAnswers(t *testing.T) {
	refused := up(0x4A, "")
	refused[len(refused)-3] = nak
	sum := crc16.Modbus(refused[:len(refused)-2])
	refused[len(refused)-2], refused[len(refused)-1] = byte(sum>>8), byte(sum)
	two, err := readProfile(json.RawMessage(`{"history":["2619","3923"]}`))
	if err != nil {
		t.Fatal(err)
	}
	history := "F1F1001234567848 F0F02611200800 0418000100"
	type outcome struct {
		code     int
		result   string
		done, ok bool
	}
	for name, c := range map[string]struct {
		sent  protocol.Request
		frame []byte
		want  outcome
	}{
		"readings":            {protocol.Request{Command: "read"}, up(0x37, "F0F02611200830"), outcome{done: true, ok: true}},
		"another function":    {protocol.Request{Command: "read"}, up(0x34, "F0F02611200830"), outcome{}},
		"garbage":             {protocol.Request{Command: "read"}, []byte("x"), outcome{}},
		"our own frame":       {protocol.Request{Command: "read"}, writeCommand(protocol.Request{Command: "read"}), outcome{}},
		"clock set":           {protocol.Request{Command: protocol.SetTime}, up(0x4A, ""), outcome{done: true, ok: true}},
		"not understood":      {protocol.Request{Command: protocol.SetTime}, refused, outcome{code: nak, done: true, ok: true}},
		"parameters":          {protocol.Request{Command: "setInterval", Args: json.RawMessage(`{"interval":300}`)}, up(0x42, "F1F10012345678 2108 05"), outcome{result: `{"el_21":"05","el_F1":"0012345678"}`, done: true, ok: true}},
		"version":             {protocol.Request{Command: "raw", Args: json.RawMessage(`{"hex":"45"}`)}, up(0x45, "F1F10012345678 03 312E32"), outcome{result: `{"version":"1.2"}`, done: true, ok: true}},
		"state":               {protocol.Request{Command: "raw", Args: json.RawMessage(`{"hex":"46"}`)}, up(0x46, "F1F10012345678 452000"), outcome{result: `{"el_F1":"0012345678","rest":"452000"}`, done: true, ok: true}},
		"first packet":        {protocol.Request{Command: "readHistory"}, packet(0x38, 1, 2, "0007261120083000"+history+"3923 00028960", etb), outcome{ok: true}},
		"last packet":         {protocol.Request{Command: "readHistory"}, packet(0x38, 2, 2, "00028960", etx), outcome{done: true, ok: true}},
		"first of two":        {protocol.Request{Command: "readHistory", Profile: two}, up(0x38, history+"2619 000001"), outcome{ok: true}},
		"second of two":       {protocol.Request{Command: "readHistory", Profile: two}, up(0x38, history+"3923 00028960"), outcome{done: true, ok: true}},
		"history without any": {protocol.Request{Command: "readHistory", Profile: two}, up(0x38, ""), outcome{done: true, ok: true}},
	} {
		c.sent.ID, c.sent.Now = 81, time.Date(2026, 11, 20, 8, 30, 1, 0, beijing)
		a, done, ok := commandAnswered(c.sent, c.frame)
		if got := (outcome{a.Code, string(a.Result), done, ok}); got != c.want || ok && a.ID != 81 {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}
