package hj212

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The frames of domain protocols.md section 5.
const (
	standard     = "##0101QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&1C80\r\n"
	realTimeData = "##0251QN=20261120083000000;ST=39;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20261120083000;" +
		"a34004-Rtd=36.5,a34004-Flag=N;a34002-Rtd=71.2,a34002-Flag=N;a01001-Rtd=12.4,a01001-Flag=N;a01007-Rtd=2.3,a01007-Flag=N;LA-Rtd=58.7,LA-Flag=N&&0E40\r\n"
	dataReceipt = "##0087QN=20261120083000000;ST=91;CN=9014;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&&&CB81\r\n"
	firstPart   = "##0185QN=20261120083100000;ST=39;CN=2051;PW=123456;MN=010000A8900016F000169DC0;Flag=7;PNUM=2;PNO=1;" +
		"CP=&&DataTime=20261120082000;a34004-Min=30.1,a34004-Avg=35.8,a34004-Max=44.0,a34004-Flag=N&&8A81\r\n"
	clockSet   = "##0112QN=20261120083001000;ST=39;CN=1012;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&SystemTime=20261120083001&&0500\r\n"
	clockTaken = "##0094QN=20261120083001000;ST=91;CN=9011;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&QnRtn=1&&4380\r\n"
	clockDone  = "##0095QN=20261120083001000;ST=91;CN=9012;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&ExeRtn=1&&9841\r\n"
	history    = "##0134QN=20261120084000000;ST=39;CN=2051;PW=123456;MN=010000A8900016F000169DC0;Flag=5;" +
		"CP=&&BeginTime=20261120000000,EndTime=20261120080000&&D941\r\n"

	mn = "010000A8900016F000169DC0"
)

// Beijing is the zone of the samples.
var beijing = time.FixedZone("", 8*3600)

func TestFamily(t *testing.T) { protocoltest.Run(t, "hj212") }

func TestChecksum(t *testing.T) {
	if got := checksum([]byte("123456789")); got != 0x2F80 {
		t.Errorf("checksum of 123456789 is %04X, want 2F80", got)
	}
}

// decode returns the text of a message, or its error.
func decode(frame string, configured any) string {
	var m protocol.Message
	if err := NewDecoder().Decode([]byte(frame), configured, &m); err != nil {
		return err.Error()
	}
	return protocoltest.Text(&m)
}

// framed returns the frame of a data segment.
func framed(data string) string { return string(seal([]byte("##0000"+data), 0)) }

func TestStationReportsDust(t *testing.T) {
	want := "data ackUp\nlocal 2026-11-20T08:30:00: pm25=36.5 pm10=71.2 airTemp=12.4 windSpeed=2.3 noise=58.7\n"
	if diff := cmp.Diff(want, decode(realTimeData, nil)); diff != "" {
		t.Error(diff)
	}
	if got := register([]byte(realTimeData)); got != mn {
		t.Errorf("register %q", got)
	}
	if got := string(secret([]byte(realTimeData))); got != "123456" {
		t.Errorf("password %q", got)
	}
	if got := string(receipt([]byte(realTimeData), time.Now(), true)); got != dataReceipt {
		t.Errorf("receipt %q\nwant    %q", got, dataReceipt)
	}
}

