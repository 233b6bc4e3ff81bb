package tcp_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/peers"
)

// host is the side of an instrument that waits for the platform.
func (r *rig) host() net.Listener {
	r.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = listener.Close() })
	return listener
}

// called waits until the platform has dialled.
func (r *rig) called(at net.Listener) *peer {
	r.Helper()
	_ = at.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
	conn, err := at.Accept()
	if err != nil {
		r.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	r.Cleanup(func() { _ = conn.Close() })
	return &peer{r, conn}
}

// The platform dials an instrument that waits for it, polls it, dials again when the line breaks, and leaves it when it is
// to be found elsewhere.
func TestPlatformDials(t *testing.T) {
	r := open(t, tcp.Port{})
	first, second := r.host(), r.host()
	at := func(l net.Listener) device.Link { return device.Link{Dial: "tcp://" + l.Addr().String()} }
	r.relink(dtu, at(first))
	p := r.called(first)
	r.online(registered)
	_ = p.Close()
	p = r.called(first)
	r.online(registered)
	r.poll()
	p.receive(ask)
	p.send(answer)
	if a := <-r.answers; a.Code != command.OK {
		t.Errorf("answered %+v", a)
	}
	r.expect(dtu, instrumentUnit, "received freq=2671.8 temp=15.7")
	r.relink(dtu, at(second))
	p.ends()
	r.called(second)
	r.relink(dtu, device.Link{})
}

func TestPlatformDialsInVain(t *testing.T) {
	r := open(t, tcp.Port{})
	gone := r.host()
	_ = gone.Close()
	r.relink(dtu, device.Link{Dial: "tcp://" + gone.Addr().String()})
	r.refused(registered, ingest.Unreachable)
	r.relink(dtu, device.Link{Dial: "serial:/dev/none"})
	r.refused(registered, ingest.Unreachable)
}

// What is at the other end of a dialled line may not speak for the devices of others.
func TestDialledLineIsOfItsCorporation(t *testing.T) {
	r := open(t, tcp.Port{})
	r.Devices.Change(station, func(d *ingest.Device) { d.CorporationID = 2 })
	host := r.host()
	r.Devices.Change(dtu, func(d *ingest.Device) { d.ProtocolCode = "HJ" })
	if err := r.Directory().Refresh(t.Context(), []int64{station}); err != nil {
		t.Fatal(err)
	}
	r.relink(dtu, device.Link{Dial: "tcp://" + host.Addr().String()})
	p := r.called(host)
	p.send(realTime)
	p.ends()
	r.refused(stationMN, ingest.UnknownRegister)
	r.relink(dtu, device.Link{})
}

// A station that sends datagrams is answered like on a connection. Its frame may come in two of them.
func TestStationSendsDatagrams(t *testing.T) {
	r := open(t, tcp.Port{UDP: true})
	conn, err := net.Dial("udp", r.server.Addresses()[0])
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	t.Cleanup(func() { _ = conn.Close() })
	p := &peer{r, conn}
	for _, parts := range [][]string{{realTime}, {realTime[:100], realTime[100:]}} {
		p.send(parts...)
		got := make([]byte, len(realTimeAnswer)+1)
		if n, err := p.Read(got); err != nil || string(got[:n]) != realTimeAnswer {
			t.Fatalf("received %q (%v)", got[:n], err)
		}
	}
	if n := r.server.Connected(); n != 1 {
		t.Errorf("%d connections", n)
	}
	other, err := net.Dial("udp", r.server.Addresses()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Write([]byte(hj("QN=20261120083000000;ST=39;CN=2011;PW=123456;MN=UNKNOWN-STATION-00000001;Flag=5;CP=&&DataTime=20261120083000&&"))); err != nil {
		t.Fatal(err)
	}
	r.refused("UNKNOWN-STATION-00000001", ingest.UnknownRegister)
}

// Instruments of modbus-serial are read over a serial port of the server, here a pair of pseudo terminals.
func TestInstrumentOnASerialPort(t *testing.T) {
	folder := peers.Need(t, top, "socat", "node", "mbpoll")
	r := open(t, tcp.Port{})
	ours, theirs := filepath.Join(t.TempDir(), "ours"), filepath.Join(t.TempDir(), "theirs")
	start(t, exec.CommandContext(t.Context(), "socat", "PTY,raw,echo=0,link="+ours, "PTY,raw,echo=0,link="+theirs))
	for t.Context().Err() == nil {
		if _, err := os.Stat(theirs); err == nil {
			break
		}
		await.Pause()
	}
	terminal, err := filepath.EvalSymlinks(ours)
	if err != nil {
		t.Fatal(err)
	}
	start(t, exec.CommandContext(t.Context(), "node", filepath.Join(folder, "slave.mjs"), theirs, "serial"))
	r.relink(instrument, device.Link{Protocol: "modbus", Profile: []byte(`{"preset":"vw","channels":1}`)})
	r.relink(dtu, device.Link{Dial: "serial:" + terminal + "?baud=115200"})
	r.online(registered)
	for answered := false; !answered && t.Context().Err() == nil; { // the slave may not have begun
		r.poll()
		a := <-r.answers
		answered = a.Code == command.OK
	}
	r.expect(dtu, instrumentUnit, "received freq="+strconv.Itoa(2000+instrumentUnit)+" temp=12.5")
	r.relink(dtu, device.Link{})
	for r.server.Connected() > 0 { // until the port is free
		await.Pause()
	}
	// Another master reads the same.
	out, err := exec.CommandContext(t.Context(), "mbpoll", "-m", "rtu", "-b", "115200", "-P", "none", "-a", strconv.Itoa(instrumentUnit),
		"-0", "-r", "0", "-c", "2", "-t", "4:float", "-B", "-1", "-q", terminal).CombinedOutput()
	if text := string(out); err != nil || !strings.Contains(text, strconv.Itoa(2000+instrumentUnit)) || !strings.Contains(text, "12.5") {
		t.Errorf("mbpoll reads %s (%v)", text, err)
	}
}

func TestOnlyListedSerialPortsAreOpened(t *testing.T) {
	_, err := tcp.OpenSerial(device.Dial{Serial: "/dev/tty"}, []string{"/dev/ttyS0"})
	if why, ok := errs.As(err); !ok || why.Code != errs.SerialNotListed.Code {
		t.Errorf("opened: %v", err)
	}
}
