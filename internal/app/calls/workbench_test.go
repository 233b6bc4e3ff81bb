package calls_test

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi/fieldapi"
)

const gaugeTry = "/api/corporations/{ours}/devices/{gauge}/frames/try"

// try tries a frame at a device.
func (f *field) try(path, body string) (tried fieldapi.TriedFrame) {
	f.t.Helper()
	w := f.ask("POST", path, body, 200)
	if err := json.Unmarshal(w.Body.Bytes(), &tried); err != nil {
		f.t.Fatal(err)
	}
	return tried
}

// names returns the parts of a frame in one line, faults after a !.
func names(tried fieldapi.TriedFrame) string {
	var b strings.Builder
	for _, part := range tried.Parts {
		b.WriteString(part.Name + " " + part.Text)
		if part.Fault != "" {
			b.WriteString("!" + part.Want)
		}
		b.WriteByte(';')
	}
	return b.String()
}

// A person pastes what a Modbus gauge answered: with its request, alone, damaged, and with another value.
func TestWorkbenchTakesPolledFramesApart(t *testing.T) {
	f := newField(t)
	f.ask("PATCH", "/api/corporations/{ours}/devices/{gauge}/link-config",
		`{"validFrom":0,"value":{"protocol":"modbus","address":5,"profile":{"preset":"vw","channels":1}}}`, 200)
	example := f.ask("GET", "/api/corporations/{ours}/devices/{gauge}/line-example", "", 200).Body.String()
	if !strings.Contains(example, `"request":"050300000004458d","frame":"050308`) || !strings.Contains(example, `"register":"`+f.Collector.Register+`"`) {
		t.Errorf("the example: %s", example)
	}
	f.ask("PATCH", "/api/corporations/{ours}/devices/{logger}/link-config", `{"validFrom":0,"value":{"eachPacket":true,"needsSecret":true}}`, 200)
	secret := f.ask("GET", "/api/corporations/{ours}/devices/{gauge}/line-example", "", 200).Body.String()
	registration := hex.EncodeToString([]byte(f.Collector.Register + ",SECRET\r\n"))
	if !strings.Contains(secret, `"registration":"`+registration+`","secretPlace":"SECRET","eachPacket":true`) {
		t.Errorf("with a secret: %s", secret)
	}
	const request, answer = "05 03 00 00 00 04 45 8D", "05 03 08 45 26 FC CD 41 7B 33 33 0A 06"
	whole := f.try(gaugeTry, `{"format":"hex","transport":"tcp","content":"`+request+answer+`"}`)
	if whole.Protocol != "modbus" || !whole.Changeable || len(whole.Readings) != 1 || *whole.Readings[0].Values[0].Value != 2671.8 {
		t.Fatalf("%+v", whole)
	}
	if text := names(whole); !strings.Contains(text, "freq 2671.8;temp 15.7;CRC 060A;") || strings.Contains(text, "!") {
		t.Errorf("parts: %s", text)
	}
	if alone := f.try(gaugeTry, `{"format":"hex","transport":"tcp","content":"`+answer+`"}`); alone.Hex != whole.Hex || len(alone.Readings) != 1 {
		t.Errorf("the answer alone: %+v", alone)
	}
	damaged := `"format":"hex","transport":"tcp","content":"` + request + strings.Replace(answer, "FC CD", "FC CE", 1) + `"`
	if torn := f.try(gaugeTry, "{"+damaged+"}"); torn.Refusal == "" || !strings.Contains(names(torn), "freq 2671.8003;temp 15.7;CRC 060A!064E;") {
		t.Errorf("damaged: %s %s", torn.Refusal, names(torn))
	}
	if mended := f.try(gaugeTry, "{"+damaged+`,"repair":true}`); mended.Refusal != "" || strings.Contains(names(mended), "!") {
		t.Errorf("with a new checksum: %s %s", mended.Refusal, names(mended))
	}
	changed := f.try(gaugeTry, `{"format":"hex","transport":"tcp","content":"`+answer+`","changes":[{"reading":0,"field":"freq","value":2561.2}]}`)
	if v := changed.Readings[0].Values; *v[0].Value != 2561.2 || *v[1].Value != 15.7 || strings.Contains(names(changed), "!") {
		t.Errorf("changed: %s", names(changed))
	}
	if asked := f.try(gaugeTry, `{"format":"hex","transport":"tcp","content":"`+request+`"}`); !strings.HasPrefix(names(asked), "Unit address 5;") || len(asked.Readings) != 0 {
		t.Errorf("a request alone: %s", names(asked))
	}
	for body, want := range map[string]string{
		`"content":"00","protocol":"modbux"`:                                                     `"protocol"`,
		`"content":"00","protocol":"modbus","profile":{"unit":900}`:                              `"profile.unit"`,
		`"content":"` + answer + `","changes":[{"reading":3,"field":"freq","value":1}]`:          `"changes"`,
		`"content":"24 47","protocol":"nmea","changes":[{"reading":0,"field":"freq","value":1}]`: `"code":5306`,
	} {
		if w := f.ask("POST", gaugeTry, `{"format":"hex","transport":"tcp",`+body+`}`, 422); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %s", body, w.Body)
		}
	}
}