func TestUnitOfDustIsConfigured(t *testing.T) {
	p, err := readProfile(json.RawMessage(`{"dust":"mg/m³","factors":{"w01018":{"field":"cod","factor":2.5},"a01007":{"field":"gust"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	frame := framed("QN=1;ST=39;CN=2011;PW=1;MN=2;Flag=4;CP=&&DataTime=202611200830;a34004-Rtd=0.0365;a01006-Rtd=101.34;w01018-Rtd=4;a01007-Rtd=2e1;a34002-Rtd=7e-2&&")
	want := "data\nlocal 2026-11-20T08:30:00: pm25=36.5 airPressure=1013.4 cod=10 gust=20 pm10=70\n"
	if diff := cmp.Diff(want, decode(frame, p)); diff != "" {
		t.Error(diff)
	}
}

func TestProfileIsChecked(t *testing.T) {
	for configured, field := range map[string]string{
		`{"edition":"2020"}`:                         "edition",
		`{"dust":"g"}`:                               "dust",
		`{"st":"3;9"}`:                               "st",
		`{"password":""}`:                            "password",
		`{"factors":{"a;":{"field":"x"}}}`:           "factors.a;",
		`{"factors":{"a":{"field":"1"}}}`:            "factors.a.field",
		`{"factors":{"a":{"field":"x","factor":0}}}`: "factors.a.factor",
		`{"mn":"1"}`:                                 "mn",
	} {
		_, err := readProfile(json.RawMessage(configured))
		if e, ok := errs.As(err); !ok || len(e.Fields) != 1 || e.Fields[0].Name != field {
			t.Errorf("%s: got %v, want an error on %s", configured, err, field)
		}
	}
}

// Only N and S are good. A flag counts for its own factor, wherever it is.
func TestFlaggedNumbersAreMissing(t *testing.T) {
	for content, want := range map[string]string{
		"a34004-Rtd=1,a34004-Flag=N;a34002-Rtd=2,a34002-Flag=D":    "pm25=1 pm10=NaN",
		"a34004-Flag=B;a34004-Rtd=1,a34004-Min=2;a34002-Rtd=2":     "pm25=NaN pm25Min=NaN pm10=2",
		"a34004-Rtd=1;a34004-Flag=S":                               "pm25=1",
		"a34004-Rtd=;a34002-Rtd=NaN;LA-Rtd=1e999;a01001-Rtd=0x1p3": "pm25=NaN pm10=NaN noise=NaN airTemp=NaN",
		"a34004-Rtd=1,a34004-EFlag=A01,a34004-SampleTime=20261120": "pm25=1",
		"w-x.1-Rtd=1;011-Cou=3;i1-Info=text;x":                     "w_x_1=1 p011Cou=3",
	} {
		frame := framed("QN=1;ST=39;CN=2011;PW=1;MN=2;CP=&&DataTime=20261120083000;" + content + "&&")
		if got := decode(frame, nil); got != "data\nlocal 2026-11-20T08:30:00: "+want+"\n" {
			t.Errorf("%s: %s", content, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	many := strings.Repeat("x", 1)
	for i := range 65 {
		many += ";f" + strings.Repeat("a", i) + "-Rtd=1"
	}
	segment := func(content string) string { return framed("ST=39;CN=2011;PW=1;MN=2;CP=&&" + content + "&&") }
	for name, c := range map[string]struct {
		frame string
		want  *errs.Message
	}{
		"nothing":         {"", errs.FrameUnknown},
		"another start":   {"#!0101" + standard[6:], errs.FrameUnknown},
		"length in words": {"##010x" + standard[6:], errs.FrameUnknown},
		"cut":             {standard[:50], errs.FrameIncomplete},
		"bad checksum":    {"##0139ST=32;CN=2011;PW=123456;MN=LD130133000015;CP=&&DataTime=20160824003817000;B01-Rtd=36.91;011-Rtd=231.0,011-Flag=N;060-Rtd=1.803,060-Flag=N&&4981\r\n", errs.FrameChecksum},
		"bad length":      {"##0136ST=32;CN=2011;PW=123456;MN=LD130133000015;CP=&&DataTime=20160824003817;B01-Rtd=36.91;011-Rtd=231.0,011-Flag=N;060-Rtd=1.803,060-Flag=N&&4980\r\n", errs.FrameChecksum},
		"two messages":    {firstPart + realTimeData, errs.FrameMixed},
		"no content":      {framed("ST=39;CN=2011;PW=1;MN=2"), errs.Empty},
		"no factors":      {segment(""), errs.Empty},
		"wrong time":      {segment("DataTime=20261320083000;a34004-Rtd=1"), errs.FormatWrong},
		"February 30":     {segment("DataTime=20260230083000;a34004-Rtd=1"), errs.FormatWrong},
		"factor twice":    {segment("a34004-Rtd=1;a34004-Rtd=1"), errs.Duplicate},
		"too many":        {segment(many), errs.ReadingLimits},
	} {
		var m protocol.Message
		if err := NewDecoder().Decode([]byte(c.frame), nil, &m); !errs.Is(err, c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want.Key)
		}
	}
}

// A length that is too long must not hide the frames behind it until that many bytes have come.
func TestCutSkipsNonsense(t *testing.T) {
	for before, after := range map[string]string{
		"##9999": "", "##0000": "", "##": "", "###": "", "##12": "", "##0101QN=": "", "\x00\xff##\x01": "",
		"##0200QN=1;\r\n": "", standard[:40]: "", strings.Replace(standard, "30&&", "31&&", 1): "", "": "\r",
	} {
		sent := []byte(before + realTimeData + after)
		skip, n := cut(sent)
		if got := string(sent[skip : skip+n]); got != realTimeData {
			t.Errorf("before %q: found %q", before, got)
		}
	}
	for _, incomplete := range []string{"#", "##", "##01", "##0101", standard[:90], strings.TrimRight(standard, "\r\n"), strings.TrimRight(standard, "\n")} {
		if skip, n := cut([]byte("x" + incomplete)); skip != 1 || n != 0 {
			t.Errorf("%q: skips %d and finds %d, want to wait", incomplete, skip, n)
		}
	}
}

func TestPartsHaveOnePlaceEach(t *testing.T) {
	p, ok := part([]byte(firstPart))
	if want := (protocol.Part{Message: "20261120083100000 2051 " + mn, No: 1, Of: 2}); !ok || p != want {
		t.Errorf("%+v, %v", p, ok)
	}
	for _, frame := range []string{realTimeData, framed("CN=2011;PNUM=2;PNO=3;CP=&&&&"), framed("CN=2011;PNUM=1;PNO=1;CP=&&&&"), "x"} {
		if p, ok := part([]byte(frame)); ok {
			t.Errorf("%q is part %+v", frame, p)
		}
	}
}

func TestReceipts(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 30, 1, 0, beijing)
	head := func(command, rest string) string {
		return "QN=9;ST=39;CN=" + command + ";PW=1;MN=2;" + rest + "CP=&&&&"
	}
	for frame, want := range map[string]string{
		head("2051", "Flag=7;PNUM=2;PNO=1;"): framed("QN=9;ST=91;CN=9014;PW=1;MN=2;Flag=4;CP=&&&&"),
		head("2081", "Flag=5;"):              framed("QN=9;ST=91;CN=9014;PW=1;MN=2;Flag=4;CP=&&&&"),
		head("2011", "Flag=1;"):              framed("QN=9;ST=91;CN=9014;PW=1;MN=2;Flag=0;CP=&&&&"),
		head("2011", "Flag=4;"):              "",
		head("2011", ""):                     "",
		head("9012", "Flag=5;"):              "",
		head("1013", "Flag=5;"): framed("QN=9;ST=91;CN=9013;PW=1;MN=2;Flag=4;CP=&&&&") +
			framed("QN=20261120083001000;ST=39;CN=1012;PW=1;MN=2;Flag=5;CP=&&SystemTime=20261120083001&&"),
	} {
		if got := string(receipt([]byte(framed(frame)), now, false)); got != want {
			t.Errorf("%s:\ngot  %q\nwant %q", frame, got, want)
		}
	}
	if got := receipt([]byte("x"), now, false); got != nil {
		t.Errorf("garbage is answered with %q", got)
	}
}

func TestCommands(t *testing.T) {
	at := time.Date(2026, 11, 20, 8, 30, 1, 0, beijing)
	head := func(command string) string {
		return "QN=20261120083001000;ST=39;CN=" + command + ";PW=123456;MN=" + mn + ";Flag=5;"
	}
	old, err := readProfile(json.RawMessage(`{"edition":"2005","st":"32","password":"abc"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command, args string
		now           time.Time
		profile       any
		want          string
	}{
		{command: protocol.SetTime, want: clockSet},
		{command: "readHistory", args: `{"start":1795104000000,"end":1795132800000}`, now: time.Date(2026, 11, 20, 8, 40, 0, 0, beijing), want: history},
		{command: "read", want: framed(head("2011") + "CP=&&&&")},
		{command: "setInterval", args: `{"interval":600}`, want: framed(head("1062")+"CP=&&RtdInterval=600&&") +
			framed(strings.Replace(head("1064"), "1000;", "1001;", 1)+"CP=&&MinInterval=10&&")},
		{command: "setInterval", args: `{"interval":3600}`, want: framed(head("1062") + "CP=&&RtdInterval=3600&&")},
		{command: "setInterval", args: `{"interval":600}`, profile: old, want: framed("QN=20261120083001000;ST=32;CN=1062;PW=abc;MN=" + mn + ";Flag=1;CP=&&RtdInterval=600&&")},
		{command: "raw", args: `{"text":"ST=39;CN=1011;CP=&&&&"}`, want: framed("QN=20261120083001000;ST=39;CN=1011;CP=&&&&")},
		{command: "raw", args: `{"text":"CN=1011"}`, want: framed(head("1011") + "CP=&&&&")},
		{command: "raw", args: `{"text":"CN=1064;CP=&&MinInterval=10&&"}`, want: framed(head("1064") + "CP=&&MinInterval=10&&")},
		{command: "raw", args: `{"text":"QN=1;CN=1011;CP=&&&&"}`, want: framed("QN=1;CN=1011;CP=&&&&")},
		{command: "raw", args: `{"text":"` + strings.TrimSpace(standard) + `"}`, want: standard},
		{command: "raw", args: `{"hex":"2323"}`, want: "##"},
		{command: "raw", args: `{"text":"` + strings.Repeat("x", 9999) + `"}`, want: ""},
		{command: "reset", want: ""},
		{command: "read", args: `[]`, want: ""},
	} {
		if c.now.IsZero() {
			c.now = at
		}
		got := writeCommand(protocol.Request{ID: 81, Command: c.command, Register: mn, Profile: c.profile, Args: json.RawMessage(c.args), Now: c.now})
		if string(got) != c.want {
			t.Errorf("%s %s:\ngot  %q\nwant %q", c.command, c.args, got, c.want)
		}
	}
}

// A station accepts a command, does it, and says so.
func TestAnswers(t *testing.T) {
	at := time.Date(2026, 11, 20, 8, 30, 1, 0, beijing)
	answer := func(qn, command, content string) string {
		return framed("QN=" + qn + ";ST=91;CN=" + command + ";MN=2;Flag=4;CP=&&" + content + "&&")
	}
	const first, second = "20261120083001000", "20261120083001001"
	type outcome struct {
		code     int
		message  string
		result   string
		done, ok bool
	}
	working, done := outcome{ok: true}, outcome{ok: true, done: true}
	for _, c := range []struct {
		command, args, frame string
		want                 outcome
	}{
		{protocol.SetTime, "", clockTaken, working},
		{protocol.SetTime, "", clockDone, done},
		{protocol.SetTime, "", answer(second, "9012", "ExeRtn=1"), outcome{}},
		{protocol.SetTime, "", realTimeData, outcome{}},
		{protocol.SetTime, "", "garbage", outcome{}},
		{protocol.SetTime, "", answer(first, "9011", "QnRtn=3"), outcome{code: 3, message: "QnRtn=3 密码错误 (wrong PW)", done: true, ok: true}},
		{protocol.SetTime, "", answer(first, "9012", "ExeRtn=5"), outcome{code: 5, message: "ExeRtn=5 系统繁忙 (busy)", done: true, ok: true}},
		{protocol.SetTime, "", answer(first, "9012", ""), outcome{code: 100, message: "ExeRtn=100 没有数据 (no data)", done: true, ok: true}},
		{"read", "", answer(first, "9011", "QnRtn=1"), done},
		{"readHistory", `{"start":1,"end":2}`, answer(first, "9011", "QnRtn=1"), working},
		{"readHistory", `{"start":1,"end":2}`, answer(first, "2051", "DataTime=20261120082000"), outcome{}},
		{"setInterval", `{"interval":600}`, answer(first, "9012", "ExeRtn=1"), working},
		{"setInterval", `{"interval":600}`, answer(second, "9011", "QnRtn=1"), working},
		{"setInterval", `{"interval":600}`, answer(second, "9012", "ExeRtn=1"), done},
		{"raw", `{"text":"CN=1011;CP=&&&&"}`, answer(first, "1011", "SystemTime=20261120083000"), outcome{result: `{"SystemTime":"20261120083000"}`, done: true, ok: true}},
		{"raw", `{"text":"QN=5;CN=1061;CP=&&&&"}`, answer("5", "1061", "RtdInterval=30"), outcome{result: `{"RtdInterval":"30"}`, done: true, ok: true}},
		{"raw", `{"text":"QN=5;CN=1061;CP=&&&&"}`, answer("5", "1063", "MinInterval=30"), outcome{}},
	} {
		sent := protocol.Request{ID: 81, Command: c.command, Args: json.RawMessage(c.args), Now: at}
		a, done, ok := commandAnswered(sent, []byte(c.frame))
		got := outcome{a.Code, a.Message, string(a.Result), done, ok}
		if got != c.want || ok && a.ID != 81 {
			t.Errorf("%s, answered by %q:\ngot  %+v\nwant %+v", c.command, c.frame, got, c.want)
		}
	}
}

func TestDissection(t *testing.T) {
	var shown []string
	for _, f := range dissect([]byte(strings.Replace(firstPart, "8A81", "8A80", 1)), nil) {
		line := f.Label.Zh + " | " + f.Text
		if f.Fault != nil {
			line += " | " + f.Fault.Text(errs.English)
		}
		shown = append(shown, line)
	}
	want, err := os.ReadFile("testdata/dissected.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), strings.Join(shown, "\n")+"\n"); diff != "" {
		t.Error(diff)
	}
	faults := 0
	for _, f := range dissect([]byte(strings.Replace(standard, "##0101", "##0100", 1)), nil) {
		if f.Fault != nil {
			faults++
			if want := errs.New(errs.FrameLength, "got", "0100", "want", 101); f.Fault.Error() != want.Error() {
				t.Errorf("got %v, want %v", f.Fault, want)
			}
		}
	}
	if faults != 1 {
		t.Errorf("%d faults, want 1", faults)
	}
}
