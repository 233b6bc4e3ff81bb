package command

import (
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/platform/fault"
)

func TestArguments(t *testing.T) {
	year := int64(366 * 24 * 3600_000)
	for _, c := range []struct {
		kind Kind
		args string
		want string         // what is sent; "" refused
		code *fault.Message // why
	}{
		{Read, ``, `{}`, nil},
		{Read, `null`, `{}`, nil},
		{Read, `{"x":1}`, ``, fault.ParameterLength},
		{SetInterval, `{"interval":300}`, `{"interval":300}`, nil},
		{SetInterval, ` {"end":1700000000009,"start":1700000000008,"interval":1800} `, `{"interval":1800,"start":1700000000008,"end":1700000000009}`, nil},
		{SetInterval, `{"interval":300,"end":9223372036854775807}`, ``, fault.TimeBetween},
		{SetInterval, `{"interval":299}`, ``, fault.OutOfRange},
		{SetInterval, `{"interval":"300"}`, ``, fault.ParameterLength},
		{SetInterval, `{"interval":300,"start":2,"end":1}`, ``, fault.StartAfterEnd},
		{ReadHistory, `{"start":1700000000001,"end":1700000000002}`, `{"start":1700000000001,"end":1700000000002}`, nil},
		{ReadHistory, `{"start":1,"end":2}`, ``, fault.TimeBetween},
		{ReadHistory, `{"start":1}`, ``, fault.Empty},
		{ReadHistory, `{"start":3,"end":2}`, ``, fault.StartAfterEnd},
		{ReadHistory, `{"start":1,"end":` + json.Number(time.UnixMilli(year+2).Format("20060102")).String() + `0000000}`, ``, fault.HistoryTooLong},
		{Raw, `{}`, ``, fault.Empty},
		{Raw, `{"hex":"0x01 0x03 00,00"}`, `{"hex":"01030000"}`, nil},
		{Raw, `{"hex":"010"}`, ``, fault.HexInvalid},
		{Raw, `{"hex":"zz"}`, ``, fault.HexInvalid},
		{Raw, `{"text":"%R1Q,2108:"}`, `{"text":"%R1Q,2108:"}`, nil},
		{Raw, `{"text":"a","hex":"01"}`, ``, fault.Unexpected},
		{"dance", `{}`, ``, fault.NotOneOf},
	} {
		args, err := check(Order{Kind: c.kind, Args: json.RawMessage(c.args)})
		if c.code == nil {
			if err != nil || string(args) != c.want {
				t.Errorf("%s %s: %s, %v; want %s", c.kind, c.args, args, err, c.want)
			}
			continue
		}
		f, ok := fault.As(err)
		told := ok && f.Code == c.code.Code
		for i := 0; ok && i < len(f.Fields); i++ {
			told = told || f.Fields[i].Message == c.code
		}
		if !told {
			t.Errorf("%s %s: %v, want %s", c.kind, c.args, err, c.code.Key)
		}
	}
	for name, o := range map[string]Order{
		"kept reset":   {Kind: Reset, Every: 10 * time.Second},
		"too often":    {Kind: Read, Every: time.Second},
		"hangs long":   {Kind: Read, Expire: 8 * 24 * time.Hour},
		"before birth": {Kind: Read, Expire: -1},
	} {
		if _, err := check(o); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestHexadecimalHoweverItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "bytes")
		text := ""
		for _, b := range want {
			text += rapid.SampledFrom([]string{"", " ", "0x", " 0X", ", 0x"}).Draw(t, "before") + hex.EncodeToString([]byte{b})
		}
		got, err := Bytes(text)
		if err != nil || string(got) != string(want) {
			t.Fatalf("%q: %x, %v; want %x", text, got, err, want)
		}
	})
}

func TestAnAnswerFindsItsCommand(t *testing.T) {
	sent := Wire(Command{ID: 81, Kind: SetInterval, Args: json.RawMessage(`{"interval":1800}`)}, time.Now())
	if want := `{"type":"cmd","id":"c-81","cmd":"setInterval","args":{"interval":1800}}`; string(sent) != want {
		t.Errorf("sent %s\nwant %s", sent, want)
	}
	at := time.UnixMilli(1795134605123).In(time.FixedZone("", 8*3600))
	if got, want := string(Wire(Command{ID: 5, Kind: SetTime, Child: "WL-1", ChannelNo: 3}, at)), `{"type":"cmd","id":"c-5","cmd":"setTime","sn":"WL-1","ch":3,"args":{"t":1795134605123,"tz":480}}`; got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
	a, ok := ParseAnswer([]byte(`{"type":"ack","id":"c-81","code":0,"msg":"ok","v":{"fw":"1.2","interval":1800}}`))
	if !ok || a.ID != 81 || a.Code != OK || a.Message != "ok" || string(a.Result) != `{"fw":"1.2","interval":1800}` {
		t.Errorf("answer %+v, %v", a, ok)
	}
	for _, other := range []string{`{"type":"data","id":"c-81"}`, `{"type":"ack","id":"81"}`, `{"type":"ack","id":"c--1"}`, `{"type":"ack"}`, `[]`, ``, `{"type":"ack","id":"c-99999999999999999999"}`} {
		if a, ok := ParseAnswer([]byte(other)); ok {
			t.Errorf("%s is an answer: %+v", other, a)
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	f.Add([]byte(`{"type":"ack","id":"c-81","code":0,"msg":"ok","v":{"a":1}}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		a, ok := ParseAnswer(payload)
		if ok && (a.ID <= 0 || len([]rune(a.Message)) > maxMessage || len(a.Result) > 0 && !json.Valid(a.Result)) {
			t.Errorf("%q: %+v", payload, a)
		}
	})
}