// Text frames are repaired too: a person changes a number of an HJ 212 station, and its length and checksum follow.
func TestWorkbenchRepairsTextFrames(t *testing.T) {
	f := newField(t)
	const content = `##0101QN=20261120103000000;ST=22;CN=2011;PW=123456;MN=A1;Flag=4;CP=&&DataTime=20261120103000;a34004-Rtd=1035,a34004-Flag=N&&0000\r\n`
	torn := f.try(loggerTry, `{"protocol":"hj212","content":"`+content+`"}`)
	if !strings.Contains(names(torn), "!") || torn.Refusal == "" {
		t.Fatalf("not damaged: %s", names(torn))
	}
	sound := f.try(loggerTry, `{"protocol":"hj212","repair":true,"content":"`+content+`"}`)
	if strings.Contains(names(sound), "!") || sound.Refusal != "" || len(sound.Readings) != 1 {
		t.Errorf("repaired: %s %s", sound.Refusal, names(sound))
	}
	if text := names(f.try(loggerTry, `{"content":"{\"t\":1795134600000,\"ch\":[{\"no\":2,\"disp\":2.5}]}"}`)); !strings.Contains(text, "ch[0].no 2;ch[0].disp 2.5;") {
		t.Errorf("JSON: %s", text)
	}
}

// Frames of a DTU are refused for a while because nobody set up the gauge behind it. People see how many there are, why,
// and what a replay would do, before it does it.
func TestRefusedFramesAreCountedAndReplayPreviewed(t *testing.T) {
	f := newField(t)
	f.ask("PATCH", "/api/corporations/{ours}/devices/{logger}/link-config", `{"validFrom":0,"value":{"protocol":"hj212"}}`, 200)
	for _, payload := range []string{`{"type":"data","t":1795134600000,"ch":[{"no":1,"level":2.5}]}`, `{"type":"data","t":1795134660000,"ch":[{"no":1,"level":2.6}]}`} {
		if _, err := f.Intake.Commit(t.Context(), ingest.Frame{
			Device: f.Collector.ID, Register: f.Collector.Register, Transport: ingest.MQTT, Kind: ingest.Up, Received: time.Now().UnixMilli(), Payload: []byte(payload),
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Intake.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	refused := f.ask("GET", "/api/corporations/{ours}/refused-frames", "", 200).Body.String()
	for _, part := range []string{`"reasons":[{"code":5302,`, `"count":2`, `"deviceId":`} {
		if !strings.Contains(refused, part) {
			t.Errorf("refused frames lack %s: %s", part, refused)
		}
	}
	if none := f.ask("GET", f.path("/api/corporations/{ours}/refused-frames?deviceId={gauge}"), "", 200).Body.String(); !strings.Contains(none, `"devices":[]`) {
		t.Errorf("of another device: %s", none)
	}
	f.ask("GET", "/api/corporations/{ours}/refused-frames?from=1&to=99999999999", "", 422)
	const preview = "/api/corporations/{ours}/devices/{logger}/dead-frames/replay/preview"
	if w := f.ask("POST", preview, "", 200).Body.String(); !strings.Contains(w, `"frames":2,"decoded":0`) || !strings.Contains(w, `"code":5302`) {
		t.Errorf("before the fix: %s", w)
	}
	f.ask("PATCH", "/api/corporations/{ours}/devices/{logger}/link-config", `{"validFrom":0,"value":{"protocol":"json"}}`, 200)
	if w := f.ask("POST", preview, "", 200).Body.String(); !strings.Contains(w, `"frames":2,"decoded":2,"readings":2,"values":2,`) {
		t.Errorf("after the fix: %s", w)
	}
	if w := f.ask("POST", "/api/corporations/{ours}/devices/{logger}/dead-frames/replay", "", 200).Body.String(); !strings.Contains(w, `"count":2`) {
		t.Errorf("the replay: %s", w)
	}
}

const loggerTry = "/api/corporations/{ours}/devices/{logger}/frames/try"
