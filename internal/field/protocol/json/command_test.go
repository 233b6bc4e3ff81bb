package json

import (
	"encoding/json"
	"testing"
	"time"

	"plumbline/internal/field/protocol"
)

func TestCommandsAndAnswers(t *testing.T) {
	sent := writeCommand(protocol.Request{ID: 81, Command: "setInterval", Args: json.RawMessage(`{"interval":1800}`), Now: time.Now()})
	if want := `{"type":"cmd","id":"c-81","cmd":"setInterval","args":{"interval":1800}}`; string(sent) != want {
		t.Errorf("sent %s\nwant %s", sent, want)
	}
	at := time.UnixMilli(1795134605123).In(time.FixedZone("", 8*3600))
	if got, want := string(writeCommand(protocol.Request{
		ID: 5, Command: protocol.SetTime, Child: "WL-1", ChannelNo: 3, Now: at,
	})), `{"type":"cmd","id":"c-5","cmd":"setTime","sn":"WL-1","ch":3,"args":{"t":1795134605123,"tz":480}}`; got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
	a, ok := readAnswer([]byte(`{"type":"ack","id":"c-81","code":0,"msg":"ok","v":{"fw":"1.2","interval":1800}}`))
	if !ok || a.ID != 81 || a.Code != 0 || a.Message != "ok" || string(a.Result) != `{"fw":"1.2","interval":1800}` {
		t.Errorf("answer %+v, %v", a, ok)
	}
	for _, other := range []string{
		`{"type":"data","id":"c-81"}`, `{"type":"ack","id":"81"}`, `{"type":"ack","id":"c--1"}`, `{"type":"ack"}`,
		`[]`, ``, `{"type":"ack","id":"c-99999999999999999999"}`,
	} {
		if a, ok := readAnswer([]byte(other)); ok {
			t.Errorf("%s was read as an answer: %+v", other, a)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"type":"ack","id":"c-81","code":0,"msg":"ok","v":{"a":1}}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		a, ok := readAnswer(payload)
		if ok && (a.ID <= 0 || len([]rune(a.Message)) > maxMessage || len(a.Result) > 0 && !json.Valid(a.Result)) {
			t.Errorf("%q: %+v", payload, a)
		}
	})
}
