package tcp_test

import (
	"fmt"
	"testing"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/site/device"
)

// Samples of domain protocols.md section 5.
const (
	realTime = "##0251QN=20261120083000000;ST=39;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20261120083000;" +
		"a34004-Rtd=36.5,a34004-Flag=N;a34002-Rtd=71.2,a34002-Flag=N;a01001-Rtd=12.4,a01001-Flag=N;a01007-Rtd=2.3,a01007-Flag=N;" +
		"LA-Rtd=58.7,LA-Flag=N&&0E40\r\n"
	realTimeAnswer = "##0087QN=20261120083000000;ST=91;CN=9014;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&&&CB81\r\n"
	realTimeStored = "2026-11-20T00:30:00 pm25=36.5 pm10=71.2 airTemp=12.4 windSpeed=2.3 noise=58.7"
)

// hj returns a frame of HJ 212-2017 (domain protocols.md section 5).
func hj(segment string) string {
	crc := uint16(0xFFFF)
	for i := 0; i < len(segment); i++ {
		crc = crc>>8 ^ uint16(segment[i])
		for range 8 {
			lowest := crc & 1
			if crc >>= 1; lowest == 1 {
				crc ^= 0xA001
			}
		}
	}
	return fmt.Sprintf("##%04d%s%04X\r\n", len(segment), segment, crc)
}

// A station sends the frame of the standard's example and gets the answer byte for byte, after the reading is stored in
// the journal. It repeats the frame, and nothing is stored twice.
func TestStationIsAnsweredOnceItsFrameIsStored(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial().send(realTime)
	p.receive(realTimeAnswer)
	r.expect(station, 0, realTimeStored)
	p.send(realTime)
	p.receive(realTimeAnswer)
	r.expect(station, 0, realTimeStored)
}

// Frames come in pieces, glued together, behind garbage and with a wrong checksum.
func TestFramesAreFoundInTheStream(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial()
	for i := range realTime {
		p.send(realTime[i : i+1])
	}
	p.receive(realTimeAnswer)
	damaged := realTime[:40] + "x" + realTime[41:]
	p.send("\x00\xff##9999", damaged+"##0042"+realTime+realTime)
	p.receive(realTimeAnswer + realTimeAnswer)
	r.expect(station, 0, realTimeStored)
}

// A frame comes so slowly that its beginning is taken for an unknown register ID. The station is known when the rest is
// there.
func TestSlowFrame(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial().send(realTime[:40])
	r.refused(realTime[:40], ingest.UnknownRegister)
	p.send(realTime[40:])
	p.receive(realTimeAnswer)
	r.expect(station, 0, realTimeStored)
}

// Data in two packets is one reading, even if the line breaks between them: the first one is in the journal.
func TestMessageOfTwoPacketsOverTwoLines(t *testing.T) {
	r := open(t, tcp.Port{})
	packet := func(no int, values string) string {
		return hj(fmt.Sprintf("QN=20261120083100000;ST=39;CN=2051;PW=123456;MN=%s;Flag=7;PNUM=2;PNO=%d;CP=&&DataTime=20261120082000;%s&&", stationMN, no, values))
	}
	answer := func(no int) string {
		return hj(fmt.Sprintf("QN=20261120083100000;ST=91;CN=9014;PW=123456;MN=%s;Flag=4;CP=&&&&", stationMN))
	}
	first := r.dial().send(packet(1, "a34004-Avg=35.8,a34004-Flag=N"))
	first.receive(answer(1))
	r.expect(station, 0)
	_ = first.Close()
	r.dial().send(packet(2, "a34002-Avg=70.1,a34002-Flag=N")).receive(answer(2))
	r.expect(station, 0, "2026-11-20T00:20:00 pm25=35.8 pm10=70.1")
}

// A command to a station ends with its result, not with the answer that it was accepted.
func TestStationCarriesOutACommand(t *testing.T) {
	r := open(t, tcp.Port{})
	p := r.dial().send(realTime)
	p.receive(realTimeAnswer)
	family := protocol.Named("hj212")
	way := command.Way{Gateway: station, Instrument: station, Register: stationMN, Line: family}
	if !r.server.Execute(way, command.Command{ID: 7, DeviceID: station, GatewayID: station, Kind: command.SetTime}) {
		t.Fatal("the station is not connected")
	}
	request := p.frame()
	var qn string
	if _, err := fmt.Sscanf(request[6:], "QN=%17s", &qn); err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	reply := func(cn, result string) string {
		return hj(fmt.Sprintf("QN=%s;ST=91;CN=%s;PW=123456;MN=%s;Flag=4;CP=&&%s&&", qn, cn, stationMN, result))
	}
	p.send(reply("9011", "QnRtn=1"), realTime)
	p.receive(realTimeAnswer)
	select {
	case a := <-r.answers:
		t.Fatalf("answered %+v before the command was carried out", a)
	default:
	}
	p.send(reply("9012", "ExeRtn=1"))
	if a := <-r.answers; a.ID != 7 || a.Gateway != station || a.Code != command.OK {
		t.Errorf("answered %+v", a)
	}
}

// frame reads one frame up to its line end.
func (p *peer) frame() string {
	p.Helper()
	var got []byte
	for one := make([]byte, 1); len(got) < 2 || string(got[len(got)-2:]) != "\r\n"; {
		if _, err := p.Read(one); err != nil {
			p.Fatalf("received %q: %v", got, err)
		}
		got = append(got, one[0])
	}
	return string(got)
}

func TestWhoMayNotConnect(t *testing.T) {
	t.Run("unknown station", func(t *testing.T) {
		r := open(t, tcp.Port{})
		r.dial().send(hj("QN=20261120083000000;ST=39;CN=2011;PW=123456;MN=UNKNOWN-STATION-00000001;Flag=5;CP=&&DataTime=20261120083000&&"))
		r.refused("UNKNOWN-STATION-00000001", ingest.UnknownRegister)
	})
	t.Run("unknown DTU", func(t *testing.T) {
		r := open(t, tcp.Port{})
		r.dial().send("HSDTU9999\r\n")
		r.refused("HSDTU9999", ingest.UnknownRegister)
		r.dial().send("\x01\x03\x00\x10")
		r.refused("01030010", ingest.UnknownRegister)
	})
	t.Run("other corporation", func(t *testing.T) {
		r := open(t, tcp.Port{Corporation: 2})
		r.dial().send("HSDTU20260001\r\n").ends()
		r.refused("HSDTU20260001", ingest.UnknownRegister)
	})
	t.Run("other protocol", func(t *testing.T) {
		r := open(t, tcp.Port{Protocol: "hj212"})
		r.dial().send("HSDTU20260001\r\n").ends()
		r.refused("HSDTU20260001", ingest.WrongProtocol)
	})
	t.Run("other network", func(t *testing.T) {
		r := open(t, tcp.Port{})
		r.relink(station, device.Link{Networks: []string{"10.0.0.0/8"}})
		r.dial().send(realTime).ends()
		r.refused(stationMN, ingest.ForeignNetwork)
		r.relink(station, device.Link{Networks: []string{"10.0.0.0/8", "127.0.0.0/8"}})
		r.dial().send(realTime).receive(realTimeAnswer)
	})
	t.Run("wrong password", func(t *testing.T) {
		r := open(t, tcp.Port{})
		r.relink(station, device.Link{NeedsSecret: true})
		r.dial().send(realTime).ends()
		r.refused(stationMN, ingest.WrongSecret)
		r.expect(station, 0)
	})
}
