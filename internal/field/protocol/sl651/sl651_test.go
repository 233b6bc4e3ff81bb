package sl651

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/errs"
)

// The frames of domain protocols.md section 6.
const (
	keptAlive    = "7E7E 01 0012345678 1234 2F 0008 02 0003 591011155111 03 6BCA"
	hourlyAnswer = "7E7E 0012345678 10 1234 34 8008 02 0001 140613143853 04 696E"
	hourlyRain   = "7E7E 10 0012345678 1234 34 0038 02 0001 140612020000 F1F1 0012345678 50 F0F0 1406120200 " +
		"F460 000000000000000000000000 2619 000000 2019 000000 1A19 000000 3812 1290 03 4383"
	hourlyRiver = "7E7E 10 0012345678 1234 34 0057 02 0003 140612020000 F1F1 0012345678 48 F0F0 1406120200 F460 000000000000000000000000 " +
		"F5C0 0AAA0AAAFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF 2619 000000 2019 000000 1A19 000000 391A 002730 3812 1290 03 DD4E"
	timed = "7E7E 01 0012345678 A001 32 002B 02 0007 261120083000 F1F1 0012345678 48 F0F0 2611200830 " +
		"2619 000125 2019 000005 3923 00028960 3812 1265 03 98E8"
	timedStay  = "7E7E 0012345678 01 A001 32 8008 02 0007 261120083001 1B 83C2"
	timedSleep = "7E7E 0012345678 01 A001 32 8008 02 0007 261120083001 04 4B83"
)

// beijing is the zone of the samples.
var beijing = time.FixedZone("", 8*3600)

func unhex(digits string) []byte {
	raw, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
	if err != nil {
		panic(err)
	}
	return raw
}

// up encodes a frame of station 0012345678, sent on 2026-11-20 at 08:30.
func up(function byte, body string) []byte {
	f := frame{center: 1, station: [5]byte(unhex("0012345678")), password: [2]byte{0xA0, 1}, function: function, end: etx}
	return write(f, 7, [6]byte(unhex("261120083000")), unhex(body))
}

// packet encodes one of several packets.
func packet(function byte, no, of int, text string, end byte) []byte {
	body := append([]byte{byte(of >> 4), byte(of<<4 | no>>8), byte(no)}, unhex(text)...)
	b := unhex(fmt.Sprintf("7E7E010012345678A001%02X%04X16", function, len(body)))
	b = append(append(b, body...), end)
	sum := crc16.Modbus(b)
	return append(b, byte(sum>>8), byte(sum))
}

func TestFamily(t *testing.T) { protocoltest.Run(t, "sl651") }

// decode returns the text of a message, or its error.
func decode(b []byte, configured any) string {
	var m protocol.Message
	if err := NewDecoder().Decode(b, configured, &m); err != nil {
		return err.Error()
	}
	return protocoltest.Text(&m)
}

func TestStationReports(t *testing.T) {
	want := "data seq 7 ackUp\nlocal 2026-11-20T08:30:00: total=12.5 rainToday=0.5 level=28.96 voltage=12.65\n"
	if diff := cmp.Diff(want, decode(unhex(timed), nil)); diff != "" {
		t.Error(diff)
	}
	if got := register(unhex(timed)); got != "0012345678" {
		t.Errorf("register %q", got)
	}
	if got := string(secret(unhex(timed))); got != "A001" {
		t.Errorf("password %q", got)
	}
	if register([]byte("x")) != "" || secret(nil) != nil {
		t.Error("garbage has a register")
	}
}

// The identifier of a uniform report is written once, before twelve values.
func TestUniformReportHasTwelveReadings(t *testing.T) {
	body := "F1F1 0012345678 48 F0F0 2611200735 0418 000005 3923"
	for i := range 12 {
		body += fmt.Sprintf("%08d", 28960+i)
	}
	var want strings.Builder
	want.WriteString("data seq 7 ackUp\n")
	for i := range 12 {
		at := time.Date(2026, 11, 20, 7, 35+5*i, 0, 0, time.UTC).Format("2006-01-02T15:04:05")
		fmt.Fprintf(&want, "local %s: level=%v\n", at, float64(28960+i)/1000)
	}
	if diff := cmp.Diff(want.String(), decode(up(0x31, body), nil)); diff != "" {
		t.Error(diff)
	}
}

