package tcp_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/crc16"
)

const (
	hydrological = 4 // device of the frames of domain protocols.md section 6
	hydroAddress = "0012345678"
)

// timed is the timed report of domain protocols.md section 6, with serial number 7.
var timed = unhex("7E 7E 01 00 12 34 56 78 A0 01 32 00 2B 02 00 07 26 11 20 08 30 00 F1 F1 00 12 34 56 78 48 F0 F0 26 11 20 08 30 " +
	"26 19 00 01 25 20 19 00 00 05 39 23 00 02 89 60 38 12 12 65 03 98 E8")

func openHydrological(t *testing.T) *rig {
	r := open(t, tcp.Port{})
	r.Devices.Change(hydrological, func(d *ingest.Device) { d.Register, d.ProtocolCode = hydroAddress, "HYDRO" })
	if err := r.Directory().Refresh(t.Context(), []int64{hydrological}); err != nil {
		t.Fatal(err)
	}
	return r
}

// receipt reads an answer without a body, and returns its serial number and its end.
func (p *peer) receipt() (serial int, end byte) {
	p.Helper()
	const length, serialAt, endAt = 25, 14, 22
	got := make([]byte, length)
	if _, err := io.ReadFull(p.Conn, got); err != nil {
		p.Fatal(err)
	}
	if sum := crc16.Modbus(got[:length-2]); got[length-2] != byte(sum>>8) || got[length-1] != byte(sum) {
		p.Fatalf("% X has a wrong checksum", got)
	}
	return int(got[serialAt])<<8 | int(got[serialAt+1]), got[endAt]
}

const (
	sleep = 0x04
	stay  = 0x1B
)

// A station that would sleep is told to stay while commands wait for it, and may sleep when none is left.
func TestStationStaysForItsCommands(t *testing.T) {
	r := openHydrological(t)
	p := r.dial().send(timed)
	if serial, end := p.receipt(); serial != 7 || end != sleep {
		t.Errorf("without commands: receipt %d ends with %02X", serial, end)
	}
	r.waiting.Store(true)
	p.send(timed)
	if serial, end := p.receipt(); serial != 7 || end != stay {
		t.Errorf("with commands: receipt %d ends with %02X", serial, end)
	}
	r.waiting.Store(false)
	if serial, end := p.receipt(); serial != 7 || end != sleep {
		t.Errorf("after the commands: receipt %d ends with %02X", serial, end)
	}
}

// A picture of three packets is receipted once, with the serial number of its first packet, also if the second one came
// again.
func TestMessageOfPacketsIsReceiptedWithItsSerialNumber(t *testing.T) {
	r := openHydrological(t)
	body := "\xF1\xF1" + unhex("0012345678") + "\x48\xF0\xF0" + unhex("2611200830") + "\xF3\xF3" + "\xFF\xD8"
	first := packet(1, 3, unhex("0009 261120083000")+body)
	second := packet(2, 3, "picture")
	p := r.dial().send(first, second, second, packet(3, 3, "\xFF\xD9"))
	if serial, end := p.receipt(); serial != 9 || end != sleep {
		t.Errorf("receipt %d ends with %02X", serial, end)
	}
	if err := r.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	taken := time.Date(2026, 11, 20, 0, 30, 0, 0, time.UTC).UnixMilli()
	list, err := r.Pictures(t.Context(), hydrological, 0, 10)
	if err != nil || len(list) != 1 || list[0].Time != taken || list[0].Size != int64(len("\xFF\xD8picture\xFF\xD9")) {
		t.Fatalf("pictures %+v, %v", list, err)
	}
	if content, found, err := r.Picture(t.Context(), hydrological, taken); err != nil || !found || string(content) != "\xFF\xD8picture\xFF\xD9" {
		t.Errorf("%q, %v, %v", content, found, err)
	}
	if older, err := r.Pictures(t.Context(), hydrological, taken, 10); err != nil || len(older) != 0 {
		t.Errorf("older ones: %+v, %v", older, err)
	}
	r.expect(hydrological, 0)
}

// The packets of a picture come at once, more than is kept of a stranger.
func TestPictureIntroducesItsStation(t *testing.T) {
	r := openHydrological(t)
	body := "\xF1\xF1" + unhex("0012345678") + "\x48\xF0\xF0" + unhex("2611200830") + "\xF3\xF3" + "\xFF\xD8"
	all := packet(1, 12, unhex("0009 261120083000")+body)
	for no := 2; no <= 12; no++ {
		all += packet(no, 12, strings.Repeat("x", 1000))
	}
	if serial, end := r.dial().send(all).receipt(); serial != 9 || end != sleep {
		t.Errorf("receipt %d ends with %02X", serial, end)
	}
}

// packet encodes one packet of a picture.
func packet(no, of int, text string) string {
	end := byte(0x17)
	if no == of {
		end = 0x03
	}
	length := 3 + len(text)
	frame := unhex("7E7E 01 0012345678 A001 36") + string([]byte{byte(length >> 8), byte(length), 0x16, byte(of >> 4), byte(of<<4) | byte(no>>8), byte(no)}) + text + string(end)
	sum := crc16.Modbus([]byte(frame))
	return frame + string([]byte{byte(sum >> 8), byte(sum)})
}
