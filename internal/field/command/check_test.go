package command

import (
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/platform/errs"
)

func TestArguments(t *testing.T) {
	year := int64(366 * 24 * 3600_000)
	for _, c := range []struct {
		kind Kind
		args string
		want string        // what is sent; "" if refused
		code *errs.Message // the reason
	}{
		{Read, ``, `{}`, nil},
		{Read, `null`, `{}`, nil},
		{Read, `{"x":1}`, ``, errs.ParameterLength},
		{SetInterval, `{"interval":300}`, `{"interval":300}`, nil},
		{SetInterval, ` {"end":1700000000009,"start":1700000000008,"interval":1800} `, `{"interval":1800,"start":1700000000008,"end":1700000000009}`, nil},
		{SetInterval, `{"interval":300,"end":9223372036854775807}`, ``, errs.TimeBetween},
		{SetInterval, `{"interval":299}`, ``, errs.OutOfRange},
		{SetInterval, `{"interval":"300"}`, ``, errs.ParameterLength},
		{SetInterval, `{"interval":300,"start":2,"end":1}`, ``, errs.StartAfterEnd},
		{ReadHistory, `{"start":1700000000001,"end":1700000000002}`, `{"start":1700000000001,"end":1700000000002}`, nil},
		{ReadHistory, `{"start":1,"end":2}`, ``, errs.TimeBetween},
		{ReadHistory, `{"start":1}`, ``, errs.Empty},
		{ReadHistory, `{"start":3,"end":2}`, ``, errs.StartAfterEnd},
		{ReadHistory, `{"start":1,"end":` + json.Number(time.UnixMilli(year+2).Format("20060102")).String() + `0000000}`, ``, errs.HistoryTooLong},
		{Raw, `{}`, ``, errs.Empty},
		{Raw, `{"hex":"0x01 0x03 00,00"}`, `{"hex":"01030000"}`, nil},
		{Raw, `{"hex":"010"}`, ``, errs.HexInvalid},
		{Raw, `{"hex":"zz"}`, ``, errs.HexInvalid},
		{Raw, `{"text":"%R1Q,2108:"}`, `{"text":"%R1Q,2108:"}`, nil},
		{Raw, `{"text":"a","hex":"01"}`, ``, errs.Unexpected},
		{"dance", `{}`, ``, errs.NotOneOf},
	} {
		args, err := check(Order{Kind: c.kind, Args: json.RawMessage(c.args)})
		if c.code == nil {
			if err != nil || string(args) != c.want {
				t.Errorf("%s %s: %s, %v; want %s", c.kind, c.args, args, err, c.want)
			}
			continue
		}
		f, ok := errs.As(err)
		told := ok && f.Code == c.code.Code
		for i := 0; ok && i < len(f.Fields); i++ {
			told = told || f.Fields[i].Message == c.code
		}
		if !told {
			t.Errorf("%s %s: %v, want %s", c.kind, c.args, err, c.code.Key)
		}
	}
	for name, o := range map[string]Order{
		"repeated reset":   {Kind: Reset, Every: 10 * time.Second},
		"too often":        {Kind: Read, Every: time.Second},
		"expires too late": {Kind: Read, Expire: 8 * 24 * time.Hour},
		"negative expiry":  {Kind: Read, Expire: -1},
	} {
		if _, err := check(o); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestHexadecimalNotations(t *testing.T) {
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