func TestElements(t *testing.T) {
	p, err := readProfile(json.RawMessage(`{"center":16,"password":"12AB","history":["2619","FF0110"],"step":1440,` +
		`"elements":{"39":{"field":"distance","factor":0.1},"FF01":{"field":"temp"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		"2619000125":                      "total=12.5",
		"2719000125":                      "flow=45000",
		"3923FF028960":                    "level=-28.96",
		"3923FFFFFFFF":                    "level=NaN",
		"39231A000000":                    "level=NaN",
		"3B2300028960":                    "level=28.96",
		"3B2300028960 3923 00028970":      "el_3B=28.96 level=28.97",
		"3923 00028970 3B2300028960":      "level=28.97 el_3B=28.96",
		"4520FFFFFFFF":                    "status=4.294967295e+09",
		"4528FFFFFFFFFF":                  "status=NaN",
		"FF01100012 0F12 0123":            "el_FF01=12 el_0F=1.23",
		"9700 2619000125":                 "total=12.5",
		"2643 1234567890123456":           "total=1.234567890123456e+12",
		"FEF8" + strings.Repeat("12", 31): "el_FE=1.2121212121212121e+61",
	} {
		if got := decode(up(0x32, "F0F02611200830"+body), nil); got != "data seq 7 ackUp\nlocal 2026-11-20T08:30:00: "+want+"\n" {
			t.Errorf("%s: %s", body, got)
		}
	}
	if got, want := decode(up(0x37, "F0F02611200830 3923 00028960 FF0111 0012"), p), "data seq 7\nlocal 2026-11-20T08:30:00: distance=2.896 temp=1.2\n"; got != want {
		t.Errorf("with a profile: %s", got)
	}
}

// The frame of a station that has lost its clock has no time.
func TestClockIsLost(t *testing.T) {
	lost := write(frame{function: 0x32, end: etx}, 7, [6]byte{}, unhex("2619000125"))
	if got, want := decode(lost, nil), "data seq 7 ackUp\n: total=12.5\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRefusals(t *testing.T) {
	many := "F0F02611200830"
	for i := range 65 {
		many += fmt.Sprintf("FF%02X0812", i)
	}
	damaged := unhex(timed)
	damaged[40] ^= 1
	for name, c := range map[string]struct {
		frame []byte
		field string
		want  *errs.Message
	}{
		"nothing":           {nil, "", errs.FrameIncomplete},
		"half a head":       {unhex("7E7E0100"), "", errs.FrameIncomplete},
		"half a text":       {unhex(timed)[:40], "", errs.FrameIncomplete},
		"another start":     {unhex("7F7E0100"), "", errs.FrameUnknown},
		"bad checksum":      {damaged, "", errs.FrameChecksum},
		"packet alone":      {packet(0x36, 1, 2, "0007261120083000F3F3FFD8", etb), "", errs.FrameIncomplete},
		"second packet":     {packet(0x36, 2, 2, "FFD8", etx), "", errs.FrameIncomplete},
		"packets mixed":     {append(packet(0x36, 1, 2, "0007261120083000F3F3FFD8", etb), packet(0x38, 2, 2, "FFD9", etx)...), "", errs.FrameMixed},
		"two messages":      {append(unhex(timed), unhex(timed)...), "", errs.FrameMixed},
		"element cut":       {up(0x32, "39230002"), "el_39", errs.ElementCut},
		"definition cut":    {up(0x32, "FF01"), "el_FF", errs.ElementCut},
		"value cut":         {up(0x31, "0418000005 3923 00028960 0002"), "el_39", errs.ElementCut},
		"hour of 11 values": {up(0x34, "F458"+strings.Repeat("00", 11)), "el_F4", errs.FormatWrong},
		"two hours":         {up(0x34, strings.Repeat("F460"+strings.Repeat("00", 12), 2)), "el_F4", errs.Duplicate},
		"element twice":     {up(0x32, "2619000001 2619000002"), "el_26", errs.Duplicate},
		"step of zero":      {up(0x31, "0418000000"), "el_04", errs.TooSmall},
		"step without BCD":  {up(0x31, "041800000A"), "el_04", errs.DigitsInvalid},
		"time without BCD":  {up(0x32, "F0F0261120083A"), "el_F0", errs.DigitsInvalid},
		"month 13":          {up(0x32, "F0F02613200830"), "el_F0", errs.DigitsInvalid},
		"too many elements": {up(0x32, many), "", errs.ReadingLimits},
		"hour without time": {write(frame{function: 0x34, end: etx}, 7, [6]byte{}, unhex("F460"+strings.Repeat("00", 12))), "el_F0", errs.Empty},
	} {
		var m protocol.Message
		err := NewDecoder().Decode(c.frame, nil, &m)
		field := ""
		if e, ok := errs.As(err); ok && len(e.Fields) > 0 {
			field = e.Fields[0].Name
		}
		if !errs.Is(err, c.want) || field != c.field {
			t.Errorf("%s: got %v, want %s on %q", name, err, c.want.Key, c.field)
		}
	}
}

func TestCut(t *testing.T) {
	damaged := unhex(timed)
	damaged[30] ^= 1
	for _, before := range [][]byte{nil, unhex("7E"), unhex("7E7E"), unhex("01"), []byte("\x0101001234"), unhex(timed)[:30], damaged, unhex("7E7E7E7E0100")} {
		sent := append(append([]byte(nil), before...), unhex(timed)...)
		skip, n := cut(sent)
		if skip != len(before) || n != len(unhex(timed)) {
			t.Errorf("before %X: skips %d and finds %d", before, skip, n)
		}
	}
	for n := 1; n < len(unhex(timed)); n++ {
		if skip, found := cut(append([]byte{0}, unhex(timed)[:n]...)); skip != 1 || found != 0 {
			t.Fatalf("%d bytes of a frame: skips %d and finds %d, want to wait", n, skip, found)
		}
	}
}

// Only the first packet of a picture has a serial number.
func TestPacketsOfAPicture(t *testing.T) {
	first := packet(0x36, 1, 2, "0007 261120083000 F1F1001234567848 F0F02611200830 F3F3 FFD80102", etb)
	last := packet(0x36, 2, 2, "0304FFD9", etx)
	for no, b := range [][]byte{first, last} {
		if p, ok := part(b); !ok || p != (protocol.Part{Message: "0012345678 36 2", No: no + 1, Of: 2}) {
			t.Errorf("packet %d: %+v, %v", no+1, p, ok)
		}
	}
	if p, ok := part(unhex(timed)); ok {
		t.Errorf("a whole message is part %+v", p)
	}
	var m protocol.Message
	if err := NewDecoder().Decode(append(first, last...), nil, &m); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%X", m.Picture); got != "FFD801020304FFD9" || len(m.Readings) != 1 || m.Readings[0].Columns.Len() != 0 {
		t.Errorf("picture %s, readings %+v", got, m.Readings)
	}
}

func TestDissection(t *testing.T) {
	damaged := unhex(timed)
	damaged[len(damaged)-1] ^= 1
	var shown []string
	for _, f := range dissect(damaged, nil) {
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
	long := unhex(timed)
	long[12]++
	for _, f := range dissect(long, nil) {
		if want := errs.New(errs.FrameLength, "got", 44, "want", 43).Error(); f.Fault != nil && f.Label.En == "Length of the text: from the station" && f.Fault.Error() != want {
			t.Errorf("got %v, want %s", f.Fault, want)
		}
	}
}

func TestProfileIsChecked(t *testing.T) {
	for configured, field := range map[string]string{
		`{"center":256}`:                               "center",
		`{"step":0}`:                                   "step",
		`{"password":"123"}`:                           "password",
		`{"history":[]}`:                               "history",
		`{"history":["39"]}`:                           "history[0]",
		`{"history":["FF39"]}`:                         "history[0]",
		`{"elements":{"3":{"field":"x"}}}`:             "elements.3",
		`{"elements":{"3901":{"field":"x"}}}`:          "elements.3901",
		`{"elements":{"39":{"field":"1"}}}`:            "elements.39.field",
		`{"elements":{"39":{"field":"x","factor":0}}}`: "elements.39.factor",
		`{"address":"1"}`:                              "address",
	} {
		_, err := readProfile(json.RawMessage(configured))
		if e, ok := errs.As(err); !ok || len(e.Fields) != 1 || e.Fields[0].Name != field {
			t.Errorf("%s: got %v, want an error on %s", configured, err, field)
		}
	}
}
