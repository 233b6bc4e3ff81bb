package modbus

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

func raw(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The line brings the end of an answer that was cut off, an answer of another instrument, our answer with a wrong
// checksum, and then our answer.
func TestOtherAnswersAreSkipped(t *testing.T) {
	request := raw(t, "01 03 00 00 00 04 44 09")
	ours := raw(t, "01 03 08 BE D5 18 2B 3D DC 28 F6 EE 2C")
	wrong := slices.Clone(ours)
	wrong[4] ^= 1
	before := slices.Concat(raw(t, "01 03 08 BE D5"), raw(t, "05 03 08 45 26 FC CD 41 7B 33 33 0A 06"), raw(t, "01 03 04 41 C8 00 00 6F F1"), wrong)
	if skip, n := cut(request, append(before, ours...)); skip != len(before) || n != len(ours) {
		t.Errorf("cut at %d for %d, want %d for %d", skip, n, len(before), len(ours))
	}
	if skip, n := cut(request, ours[:9]); skip != 0 || n != 0 {
		t.Errorf("part of an answer is cut at %d for %d", skip, n)
	}
}

// An answer of Modbus TCP to an earlier request comes late.
func TestLateAnswerIsSkipped(t *testing.T) {
	p := profileFrom(t, `{"preset":"tilt2","framing":"tcp"}`)
	first, second := requests(p, 3)[0], requests(p, 3)[0]
	late, ours := respond(p, protocol.Sample{}, first), respond(p, protocol.Sample{}, second)
	if skip, n := cut(second, append(late, ours...)); skip != len(late) || n != len(ours) {
		t.Errorf("cut at %d for %d, want %d for %d", skip, n, len(late), len(ours))
	}
}

func TestExceptionIsRefused(t *testing.T) {
	request, answer := raw(t, "01 03 00 00 00 04 44 09"), raw(t, "01 83 02 C0 F1")
	if skip, n := cut(request, answer); skip != 0 || n != 5 {
		t.Fatalf("cut at %d for %d", skip, n)
	}
	why := refusedAnswer(request, answer)
	if !errs.Is(why, errs.ModbusException) || why.Text(errs.English) != "Exception 2 of the instrument: illegal register address" {
		t.Errorf("got %v", why)
	}
	var m protocol.Message
	if err := NewDecoder().Decode(append(request, answer...), nil, &m); !errs.Is(err, errs.ModbusException) {
		t.Errorf("decoded as %v", err)
	}
	// Another request of the poll was answered: its values count.
	p := profileFrom(t, `{"items":[{"type":"f32","field":"level"}]}`)
	frame := slices.Concat(request, answer, raw(t, "01 03 00 00 00 02 C4 0B 01 03 04 41 C8 00 00 6F F1"))
	if err := NewDecoder().Decode(frame, p, &m); err != nil || protocoltest.Text(&m) != "data\n: level=25\n" {
		t.Errorf("%s (%v)", protocoltest.Text(&m), err)
	}
}

func TestDamagedExchanges(t *testing.T) {
	for text, want := range map[string]*errs.Message{
		"":                        errs.FrameIncomplete,
		"01 03 00 00 00 02 C4 0B": errs.FrameIncomplete,
		"01 03 00 00 00 02 C4 0B 01 03 04 41 C8 00 00 6F F0": errs.FrameChecksum,
		"01 03 00 00 00 02 C4 0B 02 03 04 41 C8 00 00 6F F1": errs.AnswerOfOther,
		"01 2B 00 00 00 02 C4 0B":                            errs.FrameUnknown,
	} {
		var m protocol.Message
		if err := NewDecoder().Decode(raw(t, text), nil, &m); !errs.Is(err, want) {
			t.Errorf("%s: got %v, want %s", text, err, want.Key)
		}
	}
}

// An array has 45 nodes: the count is read first, then three requests, and the poll is one reading.
func TestArrayIsCountedThenRead(t *testing.T) {
	p := profileFrom(t, `{"preset":"array","unit":2}`)
	var sample protocol.Sample
	for node := range int32(45) {
		for i, field := range []string{"angleX", "angleY", "temp"} {
			sample.Targets = append(sample.Targets, protocol.Target{Node: node + 1, Field: field})
			sample.Values = append(sample.Values, float64(node+1)+float64(i)/10)
		}
	}
	var frame []byte
	list := requests(p, 0)
	for i := 0; i < len(list); i++ {
		answer := respond(p, sample, list[i])
		frame = slices.Concat(frame, list[i], answer)
		list = append(list, more(p, list[i], answer)...)
	}
	var asked []string
	for _, request := range list {
		asked = append(asked, fmt.Sprintf("%x", request[:6]))
	}
	if got, want := strings.Join(asked, " "), "0203f0000001 020300000078 020300780078 020300f0001e"; got != want {
		t.Errorf("asked %s\nwant  %s", got, want)
	}
	var m protocol.Message
	if err := NewDecoder().Decode(frame, p, &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Readings) != 1 || m.Readings[0].Channel != 0 {
		t.Fatal(protocoltest.Text(&m))
	}
	if !slices.Equal(m.Readings[0].Values, sample.Values) {
		t.Errorf("%v", m.Readings[0].Values)
	}
}

func TestBitsAndRelays(t *testing.T) {
	p := profileFrom(t, `{"unit":1,"items":[{"function":2,"offset":3,"field":"door"},{"function":2,"offset":12,"field":"rain"},
		{"offset":7,"type":"bit","bit":9,"field":"alarm"},{"offset":7,"type":"bit","bit":0,"field":"busy"}]}`)
	sample := protocol.Sample{
		Targets: []protocol.Target{{Field: "door"}, {Field: "rain"}, {Field: "alarm"}, {Field: "busy"}}, Values: []float64{1, 0, 1, 0},
	}
	var frame []byte
	for _, request := range requests(p, 1) {
		frame = slices.Concat(frame, request, respond(p, sample, request))
	}
	var m protocol.Message
	if err := NewDecoder().Decode(frame, p, &m); err != nil {
		t.Fatal(err)
	}
	if got, want := protocoltest.Text(&m), "data\n: door=1 rain=0 busy=0 alarm=1\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

func TestCommands(t *testing.T) {
	clock := time.Date(2026, 11, 20, 8, 30, 0, 0, time.FixedZone("", 8*3600))
	own := `{"preset":"tilt2","reset":{"register":17,"value":1}}`
	for _, c := range []struct{ profile, command, args, want string }{
		{own, "read", ``, "01 03 00 00 00 06 C5 C8"},
		{own, protocol.SetTime, ``, "01 10 01 00 00 03 06 1A 0B 14 08 1E 00 C8 15"},
		{own, "setInterval", `{"interval":300}`, "01 06 00 10 00 05 48 0C"},
		{own, "setInterval", `{"interval":90}`, ""},
		{own, "reset", ``, "01 06 00 11 00 01 18 0F"},
		{own, "raw", `{"hex":"0103"}`, "01 03"},
		{own, "raw", `{"text":"AT"}`, "41 54"},
		{own, "upgrade", `{}`, ""},
		{`{"unit":2,"interval":{"register":16,"unit":"s"}}`, "setInterval", `{"interval":5}`, "02 06 00 10 00 05 48 3F"},
		{`{"framing":"tcp","clock":{"start":4,"form":"unix"}}`, protocol.SetTime, ``, "00 51 00 00 00 0B 01 10 00 04 00 02 04 6A FF 94 88"},
		{`{"clock":{"start":4,"form":"words"}}`, protocol.SetTime, ``, "01 10 00 04 00 06 0C 07 EA 00 0B 00 14 00 08 00 1E 00 00 2D 32"},
		{`{}`, protocol.SetTime, ``, ""},
	} {
		got := command(protocol.Request{ID: 81, Command: c.command, Args: json.RawMessage(c.args), Now: clock, Profile: profileFrom(t, c.profile)})
		if !bytes.Equal(got, raw(t, c.want)) {
			t.Errorf("%s of %s %s: % X, want %s", c.command, c.profile, c.args, got, c.want)
		}
	}
}

// A log has only what came: the profile knows what was asked.
func TestDissectAnswerAlone(t *testing.T) {
	p := profileFrom(t, `{"preset":"vw"}`)
	var text []string
	for _, f := range dissect(raw(t, "05 03 08 45 26 FC CD 41 7B 33 33 0A 07"), p) {
		text = append(text, f.Label.En+" "+f.Text)
	}
	if got := strings.Join(text, ", "); !strings.HasPrefix(got, "Unit address 5, Function: read") {
		t.Error(got)
	}
	text = text[:0]
	for _, f := range dissect(raw(t, "05 03 08 45 26 FC CD 41 7B 33 33 0A 06"), p) {
		text = append(text, f.Label.En+" "+f.Text)
	}
	if got, want := strings.Join(text, ", "), "Unit address 5, Function: read holding registers 03, Bytes 8, freq 2671.8, temp 15.7, CRC 060A"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An answer of 120 registers, 20 nodes with three floats each, takes 1.9 µs on one core of an Intel Xeon, 32 ns per value,
// without an allocation.
func BenchmarkDecode(b *testing.B) {
	p := profileFrom(b, `{"unit":1,"array":{"step":6,"count":20,"items":[
		{"type":"f32","field":"angleX"},{"offset":2,"type":"f32","field":"angleY"},{"offset":4,"type":"f32","field":"temp"}]}}`)
	var sample protocol.Sample
	for node := range int32(20) {
		sample.Targets = append(sample.Targets, protocol.Target{Node: node + 1, Field: "angleX"}, protocol.Target{Node: node + 1, Field: "temp"})
		sample.Values = append(sample.Values, -0.4162+float64(node)/100, 15.7)
	}
	request := requests(p, 0)[0]
	frame := slices.Concat(request, respond(p, sample, request))
	decoder := NewDecoder()
	var m protocol.Message
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		if err := decoder.Decode(frame, p, &m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/60, "ns/value")
}
