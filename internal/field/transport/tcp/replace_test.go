package tcp_test

import (
	"bufio"
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
)

// dialFrom connects from another address of the loopback network.
func (r *rig) dialFrom(address string) *peer {
	r.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	conn, err := dialer.Dial("tcp", r.server.Addresses()[0])
	if err != nil {
		r.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	r.Cleanup(func() { _ = conn.Close() })
	return &peer{r, conn}
}

func TestWhoMayReplaceAConnection(t *testing.T) {
	t.Run("its network", func(t *testing.T) {
		r := open(t, tcp.Port{})
		r.relink(station, device.Link{Replace: device.ReplaceNetwork})
		first := r.dialFrom("127.0.0.2").send(realTime)
		first.receive(realTimeAnswer)
		r.dialFrom("127.0.1.2").send(realTime).ends()
		r.refused(stationMN, ingest.ForeignNetwork)
		r.dialFrom("127.0.0.3").send(realTime).receive(realTimeAnswer)
		first.ends()
	})
	t.Run("nobody", func(t *testing.T) {
		r := open(t, tcp.Port{})
		r.relink(station, device.Link{Replace: device.ReplaceNever})
		first := r.dial().send(realTime)
		first.receive(realTimeAnswer)
		r.dial().send(realTime).ends()
		r.refused(stationMN, ingest.ForeignNetwork)
		first.send(realTime).receive(realTimeAnswer)
		_ = first.Close()
		for r.server.Listens(stationMN) && t.Context().Err() == nil {
			await.Pause()
		}
		r.dial().send(realTime).receive(realTimeAnswer)
	})
}

// Two lines that carry two stations each replace each other at the same moment: neither waits for the other for ever.
func TestLinesReplaceEachOther(t *testing.T) {
	r := open(t, tcp.Port{})
	const otherMN = "010000A8900016F000169DC1"
	r.Devices.Change(hydrological, func(d *ingest.Device) { d.Register, d.ProtocolCode = otherMN, "HJ" })
	if err := r.Directory().Refresh(t.Context(), []int64{hydrological}); err != nil {
		t.Fatal(err)
	}
	of := func(mn string) string {
		return hj("QN=20261120083000000;ST=39;CN=2011;PW=123456;MN=" + mn + ";Flag=5;CP=&&DataTime=20261120083000;LA-Rtd=58.7&&")
	}
	for range 20 {
		first, second := r.dial().send(of(stationMN)), r.dial().send(of(otherMN))
		first.frame()
		second.frame()
		first.send(of(otherMN))
		second.send(of(stationMN))
		for !r.answered(of(stationMN), of(otherMN)) && t.Context().Err() == nil { // replaced by what came before
		}
		_, _ = first.Close(), second.Close()
	}
}

// answered reports whether both frames are answered on a new connection. It is not if another one replaces it.
func (r *rig) answered(first, second string) bool {
	r.Helper()
	p := r.dial()
	defer p.Close()
	if _, err := p.Write([]byte(first + second)); err != nil {
		return false
	}
	lines := bufio.NewScanner(p)
	got := lines.Scan()
	got = got && lines.Scan()
	if errors.Is(lines.Err(), os.ErrDeadlineExceeded) {
		r.Fatal("two lines wait for each other")
	}
	return got
}

func TestSecretWithoutAnEnd(t *testing.T) {
	r := open(t, tcp.Port{})
	r.relink(dtu, device.Link{NeedsSecret: true})
	p := r.dial()
	_, _ = p.Conn.Write([]byte(registered + "," + strings.Repeat("x", 20<<10))) // the other side may end while we write
	r.refused(registered, ingest.WrongSecret)
}
