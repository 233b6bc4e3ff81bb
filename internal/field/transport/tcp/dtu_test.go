package tcp_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/crc16"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
)

const registered = "HSDTU20260001"

// A DTU registers in the ways of domain protocols.md section 1.
func TestRegistrations(t *testing.T) {
	for name, c := range map[string]struct {
		link device.Link
		sent []string
	}{
		"with a line end":     {sent: []string{registered + "\r\n"}},
		"without":             {sent: []string{registered}},
		"in pieces":           {sent: []string{"HSDTU", "2026", "0001\r"}},
		"behind REG":          {sent: []string{"REG:" + registered + "\r\n"}},
		"with data behind":    {sent: []string{registered + "\x01\x03\x04"}},
		"with its secret":     {link: device.Link{NeedsSecret: true}, sent: []string{registered + "," + intaketest.Secret(dtu) + "\r\n"}},
		"with a packet":       {link: device.Link{Registration: "FE01FE02"}, sent: []string{"\xFE\x01\xFE\x02"}},
		"after an empty line": {sent: []string{"\r\n" + registered + "\r\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(t, tcp.Port{})
			r.relink(dtu, c.link)
			r.dial().send(c.sent...)
			r.online(registered)
		})
	}
}

func TestSecretOfADTU(t *testing.T) {
	r := open(t, tcp.Port{})
	r.relink(dtu, device.Link{NeedsSecret: true})
	r.dial().send(registered + "\r\n").ends()
	r.dial().send(registered + ",secret-4\r\n").ends()
	r.refused(registered, ingest.WrongSecret)
	p := r.dial().send(registered + "," + intaketest.Secret(dtu) + "\r\n")
	r.online(registered)
	r.Devices.Change(dtu, func(d *ingest.Device) { d.Secrets = []ingest.Secret{{Text: "rotated"}} })
	if err := r.Directory().Refresh(t.Context(), []int64{dtu}); err != nil {
		t.Fatal(err)
	}
	p.ends()
}

func TestHeartbeats(t *testing.T) {
	r := open(t, tcp.Port{})
	r.relink(dtu, device.Link{Heartbeat: "5050", EchoHeartbeat: true})
	p := r.dial().send(registered+"\r\n", "PP")
	p.receive("PP")
	p.send("P", "P", registered+"\r\n", "PP")
	p.receive("PPPP")
}

// A modem dials in again without closing its line: the new connection replaces the old one.
func TestSecondConnectionReplacesTheFirst(t *testing.T) {
	r := open(t, tcp.Port{})
	first := r.dial().send(registered + "\r\n")
	r.online(registered)
	r.relink(dtu, device.Link{Heartbeat: "5050", EchoHeartbeat: true})
	second := r.dial().send(registered+"\r\n", "PP")
	first.ends()
	second.receive("PP")
	if n := r.server.Connected(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// poll sends the command read to the instrument and returns the answer.
func (r *rig) poll() {
	r.Helper()
	way := command.Way{Gateway: dtu, Instrument: instrument, Register: registered, ChannelNo: instrumentUnit}
	if !r.server.Execute(way, command.Command{ID: 1, DeviceID: instrument, GatewayID: dtu, Kind: command.Read, ChannelNo: instrumentUnit}) {
		r.Fatal("the DTU is not connected")
	}
}

// The frames of domain protocols.md section 2.1: a vibrating wire module on address 5.
var (
	ask    = unhex("05 03 00 00 00 04 45 8D")
	answer = unhex("05 03 08 45 26 FC CD 41 7B 33 33 0A 06")
)

// An instrument behind a DTU is polled. Its answer comes behind a late one of another address, in pieces, and with a
// heartbeat before it. The reading belongs to the channel of the DTU.
func TestInstrumentBehindADTUIsPolled(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial().send(registered + "\r\n")
	r.online(registered)
	r.poll()
	p.receive(ask)
	p.send("HB", unhex("01 03 04 41 C8 00 00 6F F1"), answer[:3], answer[3:])
	if a := <-r.answers; a.Code != command.OK {
		t.Errorf("answered %+v", a)
	}
	r.expect(dtu, instrumentUnit, "received freq=2671.8 temp=15.7")
}

// The channels of a module on the bus belong to it. Reading a sensor on one of them polls the module.
func TestModuleBehindADTUKeepsItsChannels(t *testing.T) {
	r := open(t, tcp.Port{})
	const module, sensor, unit = 21, 22, 6
	connect := func(id int64, kind string, collector int64, channel int32) {
		r.Devices.Change(id, func(d *ingest.Device) {
			d.CorporationID, d.ProjectID, d.TimeZone, d.Kind = 1, 1, "Asia/Shanghai", kind
			d.Connection = timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: collector, ChannelNo: channel}}})
		})
	}
	connect(module, catalog.Collector, dtu, unit)
	connect(sensor, catalog.MeasuringDevice, module, 2)
	r.relink(sensor, device.Link{})
	r.relink(module, device.Link{Protocol: "modbus", Profile: json.RawMessage(`{"preset":"vw","channels":2}`)})
	p := r.dial().send(registered + "\r\n")
	r.online(registered)
	way, ok := r.Directory().Way(sensor, time.Now().UnixMilli())
	if !ok || way.Gateway != dtu || way.Instrument != module || way.ChannelNo != unit {
		t.Fatalf("the way to the sensor is %+v, %v", way, ok)
	}
	if !r.server.Execute(way, command.Command{ID: 1, DeviceID: sensor, GatewayID: dtu, Kind: command.Read, ChannelNo: unit}) {
		t.Fatal("the DTU is not connected")
	}
	p.receive(modbusFrame("06 03 00 00 00 08"))
	p.send(modbusFrame("06 03 10 45 26 FC CD 41 7B 33 33 44 7A 00 00 41 20 00 00"))
	if a := <-r.answers; a.Code != command.OK {
		t.Errorf("answered %+v", a)
	}
	r.expect(module, 1, "received freq=2671.8 temp=15.7")
	r.expect(module, 2, "received freq=1000 temp=10")
}

