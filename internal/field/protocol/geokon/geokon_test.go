package geokon

import (
	"encoding/json"
	"strings"
	"testing"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames are those of domain protocols.md section 10.
func TestFamily(t *testing.T) { protocoltest.Run(t, "geokon") }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, "geokon") }

func decode(t *testing.T, profile, frame string) (string, error) {
	t.Helper()
	p, err := ReadProfile(json.RawMessage(profile))
	if err != nil {
		t.Fatalf("%s: %v", profile, err)
	}
	var m protocol.Message
	if err := NewDecoder().Decode([]byte(frame), p, &m); err != nil {
		return "", err
	}
	return protocoltest.Text(&m), nil
}

// The DTU passes the echo of the command, a prompt and two arrays.
func TestArraysAmongPrompts(t *testing.T) {
	const first = "LC2-0117,2026,324,0830,0,3.18,18.4,7138.515,15.7,125\r\n"
	const second = "LC2-0117,2026,324,0930,0,3.18,18.6,7138.490,15.7,126\r\n"
	stream := []byte("\xff\x00D 125\r\n* ok, 2 arrays, 2026, 324\r\n" + first + second + "*")
	var got []string
	for {
		skip, n := cut(stream)
		if n == 0 {
			break
		}
		got = append(got, string(stream[skip:skip+n]))
		stream = stream[skip+n:]
	}
	if len(got) != 2 || got[0] != first || got[1] != second {
		t.Errorf("found %q", got)
	}
	if id := register([]byte(first)); id != "LC2-0117" {
		t.Errorf("logger %q", id)
	}
	if id := register([]byte("2026,324,0830,0,3.18\r\n")); id != "" {
		t.Errorf("a line without an ID is of %q", id)
	}
}

func TestUnitsAndDirectGauge(t *testing.T) {
	const columns = `"columns":["year","yearDay","hhmm","battery","temperature","reading","thermistor"]`
	for _, c := range []struct{ profile, line, want string }{
		{
			`{` + columns + `,"units":["µs"],"direct":true}`, "2026,324,0830,3.18,18.4,400,15.7\r\n",
			"data\nlocal 2026-11-20T08:30:00: voltage=3.18 loggerTemp=18.4 freq=2500 temp=15.7\n",
		},
		{
			`{` + columns + `,"units":["µε"]}`, "2026,1,0,3.18,18.4,-12.5,-99\n",
			"data\nlocal 2026-01-01T00:00:00: voltage=3.18 temp=18.4\nchannel 1 local 2026-01-01T00:00:00: strain=-12.5 temp=NaN\n",
		},
		{
			`{"columns":["id","year","month","day","hour","minute","second","reading","reading","skip"],"units":["Hz","digits"]}`, "A,26,2,28,23,59,59.5,2671.8,0,x",
			"data\nchannel 1 local 2026-02-28T23:59:59.5: freq=2671.8\nchannel 2 local 2026-02-28T23:59:59.5: digits=NaN\n",
		},
	} {
		if got, err := decode(t, c.profile, c.line); err != nil || got != c.want {
			t.Errorf("%q: got %swant %s(%v)", c.line, got, c.want, err)
		}
	}
}

func TestRefusedLines(t *testing.T) {
	const good = "LC2-0117,2026,324,0830,0,3.18,18.4,7138.515,15.7,125"
	for _, c := range []struct {
		old, with string
		field     string
		want      *errs.Message
	}{
		{",125", "", "columns", errs.TooFewEntries},
		{",125", ",125,1", "columns", errs.TooManyEntries},
		{"3.18", "3.1x", "columns[5]", errs.FormatWrong},
		{"3.18", "inf", "columns[5]", errs.FormatWrong},
		{",324", ",366", "t", errs.FormatWrong},
		{",324", ",0", "t", errs.FormatWrong},
		{"0830", "2460", "t", errs.FormatWrong},
		{"2026", "1926", "t", errs.FormatWrong},
		{good, "", "", errs.FrameIncomplete},
		{good, strings.Repeat("1", 2000), "", errs.FrameUnknown},
	} {
		_, err := decode(t, "", strings.Replace(good, c.old, c.with, 1)+"\r\n")
		refused, ok := errs.As(err)
		if !ok || refused.Code != c.want.Code || c.field != "" && refused.Fields[0].Name != c.field {
			t.Errorf("%s instead of %s: got %v, want %s on %s", c.with, c.old, err, c.want.Key, c.field)
		}
	}
}

func TestRefusedProfiles(t *testing.T) {
	for text, want := range map[string]*errs.Message{
		`{"columns":["year","yearDay","hhmm"]}`:                                     errs.FieldWrong,
		`{"columns":["year","yearDay","month","day","hhmm","reading"]}`:             errs.FieldWrong,
		`{"columns":["year","yearDay","hhmm","hour","minute","reading"]}`:           errs.FieldWrong,
		`{"columns":["year","year","yearDay","hhmm","reading"]}`:                    errs.Duplicate,
		`{"columns":["year","yearDay","hhmm","reading","speed"]}`:                   errs.NotOneOf,
		`{"columns":["year","yearDay","hhmm","reading","thermistor","thermistor"]}`: errs.FieldWrong,
		`{"columns":["year","yearDay","hhmm","reading","reading"],"direct":true}`:   errs.FieldWrong,
		`{"units":["kPa"]}`:     errs.NotOneOf,
		`{"units":["Hz","Hz"]}`: errs.OutOfRange,
		`{"columns":["` + strings.Repeat(`skip","`, 128) + `year"]}`:                    errs.TooManyEntries,
		`{"columns":["year","yearDay","hhmm"` + strings.Repeat(`,"reading"`, 33) + `]}`: errs.FieldWrong,
		`{"channels":4}`: errs.Unexpected,
	} {
		if _, err := ReadProfile(json.RawMessage(text)); !errs.Is(err, want) {
			t.Errorf("%s: got %v, want %s", text, err, want.Key)
		}
	}
}