// modbusFrame appends the checksum to a frame in hexadecimal.
func modbusFrame(text string) string {
	frame := unhex(text)
	sum := crc16.Modbus([]byte(frame))
	return frame + string([]byte{byte(sum), byte(sum >> 8)})
}

func TestInstrumentDoesNotAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		sent string
		code int
	}{
		"nothing":        {"", command.TimedOut},
		"wrong checksum": {answer[:len(answer)-1] + "\x07", command.TimedOut},
		"exception":      {unhex("05 83 02 81 30"), command.BadParameter},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(t, tcp.Port{})
			p := r.dial().send(registered + "\r\n")
			r.online(registered)
			r.poll()
			p.receive(ask)
			p.send(c.sent)
			if a := <-r.answers; a.Code != c.code {
				t.Errorf("answered %+v", a)
			}
			r.expect(dtu, instrumentUnit)
		})
	}
}

// The line of a DTU breaks in the middle of an answer: the command returns to the queue, so that it is sent again.
func TestLineBreaksDuringAPoll(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial().send(registered + "\r\n")
	r.online(registered)
	r.poll()
	p.receive(ask)
	p.send(answer[:5])
	_ = p.Close()
	<-r.released
	again := r.dial().send(registered + "\r\n")
	r.online(registered)
	r.poll()
	again.receive(ask)
	again.send(answer)
	if a := <-r.answers; a.Code != command.OK {
		t.Errorf("answered %+v", a)
	}
	r.expect(dtu, instrumentUnit, "received freq=2671.8 temp=15.7")
}

// The log of frames says what became of each request: answered, refused, unanswered, or answered too late.
func TestFrameLogHasOutcomes(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial().send(registered + "\r\n")
	r.online(registered)
	for _, sent := range []string{answer, unhex("05 83 02 81 30"), ""} {
		r.poll()
		p.receive(ask)
		p.send(sent)
		<-r.answers
	}
	p.send(answer) // too late
	want := map[int64][]string{instrument: {"polled", "refused"}, dtu: {"unanswered", "late"}}
	for device, kinds := range want {
		for t.Context().Err() == nil {
			logged, _, err := r.Frames(t.Context(), device, ingest.Entry{}, 10)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range slices.Backward(logged) {
				got = append(got, f.Kind.String())
			}
			if slices.Equal(got, kinds) {
				break
			}
			if len(got) > len(kinds) {
				t.Fatalf("device %d: %v, want %v", device, got, kinds)
			}
			await.Pause()
		}
	}
}
